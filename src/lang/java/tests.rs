//! What Java sources define, bind and refer to.

use super::LANGUAGE;
use crate::graph::Visibility;
use crate::lang::extraction::ReferenceKind::{Call, Callback, Decorator, New, Type};
use crate::lang::testing;

/// The source inside of a method of a class.
fn in_method(statements: &str) -> String {
    format!("class C {{ void m() {{\n{statements}\n}} }}\n")
}

fn calls(source: &str) -> Vec<String> {
    testing::references(&LANGUAGE, source, &[Call, New])
}

fn bindings(source: &str) -> Vec<String> {
    testing::bindings(&LANGUAGE, source)
}

#[test]
fn imports_take_items_out_of_packages_and_types() {
    let source = "package a.b;\nimport a.C;\nimport a.*;\nimport static a.C.f;\nimport static a.C.*;\nimport Plain;\n";
    let expected = [
        "Item a C C",
        "Wildcard a - -",
        "Item a.C f f special",
        "Wildcard a.C - - special",
        "Item  Plain Plain",
    ];
    assert_eq!(testing::imports(&LANGUAGE, source), expected);
    let out = testing::extracted(&LANGUAGE, source);
    assert_eq!(out.package.map(|name| out.name(name)), Some("a.b"));
}

#[test]
fn types_have_supertypes_parameters_and_members() {
    let source = "class C<T extends A & B<T>> extends p.Base<T> implements I, J {\n T a, b[];\n List<? extends T> c = new ArrayList<>();\n}\ninterface K extends L, M { int N = 1; }\n";
    let expected = [
        "class C Extends p::Base<T> Implements I Implements J",
        "field a: T",
        "field b: [T]",
        "field c: List<T> = new ArrayList()",
        "interface K Extends L Extends M",
        "constant N: int = Integer",
    ];
    assert_eq!(testing::definitions(&LANGUAGE, source), expected);
    assert_eq!(bindings(source), ["T: (A & B<T>) = ?"]);
}

#[test]
fn enum_constants_construct_their_enum_and_may_have_bodies() {
    let source = "enum E {\n A(1) { int f() { return g(); } },\n B;\n E() { this(0); }\n E(int n) { super(); }\n}\n";
    let expected = [
        "enum E",
        "enum_member A: E = new E(Integer)",
        "[class E Extends E]",
        "method f: int = g()",
        "enum_member B: E = new E()",
        "method E",
        "method E",
    ];
    assert_eq!(testing::definitions(&LANGUAGE, source), expected);
    let expected = [
        "A: new E(Integer) 2:1",
        "f: g() 2:25",
        "B: new E() 3:1",
        "E: this(Integer) 4:7",
        "E: super() 5:12",
    ];
    assert_eq!(calls(source), expected);
}

#[test]
fn records_have_fields_and_accessors() {
    let source = "record P(int x, String... rest) {\n P { check(x); }\n int x() { return x; }\n}\n";
    let expected = [
        "class P",
        "field x: int",
        "field rest: [String]",
        "method rest: [String]",
        "method P",
        "method x: int = x",
    ];
    assert_eq!(testing::definitions(&LANGUAGE, source), expected);
    let out = testing::extracted(&LANGUAGE, source);
    let constructor = out.defs.iter().find(|def| def.params.len() == 2);
    assert_eq!(constructor.map(|def| out.name(def.name)), Some("P"));
}

#[test]
fn members_of_anonymous_classes_belong_to_what_is_around() {
    let source = "class C {\n Runnable r = new Runnable() { public void run() { go(); } };\n void m() { new T(x) { void n() { o(); } }.n(); }\n}\n";
    let expected = [
        "class C",
        "field r: Runnable = new Runnable()",
        "[class Runnable Extends Runnable]",
        "method run",
        "method m",
        "[class T Extends T]",
        "method n",
    ];
    assert_eq!(testing::definitions(&LANGUAGE, source), expected);
    let expected = [
        "r: new Runnable() 2:18",
        "run: go() 2:51",
        "m: new T(x) 3:16",
        "n: o() 3:34",
        "m: new T(x).n() 3:43",
    ];
    assert_eq!(calls(source), expected);
}

#[test]
fn locals_have_their_types_or_values() {
    let source = in_method(
        "var q = new Foo();\nfor (Map.Entry<K, V> e : map.entrySet()) {}\ntry (Reader r = open()) {} catch (A | B ex) {}\nint[] a[] = {}, b = null;\nfor (int i = 0; ; i++) {}",
    );
    let expected = [
        "q: _ = new Foo()",
        "e: Map::Entry<K, V> = map.entrySet()~Element",
        "r: Reader = open()",
        "ex: (A | B) = ?",
        "a: [[int]] = []",
        "b: [int] = Null",
        "i: int = Integer",
    ];
    assert_eq!(bindings(&source), expected);
}

#[test]
fn patterns_bind_where_they_hold() {
    let source = in_method(
        "if (o instanceof Bar b && b.ok()) {}\nif (!(o instanceof Baz z)) return;\nint v = switch (s) { case Circle c -> c.r(); case P(int x, var y) when y.ok() -> x; default -> 0; };",
    );
    let expected = [
        "b: Bar = o",
        "z: Baz = o",
        "c: Circle = s",
        "y: _ = ?",
        "x: int = ?",
        "v: int = either(c.r(), x, Integer)",
    ];
    assert_eq!(bindings(&source), expected);
    let out = testing::extracted(&LANGUAGE, &source);
    let scope = |name: &str| {
        out.bindings
            .iter()
            .find(|one| out.name(one.name) == name)
            .map(|one| one.scope)
    };
    let method = out.defs[2].scope;
    assert_ne!(scope("b"), method, "seen in the branches only");
    assert_eq!(scope("z"), method, "seen behind the statement");
}

#[test]
fn lambdas_and_method_references() {
    let source = in_method(
        "each(x -> x.a());\neach((Foo f, int n) -> { return f; });\nmap(this::conv).map(Foo::bar).map(List<String>::size).map(Foo::new).map(super::z);",
    );
    let expected = [
        "x: _ = |1| x.a()~LambdaParam(0)",
        "f: Foo = |2| f~LambdaParam(0)",
        "n: int = |2| f~LambdaParam(1)",
    ];
    assert_eq!(bindings(&source), expected);
    let found = testing::references(&LANGUAGE, &source, &[Callback, New]);
    let found: Vec<&str> = found.iter().filter_map(|line| line.split(' ').nth(1)).collect();
    assert_eq!(
        found,
        ["f", "this.conv", "Foo.bar", "<List<String>>.size", "new", "super.z"][1..]
    );
}

#[test]
fn outer_instances_and_default_methods_are_seen_as_their_types() {
    let source = in_method("Outer.this.a();\nsuper.b();\nShape.super.c();\nthis.<T>d();\np.Q.e();");
    let expected = [
        "m: (this as Outer).a() 2:11",
        "m: super.b() 3:6",
        "m: (super as Shape).c() 4:12",
        "m: this.d::<T>() 5:8",
        "m: p.Q.e() 6:4",
    ];
    assert_eq!(calls(&source), expected);
}

#[test]
fn arguments_show_their_plain_types() {
    let source = in_method("f(1, 1L, 1f, 1.0, 'c', \"s\" + 1, null, true, Foo.class, new int[0], (char) 1, !x);");
    let expected = "m: f(Integer, (Integer as long), (Float as float), Float, Char, String, Null, Bool, (? as Class<Foo>), (? as [int]), (Integer as char), Bool) 2:0";
    assert_eq!(calls(&source), [expected]);
}

#[test]
fn annotations_decorate_and_name_types() {
    let source =
        "@Service(Names.A)\nclass C {\n @Deprecated @p.Test(expected = E.class) void f(@NonNull String s) {}\n}\n";
    let found = testing::references(&LANGUAGE, source, &[Decorator]);
    assert_eq!(found, ["C: Service 1:1", "f: Deprecated 3:2", "f: p::Test 3:16"]);
    let types = testing::references(&LANGUAGE, source, &[Type]);
    assert_eq!(types, ["f: E 3:32", "f: NonNull 3:49", "f: String 3:57"]);
}

#[test]
fn a_case_names_a_constant_of_what_is_switched_over() {
    use crate::lang::extraction::ReferenceKind::Read;
    let source = in_method("switch (kind()) { case A: case E.B: break; }");
    let found = testing::references(&LANGUAGE, &source, &[Read]);
    assert_eq!(found, ["m: kind().A 2:23", "m: E 2:31", "m: E.B 2:33"]);
}

#[test]
fn visibility_without_a_word_is_that_of_the_package() {
    let out = testing::extracted(
        &LANGUAGE,
        "class A { private int a; protected int b; public int c; int d; }\ninterface B { int e(); }\n",
    );
    let seen: Vec<Visibility> = out.defs.iter().skip(1).map(|def| def.visibility).collect();
    use Visibility::{Internal, Private, Protected, Public};
    assert_eq!(seen, [Internal, Private, Protected, Public, Internal, Internal, Public]);
}

#[test]
fn what_is_cut_off_does_not_stop_the_rest() {
    let source = "class A { void f( { int x = ; new ; a. } enum E { , X( } record R( ) @ interface";
    assert!(crate::lang::extract(&LANGUAGE, source).errors.0 > 0);
}

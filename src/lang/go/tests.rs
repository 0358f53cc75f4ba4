//! What Go sources define, bind and refer to.

use super::LANGUAGE;
use crate::graph::Visibility;
use crate::lang::extraction::ReferenceKind::{Call, Callback, New, Read, Type};
use crate::lang::testing;

fn calls(source: &str) -> Vec<String> {
    testing::references(&LANGUAGE, source, &[Call, New])
}

fn bindings(source: &str) -> Vec<String> {
    testing::bindings(&LANGUAGE, source)
}

#[test]
fn imports_bind_what_their_paths_most_probably_are_called() {
    let source = "package a\nimport \"net/http\"\nimport (\n y \"gopkg.in/yaml.v3\"\n . \"math\"\n _ \"embed\"\n \"x.org/m/v2\"\n)\n";
    let expected = [
        "Module net/http - http",
        "Module gopkg.in/yaml.v3 - y",
        "Wildcard math - -",
        "Effect embed - -",
        "Module x.org/m/v2 - m",
    ];
    assert_eq!(testing::imports(&LANGUAGE, source), expected);
    let out = testing::extracted(&LANGUAGE, source);
    assert_eq!(out.package.map(|name| out.name(name)), Some("a"));
}

#[test]
fn methods_belong_to_the_types_of_their_receivers() {
    let source = "package a\nfunc (t *Tree[K, V]) Get(k K) V { return t.v }\nfunc (Tree[K, V]) Len() int { return 0 }\nfunc (*B) c() {}\n";
    let expected = [
        "method Get of Tree<K, V>: V",
        "method Len of Tree<K, V>: int",
        "method c of B",
    ];
    assert_eq!(testing::definitions(&LANGUAGE, source), expected);
    let expected = [
        "K: _ = ?",
        "V: _ = ?",
        "t: &Tree<K, V> = ?",
        "k: K = ?",
        "K: _ = ?",
        "V: _ = ?",
    ];
    assert_eq!(bindings(source), expected);
}

#[test]
fn structs_and_interfaces_embed() {
    let source = "package a\ntype S struct {\n *Base\n pkg.Other[int]\n in struct { a int }\n}\ntype I interface {\n fmt.Stringer\n M(a, b int, c ...string) (x, y error)\n}\ntype N interface { ~int | ~string }\n";
    let expected = [
        "struct S Embeds Base Embeds pkg::Other<int>",
        "field Base: Base",
        "field Other: pkg::Other<int>",
        "field in: record#5",
        "[struct struct]",
        "field a: int",
        "interface I Extends fmt::Stringer",
        "method M: (error, error)",
        "interface N",
    ];
    assert_eq!(testing::definitions(&LANGUAGE, source), expected);
}

#[test]
fn constants_without_values_repeat_the_ones_before() {
    let source = "package a\nconst (\n _ Kind = iota\n A\n B, C = f(), 2\n D, E\n)\nconst lone = 1\n";
    let expected = [
        "constant A: Kind = Integer",
        "constant B = f()",
        "constant C = Integer",
        "constant D = f()",
        "constant E = Integer",
        "constant lone = Integer",
    ];
    assert_eq!(testing::definitions(&LANGUAGE, source), expected);
}

#[test]
fn variables_of_a_package_take_their_parts_of_a_call() {
    let source = "package a\nvar x, y = pair()\nvar m, ok = table[1]\nvar _ I = (*T)(nil)\nvar f func(int) error\n";
    let expected = [
        "variable x = pair()~0",
        "variable y = pair()~1",
        "variable m = table[Integer]",
        "variable ok = Bool",
        "variable f: fn(int) -> error",
    ];
    assert_eq!(testing::definitions(&LANGUAGE, source), expected);
    assert_eq!(calls(source), ["x: pair() 2:11", ": T(Null) 4:12"]);
}

#[test]
fn short_declarations_take_results_apart() {
    let source = "package a\nfunc f() {\n a, err := g()\n v, ok := x.(*T)\n w, ok := m[k]\n r, ok := <-ch\n p, q := 1, \"s\"\n _, z := h()\n}\n";
    let expected = [
        "a: _ = g()~0",
        "err: _ = g()~1",
        "v: _ = (x as &T)",
        "ok: _ = Bool",
        "w: _ = m[k]",
        "ok: _ = Bool",
        "r: _ = ch~Element",
        "ok: _ = Bool",
        "p: _ = Integer",
        "q: _ = String",
        "z: _ = h()~1",
    ];
    assert_eq!(bindings(source), expected);
}

#[test]
fn loops_switches_and_selects_bind_in_their_own_scopes() {
    let source = "package a\nfunc f(v any) {\n for i, e := range list { e.a() }\n for k := range table {}\n switch s := v.(type) {\n case *A: s.a()\n case B, C: s.b()\n default: s.d()\n }\n select { case m := <-ch: m.x() }\n if n, err := g(); err == nil { n.y() }\n}\n";
    let expected = [
        "v: any = ?",
        "i: _ = list~Key",
        "e: _ = list~Value",
        "k: _ = table~Key",
        "s: &A = v",
        "s: (B | C) = v",
        "s: _ = v",
        "m: _ = ch~Element",
        "n: _ = g()~0",
        "err: _ = g()~1",
    ];
    assert_eq!(bindings(source), expected);
    let out = testing::extracted(&LANGUAGE, source);
    let scopes: Vec<u32> = out
        .bindings
        .iter()
        .filter(|one| out.name(one.name) == "s")
        .map(|one| one.scope.0)
        .collect();
    assert_eq!(scopes.len(), 3);
    assert!(scopes.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn composite_literals_construct_also_where_their_types_are_left_out() {
    let source = "package a\nvar x = []*T{{A: 1}, {2}}\nvar y = map[string]p.U{\"k\": {3}}\nvar z = Named{{4}}\n";
    let expected = [
        "x: new T(Integer) 2:13",
        "x: new T(Integer) 2:21",
        "y: new p::U(Integer) 3:28",
        "z: new Named(new typeof (? as Named)~Element(Integer)) 4:8",
        "z: new typeof (? as Named)~Element(Integer) 4:14",
    ];
    assert_eq!(calls(source), expected);
}

#[test]
fn functions_handed_on_are_callbacks_and_keys_are_fields() {
    let source = "package a\nfunc f() {\n c := &Command{Run: run, Args: pkg.Any}\n table[\"a\"] = handle\n go serve(accept)\n m := T.Method\n}\n";
    let found = testing::references(&LANGUAGE, source, &[Callback]);
    let expected = [
        "f: run 3:20",
        "f: pkg.Any 3:35",
        "f: handle 4:14",
        "f: accept 5:10",
        "f: T.Method 6:8",
    ];
    assert_eq!(found, expected);
    let reads = testing::references(&LANGUAGE, source, &[Read]);
    assert_eq!(
        reads[..2],
        ["f: (? as Command).Run 3:15", "f: (? as Command).Args 3:25"]
    );
}

#[test]
fn builtins_have_the_types_that_they_are_given() {
    let source = "package a\nfunc f() {\n a := make([]T, 3)\n b := new(T)\n c := append(a, x)\n d := a[1:]\n e := []byte(s)\n g := &T{}\n}\n";
    let expected = [
        "a: _ = (? as [T])",
        "b: _ = new T()",
        "c: _ = a",
        "d: _ = a",
        "e: _ = (s as [byte])",
        "g: _ = new T()",
    ];
    assert_eq!(bindings(source), expected);
}

#[test]
fn type_arguments_are_told_from_indices_where_that_shows() {
    let source =
        "package a\nfunc f() {\n Map[int](x)\n p.Map[int, string](x)\n Map[*T](x, y)\n table[i](x)\n (*T)(x).M()\n}\n";
    let expected = [
        "f: Map::<int>(x) 3:1",
        "f: p.Map::<int, string>(x) 4:3",
        "f: Map[T](x, y) 5:1",
        "f: table[i](x) 6:1",
        "f: T(x) 7:3",
        "f: T(x).M() 7:9",
    ];
    assert_eq!(calls(source), expected);
}

#[test]
fn exported_is_what_begins_with_a_capital_letter() {
    let out = testing::extracted(&LANGUAGE, "package a\nfunc Äb() {}\nfunc b() {}\n");
    let seen: Vec<Visibility> = out.defs.iter().skip(1).map(|def| def.visibility).collect();
    assert_eq!(seen, [Visibility::Public, Visibility::Internal]);
}

#[test]
fn documentation_is_the_run_of_comments_before_without_directives() {
    let source = "package a\n\n// not this\n\n// One\n// two.\n//\n//go:noinline\nfunc f() {}\n\ntype (\n\t// In a group.\n\tT struct{} // behind\n\tU struct{}\n)\n";
    let out = testing::extracted(&LANGUAGE, source);
    let docs: Vec<&str> = out.defs.iter().skip(1).map(|def| def.doc.as_str()).collect();
    assert_eq!(docs, ["One\ntwo.", "In a group.", ""]);
}

#[test]
fn predeclared_types_are_no_references() {
    let source = "package a\nfunc f(a int, b T, c p.U) error { return nil }\n";
    assert_eq!(
        testing::references(&LANGUAGE, source, &[Type]),
        ["f: T 2:16", "f: p::U 2:23"]
    );
}

#[test]
fn what_is_cut_off_does_not_stop_the_rest() {
    let out = crate::lang::extract(
        &LANGUAGE,
        "package a\nfunc f( {\nfunc (t *) g() {}\ntype T struct { a\nvar x = []\nfunc last() {}\n",
    );
    assert!(out.errors.0 > 0);
    assert!(out.errors.1 >= 2);
}

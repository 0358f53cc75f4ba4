//! What Rust sources refer to, and how names are bound.

use crate::lang::dump::{expr_text, type_text, via_text};
use crate::lang::extraction::{Extraction, ReferenceKind, Target};

fn extract(source: &str) -> Extraction {
    let out = crate::lang::extract(&super::LANGUAGE, source);
    assert_eq!(out.errors.0, 0, "line {} does not parse", out.errors.1);
    out
}

/// References of some kinds, as `target line:column`, in source order.
fn references(source: &str, kinds: &[ReferenceKind]) -> Vec<String> {
    let out = extract(source);
    let mut found: Vec<(u32, u32, String)> = Vec::new();
    for reference in out
        .references
        .iter()
        .filter(|reference| kinds.contains(&reference.kind))
    {
        let target = match reference.target {
            Target::Expr(expr) => expr_text(&out, expr, 0),
            Target::Type(ty) => type_text(&out, ty, 0),
        };
        let mark = if reference.in_macro { " in macro" } else { "" };
        let (line, column) = (reference.line, reference.column);
        found.push((line, column, format!("{target} {line}:{column}{mark}")));
    }
    found.sort();
    found.into_iter().map(|(_, _, text)| text).collect()
}

fn calls(source: &str) -> Vec<String> {
    references(source, &[ReferenceKind::Call, ReferenceKind::New])
}

/// Bindings as `name: type = value`.
fn bindings(source: &str) -> Vec<String> {
    let out = extract(source);
    let render = |binding: &crate::lang::extraction::Binding| {
        let name = out.name(binding.name);
        let ty = type_text(&out, binding.ty, 0);
        let value = expr_text(&out, binding.value, 0);
        match binding.via {
            crate::lang::extraction::Via::Whole => format!("{name}: {ty} = {value}"),
            via => format!("{name}: {ty} = {value}~{}", via_text(&out, via)),
        }
    };
    out.bindings.iter().map(render).collect()
}

fn imports(source: &str) -> Vec<String> {
    let out = extract(source);
    let render = |import: &crate::lang::extraction::Import| {
        let item = import.item.map_or("-", |item| out.name(item));
        let local = import.local.map_or("-", |local| out.name(local));
        let again = if import.reexport { " pub" } else { "" };
        format!(
            "{:?} {} {item} {local}{again} {}:{}",
            import.kind,
            out.name(import.module),
            import.line,
            import.column
        )
    };
    out.imports.iter().map(render).collect()
}

#[test]
fn calls_by_path_method_and_field() {
    let found = calls(
        "fn f() {
    free(1);
    crate::a::b(2);
    super::super::up();
    Self::new().chain(|x| x.deep());
    Vec::<u8>::with(3);
    <T as Trait>::go(4);
    self.field.method::<u8>(5)?;
    (self.handler)(6);
    Shape::Circle(7);
    Point { x: make() };
}",
    );
    assert_eq!(
        found,
        [
            "free(Integer) 2:4",
            "Top::a::b(Integer) 3:14",
            "Up(2)::up() 4:18",
            "Self::new() 5:10",
            "Self::new().chain(|1| x.deep()) 5:16",
            "x.deep() 5:28",
            "<Vec<u8>>::with(Integer) 6:15",
            "<(T & Trait)>::go(Integer) 7:18",
            "this.field.method::<u8>(Integer) 8:15",
            "this~handler(Integer) 9:10",
            "Shape::Circle(Integer) 10:11",
            "new Point() 11:4",
            "make() 11:15",
        ]
    );
}

#[test]
fn calls_inside_macros_have_their_true_sites() {
    let found = calls(
        "fn f() {
    println!(\"{} {name}\", weigh(), name = p.mass());
    assert_eq!(self::weigh(), vec![Part::new(1); count()].len());
    let x = format!(\"{}\", match y { Some(z) => z.run(), None => other(|q| q.go()) });
    assert!(matches!(kind(), Kind::A(n) if n.small()));
    info!(target: \"net\", ?error, size = %body.len(), \"sent {}\", peer());
    json!({ \"a\": one(), \"b\": [{ \"c\": Point { x: two() } }] });
    tokio::select! {
        got = receiver.recv() => { handle(got); }
        _ = stop() => {}
        else => idle(),
    }
    quote! { not_here(); }
}",
    );
    assert_eq!(
        found,
        [
            "weigh() 2:26 in macro",
            "p.mass() 2:44 in macro",
            "Here::weigh() 3:21 in macro",
            "Part::new(Integer) 3:41 in macro",
            "count() 3:49 in macro",
            "[Part::new(Integer), count()].len() 3:58 in macro",
            "z.run() 4:49 in macro",
            "other(|1| q.go()) 4:64 in macro",
            "q.go() 4:76 in macro",
            "kind() 5:21 in macro",
            "n.small() 5:45 in macro",
            "body.len() 6:46 in macro",
            "peer() 6:64 in macro",
            "one() 7:17 in macro",
            "new Point() 7:37 in macro",
            "two() 7:48 in macro",
            "receiver.recv() 9:23 in macro",
            "handle(got) 9:35 in macro",
            "stop() 10:12 in macro",
            "idle() 11:16 in macro",
        ]
    );
}

#[test]
fn patterns_say_how_their_names_are_made() {
    let found = bindings(
        "fn f((a, b): (A, B), s: S) {
    let Point { x, inner: Wrap(y), .. } = point() else { return };
    if let Some(v) = s.get() && let Err(e) = v.check() {}
    for (i, item) in s.items().iter().enumerate() {}
    match s {
        Shape::Circle(r) | Shape::Round(r) => {}
        whole @ Shape::Rect { w, ref h } => {}
        LIMIT => {}
        [first, .., rest @ ..] => {}
        &mut other => {}
    }
    while let Ok(n) = next() {}
    s.each(|&(k, ref l), m: M| k);
}",
    );
    let expected = [
        "(a, b): (A, B) = ?",
        "a: _ = (a, b)~0",
        "b: _ = (a, b)~1",
        "s: S = ?",
        "x: _ = (point() as Point)~x",
        "y: _ = ((point() as Point)~inner as Wrap)~0",
        "v: _ = s.get()~Inside",
        "e: _ = v.check()~Failure",
        "i: _ = s.items().iter().enumerate()~Element~0",
        "item: _ = s.items().iter().enumerate()~Element~1",
        "r: _ = (s as Shape::Circle)~0",
        "r: _ = (s as Shape::Round)~0",
        "whole: _ = s",
        "w: _ = (s as Shape::Rect)~w",
        "h: _ = (s as Shape::Rect)~h",
        "first: _ = s~Element",
        "rest: _ = s",
        "other: _ = s",
        "n: _ = next()~Inside",
    ];
    assert_eq!(found[..expected.len()], expected);
    let closure = &found[expected.len()..];
    assert!(
        closure[0].starts_with("&(k, ref l): _ = |2| k") && closure[0].ends_with("LambdaParam(0)"),
        "{closure:?}"
    );
    assert_eq!(closure[1..3], ["k: _ = &(k, ref l)~0", "l: _ = &(k, ref l)~1"]);
    assert!(closure[3].starts_with("m: M = |2| k"), "{closure:?}");
}

#[test]
fn a_binding_is_not_seen_in_its_own_value() {
    let out = extract("fn f(x: A) { let x = x.next(); if let Some(x) = x.get() {} }");
    let from: Vec<u32> = out.bindings.iter().map(|binding| binding.from).collect();
    let source = "fn f(x: A) { let x = x.next(); if let Some(x) = x.get() {} }";
    let end = |text: &str| u32::try_from(source.find(text).map_or(0, |at| at + text.len())).unwrap_or(0);
    assert_eq!(from, [0, end("x.next();"), end("x.get()")]);
}

#[test]
fn values_of_blocks_and_returns() {
    let value = |source: &str| {
        let out = extract(source);
        expr_text(&out, out.defs[1].value, 0)
    };
    assert_eq!(value("fn f() -> A { a(); b() }"), "b()");
    assert_eq!(value("fn f() -> A { a(); b(); }"), "?");
    assert_eq!(
        value("fn f() -> A { if c { return x() } match d { 1 => e(), _ => { g(); h() } } }"),
        "either(x(), either(e(), h()))"
    );
    assert_eq!(
        value("fn f() -> A { let g = || { return 1 }; if let Some(a) = b { a } else { unsafe { c() } } }"),
        "either(a, c())"
    );
    assert_eq!(value("fn f() -> impl Future { async { return a(); } }"), "a()");
}

#[test]
fn use_trees() {
    let found = imports(
        "use a;
use crate::{b::{self, C as D, *}, r#type};
pub use self::e::F;
pub(crate) use super::{super::g as h};
use ::std::fmt::Write as _;
pub extern crate alloc as heap;
fn f() { use local::Item; }
mod m { use super::*; }",
    );
    assert_eq!(
        found,
        [
            "Module a - a 1:4",
            "Module crate::b - b 2:16",
            "Item crate::b C D 2:22",
            "Wildcard crate::b - - 2:30",
            "Item crate type type 2:34",
            "Item self::e F F pub 3:17",
            "Item super::super g h pub 4:30",
            "Item std::fmt Write _ 5:16",
            "Module alloc - heap pub 6:17",
            "Item local Item Item 7:20",
            "Wildcard super - - 8:12",
        ]
    );
}

#[test]
fn functions_handed_on_and_attributes() {
    let kinds = [ReferenceKind::Callback, ReferenceKind::Decorator];
    let found = references(
        "#[derive(Debug, serde::Serialize)]
#[serde(default = \"make::it\")]
struct S {
    #[arg(long, value_parser = Size::parse, hide = true)]
    a: u8,
    #[serde(with = \"codec\")]
    b: u8,
}
#[tokio::main]
#[allow(unused)]
fn f() { run(on_done); xs.map(Shape::area); S { a: hook } ; self.h = handler; }",
        &kinds,
    );
    assert_eq!(
        found,
        [
            "Debug 1:9",
            "serde::Serialize 1:23",
            "serde 2:2",
            "make::it 2:25",
            "Size::parse 4:37 in macro",
            "codec 6:20",
            "tokio::main 9:9",
            "on_done 11:13",
            "Shape::area 11:37",
            "hook 11:51",
            "handler 11:69",
        ]
    );
}

#[test]
fn written_types() {
    let out = extract(
        "struct S<'a, T: ?Sized> {
    a: Option<Vec<A>>,
    b: std::collections::HashMap<K, Box<dyn Fn(&A) -> B + Send + 'a>>,
    c: &'a mut [A; 4],
    d: <T as Iterator>::Item,
    e: Self::Item,
    f: Pin<Box<dyn Future<Output = (A, !)>>>,
    g: super::super::m::N<A, 3>,
    h: impl for<'b> Fn(&'b A),
}",
    );
    let fields = out.defs.iter().filter(|def| def.kind == crate::graph::NodeKind::Field);
    let found: Vec<String> = fields.map(|field| type_text(&out, field.ty, 0)).collect();
    assert_eq!(
        found,
        [
            "Option<Vec<A>>",
            "std::collections::HashMap<K, Box<(fn(&A) -> B & Send)>>",
            "&[A]",
            "(T & Iterator)::Item",
            "Self::Item",
            "Pin<Box<Future<(A, _)>>>",
            "Up(2)::m::N<A, _>",
            "fn(&A) -> _",
        ]
    );
}

#[test]
fn what_the_rules_of_a_macro_refer_to() {
    let found = calls(
        "macro_rules! ok {
    ($e:expr) => { match $e { Ok(v) => v, Err(e) => return $crate::fault::wrap(e) } };
    ($($e:expr),* ; $n:ident) => {{
        let mut all = List::new();
        $( all.push(convert($e)); )*
        all
    }};
    (@item $n:ident) => { fn $n() { not_here() } };
}",
    );
    assert_eq!(
        found,
        [
            "Top::fault::wrap(e) 2:74 in macro",
            "List::new() 4:28 in macro",
            "all.push(convert($e)) 5:15 in macro",
            "convert($e) 5:20 in macro",
        ]
    );
}

#[test]
fn nested_macros_and_broken_arguments_end() {
    let deep = format!("fn f() {{ {}x(){} }}", "a!(".repeat(2_000), ")".repeat(2_000));
    let out = crate::lang::extract(&super::LANGUAGE, &deep);
    assert!(out.references.len() > 5);
    for source in [
        "fn f() { a!(1 +, => ) ; g() }",
        "a!{",
        "fn f() { m!(fn) }",
        "m!(\u{1f6a2} => b())",
    ] {
        let out = crate::lang::extract(&super::LANGUAGE, source);
        assert_eq!(out.language, "rust");
    }
}

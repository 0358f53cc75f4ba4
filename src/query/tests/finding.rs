use crate::graph::{NodeFlags, NodeKind};
use crate::query::{find, outline};
use crate::store::testing::{Sample, SampleGraph};

fn sample() -> SampleGraph {
    let mut sample = Sample::new();
    let runtime = "src/runtime/builder.rs";
    let builder = sample.symbol(
        runtime,
        None,
        NodeKind::Struct,
        "Builder",
        "tokio::runtime::Builder",
        1..=40,
    );
    sample.symbol(
        runtime,
        Some(builder),
        NodeKind::Field,
        "build",
        "tokio::runtime::Builder::build",
        2..=2,
    );
    sample.symbol(
        runtime,
        Some(builder),
        NodeKind::Method,
        "build",
        "tokio::runtime::Builder::build",
        5..=9,
    );
    let other = sample.symbol(
        "src/net.rs",
        None,
        NodeKind::Struct,
        "Builder",
        "tokio::net::Builder",
        1..=20,
    );
    sample.symbol(
        "src/net.rs",
        Some(other),
        NodeKind::Method,
        "build",
        "tokio::net::Builder::build",
        3..=8,
    );
    let test = sample.symbol("a_test.rs", None, NodeKind::Function, "build", "build", 1..=2);
    sample.change(test, |node| node.flags = NodeFlags::TEST);
    let import = sample.symbol("a_test.rs", None, NodeKind::Import, "Builder", "Builder", 1..=1);
    sample.change(import, |node| node.flags = NodeFlags::TEST);
    let declared = sample.symbol("api.h", None, NodeKind::Function, "start", "start", 4..=4);
    sample.change(declared, |node| node.flags = NodeFlags::DECLARATION);
    sample.symbol("core.c", None, NodeKind::Function, "start", "start", 10..=20);
    sample.symbol(
        "web.py",
        None,
        NodeKind::Route,
        "GET /orders/{id}",
        "GET /orders/{id}",
        3..=3,
    );
    sample.build()
}

fn found(graph: &SampleGraph, text: &str) -> Vec<String> {
    let nodes = find(&graph.reader(), text).unwrap();
    nodes
        .iter()
        .map(|node| format!("{} {}:{}", node.kind, node.file, node.line))
        .collect()
}

#[test]
fn a_tail_is_understood_in_any_notation() {
    let graph = sample();
    for text in [
        "runtime::Builder::build",
        "runtime.Builder.build",
        "runtime::Builder#build",
        "runtime/Builder/build()",
    ] {
        assert_eq!(
            found(&graph, text),
            ["method src/runtime/builder.rs:5", "field src/runtime/builder.rs:2"],
            "{text}"
        );
    }
}

#[test]
fn all_that_fit_are_listed_best_first() {
    let graph = sample();
    assert_eq!(
        found(&graph, "Builder"),
        ["struct src/net.rs:1", "struct src/runtime/builder.rs:1"]
    );
    assert_eq!(
        found(&graph, "build"),
        [
            "method src/net.rs:3",
            "method src/runtime/builder.rs:5",
            "field src/runtime/builder.rs:2",
            "function a_test.rs:1"
        ]
    );
    assert_eq!(found(&graph, "start"), ["function core.c:10", "function api.h:4"]);
}

#[test]
fn case_is_ignored_only_where_nothing_fits() {
    let graph = sample();
    assert_eq!(found(&graph, "net::builder::BUILD"), ["method src/net.rs:3"]);
}

#[test]
fn ids_lines_and_paths() {
    let graph = sample();
    let build = find(&graph.reader(), "net::Builder::build").unwrap().remove(0);
    assert_eq!(found(&graph, &format!("#{}", build.id.0)), ["method src/net.rs:3"]);
    for line in [
        "src/net.rs:4",
        "./src/net.rs:4",
        "net.rs:4",
        "src/net.rs:4:11",
        "src\\net.rs:4",
    ] {
        assert_eq!(found(&graph, line), ["method src/net.rs:3"], "{line}");
    }
    assert_eq!(
        found(&graph, &graph.root().join("src/net.rs:4").to_string_lossy()),
        ["method src/net.rs:3"]
    );
    assert_eq!(found(&graph, "src/net.rs"), ["file src/net.rs:1"]);
    assert_eq!(found(&graph, "runtime/builder.rs"), ["file src/runtime/builder.rs:1"]);
    assert_eq!(found(&graph, "net.rs#Builder.build"), ["method src/net.rs:3"]);
    assert_eq!(found(&graph, "src/net.rs::Builder"), ["struct src/net.rs:1"]);
    assert_eq!(found(&graph, "GET /orders/{id}"), ["route web.py:3"]);
}

#[test]
fn what_fits_nothing_finds_nothing() {
    let graph = sample();
    for text in [
        "",
        " ",
        "#",
        "#99999",
        "nothing",
        "src/none.rs:4",
        "src/net.rs:9999",
        "::",
        ":",
        "Builder::none",
        "\u{0}",
    ] {
        assert!(found(&graph, text).is_empty(), "{text:?}");
    }
}

#[test]
fn an_outline_nests_and_counts_what_it_leaves_out() {
    let graph = sample();
    let reader = graph.reader();
    let file = find(&reader, "src/runtime/builder.rs").unwrap().remove(0);
    let (rows, beyond) = outline(&reader, file.id, 2, 2).unwrap();
    let shown: Vec<_> = rows.iter().map(|row| (row.depth, row.node.kind)).collect();
    assert_eq!(shown, [(0, NodeKind::Struct), (1, NodeKind::Field)]);
    assert_eq!(beyond, 1);
    let (rows, _) = outline(&reader, file.id, 1, 9).unwrap();
    assert_eq!(rows.len(), 1);
}

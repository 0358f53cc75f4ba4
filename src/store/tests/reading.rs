//! What readers answer on a small graph.

use crate::graph::{EdgeKind, NodeKind, Reason, Resolution};
use crate::store::testing::{Sample, SampleGraph, Symbol};
use crate::store::{EdgeFilter, FileStatus};

struct Shop {
    graph: SampleGraph,
    order: Symbol,
    total: Symbol,
    discount: Symbol,
    main: Symbol,
    total_test: Symbol,
}

fn shop() -> Shop {
    let mut sample = Sample::new();
    let order = sample.symbol(
        "src/shop/order.py",
        None,
        NodeKind::Class,
        "Order",
        "shop.order.Order",
        3..=20,
    );
    let total = sample.symbol(
        "src/shop/order.py",
        Some(order),
        NodeKind::Method,
        "total",
        "shop.order.Order.total",
        5..=9,
    );
    let discount = sample.symbol(
        "src/shop/order.py",
        Some(order),
        NodeKind::Method,
        "applyHTTPDiscount",
        "shop.order.Order.applyHTTPDiscount",
        11..=20,
    );
    let main = sample.symbol("main.py", None, NodeKind::Function, "main", "main.main", 1..=8);
    let total_test = sample.symbol("main.py", None, NodeKind::Function, "TOTAL", "main.TOTAL", 10..=12);
    sample.body(discount, "rebate = voucher.lookup(code)  # seasonal reduction");
    sample.change(total, |node| node.doc = "Sums the lines, taxes included.".into());
    sample.edge(EdgeKind::Calls, main, total, 4, 1.0);
    sample.edge(EdgeKind::Calls, main, total, 6, 0.9);
    sample.edge(EdgeKind::Calls, main, discount, 2, 0.3);
    sample.edge(EdgeKind::References, total_test, total, 11, 1.0);
    sample.edge(EdgeKind::Calls, total, discount, 7, 1.0);
    sample.unresolved(EdgeKind::Calls, main, "print", Reason::External, Some("builtins"), 3);
    sample.unresolved(EdgeKind::Calls, main, "frobnicate", Reason::Unknown, None, 5);
    Shop {
        graph: sample.build(),
        order,
        total,
        discount,
        main,
        total_test,
    }
}

#[test]
fn a_symbol_comes_back_as_it_was_put() {
    let shop = shop();
    let reader = shop.graph.reader();
    let node = reader.node(shop.graph.id(shop.total)).unwrap().unwrap();
    assert_eq!(node.name, "total");
    assert_eq!(node.qualified, "shop.order.Order.total");
    assert_eq!(node.file, "src/shop/order.py");
    assert_eq!(
        (node.line, node.end_line, node.start_byte, node.end_byte),
        (5, 9, 40, 90)
    );
    assert_eq!(node.parent, Some(shop.graph.id(shop.order)));
    assert_eq!(node.doc, "Sums the lines, taxes included.");
    assert_eq!(reader.node_by_key(&node.key()).unwrap().as_ref(), Some(&node));
    assert_eq!(reader.node_by_key("no such key").unwrap(), None);
    assert_eq!(
        reader
            .nodes(&[node.id, crate::graph::NodeId(999_999), node.id])
            .unwrap(),
        [node.clone(), node]
    );
    assert_eq!(reader.root().unwrap(), shop.graph.root());
}

#[test]
fn names_match_with_case_first_and_without_after() {
    let shop = shop();
    let found: Vec<_> = shop
        .graph
        .reader()
        .by_name("TOTAL")
        .unwrap()
        .into_iter()
        .map(|node| node.id)
        .collect();
    assert_eq!(found, [shop.graph.id(shop.total_test), shop.graph.id(shop.total)]);
    assert!(shop.graph.reader().by_name("tota").unwrap().is_empty());
}

#[test]
fn directories_hold_files_and_files_hold_symbols() {
    let shop = shop();
    let reader = shop.graph.reader();
    let file = reader.file_node("src/shop/order.py").unwrap().unwrap();
    let directory = reader.node(file.parent.unwrap()).unwrap().unwrap();
    assert_eq!(
        (directory.kind, directory.name.as_str(), directory.file.as_str()),
        (NodeKind::Directory, "shop", "src/shop")
    );
    let above = reader.node(directory.parent.unwrap()).unwrap().unwrap();
    assert_eq!((above.file.as_str(), above.parent), ("src", None));
    assert_eq!(reader.children(directory.id).unwrap(), std::slice::from_ref(&file));
    let members: Vec<_> = reader
        .symbols_in("src/shop/order.py")
        .unwrap()
        .into_iter()
        .map(|node| node.name)
        .collect();
    assert_eq!(members, ["order.py", "Order", "total", "applyHTTPDiscount"]);
    let outline: Vec<_> = reader
        .children(shop.graph.id(shop.order))
        .unwrap()
        .into_iter()
        .map(|node| node.name)
        .collect();
    assert_eq!(outline, ["total", "applyHTTPDiscount"]);
}

#[test]
fn a_line_belongs_to_the_innermost_symbol() {
    let shop = shop();
    let reader = shop.graph.reader();
    let at = |line| {
        reader
            .symbol_at("src/shop/order.py", line)
            .unwrap()
            .map(|node| node.name)
    };
    assert_eq!(at(7).as_deref(), Some("total"));
    assert_eq!(at(10).as_deref(), Some("Order"));
    assert_eq!(at(1).as_deref(), Some("order.py"));
    assert_eq!(at(99), None);
}

#[test]
fn edges_are_filtered_and_in_the_order_of_their_sites() {
    let shop = shop();
    let reader = shop.graph.reader();
    let (main, total) = (shop.graph.id(shop.main), shop.graph.id(shop.total));
    let lines = |edges: Vec<crate::graph::Edge>| edges.iter().map(|edge| edge.site.line).collect::<Vec<_>>();
    assert_eq!(
        lines(reader.edges_from(main, &EdgeFilter::default()).unwrap()),
        [2, 4, 6]
    );
    let certain = EdgeFilter {
        min_confidence: 0.5,
        ..EdgeFilter::default()
    };
    assert_eq!(lines(reader.edges_from(main, &certain).unwrap()), [4, 6]);
    let best = EdgeFilter {
        limit: 2,
        ..EdgeFilter::default()
    };
    assert_eq!(lines(reader.edges_from(main, &best).unwrap()), [4, 6]);
    assert_eq!(
        lines(reader.edges_to(total, &EdgeFilter::default()).unwrap()),
        [4, 6, 11]
    );
    let references = EdgeFilter {
        kinds: vec![EdgeKind::References],
        ..EdgeFilter::default()
    };
    assert_eq!(lines(reader.edges_to(total, &references).unwrap()), [11]);
    let candidate = reader
        .edges_to(shop.graph.id(shop.discount), &EdgeFilter::default())
        .unwrap()
        .remove(0);
    assert_eq!(
        (candidate.resolution, candidate.confidence),
        (Resolution::Candidates, 0.3)
    );
    assert_eq!(candidate.file, "main.py");
    let holds = EdgeFilter {
        kinds: vec![EdgeKind::Contains],
        ..EdgeFilter::default()
    };
    let holder = reader.edges_to(total, &holds).unwrap();
    assert_eq!(holder.len(), 1);
    assert_eq!(
        (holder[0].source, holder[0].kind),
        (shop.graph.id(shop.order), EdgeKind::Contains)
    );
}

#[test]
fn what_leads_out_is_kept_with_its_reason() {
    let shop = shop();
    let outside = shop.graph.reader().unresolved_from(shop.graph.id(shop.main)).unwrap();
    let told: Vec<_> = outside
        .iter()
        .map(|one| (one.name.as_str(), one.reason, one.library.as_deref(), one.site.line))
        .collect();
    assert_eq!(
        told,
        [
            ("print", Reason::External, Some("builtins"), 3),
            ("frobnicate", Reason::Unknown, None, 5)
        ]
    );
}

#[test]
fn words_find_parts_of_names_docs_and_bodies_names_first() {
    let shop = shop();
    let reader = shop.graph.reader();
    let first = |question: &[&str]| {
        let words: Vec<String> = question.iter().map(|word| word.to_string()).collect();
        reader.words(&words, 10).unwrap().first().map(|hit| hit.id)
    };
    assert_eq!(first(&["http"]), Some(shop.graph.id(shop.discount)));
    assert_eq!(first(&["taxes"]), Some(shop.graph.id(shop.total)));
    assert_eq!(first(&["seasonal"]), Some(shop.graph.id(shop.discount)));
    assert_eq!(first(&["nowhere"]), None);
    // `order` stands in the class's own name and in its members' scopes.
    assert_eq!(first(&["order"]), Some(shop.graph.id(shop.order)));
    let hits = reader.words(&["order".into(), "applyDiscount".into()], 10).unwrap();
    assert!(hits.is_sorted_by(|a, b| a.score >= b.score), "{hits:?}");
    assert!(hits.iter().all(|hit| hit.score > 0.0), "{hits:?}");
}

#[test]
fn a_term_is_found_with_its_file_and_inflected_words_meet_it() {
    let shop = shop();
    let reader = shop.graph.reader();
    let places = |term: &str| reader.term_places(term, 10).unwrap();
    let found = places("tax");
    assert!(
        found.iter().any(|place| place.id == shop.graph.id(shop.total)),
        "{found:?}"
    );
    let total = reader.node(shop.graph.id(shop.total)).unwrap().unwrap();
    let file = reader.file_node(&total.file).unwrap().unwrap();
    assert!(
        found.iter().all(|place| place.file == file.id && place.score > 0.0),
        "{found:?}"
    );
    // A name of several words is a term as a whole, too.
    assert_eq!(
        places("applyhttpdiscount").first().map(|place| place.id),
        Some(shop.graph.id(shop.discount))
    );
    assert!(places("name:total").is_empty() && places("\"").is_empty());
}

#[test]
fn nothing_that_is_typed_is_taken_for_query_syntax() {
    let shop = shop();
    let reader = shop.graph.reader();
    for typed in [
        "\"",
        "\"\"",
        "'",
        "*",
        "total*",
        "^total",
        "name:total",
        "-total",
        "+",
        "(",
        ")",
        "()",
        "AND",
        "OR",
        "NOT total",
        "NEAR(a b)",
        "{name}: x",
        "a\"b",
        "\0",
        "total\0",
        "--",
        ";",
        "%",
        "\\",
        "日本",
        "é",
        "a-b",
        "a.b()",
        "",
        " ",
        "\u{202e}",
        "🦀",
    ] {
        reader
            .words(&[typed.to_string()], 5)
            .unwrap_or_else(|error| panic!("{typed:?}: {error}"));
    }
    assert_eq!(reader.words(&["total*\"".to_string()], 1).unwrap().len(), 1);
    let many: Vec<String> = (0..5_000).map(|n| format!("word{n}")).collect();
    reader.words(&many, 5).unwrap();
}

#[test]
fn the_fuzzy_search_gets_every_name_with_its_file() {
    let shop = shop();
    let (names, paths) = shop.graph.reader().names().unwrap();
    assert_eq!(paths.len(), 2);
    assert_eq!(names.len(), 7, "two files and five symbols, no directories");
    let total = names
        .iter()
        .find(|row| row.qualified == "shop.order.Order.total")
        .unwrap();
    assert_eq!(paths[total.file as usize], "src/shop/order.py");
}

#[test]
fn everything_streams_in_an_order_of_its_own() {
    let shop = shop();
    let reader = shop.graph.reader();
    let mut nodes = Vec::new();
    reader
        .each_node(&mut |node| nodes.push((node.file, node.name)))
        .unwrap();
    let names: Vec<_> = nodes.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "main.py",
            "main",
            "TOTAL",
            "src",
            "shop",
            "order.py",
            "Order",
            "total",
            "applyHTTPDiscount"
        ]
    );
    let mut edges = Vec::new();
    reader
        .each_edge(&mut |edge| edges.push((edge.kind, edge.file, edge.site.line)))
        .unwrap();
    let calls: Vec<_> = edges
        .iter()
        .filter(|edge| edge.0 != EdgeKind::Contains)
        .map(|edge| edge.2)
        .collect();
    assert_eq!(calls, [2, 4, 6, 11, 7]);
    let contained = edges.iter().filter(|edge| edge.0 == EdgeKind::Contains).count();
    assert_eq!(
        contained,
        nodes.len() - 2,
        "all but `main.py` and `src` stand in something"
    );
}

#[test]
fn counts_agree_with_what_streams() {
    let shop = shop();
    let reader = shop.graph.reader();
    let stats = reader.stats().unwrap();
    let mut edges = 0;
    reader.each_edge(&mut |_| edges += 1).unwrap();
    assert_eq!(stats.edges, edges);
    assert_eq!((stats.files, stats.symbols), (2, 5));
    assert_eq!(stats.files_by_language, [("python".to_string(), 2)]);
    assert_eq!(
        stats.edges_by_resolution,
        [(Resolution::Exact, 4), (Resolution::Candidates, 1)]
    );
    assert_eq!(
        stats.unresolved_by_reason,
        [(Reason::External, 1), (Reason::Unknown, 1)]
    );
    assert!(
        stats.complete && stats.generation > 0 && stats.indexed_at > 0 && stats.graph_bytes > 0,
        "{stats:?}"
    );
    let file = reader.file("main.py").unwrap().unwrap();
    assert_eq!((file.status, file.lines), (FileStatus::Parsed, 12));
    assert_eq!(reader.files().unwrap().len(), 2);
}

#[test]
fn several_questions_can_be_asked_of_one_state() {
    let shop = shop();
    let reader = shop.graph.reader();
    let mut writer = crate::store::Writer::open(&shop.graph.path(), shop.graph.root()).unwrap();
    let (before, during): (u64, u64) = reader
        .at_one_generation(|reader| {
            let before = reader.generation()?;
            writer.begin()?;
            writer.remove_file("main.py")?;
            writer.commit()?;
            Ok::<_, crate::store::StoreError>((before, reader.generation()?))
        })
        .unwrap();
    assert_eq!(before, during);
    assert_eq!(reader.generation().unwrap(), before + 1);
    assert_eq!(reader.file("main.py").unwrap(), None);
}

#[test]
fn the_most_used_come_first_and_candidates_do_not_count() {
    let shop = shop();
    let reader = shop.graph.reader();
    let used = reader.most_used(10).expect("read");
    assert_eq!(
        used,
        [(shop.graph.id(shop.total), 3), (shop.graph.id(shop.discount), 1)]
    );
    assert_eq!(reader.most_used(1).expect("read").len(), 1);
}

use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;

use crate::graph::{NodeFlags, NodeKind};
use crate::query::search::{Index, Query};
use crate::store::testing::Sample;

/// The names of case O32's kind: with everything that other notations take for syntax.
fn harbour() -> Index {
    let mut sample = Sample::new();
    let mut add = |path: &str, kind, name: &str, qualified: &str, line: u32| {
        sample.symbol(path, None, kind, name, qualified, line..=line)
    };
    add("src/net.rs", NodeKind::Struct, "Url", "net::Url", 1);
    add("src/net.rs", NodeKind::Method, "parse_url", "net::Url::parse_url", 4);
    add("src/net.rs", NodeKind::Function, "agent_loop", "net::agent_loop", 7);
    add("src/hull.cpp", NodeKind::Struct, "Hull", "Hull", 1);
    add("src/hull.cpp", NodeKind::Method, "~Hull", "Hull::~Hull", 2);
    add("src/hull.cpp", NodeKind::Method, "operator==", "Hull::operator==", 3);
    add("src/scope.js", NodeKind::Function, "$scope", "$scope", 1);
    add("src/scope.js", NodeKind::Function, "_private", "_private", 2);
    add("src/ask.rb", NodeKind::Method, "ready?", "Ask#ready?", 2);
    add("src/ask.rb", NodeKind::Method, "seal!", "Ask#seal!", 6);
    add("src/init.py", NodeKind::Method, "__init__", "init.Node.__init__", 2);
    add("src/routing/mod.rs", NodeKind::Struct, "Router", "routing::Router", 1);
    add(
        "src/routing/mod.rs",
        NodeKind::Method,
        "route",
        "routing::Router::route",
        5,
    );
    add(
        "src/routing/mod.rs",
        NodeKind::Parameter,
        "route",
        "routing::Router::add::route",
        9,
    );
    add(
        "src/routing/mod.rs",
        NodeKind::Method,
        "add_route",
        "routing::Router::add_route",
        9,
    );
    add(
        "src/routing/mod.rs",
        NodeKind::Method,
        "reroute",
        "routing::Router::reroute",
        12,
    );
    add(
        "src/routing/mod.rs",
        NodeKind::Method,
        "render_outer_edge",
        "routing::Router::render_outer_edge",
        14,
    );
    add("src/größe.ts", NodeKind::Function, "Dateigröße", "größe.Dateigröße", 1);
    let test = add("tests/net.rs", NodeKind::Function, "parse_url", "parse_url", 1);
    let test_route = add("tests/route.rs", NodeKind::Function, "route", "route", 1);
    sample.change(test, |node| node.flags = NodeFlags::TEST);
    sample.change(test_route, |node| node.flags = NodeFlags::TEST);
    Index::load(&sample.build().reader()).unwrap()
}

fn search(index: &Index, query: &str) -> Vec<String> {
    let hits = index.search(&Query::parse(query), 5, &|| true).unwrap();
    hits.into_iter().map(|hit| hit.qualified).collect()
}

#[test]
fn tiers_and_ranks_decide_the_order() {
    let index = harbour();
    assert_eq!(
        search(&index, "route"),
        [
            "routing::Router::route",
            "routing::Router::add::route",
            "routing::Router",
            "tests/route.rs",
            "route",
        ]
    );
    let all = index.search(&Query::parse("route kind:method"), 9, &|| true).unwrap();
    let names: Vec<&str> = all.iter().map(|hit| hit.name.as_str()).collect();
    assert_eq!(names, ["route", "add_route", "reroute", "render_outer_edge"]);
}

#[test]
fn nothing_typed_is_syntax() {
    let index = harbour();
    for query in [
        "parse_url",
        "\"parse_url",
        "parse_url\"",
        "parse_url*",
        "(parse_url",
        "parse_url)",
        "^parse_url",
        "parse_url'",
        "parse_url;",
        "Url::parse_url",
        "Url.parse_url",
        "Url#parse_url",
        "  parse_url  ",
        "PARSE_URL",
        "pars",
        "parse-url",
        "url parse",
        "net parse_url",
        "'parse_url",
        "Url::",
    ] {
        let hits = search(&index, query);
        assert!(
            hits.iter().take(3).any(|name| name == "net::Url::parse_url"),
            "{query}: {hits:?}"
        );
    }
    for (query, name) in [
        ("$scope", "$scope"),
        ("_private", "_private"),
        ("ready?", "Ask#ready?"),
        ("seal!", "Ask#seal!"),
        ("~Hull", "Hull::~Hull"),
        ("operator==", "Hull::operator=="),
        ("__init__", "init.Node.__init__"),
        ("größe kind:fn", "größe.Dateigröße"),
        ("GRÖSSE kind:fn in:none", ""),
    ] {
        assert_eq!(
            search(&index, query).first().map_or("", String::as_str),
            name,
            "{query}"
        );
    }
    for query in [
        "*",
        "-",
        "\"",
        "()",
        ":",
        "+",
        "@",
        "%",
        "<x>",
        "name:parse_url",
        "; DROP TABLE x; --",
        "\0",
        "🚢",
    ] {
        assert!(search(&index, query).is_empty(), "{query}");
    }
}

#[test]
fn filters_narrow() {
    let index = harbour();
    assert_eq!(search(&index, "kind:struct in:routing"), ["routing::Router"]);
    assert_eq!(search(&index, "parse_url path:tests/"), ["parse_url"]);
    assert_eq!(search(&index, "parse_url !tests"), ["net::Url::parse_url"]);
    assert_eq!(search(&index, "parse_url lang:rs kind:method"), ["net::Url::parse_url"]);
    assert_eq!(search(&index, "lang:go"), [""; 0]);
    assert_eq!(
        search(&index, "'route kind:fn !add !re !test"),
        ["routing::Router::route"]
    );
    assert_eq!(search(&index, "^rou kind:fn !test"), ["routing::Router::route"]);
}

#[test]
fn several_words_may_stand_around_the_name() {
    let index = harbour();
    assert_eq!(search(&index, "router route")[0], "routing::Router::route");
    assert_eq!(search(&index, "routing add")[0], "routing::Router::add_route");
    assert_eq!(search(&index, "router rndr")[0], "routing::Router::render_outer_edge");
    assert!(search(&index, "hull route").is_empty());
}

#[test]
fn what_matched_is_marked() {
    let index = harbour();
    let marked = |query: &str| {
        let hit = index.search(&Query::parse(query), 1, &|| true).unwrap().remove(0);
        hit.matched
            .iter()
            .map(|at| hit.name.as_bytes()[*at as usize] as char)
            .collect::<String>()
    };
    assert_eq!(marked("Url::parse"), "parse");
    assert_eq!(marked("rndr"), "rndr");
    assert_eq!(marked("add route"), "addroute");
}

#[test]
fn a_search_can_be_cut_off() {
    let index = harbour();
    let asked = AtomicUsize::new(0);
    let stop = || {
        asked.fetch_add(1, Ordering::Relaxed);
        false
    };
    assert_eq!(index.search(&Query::parse("route"), 5, &stop), None);
    assert!(asked.load(Ordering::Relaxed) > 0);
}

#[test]
fn slips_are_recognised() {
    let index = harbour();
    let similar = |text: &str| {
        index
            .similar(text, 2)
            .into_iter()
            .map(|hit| hit.qualified)
            .collect::<Vec<_>>()
    };
    assert_eq!(similar("Url::prase_url"), ["net::Url::parse_url", "parse_url"]);
    assert_eq!(similar("agentlop"), ["net::agent_loop"]);
    assert!(similar("wholly_different_thing").is_empty());
    assert!(similar("").is_empty());
}

proptest! {
    #[test]
    fn any_query_ends_with_a_list(text in any::<String>(), typed in "[~!'^\"a-e:_. ?*=pr]{0,12}") {
        let index = harbour_once();
        for query in [text, typed] {
            let hits = index.search(&Query::parse(&query), 5, &|| true).unwrap();
            prop_assert!(hits.len() <= 5);
            prop_assert!(hits.is_sorted_by(|a, b| a.score >= b.score));
            for hit in hits {
                prop_assert!(hit.matched.iter().all(|at| (*at as usize) < hit.name.len()));
            }
        }
    }
}

fn harbour_once() -> &'static Index {
    static INDEX: std::sync::OnceLock<Index> = std::sync::OnceLock::new();
    INDEX.get_or_init(harbour)
}

use crate::graph::{EdgeKind, NodeKind, Reason};
use crate::query::path::{self, paths};
use crate::query::walk::{Direction, Neighbours, Options, neighbours};
use crate::store::testing::{Sample, SampleGraph, Symbol};

struct Harbour {
    graph: SampleGraph,
    main: Symbol,
    open: Symbol,
    close: Symbol,
    dock: Symbol,
    steam: Symbol,
}

/// `main` calls `open` twice and, perhaps, `close`; `open` calls `main` again, and `Ship.dock`, which `Steamer.dock`
/// overrides; that one calls `close`.
fn harbour() -> Harbour {
    let mut sample = Sample::new();
    let function = |sample: &mut Sample, name: &str, line: u32| {
        sample.symbol(
            "port.py",
            None,
            NodeKind::Function,
            name,
            &format!("port.{name}"),
            line..=line + 8,
        )
    };
    let main = function(&mut sample, "main", 1);
    let open = function(&mut sample, "open", 11);
    let close = function(&mut sample, "close", 21);
    let dock = sample.symbol("ship.py", None, NodeKind::Method, "dock", "ship.Ship.dock", 1..=5);
    let steam = sample.symbol("ship.py", None, NodeKind::Method, "dock", "ship.Steamer.dock", 11..=15);
    sample.edge(EdgeKind::Calls, main, close, 2, 0.3);
    sample.edge(EdgeKind::Calls, main, open, 5, 1.0);
    sample.edge(EdgeKind::Calls, main, open, 3, 0.9);
    sample.edge(EdgeKind::Calls, open, main, 12, 1.0);
    sample.edge(EdgeKind::Calls, open, dock, 13, 1.0);
    sample.edge(EdgeKind::References, open, close, 14, 1.0);
    sample.edge(EdgeKind::Overrides, steam, dock, 11, 1.0);
    sample.edge(EdgeKind::Calls, steam, close, 12, 1.0);
    sample.unresolved(EdgeKind::Calls, main, "print", Reason::External, Some("builtins"), 4);
    sample.unresolved(EdgeKind::TypeOf, main, "str", Reason::External, Some("builtins"), 1);
    let graph = sample.build();
    Harbour {
        graph,
        main,
        open,
        close,
        dock,
        steam,
    }
}

fn walk(harbour: &Harbour, start: Symbol, direction: Direction, change: impl FnOnce(&mut Options)) -> Neighbours {
    let mut options = Options {
        direction,
        kinds: vec![],
        min_confidence: 0.0,
        depth: 1,
        limit: 10,
    };
    change(&mut options);
    neighbours(&harbour.graph.reader(), harbour.graph.id(start), &options).unwrap()
}

fn names(found: &Neighbours) -> Vec<String> {
    found
        .rows
        .iter()
        .map(|row| format!("{} {:.1} x{}", row.node.qualified, row.confidence, row.edges.len()))
        .collect()
}

#[test]
fn callees_stand_in_source_order_with_all_their_sites() {
    let harbour = harbour();
    let found = walk(&harbour, harbour.main, Direction::Callees, |_| {});
    assert_eq!(names(&found), ["port.close 0.3 x1", "port.open 1.0 x2"]);
    let lines: Vec<u32> = found.rows[1].edges.iter().map(|edge| edge.site.line).collect();
    assert_eq!(lines, [3, 5]);
    let unresolved: Vec<&str> = found
        .unresolved
        .iter()
        .map(|reference| reference.name.as_str())
        .collect();
    assert_eq!(unresolved, ["print"]);
}

#[test]
fn callers_stand_with_the_most_certain_first() {
    let harbour = harbour();
    let found = walk(&harbour, harbour.close, Direction::Callers, |_| {});
    assert_eq!(names(&found), ["ship.Steamer.dock 1.0 x1", "port.main 0.3 x1"]);
    let certain = walk(&harbour, harbour.close, Direction::Callers, |options| {
        options.min_confidence = 0.5
    });
    assert_eq!(names(&certain), ["ship.Steamer.dock 1.0 x1"]);
    assert!(found.unresolved.is_empty());
}

#[test]
fn recursion_is_marked_and_not_opened() {
    let harbour = harbour();
    let found = walk(&harbour, harbour.main, Direction::Callees, |options| options.depth = 9);
    let open = found.rows[1].next.as_ref().unwrap();
    assert_eq!(names(open), ["port.main 1.0 x1", "ship.Ship.dock 1.0 x1"]);
    assert!(open.rows[0].recursive && open.rows[0].next.is_none());
    assert!(!open.rows[1].recursive && open.rows[1].next.is_some());
}

#[test]
fn the_limit_counts_what_it_leaves_out() {
    let harbour = harbour();
    let found = walk(&harbour, harbour.main, Direction::Callees, |options| options.limit = 1);
    assert_eq!((found.rows.len(), found.more), (1, 1));
    let kinds = walk(&harbour, harbour.open, Direction::Callees, |options| {
        options.kinds = vec![EdgeKind::References]
    });
    assert_eq!(names(&kinds), ["port.close 1.0 x1"]);
}

fn chain(harbour: &Harbour, from: Symbol, to: Symbol, options: &path::Options) -> Vec<String> {
    let ids = |symbol| [harbour.graph.id(symbol)];
    let found = paths(&harbour.graph.reader(), &ids(from), &ids(to), options).unwrap();
    assert!(found.complete);
    found
        .chains
        .iter()
        .map(|chain| {
            let hops = chain
                .hops
                .iter()
                .map(|hop| format!(" {} {}", hop.edge.kind, hop.to.qualified));
            std::iter::once(chain.start.qualified.clone()).chain(hops).collect()
        })
        .collect()
}

#[test]
fn a_chain_passes_through_what_overrides_a_method() {
    let harbour = harbour();
    assert_eq!(
        chain(&harbour, harbour.main, harbour.close, &path::Options::default()),
        ["port.main calls port.open calls ship.Ship.dock overrides ship.Steamer.dock calls port.close"]
    );
}

#[test]
fn doubtful_edges_shorten_a_chain_only_where_they_may() {
    let harbour = harbour();
    let doubtful = path::Options {
        min_confidence: 0.0,
        ..path::Options::default()
    };
    assert_eq!(
        chain(&harbour, harbour.main, harbour.close, &doubtful),
        ["port.main calls port.close"]
    );
}

#[test]
fn no_chain_and_the_shortest_of_all() {
    let harbour = harbour();
    let options = path::Options::default();
    assert!(chain(&harbour, harbour.close, harbour.main, &options).is_empty());
    assert_eq!(
        chain(&harbour, harbour.dock, harbour.dock, &options),
        ["ship.Ship.dock"]
    );
    assert_eq!(
        chain(&harbour, harbour.steam, harbour.close, &options),
        ["ship.Steamer.dock calls port.close"]
    );
}

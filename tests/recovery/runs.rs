//! One run after the other.

use portolan::index::{Options, run};
use portolan::store::Reader;

use super::{Tree, assert_same};

const SHOP: &[(&str, &str)] = &[
    ("shop/__init__.py", "from .order import Order\n"),
    (
        "shop/order.py",
        "from .price import total\n\nclass Order:\n    def pay(self):\n        return total(self)\n",
    ),
    ("shop/price.py", "def total(order):\n    return 1\n"),
    ("main.py", "from shop import Order\n\ndef main():\n    Order().pay()\n"),
    ("core/Cargo.toml", "[package]\nname = \"core-lib\"\n"),
    ("core/src/lib.rs", "mod pier;\npub fn dock() { pier::tie() }\n"),
    (
        "core/src/pier.rs",
        "pub struct Pier;\nimpl Pier { pub fn free(&self) {} }\npub fn tie() { Pier.free() }\n",
    ),
];

fn assert_incremental_equals_full(tree: &Tree, what: &str) {
    tree.index("live.db");
    let name = format!("fresh-{}.db", what.replace(' ', "-"));
    tree.index(&name);
    assert_same(&tree.graph("live.db"), &tree.graph(&name), what);
}

#[test]
fn symbols_and_edges_of_several_languages_are_in_the_graph() {
    let tree = Tree::new(SHOP);
    let report = tree.index("graph.db");
    assert_eq!((report.files, report.changed, report.removed), (7, 7, 0));
    let graph = tree.graph("graph.db");
    let has = |wanted: &[&str]| graph.iter().any(|line| wanted.iter().all(|part| line.contains(part)));
    assert!(
        has(&["shop.order.Order.pay", " calls ", "shop.price.total", "import"]),
        "{graph:#?}"
    );
    assert!(
        has(&["main.main", " calls ", "shop.order.Order.pay", "receiver"]),
        "{graph:#?}"
    );
    assert!(has(&["core_lib::dock", " calls ", "core_lib::pier::tie"]), "{graph:#?}");
    assert!(
        has(&["core_lib::pier::tie", " calls ", "core_lib::pier::Pier::free"]),
        "{graph:#?}"
    );
    assert!(
        has(&["core_lib::pier::Pier", " contains ", "core_lib::pier::Pier::free"]),
        "{graph:#?}"
    );
}

#[test]
fn a_run_after_edits_leaves_what_a_fresh_one_would() {
    let tree = Tree::new(SHOP);
    tree.index("live.db");
    tree.write(
        "shop/price.py",
        "def total(order):\n    return tax(order)\n\ndef tax(order):\n    return 2\n",
    );
    assert_incremental_equals_full(&tree, "a function more");
    tree.write("shop/price.py", "def tax(order):\n    return 2\n");
    assert_incremental_equals_full(&tree, "a function that others call is gone");
    tree.remove("shop/price.py");
    assert_incremental_equals_full(&tree, "a file is gone");
    tree.write("shop/price.py", "def total(order, more=1):\n    return 1\n");
    assert_incremental_equals_full(&tree, "and back");
    tree.write("core/Cargo.toml", "[package]\nname = \"renamed\"\n");
    assert_incremental_equals_full(&tree, "another crate name");
    tree.write("core/src/lib.rs", "pub struct Pier;\nmod pier;\n");
    assert_incremental_equals_full(&tree, "another root");
    tree.remove("shop/__init__.py");
    assert_incremental_equals_full(&tree, "no package any more");
}

#[test]
fn nothing_changed_is_no_new_generation() {
    let tree = Tree::new(SHOP);
    let first = tree.index("graph.db");
    let second = tree.index("graph.db");
    assert_eq!((second.changed, second.generation), (0, first.generation));
}

#[test]
fn a_rebuild_takes_the_old_ones_place_under_an_open_reader() {
    let tree = Tree::new(SHOP);
    let first = tree.index("graph.db");
    let before = tree.graph("graph.db");
    let reader = Reader::open(&tree.db("graph.db")).unwrap();
    tree.write("late.py", "def late(): pass\n");
    let full = Options {
        full: true,
        ..tree.options("graph.db")
    };
    let rebuilt = run(&full, &|_| (), &|| true).unwrap();
    assert!(rebuilt.generation > first.generation);
    assert_eq!(reader.generation().unwrap(), rebuilt.generation);
    assert!(tree.graph("graph.db").len() > before.len());
    assert!(!tree.db("graph.db.new").exists());
}

#[test]
fn a_cancelled_run_leaves_the_graph_as_it_was() {
    let tree = Tree::new(SHOP);
    tree.index("graph.db");
    let before = tree.graph("graph.db");
    tree.write("late.py", "def late(): pass\n");
    let refused = run(&tree.options("graph.db"), &|_| (), &|| false).unwrap_err();
    assert_eq!(refused.to_string(), "cancelled");
    assert_eq!(tree.graph("graph.db"), before);
}

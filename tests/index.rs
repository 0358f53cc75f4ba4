//! Indexing from outside of the library: what a run leaves behind, and that a run after edits leaves what a fresh one would.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use portolan::graph::{Edge, Node};
use portolan::index::{Options, Report, run};
use portolan::store::{Reader, StoreError};
use tempfile::TempDir;

struct Tree {
    directory: TempDir,
}

impl Tree {
    fn new(files: &[(&str, &str)]) -> Self {
        let tree = Self {
            directory: TempDir::new().unwrap(),
        };
        for (path, text) in files {
            tree.write(path, text);
        }
        tree
    }

    fn root(&self) -> PathBuf {
        self.directory.path().join("project")
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn remove(&self, path: &str) {
        fs::remove_file(self.root().join(path)).unwrap();
    }

    fn db(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn index(&self, db: &str, full: bool) -> Report {
        let options = Options {
            root: self.root(),
            db: self.db(db),
            full,
            jobs: 2,
        };
        run(&options, &|_| (), &|| true).unwrap()
    }

    /// The graph in words, without row ids.
    fn graph(&self, db: &str) -> BTreeSet<String> {
        graph(&self.db(db)).unwrap()
    }
}

fn graph(db: &Path) -> Result<BTreeSet<String>, StoreError> {
    let reader = Reader::open(db)?;
    let mut lines = BTreeSet::new();
    let mut nodes: Vec<Node> = Vec::new();
    reader.each_node(&mut |node| nodes.push(node))?;
    let key = |id| {
        nodes
            .iter()
            .find(|node| node.id == id)
            .map(Node::key)
            .unwrap_or_default()
    };
    for node in &nodes {
        let parent = node.parent.map(key);
        lines.insert(format!(
            "{} in {parent:?} {}-{} {}",
            node.key(),
            node.line,
            node.end_line,
            node.signature
        ));
    }
    let mut edges: Vec<Edge> = Vec::new();
    reader.each_edge(&mut |edge| edges.push(edge))?;
    for edge in edges {
        let (source, target) = (key(edge.source), key(edge.target));
        lines.insert(format!(
            "{source} {} {target} {}:{} {} {}",
            edge.kind, edge.file, edge.site.line, edge.resolution, edge.confidence
        ));
    }
    Ok(lines)
}

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
    tree.index("live.db", false);
    let name = format!("fresh-{}.db", what.replace(' ', "-"));
    tree.index(&name, false);
    let (live, fresh) = (tree.graph("live.db"), tree.graph(&name));
    let missing: Vec<_> = fresh.difference(&live).collect();
    let left_over: Vec<_> = live.difference(&fresh).collect();
    assert!(
        missing.is_empty() && left_over.is_empty(),
        "{what}: missing {missing:#?}, left over {left_over:#?}"
    );
}

#[test]
fn symbols_and_edges_of_several_languages_are_in_the_graph() {
    let tree = Tree::new(SHOP);
    let report = tree.index("graph.db", false);
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
    tree.index("live.db", false);
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
    let first = tree.index("graph.db", false);
    let second = tree.index("graph.db", false);
    assert_eq!((second.changed, second.generation), (0, first.generation));
}

#[test]
fn a_rebuild_takes_the_old_ones_place_under_an_open_reader() {
    let tree = Tree::new(SHOP);
    let first = tree.index("graph.db", false);
    let before = tree.graph("graph.db");
    let reader = Reader::open(&tree.db("graph.db")).unwrap();
    tree.write("late.py", "def late(): pass\n");
    let rebuilt = tree.index("graph.db", true);
    assert!(rebuilt.generation > first.generation);
    assert_eq!(reader.generation().unwrap(), rebuilt.generation);
    assert!(tree.graph("graph.db").len() > before.len());
    assert!(!tree.db("graph.db.new").exists());
}

#[test]
fn a_cancelled_run_leaves_the_graph_as_it_was() {
    let tree = Tree::new(SHOP);
    tree.index("graph.db", false);
    let before = tree.graph("graph.db");
    tree.write("late.py", "def late(): pass\n");
    let options = Options {
        root: tree.root(),
        db: tree.db("graph.db"),
        full: false,
        jobs: 1,
    };
    let refused = run(&options, &|_| (), &|| false).unwrap_err();
    assert_eq!(refused.to_string(), "cancelled");
    assert_eq!(tree.graph("graph.db"), before);
}

#[test]
fn a_damaged_graph_is_kept_aside_and_built_anew() {
    let tree = Tree::new(SHOP);
    let own = tree.root().join(".portolan");
    fs::create_dir_all(&own).unwrap();
    fs::write(
        own.join("graph.db"),
        "no database at all, though it lies where one should",
    )
    .unwrap();
    let options = Options {
        root: tree.root(),
        db: own.join("graph.db"),
        full: false,
        jobs: 2,
    };
    let report = run(&options, &|_| (), &|| true).unwrap();
    assert_eq!(report.notes.len(), 1, "{:?}", report.notes);
    assert!(report.notes[0].contains("graph.db.damaged-1"), "{:?}", report.notes);
    assert!(own.join("graph.db.damaged-1").exists());
    assert!(graph(&own.join("graph.db")).unwrap().len() > 10);
}

#[test]
fn a_foreign_file_is_refused_and_untouched() {
    let tree = Tree::new(SHOP);
    let foreign = tree.db("notes.txt");
    fs::write(&foreign, "my notes").unwrap();
    let options = Options {
        root: tree.root(),
        db: foreign.clone(),
        full: false,
        jobs: 2,
    };
    let refused = run(&options, &|_| (), &|| true).unwrap_err().to_string();
    assert!(refused.contains("is not a Portolan graph"), "{refused}");
    assert_eq!(fs::read_to_string(foreign).unwrap(), "my notes");
}

//! Whatever series of edits: the graph equals that of a fresh index of the same tree.

use std::fs;

use proptest::prelude::*;

use super::{Tree, assert_same, assert_sound};

/// Files that come, go and change. Some hold what others refer to.
const PATHS: &[&str] = &[
    "shop/__init__.py",
    "shop/order.py",
    "shop/price.py",
    "main.py",
    "lib/Cargo.toml",
    "lib/src/lib.rs",
    "lib/src/pier.rs",
    "web/cart.ts",
    "web/util/index.ts",
    "go.mod",
    "ship/ship.go",
    "ship/crew.go",
    "notes.txt",
    ".gitignore",
];

/// Pieces of each kind of file; any of them, in order, make a file.
fn pieces(path: &str) -> &'static [&'static str] {
    match path.rsplit('.').next() {
        Some("py") => &[
            "from shop.price import total\n",
            "from .order import Order as Thing, VALUE\n",
            "from shop import *\n",
            "VALUE = 3\n",
            "def total(order):\n    \"\"\"Adds up.\"\"\"\n    return order.sum(VALUE)\n",
            "class Base:\n    def sum(self, by):\n        return self.part() * by\n    def part(self):\n        return 1\n",
            "class Order(Base):\n    def part(self):\n        return total(self)\n",
            "class Order:\n    pass\n",
            "def main():\n    order = Order()\n    print(order.sum(2), total(order))\n",
            "def broken(:\n",
        ],
        Some("rs") => &[
            "mod pier;\n",
            "use crate::pier::Pier;\n",
            "pub struct Pier { length: u32 }\n",
            "impl Pier {\n    /// Ties.\n    pub fn tie(&self) -> u32 { self.length }\n}\n",
            "pub trait Moor { fn moor(&self) -> u32; }\n",
            "impl crate::Moor for Pier { fn moor(&self) -> u32 { self.tie() } }\n",
            "pub fn dock(pier: &pier::Pier) -> u32 { pier.tie() + total() }\n",
            "fn total() -> u32 { 7 }\n",
        ],
        Some("ts") => &[
            "import { total } from './util';\n",
            "export * from '../cart';\n",
            "export function total(values: number[]): number { return values.length; }\n",
            "export class Cart {\n  items: number[] = [];\n  sum() { return total(this.items); }\n}\n",
            "export class Order extends Cart { sum() { return super.sum(); } }\n",
            "const cart = new Cart();\ncart.sum();\n",
        ],
        Some("go") => &[
            "package ship\n",
            "type Crew struct { size int }\n",
            "func (c *Crew) Total() int { return c.size }\n",
            "func Sail(c *Crew) int { return c.Total() + load() }\n",
            "func load() int { return 1 }\n",
        ],
        Some("toml") => &[
            "[package]\n",
            "name = \"lib\"\n",
            "name = \"pier-lib\"\n",
            "edition = \"2024\"\n",
        ],
        Some("mod") => &["module example.org/ship\n", "module example.org/other\n", "go 1.22\n"],
        Some("gitignore") => &["shop/\n", "*.ts\n", "!cart.ts\n", "lib/src/pier.rs\n"],
        _ => &["some words about order and total\n", "and a class of piers\n"],
    }
}

#[derive(Debug, Clone)]
enum Edit {
    /// The pieces whose bits are set.
    Write(usize, u16),
    Remove(usize),
    Rename(usize, usize),
    /// Written again as it is.
    Touch(usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let path = 0..PATHS.len();
    prop_oneof![
        6 => (path.clone(), any::<u16>()).prop_map(|(path, bits)| Edit::Write(path, bits)),
        1 => path.clone().prop_map(Edit::Remove),
        1 => (path.clone(), path.clone()).prop_map(|(from, to)| Edit::Rename(from, to)),
        1 => path.prop_map(Edit::Touch),
    ]
}

fn apply(tree: &Tree, edit: &Edit) {
    match *edit {
        Edit::Write(path, bits) => {
            let pieces = pieces(PATHS[path]).iter().enumerate();
            let text: String = pieces
                .filter(|(place, _)| bits >> place & 1 == 1)
                .map(|(_, piece)| *piece)
                .collect();
            tree.write(PATHS[path], text);
        }
        // What is not there can neither go nor move.
        Edit::Remove(path) => drop(fs::remove_file(tree.at(PATHS[path]))),
        Edit::Rename(from, to) => drop(fs::rename(tree.at(PATHS[from]), tree.at(PATHS[to]))),
        Edit::Touch(path) => {
            if let Ok(text) = fs::read(tree.at(PATHS[path])) {
                tree.write(PATHS[path], text);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_edits_one_by_one_leave_what_a_fresh_index_makes(
        begin in proptest::collection::vec(any::<u16>(), PATHS.len()),
        rounds in proptest::collection::vec(proptest::collection::vec(edit(), 1..4), 1..5),
    ) {
        let tree = Tree::new(&[]);
        for (path, bits) in begin.into_iter().enumerate() {
            apply(&tree, &Edit::Write(path, bits));
        }
        tree.index("live.db");
        for round in &rounds {
            for edit in round {
                apply(&tree, edit);
            }
            tree.index("live.db");
        }
        tree.index("fresh.db");
        assert_same(&tree.graph("live.db"), &tree.graph("fresh.db"), &format!("{rounds:?}"));
        assert_sound(&tree.db("live.db"));
    }
}

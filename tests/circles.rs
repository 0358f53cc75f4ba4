//! Sources that refer to themselves and to each other in circles: every run ends, and what is certain is still found.

use std::fs;
use std::sync::mpsc::channel;
use std::time::Duration;

use portolan::graph::EdgeKind;
use portolan::index::{Options, run};
use portolan::store::{EdgeFilter, Reader};
use tempfile::TempDir;

/// The names of what a function calls, in order; the run must end within a minute.
fn callees_of(files: &[(&str, String)], function: &str) -> Vec<String> {
    let directory = TempDir::new().unwrap();
    for (path, text) in files {
        let path = directory.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let root = directory.path().to_path_buf();
    let db = root.join("graph.db");
    let options = Options {
        root,
        db: db.clone(),
        full: false,
        jobs: 1,
    };
    let (done, ended) = channel();
    std::thread::spawn(move || done.send(run(&options, &|_| (), &|| true).map(|_| ())));
    ended
        .recv_timeout(Duration::from_secs(60))
        .expect("the run ends")
        .unwrap();
    let reader = Reader::open(&db).unwrap();
    let function = reader.by_name(function).unwrap().remove(0);
    let filter = EdgeFilter {
        kinds: vec![EdgeKind::Calls],
        min_confidence: 0.5,
        limit: 0,
    };
    let edges = reader.edges_from(function.id, &filter).unwrap();
    edges
        .iter()
        .map(|edge| reader.node(edge.target).unwrap().unwrap().qualified)
        .collect()
}

fn text(text: &str) -> String {
    text.to_owned()
}

#[test]
fn files_that_import_a_name_from_each_other_and_define_it_nowhere() {
    let files = [
        (
            "a.ts",
            text(
                "import { x } from './b';\nexport { x };\nexport function go() { x(); here(); }\nfunction here() {}\n",
            ),
        ),
        ("b.ts", text("import { x } from './a';\nexport { x };\n")),
    ];
    assert_eq!(callees_of(&files, "go"), ["here"]);
}

#[test]
fn barrels_in_a_circle_still_give_what_one_of_them_defines() {
    let files = [
        ("a.ts", text("export * from './b';\nexport * from './c';\n")),
        ("b.ts", text("export * from './a';\n")),
        ("c.ts", text("export * from './b';\nexport function moor() {}\n")),
        (
            "use.ts",
            text("import { moor } from './b';\nexport function go() { moor(); }\n"),
        ),
    ];
    assert_eq!(callees_of(&files, "go"), ["moor"]);
}

#[test]
fn packages_whose_modules_take_everything_from_each_other() {
    let files = [
        ("port/__init__.py", text("from .a import *\nfrom .b import *\n")),
        ("port/a.py", text("from .b import *\nfrom . import *\n")),
        (
            "port/b.py",
            text("from .a import *\nfrom . import *\ndef moor():\n    pass\n"),
        ),
        (
            "use.py",
            text("from port import moor, nothing\n\ndef go():\n    nothing()\n    moor()\n"),
        ),
    ];
    assert_eq!(callees_of(&files, "go"), ["port.b.moor"]);
}

/// Every module takes everything from every other: there are more ways through them than can be walked.
#[test]
fn a_mesh_of_wildcards_is_walked_once() {
    let modules: Vec<String> = (0..24).map(|ix| format!("m{ix}")).collect();
    let mut files = vec![("Cargo.toml".to_owned(), text("[package]\nname = \"mesh\"\n"))];
    let declared: String = modules.iter().map(|name| format!("mod {name};\n")).collect();
    files.push(("src/lib.rs".to_owned(), declared));
    for name in &modules {
        let others = modules.iter().filter(|other| *other != name);
        let mut source: String = others.map(|other| format!("pub use super::{other}::*;\n")).collect();
        if name == "m0" {
            source += "pub fn go() { moor(); unknown(); }\n";
        }
        if name == "m23" {
            source += "pub fn moor() {}\n";
        }
        files.push((format!("src/{name}.rs"), source));
    }
    let files: Vec<(&str, String)> = files.iter().map(|(path, text)| (path.as_str(), text.clone())).collect();
    assert_eq!(callees_of(&files, "go"), ["mesh::m23::moor"]);
}

#[test]
fn bounds_aliases_supertypes_and_iterators_in_terms_of_themselves() {
    let source = "\
type A = A | B; type B = A | B;
interface Loop extends Loop {}
class One { *[Symbol.iterator](): Two { return null } }
class Two { *[Symbol.iterator](): One { return null } }
class Up extends Down {}
class Down extends Up {}
function here() {}
export function go<T extends U | V, U extends T | V, V extends T | U>(t: T, a: A, one: One, take: A) {
  t.member(); a.member(); for (const item of one) { item.member(); }
  new Up().member(); take(x => x.member()); here();
}
";
    assert_eq!(callees_of(&[("a.ts", text(source))], "go"), ["here"]);
}

//! The real program, killed while it writes.

use std::process::Stdio;
use std::time::{Duration, Instant};

use portolan::store::{Reader, StoreError};

use super::{Tree, assert_same, assert_sound};

/// Kills of a first run and of later ones, spread over the time that a run takes.
const KILLS: u32 = 10;

fn many_files(tree: &Tree, round: u32) {
    for n in 0..60u32 {
        let other = (n + round) % 60;
        let text = format!(
            "from pkg.m{other} import Class{other}\n\nclass Class{n}(Class{other}):\n    def value(self):\n        return \
             self.total() + {round}\n\n    def total(self):\n        return Class{other}().value()\n"
        );
        tree.write(&format!("pkg/m{n}.py"), text);
    }
    tree.write("pkg/__init__.py", "");
}

fn killed_after(tree: &Tree, pause: Duration) {
    let db = tree.db("graph.db");
    let mut command = tree.program(&["index", "--db", db.to_str().unwrap()]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(pause);
    // It may be done already: the last kills of each round are meant to come late.
    let _ = child.kill();
    child.wait().unwrap();
}

#[test]
fn a_killed_run_loses_nothing_and_the_next_one_repairs_the_rest() {
    let tree = Tree::new(&[]);
    let db = tree.db("graph.db");
    many_files(&tree, 0);
    let start = Instant::now();
    let (status, _, problem) = tree.run_program(&["index", "--db", tree.db("timed.db").to_str().unwrap()]);
    assert_eq!(status, 0, "{problem}");
    let whole = start.elapsed();
    for round in 0..3 {
        for kill in 0..KILLS {
            many_files(&tree, round * KILLS + kill);
            killed_after(&tree, whole * kill / (KILLS - 2));
            match Reader::open(&db) {
                Ok(reader) => {
                    reader.stats().unwrap();
                    reader.each_edge(&mut |_| ()).unwrap();
                }
                Err(StoreError::Missing(_)) => assert_eq!(round, 0, "it stood before"),
                Err(error) => panic!("{error}"),
            }
        }
        tree.index("graph.db");
        assert_sound(&db);
        let fresh = format!("fresh-{round}.db");
        tree.index(&fresh);
        assert_same(&tree.graph("graph.db"), &tree.graph(&fresh), "after the kills");
    }
}

//! Files that are a graph, and files that are not.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use tempfile::TempDir;

use crate::graph::NodeKind;
use crate::store::testing::{Sample, SampleGraph};
use crate::store::{Aside, Reader, StoreError, Writer, set_aside};

fn graph() -> SampleGraph {
    let mut sample = Sample::new();
    sample.symbol("a.py", None, NodeKind::Function, "f", "a.f", 1..=2);
    sample.build()
}

fn refusal(path: &Path) -> StoreError {
    let error = Reader::open(path).err().expect("this is no graph");
    assert!(error.to_string().contains(&path.display().to_string()), "{error}");
    error
}

#[test]
fn no_file_and_an_empty_file_are_missing() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("graph.db");
    assert!(matches!(refusal(&path), StoreError::Missing(_)));
    fs::write(&path, "").unwrap();
    assert!(matches!(refusal(&path), StoreError::Missing(_)));
    Connection::open(&path)
        .unwrap()
        .execute_batch("CREATE TABLE t(x); DROP TABLE t; VACUUM")
        .unwrap();
    assert!(fs::metadata(&path).unwrap().len() > 0);
    assert!(matches!(refusal(&path), StoreError::Missing(_)));
    Writer::open(&path, directory.path()).unwrap();
    assert_eq!(Reader::open(&path).unwrap().generation().unwrap(), 0);
}

#[test]
fn what_others_made_is_refused_and_untouched() {
    let directory = TempDir::new().unwrap();
    let text = directory.path().join("notes.txt");
    fs::write(&text, "not a database, but dear to somebody").unwrap();
    assert!(matches!(refusal(&text), StoreError::Foreign { .. }));
    assert!(matches!(
        Writer::open(&text, directory.path()),
        Err(StoreError::Foreign { .. })
    ));
    assert_eq!(
        fs::read_to_string(&text).unwrap(),
        "not a database, but dear to somebody"
    );

    let other = directory.path().join("other.sqlite");
    Connection::open(&other)
        .unwrap()
        .execute_batch("CREATE TABLE people(name)")
        .unwrap();
    let before = fs::read(&other).unwrap();
    assert!(matches!(refusal(&other), StoreError::Foreign { .. }));
    assert!(matches!(
        Writer::open(&other, directory.path()),
        Err(StoreError::Foreign { .. })
    ));
    assert_eq!(fs::read(&other).unwrap(), before);

    assert!(matches!(refusal(directory.path()), StoreError::Foreign { .. }));
}

#[test]
fn rubbish_in_the_place_of_a_graph_is_a_damaged_graph() {
    let directory = TempDir::new().unwrap();
    for place in [".portolan", "portolan/project-1"] {
        let own = directory.path().join(place);
        fs::create_dir_all(&own).unwrap();
        let path = own.join("graph.db");
        fs::write(&path, [7; 5_000]).unwrap();
        assert!(matches!(refusal(&path), StoreError::Damaged { .. }));
    }
}

#[test]
fn a_graph_whose_tables_are_overwritten_is_damaged() {
    let graph = graph();
    let path = graph.path();
    let mut bytes = fs::read(&path).unwrap();
    bytes[100..4096].fill(0xA5);
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(refusal(&path), StoreError::Damaged { .. }));
    fs::write(&path, &bytes[..3000]).unwrap();
    assert!(matches!(refusal(&path), StoreError::Damaged { .. }));
}

#[test]
fn another_version_is_told_by_its_number() {
    let graph = graph();
    Connection::open(graph.path())
        .unwrap()
        .pragma_update(None, "user_version", 99)
        .unwrap();
    let StoreError::Version { found, .. } = refusal(&graph.path()) else {
        panic!("not a question of version")
    };
    assert_eq!(found, 99);
}

#[test]
fn a_bad_graph_is_kept_under_another_name() {
    let graph = graph();
    let path = graph.path();
    let bytes = fs::read(&path).unwrap();
    for name in ["graph.db.damaged-1", "graph.db.damaged-2"] {
        let kept = set_aside(&path, Aside::Damaged).unwrap();
        assert_eq!(kept, graph.root().join(name));
        assert_eq!(fs::read(&kept).unwrap(), bytes);
        assert!(!path.exists());
        fs::write(&path, &bytes).unwrap();
    }
    assert_eq!(
        set_aside(&path, Aside::Version(3)).unwrap(),
        graph.root().join("graph.db.v3")
    );
    fs::write(&path, &bytes).unwrap();
    assert_eq!(
        set_aside(&path, Aside::Version(3)).unwrap(),
        graph.root().join("graph.db.v3-2")
    );
}

/// A directory stands where SQLite would put its shared memory: what a directory without write permission does to
/// everyone but root, it does to root too.
#[test]
fn a_graph_can_be_read_where_nothing_can_be_written() {
    let graph = graph();
    let path = graph.path();
    fs::create_dir(graph.root().join("graph.db-shm")).unwrap();
    let reader = Reader::open(&path).unwrap();
    assert_eq!(reader.by_name("f").unwrap().len(), 1);
    assert_eq!(reader.words(&["f".into()], 3).unwrap().len(), 1);
}

#[test]
fn odd_paths_open() {
    let directory = TempDir::new().unwrap();
    let odd = directory.path().join("a b%20?x=1#y 'q' é");
    fs::create_dir(&odd).unwrap();
    let path = odd.join("graph.db");
    let mut writer = Writer::open(&path, &odd).unwrap();
    writer.begin().unwrap();
    writer.complete().unwrap();
    writer.commit().unwrap();
    drop(writer);
    assert_eq!(Reader::open(&path).unwrap().root().unwrap(), odd);
    // Left behind by the reader, which may not tidy up.
    fs::remove_file(odd.join("graph.db-shm")).unwrap();
    fs::create_dir(odd.join("graph.db-shm")).unwrap();
    assert!(Reader::open(&path).unwrap().stats().unwrap().complete);
}

#[test]
fn the_file_explains_itself_to_plain_sqlite() {
    let graph = graph();
    let plain = Connection::open(graph.path()).unwrap();
    let told: (String, String, String) = plain
        .query_row("SELECT kind, qualified, file FROM symbol WHERE name = 'f'", (), |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .unwrap();
    assert_eq!(told, ("function".into(), "a.f".into(), "a.py".into()));
    for view in ["relation", "outside"] {
        plain
            .query_row(&format!("SELECT count(*) FROM {view}"), (), |row| row.get::<_, i64>(0))
            .unwrap();
    }
    let sound: String = plain.query_row("PRAGMA integrity_check", (), |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
}

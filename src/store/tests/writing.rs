//! What a second write keeps, changes and removes.

use tempfile::TempDir;

use crate::graph::{EdgeFlags, EdgeKind, NodeFlags, NodeId, NodeKind, Reason, Resolution, Site, Visibility};
use crate::store::{EdgeFilter, FileStatus, NewEdge, NewFile, NewNode, NewUnresolved, Reader, Words, Writer};

struct Place {
    directory: TempDir,
}

impl Place {
    fn new() -> Self {
        Self {
            directory: TempDir::new().unwrap(),
        }
    }
    fn writer(&self) -> Writer {
        Writer::open(&self.directory.path().join("graph.db"), self.directory.path()).unwrap()
    }
    fn reader(&self) -> Reader {
        Reader::open(&self.directory.path().join("graph.db")).unwrap()
    }
}

fn node(kind: NodeKind, name: &str, qualified: &str, line: u32) -> NewNode {
    NewNode {
        parent: None,
        kind,
        name: name.into(),
        qualified: qualified.into(),
        line,
        end_line: line + 1,
        start_byte: line * 10,
        end_byte: line * 10 + 20,
        signature: name.into(),
        doc: String::new(),
        visibility: Visibility::Public,
        flags: NodeFlags::default(),
        ordinal: 0,
        words: Words::of(name, qualified, "", "", &[]),
    }
}

/// A file whose functions stand one below the other.
fn put(writer: &mut Writer, path: &str, functions: &[&str]) -> Vec<NodeId> {
    let mut nodes = vec![node(NodeKind::File, path.rsplit('/').next().unwrap(), path, 0)];
    nodes.extend(
        functions
            .iter()
            .zip(1..)
            .map(|(name, line)| node(NodeKind::Function, name, name, line)),
    );
    put_nodes(writer, path, &nodes, &functions.join(" "))
}

fn put_nodes(writer: &mut Writer, path: &str, nodes: &[NewNode], facts: &str) -> Vec<NodeId> {
    let file = NewFile {
        path,
        language: "python",
        size: 1,
        mtime: 2,
        hash: u64::MAX,
        lines: 3,
        status: &FileStatus::Errors {
            nodes: 4,
            first_line: 5,
        },
        notes: "generated",
        nodes,
        facts: facts.as_bytes(),
    };
    writer.put_file(&file).unwrap()
}

fn call(source: NodeId, target: NodeId, line: u32) -> NewEdge {
    NewEdge {
        kind: EdgeKind::Calls,
        source,
        target,
        site: Site { line, column: 0 },
        resolution: Resolution::Import,
        confidence: 0.9,
        flags: EdgeFlags::CALLBACK,
    }
}

#[test]
fn symbols_that_stay_keep_their_ids_and_the_edges_to_them() {
    let place = Place::new();
    let mut writer = place.writer();
    writer.begin().unwrap();
    let a = put(&mut writer, "lib/a.py", &["one", "two"]);
    let b = put(&mut writer, "b.py", &["main"]);
    writer
        .put_references("b.py", &[call(b[1], a[1], 2), call(b[1], a[2], 3)], &[])
        .unwrap();
    writer.complete().unwrap();
    let first = writer.commit().unwrap();
    drop(writer);

    let mut writer = place.writer();
    writer.begin().unwrap();
    let again = put(&mut writer, "lib/a.py", &["zero", "two"]);
    let second = writer.commit().unwrap();
    assert!(second > first);
    assert_eq!((again[0], again[2]), (a[0], a[2]));
    assert!(!a.contains(&again[1]));

    let reader = place.reader();
    let targets: Vec<NodeId> = reader
        .edges_from(b[1], &EdgeFilter::default())
        .unwrap()
        .iter()
        .map(|edge| edge.target)
        .collect();
    assert_eq!(targets, [a[2]], "`one` is gone with the edge to it");
    assert_eq!(reader.node(a[2]).unwrap().unwrap().line, 2);
    assert!(reader.words(&["one".into()], 5).unwrap().is_empty());
    assert_eq!(reader.words(&["two".into()], 5).unwrap().len(), 1);
    let row = reader.file("lib/a.py").unwrap().unwrap();
    assert_eq!(
        (row.hash, row.status, row.notes.as_str()),
        (
            u64::MAX,
            FileStatus::Errors {
                nodes: 4,
                first_line: 5
            },
            "generated"
        )
    );
}

#[test]
fn references_are_made_equal_to_what_is_put() {
    let place = Place::new();
    let mut writer = place.writer();
    writer.begin().unwrap();
    let a = put(&mut writer, "a.py", &["one", "two"]);
    let b = put(&mut writer, "b.py", &["main"]);
    let outside = |name: &str| NewUnresolved {
        kind: EdgeKind::Calls,
        source: b[1],
        name: name.into(),
        reason: Reason::External,
        library: Some("os".into()),
        site: Site { line: 9, column: 1 },
    };
    // Written in `b.py`, though it leaves from a symbol of `a.py`.
    let elsewhere = NewEdge {
        kind: EdgeKind::Implements,
        ..call(a[1], b[1], 7)
    };
    writer
        .put_references(
            "b.py",
            &[call(b[1], a[1], 2), elsewhere],
            &[outside("getcwd"), outside("stat")],
        )
        .unwrap();
    writer.complete().unwrap();
    let first = writer.commit().unwrap();

    writer.begin().unwrap();
    writer
        .put_references(
            "b.py",
            &[elsewhere, call(b[1], a[1], 2)],
            &[outside("stat"), outside("getcwd")],
        )
        .unwrap();
    assert_eq!(writer.commit().unwrap(), first, "nothing differs, so no new generation");

    let edges = place.reader().edges_from(a[1], &EdgeFilter::default()).unwrap();
    assert_eq!((edges.len(), edges[0].file.as_str()), (1, "b.py"));
    assert!(edges[0].flags.contains(EdgeFlags::CALLBACK));

    writer.begin().unwrap();
    let surer = NewEdge {
        confidence: 1.0,
        resolution: Resolution::Exact,
        ..call(b[1], a[1], 2)
    };
    writer
        .put_references("b.py", &[call(b[1], a[1], 2), surer], &[outside("stat")])
        .unwrap();
    assert_eq!(writer.commit().unwrap(), first + 1);
    let reader = place.reader();
    let edges = reader.edges_from(b[1], &EdgeFilter::default()).unwrap();
    assert_eq!(
        (edges.len(), edges[0].confidence, edges[0].resolution),
        (1, 1.0, Resolution::Exact)
    );
    assert!(reader.edges_from(a[1], &EdgeFilter::default()).unwrap().is_empty());
    let left: Vec<String> = reader
        .unresolved_from(b[1])
        .unwrap()
        .into_iter()
        .map(|one| one.name)
        .collect();
    assert_eq!(left, ["stat"]);
}

#[test]
fn a_removed_file_takes_its_edges_and_its_empty_directories_along() {
    let place = Place::new();
    let mut writer = place.writer();
    writer.begin().unwrap();
    let a = put(&mut writer, "deep/er/a.py", &["one"]);
    let b = put(&mut writer, "deep/b.py", &["main"]);
    let elsewhere = NewEdge {
        kind: EdgeKind::Implements,
        ..call(b[1], b[0], 7)
    };
    writer.put_references("deep/er/a.py", &[elsewhere], &[]).unwrap();
    writer.put_references("deep/b.py", &[call(b[1], a[1], 2)], &[]).unwrap();
    writer.complete().unwrap();
    writer.commit().unwrap();

    writer.begin().unwrap();
    writer.remove_file("deep/er/a.py").unwrap();
    writer.prune_directories().unwrap();
    writer.commit().unwrap();
    let reader = place.reader();
    let mut left = Vec::new();
    reader.each_node(&mut |node| left.push(node.file)).unwrap();
    assert_eq!(left, ["deep", "deep/b.py", "deep/b.py"]);
    assert!(reader.edges_from(b[1], &EdgeFilter::default()).unwrap().is_empty());
    assert_eq!(writer.known_files().unwrap().len(), 1);
    let mut facts = Vec::new();
    writer
        .each_fact(&mut |path, data| facts.push((path.to_string(), data.to_vec())))
        .unwrap();
    assert_eq!(facts, [("deep/b.py".to_string(), b"main".to_vec())]);
}

#[test]
fn what_is_not_committed_is_not_seen_and_can_be_forgotten() {
    let place = Place::new();
    let mut writer = place.writer();
    writer.begin().unwrap();
    put(&mut writer, "a.py", &["one"]);
    writer.complete().unwrap();
    let generation = writer.commit().unwrap();
    writer.begin().unwrap();
    put(&mut writer, "new/b.py", &["two"]);
    let reader = place.reader();
    assert!(reader.file("new/b.py").unwrap().is_none());
    writer.roll_back().unwrap();
    writer.begin().unwrap();
    put(&mut writer, "new/c.py", &["two"]);
    assert_eq!(writer.commit().unwrap(), generation + 1);
    assert!(reader.file("new/b.py").unwrap().is_none());
    assert_eq!(reader.by_name("two").unwrap().len(), 1);
}

#[test]
fn a_graph_built_beside_takes_the_place_of_the_old_one_under_its_readers() {
    let place = Place::new();
    let mut writer = place.writer();
    writer.begin().unwrap();
    put(&mut writer, "old.py", &["old"]);
    writer.complete().unwrap();
    let generation = writer.commit().unwrap();
    drop(writer);
    let reader = place.reader();
    assert_eq!(reader.by_name("old").unwrap().len(), 1);
    let version = reader.data_version().unwrap();

    let beside = place.directory.path().join("graph.db.new");
    let mut writer = Writer::open(&beside, place.directory.path()).unwrap();
    writer.continue_after(generation).unwrap();
    writer.begin().unwrap();
    put(&mut writer, "new.py", &["new"]);
    writer.complete().unwrap();
    writer.commit().unwrap();
    reader
        .at_one_generation(|reader| {
            assert_eq!(reader.by_name("old")?.len(), 1);
            writer.replace(&place.directory.path().join("graph.db"))?;
            assert_eq!(reader.by_name("old")?.len(), 1, "a question under way sees one state");
            Ok::<_, crate::store::StoreError>(())
        })
        .unwrap();
    assert!(reader.by_name("old").unwrap().is_empty());
    assert_eq!(reader.words(&["new".into()], 3).unwrap().len(), 2);
    assert!(reader.generation().unwrap() > generation);
    assert_ne!(reader.data_version().unwrap(), version);
}

/// Words of a body of so many lines, the last of which says `needle`.
fn long_body(lines: usize) -> Words {
    let body = "filler words\n".repeat(lines - 1) + "needle";
    Words::of("long", "long", "", "", &[&body])
}

#[test]
fn a_long_body_is_several_chunks_of_one_symbol() {
    let place = Place::new();
    let mut writer = place.writer();
    let mut write = |words: Words| {
        writer.begin().unwrap();
        let file = node(NodeKind::File, "a.py", "a.py", 0);
        let long = NewNode {
            words,
            ..node(NodeKind::Function, "long", "long", 1)
        };
        let ids = put_nodes(&mut writer, "a.py", &[file, long], "");
        writer.complete().unwrap();
        writer.commit().unwrap();
        ids[1]
    };
    let id = write(long_body(400));
    let reader = place.reader();
    let places = |term: &str| reader.term_places(term, 50).unwrap();
    let needle = places("needl");
    assert_eq!((needle.len(), needle[0].id, needle[0].piece), (1, id, 9));
    assert_eq!(places("filler").len(), 10);
    assert_eq!(
        reader.words(&["filler".into()], 50).unwrap().len(),
        1,
        "a symbol is one hit"
    );

    assert_eq!(write(long_body(50)), id);
    assert_eq!(places("needl").len(), 1, "no piece of the longer body is left");
    assert_eq!(places("filler").len(), 1);
}

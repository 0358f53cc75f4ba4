//! What a run of the index leaves behind: after edits, after faults of files and graphs, after being killed.

mod edits;
mod faults;
mod killed;
mod runs;

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use portolan::graph::Node;
use portolan::index::{Options, Report, run};
use portolan::store::{Reader, StoreError};
use tempfile::TempDir;

/// A project in a directory of its own, with room for graphs beside it.
struct Tree {
    directory: TempDir,
}

impl Tree {
    fn new(files: &[(&str, &str)]) -> Self {
        let tree = Self {
            directory: TempDir::new().unwrap(),
        };
        fs::create_dir(tree.root()).unwrap();
        for (path, text) in files {
            tree.write(path, text);
        }
        tree
    }

    fn root(&self) -> PathBuf {
        self.directory.path().join("project")
    }

    fn at(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn remove(&self, path: &str) {
        fs::remove_file(self.at(path)).unwrap();
    }

    fn db(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn options(&self, db: &str) -> Options {
        Options {
            root: self.root(),
            db: self.db(db),
            full: false,
            jobs: 2,
        }
    }

    fn index(&self, db: &str) -> Report {
        run(&self.options(db), &|_| (), &|| true).unwrap()
    }

    /// The graph in words, without row ids.
    fn graph(&self, db: &str) -> BTreeSet<String> {
        graph(&self.db(db)).unwrap()
    }

    /// The program, as a user whom permissions stop: nobody, where the tests run as root.
    fn program(&self, arguments: &[&str]) -> Command {
        let home = self.directory.path().join("home");
        let binary = self.directory.path().join("portolan");
        if !binary.exists() {
            // The build directory may be closed to others.
            fs::copy(env!("CARGO_BIN_EXE_portolan"), &binary).unwrap();
            fs::create_dir_all(&home).unwrap();
            for path in [&binary, &home, &self.directory.path().to_path_buf()] {
                fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
            }
        }
        let mut command = Command::new(binary);
        command.args(arguments).current_dir(self.root()).env("HOME", &home);
        command.env_remove("XDG_CACHE_HOME").env_remove("XDG_CONFIG_HOME");
        if fs::metadata("/proc/self").unwrap().uid() == 0 {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }

    /// Exit status, standard output, standard error.
    fn run_program(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = self.program(arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (
            output.status.code().unwrap_or(-1),
            text(output.stdout),
            text(output.stderr),
        )
    }
}

const NOBODY: u32 = 65_534;

/// Everything that a graph says, in words: files, nodes, edges, what leads out, and what its full text finds.
fn graph(db: &Path) -> Result<BTreeSet<String>, StoreError> {
    let reader = Reader::open(db)?;
    let mut lines = BTreeSet::new();
    for file in reader.files()? {
        lines.insert(format!(
            "{} {} {} {} {:?} {}",
            file.path, file.language, file.size, file.hash, file.status, file.notes
        ));
    }
    let mut nodes: Vec<Node> = Vec::new();
    reader.each_node(&mut |node| nodes.push(node))?;
    let keys: HashMap<_, _> = nodes
        .iter()
        .map(|node| (node.id, node.key().replace('\u{1f}', " ")))
        .collect();
    for node in &nodes {
        let key = &keys[&node.id];
        let parent = node.parent.map(|parent| keys[&parent].as_str());
        lines.insert(format!(
            "{key} in {parent:?} {}-{} {}-{} {:?} {} {:?} {:?}",
            node.line,
            node.end_line,
            node.start_byte,
            node.end_byte,
            node.flags,
            node.visibility,
            node.signature,
            node.doc
        ));
        for one in reader.unresolved_from(node.id)? {
            lines.insert(format!(
                "{key} {} {} {:?} {:?} {:?}",
                one.kind, one.name, one.reason, one.library, one.site
            ));
        }
    }
    reader.each_edge(&mut |edge| {
        let (source, target) = (&keys[&edge.source], &keys[&edge.target]);
        lines.insert(format!(
            "{source} {} {target} {} {:?} {} {} {:?}",
            edge.kind, edge.file, edge.site, edge.resolution, edge.confidence, edge.flags
        ));
    })?;
    for word in ["total", "order", "value", "class", "self", "return", "pier", "lib"] {
        for hit in reader.words(&[word.to_string()], 1_000)? {
            lines.insert(format!("{word} stands in {} {:.3}", keys[&hit.id], hit.score));
        }
    }
    Ok(lines)
}

fn assert_same(found: &BTreeSet<String>, expected: &BTreeSet<String>, what: &str) {
    let missing: Vec<_> = expected.difference(found).collect();
    let left_over: Vec<_> = found.difference(expected).collect();
    assert!(
        missing.is_empty() && left_over.is_empty(),
        "{what}: missing {missing:#?}, left over {left_over:#?}"
    );
}

/// SQLite's own judgement.
fn assert_sound(db: &Path) {
    let plain = rusqlite::Connection::open(db).unwrap();
    let sound: String = plain.query_row("PRAGMA integrity_check", (), |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
    let dangling = plain
        .prepare("PRAGMA foreign_key_check")
        .unwrap()
        .query_map((), |_| Ok(()))
        .unwrap()
        .count();
    assert_eq!(dangling, 0, "rows that refer to nothing");
    plain
        .execute("INSERT INTO words(words) VALUES('integrity-check')", ())
        .unwrap();
}

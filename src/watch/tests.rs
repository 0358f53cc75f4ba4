//! Watchers on small trees: what happens there is in the graph soon after, and nothing else makes a generation.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, unbounded};
use tempfile::TempDir;

use super::{Event, Sense, Watcher};
use crate::index::{Options, run};
use crate::store::Reader;

/// Much longer than it takes, for loaded machines.
const PATIENCE: Duration = Duration::from_secs(20);

struct Project {
    directory: TempDir,
}

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        let project = Self {
            directory: TempDir::new().unwrap(),
        };
        fs::create_dir(project.root()).unwrap();
        for (path, text) in files {
            project.write(path, text);
        }
        project
    }

    fn root(&self) -> PathBuf {
        self.directory.path().join("project")
    }

    fn options(&self) -> Options {
        let root = self.root();
        let db = crate::index::graph_path(&root, None);
        Options {
            root,
            db,
            full: false,
            jobs: 1,
        }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn has(&self, name: &str) -> bool {
        has(&self.options().db, name)
    }

    fn generation(&self) -> u64 {
        Reader::open(&self.options().db).unwrap().generation().unwrap()
    }

    fn watch(&self) -> (Watcher, Receiver<Event>) {
        self.watch_with(Sense::System)
    }

    /// A watcher that has done its first run.
    fn watch_with(&self, sense: Sense) -> (Watcher, Receiver<Event>) {
        let (send, events) = unbounded();
        let watcher = Watcher::spawn_with(self.options(), sense, move |event| drop(send.send(event)));
        wait_for_change(&events);
        (watcher, events)
    }

    fn wait_for(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !is_so(self) {
            assert!(Instant::now() < end, "not seen: {what}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn has(db: &Path, name: &str) -> bool {
    Reader::open(db).is_ok_and(|reader| !reader.by_name(name).unwrap().is_empty())
}

fn wait_for_change(events: &Receiver<Event>) -> u64 {
    loop {
        match events.recv_timeout(PATIENCE).expect("an event") {
            Event::Changed { generation, .. } => return generation,
            Event::Failed(error) => panic!("{error}"),
            Event::Progress(_) | Event::Polling(_) => {}
        }
    }
}

#[test]
fn the_first_run_is_told_and_saved_files_follow() {
    let project = Project::new(&[("a.py", "def one(): pass\n")]);
    let (_watcher, events) = project.watch();
    assert!(project.has("one"));
    let start = Instant::now();
    project.write("a.py", "def two(): pass\n");
    let generation = wait_for_change(&events);
    assert!(project.has("two") && !project.has("one"));
    assert_eq!(project.generation(), generation);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn atomic_saves_renames_and_deletions_are_seen() {
    let project = Project::new(&[("a.py", "def one(): pass\n"), ("lib/b.py", "def two(): pass\n")]);
    let (_watcher, _events) = project.watch();
    project.write("a.py.tmp~", "def three(): pass\n");
    fs::rename(project.at("a.py.tmp~"), project.at("a.py")).unwrap();
    project.wait_for("the atomic save", |project| project.has("three") && !project.has("one"));

    fs::rename(project.at("a.py"), project.at("lib/c.py")).unwrap();
    let moved = |project: &Project| {
        let reader = Reader::open(&project.options().db).unwrap();
        reader.file("lib/c.py").unwrap().is_some() && reader.file("a.py").unwrap().is_none()
    };
    project.wait_for("the rename", moved);

    fs::remove_file(project.at("lib/b.py")).unwrap();
    project.wait_for("the deletion", |project| !project.has("two"));
}

#[test]
fn new_renamed_and_replaced_directories_are_followed() {
    let project = Project::new(&[("a.py", "def one(): pass\n")]);
    let (_watcher, _events) = project.watch();
    project.write("deep/er/b.py", "def two(): pass\n");
    project.wait_for("a file in new directories", |project| project.has("two"));
    project.write("deep/er/b.py", "def three(): pass\n");
    project.wait_for("a change there", |project| project.has("three"));

    fs::rename(project.at("deep"), project.at("moved")).unwrap();
    let moved = |project: &Project| {
        Reader::open(&project.options().db)
            .unwrap()
            .file("moved/er/b.py")
            .unwrap()
            .is_some()
    };
    project.wait_for("the renamed directory", moved);
    project.write("moved/er/b.py", "def four(): pass\n");
    project.wait_for("a change under the new name", |project| project.has("four"));

    fs::remove_dir_all(project.at("moved")).unwrap();
    project.write("moved/er/b.py", "def five(): pass\n");
    project.wait_for("the replaced directory", |project| {
        project.has("five") && !project.has("four")
    });
    project.write("moved/er/b.py", "def six(): pass\n");
    project.wait_for("a change in the replaced directory", |project| project.has("six"));
}

#[test]
fn an_edit_of_what_is_ignored_is_followed() {
    let project = Project::new(&[("a.py", "def one(): pass\n"), ("out/b.py", "def two(): pass\n")]);
    let (_watcher, _events) = project.watch();
    project.write(".gitignore", "out/\n");
    project.wait_for("the directory goes", |project| !project.has("two"));
    project.write("out/b.py", "def three(): pass\n");
    project.write(".gitignore", "\n");
    project.wait_for("it comes back", |project| project.has("three"));
    project.write("out/b.py", "def four(): pass\n");
    project.wait_for("and is watched again", |project| project.has("four"));
}

#[test]
fn what_does_not_belong_to_the_project_makes_no_generation() {
    let project = Project::new(&[
        ("a.py", "def one(): pass\n"),
        (".gitignore", "*.log\n"),
        (".git/HEAD", ""),
    ]);
    let (_watcher, _events) = project.watch();
    let before = project.generation();
    project.write("noise.log", "noise\n");
    project.write("node_modules/x/index.js", "function noise() {}\n");
    project.write(".git/index.lock", "");
    project.write(".portolan/config.toml", "");
    fs::read(project.at("a.py")).unwrap();
    project.write("a.py", "def one(): pass\n");
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(project.generation(), before);
    // It still looks.
    project.write("a.py", "def two(): pass\n");
    project.wait_for("the change after the noise", |project| project.has("two"));
    assert_eq!(project.generation(), before + 1);
}

#[test]
fn a_graph_inside_the_tree_does_not_feed_on_itself() {
    let project = Project::new(&[("a.py", "def one(): pass\n")]);
    let options = Options {
        db: project.at("map.db"),
        ..project.options()
    };
    let db = options.db.clone();
    let (send, events) = unbounded();
    let _watcher = Watcher::spawn(options, move |event| drop(send.send(event)));
    wait_for_change(&events);
    project.write("a.py", "def two(): pass\n");
    project.wait_for("the change", |_| has(&db, "two"));
    wait_for_change(&events);
    let told = events.recv_timeout(Duration::from_millis(700));
    assert!(told.is_err(), "{told:?}");
}

#[test]
fn scanning_serves_where_events_do_not() {
    let project = Project::new(&[("a.py", "def one(): pass\n")]);
    let (_watcher, _events) = project.watch_with(Sense::Scan(Duration::from_millis(50)));
    project.write("lib/b.py", "def two(): pass\n");
    project.wait_for("the new file", |project| project.has("two"));
    fs::remove_file(project.at("a.py")).unwrap();
    project.wait_for("the deletion", |project| !project.has("one"));
}

#[test]
fn of_two_watchers_one_leads_and_the_other_takes_over() {
    let project = Project::new(&[("a.py", "def one(): pass\n")]);
    let (leader, _) = project.watch();
    let (send, events) = unbounded();
    let _second = Watcher::spawn(project.options(), move |event| drop(send.send(event)));
    project.write("a.py", "def two(): pass\n");
    let generation = wait_for_change(&events);
    assert_eq!(generation, project.generation());
    drop(leader);
    // Its first run as a leader.
    wait_for_change(&events);
    project.write("a.py", "def three(): pass\n");
    project.wait_for("a change after the first leader went", |project| project.has("three"));
}

#[test]
fn a_run_by_hand_works_and_is_told() {
    let project = Project::new(&[("a.py", "def one(): pass\n")]);
    let (_watcher, events) = project.watch();
    let full = Options {
        full: true,
        ..project.options()
    };
    let report = run(&full, &|_| (), &|| true).unwrap();
    assert_eq!(wait_for_change(&events), report.generation);
}

#[test]
fn a_root_that_goes_away_is_told_and_followed_when_it_is_back() {
    let project = Project::new(&[("a.py", "def one(): pass\n")]);
    let elsewhere = project.directory.path().join("elsewhere");
    let options = Options {
        db: project.directory.path().join("graph.db"),
        ..project.options()
    };
    let db = options.db.clone();
    let (send, events) = unbounded();
    let _watcher = Watcher::spawn(options, move |event| drop(send.send(event)));
    wait_for_change(&events);
    fs::rename(project.root(), &elsewhere).unwrap();
    let told = events.recv_timeout(PATIENCE).unwrap();
    assert!(
        matches!(&told, Event::Failed(error) if error.to_string().contains("project")),
        "{told:?}"
    );
    fs::rename(&elsewhere, project.root()).unwrap();
    project.write("a.py", "def two(): pass\n");
    project.wait_for("the root is back", |_| has(&db, "two"));
    project.write("a.py", "def three(): pass\n");
    project.wait_for("and watched", |_| has(&db, "three"));
}

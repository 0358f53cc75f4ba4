//! Files that change while a watcher lives are in the graph within a second, without anybody asking.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use portolan::index::Options;
use portolan::store::Reader;
use portolan::watch::{Event, Watcher};
use tempfile::TempDir;

struct Project {
    directory: TempDir,
}

impl Project {
    fn new() -> Self {
        let project = Self {
            directory: TempDir::new().unwrap(),
        };
        project.write("pier.py", "def moor():\n    pass\n");
        project
    }

    fn path(&self, path: &str) -> PathBuf {
        self.directory.path().join("project").join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn options(&self) -> Options {
        let root = self.path("");
        Options {
            db: root.join(".portolan/graph.db"),
            root,
            full: false,
            jobs: 1,
        }
    }

    fn watch(&self) -> (Watcher, std::sync::mpsc::Receiver<Event>) {
        let (send, receive) = std::sync::mpsc::channel();
        let watcher = Watcher::spawn(self.options(), move |event| drop(send.send(event)));
        (watcher, receive)
    }

    fn knows(&self, name: &str) -> bool {
        let found = Reader::open(&self.options().db).and_then(|reader| reader.by_name(name));
        found.is_ok_and(|nodes| !nodes.is_empty())
    }

    /// Waits until the graph knows the name, or does not.
    fn expect(&self, name: &str, known: bool, what: &str) {
        let start = Instant::now();
        // A second is promised; a loaded machine gets some more before the test gives up.
        while self.knows(name) != known {
            assert!(
                start.elapsed() < Duration::from_secs(10),
                "{what}: `{name}` known: {}",
                self.knows(name)
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

fn replace(from: &Path, to: &Path) {
    fs::rename(from, to).unwrap();
}

#[test]
fn what_is_saved_deleted_renamed_or_replaced_is_followed() {
    let project = Project::new();
    let (_watcher, _events) = project.watch();
    project.expect("moor", true, "the first run");
    project.write("pier.py", "def moor():\n    pass\n\ndef cast_off():\n    pass\n");
    project.expect("cast_off", true, "a save");
    project.write("pier.py.tmp", "def anchor():\n    pass\n");
    replace(&project.path("pier.py.tmp"), &project.path("pier.py"));
    project.expect("anchor", true, "an atomic save");
    project.expect("cast_off", false, "what the atomic save took away");
    replace(&project.path("pier.py"), &project.path("quay.py"));
    project.write("new/deep/place.py", "def buoy():\n    pass\n");
    project.expect("buoy", true, "a new directory");
    project.write("new/deep/place.py", "def lantern():\n    pass\n");
    project.expect("lantern", true, "a save in the new directory");
    fs::remove_file(project.path("quay.py")).unwrap();
    project.expect("anchor", false, "a deletion");
    project.write(".gitignore", "new/\n");
    project.expect("lantern", false, "an ignore rule");
    fs::remove_file(project.path(".gitignore")).unwrap();
    project.expect("lantern", true, "no ignore rule any more");
}

#[test]
fn one_leads_the_other_follows_and_takes_over() {
    let project = Project::new();
    let (leader, _) = project.watch();
    project.expect("moor", true, "the first run");
    let (_follower, events) = project.watch();
    project.write("late.py", "def late():\n    pass\n");
    project.expect("late", true, "the leader");
    let told = |event: &Event| matches!(event, Event::Changed { report: None, .. });
    let start = Instant::now();
    while !events
        .recv_timeout(Duration::from_secs(10))
        .is_ok_and(|event| told(&event))
    {
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "the follower is told of the leader's commit"
        );
    }
    drop(leader);
    project.write("later.py", "def later():\n    pass\n");
    project.expect("later", true, "the follower leads now");
}

#[test]
fn the_graphs_own_files_trigger_nothing() {
    let project = Project::new();
    let (_watcher, events) = project.watch();
    project.expect("moor", true, "the first run");
    std::thread::sleep(Duration::from_millis(300));
    while events.try_recv().is_ok() {}
    fs::write(project.path(".portolan/scratch"), "x").unwrap();
    std::thread::sleep(Duration::from_millis(700));
    assert!(events.try_recv().is_err(), "nothing was to be told");
}

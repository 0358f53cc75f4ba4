//! Projects, files and graphs that are not as they should be.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use portolan::index::{IndexError, Options, run};
use portolan::store::{FileStatus, Reader};

use super::{Tree, assert_same, assert_sound, graph};

const SMALL: &[(&str, &str)] = &[
    ("a.py", "def one():\n    return two()\n"),
    ("b.py", "def two():\n    return 2\n"),
];

fn set_mode(path: &std::path::Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

#[test]
fn an_empty_project_has_an_empty_graph() {
    let tree = Tree::new(&[]);
    let report = tree.index("graph.db");
    assert_eq!((report.files, report.changed), (0, 0));
    let stats = Reader::open(&tree.db("graph.db")).unwrap().stats().unwrap();
    assert!(stats.complete && stats.files == 0 && stats.symbols == 0, "{stats:?}");
}

#[test]
fn files_without_symbols_are_found_by_their_words() {
    let tree = Tree::new(&[("notes.txt", "about lighthouses"), ("deep/data.csv", "a,b\n")]);
    tree.write("picture.png", b"\x89PNG\r\n\0\0");
    tree.write("large.py", "# long\n".repeat(200_000));
    tree.write("latin.py", b"def caf\xE9(): pass\n");
    assert_eq!(tree.index("graph.db").files, 5);
    let reader = Reader::open(&tree.db("graph.db")).unwrap();
    assert_eq!(reader.words(&["lighthouses".into()], 3).unwrap().len(), 1);
    let status = |path: &str| reader.file(path).unwrap().unwrap().status;
    assert_eq!(status("picture.png"), FileStatus::Skipped("binary".into()));
    assert!(matches!(status("large.py"), FileStatus::Skipped(why) if why.contains("larger")));
    assert_eq!(reader.file("latin.py").unwrap().unwrap().notes, "not UTF-8");
}

#[test]
fn a_root_that_is_none_is_told_and_nothing_is_made() {
    let tree = Tree::new(SMALL);
    for root in ["nowhere", "a.py"] {
        let options = Options {
            root: tree.at(root),
            db: tree.at(root).join(".portolan/graph.db"),
            full: false,
            jobs: 1,
        };
        let refused = run(&options, &|_| (), &|| true).unwrap_err();
        assert!(
            matches!(&refused, IndexError::Io(path, _) if *path == tree.at(root)),
            "{refused}"
        );
    }
    assert!(!tree.at("nowhere").exists());
}

#[test]
fn an_unreadable_file_is_named_and_the_rest_is_indexed() {
    let tree = Tree::new(SMALL);
    set_mode(&tree.root(), 0o777);
    set_mode(&tree.at("b.py"), 0o000);
    let (status, _, told) = tree.run_program(&["index"]);
    assert_eq!(status, 0, "{told}");
    assert!(told.contains("b.py") && told.contains("ermission denied"), "{told}");
    let db = tree.at(".portolan/graph.db");
    let names = |name: &str| Reader::open(&db).unwrap().by_name(name).unwrap().len();
    assert_eq!((names("one"), names("two")), (1, 0));
    let generation = || Reader::open(&db).unwrap().generation().unwrap();
    let before = generation();
    tree.run_program(&["index"]);
    assert_eq!(generation(), before, "still unreadable is no news");
    set_mode(&tree.at("b.py"), 0o644);
    tree.run_program(&["index"]);
    assert_eq!(
        names("two"),
        1,
        "it is tried again although neither its size nor its time changed"
    );
}

#[test]
fn an_unreadable_directory_is_named_and_the_rest_is_indexed() {
    let tree = Tree::new(SMALL);
    tree.write("closed/c.py", "def three(): pass\n");
    set_mode(&tree.root(), 0o777);
    set_mode(&tree.at("closed"), 0o000);
    let (status, _, told) = tree.run_program(&["index"]);
    set_mode(&tree.at("closed"), 0o755);
    assert_eq!(status, 0, "{told}");
    assert!(told.contains("closed") && told.contains("ermission denied"), "{told}");
}

#[test]
fn a_project_without_write_permission_gets_its_graph_in_the_cache() {
    let tree = Tree::new(SMALL);
    set_mode(&tree.root(), 0o555);
    let (status, told, problem) = tree.run_program(&["index"]);
    assert_eq!(status, 0, "{problem}");
    assert!(told.contains("2 files"), "{told}");
    let (status, told, problem) = tree.run_program(&["search", "two"]);
    assert_eq!(status, 0, "{problem}");
    assert!(told.contains("b.py"), "{told}");
    assert!(!tree.at(".portolan").exists());
}

#[test]
fn a_graph_that_can_only_be_read_answers() {
    let tree = Tree::new(SMALL);
    let shared = tree.directory.path().join("shared");
    fs::create_dir(&shared).unwrap();
    let db = shared.join("graph.db");
    let options = Options {
        db: db.clone(),
        ..tree.options("")
    };
    run(&options, &|_| (), &|| true).unwrap();
    set_mode(&db, 0o444);
    set_mode(&shared, 0o555);
    let db = db.to_str().unwrap();
    let (status, told, problem) = tree.run_program(&["search", "two", "--db", db]);
    assert_eq!(status, 0, "{problem}");
    assert!(told.contains("b.py"), "{told}");
    tree.write("c.py", "def three(): pass\n");
    let (status, _, problem) = tree.run_program(&["index", "--db", db]);
    assert_eq!(status, 1);
    assert!(
        problem.contains("ermission denied") && problem.contains("--db"),
        "{problem}"
    );
    set_mode(&shared, 0o755);
}

#[test]
fn a_disk_without_room_is_told_and_costs_nothing_that_stood() {
    let tree = Tree::new(SMALL);
    set_mode(&tree.root(), 0o777);
    assert_eq!(tree.run_program(&["index"]).0, 0);
    let db = tree.at(".portolan/graph.db");
    let before = graph(&db).unwrap();
    for n in 0..400 {
        tree.write(
            &format!("more/m{n}.py"),
            format!("def f{n}(value):\n    return value + {n}\n").repeat(20),
        );
    }
    // No file may grow beyond 300 blocks of 512 or 1024 bytes; without the trap the system would kill the program.
    let command = tree.program(&["index"]);
    let limited = format!(
        "trap '' XFSZ; ulimit -f 300; exec {} index",
        command.get_program().to_str().unwrap()
    );
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", &limited])
        .current_dir(tree.root())
        .env("HOME", tree.directory.path().join("home"));
    let output = shell.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("graph.db"), "{told}");
    assert_same(&graph(&db).unwrap(), &before, "after the failed run");
    assert_eq!(tree.run_program(&["index"]).0, 0);
    assert_eq!(Reader::open(&db).unwrap().files().unwrap().len(), 402);
}

#[test]
fn a_damaged_graph_is_kept_aside_and_built_anew() {
    let tree = Tree::new(SMALL);
    tree.write(
        ".portolan/graph.db",
        "no database at all, though it lies where one should",
    );
    let options = Options {
        db: tree.at(".portolan/graph.db"),
        ..tree.options("")
    };
    let report = run(&options, &|_| (), &|| true).unwrap();
    assert_eq!(report.notes.len(), 1, "{:?}", report.notes);
    assert!(report.notes[0].contains("graph.db.damaged-1"), "{:?}", report.notes);
    let kept = fs::read_to_string(tree.at(".portolan/graph.db.damaged-1")).unwrap();
    assert!(kept.starts_with("no database at all"));
    assert_sound(&options.db);
    assert_eq!(Reader::open(&options.db).unwrap().by_name("two").unwrap().len(), 1);
}

/// The beginning is right, so the graph opens; what follows is not.
#[test]
fn a_graph_damaged_inside_is_built_anew_when_asked() {
    for from in [4_096, 20_480, 81_920] {
        let tree = Tree::new(SMALL);
        tree.index("graph.db");
        let expected = tree.graph("graph.db");
        let db = tree.db("graph.db");
        let mut bytes = fs::read(&db).unwrap();
        let from = from.min(bytes.len() - 4_096);
        bytes[from..].fill(0x5A);
        fs::write(&db, &bytes).unwrap();
        let full = Options {
            full: true,
            ..tree.options("graph.db")
        };
        let report = run(&full, &|_| (), &|| true).unwrap();
        assert_eq!(report.notes.len(), 1, "{:?}", report.notes);
        assert_eq!(fs::read(tree.db("graph.db.damaged-1")).unwrap(), bytes);
        assert_same(&tree.graph("graph.db"), &expected, "rebuilt");
        assert_sound(&db);
    }
}

#[test]
fn a_graph_of_another_version_is_kept_aside_and_built_anew() {
    let tree = Tree::new(SMALL);
    for version in [0, 99] {
        tree.index("graph.db");
        rusqlite::Connection::open(tree.db("graph.db"))
            .unwrap()
            .pragma_update(None, "user_version", version)
            .unwrap();
        let report = tree.index("graph.db");
        assert!(
            report.notes[0].contains(&format!("graph.db.v{version}")),
            "{:?}",
            report.notes
        );
        assert!(tree.db(&format!("graph.db.v{version}")).exists());
        assert_sound(&tree.db("graph.db"));
    }
}

#[test]
fn what_others_made_is_refused_and_untouched() {
    let tree = Tree::new(SMALL);
    fs::write(tree.db("notes.txt"), "my notes").unwrap();
    rusqlite::Connection::open(tree.db("people.db"))
        .unwrap()
        .execute_batch("CREATE TABLE people(name)")
        .unwrap();
    for foreign in ["notes.txt", "people.db"] {
        let before = fs::read(tree.db(foreign)).unwrap();
        for full in [false, true] {
            let options = Options {
                full,
                ..tree.options(foreign)
            };
            let refused = run(&options, &|_| (), &|| true).unwrap_err().to_string();
            assert!(
                refused.contains("is not a Portolan graph") && refused.contains("--db"),
                "{refused}"
            );
        }
        assert_eq!(fs::read(tree.db(foreign)).unwrap(), before);
    }
}

#[test]
fn two_at_once_wait_for_each_other() {
    let tree = Tree::new(SMALL);
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| tree.index("graph.db"))).collect();
        for done in runs {
            done.join().unwrap();
        }
    });
    tree.index("fresh.db");
    assert_same(
        &tree.graph("graph.db"),
        &tree.graph("fresh.db"),
        "after four runs at once",
    );
}

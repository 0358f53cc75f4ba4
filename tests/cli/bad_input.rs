//! Each says what happened and what to do, with the right exit status, and nothing is lost.

use std::fs;

use crate::Place;

/// Runs the program and compares exit status, standard output and standard error.
fn check(place: &Place, arguments: &[&str], status: i32, stderr: &str) {
    let run = place.run(arguments);
    assert_eq!(
        (run.status, run.stdout.as_str(), run.stderr.as_str()),
        (status, "", stderr),
        "{arguments:?}"
    );
}

#[test]
fn a_path_that_is_none() {
    let place = Place::harbour();
    check(
        &place,
        &["nowhere/at/all"],
        2,
        "portolan: `nowhere/at/all` does not exist; give the directory of a project\n",
    );
    check(
        &place,
        &["index", "nowhere"],
        2,
        "portolan: `nowhere` does not exist; give the directory of a project\n",
    );
    check(
        &place,
        &["README.md"],
        2,
        "portolan: README.md is a file; give the directory of a project\n",
    );
    check(
        &place,
        &["--root", "README.md", "status"],
        2,
        "portolan: README.md is a file; give the directory of a project\n",
    );
    assert!(!place.root().join(".portolan").exists());
}

#[test]
fn a_command_that_is_none() {
    let place = Place::harbour();
    let message = "portolan: `serach` is neither a directory nor a command; did you mean `portolan search`?\n";
    check(&place, &["serach"], 2, message);
    check(&place, &["serach", "x"], 2, message);
    check(
        &place,
        &["man", "serach"],
        2,
        "portolan: no command `serach`; did you mean `search`?\n",
    );
    let run = place.run(&["orders", "search", "x"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("name the project by `--root orders`"), "{run:?}");
}

#[test]
fn an_argument_that_is_none() {
    let place = Place::harbour();
    for (arguments, part) in [
        (&["search", "x", "--frobnicate"][..], "--frobnicate"),
        (&["search"], "<QUERY>"),
        (&["callers"], "<SYMBOL>"),
        (&["callers", "x", "--depth", "0"], "1..=32"),
        (&["callers", "x", "--min-confidence", "7"], "a number from 0 to 1"),
        (&["export", "pictures"], "nodes, edges"),
        (
            &["search", "x", "--kind", "methd"],
            "no kind `methd`; did you mean `method`?",
        ),
    ] {
        let run = place.run(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.contains(part), "{part} in {}", run.stderr);
    }
}

#[test]
fn help_and_version_are_results() {
    let place = Place::empty();
    for arguments in [
        &["--help"][..],
        &["help", "search"],
        &["explore", "--help"],
        &["--version"],
    ] {
        let run = place.run(arguments);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments:?}");
        assert!(run.stdout.contains("ortolan"));
    }
}

#[test]
fn an_empty_directory() {
    let place = Place::empty();
    let run = place.run(&["index"]);
    assert_eq!(run.status, 0);
    assert!(run.stdout.starts_with("0 files, 0 symbols, 0 edges, "), "{run:?}");
    assert_eq!(
        run.stderr,
        format!("portolan: no source files were found in {}\n", place.root().display())
    );
    check(
        &place,
        &["search", "x"],
        1,
        "portolan: nothing is indexed here; `portolan status` says what was left out\n",
    );
    check(&place, &["node", "x"], 1, "portolan: no symbol is called `x`\n");
    assert_eq!(place.run(&["explore", "x"]).status, 1);
    assert_eq!(place.run(&["status"]).status, 0);
}

#[test]
fn a_home_directory_is_not_indexed_by_a_question() {
    let place = Place::empty();
    let root = place.root();
    let output = place.command(&["search", "x"]).env("HOME", &root).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is no project; go to one or name it by --root"));
    assert!(!root.join(".portolan").exists());
}

#[test]
fn the_map_without_a_terminal() {
    let place = Place::harbour();
    check(
        &place,
        &[],
        2,
        "portolan: the map needs a terminal, and standard input or output is none; `portolan --plain` prints an \
         overview, and `portolan --help` lists the commands that print\n",
    );
    assert!(place.text(&["--plain"]).contains("16 files"));
}

#[test]
fn a_damaged_graph_is_rebuilt_and_nothing_is_deleted() {
    let place = Place::harbour();
    place.text(&["index"]);
    place.write(
        ".portolan/graph.db",
        "this is not a database, and long enough to look like one ................",
    );
    let run = place.run(&["search", "Gauge"]);
    assert_eq!(run.status, 0, "{run:?}");
    assert!(run.stdout.contains("berths::tide::Gauge"));
    assert!(run.stderr.contains("it is rebuilt now"), "{}", run.stderr);
    let kept = fs::read_dir(place.root().join(".portolan"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    assert!(
        kept.into_iter().any(|name| name.to_string_lossy().contains("damaged")),
        "the old one stays beside"
    );
}

#[test]
fn a_file_of_somebody_else_is_not_touched() {
    let place = Place::harbour();
    let text = fs::read_to_string(place.root().join("README.md")).unwrap();
    for command in [
        &["search", "x", "--db", "README.md"][..],
        &["index", "--db", "README.md"],
    ] {
        let run = place.run(command);
        assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{command:?}");
        assert!(run.stderr.contains("is not a Portolan graph"), "{}", run.stderr);
    }
    assert_eq!(fs::read_to_string(place.root().join("README.md")).unwrap(), text);
}

#[test]
fn a_project_that_cannot_be_written_has_its_graph_in_the_cache() {
    let place = Place::harbour();
    // A file where the directory should be stops everybody, the superuser too.
    place.write(".portolan", "");
    let run = place.run(&["index"]);
    assert_eq!(run.status, 0, "{run:?}");
    assert!(place.text(&["search", "Gauge"]).contains("berths::tide::Gauge"));
    assert!(place.beside("home/.cache/portolan").is_dir());
    assert_eq!(fs::read_to_string(place.root().join(".portolan")).unwrap(), "");
}

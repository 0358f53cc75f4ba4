//! Which project and which graph are meant.

use std::fs;

use crate::{Place, all};

#[test]
fn a_directory_inside_belongs_to_its_project() {
    let place = Place::harbour();
    place.text(&["index"]);
    let output = place
        .command(&["search", "Gauge", "--json"])
        .current_dir(place.root().join("web/src"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(!place.root().join("web/src/.portolan").exists());
}

#[test]
fn a_repository_is_a_project_before_it_has_a_graph() {
    let place = Place::harbour();
    fs::create_dir(place.root().join(".git")).unwrap();
    place
        .command(&["index"])
        .current_dir(place.root().join("orders"))
        .output()
        .unwrap();
    assert!(place.root().join(".portolan/graph.db").exists());
    assert!(!place.root().join("orders/.portolan").exists());
}

#[test]
fn a_path_means_exactly_that_directory() {
    let place = Place::harbour();
    place.text(&["index", "orders"]);
    assert!(place.root().join("orders/.portolan/graph.db").exists());
    assert_eq!(
        all(&place.json(&["search", "Order", "-n", "1", "--root", "orders"]), "file"),
        ["models.py"]
    );
}

#[test]
fn another_place_for_the_graph_leaves_the_project_untouched() {
    let place = Place::harbour();
    let graph = place.beside("elsewhere.db");
    let graph = graph.to_str().unwrap();
    place.text(&["--db", graph, "index"]);
    assert!(!place.root().join(".portolan").exists());
    // The graph knows its project, wherever one stands.
    let output = place
        .command(&["node", "OrderService.quote", "--db", graph])
        .current_dir("/")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .contains("return final_price(order)")
    );
}

#[test]
fn nothing_hostile_in_a_source_reaches_the_terminal() {
    let place = Place::empty();
    place.write(
        "a.py",
        "def paint(x=\"\u{1b}[31m\"):\n    \"\"\"Red \u{1b}]0;title\u{7} \u{202e}txet\"\"\"\n    return '\u{9b}2J'\n",
    );
    for command in [
        &["node", "paint"][..],
        &["search", "paint"],
        &["explore", "paint"],
        &["callers", "paint"],
    ] {
        let run = place.run(command);
        let shown = run.stdout + &run.stderr;
        assert!(
            !shown.contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}']),
            "{command:?}: {shown:?}"
        );
    }
}

#[test]
fn every_command_answers_in_one_document() {
    let place = Place::harbour();
    for command in [
        &["index"][..],
        &["status"],
        &["search", "order"],
        &["node", "OrderService"],
        &["callers", "final_price"],
        &["callees", "final_price"],
        &["trace", "OrderService.quote", "final_price"],
        &["explore", "price"],
        &["export", "json"],
        &["themes"],
        &["--plain"],
    ] {
        assert!(place.json(command).is_object(), "{command:?}");
    }
}

#[test]
fn completions_and_manual() {
    let place = Place::empty();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(place.text(&["completions", shell]).contains("explore"), "{shell}");
    }
    assert!(place.text(&["man"]).contains(".TH portolan 1"));
    assert!(place.text(&["man", "explore"]).contains("\\-\\-budget"));
}

use std::fs;

use crate::Place;

#[test]
fn one_line_says_what_was_done() {
    let place = Place::harbour();
    let first = place.run(&["index"]);
    assert_eq!(
        (first.status, first.stderr.as_str()),
        (0, ""),
        "no bar where standard error is no terminal"
    );
    assert!(first.stdout.starts_with("16 files, "), "{}", first.stdout);
    assert_eq!(first.stdout.lines().count(), 1);
    assert!(place.root().join(".portolan/graph.db").exists());
    assert!(place.text(&["index"]).starts_with("16 files (nothing changed), "));
    place.write("orders/pricing.py", "def free():\n    return 0\n");
    fs::remove_file(place.root().join("web/src/format.ts")).unwrap();
    assert!(place.text(&["index"]).starts_with("15 files (1 changed, 1 removed), "));
    assert!(
        place
            .text(&["index", "--full", "--jobs", "1"])
            .starts_with("15 files, ")
    );
}

#[test]
fn the_report_as_json() {
    let place = Place::harbour();
    let report = place.json(&["index"]);
    assert_eq!(report["files"], 16);
    assert_eq!(report["changed"], 16);
    assert_eq!(report["failed"].as_array().unwrap().len(), 0);
    assert_eq!(report["root"], place.root().to_str().unwrap());
    assert!(report["seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_question_indexes_first_where_there_is_no_graph() {
    let place = Place::harbour();
    let run = place.run(&["search", "OrderService"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(
        run.stdout
            .starts_with("class  orders.service.OrderService  orders/service.py:8\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn status_in_text() {
    let place = Place::harbour();
    place.text(&["index"]);
    let status = place.text(&["status"]);
    for part in [
        "project     ",
        "just now, generation 1\n",
        "16 files (",
        "no indexed file has changed since",
    ] {
        assert!(status.contains(part), "{part} in {status}");
    }
    for section in [
        "\nlanguages\n  python ",
        "\nsymbols\n  method ",
        "\nedges by resolution\n",
        "\nunresolved\n  external ",
    ] {
        assert!(status.contains(section), "{section} in {status}");
    }
    place.write("orders/pricing.py", "x = 1\n");
    fs::remove_file(place.root().join("berths/src/tide.rs")).unwrap();
    let status = place.text(&["status"]);
    assert!(
        status.contains("1 file changed, 1 removed since: run `portolan index`"),
        "{status}"
    );
    assert!(status.contains("\nchanged since\n  orders/pricing.py\n"), "{status}");
}

#[test]
fn status_as_json_names_what_is_not_whole() {
    let place = Place::harbour();
    place.write(
        "orders/broken.py",
        "def half(:\n    return (\n\ndef whole():\n    pass\n",
    );
    place.write("photo.png", "\u{0}\u{1}\u{2}");
    let status = place.json(&["status"]);
    assert_eq!(status["complete"], true);
    assert_eq!(status["generation"], 1);
    assert_eq!(status["files_by_language"]["python"], 8);
    assert!(status["symbols_by_kind"]["method"].as_u64().unwrap() > 10);
    assert!(status["edges_by_resolution"]["receiver"].as_u64().unwrap() > 10);
    assert!(status["unresolved_by_reason"]["external"].as_u64().unwrap() > 0);
    assert_eq!(status["changed"].as_array().unwrap().len(), 0);
    let problem = |file: &str| {
        let problems = status["problems"].as_array().unwrap();
        problems
            .iter()
            .find(|problem| problem["file"] == file)
            .map(|problem| problem["status"].as_str().unwrap())
    };
    assert_eq!(problem("orders/broken.py"), Some("broken_syntax"));
    assert_eq!(problem("photo.png"), Some("skipped"));
    assert_eq!(problem("orders/service.py"), None);
}

#[test]
fn a_first_index_that_was_killed_is_finished_by_the_next_question() {
    for wait in [5, 40, 120] {
        let place = Place::empty();
        for number in 0..150 {
            let body: String = (0..20)
                .map(|at| format!("def f_{number}_{at}():\n    return f_{number}_0()\n\n"))
                .collect();
            place.write(&format!("m{number}.py"), &body);
        }
        let mut index = place
            .command(&["index"])
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        index.kill().unwrap();
        index.wait().unwrap();
        let run = place.run(&["callers", "f_149_0"]);
        assert_eq!(run.status, 0, "killed after {wait} ms: {run:?}");
        assert!(
            run.stdout.contains("20 callers at 20 sites"),
            "killed after {wait} ms: {run:?}"
        );
    }
}

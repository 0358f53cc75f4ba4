use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::Value;

use crate::Place;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn nodes_stand_one_a_line_with_the_six_keys_first() {
    let place = Place::harbour();
    let text = place.text(&["export", "nodes"]);
    let line = text.lines().find(|line| line.contains("\"name\":\"save\"")).unwrap();
    assert_eq!(
        line,
        "{\"kind\":\"method\",\"name\":\"save\",\"qualified\":\"orders.repository.OrderRepository.save\",\
         \"file\":\"orders/repository.py\",\"line\":10,\"end_line\":11,\
         \"signature\":\"def save(self, order: Order) -> None\",\"visibility\":\"public\",\"abstract\":true}"
    );
    for node in lines(&text) {
        assert!(node["line"].as_u64().unwrap() >= 1);
        assert!(node["end_line"].as_u64() >= node["line"].as_u64());
        assert!(node.get("id").is_none());
    }
}

#[test]
fn edges_stand_one_a_line_with_both_ends() {
    let place = Place::harbour();
    let text = place.text(&["export", "edges"]);
    let line = text
        .lines()
        .find(|line| line.starts_with("{\"kind\":\"calls\"") && line.contains("\"name\":\"quote\""))
        .unwrap();
    let end = |name: &str, lines: &str| {
        format!(
            "{{\"kind\":\"method\",\"name\":\"{name}\",\"qualified\":\"orders.service.OrderService.{name}\",\
             \"file\":\"orders/service.py\",{lines}}}"
        )
    };
    let edge: Value = serde_json::from_str(line).unwrap();
    assert_eq!(
        line,
        format!(
            "{{\"kind\":\"calls\",\"caller\":{},\"callee\":{},\"site\":{{\"file\":\"orders/service.py\",\"line\":27,\
             \"column\":20}},\"resolution\":\"receiver\",\"confidence\":{}}}",
            end("confirm", "\"line\":21,\"end_line\":27"),
            end("quote", "\"line\":29,\"end_line\":30"),
            edge["confidence"]
        )
    );
    for edge in lines(&text) {
        let confidence = edge["confidence"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&confidence));
        assert!(edge["site"]["line"].as_u64().unwrap() >= 1);
    }
}

#[test]
fn two_graphs_of_one_tree_export_the_same() {
    let (one, other) = (Place::harbour(), Place::harbour());
    // A history of edits that ends where the other one begins.
    one.text(&["index"]);
    let before = std::fs::read_to_string(one.root().join("orders/pricing.py")).unwrap();
    one.write("orders/pricing.py", "def other():\n    pass\n");
    one.text(&["index"]);
    one.write("orders/pricing.py", &before);
    one.text(&["index"]);
    for what in ["nodes", "edges", "json", "dot"] {
        assert_eq!(one.text(&["export", what]), other.text(&["export", what]), "{what}");
    }
}

#[test]
fn one_document_holds_nodes_and_edges() {
    let place = Place::harbour();
    let document: Value = serde_json::from_str(&place.text(&["export", "json"])).unwrap();
    let all = |key: &str| document[key].as_array().unwrap().clone();
    assert_eq!(all("nodes"), lines(&place.text(&["export", "nodes"])));
    assert_eq!(all("edges"), lines(&place.text(&["export", "edges"])));
    let empty = Place::empty();
    let document: Value = serde_json::from_str(&empty.text(&["export", "json"])).unwrap();
    assert_eq!(document["edges"].as_array().unwrap().len(), 0);
}

#[test]
fn dot_draws_each_call_once() {
    let place = Place::harbour();
    let text = place.text(&["export", "dot"]);
    assert!(text.starts_with("digraph portolan {\n") && text.ends_with("}\n"));
    let node = |name: &str| {
        let line = text
            .lines()
            .find(|line| line.contains(&format!("[label=\"{name}\\n")))
            .unwrap();
        line.trim().split(' ').next().unwrap().to_owned()
    };
    let call = format!(
        "  {} -> {};",
        node("berths::plan::tests::a_deep_ship_waits_for_the_tide"),
        node("berths::Ship::new")
    );
    assert_eq!(text.lines().filter(|line| *line == call).count(), 1);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let place = Place::empty();
    let many: String = (0..4000)
        .map(|number| format!("def function_{number}():\n    pass\n\n"))
        .collect();
    place.write("many.py", &many);
    place.text(&["index"]);
    let mut child = place
        .command(&["export", "nodes"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut first)
        .unwrap();
    assert!(first.starts_with("{\"kind\":"));
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()),
        (Some(0), "")
    );
}

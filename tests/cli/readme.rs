//! What the README shows works, and its table of keys is the program's own.

use std::fs;
use std::path::Path;

use portolan::tui::keymap::{ACTIONS, Scope};

use crate::Place;

fn readme() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap()
}

/// The texts of the fenced blocks of one language.
fn blocks(language: &str) -> Vec<String> {
    let readme = readme();
    let fence = format!("```{language}\n");
    readme
        .split(&fence)
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap().to_owned())
        .collect()
}

/// Splits a command line as a shell does, as far as the README needs it: by spaces, with single quotes.
fn split(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.split(" #").next().unwrap().trim_end().chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn every_command_shown_works_on_the_harbour() {
    let place = Place::harbour();
    let lines: Vec<String> = blocks("sh")
        .iter()
        .flat_map(|block| block.lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let commands: Vec<&String> = lines.iter().filter(|line| line.starts_with("portolan ")).collect();
    assert!(commands.len() > 10, "{commands:?}");
    for line in commands {
        let words = split(line);
        let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        // The server ends with its input, which is empty here.
        let run = place.run(&arguments);
        assert_eq!(run.status, 0, "{line}: {run:?}");
        assert!(!run.stderr.contains("portolan:"), "{line}: {run:?}");
    }
}

#[test]
fn every_configuration_shown_is_understood() {
    let shown = blocks("toml");
    assert!(!shown.is_empty());
    for text in shown {
        let place = Place::harbour();
        place.write(".portolan/config.toml", &text);
        let run = place.run(&["explore", "price"]);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{text}");
    }
}

#[test]
fn the_table_of_keys_is_that_of_the_program() {
    let mut table = String::from("| keys | |\n|---|---|\n");
    for scope in [Scope::Global, Scope::Explore, Scope::Bundle] {
        table += &format!("| **{}** | |\n", scope.title());
        for spec in ACTIONS {
            let bound = spec
                .keys
                .iter()
                .filter(|(bound, _)| *bound == scope)
                .flat_map(|(_, keys)| keys.iter());
            let keys: Vec<String> = bound
                .map(|key| {
                    if *key == "`" {
                        "`` ` ``".to_owned()
                    } else {
                        format!("`{key}`")
                    }
                })
                .collect();
            if !keys.is_empty() {
                table += &format!("| {} | {} |\n", keys.join(" "), spec.doc);
            }
        }
    }
    assert!(readme().contains(&table), "the README's table should be\n{table}");
}

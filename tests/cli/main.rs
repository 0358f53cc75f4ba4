//! The program from outside: every command in text and in JSON, every exit status, bad input.

mod bad_input;
mod export;
mod index;
mod project;
mod questions;
mod readme;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A copy of `tests/fixtures/harbour` (or another tree) in a directory of its own, with a home of its own beside it.
struct Place {
    directory: TempDir,
}

/// What one run of the program gave.
#[derive(Debug)]
struct Run {
    status: i32,
    stdout: String,
    stderr: String,
}

impl Place {
    fn harbour() -> Self {
        let place = Self::empty();
        copy(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/harbour"),
            &place.root(),
        );
        place
    }

    fn empty() -> Self {
        let place = Self {
            directory: TempDir::new().unwrap(),
        };
        fs::create_dir_all(place.root()).unwrap();
        place
    }

    fn root(&self) -> PathBuf {
        // As the program will name it.
        self.directory.path().canonicalize().unwrap().join("project")
    }

    fn beside(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_portolan"));
        command
            .args(arguments)
            .current_dir(self.root())
            .stdin(Stdio::null())
            .env("HOME", self.beside("home"))
            .env("XDG_CONFIG_HOME", self.beside("home/.config"))
            .env("XDG_CACHE_HOME", self.beside("home/.cache"))
            .env_remove("NO_COLOR")
            .env("TERM", "xterm-256color");
        command
    }

    fn run(&self, arguments: &[&str]) -> Run {
        Run::of(self.command(arguments).output().unwrap())
    }

    /// The results of a command that is expected to work.
    fn text(&self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!(run.status, 0, "{arguments:?}: {run:?}");
        run.stdout
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let text = self.text(&[arguments, &["--json"]].concat());
        assert_eq!(text.lines().count(), 1, "one document: {text}");
        serde_json::from_str(&text).unwrap()
    }
}

impl Run {
    fn of(output: Output) -> Self {
        Self {
            status: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The values of one key of each result, as text.
fn all<'a>(document: &'a Value, key: &str) -> Vec<&'a str> {
    document["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| result[key].as_str().unwrap())
        .collect()
}

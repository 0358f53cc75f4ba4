//! One bundle: the library, the command line, the server and the map give the same bytes for the same request.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use portolan::config::Profile;
use portolan::context::{Request, build};
use portolan::store::Reader;
use serde_json::{Value, json};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_portolan");
const PATIENCE: Duration = Duration::from_secs(60);

const QUESTIONS: &[&str] = &[
    "how is the final price computed",
    "`OrderService.quote` in orders/service.py:12",
    "which berth is free at high tide",
    "zzyzx nothing of this kind",
];

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// An indexed copy of the harbour.
fn harbour() -> (TempDir, PathBuf) {
    let directory = TempDir::new().unwrap();
    let root = directory.path().canonicalize().unwrap().join("harbour");
    copy(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/harbour"),
        &root,
    );
    let run = Command::new(PROGRAM).arg("index").arg(&root).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    (directory, root)
}

fn by_library(root: &Path, question: &str) -> String {
    let reader = Reader::open(&root.join(".portolan/graph.db")).unwrap();
    let request = Request {
        question: question.to_owned(),
        profile: Profile::default(),
        ..Request::default()
    };
    build(&reader, root, &request).unwrap().text
}

fn by_command_line(root: &Path, question: &str) -> String {
    let run = Command::new(PROGRAM)
        .arg("--root")
        .arg(root)
        .args(["explore", question])
        .output()
        .unwrap();
    String::from_utf8(run.stdout).unwrap()
}

fn by_server(root: &Path, questions: &[&str]) -> Vec<String> {
    let mut server = Command::new(PROGRAM)
        .arg("--root")
        .arg(root)
        .arg("serve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = server.stdin.take().unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let mut ask = |message: Value| -> Value {
        writeln!(input, "{message}").unwrap();
        serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap()
    };
    ask(json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"},
    }}));
    let answers = questions.iter().map(|question| {
        let answer = ask(json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "explore", "arguments": {"question": question},
        }}));
        answer["result"]["content"][0]["text"].as_str().unwrap().to_owned()
    });
    let answers = answers.collect();
    drop(input);
    server.wait().unwrap();
    answers
}

/// Asks in the Bundle workspace and copies the text: the map hands it to the terminal (OSC 52), encoded.
fn by_map(root: &Path, question: &str) -> String {
    let size = PtySize {
        rows: 40,
        cols: 120,
        pixel_width: 0,
        pixel_height: 0,
    };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(PROGRAM);
    command.arg(root);
    command.env("TERM", "xterm-256color");
    let mut map = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut output = pair.master.try_clone_reader().unwrap();
    let written = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&written);
    std::thread::spawn(move || {
        let mut chunk = [0; 4096];
        while let Ok(count @ 1..) = output.read(&mut chunk) {
            sink.lock().unwrap().extend_from_slice(&chunk[..count]);
        }
    });
    let mut keys = pair.master.take_writer().unwrap();
    let begun = Instant::now();
    let wait = |what: &str, until: &dyn Fn(&str) -> bool| {
        while !until(&String::from_utf8_lossy(&written.lock().unwrap())) {
            assert!(
                begun.elapsed() < PATIENCE,
                "{what}: {}",
                String::from_utf8_lossy(&written.lock().unwrap())
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    wait("the map opens", &|screen| screen.contains("live"));
    keys.write_all(format!("2a{question}\r").as_bytes()).unwrap();
    // There is nothing to copy before the bundle is made.
    let mut asked = Instant::now();
    keys.write_all(b"y").unwrap();
    while copied(&String::from_utf8_lossy(&written.lock().unwrap())).is_none() {
        assert!(
            begun.elapsed() < PATIENCE,
            "{}",
            String::from_utf8_lossy(&written.lock().unwrap())
        );
        if asked.elapsed() > Duration::from_millis(500) {
            keys.write_all(b"y").unwrap();
            asked = Instant::now();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let text = copied(&String::from_utf8_lossy(&written.lock().unwrap())).unwrap();
    keys.write_all(b"q").unwrap();
    map.wait().unwrap();
    text
}

/// The text of the first whole OSC 52 sequence.
fn copied(screen: &str) -> Option<String> {
    let (_, after) = screen.split_once("\u{1b}]52;c;")?;
    let end = after.find(['\u{7}', '\u{1b}'])?;
    Some(decoded(&after[..end]))
}

/// Base64.
fn decoded(text: &str) -> String {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text.chars().filter(|letter| *letter != '=') {
        bits = bits << 6 | u32::try_from(LETTERS.find(letter).unwrap()).unwrap();
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn the_library_the_command_line_and_the_server_agree() {
    let (_directory, root) = harbour();
    let served = by_server(&root, QUESTIONS);
    for (question, served) in QUESTIONS.iter().zip(served) {
        let built = by_library(&root, question);
        assert!(!built.is_empty());
        assert_eq!(by_command_line(&root, question), built, "{question}");
        assert_eq!(served, built, "{question}");
    }
}

#[test]
fn the_map_agrees() {
    let (_directory, root) = harbour();
    let question = QUESTIONS[0];
    assert_eq!(by_map(&root, question), by_library(&root, question));
}

//! The server from outside: the program driven over its standard input and output, with raw messages and with a real
//! client.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// Longer than anything takes on a machine with other work to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// The server with a client of a few lines.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    next: u64,
}

impl Client {
    fn start(root: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_portolan"))
            .args(["--root".as_ref(), root.as_os_str(), "serve".as_ref()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (tell, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if tell.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
            next: 0,
        }
    }

    /// The server after the greeting.
    fn greeted(root: &Path) -> Self {
        let mut client = Self::start(root);
        let greeting = client.ask(
            "initialize",
            json!({
                "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"},
            }),
        );
        assert_eq!(greeting["result"]["serverInfo"]["name"], "portolan");
        client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        client
    }

    /// A greeted server whose first index is done.
    fn ready(root: &Path) -> Self {
        let mut client = Self::greeted(root);
        let begun = Instant::now();
        while !client.call("status", json!({})).text.contains("generation") {
            assert!(begun.elapsed() < PATIENCE, "the first index does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
        client
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
    }

    fn send_request(&mut self, method: &str, params: Value) -> u64 {
        self.next += 1;
        let message = json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params});
        self.send(&message.to_string());
        self.next
    }

    /// The next message. Every line of the output must be one.
    fn message(&self) -> Value {
        let line = match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("no answer"),
            Err(RecvTimeoutError::Disconnected) => panic!("the server is gone"),
        };
        let message: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        message
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send_request(method, params);
        let message = self.message();
        assert_eq!(message["id"], id, "{message}");
        message
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Answer {
        let message = self.ask("tools/call", json!({"name": tool, "arguments": arguments}));
        Answer::of(&message)
    }

    /// Closes the input, as a client does that goes away.
    fn leave(&mut self) -> ExitStatus {
        drop(self.input.take());
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "the server stays when its client is gone"
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Fails where it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Answer {
    text: String,
    data: Value,
    is_error: bool,
}

impl Answer {
    fn of(message: &Value) -> Self {
        let result = &message["result"];
        Self {
            text: result["content"][0]["text"]
                .as_str()
                .unwrap_or_else(|| panic!("{message}"))
                .to_owned(),
            data: result["structuredContent"].clone(),
            is_error: result["isError"] == true,
        }
    }
}

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

/// A copy of the harbour, the small project of the tests.
fn harbour() -> (TempDir, PathBuf) {
    let directory = TempDir::new().unwrap();
    let root = directory.path().canonicalize().unwrap().join("harbour");
    copy(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/harbour"),
        &root,
    );
    (directory, root)
}

/// A project whose first index takes a while.
fn large() -> (TempDir, PathBuf) {
    let directory = TempDir::new().unwrap();
    let root = directory.path().canonicalize().unwrap().join("large");
    for package in 0..40 {
        let place = root.join(format!("package{package}"));
        fs::create_dir_all(&place).unwrap();
        for module in 0..50 {
            let functions = (0..40).map(|number| {
                format!("def work_{package}_{module}_{number}(value):\n    return work_{package}_{number}_{module}(value + 1)\n\n")
            });
            fs::write(place.join(format!("module{module}.py")), functions.collect::<String>()).unwrap();
        }
    }
    (directory, root)
}

#[test]
fn tools_are_listed_shortly_and_with_exact_schemas() {
    let (_directory, root) = harbour();
    let mut client = Client::greeted(&root);
    let listed = client.ask("tools/list", json!({}));
    let tools = listed["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["explore", "search", "node", "callers", "callees", "status"]);
    for tool in tools {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{tool}");
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
    }
    assert!(listed.to_string().len() < 6_000);
}

#[test]
fn every_tool_answers() {
    let (_directory, root) = harbour();
    let mut client = Client::ready(&root);
    let explored = client.call(
        "explore",
        json!({"question": "how is the final price computed", "budget": 4_000}),
    );
    assert!(
        explored.text.contains("orders/pricing.py") && explored.text.chars().count() <= 4_000,
        "{}",
        explored.text
    );
    let found = client.call(
        "search",
        json!({"query": "final", "kind": ["function"], "path": "orders"}),
    );
    assert_eq!(found.data["results"][0]["name"], "final_price", "{}", found.text);
    let shown = client.call("node", json!({"symbol": "OrderService.quote"}));
    assert!(
        shown.text.contains("\t        return final_price(order)"),
        "{}",
        shown.text
    );
    assert_eq!(shown.data["results"][0]["kind"], "method");
    let callers = client.call("callers", json!({"symbol": "final_price", "depth": 2}));
    assert!(callers.text.contains("OrderService.quote"), "{}", callers.text);
    assert_eq!(callers.data["results"][0]["depth"], 1);
    let callees = client.call("callees", json!({"symbol": "OrderService.quote"}));
    assert!(callees.text.contains("final_price"), "{}", callees.text);
    let status = client.call("status", json!({}));
    assert_eq!(status.data["complete"], true, "{}", status.text);
}

#[test]
fn what_cannot_be_answered_is_refused_in_words() {
    let (_directory, root) = harbour();
    let mut client = Client::ready(&root);
    for (tool, arguments, said) in [
        (
            "explore",
            json!({"question": "x", "colour": "red"}),
            "`explore` does not take `colour`",
        ),
        ("explore", json!({}), "`explore` needs `question`"),
        (
            "explore",
            json!({"question": "x", "budget": 1_000_000}),
            "`budget` must be a whole number from 500 to 25000",
        ),
        (
            "callers",
            json!({"symbol": "f", "depth": "two"}),
            "`depth` must be a whole number",
        ),
        ("node", json!({"symbol": "../../etc/passwd"}), "outside of the project"),
        ("node", json!({"symbol": "/etc/passwd:1"}), "outside of the project"),
        (
            "search",
            json!({"query": "a", "path": "orders/../../.."}),
            "outside of the project",
        ),
    ] {
        let answer = client.call(tool, arguments);
        assert!(answer.is_error && answer.text.contains(said), "{tool}: {}", answer.text);
    }
    let unknown = client.call("callers", json!({"symbol": "finel_price"}));
    assert!(
        !unknown.is_error && unknown.text.contains("final_price"),
        "{}",
        unknown.text
    );
    let message = client.ask("tools/call", json!({"name": "fnord", "arguments": {}}));
    assert_eq!(message["error"]["code"], -32602, "{message}");
    let message = client.ask("fnord", json!({}));
    assert_eq!(message["error"]["code"], -32601, "{message}");
}

#[test]
fn garbage_is_answered_and_does_no_harm() {
    let (_directory, root) = harbour();
    let mut client = Client::greeted(&root);
    let deep = "[".repeat(100_000);
    let long = format!("{{\"jsonrpc\":\"2.0\",\"x\":\"{}\"}}", "x".repeat(5 << 20));
    for (line, code) in [
        ("this is no JSON", -32700),
        ("{\"jsonrpc\":", -32700),
        ("\u{1b}[31m\u{0}\u{7}", -32700),
        (deep.as_str(), -32700),
        (long.as_str(), -32700),
        ("{\"jsonrpc\":\"2.0\"}", -32600),
        ("[1,2,3]", -32600),
        ("null", -32600),
    ] {
        client.send(line);
        let message = client.message();
        let shown: String = line.chars().take(40).collect();
        assert_eq!(message["error"]["code"], code, "{shown}: {message}");
        assert!(message.get("id").is_none_or(Value::is_null), "{message}");
    }
    client.send("");
    client.input.as_mut().unwrap().write_all(b"\xff\xfe\n").unwrap();
    assert_eq!(client.message()["error"]["code"], -32700);
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
}

#[test]
fn it_answers_while_the_first_index_runs() {
    let (_directory, root) = large();
    let mut client = Client::greeted(&root);
    let first = client.call("explore", json!({"question": "work"}));
    assert!(first.is_error && first.text.contains("first index"), "{}", first.text);
    let status = client.call("status", json!({}));
    assert_eq!(status.data["complete"], false, "{}", status.text);
    assert!(client.leave().success());
}

#[test]
fn it_ends_when_its_client_goes_away() {
    let (_directory, root) = harbour();
    assert!(Client::ready(&root).leave().success());
    assert!(Client::start(&root).leave().success(), "before the greeting");
    let mut asked = Client::ready(&root);
    let id = asked.send_request("tools/call", json!({"name": "status", "arguments": {}}));
    assert!(asked.leave().success());
    assert_eq!(asked.message()["id"], id, "what was asked before is answered");
}

#[test]
fn many_requests_at_once_are_all_answered() {
    let (_directory, root) = harbour();
    let mut client = Client::ready(&root);
    let mut open: Vec<u64> = Vec::new();
    for number in 0..200 {
        let (tool, arguments) = match number % 4 {
            0 => ("explore", json!({"question": "final price", "budget": 1_000})),
            1 => ("callers", json!({"symbol": "final_price"})),
            2 => ("search", json!({"query": "price"})),
            _ => ("status", json!({})),
        };
        open.push(client.send_request("tools/call", json!({"name": tool, "arguments": arguments})));
    }
    while !open.is_empty() {
        let message = client.message();
        assert!(message["result"]["content"][0]["text"].is_string(), "{message}");
        open.retain(|id| message["id"] != *id);
    }
}

#[test]
fn nothing_hostile_reaches_the_client() {
    let (_directory, root) = harbour();
    let name = "orders/\u{1b}]0;x\u{7}\u{202e}evil.py";
    fs::write(
        root.join(name),
        "def evil():\n    # \u{1b}[2J\u{202e} hidden\n    return price\n",
    )
    .unwrap();
    let mut client = Client::ready(&root);
    for (tool, arguments) in [
        ("explore", json!({"question": "evil"})),
        ("node", json!({"symbol": "evil"})),
        ("search", json!({"query": "evil"})),
        ("callers", json!({"symbol": "evil"})),
        ("callers", json!({"symbol": "\u{1b}[31mred\u{202e}"})),
    ] {
        let message = client.ask("tools/call", json!({"name": tool, "arguments": arguments}));
        let hostile = |text: &str| {
            text.chars()
                .any(|c| c != '\n' && c != '\t' && portolan::text::is_hostile(c))
        };
        let mut open = vec![&message];
        while let Some(value) = open.pop() {
            match value {
                Value::String(text) => assert!(!hostile(text), "{tool}: {text:?}"),
                Value::Array(items) => open.extend(items),
                Value::Object(fields) => open.extend(fields.values()),
                _ => {}
            }
        }
    }
}

#[test]
fn a_saved_file_is_seen() {
    let (_directory, root) = harbour();
    let mut client = Client::ready(&root);
    assert_eq!(client.call("search", json!({"query": "light_dues"})).data, Value::Null);
    let pricing = root.join("orders/pricing.py");
    let text = fs::read_to_string(&pricing).unwrap();
    fs::write(&pricing, format!("{text}\n\ndef light_dues(order):\n    return 1\n")).unwrap();
    let begun = Instant::now();
    while client.call("search", json!({"query": "light_dues"})).data["results"][0]["name"] != "light_dues" {
        assert!(begun.elapsed() < PATIENCE, "the saved file is not seen");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Runs `client.py` in a Python that has the package `mcp`: the one on the path, or else an environment of its own under
/// `target`, made here with pip.
#[test]
fn a_real_client_is_served() {
    let python = python_with_client();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mcp/client.py");
    let run = Command::new(&python)
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_portolan"))
        .output()
        .unwrap();
    let (told, complaint) = (
        String::from_utf8_lossy(&run.stdout),
        String::from_utf8_lossy(&run.stderr),
    );
    assert!(run.status.success(), "{told}{complaint}");
}

fn python_with_client() -> PathBuf {
    let has_client = |python: &Path| {
        let import = Command::new(python).args(["-c", "import mcp"]).output();
        import.is_ok_and(|import| import.status.success())
    };
    if has_client(Path::new("python3")) {
        return "python3".into();
    }
    let place = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .unwrap()
        .join("mcp-client");
    let python = place.join("bin/python");
    if !has_client(&python) {
        let run = |program: &Path, arguments: &[&str]| {
            let output = Command::new(program).args(arguments).output();
            let told = output.as_ref().map_or_else(ToString::to_string, |output| {
                String::from_utf8_lossy(&output.stderr).into()
            });
            assert!(
                output.is_ok_and(|output| output.status.success()),
                "this test needs Python 3 with the package `mcp`; making it with `{} {}` failed. Install it by hand: \
                 python3 -m venv {place} && {place}/bin/pip install mcp\n{told}",
                program.display(),
                arguments.join(" "),
                place = place.display(),
            );
        };
        run(Path::new("python3"), &["-m", "venv", &place.to_string_lossy()]);
        run(&python, &["-m", "pip", "install", "--quiet", "mcp"]);
    }
    python
}

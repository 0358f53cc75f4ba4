//! A program in a pseudo-terminal, with what its terminal shows.

use std::fs;
use std::io::{Read as _, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;

/// How long anything may take before the test fails: far more than it does, on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(60);

/// A directory with a project, and a home of its own beside it.
pub struct Place {
    directory: TempDir,
}

/// A running program and its terminal.
pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    seen: Arc<Mutex<Seen>>,
    /// The line discipline's modes before the program was started.
    before: String,
}

/// What has come out of the terminal.
pub struct Seen {
    parser: vt100::Parser<Listener>,
    pub bytes: Vec<u8>,
}

/// What a text must never reach.
#[derive(Default)]
pub struct Listener {
    pub titles: usize,
    pub clipboard: Vec<Vec<u8>>,
}

impl vt100::Callbacks for Listener {
    fn set_window_title(&mut self, _: &mut vt100::Screen, _: &[u8]) {
        self.titles += 1;
    }

    fn set_window_icon_name(&mut self, _: &mut vt100::Screen, _: &[u8]) {
        self.titles += 1;
    }

    fn copy_to_clipboard(&mut self, _: &mut vt100::Screen, _: &[u8], data: &[u8]) {
        self.clipboard.push(data.to_vec());
    }
}

impl Place {
    pub fn harbour() -> Self {
        let place = Self::empty();
        copy(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/harbour"),
            &place.root(),
        );
        place
    }

    pub fn empty() -> Self {
        let place = Self {
            directory: TempDir::new().expect("a directory"),
        };
        fs::create_dir_all(place.root()).expect("a project");
        place
    }

    pub fn root(&self) -> PathBuf {
        self.directory.path().canonicalize().expect("a path").join("project")
    }

    pub fn beside(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub fn write(&self, path: &str, text: &[u8]) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().expect("a directory")).expect("made");
        fs::write(path, text).expect("written");
    }

    /// The environment of every run: a home of its own, no choices of the person who runs the tests.
    fn variables(&self) -> Vec<(&'static str, String)> {
        let home = self.beside("home");
        vec![
            ("HOME", home.display().to_string()),
            ("XDG_CONFIG_HOME", home.join(".config").display().to_string()),
            ("XDG_CACHE_HOME", home.join(".cache").display().to_string()),
            ("TERM", "xterm-256color".to_owned()),
            ("COLORTERM", "truecolor".to_owned()),
            ("LANG", "C.UTF-8".to_owned()),
        ]
    }

    /// Opens the map in a terminal of this size.
    pub fn map(&self, columns: u16, rows: u16) -> Terminal {
        self.map_with(columns, rows, &[])
    }

    /// The same with further variables.
    pub fn map_with(&self, columns: u16, rows: u16, variables: &[(&str, &str)]) -> Terminal {
        let command = CommandBuilder::new(env!("CARGO_BIN_EXE_portolan"));
        self.run(command, columns, rows, variables)
    }

    /// Any command in a terminal.
    pub fn run(&self, mut command: CommandBuilder, columns: u16, rows: u16, more: &[(&str, &str)]) -> Terminal {
        command.cwd(self.root());
        for name in ["NO_COLOR", "VISUAL", "EDITOR"] {
            command.env_remove(name);
        }
        for (name, value) in self.variables() {
            command.env(name, value);
        }
        for (name, value) in more {
            command.env(name, value);
        }
        Terminal::start(command, columns, rows)
    }

    /// A command line as a shell reads it, `portolan` being the tested program.
    pub fn shell(&self, line: &str) -> String {
        let program = Path::new(env!("CARGO_BIN_EXE_portolan"));
        let directory = program.parent().expect("a directory").display().to_string();
        let path = format!("{directory}:{}", std::env::var("PATH").unwrap_or_default());
        let output = Command::new("sh")
            .args(["-c", line])
            .current_dir(self.root())
            .envs(self.variables())
            .env("PATH", path)
            .output()
            .expect("a shell");
        String::from_utf8(output.stdout).expect("text")
    }
}

impl Terminal {
    fn start(command: CommandBuilder, columns: u16, rows: u16) -> Self {
        let pair = native_pty_system()
            .openpty(size(columns, rows))
            .expect("a pseudo-terminal");
        let before = format!("{:?}", pair.master.get_termios());
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let keys = pair.master.take_writer().expect("a writer");
        let child = pair.slave.spawn_command(command).expect("started");
        let seen = Arc::new(Mutex::new(Seen {
            parser: vt100::Parser::new_with_callbacks(rows, columns, 0, Listener::default()),
            bytes: Vec::new(),
        }));
        let shared = Arc::clone(&seen);
        std::thread::spawn(move || {
            let mut buffer = [0; 65_536];
            while let Ok(count) = reader.read(&mut buffer) {
                if count == 0 {
                    return;
                }
                let mut seen = shared.lock().expect("whole");
                seen.bytes.extend_from_slice(&buffer[..count]);
                seen.parser.process(&buffer[..count]);
            }
        });
        // The slave stays open in `pair` only as long as the child needs it; the master tells of its modes.
        drop(pair.slave);
        Self {
            child,
            master: pair.master,
            keys,
            seen,
            before,
        }
    }

    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the terminal takes keys");
        self.keys.flush().expect("the terminal takes keys");
    }

    pub fn screen(&self) -> String {
        self.seen.lock().expect("whole").parser.screen().contents()
    }

    pub fn bytes(&self) -> Vec<u8> {
        self.seen.lock().expect("whole").bytes.clone()
    }

    pub fn look<T>(&self, look: impl FnOnce(&vt100::Screen, &Listener) -> T) -> T {
        let seen = self.seen.lock().expect("whole");
        look(seen.parser.screen(), seen.parser.callbacks())
    }

    /// Waits until the screen says this.
    #[track_caller]
    pub fn wait_for(&mut self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    #[track_caller]
    pub fn wait_until(&mut self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let screen = self.screen();
            if holds(&screen) {
                return screen;
            }
            let ended = self.child.try_wait().expect("a child");
            assert!(ended.is_none(), "ended with {ended:?} before {what}:\n{screen}");
            assert!(begun.elapsed() < PATIENCE, "no {what} after {PATIENCE:?}:\n{screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        // The model of a terminal that the tests look at cannot be as small as a real one.
        let (least_rows, least_columns) = (rows.max(5), columns.max(20));
        self.seen
            .lock()
            .expect("whole")
            .parser
            .screen_mut()
            .set_size(least_rows, least_columns);
        self.master.resize(size(columns, rows)).expect("resized");
    }

    pub fn id(&self) -> u32 {
        self.child.process_id().expect("a process")
    }

    pub fn signal(&self, name: &str) {
        let id = self.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status().expect("kill");
        assert!(sent.success());
    }

    /// Waits for the end; gives the exit status.
    pub fn end(&mut self) -> u32 {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                // What was written last is still under way.
                std::thread::sleep(Duration::from_millis(100));
                return status.exit_code();
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Every mode that was switched on is off, and the line discipline is as it was.
    #[track_caller]
    pub fn assert_restored(&self) {
        let bytes = self.bytes();
        for mode in ["1049", "2004", "1000", "1002", "1003", "1006", "1015", "1004", "2026"] {
            let (on, off) = (
                last(&bytes, &format!("\x1b[?{mode}h")),
                last(&bytes, &format!("\x1b[?{mode}l")),
            );
            assert!(on <= off, "mode {mode} was left on");
        }
        let (hidden, shown) = (last(&bytes, "\x1b[?25l"), last(&bytes, "\x1b[?25h"));
        assert!(hidden <= shown, "the cursor was left hidden");
        assert!(last(&bytes, "\x1b[>").is_none(), "keyboard flags were left");
        assert_eq!(format!("{:?}", self.master.get_termios()), self.before);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where a text stands last, if it does.
pub fn last(bytes: &[u8], text: &str) -> Option<usize> {
    bytes.windows(text.len()).rposition(|window| window == text.as_bytes())
}

pub fn count(bytes: &[u8], text: &str) -> usize {
    bytes
        .windows(text.len())
        .filter(|window| *window == text.as_bytes())
        .count()
}

const fn size(cols: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("made");
    for entry in fs::read_dir(from).expect("read") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("copied");
        }
    }
}

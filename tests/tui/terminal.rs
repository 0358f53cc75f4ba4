//! The terminal is as it was before, whatever way the program ends; and it is dealt with politely meanwhile.

use std::fs;
use std::time::{Duration, Instant};

use portable_pty::CommandBuilder;

use super::pty::{Place, count, last};

#[test]
fn signals_restore_and_are_told_by_the_exit_status() {
    let place = Place::harbour();
    for (signal, status) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let mut map = place.map(100, 30);
        map.wait_for("● live");
        map.signal(signal);
        assert_eq!(map.end(), status, "{signal}");
        map.assert_restored();
    }
}

#[test]
fn a_panic_in_any_thread_restores_first_and_is_told_on_the_main_screen() {
    let place = Place::empty();
    let program = std::env::current_exe().expect("this test");
    for (thread, said) in [("main", "a fault in main"), ("worker", "a fault in worker")] {
        let mut command = CommandBuilder::new(&program);
        command.args(["--exact", "terminal::a_program_that_panics", "--ignored", "--nocapture"]);
        let mut terminal = place.run(command, 80, 24, &[("PANIC_IN", thread)]);
        assert_ne!(terminal.end(), 0);
        terminal.assert_restored();
        let bytes = terminal.bytes();
        let (left, told) = (last(&bytes, "\x1b[?1049l"), last(&bytes, said));
        assert!(left.is_some() && told > left, "{}", terminal.screen());
    }
}

/// Not a test of its own: the program of the test above.
#[test]
#[ignore = "run by a_panic_in_any_thread_restores_first_and_is_told_on_the_main_screen"]
fn a_program_that_panics() {
    use portolan::tui::term::{Modes, crash};
    let thread = std::env::var("PANIC_IN").expect("started by the other test");
    let (inbox, received) = crossbeam_channel::unbounded();
    let modes = Modes::default();
    crash::install(modes.clone(), inbox);
    modes.enter(true).expect("a terminal");
    if thread == "main" {
        panic!("a fault in main");
    }
    let worker = std::thread::spawn(|| panic!("a fault in worker"));
    assert!(worker.join().is_err());
    let told = received.recv().expect("the main loop is told");
    panic!("{told:?}");
}

#[test]
fn a_terminal_that_goes_away_ends_the_process() {
    let place = Place::empty();
    let noted = place.beside("id");
    let window = std::process::Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "terminal::a_window_that_is_closed", "--ignored"])
        .env("NOTE_ID_IN", &noted)
        .output()
        .expect("started");
    let id = fs::read_to_string(&noted).unwrap_or_else(|_| panic!("no map: {window:?}"));
    let begun = Instant::now();
    while fs::exists(format!("/proc/{id}")).expect("a file system") && !state_is(&id, 'Z') {
        assert!(
            begun.elapsed() < Duration::from_secs(5),
            "process {id} goes on without a terminal"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Not a test of its own: a window with a map in it that vanishes.
#[test]
#[ignore = "run by a_terminal_that_goes_away_ends_the_process"]
fn a_window_that_is_closed() {
    let place = Place::harbour();
    let mut map = place.map(100, 30);
    map.wait_for("● live");
    let noted = std::env::var("NOTE_ID_IN").expect("started by the other test");
    fs::write(noted, map.id().to_string()).expect("written");
    // The end of this process closes the terminal; nobody says good-bye to the map.
    std::process::exit(0);
}

fn state_is(id: &str, state: char) -> bool {
    let text = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    text.rsplit(')')
        .next()
        .is_some_and(|rest| rest.trim_start().starts_with(state))
}

#[test]
fn stopping_gives_the_terminal_back_and_going_on_repaints() {
    let place = Place::harbour();
    let mut map = place.map(100, 30);
    map.wait_for("● live");
    map.press("\x1a");
    let begun = Instant::now();
    while !state(map.id()).starts_with('T') {
        assert!(begun.elapsed() < Duration::from_secs(20), "it does not stop");
        std::thread::sleep(Duration::from_millis(20));
    }
    map.assert_restored();
    assert!(!map.look(|screen, _| screen.alternate_screen()));
    map.signal("CONT");
    map.wait_for("● live");
    assert!(map.look(|screen, _| screen.alternate_screen()));
    map.press("q");
    assert_eq!(map.end(), 0);
    map.assert_restored();
}

/// The process's state and its processor time in clock ticks.
fn stat(id: u32) -> (String, u64) {
    let text = fs::read_to_string(format!("/proc/{id}/stat")).expect("a process");
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields[at].parse::<u64>().expect("a number");
    (fields[0].to_owned(), ticks(11) + ticks(12))
}

fn state(id: u32) -> String {
    stat(id).0
}

#[test]
fn idle_means_idle() {
    let place = Place::harbour();
    let mut map = place.map(160, 50);
    map.wait_for("● live");
    map.press("/");
    map.wait_for("❯");
    std::thread::sleep(Duration::from_millis(1_500));
    let (written, ticks) = (map.bytes().len(), stat(map.id()).1);
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(map.bytes().len(), written, "something was drawn");
    let spent = stat(map.id()).1 - ticks;
    assert!(spent <= 1, "{spent} ticks of the processor");
}

#[test]
fn the_editor_gets_every_keystroke_and_the_map_comes_back() {
    let place = Place::harbour();
    let told = place.beside("told");
    let editor = place.beside("editor");
    let script = format!(
        "#!/bin/sh\necho \"EDITING $2 $1\"\nread line\necho \"$line\" > {}\n",
        told.display()
    );
    fs::write(&editor, script).expect("written");
    let program = editor.display().to_string();
    let mut permissions = fs::metadata(&editor).expect("there").permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o755);
    fs::set_permissions(&editor, permissions).expect("executable");
    // By its name it is one that takes +LINE.
    let vim = place.beside("vim");
    std::os::unix::fs::symlink(&program, &vim).expect("linked");
    let mut map = place.map_with(100, 30, &[("EDITOR", &vim.display().to_string())]);
    map.wait_for("● live");
    map.press("/final_price");
    map.wait_for("final_price");
    map.press("\r");
    map.wait_for("▸ final_price");
    map.press("e");
    let screen = map.wait_for("EDITING");
    assert!(screen.contains("pricing.py +18"), "{screen}");
    map.press("quit quit q\r");
    map.wait_for("▸ final_price");
    assert_eq!(fs::read_to_string(&told).expect("told"), "quit quit q\n");
    map.press("q");
    assert_eq!(map.end(), 0);
    map.assert_restored();
}

#[test]
fn an_editor_that_is_none_is_said() {
    let place = Place::harbour();
    let mut map = place.map_with(100, 30, &[("EDITOR", "no-such-editor")]);
    map.wait_for("● live");
    map.press("/final_price");
    map.wait_for("final_price");
    map.press("\r");
    map.wait_for("▸ final_price");
    map.press("e");
    map.wait_for("no-such-editor could not be started");
    map.wait_for("$EDITOR");
}

#[test]
fn every_frame_is_whole_and_the_cursor_is_never_asked_for() {
    let place = Place::harbour();
    let mut map = place.map(120, 40);
    map.wait_for("● live");
    map.resize(90, 30);
    map.press("/order");
    map.wait_for("Order");
    map.resize(140, 40);
    map.press("\x1b");
    std::thread::sleep(Duration::from_millis(300));
    map.press("q");
    assert_eq!(map.end(), 0);
    let bytes = map.bytes();
    assert_eq!(count(&bytes, "\x1b[6n"), 0);
    assert_eq!(
        count(&bytes, "\x1b[?2026h"),
        count(&bytes, "\x1b[?2026l") - 1,
        "one more when leaving"
    );
    // What is drawn is drawn inside of a frame.
    let first = bytes
        .windows(8)
        .position(|window| window == b"\x1b[?2026h")
        .expect("a frame");
    assert!(
        last(&bytes[..first], "\x1b[H").is_none() && first < 64,
        "the first frame begins at once"
    );
}

#[test]
fn no_colour_means_none_and_still_tells_the_selection() {
    let place = Place::harbour();
    let mut map = place.map_with(100, 30, &[("NO_COLOR", "1")]);
    map.wait_for("● live");
    map.press("j");
    std::thread::sleep(Duration::from_millis(300));
    map.look(|screen, _| {
        let (rows, columns) = screen.size();
        let cells = (0..rows).flat_map(|row| (0..columns).filter_map(move |column| screen.cell(row, column)));
        let mut reversed = 0;
        for cell in cells {
            assert_eq!(
                (cell.fgcolor(), cell.bgcolor()),
                (vt100::Color::Default, vt100::Color::Default)
            );
            reversed += usize::from(cell.inverse());
        }
        assert!(reversed > 20, "the selected row stands out");
    });
}

#[test]
fn where_there_is_no_terminal_a_sentence_says_so() {
    let place = Place::harbour();
    let said = place.shell("portolan 2>&1 < /dev/null; echo $?");
    assert!(said.contains("needs a terminal") && said.ends_with("2\n"), "{said}");
}

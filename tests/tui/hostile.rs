//! Sizes, pastes and files that mean harm.

use std::time::Duration;

use super::pty::Place;

#[test]
fn any_size_is_survived() {
    let place = Place::harbour();
    let mut map = place.map(160, 50);
    map.wait_for("● live");
    for (columns, rows) in [
        (1, 1),
        (3, 2),
        (49, 9),
        (50, 10),
        (79, 24),
        (20, 60),
        (300, 5),
        (80, 24),
        (250, 80),
    ] {
        map.resize(columns, rows);
        for keys in ["/", "\x1b", "h", "l", "j", "2", "1", "?", "\x1b", ":"] {
            map.press(keys);
            std::thread::sleep(Duration::from_millis(5));
        }
        map.press("\x1b");
        std::thread::sleep(Duration::from_millis(60));
    }
    map.resize(100, 30);
    map.wait_for("portolan");
    map.press("\x03");
    assert_eq!(map.end(), 0);
    map.assert_restored();
}

#[test]
fn it_starts_in_a_tiny_terminal() {
    let place = Place::harbour();
    let mut map = place.map(30, 6);
    map.wait_for("portolan needs 50×10");
    map.resize(100, 30);
    map.wait_for("● live");
    map.press("q");
    assert_eq!(map.end(), 0);
}

#[test]
fn a_paste_is_one_event() {
    let place = Place::harbour();
    let mut map = place.map(100, 30);
    map.wait_for("● live");
    // Outside of an input it opens the search, and its lines are not keys.
    map.press("\x1b[200~q\nq\nq\x1b[201~");
    map.wait_for("❯ q q q");
    map.press("\x15final_price");
    map.wait_for("❯ final_price");
    map.press("\r");
    map.wait_for("▸ final_price");
}

#[test]
fn escape_sequences_in_names_and_files_change_nothing() {
    let place = Place::empty();
    let evil = "\x1b]0;owned\x07\x1b]52;c;b3duZWQ=\x07\x1b[2J\x1b[?1049l\x1b[31m\u{202e}\u{9b}2J";
    let mut source =
        format!("def harmless():\n    return '{evil}'\n\n\ndef other():\n    return harmless()\n").into_bytes();
    source.extend_from_slice(b"# \xff\xfe not UTF-8\n");
    place.write("evil.py", &source);
    place.write("\x1b[31mred.py", b"def in_a_hostile_file():\n    pass\n");
    place.write(
        "long.py",
        format!("x = '{}'\ndef after_a_long_line():\n    pass\n", "y".repeat(300_000)).as_bytes(),
    );
    place.write("empty.py", b"");
    let mut map = place.map(120, 30);
    map.wait_for("● live");
    for name in ["harmless", "in_a_hostile_file", "after_a_long_line"] {
        map.press("/\x15");
        map.press(name);
        map.wait_until("the hit", |screen| {
            screen.contains(&format!("❯ {name}")) && screen.contains("fn")
        });
        std::thread::sleep(Duration::from_millis(400));
        map.press("\r");
        map.wait_for(&format!("▸ {name}"));
    }
    map.press("H");
    std::thread::sleep(Duration::from_millis(300));
    map.look(|screen, heard| {
        assert_eq!((heard.titles, heard.clipboard.len()), (0, 0));
        assert!(screen.alternate_screen());
    });
    map.press("q");
    assert_eq!(map.end(), 0);
    map.assert_restored();
}

#[test]
fn a_directory_without_sources_says_so() {
    let place = Place::empty();
    let mut map = place.map(100, 30);
    map.wait_for("No source files were");
    map.press("q");
    assert_eq!(map.end(), 0);
}

#[test]
fn a_graph_that_is_none_is_left_alone_and_said() {
    let place = Place::harbour();
    place.write(".portolan/graph.db", b"this is no graph");
    let mut map = place.map(100, 30);
    map.wait_until("a sentence or a map", |screen| screen.contains("graph.db"));
    map.press("\x03");
    map.end();
    map.assert_restored();
}

//! A person opens a project, looks around, and leaves.

use std::fs;
use std::time::{Duration, Instant};

use super::pty::Place;

const ENTER: &str = "\r";
const RIGHT: &str = "\x1b[C";

#[test]
fn a_whole_visit() {
    let place = Place::harbour();
    let mut map = place.map(160, 50);
    // It opens on the project; the graph is made meanwhile.
    map.wait_for("● live");
    map.wait_for("most used");

    // Search at every keystroke, with a look at what is found.
    map.press("/");
    map.wait_for("❯");
    map.press("final_pr");
    map.wait_until("the function with its source", |screen| {
        screen.contains("final_price") && screen.contains("return order.total()")
    });
    map.press(ENTER);
    map.wait_for("▸ final_price");
    map.wait_for("harbour_dues");

    // Two hops up, the source at the very call, and back.
    map.press("h");
    map.wait_until("the call in its caller", |screen| {
        screen.contains("▶        return final_price(order)")
    });
    map.press(ENTER);
    map.wait_for("▸ quote");
    map.press("h");
    map.wait_until("the call in its caller", |screen| {
        screen.contains("▶        return self.quote(order)")
    });
    map.press(ENTER);
    map.wait_for("▸ confirm");
    map.wait_for("tests 1");
    map.press("H");
    map.wait_for("▸ quote ");
    map.press("H");
    map.wait_for("▸ final_price ");

    // What an agent would receive; a knob shows its effect.
    map.press("b");
    map.wait_for("of 10,000 characters");
    map.wait_for("chosen by hand");
    map.press(&format!("h{RIGHT}"));
    map.wait_for("of 11,000 characters");
    map.wait_for("not saved");

    // The text and the command that prints the very same are copied through the terminal.
    map.press("y");
    map.wait_for("copied");
    map.press("c");
    map.wait_for("copied portolan explore");
    let copied = map.look(|_, heard| heard.clipboard.clone());
    let [text, command] = copied.as_slice() else {
        panic!("{} copies", copied.len());
    };
    let command = decoded(command);
    assert!(command.ends_with("--budget 11000"), "{command}");
    assert_eq!(place.shell(&command), decoded(text), "{command}");

    // A file is saved; the map follows without a key.
    map.press("1");
    map.wait_for("callers 1");
    let pricing = place.root().join("orders/pricing.py");
    let mut text = fs::read_to_string(&pricing).expect("read");
    text.push_str("\n\ndef dry_run(order: Order) -> float:\n    return final_price(order)\n");
    let saved = Instant::now();
    fs::write(&pricing, text).expect("written");
    let screen = map.wait_for("callers 2");
    assert!(screen.contains("dry_run"), "{screen}");
    assert!(saved.elapsed() < Duration::from_secs(5), "{:?}", saved.elapsed());
    fs::remove_file(place.root().join("orders/service.py")).expect("removed");
    map.wait_until("the caller to go", |screen| {
        screen.contains("callers 1") && !screen.contains("quote")
    });

    map.press("q");
    assert_eq!(map.end(), 0);
    map.assert_restored();
}

#[test]
fn a_visit_at_eighty_by_twenty_four() {
    let place = Place::harbour();
    let mut map = place.map(80, 24);
    map.wait_for("● live");
    map.press("/");
    map.press("confirm in:OrderService");
    map.wait_for("within OrderService");
    map.press(ENTER);
    map.wait_for("▸ confirm");
    map.press("l");
    map.wait_for("find");
    map.press("J");
    map.wait_for("Order");
    map.press("?");
    map.wait_for("To the left: callers");
    map.press("\x1b");
    map.wait_until("the help to close", |screen| !screen.contains("To the left: callers"));
    map.press(":");
    map.wait_for("commands");
    map.press("quit");
    map.press(ENTER);
    assert_eq!(map.end(), 0);
    map.assert_restored();
}

#[test]
fn the_second_visit_opens_at_once_and_profiles_are_kept() {
    let place = Place::harbour();
    let mut map = place.map(120, 30);
    map.wait_for("● live");
    map.press("2a");
    map.wait_for("what would an agent ask?");
    map.press("how is the final price computed");
    map.press(ENTER);
    map.wait_for("final_price");
    map.press(&format!("h{RIGHT}{RIGHT}s"));
    map.wait_for("saved as profile");
    map.press("q");
    assert_eq!(map.end(), 0);
    let kept = fs::read_to_string(place.root().join(".portolan/config.toml")).expect("saved");
    assert!(kept.contains("budget = 12000"), "{kept}");
    let mut map = place.map(120, 30);
    map.wait_for("orders");
    map.press("2");
    map.wait_for("12,000");
}

/// Base64 as OSC 52 carries it.
fn decoded(data: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut held, mut bits) = (0u32, 0);
    for byte in data.iter().filter(|byte| **byte != b'=') {
        let value = ALPHABET.iter().position(|known| known == byte).expect("base64");
        held = held << 6 | u32::try_from(value).expect("small");
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from(held >> bits & 0xff).expect("a byte"));
        }
    }
    String::from_utf8(bytes).expect("text")
}

//! The thread that reads the terminal.
//!
//! It hands over what has come and then waits until that has been dealt with. So an editor that is started by a key
//! gets every later keystroke, and a burst of the wheel comes as one piece. It never wakes up by itself.

use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};
use crossterm::event::{self, Event};

use crate::tui::app::Inbox;

/// The most events that are handed over at once.
const BATCH: usize = 1_000;

/// Starts the thread. Each message on `go_on` lets it read again.
///
/// # Errors
/// When the system gives no thread.
pub fn spawn(inbox: Sender<Inbox>, go_on: Receiver<()>) -> std::io::Result<()> {
    thread::Builder::new()
        .name("input".into())
        .spawn(move || read(&inbox, &go_on))?;
    Ok(())
}

fn read(inbox: &Sender<Inbox>, go_on: &Receiver<()>) {
    loop {
        let sent = match batch() {
            Ok(events) => inbox.send(Inbox::Input(events)),
            Err(error) => {
                let _ = inbox.send(Inbox::Lost(error.to_string()));
                return;
            }
        };
        if sent.is_err() || go_on.recv().is_err() {
            return;
        }
    }
}

/// Waits for an event, then takes all that are there.
fn batch() -> std::io::Result<Vec<Event>> {
    let mut events = vec![event::read()?];
    while events.len() < BATCH && event::poll(Duration::ZERO)? {
        events.push(event::read()?);
    }
    Ok(events)
}

//! The terminal: taking it, giving it back, and everything that reads or writes it.
//!
//! Invariants: what was switched on is switched off, in the reverse order, whatever way the program ends (quit, error,
//! panic in any thread, signal, suspension); nothing but [`screen::Screen`] draws; no cursor position is ever asked
//! for, since its answer would come in with the keys.
//!
//! Start reading at [`Modes`].

pub mod clipboard;
pub mod crash;
pub mod editor;
pub mod input;
pub mod screen;
pub mod signals;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::terminal::{disable_raw_mode, enable_raw_mode};

/// What is switched on with the map, in this order; off in the reverse one.
const SWITCHES: &[(&str, &str)] = &[
    // The alternate screen.
    ("\x1b[?1049h", "\x1b[?1049l"),
    // A paste comes as one event.
    ("\x1b[?2004h", "\x1b[?2004l"),
    // The cursor is hidden; it is shown where text is typed.
    ("\x1b[?25l", "\x1b[?25h"),
];

/// Mouse buttons and wheel in SGR coordinates; not its every movement.
const MOUSE: (&str, &str) = ("\x1b[?1000h\x1b[?1006h", "\x1b[?1006l\x1b[?1000l");

/// What of the terminal is switched on. Shared by everything that may have to switch it off.
#[derive(Debug, Clone, Default)]
pub struct Modes {
    on: Arc<AtomicBool>,
    mouse: Arc<AtomicBool>,
}

impl Modes {
    /// Takes the terminal.
    ///
    /// # Errors
    /// What the system says; the terminal is then as it was.
    pub fn enter(&self, mouse: bool) -> io::Result<()> {
        enable_raw_mode()?;
        self.on.store(true, Ordering::SeqCst);
        self.mouse.store(mouse, Ordering::SeqCst);
        let mut sequence: String = SWITCHES.iter().map(|(on, _)| *on).collect();
        if mouse {
            sequence.push_str(MOUSE.0);
        }
        let written = write(&sequence);
        if written.is_err() {
            self.leave();
        }
        written
    }

    /// Gives the terminal back. Safe to call from any thread and more than once.
    pub fn leave(&self) {
        if !self.on.swap(false, Ordering::SeqCst) {
            return;
        }
        let mut sequence = String::from("\x1b[?2026l");
        if self.mouse.swap(false, Ordering::SeqCst) {
            sequence.push_str(MOUSE.1);
        }
        sequence.push_str("\x1b[0m");
        sequence.extend(SWITCHES.iter().rev().map(|(_, off)| *off));
        // There is nobody left to tell of an error: the terminal is gone.
        let _ = write(&sequence);
        let _ = disable_raw_mode();
    }

    /// Takes the mouse, or leaves it to the terminal.
    pub fn set_mouse(&self, on: bool) {
        if self.is_on() && self.mouse.swap(on, Ordering::SeqCst) != on {
            let _ = write(if on { MOUSE.0 } else { MOUSE.1 });
        }
    }

    pub fn is_on(&self) -> bool {
        self.on.load(Ordering::SeqCst)
    }
}

fn write(sequence: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(sequence.as_bytes())?;
    out.flush()
}

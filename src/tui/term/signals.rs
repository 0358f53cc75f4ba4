//! Signals that end or stop the process.

use std::thread;
use std::time::Duration;

use crossbeam_channel::Sender;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;

use super::Modes;
use crate::tui::app::Inbox;
use crate::tui::keymap::Action;
use crate::tui::update::Msg;

/// How long the main loop may take to end before it is ended from here.
const GRACE: Duration = Duration::from_millis(1_000);

/// Starts the thread that waits for signals.
///
/// # Errors
/// When the system refuses the handlers or the thread.
pub fn spawn(inbox: Sender<Inbox>, modes: Modes) -> std::io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGTSTP])?;
    thread::Builder::new().name("signals".into()).spawn(move || {
        for signal in &mut signals {
            if signal == SIGTSTP {
                let _ = inbox.send(Inbox::Msg(Msg::Do(Action::Suspend)));
                continue;
            }
            let _ = inbox.send(Inbox::Msg(Msg::Signal(signal)));
            thread::sleep(GRACE);
            // Still here: the main loop hangs, on a terminal that is gone for one.
            modes.leave();
            std::process::exit(128 + signal);
        }
    })?;
    Ok(())
}

/// Stops the process as Ctrl-Z would, and returns when it goes on.
pub fn stop() {
    let _ = signal_hook::low_level::emulate_default_handler(SIGTSTP);
}

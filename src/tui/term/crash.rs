//! A panic in any thread: the terminal first, then the message, on the main screen.

use std::panic;

use crossbeam_channel::Sender;

use super::Modes;
use crate::tui::app::Inbox;

/// Puts itself before the panic hook that is there.
pub fn install(modes: Modes, inbox: Sender<Inbox>) {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        modes.leave();
        before(info);
        // The main loop must not go on over a screen that it no longer has.
        let _ = inbox.send(Inbox::Lost(
            "a part of the program panicked; the message stands above".to_owned(),
        ));
    }));
}

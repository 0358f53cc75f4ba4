//! News of the files, as messages.

use super::Ground;
use crate::index::Options;
use crate::tui::app::Inbox;
use crate::tui::update::{Msg, Watch};
use crate::watch::{Event, Watcher};

pub fn spawn(ground: &Ground) -> Watcher {
    let options = Options {
        root: ground.root.clone(),
        db: ground.db.clone(),
        full: false,
        jobs: 0,
    };
    let inbox = ground.inbox.clone();
    Watcher::spawn(options, move |event| {
        // Once the map has ended nobody hears it.
        let _ = inbox.send(Inbox::Msg(Msg::Watch(told(event))));
    })
}

fn told(event: Event) -> Watch {
    match event {
        Event::Changed { generation, report } => Watch::Changed {
            generation,
            notes: report.map(|report| report.notes).unwrap_or_default(),
        },
        Event::Progress(progress) => Watch::Progress(progress),
        Event::Failed(error) => Watch::Failed(error.to_string()),
        Event::Polling(why) => Watch::Polling(why),
    }
}

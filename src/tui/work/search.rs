//! The search at every keystroke: a newer question cuts the older one off.

use std::sync::Arc;

use arc_swap::ArcSwapOption;

use super::Ground;
use super::mailbox::{self, Desk, Mailbox};
use crate::query::search::{Index, Query};
use crate::tui::state::Ticket;
use crate::tui::update::Msg;

/// More hits than anyone looks through.
const HITS: usize = 500;

/// The names that are searched, once they are known.
pub type Shared = Arc<ArcSwapOption<Index>>;

pub struct Question {
    pub ticket: Ticket,
    pub query: Query,
}

impl mailbox::Question for Question {
    fn is_replaced_by(&self, _: &Self) -> bool {
        true
    }
}

pub fn spawn(ground: &Ground, index: Shared) -> std::io::Result<Mailbox<Question>> {
    let ground = ground.clone();
    Mailbox::spawn("search", move |desk: Desk<Question>| {
        while let Some(question) = desk.next() {
            let found = match index.load_full() {
                Some(index) => {
                    let hits = index.search(&question.query, HITS, &|| desk.still_wanted(&question));
                    hits.map(|hits| (Arc::new(hits), index.len()))
                }
                None => Some((Arc::default(), 0)),
            };
            let Some(found) = found else { continue };
            let told = ground.tell(Msg::Hits {
                ticket: question.ticket,
                result: Ok(found),
            });
            if !told {
                return;
            }
        }
    })
}

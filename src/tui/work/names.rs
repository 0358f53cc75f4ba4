//! All names of the graph, loaded anew when it has changed; and what the graph holds.

use std::sync::Arc;

use super::Ground;
use super::mailbox::{self, Desk, Mailbox};
use super::reader::Graph;
use super::search::Shared;
use crate::query::search::Index;
use crate::tui::update::Msg;

/// The graph has changed.
pub struct Question;

impl mailbox::Question for Question {
    fn is_replaced_by(&self, _: &Self) -> bool {
        true
    }
}

pub fn spawn(ground: &Ground, index: Shared) -> std::io::Result<Mailbox<Question>> {
    let ground = ground.clone();
    Mailbox::spawn("names", move |desk: Desk<Question>| {
        let mut graph = Graph::new(ground.clone());
        while let Some(Question) = desk.next() {
            // Before the first index there is nothing to read, which is no fault.
            let Ok((stats, names)) = graph.read(|reader| Ok((reader.stats()?, Index::load(reader)?))) else {
                continue;
            };
            index.store(Some(Arc::new(names)));
            let told = ground.tell(Msg::Counted {
                generation: stats.generation,
                symbols: stats.symbols,
                files: stats.files,
            });
            if !told {
                return;
            }
        }
    })
}

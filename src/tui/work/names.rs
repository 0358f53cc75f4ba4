//! All names of the graph, loaded anew when it has changed; and what the graph holds.

use std::sync::Arc;

use super::Ground;
use super::mailbox::{self, Desk, Mailbox};
use super::reader::Graph;
use super::search::Shared;
use crate::graph::NodeId;
use crate::query::search::Index;
use crate::tui::update::Msg;

/// How many of the most used symbols are offered.
const HUBS: usize = 100;

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
            let hubs = graph.read(|reader| {
                let used = reader.most_used(HUBS)?;
                let ids: Vec<NodeId> = used.iter().map(|(id, _)| *id).collect();
                let places = |id| {
                    used.iter()
                        .find(|(known, _)| *known == id)
                        .map_or(0, |(_, places)| *places)
                };
                let nodes = reader.nodes(&ids)?;
                Ok(nodes.into_iter().map(|node| (node.clone(), places(node.id))).collect())
            });
            if !told || !ground.tell(Msg::Hubs(hubs.unwrap_or_default())) {
                return;
            }
        }
    })
}

//! Bundles, made by the one function that makes them for agents too.

use std::sync::Arc;

use super::Ground;
use super::mailbox::{self, Desk, Mailbox};
use super::reader::{self, Graph};
use crate::context;
use crate::tui::state::Ticket;
use crate::tui::update::{BundleRequest, Msg};

pub struct Question {
    pub ticket: Ticket,
    pub request: BundleRequest,
}

impl mailbox::Question for Question {
    fn is_replaced_by(&self, _: &Self) -> bool {
        true
    }
}

pub fn spawn(ground: &Ground) -> std::io::Result<Mailbox<Question>> {
    let ground = ground.clone();
    Mailbox::spawn("bundle", move |desk: Desk<Question>| {
        let mut graph = Graph::new(ground.clone());
        while let Some(Question { ticket, request }) = desk.next() {
            let result = graph.read(|reader| {
                let mut symbols = Vec::new();
                for mark in &request.symbols {
                    symbols.extend(reader::find(reader, mark)?.map(|node| node.id));
                }
                let request = context::Request {
                    question: request.question,
                    symbols,
                    profile: request.profile,
                    overrides: request.overrides,
                };
                context::build(reader, &ground.root, &request)
            });
            let result = result.map(Arc::new);
            if !ground.tell(Msg::Bundled { ticket, result }) {
                return;
            }
        }
    })
}

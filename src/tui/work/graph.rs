//! Subjects and neighbours.

use std::sync::Arc;

use super::mailbox::{self, Desk, Mailbox};
use super::reader::{self, Graph};
use super::{Ground, subject};
use crate::query::walk::{Neighbours, neighbours};
use crate::store::{Reader, StoreError};
use crate::tui::state::{Mark, Side, Ticket};
use crate::tui::update::{Msg, Want};

pub enum Question {
    Subject {
        ticket: Ticket,
        want: Want,
    },
    Neighbours {
        subject: String,
        side: Side,
        identity: String,
        symbol: Mark,
    },
}

impl mailbox::Question for Question {
    /// A newer subject replaces the older, and the branches of its trees.
    fn is_replaced_by(&self, newer: &Self) -> bool {
        match (self, newer) {
            (Self::Subject { .. }, Self::Subject { .. }) => true,
            (
                Self::Neighbours { side, identity, .. },
                Self::Neighbours {
                    side: newer_side,
                    identity: newer_identity,
                    ..
                },
            ) => side == newer_side && identity == newer_identity,
            _ => false,
        }
    }
}

pub fn spawn(ground: &Ground) -> std::io::Result<Mailbox<Question>> {
    let ground = ground.clone();
    Mailbox::spawn("graph", move |desk: Desk<Question>| {
        let mut graph = Graph::new(ground.clone());
        while let Some(question) = desk.next() {
            let msg = match question {
                Question::Subject { ticket, want } => Msg::Subject {
                    ticket,
                    result: graph
                        .read(|reader| subject::load(reader, &ground.root, &want))
                        .map(|found| found.map(Arc::new)),
                },
                Question::Neighbours {
                    subject,
                    side,
                    identity,
                    symbol,
                } => Msg::Neighbours {
                    subject,
                    side,
                    result: graph.read(|reader| around(reader, side, &symbol)),
                    identity,
                },
            };
            if !ground.tell(msg) {
                return;
            }
        }
    })
}

fn around(reader: &Reader, side: Side, symbol: &Mark) -> Result<Neighbours, StoreError> {
    let Some(node) = reader::find(reader, symbol)? else {
        return Ok(Neighbours::default());
    };
    neighbours(reader, node.id, &subject::options(side, node.kind))
}

//! Candidates: the symbols that something spoke for, and what spoke for them.

use std::collections::HashMap;

use super::{Clue, Cut, Granularity};
use crate::graph::{Node, NodeId};

/// A symbol that may come into the bundle.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub node: Node,
    /// Each clue is kept apart, so that the ledger can show what the score is made of.
    pub clues: Vec<Clue>,
    /// The reason for which it cannot come in at all.
    pub barred: Option<Cut>,
    /// Chosen by hand: before all others.
    pub pinned: bool,
    /// Granularity chosen by hand.
    pub fixed: Option<Granularity>,
    /// What its score is multiplied by, with the channel and the reason, until it is settled.
    pub factor: (f32, &'static str, &'static str),
    /// Its own clues (words, names, paths) are counted.
    pub rated: bool,
}

/// The candidates of one request, each symbol once.
#[derive(Debug, Default)]
pub(super) struct Pool {
    list: Vec<Candidate>,
    places: HashMap<NodeId, usize>,
}

impl Candidate {
    pub fn new(node: &Node) -> Self {
        Self {
            node: node.clone(),
            clues: Vec::new(),
            barred: None,
            pinned: false,
            fixed: None,
            factor: (1.0, "", ""),
            rated: false,
        }
    }

    pub fn score(&self) -> f32 {
        self.clues.iter().map(|clue| clue.score).sum::<f32>() * self.factor.0
    }

    /// Turns the factor into a clue, so that the clues add up to the score.
    pub fn settle(&mut self) {
        let (factor, channel, reason) = std::mem::replace(&mut self.factor, (1.0, "", ""));
        self.add(channel, self.score() * (factor - 1.0), reason);
    }

    pub fn add(&mut self, channel: &'static str, score: f32, reason: impl Into<String>) {
        if score != 0.0 {
            self.clues.push(Clue {
                channel,
                score,
                reason: reason.into(),
            });
        }
    }
}

impl Pool {
    /// The candidate of this symbol, made if there is none yet.
    pub fn entry(&mut self, node: &Node) -> &mut Candidate {
        let place = *self.places.entry(node.id).or_insert_with(|| {
            self.list.push(Candidate::new(node));
            self.list.len() - 1
        });
        &mut self.list[place]
    }

    pub fn contains(&self, id: NodeId) -> bool {
        self.places.contains_key(&id)
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Candidate> {
        self.list.iter_mut()
    }

    /// The best that may come in, best first, at most `limit`.
    pub fn best(&self, limit: usize) -> Vec<&Candidate> {
        let mut best: Vec<_> = self
            .list
            .iter()
            .filter(|candidate| candidate.barred.is_none())
            .collect();
        best.sort_by(|a, b| better(a, b));
        best.truncate(limit);
        best
    }

    /// All of them: pinned ones first, then by score; those that cannot come in stand last.
    pub fn into_ranked(mut self) -> Vec<Candidate> {
        self.list
            .sort_by(|a, b| a.barred.is_some().cmp(&b.barred.is_some()).then_with(|| better(a, b)));
        self.list
    }
}

/// A total order that depends on no row id and no order of discovery, so that the same graph gives the same bytes.
fn better(a: &Candidate, b: &Candidate) -> std::cmp::Ordering {
    b.pinned
        .cmp(&a.pinned)
        .then_with(|| b.score().total_cmp(&a.score()))
        .then_with(|| a.node.file.cmp(&b.node.file))
        .then_with(|| a.node.start_byte.cmp(&b.node.start_byte))
        .then_with(|| a.node.key().cmp(&b.node.key()))
}

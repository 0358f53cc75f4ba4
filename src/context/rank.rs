//! What each candidate is worth: the sum of its clues, lowered for tests and for generated and example code.
//!
//! Invariant: every number that enters a score is a clue with its reason; nothing is added in silence.

use std::collections::{HashMap, HashSet};

use super::candidate::{Candidate, Pool};
use super::prose::is_prose;
use super::question::Question;
use super::retrieve::Scores;
use super::{Cut, Request};
use crate::config::{Profile, TestPolicy};
use crate::graph::{EdgeKind, Node, NodeFlags, NodeKind};
use crate::store::{EdgeFilter, Reader, StoreError};
use crate::text;

/// Edges that are counted towards centrality; more say nothing more.
const MAX_EDGES: usize = 64;
/// Candidates whose edges are counted: the best by all other clues.
const COUNTED: usize = 40;
/// What it counts, beside a name written as it is, that the question holds the words of the name.
const SPELLED_OUT: f32 = 0.5;

/// What a candidate is judged by.
pub(super) struct Judge<'a> {
    reader: &'a Reader,
    profile: &'a Profile,
    terms: HashSet<&'a str>,
    about_tests: bool,
    scores: &'a Scores,
    named_files: &'a HashMap<String, f32>,
}

impl<'a> Judge<'a> {
    pub fn new(
        reader: &'a Reader,
        request: &'a Request,
        question: &'a Question,
        scores: &'a Scores,
        named_files: &'a HashMap<String, f32>,
    ) -> Self {
        Self {
            reader,
            profile: &request.profile,
            terms: question.terms.iter().map(|term| term.text.as_str()).collect(),
            about_tests: question.about_tests,
            scores,
            named_files,
        }
    }

    /// Adds a candidate's own clues and its factor, once.
    pub fn rate(&self, pool: &mut Pool) {
        let (profile, weights) = (self.profile, &self.profile.weights);
        for candidate in pool.iter_mut().filter(|candidate| !candidate.rated) {
            candidate.rated = true;
            let node = candidate.node.clone();
            let share = self.scores.of(node.id);
            candidate.add(
                "words",
                weights.words * share,
                percent("its words, of the best hit's", share),
            );
            let share = self.scores.files.get(&node.file).copied().unwrap_or_default();
            candidate.add(
                "file_words",
                weights.file_words * share,
                percent("its file's words, of the best file's", share),
            );
            if let Some(sure) = self.named_files.get(&node.file) {
                candidate.add("path", weights.path * sure, "its file is named in the question");
            }
            if profile.channels.symbols && spelled_out(&node, &self.terms) {
                candidate.add(
                    "name",
                    weights.name * SPELLED_OUT,
                    "the words of its name stand in the question",
                );
            }
            if !candidate.pinned {
                candidate.factor = factor(&node, profile, self.about_tests);
                let is_left_out = node.is_test() && profile.tests == TestPolicy::Exclude;
                if is_left_out && candidate.barred.is_none() {
                    candidate.barred = Some(Cut::Test);
                }
            }
        }
    }

    /// Adds what only the best are asked for, and puts all in their order.
    pub fn rank(&self, mut pool: Pool) -> Result<Vec<Candidate>, StoreError> {
        let central: Vec<Node> = pool
            .best(COUNTED)
            .iter()
            .map(|candidate| candidate.node.clone())
            .collect();
        for node in central {
            let share = centrality(self.reader, &node, self.profile.min_confidence)?;
            pool.entry(&node).add(
                "centrality",
                self.profile.weights.centrality * share,
                "confident edges lead here",
            );
        }
        pool.iter_mut().for_each(Candidate::settle);
        Ok(pool.into_ranked())
    }
}

/// The factor of a symbol, its channel and its reason: 1 for ordinary code.
pub(super) fn factor(node: &Node, profile: &Profile, about_tests: bool) -> (f32, &'static str, &'static str) {
    let by_flags = factor_of(node.flags, profile, about_tests);
    if by_flags.0 >= 1.0 && node.kind == NodeKind::File && is_prose(&node.file) {
        return (profile.weights.prose, "prose", "documentation or data");
    }
    by_flags
}

/// [`factor`] where only the flags are at hand.
pub(super) fn factor_of(flags: NodeFlags, profile: &Profile, about_tests: bool) -> (f32, &'static str, &'static str) {
    if flags.contains(NodeFlags::TEST) && profile.tests == TestPolicy::Demote && !about_tests {
        (profile.weights.test, "test", "a test")
    } else if flags.contains(NodeFlags::GENERATED) {
        (profile.weights.generated, "generated", "generated code")
    } else if flags.contains(NodeFlags::EXAMPLE) {
        (profile.weights.generated, "generated", "example code")
    } else {
        (1.0, "", "")
    }
}

fn percent(what: &str, share: f32) -> String {
    format!("{what} {:.0} %", share * 100.0)
}

/// Every word of a name of two words or more stands in the question.
fn spelled_out(node: &Node, terms: &HashSet<&str>) -> bool {
    if node.kind == NodeKind::File {
        return false;
    }
    let name = text::split_identifier(&node.name);
    name.len() > 1 && name.iter().all(|word| terms.contains(&*text::stem(word)))
}

/// Confident edges that lead here, logarithmic, 0 to 1.
fn centrality(reader: &Reader, node: &Node, min_confidence: f32) -> Result<f32, StoreError> {
    let filter = EdgeFilter {
        kinds: vec![
            EdgeKind::Calls,
            EdgeKind::Instantiates,
            EdgeKind::Extends,
            EdgeKind::Implements,
        ],
        min_confidence,
        limit: MAX_EDGES,
    };
    let count = reader.edges_to(node.id, &filter)?.len();
    Ok((1.0 + count as f32).ln() / (1.0 + MAX_EDGES as f32).ln())
}

//! The bundle: the text that an agent receives for one request, and the account of how it came to be.
//!
//! Place: over `query` and `store`; used by the map, the command line and the server, which all call [`build`]
//! and nothing else, so that the same request on the same graph gives the same bytes everywhere.
//! Flow: retrieve -> rank -> fit into the budget -> render.
//!
//! Promises: a bundle never exceeds its budget, never ends inside an item, and everything that was left out
//! stands in the ledger with a typed reason. Source lines are read from disk, never from memory.
//!
//! Start reading at [`build`] and [`Bundle`].

mod build;
mod candidate;
mod expand;
mod files;
mod fit;
mod ladder;
mod ledger;
mod links;
mod nothing;
mod page;
mod prose;
mod prune;
mod question;
mod rank;
mod retrieve;
mod show;
mod source;
#[cfg(test)]
mod tests;

use std::path::Path;

pub use show::show;

use crate::config::Profile;
use crate::graph::{Node, NodeId};
use crate::store::{Reader, StoreError};

/// What is asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Request {
    /// Words, names, paths, `path:line`; may be empty when symbols are given.
    pub question: String,
    /// Symbols chosen by hand: first hits whatever the question says.
    pub symbols: Vec<NodeId>,
    pub profile: Profile,
    /// Choices made by hand, by [`Node::key`].
    pub overrides: Vec<(String, Override)>,
}

/// A choice made by hand about one symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Override {
    /// In, before all others, in full if it fits at all.
    Pin,
    /// Out.
    Exclude,
    /// In at this granularity.
    At(Granularity),
}

/// How much of a symbol is shown, from most to least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Granularity {
    Full,
    Pruned,
    Skeleton,
    Signature,
    Name,
}

/// A part of the bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Section {
    /// Where to look: files with one line each.
    Files,
    /// The chain of calls among the hits.
    Path,
    /// Line-numbered source.
    Source,
    /// Who depends on it.
    Dependants,
    /// Edges with their sites and confidence.
    Evidence,
    /// Names only.
    LeftOut,
}

/// One clue that spoke for a candidate.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Clue {
    /// The weight's name in the profile, e.g. `words`.
    pub channel: &'static str,
    /// What it added to the score.
    pub score: f32,
    /// In words: "named in the question", "calls X, a first hit".
    pub reason: String,
}

/// Why a candidate is not in, or not in full.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cut {
    TotalBudget,
    SectionShare,
    ItemCap,
    ItemsPerFile,
    Files,
    Depth,
    FanOut,
    LowRank {
        rank: u32,
        cutoff: u32,
    },
    Duplicate,
    Excluded,
    Test,
    Generated,
    LowConfidence,
    /// The source could not be read from disk.
    Unreadable,
}

/// One candidate and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub node: Node,
    /// 1 is the best.
    pub rank: u32,
    pub score: f32,
    pub clues: Vec<Clue>,
    pub section: Section,
    /// `None`: cut.
    pub granularity: Option<Granularity>,
    /// Characters in the text.
    pub characters: u32,
    /// Why it is cut, or why it is not in full.
    pub cut: Option<Cut>,
    /// Characters more that the next step up the ladder would take.
    pub next_step: Option<u32>,
}

/// What one section used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SectionUse {
    pub section: Section,
    pub characters: u32,
    /// What it was allowed, in characters, unspent shares of earlier sections included.
    pub allowed: u32,
}

/// The bundle and its ledger.
#[derive(Debug, Clone, PartialEq)]
pub struct Bundle {
    pub text: String,
    /// Every candidate: those that are in, in order of rank, then those cut.
    pub ledger: Vec<Entry>,
    /// For each line of `text` the index in `ledger` of the item it belongs to.
    pub line_items: Vec<Option<u32>>,
    pub sections: Vec<SectionUse>,
    /// Unicode scalar values of `text`.
    pub characters: u32,
    /// Estimate; the basis is [`Profile::chars_per_token`].
    pub tokens: u32,
    /// The budget in characters.
    pub allowed: u32,
    /// The graph's generation the bundle was made from.
    pub generation: u64,
    /// xxh3-64 of `text`.
    pub hash: u64,
    /// Files whose content on disk is newer than the graph.
    pub stale: Vec<String>,
}

/// Makes the bundle. Deterministic: the same request, graph and files give the same bytes.
///
/// # Errors
/// The graph cannot be read. A source file that cannot be read is no error: its symbols are cut, with that reason.
pub fn build(reader: &Reader, root: &Path, request: &Request) -> Result<Bundle, StoreError> {
    reader.at_one_generation(|reader| build::build(reader, root, request))
}

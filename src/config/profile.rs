//! A profile: every limit and weight by which a bundle is made.

use serde::{Deserialize, Serialize};

/// In what a budget is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Unicode scalar values of the text.
    Characters,
    /// Estimated: characters divided by [`Profile::chars_per_token`].
    Tokens,
}

/// What becomes of symbols in tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TestPolicy {
    Include,
    /// Ranked lower, unless the question is about tests.
    Demote,
    Exclude,
}

/// How the budget is divided, in percent; they add up to 100. What one share leaves goes on to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Shares {
    /// Where to look: file list, names, sizes.
    pub explore: u8,
    /// The code.
    pub focus: u8,
    /// Evidence: sites, callers, paths.
    pub verify: u8,
}

/// Which ways of finding are on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Channels {
    /// Names of symbols and files that stand in the question.
    pub symbols: bool,
    /// Full text.
    pub words: bool,
    /// What the hits call, read and use.
    pub outward: bool,
    /// Who calls the hits.
    pub inward: bool,
}

/// What each clue is worth. A score is the sum of clue × weight.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// The symbol's name stands in the question.
    pub name: f32,
    /// The symbol's file or container stands in the question.
    pub path: f32,
    /// BM25 of the symbol's words, scaled to 0..1 by the best hit.
    pub words: f32,
    /// BM25 of all of its file's words, scaled to 0..1 by the best file.
    pub file_words: f32,
    /// One hop from a first hit.
    pub hop: f32,
    /// Confident edges that lead here, logarithmic, scaled to 0..1.
    pub centrality: f32,
    /// Factor for tests under [`TestPolicy::Demote`].
    pub test: f32,
    /// Factor for generated, vendored, bench and example code.
    pub generated: f32,
    /// Factor for files of documentation and data.
    pub prose: f32,
    /// A file's size, logarithmic in its lines over the mean: larger files are changed more often.
    pub size: f32,
}

/// Every limit and weight by which a bundle is made. Stored in `.portolan/config.toml` under `[profile.NAME]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Profile {
    pub unit: Unit,
    /// The whole budget in [`Profile::unit`]; 500 to 1,000,000.
    pub budget: u32,
    pub shares: Shares,
    /// Layers of expansion from the first hits, 0 to 4.
    pub depth: u8,
    /// The best of each layer that are kept, 1 to 20.
    pub fan_out: u8,
    pub tests: TestPolicy,
    /// Edges below this confidence are not followed; 0 to 1.
    pub min_confidence: f32,
    /// At most this many files with source.
    pub files: u16,
    /// At most this many items of one file.
    pub items_per_file: u16,
    /// At most this share of the whole budget for one item, in percent.
    pub item_cap: u8,
    /// Characters of code to one token, for the estimate; 1.5 to 6.
    pub chars_per_token: f32,
    pub channels: Channels,
    pub weights: Weights,
}

impl Default for Shares {
    fn default() -> Self {
        Self {
            explore: 15,
            focus: 60,
            verify: 25,
        }
    }
}

impl Default for Channels {
    fn default() -> Self {
        Self {
            symbols: true,
            words: true,
            outward: true,
            inward: true,
        }
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            name: 1.0,
            path: 0.4,
            words: 1.0,
            file_words: 0.6,
            hop: 0.3,
            centrality: 0.1,
            test: 0.3,
            generated: 0.3,
            prose: 0.2,
            size: 0.07,
        }
    }
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            unit: Unit::Characters,
            budget: 10_000,
            shares: Shares::default(),
            depth: 2,
            fan_out: 3,
            tests: TestPolicy::Demote,
            min_confidence: 0.5,
            files: 12,
            items_per_file: 8,
            item_cap: 40,
            chars_per_token: 3.6,
            channels: Channels::default(),
            weights: Weights::default(),
        }
    }
}

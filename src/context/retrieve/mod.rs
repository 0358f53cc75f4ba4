//! First hits: what the question names, and where its words stand.
//!
//! Each way of finding is one file, adds its own clues, and can be turned off in the profile.

mod names;
mod words;

pub(super) use names::{by_hand, named};
pub(super) use words::{Hit, Scores, words};

/// At most this many symbols come in by their words; the rest of the hits only adds to the scores of their files.
pub(super) const WORD_CANDIDATES: usize = 60;

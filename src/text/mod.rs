//! Text for people and terminals: width, truncation, sanitising, identifier splitting, line tables.
//!
//! Place: beside `graph`, under everything that shows or indexes text.
//!
//! Invariant: pure functions; no text reaches a terminal cell or a protocol message but through [`sanitize`]
//! (one line) or [`sanitize_block`] (many).
//!
//! Start reading at [`sanitize`] for what is shown, at [`each_term`] for what is indexed.

mod decode;
mod lines;
mod nearest;
mod sanitize;
mod terms;
mod width;
mod words;

pub use decode::{Encoding, decode};
pub use lines::LineTable;
pub use nearest::{edit_distance, nearest, tolerance};
pub use sanitize::{is_hostile, sanitize, sanitize_block};
pub use terms::{each_term, stem};
pub use width::{truncate, truncate_start, width};
pub use words::{each_word, split_identifier, words};

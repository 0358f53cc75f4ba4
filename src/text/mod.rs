//! Text for people and terminals: width, truncation, sanitising, identifier splitting, token estimates.
//!
//! Invariant: pure functions; no text reaches a terminal cell or a protocol message but through [`sanitize`].

use std::borrow::Cow;

/// Makes text safe for one line of a terminal: tabs become spaces to the next multiple of `tab` columns, control and
/// bidirectional characters become visible marks, line breaks too.
#[allow(unused_variables)]
pub fn sanitize(text: &str, tab: usize) -> Cow<'_, str> {
    todo!()
}

/// Columns that the text takes in a terminal, measured by grapheme.
#[allow(unused_variables)]
pub fn width(text: &str) -> usize {
    todo!()
}

/// At most `columns` columns of the text, cut on a grapheme boundary, with `…` where something was cut.
#[allow(unused_variables)]
pub fn truncate(text: &str, columns: usize) -> Cow<'_, str> {
    todo!()
}

/// The words of an identifier, lower-cased: `parseHTTPHeader2_x` -> `parse http header 2 x`.
#[allow(unused_variables)]
pub fn split_identifier(text: &str) -> Vec<String> {
    todo!()
}

/// Every word of running text or code, identifiers split and lower-cased, in order.
#[allow(unused_variables)]
pub fn words(text: &str) -> Vec<String> {
    todo!()
}

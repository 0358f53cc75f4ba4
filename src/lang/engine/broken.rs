//! Where a file's syntax is broken.

use tree_sitter::Node;

/// The number of outermost places that do not parse, and the line, from 1, of the first; `(0, 0)` for a whole file.
///
/// A walk of its own, since the extraction passes over what its rules have no use for. It enters only what holds an
/// error, and keeps no stack: trees can be very deep.
pub(super) fn errors(root: Node<'_>) -> (u32, u32) {
    let (mut count, mut first_line) = (0, 0);
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        let is_place = node.is_error() || node.is_missing();
        if is_place {
            count += 1;
            if first_line == 0 {
                first_line = super::offset(node.start_position().row + 1);
            }
        }
        if !is_place && node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return (count, first_line);
            }
        }
    }
}

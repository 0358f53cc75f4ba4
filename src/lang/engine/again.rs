//! Parsing a part of the file again: what stands in a macro's arguments is tokens to the grammar, and expressions or items
//! to the reader.
//!
//! Invariant: the text read in place of the part is as long as the part, so that every position is the file's own.

use std::cell::{Cell, OnceCell};

use tree_sitter::{Node, Parser, Range, Tree};

use super::{Extractor, PARSE_LIMIT, parse_within};

/// So many times its own length may be parsed again of one file: macros nest, and each level is read by itself.
const MAX_AGAIN: usize = 8;

/// Trees of parts of the file. They live as long as the walk, so that their nodes are as good as those of the file's tree.
#[derive(Default)]
pub(super) struct Trees {
    /// Bucket `n` has room for `2^n` trees and is made when it is needed: what was handed out never moves.
    buckets: [OnceCell<Box<[OnceCell<Tree>]>>; 32],
    count: Cell<u32>,
}

impl Trees {
    fn keep(&self, tree: Tree) -> Option<&Tree> {
        let place = self.count.get().checked_add(1)?;
        self.count.set(place);
        let bucket = place.ilog2();
        let slots = self
            .buckets
            .get(bucket as usize)?
            .get_or_init(|| (0..1_u32 << bucket).map(|_| OnceCell::new()).collect());
        let slot = slots.get((place - (1 << bucket)) as usize)?;
        Some(slot.get_or_init(|| tree))
    }
}

impl<'t> Extractor<'t> {
    /// Parses the node's stretch of the file again, as if `text` stood there. `None` when `text` is not as long as the node
    /// or the file has been read again too often.
    pub fn parse_again(&mut self, node: Node<'t>, text: &[u8]) -> Option<Node<'t>> {
        let (start, end) = (node.start_byte(), node.end_byte());
        if text.len() != end - start || self.read_again + text.len() > MAX_AGAIN * self.source.len() {
            return None;
        }
        self.read_again += text.len();
        let mut parser = match self.parser.take() {
            Some(parser) => parser,
            None => {
                let mut parser = Parser::new();
                parser.set_language(&self.table.grammar).ok()?;
                parser
            }
        };
        let range = Range {
            start_byte: start,
            end_byte: end,
            start_point: node.start_position(),
            end_point: node.end_position(),
        };
        parser.set_included_ranges(&[range]).ok()?;
        let tree = parse_within(&mut parser, PARSE_LIMIT, |at| {
            at.checked_sub(start).and_then(|at| text.get(at..)).unwrap_or_default()
        });
        self.parser = Some(parser);
        Some(self.trees.keep(tree?)?.root_node())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_trees_stay_where_they_are() {
        let mut parser = Parser::new();
        parser
            .set_language(&tree_sitter_python::LANGUAGE.into())
            .expect("the grammar loads");
        let trees = Trees::default();
        let mut kept = Vec::new();
        for length in 0..100 {
            let tree = parser.parse("a ".repeat(length), None).expect("it parses");
            kept.push(trees.keep(tree).expect("there is room"));
        }
        let lengths: Vec<usize> = kept.iter().map(|tree| tree.root_node().end_byte()).collect();
        assert_eq!(lengths, (0..100).map(|length| length * 2).collect::<Vec<_>>());
    }
}

//! What precedes a definition and belongs to it: doc comments and attributes.

use tree_sitter::Node;

use super::{Extractor, offset, table};
use crate::lang::extraction::ExprIx;

/// Comments and attributes that stand right before the node about to be visited.
#[derive(Debug, Clone, Default)]
pub struct Lead<'t> {
    /// Byte range of the run of comments, the last one touching what follows.
    comments: Option<(usize, usize)>,
    /// Attribute nodes that are siblings of what they describe (Rust's `#[..]`).
    pub attributes: Vec<Node<'t>>,
    /// Where the lead ends; it belongs to a node only if no blank line comes between.
    end: usize,
}

impl<'t> Extractor<'t> {
    /// Visits the named children one after the other, and gives each the comments and attributes before it. Returns the
    /// value of the last one.
    pub fn visit_children(&mut self, node: Node<'t>) -> ExprIx {
        let mut last = ExprIx::NONE;
        self.visit_with_lead(node, |x, child| last = x.visit(child));
        last
    }

    /// Like [`Extractor::visit_children`], for children that no rule of the table is for.
    pub fn visit_with_lead(&mut self, node: Node<'t>, mut each: impl FnMut(&mut Self, Node<'t>)) {
        let mut cursor = self.cursor(node);
        let mut lead = Lead::default();
        if cursor.goto_first_child() {
            loop {
                let child = cursor.node();
                if child.is_named() || child.is_error() {
                    match self.table.lead(child.kind_id()) {
                        table::COMMENT => lead.comment(child, self.source),
                        table::ATTRIBUTE => {
                            self.visit(child);
                            lead.attribute(child, self.source);
                        }
                        _ => {
                            self.lead = std::mem::take(&mut lead);
                            each(self, child);
                            // What stood before this child must not reach another one.
                            self.lead = Lead::default();
                        }
                    }
                }
                if !cursor.goto_next_sibling() {
                    break;
                }
            }
        }
        self.cursors.push(cursor);
    }

    /// Takes what precedes the node being visited. [`Extractor::define`] does this by itself; languages that must look at
    /// attributes first call it and hand it over in the draft.
    pub fn take_lead(&mut self) -> Lead<'t> {
        std::mem::take(&mut self.lead)
    }

    /// Hands what was taken to the node that is visited next: the inside of a wrapper that has no meaning of its own.
    pub fn give_lead(&mut self, lead: Lead<'t>) {
        self.lead = lead;
    }

    /// Gives what precedes a statement to the definition that it turns out to hold.
    pub fn put_lead(&mut self, lead: Lead<'t>) {
        self.lead = lead;
    }

    /// The doc comment before a node that begins at `start`, without its markers; empty when there is none.
    pub(super) fn doc_of(&self, lead: &Lead<'t>, start: usize) -> String {
        let Some((from, to)) = lead.comments else {
            return String::new();
        };
        if lead.end > start || blank_line(self.source.get(lead.end..start).unwrap_or_default()) {
            return String::new();
        }
        let text = self.source.get(from..to).unwrap_or_default();
        let prefixes = self.language.comments.doc_prefixes;
        if prefixes.is_empty() {
            return clean(text, &[]);
        }
        clean(text, prefixes)
    }

    /// First byte of a definition: that of its attributes where they precede it.
    pub(super) fn start_with_lead(&self, lead: &Lead<'t>, node: Node<'t>) -> u32 {
        let start = lead
            .attributes
            .first()
            .map_or(node.start_byte(), |first| first.start_byte().min(node.start_byte()));
        offset(start)
    }
}

impl<'t> Lead<'t> {
    fn comment(&mut self, node: Node<'t>, source: &str) {
        let (from, to) = (node.start_byte(), node.end_byte());
        // A comment at the end of a line of code belongs to that line.
        let line = source[..from].rfind('\n').map_or(0, |at| at + 1);
        if !source[line..from].trim().is_empty() {
            return;
        }
        match self.comments {
            Some((first, _)) if !blank_line(source.get(self.end..from).unwrap_or_default()) => {
                self.comments = Some((first, to));
            }
            _ => self.comments = Some((from, to)),
        }
        self.end = to;
    }

    fn attribute(&mut self, node: Node<'t>, source: &str) {
        if self.comments.is_some() && blank_line(source.get(self.end..node.start_byte()).unwrap_or_default()) {
            self.comments = None;
        }
        self.end = node.end_byte();
        self.attributes.push(node);
    }
}

/// More than one line break: the comment above stands by itself.
fn blank_line(gap: &str) -> bool {
    gap.bytes().filter(|b| *b == b'\n').count() > 1
}

/// Takes the markers off a run of comments. With `prefixes`, only the comments that begin with one of them count.
pub(super) fn clean(text: &str, prefixes: &[&str]) -> String {
    const MARKERS: &[&str] = &[
        "///", "//!", "//", "/**", "/*!", "/*", "#:", "##", "#", "--", ";;;", ";;", "%%",
    ];
    let mut lines: Vec<&str> = Vec::new();
    let mut in_block = false;
    for line in text.lines() {
        let line = line.trim();
        let begins_doc = prefixes.is_empty() || prefixes.iter().any(|prefix| line.starts_with(prefix));
        if !in_block && !begins_doc {
            continue;
        }
        let mut rest = line;
        if !in_block {
            in_block = rest.starts_with("/*");
            if let Some(marker) = MARKERS.iter().find(|marker| rest.starts_with(**marker)) {
                rest = &rest[marker.len()..];
            }
        } else if !rest.starts_with("*/") {
            rest = rest.strip_prefix('*').unwrap_or(rest);
        }
        if in_block && rest.ends_with("*/") {
            in_block = false;
            rest = rest[..rest.len() - 2].trim_end_matches('*');
        }
        lines.push(rest.strip_prefix(' ').unwrap_or(rest).trim_end());
    }
    lines.join("\n").trim_matches('\n').trim_end().to_owned()
}

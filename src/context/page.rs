//! The text under construction: lines with the item that each belongs to, and what each section used.

use super::{Section, SectionUse};

pub(super) const FILES: &str = "## Where to look\n";
pub(super) const PATH: &str = "## Path\n";
pub(super) const SOURCE: &str = "## Source\n";
pub(super) const DEPENDANTS: &str = "## Who depends on it\n";
pub(super) const EVIDENCE: &str = "## Evidence\n";
pub(super) const LEFT_OUT: &str = "## Left out\n";

/// The line that stands above the items of one file.
pub(super) fn file_heading(path: &str) -> String {
    format!("### {}\n", crate::text::sanitize(path, 0))
}

/// The text of a bundle, written from its first line to its last.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub text: String,
    pub characters: usize,
    pub line_items: Vec<Option<u32>>,
    pub sections: Vec<SectionUse>,
}

impl Page {
    /// Appends whole lines (each with its break) that belong to one item of the ledger, or to none.
    pub fn push(&mut self, lines: &str, item: Option<u32>) {
        debug_assert!(lines.is_empty() || lines.ends_with('\n'));
        self.text.push_str(lines);
        self.characters += lines.chars().count();
        self.line_items
            .extend(lines.bytes().filter(|byte| *byte == b'\n').map(|_| item));
    }

    /// Writes one section with `write` and notes what it used of `allowed` characters.
    pub fn section(&mut self, section: Section, allowed: usize, write: impl FnOnce(&mut Self)) {
        let before = self.characters;
        write(self);
        self.sections.push(SectionUse {
            section,
            characters: (self.characters - before) as u32,
            allowed: allowed as u32,
        });
    }
}

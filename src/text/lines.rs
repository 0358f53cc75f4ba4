//! Byte offsets to lines and back.

use std::ops::Range;

/// Where each line of a text begins. Lines end at `\n`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineTable {
    starts: Vec<usize>,
    length: usize,
}

impl LineTable {
    pub fn new(text: &str) -> Self {
        let after_breaks = text
            .bytes()
            .enumerate()
            .filter(|(_, b)| *b == b'\n')
            .map(|(at, _)| at + 1);
        Self {
            starts: std::iter::once(0).chain(after_breaks).collect(),
            length: text.len(),
        }
    }

    /// Number of lines as an editor counts them: a final line break begins no line of its own.
    pub fn count(&self) -> u32 {
        let lines = self.starts.len() - usize::from(self.starts.last() == Some(&self.length));
        u32::try_from(lines).unwrap_or(u32::MAX)
    }

    /// The line, from 1, that holds the byte; the last one for an offset past the end.
    pub fn line_at(&self, offset: usize) -> u32 {
        u32::try_from(self.starts.partition_point(|start| *start <= offset)).unwrap_or(u32::MAX)
    }

    /// The bytes of a line, counted from 1, its line break included; `None` past the last line.
    pub fn range(&self, line: u32) -> Option<Range<usize>> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index + 1).copied().unwrap_or(self.length);
        Some(start..end)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_are_found_from_both_sides() {
        let table = LineTable::new("ab\n\nc\n");
        assert_eq!(table.count(), 3);
        assert_eq!(
            [0, 2, 3, 4, 5, 6, 99].map(|at| table.line_at(at)),
            [1, 1, 2, 3, 3, 4, 4]
        );
        assert_eq!(table.range(1), Some(0..3));
        assert_eq!(table.range(3), Some(4..6));
        assert_eq!((table.range(0), table.range(5)), (None, None));
        assert_eq!(LineTable::new("").count(), 0);
        assert_eq!(LineTable::new("a").count(), 1);
    }

    proptest! {
        #[test]
        fn each_byte_lies_in_its_line(text in "[a\u{e9}\n\r]{0,30}") {
            let table = LineTable::new(&text);
            for at in 0..text.len() {
                let range = table.range(table.line_at(at)).unwrap_or_default();
                prop_assert!(range.contains(&at));
            }
            prop_assert_eq!(table.count() as usize, text.split_inclusive('\n').count());
        }
    }
}

//! A cursor in a list that may be longer than its pane.

/// How many rows stay visible beyond the cursor, where there is room.
const MARGIN: usize = 2;

/// A cursor and the first row shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct List {
    pub cursor: usize,
    pub offset: usize,
}

impl List {
    /// Moves by `by` rows within `length`, stopping at the ends.
    pub fn step(&mut self, by: isize, length: usize) {
        self.cursor = self.cursor.saturating_add_signed(by).min(length.saturating_sub(1));
    }

    /// Moves what is shown by `by` rows, and the cursor as far as needed to stay in sight.
    pub fn scroll(&mut self, by: isize, length: usize, height: usize) {
        let last = length.saturating_sub(height);
        self.offset = self.offset.saturating_add_signed(by).min(last);
        let margin = margin(height);
        let low = if self.offset == 0 { 0 } else { self.offset + margin };
        let high = match self.offset >= last {
            true => length.saturating_sub(1),
            false => (self.offset + height).saturating_sub(margin + 1),
        };
        self.cursor = self.cursor.clamp(low.min(high), high);
    }

    /// Brings the cursor into the list, and the shown rows to the cursor.
    pub fn settle(&mut self, length: usize, height: usize) {
        self.cursor = self.cursor.min(length.saturating_sub(1));
        let margin = margin(height);
        let lowest = (self.cursor + margin + 1).saturating_sub(height);
        let highest = self.cursor.saturating_sub(margin);
        self.offset = self.offset.clamp(lowest.min(highest), highest);
        self.offset = self.offset.min(length.saturating_sub(height));
    }
}

fn margin(height: usize) -> usize {
    MARGIN.min(height.saturating_sub(1) / 2)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_cursor_is_always_in_sight(
            moves in prop::collection::vec((0u8..3, -50isize..50), 0..20),
            length in 0usize..200,
            height in 0usize..40,
        ) {
            let mut list = List::default();
            for (what, by) in moves {
                match what {
                    0 => list.step(by, length),
                    1 => list.scroll(by, length, height),
                    _ => list.cursor = by.unsigned_abs() * 7,
                }
                list.settle(length, height);
                prop_assert!(list.cursor < length.max(1));
                if height > 0 {
                    prop_assert!((list.offset..list.offset + height).contains(&list.cursor));
                }
                prop_assert!(list.offset <= length.saturating_sub(height));
            }
        }
    }
}

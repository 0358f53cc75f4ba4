//! One line of typed text.

use unicode_segmentation::UnicodeSegmentation;

/// The longest text that is taken: a paste of a whole file is no search.
const LONGEST: usize = 4_000;

/// A line that is being typed. The cursor stands between graphemes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Input {
    text: String,
    /// Byte offset.
    cursor: usize,
}

impl Input {
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            cursor: text.len(),
            text,
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// What stands before the cursor.
    pub fn before(&self) -> &str {
        &self.text[..self.cursor]
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Types text. Line breaks and other control characters become spaces: a paste triggers nothing.
    pub fn insert(&mut self, text: &str) {
        let room = LONGEST.saturating_sub(self.text.len());
        let mut clean = String::new();
        for c in text.trim_end_matches(['\n', '\r']).chars() {
            let c = if c.is_control() { ' ' } else { c };
            if clean.len() + c.len_utf8() > room {
                break;
            }
            clean.push(c);
        }
        self.text.insert_str(self.cursor, &clean);
        self.cursor += clean.len();
    }

    pub fn backspace(&mut self) {
        let from = self.previous();
        self.text.replace_range(from..self.cursor, "");
        self.cursor = from;
    }

    pub fn delete(&mut self) {
        let to = self.next();
        self.text.replace_range(self.cursor..to, "");
    }

    pub fn delete_word(&mut self) {
        let before = self.before().trim_end();
        let from = before
            .rfind(char::is_whitespace)
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        self.text.replace_range(from..self.cursor, "");
        self.cursor = from;
    }

    pub fn clear_before(&mut self) {
        self.text.replace_range(..self.cursor, "");
        self.cursor = 0;
    }

    pub fn left(&mut self) {
        self.cursor = self.previous();
    }

    pub fn right(&mut self) {
        self.cursor = self.next();
    }

    pub const fn start(&mut self) {
        self.cursor = 0;
    }

    pub const fn end(&mut self) {
        self.cursor = self.text.len();
    }

    fn previous(&self) -> usize {
        let before = self.before();
        before.grapheme_indices(true).next_back().map_or(0, |(at, _)| at)
    }

    fn next(&self) -> usize {
        let after = &self.text[self.cursor..];
        self.cursor + after.graphemes(true).next().map_or(0, str::len)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn editing_goes_by_graphemes_and_words() {
        let mut input = Input::new("kind:fn héllo");
        input.left();
        input.backspace();
        assert_eq!(input.text(), "kind:fn hélo");
        input.end();
        input.insert("👩‍👩‍👧");
        input.backspace();
        assert_eq!(input.text(), "kind:fn hélo");
        input.delete_word();
        assert_eq!(input.text(), "kind:fn ");
        input.clear_before();
        assert!(input.is_empty());
    }

    #[test]
    fn a_paste_is_one_line() {
        let mut input = Input::default();
        input.insert("one\ntwo\u{1b}[A\n");
        assert_eq!(input.text(), "one two [A");
        input.insert(&"x".repeat(10_000));
        assert!(input.text().len() <= LONGEST);
    }

    proptest! {
        #[test]
        fn no_edit_leaves_a_cursor_inside_a_character(text in any::<String>(), edits in prop::collection::vec(0u8..9, 0..30)) {
            let mut input = Input::new(text.clone());
            for edit in edits {
                match edit {
                    0 => input.left(),
                    1 => input.right(),
                    2 => input.backspace(),
                    3 => input.delete(),
                    4 => input.delete_word(),
                    5 => input.start(),
                    6 => input.end(),
                    7 => input.clear_before(),
                    _ => input.insert(&text),
                }
                prop_assert!(input.text.is_char_boundary(input.cursor));
            }
        }
    }
}

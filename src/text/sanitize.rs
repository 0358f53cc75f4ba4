//! Visible marks for characters that would steer a terminal, reorder a line or hide in it.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

use super::width;

/// Stands for a harmful character that has no picture of its own.
const MARK: char = '\u{fffd}';

/// Whether a character can steer a terminal (control), reorder what is around it (bidirectional formatting), or is
/// invisible by design and could hide text from a reader (tags, word joiners, byte-order marks).
///
/// The joiners U+200C and U+200D and the sixteen common variation selectors are not: scripts and emoji need them.
pub const fn is_hostile(c: char) -> bool {
    matches!(c,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        | '\u{ad}' | '\u{61c}' | '\u{180e}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// The visible mark of a hostile character: its control picture where Unicode has one, else `�`. One column each.
fn mark(c: char) -> char {
    match c {
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(MARK),
        '\u{7f}' => '\u{2421}',
        _ => MARK,
    }
}

/// Makes text safe for one line of a terminal: tabs become spaces to the next multiple of `tab` columns (a `tab` of 0
/// gives one space), control and bidirectional characters become visible marks, line breaks too.
pub fn sanitize(text: &str, tab: usize) -> Cow<'_, str> {
    if !text.chars().any(is_hostile) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    let mut column = 0;
    // By grapheme, since a tab's width depends on the columns of what stands before it.
    for grapheme in text.graphemes(true) {
        if grapheme == "\t" {
            let spaces = if tab == 0 { 1 } else { tab - column % tab };
            safe.extend(std::iter::repeat_n(' ', spaces));
            column += spaces;
            continue;
        }
        let start = safe.len();
        safe.extend(grapheme.chars().map(|c| if is_hostile(c) { mark(c) } else { c }));
        column += width(&safe[start..]);
    }
    Cow::Owned(safe)
}

/// Makes text of many lines safe: line feeds and tabs stay, `\r\n` becomes `\n`, every other hostile character
/// becomes a visible mark.
pub fn sanitize_block(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| is_hostile(c) && c != '\n' && c != '\t') {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\r' if rest.peek() == Some(&'\n') => {}
            '\n' | '\t' => safe.push(c),
            c if is_hostile(c) => safe.push(mark(c)),
            c => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn plain_text_is_not_copied() {
        assert!(matches!(sanitize("fn größe() → 世界 👩‍👩‍👧", 4), Cow::Borrowed(_)));
        assert!(matches!(sanitize_block("a\n\tb\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn tabs_reach_the_next_stop_counted_in_columns() {
        assert_eq!(sanitize("\ta", 4), "    a");
        assert_eq!(sanitize("ab\tc", 4), "ab  c");
        assert_eq!(sanitize("世界\tc", 4), "世界    c");
        assert_eq!(sanitize("\u{1b}\tc", 4), "␛   c");
        assert_eq!(sanitize("a\tb", 0), "a b");
    }

    #[test]
    fn escape_sequences_and_line_breaks_are_shown() {
        assert_eq!(sanitize("\u{1b}[31mred\u{7}\r\n\u{9b}2J", 4), "␛[31mred␇␍␊�2J");
    }

    #[test]
    fn bidirectional_and_hidden_characters_are_shown() {
        assert_eq!(sanitize("a\u{202e}b\u{2066}c\u{200b}d\u{e0041}", 4), "a�b�c�d�");
    }

    #[test]
    fn blocks_keep_lines_and_tabs() {
        assert_eq!(sanitize_block("a\r\n\tb\u{1b}c\rd"), "a\n\tb␛c␍d");
    }

    proptest! {
        #[test]
        fn nothing_hostile_passes(text in any::<String>(), tab in 0usize..12) {
            let safe = sanitize(&text, tab);
            prop_assert!(!safe.chars().any(is_hostile));
            prop_assert_eq!(sanitize(&safe, tab).into_owned(), safe);
        }

        #[test]
        fn nothing_hostile_passes_a_block(text in "[\\PC\\pC\\t\\r\\n\u{1b}\u{202e}]{0,40}") {
            let safe = sanitize_block(&text);
            prop_assert!(!safe.chars().any(|c| is_hostile(c) && c != '\n' && c != '\t'));
            prop_assert_eq!(sanitize_block(&safe).into_owned(), safe);
        }
    }
}

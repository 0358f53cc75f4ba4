//! Columns of a terminal: measuring and cutting.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

const ELLIPSIS: &str = "…";

/// Printable ASCII: one byte, one column.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|b| (0x20..0x7f).contains(&b))
}

/// Columns that the text takes in a terminal, measured by grapheme: an emoji joined from several characters counts
/// once, a combining mark not at all.
pub fn width(text: &str) -> usize {
    if is_plain(text) {
        return text.len();
    }
    text.graphemes(true).map(UnicodeWidthStr::width).sum()
}

/// At most `columns` columns of the text, cut on a grapheme boundary, with `…` where something was cut.
///
/// Costs what is shown, not what is cut: a line of a million characters is not measured to its end.
pub fn truncate(text: &str, columns: usize) -> Cow<'_, str> {
    let Some(end) = cut(text.grapheme_indices(true).map(|(at, g)| (at + g.len(), g)), columns, 0) else {
        return Cow::Borrowed(text);
    };
    match columns {
        0 => Cow::Borrowed(""),
        _ => Cow::Owned(format!("{}{ELLIPSIS}", &text[..end])),
    }
}

/// Like [`truncate`], but keeps the end: for paths, whose last part says most.
pub fn truncate_start(text: &str, columns: usize) -> Cow<'_, str> {
    let Some(start) = cut(text.grapheme_indices(true).rev(), columns, text.len()) else {
        return Cow::Borrowed(text);
    };
    match columns {
        0 => Cow::Borrowed(""),
        _ => Cow::Owned(format!("{ELLIPSIS}{}", &text[start..])),
    }
}

/// Walks graphemes, each with the offset that keeps it, until they exceed `columns`. `None`: they all fit.
/// Otherwise the offset up to which they fit beside an ellipsis of one column; `none` if that is not even one.
fn cut<'a>(graphemes: impl Iterator<Item = (usize, &'a str)>, columns: usize, none: usize) -> Option<usize> {
    let mut used = 0;
    let mut kept = none;
    for (offset, grapheme) in graphemes {
        used += grapheme.width();
        if used > columns {
            return Some(kept);
        }
        if used < columns {
            kept = offset;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn widths_are_those_of_terminals() {
        for (text, columns) in [
            ("abc", 3),
            ("世界", 4),
            ("e\u{301}", 1),
            ("👩‍👩‍👧‍👦", 2),
            ("👍🏽", 2),
            ("❤\u{fe0f}", 2),
            ("🇩🇪", 2),
            ("ｱ", 1),
            ("한", 2),
            ("", 0),
        ] {
            assert_eq!(width(text), columns, "{text:?}");
        }
    }

    #[test]
    fn truncation_keeps_graphemes_whole() {
        assert_eq!(truncate("abcdef", 6), "abcdef");
        assert_eq!(truncate("abcdef", 4), "abc…");
        assert_eq!(truncate("abcdef", 1), "…");
        assert_eq!(truncate("abcdef", 0), "");
        assert_eq!(truncate("世界世界", 5), "世界…");
        assert_eq!(truncate("世界世界", 4), "世…");
        assert_eq!(truncate("ae\u{301}b👩‍👩‍👧c", 4), "ae\u{301}b…");
        assert_eq!(truncate_start("src/routing/mod.rs", 8), "…/mod.rs");
        assert_eq!(truncate_start("src/mod.rs", 10), "src/mod.rs");
        assert_eq!(truncate_start("a世界", 3), "…界");
    }

    #[test]
    fn a_long_line_is_cut_without_measuring_it() {
        let line = "世".repeat(4_000_000);
        let begun = std::time::Instant::now();
        assert_eq!(width(&truncate(&line, 80)), 79);
        assert!(begun.elapsed().as_millis() < 50);
    }

    proptest! {
        #[test]
        fn truncated_text_fits(text in any::<String>(), columns in 0usize..40) {
            for cut in [truncate(&text, columns), truncate_start(&text, columns)] {
                prop_assert!(width(&cut) <= columns, "{:?} takes {}", cut, width(&cut));
                if width(&text) <= columns {
                    prop_assert_eq!(cut.as_ref(), text.as_str());
                }
            }
        }

        #[test]
        fn emoji_and_marks_fit_too(
            text in "([a世é🇩🇪👩👍🏽❤️ \u{200d}\u{fe0f}\u{301}\u{1f3fd}\u{600}क्ष]){0,24}",
            columns in 0usize..12,
        ) {
            prop_assert!(width(&truncate(&text, columns)) <= columns);
            prop_assert!(width(&truncate_start(&text, columns)) <= columns);
        }
    }
}

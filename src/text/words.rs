//! Words of identifiers, code and running text: lower-cased, split where a reader would split them.
//!
//! One rule for all, so that a question and what it asks for are split alike: a word ends at whatever is neither
//! letter nor digit, between a letter and a digit, before an upper-case letter that follows a lower-case one, before
//! the last letter of an upper-case run that a lower-case one follows (`HTTPHeader`), and between letters with case
//! and letters without.

use unicode_width::UnicodeWidthChar;

use super::is_hostile;

/// The words of an identifier, lower-cased: `parseHTTPHeader2_x` -> `parse http header 2 x`.
pub fn split_identifier(text: &str) -> Vec<String> {
    words(text)
}

/// Every word of running text or code, identifiers split and lower-cased, in order.
pub fn words(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    each_word(text, |word| all.push(word.to_owned()));
    all
}

/// Calls `visit` with each word that [`words`] would return, without allocating for each.
///
/// Indexing runs this over every byte of every source file: ASCII goes through a table, a word that is already
/// lower-case is lent from the text itself.
pub fn each_word(text: &str, mut visit: impl FnMut(&str)) {
    let bytes = text.as_bytes();
    let mut lowered = String::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let class = CLASSES[usize::from(bytes[at])];
        match class {
            Class::Separator => {
                at += 1;
                continue;
            }
            Class::Lower | Class::Digit => at = run(bytes, at, class),
            Class::Upper => {
                at = run(bytes, at, Class::Upper);
                if class_at(bytes, at) == Class::Lower {
                    if at - start > 1 {
                        at -= 1; // The last letter of the run begins the next word.
                    } else {
                        at = run(bytes, at, Class::Lower);
                    }
                }
            }
            Class::Wide => {}
        }
        if class_at(bytes, at) == Class::Wide {
            at = start + unicode_words(&text[start..], &mut lowered, &mut visit);
            continue;
        }
        let word = &text[start..at];
        if class == Class::Upper {
            lowered.clear();
            lowered.push_str(word);
            lowered.make_ascii_lowercase();
            visit(&lowered);
        } else {
            visit(word);
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Separator,
    Lower,
    Upper,
    Digit,
    /// A byte of a character outside ASCII.
    Wide,
}

const CLASSES: [Class; 256] = {
    let mut table = [Class::Separator; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' => Class::Lower,
            b'A'..=b'Z' => Class::Upper,
            b'0'..=b'9' => Class::Digit,
            0x80.. => Class::Wide,
            _ => Class::Separator,
        };
        byte += 1;
    }
    table
};

fn class_at(bytes: &[u8], at: usize) -> Class {
    bytes.get(at).map_or(Class::Separator, |b| CLASSES[usize::from(*b)])
}

/// Where the run of `class` that holds `at` ends.
fn run(bytes: &[u8], mut at: usize, class: Class) -> usize {
    while class_at(bytes, at) == class {
        at += 1;
    }
    at
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Letter {
    Lower,
    Upper,
    /// A letter of a script without case.
    Caseless,
    Digit,
    /// Belongs to the letter before it.
    Mark,
}

fn letter(c: char) -> Option<Letter> {
    if c.is_lowercase() {
        Some(Letter::Lower)
    } else if c.is_uppercase() {
        Some(Letter::Upper)
    } else if c.is_numeric() {
        Some(Letter::Digit)
    } else if c.is_alphabetic() {
        Some(Letter::Caseless)
    } else if c.width() == Some(0) && !is_hostile(c) {
        Some(Letter::Mark)
    } else {
        None
    }
}

/// The words up to and including the first separator, by the same rule, for any script. Returns the bytes consumed.
fn unicode_words(text: &str, lowered: &mut String, visit: &mut impl FnMut(&str)) -> usize {
    lowered.clear();
    let mut previous: Option<Letter> = None;
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let Some(current) = letter(c) else {
            flush(lowered, visit);
            return at + c.len_utf8();
        };
        if current == Letter::Mark {
            if previous.is_some() {
                lowered.push(c);
            }
            continue;
        }
        let ends_acronym = || {
            previous == Some(Letter::Upper)
                && current == Letter::Upper
                && rest
                    .clone()
                    .map_while(|(_, next)| letter(next))
                    .find(|next| *next != Letter::Mark)
                    == Some(Letter::Lower)
        };
        let joins = match (previous, current) {
            (None, _) => true,
            (Some(Letter::Upper), Letter::Lower) => true,
            (Some(before), now) => before == now && !ends_acronym(),
        };
        if !joins {
            flush(lowered, visit);
        }
        lowered.extend(c.to_lowercase());
        previous = Some(current);
    }
    flush(lowered, visit);
    text.len()
}

fn flush(word: &mut String, visit: &mut impl FnMut(&str)) {
    if !word.is_empty() {
        visit(word);
        word.clear();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn split(text: &str) -> String {
        split_identifier(text).join(" ")
    }

    #[test]
    fn identifiers_split_where_a_reader_would() {
        for (identifier, expected) in [
            ("parseHTTPHeader2_x", "parse http header 2 x"),
            ("OrderProcessor", "order processor"),
            ("MAX_RETRY_COUNT", "max retry count"),
            ("kebab-case-name", "kebab case name"),
            ("__init__", "init"),
            ("XMLHttpRequest", "xml http request"),
            ("utf8Decoder", "utf 8 decoder"),
            ("HTTP", "http"),
            ("aB", "a b"),
            ("IOError", "io error"),
            ("größeÄndern", "größe ändern"),
            ("ÜBERSchrift", "über schrift"),
            ("解析JSON文件2", "解析 json 文件 2"),
            ("HTTPü", "htt pü"),
            ("cafe\u{301}Bar", "cafe\u{301} bar"),
            ("tokio::runtime::Builder", "tokio runtime builder"),
            ("", ""),
            ("$_", ""),
        ] {
            assert_eq!(split(identifier), expected, "{identifier}");
        }
    }

    #[test]
    fn code_and_prose_are_read_in_order() {
        assert_eq!(
            words("if user.isActive() { /* Überprüft */ send(MailKind::Welcome, 42) }").join(" "),
            "if user is active überprüft send mail kind welcome 42"
        );
    }

    proptest! {
        #[test]
        fn any_text_gives_lower_case_words(text in any::<String>()) {
            for word in words(&text) {
                prop_assert!(!word.is_empty());
                prop_assert!(word.chars().all(|c| letter(c).is_some()), "{:?}", word);
                // Characters without a lower-case form of their own (mathematical capitals) stay.
                prop_assert_eq!(word.to_lowercase(), word);
            }
        }

        #[test]
        fn both_paths_split_ascii_alike(text in "[a-cA-C0-2_ .]{0,16}") {
            let mut slow = Vec::new();
            let mut buffer = String::new();
            let mut at = 0;
            while at < text.len() {
                at += unicode_words(&text[at..], &mut buffer, &mut |word| slow.push(word.to_owned()));
            }
            prop_assert_eq!(words(&text), slow);
        }
    }
}

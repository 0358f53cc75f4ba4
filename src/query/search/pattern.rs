//! One typed word against one name.

use crate::query::name;

/// How well a word fits, in points; the order of the tiers is what people see.
pub mod points {
    pub const WHOLE: u32 = 120;
    pub const WHOLE_OTHER_CASE: u32 = 110;
    pub const BEGINNING: u32 = 100;
    pub const WORD_BEGINNING: u32 = 80;
    pub const ANYWHERE: u32 = 60;
    /// The container's last part, or a part of its name.
    pub const CONTAINER: u32 = 40;
    pub const PART_OF_CONTAINER: u32 = 30;
    pub const PATH: u32 = 20;
    /// What tests and generated code lose: a test that is called `route` comes after the type `Router`.
    pub const ASIDE: u32 = 25;
    /// The letters in order, found by the fuzzy matcher.
    pub const LETTERS: u32 = 10;
}

/// A set of the characters of a text, case ignored: what is not in it need not be looked for.
pub fn letter_set(text: &str) -> u64 {
    text.bytes().fold(0, |set, byte| {
        set | 1
            << match byte {
                b'a'..=b'z' => byte - b'a',
                b'A'..=b'Z' => byte - b'A',
                b'0'..=b'9' => byte - b'0' + 26,
                b'_' => 36,
                b'-' => 37,
                b'$' => 38,
                b':' | b'.' | b'/' => 39,
                0x80.. => 40,
                _ => 41,
            }
    })
}

/// A word as it is looked for.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// As typed.
    pub text: String,
    lower: String,
    pub letters: u64,
    has_upper: bool,
    /// Letters and digits only, lower-cased, for the fuzzy matcher; empty when there are none.
    pub fuzzy: String,
    pub fuzzy_letters: u64,
    /// `Builder::build`: the parts before the last, and the last, which may be empty (`Builder::`).
    pub path: Option<(Vec<Pattern>, Option<Box<Pattern>>)>,
}

impl Pattern {
    pub fn new(word: &str) -> Self {
        let plain = Self::plain(word);
        let parts = name::parts(word);
        let open_ended = parts.len() == 1 && ["::", ".", "#", "/"].iter().any(|end| word.ends_with(end));
        let path = match parts.as_slice() {
            [container] if open_ended => Some((vec![Self::plain(container)], None)),
            [containers @ .., last] if !containers.is_empty() => Some((
                containers.iter().map(|part| Self::plain(part)).collect(),
                Some(Box::new(Self::plain(last))),
            )),
            _ => None,
        };
        Self { path, ..plain }
    }

    fn plain(word: &str) -> Self {
        let fuzzy: String = word
            .chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
        Self {
            text: word.to_owned(),
            lower: word.to_lowercase(),
            letters: letter_set(word),
            has_upper: word.chars().any(char::is_uppercase),
            fuzzy_letters: letter_set(&fuzzy),
            fuzzy,
            path: None,
        }
    }

    /// Where the word stands in the text, case ignored.
    pub fn find(&self, text: &str) -> Option<usize> {
        find_ignoring_case(text, &self.lower)
    }

    /// Points for a name that holds the word as it is, and the byte where; `None` where it does not.
    pub fn points(&self, name: &str) -> Option<(u32, usize)> {
        let at = self.find(name)?;
        if at == 0 {
            let points = match name.len() == self.text.len() {
                true if self.has_upper && name != self.text => points::WHOLE_OTHER_CASE,
                true => points::WHOLE,
                false => points::BEGINNING,
            };
            return Some((points, at));
        }
        if begins_word(name, at) {
            return Some((points::WORD_BEGINNING, at));
        }
        // `log` in `catalogLog`: a later place may be the better one.
        let mut from = at + 1;
        while let Some(rest) = name.get(from..) {
            let Some(next) = self.find(rest) else { break };
            if begins_word(name, from + next) {
                return Some((points::WORD_BEGINNING, from + next));
            }
            from += next + 1;
        }
        Some((points::ANYWHERE, at))
    }

    /// Points for the part of a qualified name before the name.
    pub fn container_points(&self, container: &str) -> Option<u32> {
        self.find(container)?;
        let last = name::parts(container)
            .last()
            .is_some_and(|part| part.to_lowercase() == self.lower);
        Some(if last {
            points::CONTAINER
        } else {
            points::PART_OF_CONTAINER
        })
    }
}

/// Whether a word of an identifier begins at the byte.
fn begins_word(name: &str, at: usize) -> bool {
    let bytes = name.as_bytes();
    let (Some(before), Some(here)) = (bytes.get(at.wrapping_sub(1)), bytes.get(at)) else {
        return true;
    };
    !before.is_ascii_alphanumeric() && before.is_ascii()
        || before.is_ascii_lowercase() && here.is_ascii_uppercase()
        || before.is_ascii_digit() != here.is_ascii_digit()
        || here.is_ascii_uppercase() && bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase)
}

/// Byte position of `lower` (lower-cased by the caller) in `text`, case ignored.
fn find_ignoring_case(text: &str, lower: &str) -> Option<usize> {
    let needle = lower.as_bytes();
    let first = *needle.first()?;
    if !lower.is_ascii() {
        // Lower-casing may move bytes; a position that does not fit is no position.
        return text.to_lowercase().find(lower).filter(|at| text.is_char_boundary(*at));
    }
    let bytes = text.as_bytes();
    let last = bytes.len().checked_sub(needle.len())?;
    (0..=last).find(|at| {
        bytes[*at].to_ascii_lowercase() == first && bytes[*at..*at + needle.len()].eq_ignore_ascii_case(needle)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn points_of(word: &str, name: &str) -> Option<u32> {
        Pattern::new(word).points(name).map(|(points, _)| points)
    }

    #[test]
    fn tiers() {
        assert_eq!(points_of("route", "route"), Some(points::WHOLE));
        assert_eq!(points_of("route", "Route"), Some(points::WHOLE));
        assert_eq!(points_of("Route", "route"), Some(points::WHOLE_OTHER_CASE));
        assert_eq!(points_of("route", "Router"), Some(points::BEGINNING));
        assert_eq!(points_of("route", "add_route"), Some(points::WORD_BEGINNING));
        assert_eq!(points_of("header", "parseHTTPHeader"), Some(points::WORD_BEGINNING));
        assert_eq!(points_of("log", "catalogLog"), Some(points::WORD_BEGINNING));
        assert_eq!(points_of("oute", "router"), Some(points::ANYWHERE));
        assert_eq!(points_of("rtr", "router"), None);
        assert_eq!(points_of("größe", "Dateigröße"), Some(points::ANYWHERE));
        assert_eq!(points_of("世", "x世界"), Some(points::ANYWHERE));
    }

    #[test]
    fn paths_come_apart_but_operators_do_not() {
        assert!(Pattern::new("Url::parse").path.is_some());
        assert!(Pattern::new("Url::").path.is_some_and(|(_, last)| last.is_none()));
        assert!(Pattern::new("operator==").path.is_none());
        assert!(Pattern::new("(").path.is_none());
    }

    proptest! {
        #[test]
        fn the_letter_set_never_hides_a_hit(word in any::<String>(), name in any::<String>(), w in "[aA_.ß]{1,3}", n in "[aAbB_.ßẞ]{0,8}") {
            for (word, name) in [(word, name), (w, n)] {
                let pattern = Pattern::new(&word);
                if pattern.points(&name).is_some() && word.is_ascii() {
                    prop_assert_eq!(pattern.letters & !letter_set(&name), 0);
                }
            }
        }
    }
}

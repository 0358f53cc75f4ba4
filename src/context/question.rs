//! What was asked, taken apart: words with weights, names, places.
//!
//! Invariant: pure; knows no graph. What a question says is decided here, what it leads to elsewhere.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::text;

/// A question, taken apart.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Question {
    /// Different terms in order of first appearance, stop words left out.
    pub terms: Vec<Term>,
    /// Names of symbols as they were written: `parseHeader`, `max_len`, `Engine.ServeHTTP`, `walk()`.
    pub names: Vec<String>,
    /// What looks like a file, with a line where one was given.
    pub places: Vec<Place>,
    /// The question is about tests: they are not ranked lower.
    pub about_tests: bool,
}

/// One term, as the index knows it, and how much it counts.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Term {
    pub text: String,
    /// 1 for a word of the first line.
    pub weight: f32,
}

/// A file that the question names, perhaps by a tail of its path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub path: String,
    pub line: Option<u32>,
}

/// More different words than this add cost and no direction.
const MAX_TERMS: usize = 48;
/// More names than this are a listing, not a question.
const MAX_NAMES: usize = 16;
/// What stands after the first line explains; the first line says what it is about.
const LATER_LINES: f32 = 0.4;
/// `walk: ...` or `fix(walk): ...`: who writes a subject like this names the part that it concerns.
const SUBJECT: f32 = 1.5;

/// Words that say nothing of a place in code: articles, auxiliaries, and what one does to code in any change.
const STOP: &[&str] = &[
    "a", "about", "add", "added", "adding", "adds", "after", "all", "allow", "also", "an", "and", "any", "are", "as",
    "at", "be", "been", "before", "being", "but", "by", "can", "cannot", "change", "changed", "changes", "could",
    "did", "do", "does", "doesn", "don", "each", "ensure", "etc", "feat", "fix", "fixed", "fixes", "fixing", "for",
    "from", "had", "has", "have", "how", "i", "if", "improve", "in", "instead", "into", "is", "isn", "it", "its",
    "just", "like", "made", "make", "makes", "me", "more", "my", "new", "no", "not", "now", "of", "on", "only", "or",
    "other", "our", "out", "over", "perf", "please", "refactor", "remove", "removed", "removes", "s", "should", "show",
    "so", "some", "such", "t", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "to",
    "too", "update", "updated", "use", "used", "uses", "using", "via", "was", "we", "were", "what", "when", "where",
    "which", "while", "who", "why", "will", "with", "without", "would", "you", "your",
];

static STOP_TERMS: LazyLock<HashSet<String>> =
    LazyLock::new(|| STOP.iter().map(|word| text::stem(word).into_owned()).collect());

impl Question {
    /// Never fails: what is nothing else is words.
    pub fn parse(text: &str) -> Self {
        let mut question = Self::default();
        for (index, line) in text.lines().map(str::trim).filter(|line| !line.is_empty()).enumerate() {
            let weight = if index == 0 { 1.0 } else { LATER_LINES };
            let subject = if index == 0 { subject(line) } else { "" };
            question.add_words(subject, SUBJECT);
            question.add_words(line, weight);
            question.add_tokens(line);
        }
        question.about_tests = question
            .terms
            .iter()
            .any(|term| term.weight >= 1.0 && term.text == "test" || term.text == "fixtur");
        question.terms.truncate(MAX_TERMS);
        question.names.truncate(MAX_NAMES);
        question
    }

    fn add_words(&mut self, text: &str, weight: f32) {
        text::each_term(text, |term| {
            // Single letters and small numbers stand everywhere.
            let is_small = term.len() == 1 || (term.len() == 2 && term.bytes().all(|byte| byte.is_ascii_digit()));
            if is_small || STOP_TERMS.contains(term) || self.terms.iter().any(|known| known.text == term) {
                return;
            }
            self.terms.push(Term {
                text: term.to_owned(),
                weight,
            });
        });
    }

    fn add_tokens(&mut self, line: &str) {
        let marks = line.matches('`').count();
        for (index, piece) in line.split('`').enumerate() {
            let quoted = index % 2 == 1 && index < marks;
            for token in piece.split(|c: char| c.is_whitespace() || "\"',;<>[]{}|=*&!?".contains(c)) {
                self.add_token(token, quoted);
            }
        }
    }

    fn add_token(&mut self, token: &str, quoted: bool) {
        let called = token.contains('(');
        let token = token.split('(').find(|part| !part.is_empty()).unwrap_or_default();
        let token = token.trim_matches(|c: char| ".:)#@-/~".contains(c));
        if let Some(place) = place(token) {
            if !self.places.contains(&place) {
                self.places.push(place);
            }
            return;
        }
        let is_marked = quoted || called || looks_like_name(token);
        if is_marked
            && (called || token.chars().count() > 1)
            && is_name(token)
            && !self.names.iter().any(|name| name == token)
        {
            self.names.push(token.to_owned());
        }
    }
}

/// The part before the first colon where that is the subject of a change: `ignore/types`, `fix(runtime-core)`.
fn subject(line: &str) -> &str {
    let Some((head, rest)) = line.split_once(':') else {
        return "";
    };
    let is_subject = rest.starts_with(' ') && head.chars().all(|c| c.is_alphanumeric() || "/-_.()!,".contains(c));
    if is_subject { head } else { "" }
}

/// `path/to/file.rs`, `file.rs`, each with `:12` or `:12:4` behind it or not.
fn place(token: &str) -> Option<Place> {
    let mut parts = token.split(':');
    let path = parts.next()?.trim_start_matches("./");
    let line = parts.next();
    if line.is_some_and(str::is_empty) {
        return None; // `path::to::item`
    }
    let line = line.and_then(|line| line.parse().ok());
    let file = path.rsplit('/').next()?;
    let (stem, extension) = file.rsplit_once('.')?;
    let is_extension = (1..=5).contains(&extension.len()) && extension.bytes().all(|b| b.is_ascii_alphanumeric());
    let is_path = path.contains('/') || line.is_some() || KNOWN_EXTENSIONS.contains(&extension);
    (!stem.is_empty() && is_extension && is_path).then(|| Place {
        path: path.to_owned(),
        line,
    })
}

/// Extensions by which `name.ext` without a directory is taken for a file rather than for a member.
const KNOWN_EXTENSIONS: &[&str] = &[
    "c", "cc", "cfg", "cpp", "cs", "css", "go", "h", "hpp", "html", "java", "js", "json", "jsx", "kt", "md", "mjs",
    "php", "proto", "py", "pyi", "rb", "rs", "sh", "sql", "swift", "toml", "ts", "tsx", "vue", "xml", "yaml", "yml",
];

/// Letters, digits, `_`, `$`, joined by `::`, `.` or `#`.
fn is_name(token: &str) -> bool {
    let segments = token.split(['.', ':', '#']).filter(|segment| !segment.is_empty());
    let mut count = 0;
    for segment in segments {
        let begins = segment.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$');
        if !begins || !segment.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$') {
            return false;
        }
        count += 1;
    }
    count > 0
}

/// What nobody writes but as the name of something in code: `camelCase`, `snake_case`, `a::b`, `Type.member`.
fn looks_like_name(token: &str) -> bool {
    let inner = token.trim_matches('_');
    let has_hump = inner
        .chars()
        .zip(inner.chars().skip(1))
        .any(|(a, b)| a.is_lowercase() && b.is_uppercase());
    let dotted = token
        .split_once('.')
        .is_some_and(|(left, right)| left.chars().count() > 1 && right.chars().count() > 1);
    has_hump || inner.contains('_') || token.contains("::") || dotted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(question: &Question) -> Vec<&str> {
        question.terms.iter().map(|term| term.text.as_str()).collect()
    }

    #[test]
    fn a_plain_question_keeps_the_words_that_lead_somewhere() {
        let question = Question::parse("how does routing match a request path to handlers");
        assert_eq!(words(&question), ["rout", "match", "request", "path", "handler"]);
        assert!(question.names.is_empty() && question.places.is_empty() && !question.about_tests);
    }

    #[test]
    fn names_are_picked_out_as_they_were_written() {
        let question =
            Question::parse("`walk` skips ignore::DirEntry when Matcher.is_match() or maxDepth lie; see e.g. __init__");
        assert_eq!(
            question.names,
            ["walk", "ignore::DirEntry", "Matcher.is_match", "maxDepth"]
        );
    }

    #[test]
    fn a_name_of_one_letter_needs_its_parentheses() {
        assert_eq!(Question::parse("disable tracking in h() and `x` 14 times").names, ["h"]);
        assert_eq!(words(&Question::parse("a 7 of 14 in 404")), ["404"]);
    }

    #[test]
    fn files_and_lines_are_places_and_members_are_not() {
        let question = Question::parse("panic at src/tree.go:42:7, then context.go and `tree.insert`; see docs/a.md.");
        let places: Vec<_> = question.places.iter().map(|p| (p.path.as_str(), p.line)).collect();
        assert_eq!(
            places,
            [("src/tree.go", Some(42)), ("context.go", None), ("docs/a.md", None)]
        );
        assert_eq!(question.names, ["tree.insert"]);
    }

    #[test]
    fn the_subject_counts_most_and_later_lines_least() {
        let question = Question::parse("fix(hydration): skip the mismatch check\nThe check ran twice per slot.");
        let weight = |word: &str| {
            question
                .terms
                .iter()
                .find(|term| term.text == text::stem(word))
                .map(|t| t.weight)
        };
        assert_eq!(
            (weight("hydration"), weight("mismatch"), weight("slot"), weight("fix")),
            (Some(SUBJECT), Some(1.0), Some(LATER_LINES), None)
        );
        assert_eq!(subject("see: https://x"), "see");
        assert_eq!(subject("std::io is slow: why"), "");
    }

    #[test]
    fn questions_about_tests_are_known() {
        assert!(Question::parse("which test covers the parser").about_tests);
        assert!(!Question::parse("latest contest").about_tests);
    }

    #[test]
    fn odd_text_is_only_words() {
        for text in ["", "```", "((((", "::", "a:b:c", "....", "\u{202e}x", "`unclosed"] {
            let question = Question::parse(text);
            assert!(question.names.len() <= 1 && question.places.is_empty(), "{text}");
        }
    }
}

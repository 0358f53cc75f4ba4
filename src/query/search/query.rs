//! What was typed, understood.

use crate::graph::NodeKind;
use crate::text::nearest;

use super::filters::{kind_words, kinds, language};

/// What was typed, understood.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Query {
    /// Words that must match fuzzily.
    pub fuzzy: Vec<String>,
    /// `'word`: must stand in the name as it is.
    pub exact: Vec<String>,
    /// `^word`: the name begins with it.
    pub prefix: Vec<String>,
    /// `!word`: neither name nor path may hold it.
    pub not: Vec<String>,
    /// `kind:fn`.
    pub kinds: Vec<NodeKind>,
    /// `in:container`: stands in the qualified name before the name.
    pub container: Vec<String>,
    /// `path:src/`.
    pub paths: Vec<String>,
    /// `lang:rust`.
    pub languages: Vec<String>,
    /// Filters that were not understood, with the nearest one: shown under the input.
    pub problems: Vec<String>,
}

const FILTERS: [&str; 4] = ["kind", "in", "path", "lang"];

impl Query {
    /// Never fails: what is not a filter is a word.
    pub fn parse(text: &str) -> Self {
        let mut query = Self::default();
        for token in text.split_whitespace() {
            query.read(token);
        }
        query
    }

    /// Nothing is asked: neither a word nor a filter.
    pub fn is_empty(&self) -> bool {
        let filters = [
            &self.fuzzy,
            &self.exact,
            &self.prefix,
            &self.not,
            &self.container,
            &self.paths,
            &self.languages,
        ];
        self.kinds.is_empty() && filters.iter().all(|words| words.is_empty())
    }

    fn read(&mut self, token: &str) {
        let mut rest = token.chars();
        let mark = rest.next();
        let word = rest.as_str();
        match mark {
            // A mark alone is still being typed, or is itself what is sought.
            _ if word.is_empty() => self.fuzzy.push(token.to_owned()),
            Some('\'') => self.exact.push(word.to_owned()),
            Some('^') => self.prefix.push(word.to_owned()),
            Some('!') => self.not.push(word.to_owned()),
            _ => self.read_filter(token),
        }
    }

    fn read_filter(&mut self, token: &str) {
        let Some((key, value)) = token.split_once(':').filter(|(_, value)| !value.starts_with(':')) else {
            self.fuzzy.push(token.to_owned());
            return;
        };
        match key {
            // `kind:` is still being typed.
            "kind" | "in" | "path" | "lang" if value.is_empty() => {}
            "kind" => self.read_kinds(value),
            "in" => self.container.push(value.to_owned()),
            "path" => self.paths.push(value.to_owned()),
            "lang" => self.languages.push(language(value)),
            _ => {
                let one_step = FILTERS
                    .iter()
                    .find(|filter| crate::text::edit_distance(key, filter, 1).is_some());
                if let Some(filter) = one_step.filter(|_| key.len() > 1) {
                    self.problems
                        .push(format!("no filter `{key}:`; did you mean `{filter}:`?"));
                }
                self.fuzzy.push(token.to_owned());
            }
        }
    }

    /// `kind:fn,class`.
    fn read_kinds(&mut self, value: &str) {
        for word in value.split(',').filter(|word| !word.is_empty()) {
            match kinds(word) {
                Some(kinds) => self.kinds.extend(kinds),
                None => self.problems.push(unknown_kind(word)),
            }
        }
    }
}

/// What to tell about a word that means no kind.
pub fn unknown_kind(word: &str) -> String {
    match nearest(word, kind_words()) {
        Some(kind) => format!("no kind `{word}`; did you mean `{kind}`?"),
        None => format!("no kind `{word}`; kinds are {}", list(NodeKind::ALL)),
    }
}

fn list(kinds: &[NodeKind]) -> String {
    kinds.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_filter_is_understood() {
        let query = Query::parse("router kind:fn,class in:routing path:src/ lang:rs !test 'exact ^pre");
        assert_eq!(
            query,
            Query {
                fuzzy: vec!["router".into()],
                exact: vec!["exact".into()],
                prefix: vec!["pre".into()],
                not: vec!["test".into()],
                kinds: vec![NodeKind::Function, NodeKind::Method, NodeKind::Class],
                container: vec!["routing".into()],
                paths: vec!["src/".into()],
                languages: vec!["rust".into()],
                problems: vec![],
            }
        );
    }

    #[test]
    fn what_is_no_filter_is_a_word() {
        for text in [
            "Url::parse",
            "a'b",
            "seal!",
            "std::fmt",
            "name:parse",
            "^",
            "!",
            "'",
            ":",
            "世界",
            "\"par",
        ] {
            let query = Query::parse(text);
            assert_eq!(query.fuzzy, [text], "{text}");
            assert!(query.problems.is_empty(), "{text}");
        }
    }

    #[test]
    fn a_filter_being_typed_asks_for_nothing() {
        assert!(Query::parse("kind:").is_empty());
        assert!(Query::parse(" \t ").is_empty());
    }

    #[test]
    fn slips_are_reported_with_the_nearest() {
        assert_eq!(Query::parse("kind:fnn").problems, ["no kind `fnn`; did you mean `fn`?"]);
        assert_eq!(
            Query::parse("knd:fn").problems,
            ["no filter `knd:`; did you mean `kind:`?"]
        );
    }

    proptest! {
        #[test]
        fn any_text_is_a_query(text in any::<String>(), marked in "[!'^:a世 ]{0,12}") {
            Query::parse(&text);
            Query::parse(&marked);
        }
    }
}

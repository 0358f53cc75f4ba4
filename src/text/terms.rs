//! Terms: the words under which text is indexed and looked up.
//!
//! One rule for the index and for the questions asked of it. Beside each word in its stem, an identifier of several
//! words is a term as a whole (`parseHeader` -> `pars header parseheader`): the parts find what is meant, the whole finds
//! what is named, and it is rare.

use std::borrow::Cow;

use super::each_word;

/// Longer identifiers are hashes and the like, not names.
const MAX_WHOLE: usize = 64;

/// Calls `visit` with every term of running text or code, in order, an identifier's whole after its parts.
pub fn each_term(text: &str, mut visit: impl FnMut(&str)) {
    let mut whole = String::new();
    for identifier in text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')) {
        if identifier.is_empty() {
            continue;
        }
        let mut parts = 0;
        whole.clear();
        each_word(identifier, |word| {
            parts += 1;
            whole.push_str(word);
            visit(&stem(word));
        });
        if parts > 1 && whole.len() <= MAX_WHOLE {
            visit(&whole);
        }
    }
}

/// A word without its inflection, so that `routes`, `routing` and `routed` meet `route`.
///
/// A few English suffixes and no more: stronger stemming found no more in measurements, and joined what differs. The
/// result is a term, not a word to be shown. Words that are not plain ASCII stay as they are.
pub fn stem(word: &str) -> Cow<'_, str> {
    if word.len() <= 3 || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return Cow::Borrowed(word);
    }
    if let Some(root) = word.strip_suffix("ies").filter(|root| root.len() > 2) {
        return Cow::Owned(format!("{root}i"));
    }
    if let Some(root) = word.strip_suffix('y').filter(|root| root.len() > 3) {
        return Cow::Owned(format!("{root}i"));
    }
    let mut root = word;
    if !word.ends_with("ss") {
        // A suffix with a vowel of its own leaves more of a word that it belongs to: `string`, `need`.
        root = [("ing", 4), ("ed", 4), ("es", 3), ("s", 3)]
            .iter()
            .filter_map(|(suffix, least)| word.strip_suffix(suffix).filter(|root| root.len() >= *least))
            .next()
            .unwrap_or(word);
    }
    Cow::Borrowed(root.strip_suffix('e').filter(|root| root.len() >= 3).unwrap_or(root))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> String {
        let mut all = Vec::new();
        each_term(text, |term| all.push(term.to_owned()));
        all.join(" ")
    }

    #[test]
    fn an_identifier_is_its_parts_and_its_whole() {
        assert_eq!(terms("parseHTTPHeader(x_1)"), "pars http header parsehttpheader x 1 x1");
        assert_eq!(terms("__init__ a-b"), "init a b");
        assert_eq!(terms(&format!("a_{}", "b".repeat(80))), format!("a {}", "b".repeat(80)));
    }

    #[test]
    fn inflections_meet() {
        for group in [
            &["route", "routes", "routed", "routing"][..],
            &["query", "queries"],
            &["tax", "taxes"],
            &["line", "lines"],
            &["handler", "handlers"],
            &["class", "classes"],
            &["match", "matches", "matched", "matching"],
        ] {
            let stems: Vec<_> = group.iter().map(|word| stem(word)).collect();
            assert!(stems.iter().all(|stem| *stem == stems[0]), "{stems:?}");
        }
        for (a, b) in [
            ("bus", "bu"),
            ("string", "str"),
            ("need", "ne"),
            ("process", "proces"),
            ("ünder", "ünd"),
            ("https", "https"),
        ] {
            assert_ne!(stem(a), b);
        }
    }
}

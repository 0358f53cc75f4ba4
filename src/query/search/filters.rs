//! The words that filters take.

use crate::graph::NodeKind;

use NodeKind::*;

/// Short words for kinds, beside the kinds' own.
const ALIASES: &[(&str, &[NodeKind])] = &[
    ("fn", &[Function, Method]),
    ("func", &[Function, Method]),
    ("def", &[Function, Method]),
    ("fun", &[Function, Method]),
    ("ctor", &[Method]),
    ("type", &[Class, Struct, Interface, Trait, Protocol, Enum, TypeAlias]),
    ("iface", &[Interface]),
    ("variant", &[EnumMember]),
    ("member", &[EnumMember, Field, Property, Method]),
    ("alias", &[TypeAlias]),
    ("typedef", &[TypeAlias]),
    ("var", &[Variable]),
    ("let", &[Variable]),
    ("const", &[Constant]),
    ("static", &[Constant, Variable]),
    ("prop", &[Property, Field]),
    ("attr", &[Property, Field]),
    ("param", &[Parameter]),
    ("arg", &[Parameter]),
    ("mod", &[Module, Namespace]),
    ("package", &[Module, Namespace]),
    ("pkg", &[Module, Namespace]),
    ("ns", &[Namespace]),
    ("dir", &[Directory]),
    ("endpoint", &[Route]),
    ("heading", &[Section]),
];

/// The kinds that a word means: a kind's own word, a short one, either in the plural. Case is ignored.
pub fn kinds(word: &str) -> Option<Vec<NodeKind>> {
    let word = word.to_lowercase();
    let singular = [word.strip_suffix("es"), word.strip_suffix('s')];
    std::iter::once(Some(word.as_str()))
        .chain(singular)
        .flatten()
        .find_map(exact_kinds)
}

fn exact_kinds(word: &str) -> Option<Vec<NodeKind>> {
    if let Ok(kind) = word.parse() {
        return Some(vec![kind]);
    }
    ALIASES
        .iter()
        .find(|(alias, _)| *alias == word)
        .map(|(_, kinds)| kinds.to_vec())
}

/// Every word that [`kinds`] takes in the singular.
pub fn kind_words() -> impl Iterator<Item = &'static str> {
    NodeKind::ALL
        .iter()
        .map(|kind| kind.as_str())
        .chain(ALIASES.iter().map(|(alias, _)| *alias))
}

/// The id of a language by the word that a person uses for it.
pub fn language(word: &str) -> String {
    let word = word.to_lowercase();
    let id = match word.as_str() {
        "rs" => "rust",
        "py" => "python",
        "ts" => "typescript",
        "js" => "javascript",
        "golang" => "go",
        "c++" | "cc" | "cxx" => "cpp",
        "c#" | "cs" => "csharp",
        "rb" => "ruby",
        "kt" => "kotlin",
        "sh" => "bash",
        "md" => "markdown",
        "yml" => "yaml",
        _ => return word,
    };
    id.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_short_words_and_plurals() {
        assert_eq!(kinds("fn"), Some(vec![Function, Method]));
        assert_eq!(kinds("Class"), Some(vec![Class]));
        assert_eq!(kinds("classes"), Some(vec![Class]));
        assert_eq!(kinds("routes"), Some(vec![Route]));
        assert_eq!(kinds("alias"), Some(vec![TypeAlias]));
        assert_eq!(kinds("fnn"), None);
        assert_eq!(kinds("s"), None);
        assert_eq!(kinds(""), None);
    }

    #[test]
    fn no_short_word_hides_a_kind() {
        for (alias, _) in ALIASES {
            assert!(alias.parse::<NodeKind>().is_err(), "{alias}");
        }
    }
}

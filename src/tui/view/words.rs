//! Short words and numbers of the screens.

use crate::context::{Cut, Granularity, Section};
use crate::graph::{NodeKind, Visibility};
use crate::tui::theme::Role;

/// Two letters for a kind, and its style.
pub const fn kind(kind: NodeKind) -> (&'static str, Role) {
    use NodeKind::{
        Class, Component, Constant, Directory, Enum, EnumMember, Export, Field, File, Function, Import, Interface,
        Macro, Method, Module, Namespace, Parameter, Property, Protocol, Route, Section, Struct, Trait, TypeAlias,
        Variable,
    };
    match kind {
        File => ("fi", Role::Place),
        Directory => ("di", Role::Place),
        Module => ("mo", Role::Place),
        Namespace => ("ns", Role::Place),
        Section => ("§ ", Role::Place),
        Class => ("cl", Role::Type),
        Struct => ("st", Role::Type),
        Interface => ("if", Role::Type),
        Trait => ("tr", Role::Type),
        Protocol => ("pc", Role::Type),
        Enum => ("en", Role::Type),
        TypeAlias => ("ty", Role::Type),
        Function => ("fn", Role::Callable),
        Method => ("me", Role::Callable),
        Macro => ("ma", Role::Callable),
        Component => ("cm", Role::Callable),
        Route => ("ro", Role::Callable),
        EnumMember => ("em", Role::Value),
        Constant => ("co", Role::Value),
        Variable => ("va", Role::Value),
        Property => ("pr", Role::Value),
        Field => ("fd", Role::Value),
        Parameter => ("ar", Role::Value),
        Import => ("im", Role::Muted),
        Export => ("ex", Role::Muted),
    }
}

/// What people call a kind.
pub const fn kind_name(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Function => "fn",
        NodeKind::EnumMember => "variant",
        NodeKind::TypeAlias => "type",
        NodeKind::Constant => "const",
        NodeKind::Variable => "var",
        other => other.as_str(),
    }
}

pub const fn visibility(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Public => "pub",
        Visibility::Protected => "protected",
        Visibility::Internal => "internal",
        Visibility::Private => "private",
        Visibility::Unknown => "",
    }
}

/// One sign for a visibility: `+` public, `#` protected, `~` internal, `-` private.
pub const fn visibility_sign(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Public => "+",
        Visibility::Protected => "#",
        Visibility::Internal => "~",
        Visibility::Private => "-",
        Visibility::Unknown => " ",
    }
}

/// `42,118`.
pub fn number(value: impl Into<u64>) -> String {
    let digits = value.into().to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

pub fn count(value: usize) -> String {
    number(u64::try_from(value).unwrap_or(u64::MAX))
}

/// `1 file`, `2 files`.
pub fn several(value: usize, one: &str, many: &str) -> String {
    format!("{} {}", count(value), if value == 1 { one } else { many })
}

/// `0.4`, `0.85`: as short as it can be said.
pub fn confidence(value: f32) -> String {
    let text = format!("{value:.2}");
    text.strip_suffix('0').map_or(text.clone(), str::to_owned)
}

pub const fn section(section: Section) -> (&'static str, Role) {
    match section {
        Section::Files => ("where to look", Role::Files),
        Section::Path => ("path", Role::Path),
        Section::Source => ("source", Role::Source),
        Section::Dependants => ("dependants", Role::Dependants),
        Section::Evidence => ("evidence", Role::Evidence),
        Section::LeftOut => ("left out", Role::LeftOut),
    }
}

/// How much of the symbol is shown, as a bar and a word.
pub const fn granularity(granularity: Option<Granularity>) -> (&'static str, &'static str) {
    match granularity {
        Some(Granularity::Full) => ("█", "full"),
        Some(Granularity::Pruned) => ("▆", "pruned"),
        Some(Granularity::Skeleton) => ("▄", "skeleton"),
        Some(Granularity::Signature) => ("▂", "signature"),
        Some(Granularity::Name) => ("▁", "name"),
        None => (" ", "cut"),
    }
}

/// Why an item is not in, or not in full.
pub fn cut(cut: &Cut) -> String {
    match cut {
        Cut::TotalBudget => "the budget is spent".to_owned(),
        Cut::SectionShare => "its section's share is spent".to_owned(),
        Cut::ItemCap => "larger than one item may be".to_owned(),
        Cut::ItemsPerFile => "enough items of its file".to_owned(),
        Cut::Files => "enough files".to_owned(),
        Cut::Depth => "further than the depth".to_owned(),
        Cut::FanOut => "beyond the fan-out".to_owned(),
        Cut::LowRank { rank, cutoff } => format!("rank {rank}, the line is drawn at {cutoff}"),
        Cut::Duplicate => "stands in another item".to_owned(),
        Cut::Excluded => "excluded by hand".to_owned(),
        Cut::Test => "a test".to_owned(),
        Cut::Generated => "generated".to_owned(),
        Cut::LowConfidence => "not certain enough".to_owned(),
        Cut::Unreadable => "could not be read from disk".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(
            [0u64, 999, 1_000, 42_118, 1_234_567].map(number),
            ["0", "999", "1,000", "42,118", "1,234,567"]
        );
        assert_eq!([0.4f32, 0.85, 0.0].map(confidence), ["0.4", "0.85", "0.0"]);
        assert_eq!(several(1, "file", "files"), "1 file");
    }

    #[test]
    fn kinds_are_two_columns_and_differ() {
        let mut all: Vec<&str> = NodeKind::ALL.iter().map(|k| kind(*k).0).collect();
        assert!(all.iter().all(|word| crate::text::width(word) == 2));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), NodeKind::ALL.len());
    }
}

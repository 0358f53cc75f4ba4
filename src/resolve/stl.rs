//! What the members of C++'s standard containers, iterators and smart pointers give.
//!
//! Iterators and smart pointers are optionals here: what they lead to is reached by an arrow or a star.

use std::sync::Arc;

use super::ty::Ty;

/// The result of a library's member called on a value.
pub(super) fn result(on: &Ty, name: &str) -> Ty {
    match on {
        Ty::List(of) => match name {
            "front" | "back" | "at" | "top" | "emplace_back" | "extract" | "value" => (**of).clone(),
            "data" => (**of).clone(),
            _ if is_iterator(name) => Ty::optional((**of).clone()),
            _ => Ty::Unknown,
        },
        Ty::Map(of) => match name {
            "at" => of.1.clone(),
            _ if is_iterator(name) => Ty::optional(Ty::Tuple(Arc::from([of.0.clone(), of.1.clone()]))),
            _ => Ty::Unknown,
        },
        Ty::Optional(of) => match name {
            "get" | "release" | "value" | "value_or" => (**of).clone(),
            "lock" => on.clone(),
            _ => Ty::Unknown,
        },
        Ty::Any(types) => Ty::any(types.iter().map(|one| result(one, name))),
        _ => Ty::Unknown,
    }
}

fn is_iterator(name: &str) -> bool {
    matches!(
        name,
        "begin"
            | "end"
            | "cbegin"
            | "cend"
            | "rbegin"
            | "rend"
            | "find"
            | "lower_bound"
            | "upper_bound"
            | "insert"
            | "erase"
            | "emplace"
            | "try_emplace"
            | "insert_or_assign"
    )
}

/// `pair.first`, `pair.second`.
pub(super) fn part_of_pair(items: &[Ty], name: &str) -> Option<Ty> {
    match name {
        "first" => items.first().cloned(),
        "second" => items.get(1).cloned(),
        _ => None,
    }
}

//! What functions of Rust's library give that are called by their path: `Vec::new()`, `Arc::new(x)`, `mem::take(x)`.

use std::sync::Arc;

use super::library;
use super::ty::Ty;
use crate::lang::extraction::Literal;

/// What `owner::name(args)` gives; `owner` is the last name before the function's, a type or a module. Unknown when it is
/// nothing that a project's value can be part of.
pub(super) fn associated(owner: &str, name: &str, args: &[Ty]) -> Ty {
    let first = || args.first().cloned().unwrap_or(Ty::Unknown);
    match (owner, name) {
        ("Option", "Some") => Ty::optional(first()),
        ("Result", "Ok") => Ty::result(first(), Ty::Unknown),
        ("Result", "Err") => Ty::result(Ty::Unknown, first()),
        ("mem" | "ptr", "take" | "replace" | "read") => first(),
        ("iter", "once" | "repeat" | "repeat_n" | "from_fn" | "successors") => Ty::list(first()),
        ("String", "from_utf8") => Ty::result(Ty::Literal(Literal::String), Ty::Unknown),
        ("Rc" | "Arc", "try_unwrap") => Ty::result(first(), first()),
        ("Box" | "Rc" | "Arc" | "Pin" | "Cow" | "Reverse" | "ManuallyDrop" | "LazyLock" | "LazyCell", _) => {
            match name {
                "new" | "from" | "pin" | "clone" | "Owned" | "Borrowed" | "make_mut" | "leak" | "as_ref"
                | "into_inner" | "unwrap_or_clone" => first(),
                "downgrade" => Ty::optional(first()),
                "get_mut" => Ty::optional(first()),
                _ => Ty::Unknown,
            }
        }
        ("RefCell" | "Cell" | "Mutex" | "RwLock" | "OnceCell" | "OnceLock" | "Weak", "new" | "from" | "with_value") => {
            Ty::optional(first())
        }
        _ => made(owner, name, args),
    }
}

/// A collection or text that is made empty or from another one.
fn made(owner: &str, name: &str, args: &[Ty]) -> Ty {
    let Some(empty) = library::generic("rust", owner, Vec::new()) else {
        return Ty::Unknown;
    };
    match (&empty, name) {
        (Ty::List(_) | Ty::Map(_), "new" | "with_capacity" | "default" | "with_hasher") => empty,
        (Ty::List(_), "from" | "from_iter") => match args.first() {
            Some(Ty::List(of)) => Ty::List(of.clone()),
            _ => empty,
        },
        (Ty::Map(_), "from" | "from_iter") => match args.first() {
            Some(Ty::List(of)) => match &**of {
                Ty::Tuple(pair) if pair.len() == 2 => Ty::Map(Arc::new((pair[0].clone(), pair[1].clone()))),
                _ => empty,
            },
            Some(map @ Ty::Map(_)) => map.clone(),
            _ => empty,
        },
        (Ty::Literal(_), _) => empty,
        _ => Ty::Unknown,
    }
}

/// What an associated function of a project's type gives that is none of the project's: derived, or of a library's trait.
pub(super) fn derived(on: &Ty, name: &str) -> Ty {
    let Ty::Static(def, args) = on else { return Ty::Unknown };
    let made = Ty::Instance(*def, args.clone());
    match name {
        "default" | "from" | "new" | "parse" | "parse_from" | "from_iter" | "clone" | "builder" | "sum" | "product"
        | "empty" | "all" | "from_bits_truncate" | "from_bits_retain" => made,
        "from_str" | "try_from" | "try_parse" | "try_parse_from" | "deserialize" | "from_slice" | "from_reader" => {
            Ty::result(made, Ty::Unknown)
        }
        "from_bits" | "from_u8" | "from_u32" | "from_u64" | "from_i32" | "from_repr" => Ty::optional(made),
        "iter" | "into_enum_iter" => Ty::list(made),
        _ => Ty::Unknown,
    }
}

//! Attributes: what they say about the item below them, and the macros and derives that they name.

use tree_sitter::Node;

use super::{macros, types};
use crate::graph::{NodeFlags, NodeKind};
use crate::lang::engine::{Extractor, Lead, offset};
use crate::lang::extraction::{Expr, ExprIx, ReferenceKind, Target};

/// Attributes of the compiler and its tools, which name nothing.
const BUILT_IN: &[&str] = &[
    "allow",
    "automatically_derived",
    "bench",
    "cfg",
    "cfg_attr",
    "clippy",
    "cold",
    "crate_name",
    "crate_type",
    "default",
    "deny",
    "deprecated",
    "diagnostic",
    "doc",
    "expect",
    "export_name",
    "feature",
    "forbid",
    "global_allocator",
    "ignore",
    "inline",
    "link",
    "link_name",
    "macro_export",
    "macro_use",
    "must_use",
    "no_mangle",
    "no_std",
    "non_exhaustive",
    "panic_handler",
    "path",
    "proc_macro",
    "proc_macro_attribute",
    "proc_macro_derive",
    "recursion_limit",
    "repr",
    "rustc_const_unstable",
    "rustfmt",
    "should_panic",
    "stable",
    "target_feature",
    "test",
    "track_caller",
    "unsafe",
    "unstable",
    "warn",
];

/// Attributes that make a function a test, by their last name; `test` itself stands for every runtime's.
const TESTS: &[&str] = &[
    "test",
    "rstest",
    "test_case",
    "bench",
    "quickcheck",
    "wasm_bindgen_test",
    "parameterized",
];

/// Keys of `#[serde(..)]` whose text is a path to a function or a module of functions.
const SERDE_PATHS: &[&str] = &[
    "default",
    "deserialize_with",
    "getter",
    "serialize_with",
    "skip_serializing_if",
    "with",
];

/// What attributes say about the item below them.
#[derive(Debug, Default, Clone, Copy)]
pub struct Marks<'t> {
    pub flags: NodeFlags,
    /// The file of a `mod x;`.
    pub path: Option<&'t str>,
    /// A macro that other crates can use.
    pub exported: bool,
}

/// Reads the marks of the attributes before an item.
pub fn marks<'t>(x: &mut Extractor<'t>, lead: &Lead<'t>) -> Marks<'t> {
    let mut marks = Marks::default();
    for item in &lead.attributes {
        let Some(attribute) = x.field(*item, "") else {
            continue;
        };
        let Some(path) = x.field(attribute, "") else { continue };
        let name = last_name(x.text(path));
        match name {
            "deprecated" => marks.flags |= NodeFlags::DEPRECATED,
            "macro_export" => marks.exported = true,
            "cfg"
                if x.field(attribute, "arguments")
                    .is_some_and(|list| asks_for_test(x.text(list))) =>
            {
                marks.flags |= NodeFlags::TEST;
            }
            "path" => marks.path = x.field(attribute, "value").map(|value| x.text(value).trim_matches('"')),
            _ if TESTS.contains(&name) => marks.flags |= NodeFlags::TEST,
            _ => {}
        }
    }
    marks
}

/// Refers to what the attributes name: attribute macros, derived traits, functions given as arguments. To be called where
/// the item is the current definition.
pub fn references<'t>(x: &mut Extractor<'t>, lead: &[Node<'t>]) {
    for item in lead {
        let Some(attribute) = x.field(*item, "") else {
            continue;
        };
        let Some(path) = x.field(attribute, "") else { continue };
        let arguments = x.field(attribute, "arguments");
        let text = x.text(path);
        let first = text.split("::").next().unwrap_or(text);
        if text == "derive" {
            if let Some(arguments) = arguments {
                derives(x, arguments);
            }
            continue;
        }
        if BUILT_IN.contains(&first) {
            continue;
        }
        // On fields and members stand the helpers of a derive, which are no macros.
        if !matches!(x.out.def(x.def()).kind, NodeKind::Field | NodeKind::EnumMember) {
            let value = x.visit_quiet(path);
            let at = x.out.expr(value).at;
            x.reference(ReferenceKind::Decorator, Target::Expr(value), at);
        }
        if let Some(arguments) = arguments {
            if first == "serde" {
                serde_paths(x, arguments);
            }
            macros::attribute_values(x, arguments);
        }
    }
}

fn last_name(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// True for the arguments of a `cfg` that holds only in tests: `test`, `all(test, unix)`, but neither `not(test)` nor
/// `feature = "test"`.
fn asks_for_test(arguments: &str) -> bool {
    let outside_quotes = arguments.split('"').step_by(2);
    let mut negated = false;
    for piece in outside_quotes {
        for word in piece.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
            match word {
                "" => {}
                "test" => return !negated,
                "any" => return false,
                word => negated = word == "not",
            }
        }
    }
    false
}

/// The traits in `#[derive(A, path::B)]`.
fn derives<'t>(x: &mut Extractor<'t>, list: Node<'t>) {
    let mut path = ExprIx::NONE;
    for token in x.all_children(list) {
        match token.kind() {
            "identifier" => {
                let name = types::identifier(x, token);
                path = if path.is_none() {
                    x.expr(token, Expr::Name(name))
                } else {
                    x.expr(token, Expr::Scoped { base: path, name })
                };
            }
            "," | ")" => {
                if !path.is_none() {
                    let at = x.out.expr(path).at;
                    x.reference(ReferenceKind::Decorator, Target::Expr(path), at);
                }
                path = ExprIx::NONE;
            }
            _ => {}
        }
    }
}

/// `#[serde(with = "module", default = "path::function")]`.
fn serde_paths<'t>(x: &mut Extractor<'t>, list: Node<'t>) {
    let tokens = x.all_children(list);
    for three in tokens.windows(3) {
        let [key, equals, value] = three else { continue };
        let is_path = equals.kind() == "=" && value.kind() == "string_literal" && SERDE_PATHS.contains(&x.text(*key));
        if !is_path {
            continue;
        }
        let Some(text) = x.text(*value).strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
            continue;
        };
        let mut at = value.start_byte() + 1;
        let mut path = ExprIx::NONE;
        for part in text.split("::") {
            let name = x.intern(part);
            let kind = match path {
                ExprIx::NONE => Expr::Name(name),
                base => Expr::Scoped { base, name },
            };
            path = x.expr_at(offset(at), kind);
            at += part.len() + 2;
        }
        let at = x.out.expr(path).at;
        x.reference(ReferenceKind::Callback, Target::Expr(path), at);
    }
}

#[cfg(test)]
mod tests {
    use super::asks_for_test;

    #[test]
    fn only_conditions_that_hold_in_tests_alone_mark_tests() {
        for yes in ["(test)", "(all(test, feature = \"std\"))", "(all(unix, test))"] {
            assert!(asks_for_test(yes), "{yes}");
        }
        for no in [
            "(not(test))",
            "(feature = \"test\")",
            "(any(test, unix))",
            "(all(not(test), unix))",
            "(testing)",
        ] {
            assert!(!asks_for_test(no), "{no}");
        }
    }
}

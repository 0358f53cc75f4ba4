//! Rust.
//!
//! An `impl` block is no definition: its members belong to the type that it names, and the block itself is listed in
//! [`super::Extraction::impls`]. The arguments of macros are parsed again in place (see `macros`).

mod attribute;
mod data;
mod expression;
mod import;
mod item;
mod library;
mod macros;
mod pattern;
#[cfg(test)]
mod tests;
mod types;

use super::engine::Rule;
use super::extraction::Literal;
use super::{Comments, Language, ModuleRule, Semantics};

pub static LANGUAGE: Language = Language {
    id: "rust",
    name: "Rust",
    extensions: &["rs"],
    file_names: &[],
    shebangs: &["rust-script", "cargo"],
    grammar: || tree_sitter_rust::LANGUAGE.into(),
    comments: Comments {
        kinds: &["line_comment", "block_comment"],
        doc_prefixes: &["///", "/**"],
        attributes: &["attribute_item"],
        inner_attributes: &[],
    },
    prepare: None,
    file: item::file,
    types: types::lower,
    rules: &[
        // items
        ("function_item", Rule::Custom(item::function)),
        ("function_signature_item", Rule::Custom(item::function)),
        ("struct_item", Rule::Custom(data::structure)),
        ("union_item", Rule::Custom(data::structure)),
        ("enum_item", Rule::Custom(data::enumeration)),
        ("type_item", Rule::Custom(item::type_alias)),
        ("associated_type", Rule::Custom(item::type_alias)),
        ("trait_item", Rule::Custom(item::trait_)),
        ("impl_item", Rule::Custom(item::impl_)),
        ("mod_item", Rule::Custom(item::module)),
        ("const_item", Rule::Custom(item::constant)),
        ("static_item", Rule::Custom(item::constant)),
        ("macro_definition", Rule::Custom(item::macro_definition)),
        ("foreign_mod_item", Rule::Custom(item::foreign)),
        ("use_declaration", Rule::Custom(import::use_declaration)),
        ("extern_crate_declaration", Rule::Custom(import::extern_crate)),
        // What they say is read together with the item that they describe.
        ("attribute_item", Rule::Skip),
        ("inner_attribute_item", Rule::Skip),
        ("where_clause", Rule::Skip),
        // statements and control flow
        ("let_declaration", Rule::Custom(expression::let_declaration)),
        ("expression_statement", Rule::Custom(expression::statement)),
        ("block", Rule::Custom(expression::block)),
        ("unsafe_block", Rule::Same("")),
        ("const_block", Rule::Same("body")),
        ("gen_block", Rule::Same("")),
        ("try_block", Rule::Same("")),
        ("async_block", Rule::Custom(expression::async_block)),
        ("if_expression", Rule::Custom(expression::if_)),
        ("else_clause", Rule::Same("")),
        ("let_condition", Rule::Custom(expression::let_condition)),
        ("match_expression", Rule::Custom(expression::match_)),
        ("while_expression", Rule::Custom(expression::while_)),
        ("for_expression", Rule::Custom(expression::for_)),
        ("return_expression", Rule::Return),
        ("closure_expression", Rule::Custom(expression::closure)),
        ("label", Rule::Skip),
        ("lifetime", Rule::Skip),
        // expressions
        ("identifier", Rule::Custom(expression::name)),
        ("shorthand_field_identifier", Rule::Custom(expression::name)),
        ("self", Rule::This),
        ("metavariable", Rule::Custom(expression::metavariable)),
        ("scoped_identifier", Rule::Custom(expression::scoped)),
        ("generic_function", Rule::Custom(expression::generic_function)),
        (
            "field_expression",
            Rule::Member {
                base: "value",
                name: "field",
            },
        ),
        ("call_expression", Rule::Custom(expression::call)),
        ("macro_invocation", Rule::Custom(macros::invocation)),
        ("struct_expression", Rule::Custom(expression::struct_expression)),
        ("index_expression", Rule::Custom(expression::index)),
        ("parenthesized_expression", Rule::Same("")),
        ("reference_expression", Rule::Same("value")),
        ("unary_expression", Rule::Custom(expression::unary)),
        ("binary_expression", Rule::Custom(expression::binary)),
        ("range_expression", Rule::Custom(expression::range)),
        ("assignment_expression", Rule::Custom(expression::assignment)),
        (
            "type_cast_expression",
            Rule::Cast {
                value: "value",
                ty: "type",
            },
        ),
        ("try_expression", Rule::Unwrap),
        ("await_expression", Rule::Await),
        ("array_expression", Rule::Custom(expression::array)),
        ("tuple_expression", Rule::Tuple),
        ("unit_expression", Rule::Tuple),
        ("string_literal", Rule::Custom(expression::string)),
        ("raw_string_literal", Rule::Custom(expression::string)),
        ("char_literal", Rule::Literal(Literal::Char)),
        ("integer_literal", Rule::Literal(Literal::Integer)),
        ("float_literal", Rule::Literal(Literal::Float)),
        ("boolean_literal", Rule::Literal(Literal::Bool)),
        ("type_arguments", Rule::Type),
    ],
    semantics: Semantics {
        separator: "::",
        bare_members: false,
        type_scope_hidden: true,
        module: ModuleRule::Crate,
        call_constructs: true,
        constructor: "",
        overloads: false,
        prelude: library::PRELUDE,
        common_members: library::COMMON_MEMBERS,
        library: "std",
        family: "rust",
    },
};

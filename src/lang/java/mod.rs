//! Java.
//!
//! `this(..)` and `super(..)` are calls whose callee is the instance itself ([`Expr::This`], [`Expr::Super`]): they lead to
//! constructors. `Outer.this` and `Outer.super` are the instance seen as `Outer` ([`Expr::Cast`]). An annotation is a
//! decorator that names a type. Literals with a suffix (`1L`, `1f`) are seen as their types, for the choice of overloads.
//!
//! [`Expr::This`]: super::extraction::Expr::This
//! [`Expr::Super`]: super::extraction::Expr::Super
//! [`Expr::Cast`]: super::extraction::Expr::Cast

mod create;
mod define;
mod expression;
mod import;
mod member;
mod modifiers;
mod names;
mod pattern;
mod statement;
#[cfg(test)]
mod tests;
mod types;

use super::engine::Rule;
use super::extraction::Literal;
use super::{Comments, Language, ModuleRule, Semantics, visit_file};

pub static LANGUAGE: Language = Language {
    id: "java",
    name: "Java",
    extensions: &["java"],
    file_names: &[],
    shebangs: &[],
    grammar: || tree_sitter_java::LANGUAGE.into(),
    comments: Comments {
        kinds: &["line_comment", "block_comment"],
        doc_prefixes: &["/**", "///"],
        attributes: &[],
        inner_attributes: &["modifiers"],
    },
    prepare: None,
    file: visit_file,
    types: types::lower,
    rules: &[
        ("package_declaration", Rule::Custom(import::package)),
        ("import_declaration", Rule::Custom(import::declaration)),
        ("module_declaration", Rule::Skip),
        // definitions
        ("class_declaration", Rule::Custom(define::class)),
        ("interface_declaration", Rule::Custom(define::interface)),
        ("annotation_type_declaration", Rule::Custom(define::interface)),
        ("enum_declaration", Rule::Custom(define::enumeration)),
        ("record_declaration", Rule::Custom(define::record)),
        ("enum_constant", Rule::Custom(member::enum_constant)),
        ("field_declaration", Rule::Custom(member::fields)),
        ("constant_declaration", Rule::Custom(member::fields)),
        ("method_declaration", Rule::Custom(member::method)),
        ("constructor_declaration", Rule::Custom(member::constructor)),
        (
            "compact_constructor_declaration",
            Rule::Custom(member::compact_constructor),
        ),
        (
            "annotation_type_element_declaration",
            Rule::Custom(member::annotation_element),
        ),
        ("static_initializer", Rule::Block),
        ("marker_annotation", Rule::Custom(modifiers::elsewhere)),
        ("annotation", Rule::Custom(modifiers::elsewhere)),
        // statements
        ("block", Rule::Block),
        ("for_statement", Rule::Block),
        ("try_with_resources_statement", Rule::Block),
        ("local_variable_declaration", Rule::Custom(statement::local_variables)),
        ("enhanced_for_statement", Rule::Custom(statement::for_each)),
        ("resource", Rule::Custom(statement::resource)),
        ("catch_clause", Rule::Custom(statement::catch)),
        ("if_statement", Rule::Custom(statement::if_branch)),
        ("switch_expression", Rule::Custom(statement::switch)),
        ("labeled_statement", Rule::Custom(statement::labeled)),
        ("break_statement", Rule::Skip),
        ("continue_statement", Rule::Skip),
        ("return_statement", Rule::Return),
        // expressions
        ("identifier", Rule::Name),
        ("this", Rule::This),
        ("super", Rule::Super),
        ("field_access", Rule::Custom(expression::field_access)),
        (
            "scoped_identifier",
            Rule::Member {
                base: "scope",
                name: "name",
            },
        ),
        ("method_invocation", Rule::Custom(expression::call)),
        (
            "explicit_constructor_invocation",
            Rule::Custom(expression::constructor_call),
        ),
        ("method_reference", Rule::Custom(expression::method_reference)),
        ("lambda_expression", Rule::Custom(expression::lambda)),
        ("object_creation_expression", Rule::Custom(create::object)),
        ("array_creation_expression", Rule::Custom(create::array)),
        ("array_initializer", Rule::Array),
        ("element_value_array_initializer", Rule::Array),
        ("class_literal", Rule::Custom(expression::class_literal)),
        (
            "array_access",
            Rule::Index {
                base: "array",
                index: "index",
            },
        ),
        ("parenthesized_expression", Rule::Same("")),
        ("cast_expression", Rule::Custom(expression::cast)),
        ("instanceof_expression", Rule::Custom(pattern::instance_of)),
        ("assignment_expression", Rule::Custom(expression::assignment)),
        ("ternary_expression", Rule::Either(&["consequence", "alternative"])),
        ("binary_expression", Rule::Custom(expression::binary)),
        ("unary_expression", Rule::Custom(expression::unary)),
        ("update_expression", Rule::Same("")),
        ("string_literal", Rule::Literal(Literal::String)),
        ("character_literal", Rule::Literal(Literal::Char)),
        ("decimal_integer_literal", Rule::Custom(expression::number)),
        ("hex_integer_literal", Rule::Custom(expression::number)),
        ("octal_integer_literal", Rule::Custom(expression::number)),
        ("binary_integer_literal", Rule::Custom(expression::number)),
        ("decimal_floating_point_literal", Rule::Custom(expression::number)),
        ("hex_floating_point_literal", Rule::Custom(expression::number)),
        ("true", Rule::Literal(Literal::Bool)),
        ("false", Rule::Literal(Literal::Bool)),
        ("null_literal", Rule::Literal(Literal::Null)),
        // types among expressions
        ("type_identifier", Rule::Type),
        ("scoped_type_identifier", Rule::Type),
        ("generic_type", Rule::Type),
        ("array_type", Rule::Type),
        ("annotated_type", Rule::Type),
    ],
    semantics: Semantics {
        separator: ".",
        bare_members: true,
        type_scope_hidden: false,
        module: ModuleRule::Package,
        call_constructs: false,
        constructor: "",
        overloads: true,
        prelude: names::PRELUDE,
        common_members: names::COMMON_MEMBERS,
        library: "java",
        family: "jvm",
    },
};

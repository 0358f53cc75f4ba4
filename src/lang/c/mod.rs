//! C, and what C++ shares with it.
//!
//! Declarations are read inside out ([`declarator`]). Headers are included as text, so a name is looked for in the file,
//! in what it includes, and among the functions and variables with external linkage.

pub mod declaration;
pub mod declarator;
pub mod expression;
pub mod function;
mod library;
mod macros;
pub mod prepare;
pub mod preprocessor;
pub mod record;
pub mod types;

use super::engine::{Extractor, Rule};
use super::extraction::{Literal, Operator};
use super::{Comments, Language, ModuleRule, Semantics, visit_file};

/// C++ rather than C: the functions here serve both.
pub fn is_cpp(x: &Extractor<'_>) -> bool {
    x.language.id == "cpp"
}

pub const COMMENTS: Comments = Comments {
    kinds: &["comment"],
    doc_prefixes: &[],
    attributes: &[],
    inner_attributes: &[],
};

pub static LANGUAGE: Language = Language {
    id: "c",
    name: "C",
    extensions: &["c", "h"],
    file_names: &[],
    shebangs: &[],
    grammar: || tree_sitter_c::LANGUAGE.into(),
    comments: COMMENTS,
    prepare: Some(prepare::for_c),
    file: visit_file,
    types: types::lower,
    rules: &[
        // definitions
        ("function_definition", Rule::Custom(function::definition)),
        ("declaration", Rule::Custom(declaration::declaration)),
        ("field_declaration", Rule::Custom(declaration::field_declaration)),
        ("type_definition", Rule::Custom(declaration::type_definition)),
        ("struct_specifier", Rule::Custom(record::specifier)),
        ("union_specifier", Rule::Custom(record::specifier)),
        ("enum_specifier", Rule::Custom(record::specifier)),
        ("enumerator", Rule::Custom(record::enumerator)),
        ("linkage_specification", Rule::Custom(super::cpp::namespace::linkage)),
        // the preprocessor
        ("preproc_include", Rule::Custom(preprocessor::include)),
        ("preproc_def", Rule::Custom(preprocessor::define)),
        ("preproc_function_def", Rule::Custom(preprocessor::define)),
        ("preproc_call", Rule::Skip),
        ("preproc_if", Rule::Custom(preprocessor::conditional)),
        ("preproc_ifdef", Rule::Custom(preprocessor::conditional)),
        ("preproc_elif", Rule::Custom(preprocessor::conditional)),
        ("preproc_elifdef", Rule::Custom(preprocessor::conditional)),
        ("attribute_specifier", Rule::Skip),
        ("attribute_declaration", Rule::Skip),
        ("ms_declspec_modifier", Rule::Skip),
        // statements
        ("compound_statement", Rule::Block),
        ("for_statement", Rule::Block),
        ("return_statement", Rule::Return),
        // expressions
        ("identifier", Rule::Name),
        ("call_expression", Rule::Custom(expression::call)),
        ("field_expression", Rule::Custom(expression::field)),
        ("pointer_expression", Rule::Custom(expression::pointer)),
        ("assignment_expression", Rule::Custom(expression::assignment)),
        ("binary_expression", Rule::Custom(expression::binary)),
        ("comma_expression", Rule::Custom(expression::comma)),
        ("conditional_expression", Rule::Custom(expression::conditional)),
        ("initializer_list", Rule::Custom(expression::initializer_list)),
        ("initializer_pair", Rule::Custom(expression::initializer_pair)),
        (
            "compound_literal_expression",
            Rule::Custom(expression::compound_literal),
        ),
        ("sizeof_expression", Rule::Custom(expression::measured)),
        ("alignof_expression", Rule::Custom(expression::measured)),
        ("offsetof_expression", Rule::Custom(expression::measured)),
        (
            "subscript_expression",
            Rule::Index {
                base: "argument",
                index: "index",
            },
        ),
        (
            "cast_expression",
            Rule::Cast {
                value: "value",
                ty: "type",
            },
        ),
        (
            "unary_expression",
            Rule::Operator {
                op: Operator::Unary,
                left: "argument",
                right: "right_",
            },
        ),
        ("update_expression", Rule::Same("argument")),
        ("parenthesized_expression", Rule::Same("")),
        ("extension_expression", Rule::Same("")),
        ("type_identifier", Rule::Type),
        ("type_descriptor", Rule::Type),
        ("macro_type_specifier", Rule::Type),
        ("primitive_type", Rule::Skip),
        ("string_literal", Rule::Literal(Literal::String)),
        ("concatenated_string", Rule::Literal(Literal::String)),
        ("char_literal", Rule::Literal(Literal::Char)),
        ("number_literal", Rule::Custom(expression::number)),
        ("true", Rule::Literal(Literal::Bool)),
        ("false", Rule::Literal(Literal::Bool)),
        ("null", Rule::Literal(Literal::Null)),
    ],
    semantics: Semantics {
        separator: "::",
        bare_members: false,
        type_scope_hidden: false,
        module: ModuleRule::Include,
        call_constructs: false,
        constructor: "",
        overloads: false,
        prelude: library::PRELUDE,
        common_members: &[],
        library: "libc",
        family: "c",
    },
};

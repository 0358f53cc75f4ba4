//! C++: what it adds to C.
//!
//! Declarations, functions and records are read by [`super::c`]; here are namespaces, templates, constructors'
//! initialisers and the expressions that C does not have.

pub mod expression;
pub mod initializers;
mod library;
pub mod namespace;
pub mod template;

use super::c;
use super::engine::Rule;
use super::extraction::{Literal, Operator};
use super::{Language, ModuleRule, Semantics, visit_file};

pub static LANGUAGE: Language = Language {
    id: "cpp",
    name: "C++",
    extensions: &[
        "cpp", "cc", "cxx", "c++", "C", "hpp", "hh", "hxx", "h++", "H", "ipp", "tpp", "inl", "ixx", "cppm", "cu", "cuh",
    ],
    file_names: &[],
    shebangs: &[],
    grammar: || tree_sitter_cpp::LANGUAGE.into(),
    comments: c::COMMENTS,
    prepare: Some(c::prepare::for_cpp),
    file: visit_file,
    types: c::types::lower,
    rules: &[
        // definitions
        ("function_definition", Rule::Custom(c::function::definition)),
        ("declaration", Rule::Custom(c::declaration::declaration)),
        ("field_declaration", Rule::Custom(c::declaration::field_declaration)),
        ("type_definition", Rule::Custom(c::declaration::type_definition)),
        ("struct_specifier", Rule::Custom(c::record::specifier)),
        ("union_specifier", Rule::Custom(c::record::specifier)),
        ("enum_specifier", Rule::Custom(c::record::specifier)),
        ("enumerator", Rule::Custom(c::record::enumerator)),
        ("linkage_specification", Rule::Custom(namespace::linkage)),
        ("class_specifier", Rule::Custom(c::record::specifier)),
        ("template_declaration", Rule::Custom(template::declaration)),
        ("template_instantiation", Rule::Custom(template::instantiation)),
        ("concept_definition", Rule::Custom(template::concept)),
        ("namespace_definition", Rule::Custom(namespace::definition)),
        ("namespace_alias_definition", Rule::Custom(namespace::alias)),
        ("using_declaration", Rule::Custom(namespace::using)),
        ("alias_declaration", Rule::Custom(namespace::type_alias)),
        ("friend_declaration", Rule::Custom(namespace::friend)),
        ("access_specifier", Rule::Skip),
        // the preprocessor
        ("preproc_include", Rule::Custom(c::preprocessor::include)),
        ("preproc_def", Rule::Custom(c::preprocessor::define)),
        ("preproc_function_def", Rule::Custom(c::preprocessor::define)),
        ("preproc_call", Rule::Skip),
        ("preproc_if", Rule::Custom(c::preprocessor::conditional)),
        ("preproc_ifdef", Rule::Custom(c::preprocessor::conditional)),
        ("preproc_elif", Rule::Custom(c::preprocessor::conditional)),
        ("preproc_elifdef", Rule::Custom(c::preprocessor::conditional)),
        ("attribute_specifier", Rule::Skip),
        ("attribute_declaration", Rule::Skip),
        ("ms_declspec_modifier", Rule::Skip),
        // statements
        ("compound_statement", Rule::Block),
        ("for_statement", Rule::Block),
        ("return_statement", Rule::Return),
        ("co_return_statement", Rule::Return),
        ("if_statement", Rule::Block),
        ("while_statement", Rule::Block),
        ("switch_statement", Rule::Block),
        ("for_range_loop", Rule::Custom(expression::range_for)),
        ("catch_clause", Rule::Custom(expression::catch)),
        // expressions
        ("this", Rule::This),
        ("qualified_identifier", Rule::Custom(c::expression::qualified)),
        ("template_function", Rule::Custom(c::expression::qualified)),
        ("operator_name", Rule::Name),
        ("dependent_name", Rule::Same("")),
        ("new_expression", Rule::Custom(expression::new)),
        ("lambda_expression", Rule::Custom(expression::lambda)),
        ("parameter_pack_expansion", Rule::Same("pattern")),
        ("co_await_expression", Rule::Await),
        ("identifier", Rule::Name),
        ("call_expression", Rule::Custom(c::expression::call)),
        ("field_expression", Rule::Custom(c::expression::field)),
        ("pointer_expression", Rule::Custom(c::expression::pointer)),
        ("assignment_expression", Rule::Custom(c::expression::assignment)),
        ("binary_expression", Rule::Custom(c::expression::binary)),
        ("comma_expression", Rule::Custom(c::expression::comma)),
        ("conditional_expression", Rule::Custom(c::expression::conditional)),
        ("initializer_list", Rule::Custom(c::expression::initializer_list)),
        ("initializer_pair", Rule::Custom(c::expression::initializer_pair)),
        (
            "compound_literal_expression",
            Rule::Custom(c::expression::compound_literal),
        ),
        ("sizeof_expression", Rule::Custom(c::expression::measured)),
        ("alignof_expression", Rule::Custom(c::expression::measured)),
        ("offsetof_expression", Rule::Custom(c::expression::measured)),
        ("subscript_expression", Rule::Custom(expression::subscript)),
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
        ("template_type", Rule::Type),
        ("decltype", Rule::Type),
        ("placeholder_type_specifier", Rule::Type),
        ("primitive_type", Rule::Skip),
        ("string_literal", Rule::Literal(Literal::String)),
        ("concatenated_string", Rule::Literal(Literal::String)),
        ("raw_string_literal", Rule::Literal(Literal::String)),
        ("char_literal", Rule::Literal(Literal::Char)),
        ("number_literal", Rule::Custom(c::expression::number)),
        ("true", Rule::Literal(Literal::Bool)),
        ("false", Rule::Literal(Literal::Bool)),
        ("null", Rule::Literal(Literal::Null)),
    ],
    semantics: Semantics {
        separator: "::",
        bare_members: true,
        type_scope_hidden: false,
        module: ModuleRule::Include,
        call_constructs: true,
        constructor: "",
        overloads: true,
        prelude: library::PRELUDE,
        common_members: library::COMMON_MEMBERS,
        library: "std",
        family: "c",
    },
};

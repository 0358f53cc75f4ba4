//! Go.
//!
//! All files of a directory are one package: a method stands with its receiver's type wherever it is declared, so that
//! it is given to its type by [`Owner::Type`](super::extraction::Owner). A channel is the named type `chan` with its
//! element as argument; a received value is an element of it. Go writes down the types of all results, so that
//! returned values need not be collected.

mod define;
mod expression;
mod import;
mod literal;
mod statement;
#[cfg(test)]
mod tests;
mod types;
mod variable;

use super::engine::Rule;
use super::extraction::Literal;
use super::{Comments, Language, ModuleRule, Semantics, visit_file};

pub static LANGUAGE: Language = Language {
    id: "go",
    name: "Go",
    extensions: &["go"],
    file_names: &[],
    shebangs: &[],
    grammar: || tree_sitter_go::LANGUAGE.into(),
    comments: Comments {
        kinds: &["comment"],
        doc_prefixes: &[],
        attributes: &[],
        inner_attributes: &[],
    },
    prepare: None,
    file: visit_file,
    types: types::lower,
    rules: &[
        // definitions
        ("package_clause", Rule::Custom(import::package)),
        ("import_declaration", Rule::Custom(import::declaration)),
        ("function_declaration", Rule::Custom(define::function)),
        ("method_declaration", Rule::Custom(define::method)),
        ("type_declaration", Rule::Custom(define::type_declaration)),
        ("type_spec", Rule::Custom(define::type_spec)),
        ("type_alias", Rule::Custom(define::type_spec)),
        ("const_declaration", Rule::Custom(variable::declaration)),
        ("var_declaration", Rule::Custom(variable::declaration)),
        ("func_literal", Rule::Custom(define::literal)),
        // statements
        ("short_var_declaration", Rule::Custom(statement::short_declaration)),
        ("assignment_statement", Rule::Custom(statement::assignment)),
        ("range_clause", Rule::Custom(statement::range)),
        ("receive_statement", Rule::Custom(statement::receive)),
        ("send_statement", Rule::Custom(statement::send)),
        ("return_statement", Rule::Custom(statement::return_values)),
        ("type_switch_statement", Rule::Custom(statement::type_switch)),
        ("block", Rule::Block),
        ("if_statement", Rule::Block),
        ("for_statement", Rule::Block),
        ("expression_switch_statement", Rule::Block),
        ("expression_case", Rule::Block),
        ("communication_case", Rule::Block),
        ("default_case", Rule::Block),
        // expressions
        ("identifier", Rule::Name),
        (
            "selector_expression",
            Rule::Member {
                base: "operand",
                name: "field",
            },
        ),
        ("call_expression", Rule::Custom(expression::call)),
        ("composite_literal", Rule::Custom(literal::composite)),
        (
            "index_expression",
            Rule::Index {
                base: "operand",
                index: "index",
            },
        ),
        ("slice_expression", Rule::Custom(expression::slice)),
        ("parenthesized_expression", Rule::Same("")),
        ("variadic_argument", Rule::Same("")),
        ("unary_expression", Rule::Custom(expression::unary)),
        ("binary_expression", Rule::Custom(expression::binary)),
        (
            "type_assertion_expression",
            Rule::Cast {
                value: "operand",
                ty: "type",
            },
        ),
        ("type_conversion_expression", Rule::Custom(expression::conversion)),
        ("type_instantiation_expression", Rule::Custom(expression::instantiation)),
        ("interpreted_string_literal", Rule::Literal(Literal::String)),
        ("raw_string_literal", Rule::Literal(Literal::String)),
        ("rune_literal", Rule::Literal(Literal::Char)),
        ("int_literal", Rule::Literal(Literal::Integer)),
        ("iota", Rule::Literal(Literal::Integer)),
        ("float_literal", Rule::Literal(Literal::Float)),
        ("imaginary_literal", Rule::Literal(Literal::Float)),
        ("true", Rule::Literal(Literal::Bool)),
        ("false", Rule::Literal(Literal::Bool)),
        ("nil", Rule::Literal(Literal::Null)),
        // types among expressions
        ("type_identifier", Rule::Type),
        ("qualified_type", Rule::Type),
        ("generic_type", Rule::Type),
        ("pointer_type", Rule::Type),
        ("slice_type", Rule::Type),
        ("array_type", Rule::Type),
        ("map_type", Rule::Type),
        ("channel_type", Rule::Type),
        ("function_type", Rule::Type),
        ("struct_type", Rule::Type),
        ("interface_type", Rule::Type),
        ("parenthesized_type", Rule::Type),
    ],
    semantics: Semantics {
        separator: ".",
        bare_members: false,
        type_scope_hidden: false,
        module: ModuleRule::Directory,
        call_constructs: false,
        constructor: "",
        overloads: false,
        prelude: PRELUDE,
        common_members: COMMON_MEMBERS,
        library: "std",
        family: "go",
    },
};

/// Predeclared types: they are looked up nowhere and make no reference.
const PREDECLARED_TYPES: &[&str] = &[
    "any",
    "bool",
    "byte",
    "comparable",
    "complex64",
    "complex128",
    "error",
    "float32",
    "float64",
    "int",
    "int8",
    "int16",
    "int32",
    "int64",
    "rune",
    "string",
    "uint",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "uintptr",
];

/// Predeclared functions and values; the types beside them are those that conversions name.
const PRELUDE: &[&str] = &[
    "append",
    "cap",
    "clear",
    "close",
    "complex",
    "copy",
    "delete",
    "imag",
    "len",
    "make",
    "max",
    "min",
    "new",
    "panic",
    "print",
    "println",
    "real",
    "recover",
    "any",
    "bool",
    "byte",
    "comparable",
    "complex64",
    "complex128",
    "error",
    "float32",
    "float64",
    "int",
    "int8",
    "int16",
    "int32",
    "int64",
    "rune",
    "string",
    "uint",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "uintptr",
];

/// Methods of the standard library's everyday interfaces and types.
const COMMON_MEMBERS: &[&str] = &[
    // error, fmt.Stringer
    "Error",
    "String",
    "Unwrap",
    // io, bytes.Buffer, strings.Builder
    "Close",
    "Read",
    "ReadByte",
    "ReadString",
    "Write",
    "WriteByte",
    "WriteRune",
    "WriteString",
    "Bytes",
    "Reset",
    "Len",
    "Truncate",
    // sort.Interface
    "Less",
    "Swap",
    // sync
    "Lock",
    "Unlock",
    "RLock",
    "RUnlock",
    "Wait",
    "Done",
    "Load",
    "Store",
    // testing
    "Errorf",
    "Fatal",
    "Fatalf",
    "Helper",
    "Log",
    "Logf",
    "Skip",
    "Cleanup",
    // time, reflect
    "Format",
    "Unix",
    "Sub",
    "Before",
    "After",
    "Elem",
    "Kind",
    "Interface",
    "Type",
];

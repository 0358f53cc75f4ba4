//! TypeScript, TSX and JavaScript (with JSX): one set of rules over three grammars.

mod class;
mod define;
mod jsx;
mod module;
mod names;
mod object;
mod pattern;
mod statement;
mod types;

use tree_sitter::Node;

use super::engine::{Extractor, Rule};
use super::extraction::{Expr, ExprIx, Literal, Operator};
use super::{Comments, Language, ModuleRule, Semantics, visit_file};

/// The rules that all three grammars share, and those given.
macro_rules! rules {
    ($($extra:expr),* $(,)?) => {
        &[
            // definitions
            ("function_declaration", Rule::Custom(define::declaration)),
            ("generator_function_declaration", Rule::Custom(define::declaration)),
            ("function_expression", Rule::Custom(define::expression)),
            ("generator_function", Rule::Custom(define::expression)),
            ("arrow_function", Rule::Custom(define::expression)),
            ("class_declaration", Rule::Custom(class::declaration)),
            ("class", Rule::Custom(class::expression)),
            ("method_definition", Rule::Custom(class::method)),
            ("class_static_block", Rule::Block),
            ("object", Rule::Custom(object::literal)),
            // modules
            ("import_statement", Rule::Custom(module::import)),
            ("export_statement", Rule::Custom(module::export)),
            // statements that bind names
            ("lexical_declaration", Rule::Custom(statement::declaration)),
            ("variable_declaration", Rule::Custom(statement::declaration)),
            ("assignment_expression", Rule::Custom(statement::assignment)),
            ("for_in_statement", Rule::Custom(statement::for_in)),
            ("for_statement", Rule::Block),
            ("statement_block", Rule::Block),
            ("catch_clause", Rule::Custom(statement::catch)),
            ("if_statement", Rule::Custom(statement::if_branch)),
            ("return_statement", Rule::Return),
            ("labeled_statement", Rule::Same("body")),
            // expressions
            ("identifier", Rule::Custom(identifier)),
            ("shorthand_property_identifier", Rule::Name),
            ("this", Rule::This),
            ("super", Rule::Super),
            ("member_expression", Rule::Member { base: "object", name: "property" }),
            ("call_expression", Rule::Custom(call)),
            ("new_expression", Rule::Custom(new)),
            ("subscript_expression", Rule::Custom(subscript)),
            ("await_expression", Rule::Await),
            ("parenthesized_expression", Rule::Same("")),
            ("ternary_expression", Rule::Either(&["consequence", "alternative"])),
            ("binary_expression", Rule::Custom(binary)),
            ("unary_expression", Rule::Custom(unary)),
            ("update_expression", Rule::Operator { op: Operator::Unary, left: "argument", right: "argument" }),
            ("array", Rule::Array),
            ("spread_element", Rule::Custom(spread)),
            ("sequence_expression", Rule::Custom(sequence)),
            ("string", Rule::Literal(Literal::String)),
            ("template_string", Rule::Literal(Literal::String)),
            ("number", Rule::Literal(Literal::Integer)),
            ("regex", Rule::Literal(Literal::Regex)),
            ("true", Rule::Literal(Literal::Bool)),
            ("false", Rule::Literal(Literal::Bool)),
            ("null", Rule::Literal(Literal::Null)),
            ("undefined", Rule::Literal(Literal::Null)),
            $($extra),*
        ]
    };
}

/// The same with what TypeScript adds.
macro_rules! typed_rules {
    ($($extra:expr),* $(,)?) => {
        rules!(
            ("function_signature", Rule::Custom(define::declaration)),
            ("abstract_class_declaration", Rule::Custom(class::declaration)),
            ("abstract_method_signature", Rule::Custom(class::method)),
            ("method_signature", Rule::Custom(class::method)),
            ("public_field_definition", Rule::Custom(class::field)),
            ("property_signature", Rule::Custom(class::property)),
            ("interface_declaration", Rule::Custom(class::interface)),
            ("enum_declaration", Rule::Custom(class::enumeration)),
            ("type_alias_declaration", Rule::Custom(class::alias)),
            ("internal_module", Rule::Custom(module::namespace)),
            ("module", Rule::Custom(module::namespace)),
            ("import_alias", Rule::Custom(module::alias)),
            ("as_expression", Rule::Custom(types::cast)),
            ("satisfies_expression", Rule::Same("")),
            ("non_null_expression", Rule::Unwrap),
            ("instantiation_expression", Rule::Same("")),
            ("type_annotation", Rule::Type),
            ("type_arguments", Rule::Custom(types::each)),
            $($extra),*
        )
    };
}

pub static JAVASCRIPT: Language = Language {
    id: "javascript",
    name: "JavaScript",
    extensions: &["js", "jsx", "mjs", "cjs"],
    file_names: &["Jakefile"],
    shebangs: &["node", "bun"],
    grammar: || tree_sitter_javascript::LANGUAGE.into(),
    comments: COMMENTS,
    prepare: None,
    file: visit_file,
    types: types::lower,
    rules: rules!(
        ("field_definition", Rule::Custom(class::field)),
        ("jsx_opening_element", Rule::Custom(jsx::element)),
        ("jsx_self_closing_element", Rule::Custom(jsx::element)),
        ("jsx_closing_element", Rule::Skip),
        ("jsx_expression", Rule::Custom(jsx::expression)),
    ),
    semantics: SEMANTICS,
};

pub static TYPESCRIPT: Language = Language {
    id: "typescript",
    name: "TypeScript",
    extensions: &["ts", "mts", "cts"],
    file_names: &[],
    shebangs: &["deno", "ts-node", "tsx"],
    grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    comments: COMMENTS,
    prepare: None,
    file: visit_file,
    types: types::lower,
    rules: typed_rules!(("type_assertion", Rule::Custom(types::cast))),
    semantics: SEMANTICS,
};

pub static TSX: Language = Language {
    id: "tsx",
    name: "TSX",
    extensions: &["tsx"],
    file_names: &[],
    shebangs: &[],
    grammar: || tree_sitter_typescript::LANGUAGE_TSX.into(),
    comments: COMMENTS,
    prepare: None,
    file: visit_file,
    types: types::lower,
    rules: typed_rules!(
        ("jsx_opening_element", Rule::Custom(jsx::element)),
        ("jsx_self_closing_element", Rule::Custom(jsx::element)),
        ("jsx_closing_element", Rule::Skip),
        ("jsx_expression", Rule::Custom(jsx::expression)),
    ),
    semantics: SEMANTICS,
};

const COMMENTS: Comments = Comments {
    kinds: &["comment"],
    doc_prefixes: &[],
    attributes: &[],
    inner_attributes: &["decorator"],
};

const SEMANTICS: Semantics = Semantics {
    separator: ".",
    bare_members: false,
    type_scope_hidden: true,
    module: ModuleRule::File,
    call_constructs: false,
    constructor: "constructor",
    overloads: false,
    prelude: names::PRELUDE,
    common_members: names::COMMON_MEMBERS,
    library: "ecmascript",
    family: "ecma",
};

fn identifier<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let quiet = x.take_quiet();
    if x.text(node) == "undefined" {
        return x.expr(node, Expr::Literal(Literal::Null));
    }
    let name = x.name_of(node);
    let value = x.expr(node, Expr::Name(name));
    x.read(value, quiet);
    value
}

/// A call; `require('x')` and `import('x')` are imports.
fn call<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(function) = x.field(node, "function") else {
        return ExprIx::NONE;
    };
    if let Some(module) = module::required(x, node) {
        return module;
    }
    let mut callee = x.visit_quiet(function);
    if let Some(list) = x.field(node, "type_arguments") {
        let args = types::arguments(x, list);
        callee = x.expr_at(x.out.expr(callee).at, Expr::Generic { base: callee, args });
    }
    let args = match x.field(node, "arguments") {
        Some(list) if list.kind() == "arguments" => x.arguments(list),
        Some(template) => {
            x.visit(template);
            Vec::new()
        }
        None => Vec::new(),
    };
    x.call(node, callee, args)
}

fn new<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let named = x.field(node, "constructor");
    let type_args = match x.field(node, "type_arguments") {
        Some(list) => types::arguments(x, list),
        None => Vec::new(),
    };
    let ty = match named {
        Some(named) => types::of_value(x, named, type_args),
        None => super::extraction::TypeIx::NONE,
    };
    let args = match x.field(node, "arguments") {
        Some(list) => x.arguments(list),
        None => Vec::new(),
    };
    x.construct(node, ty, args)
}

/// `a["name"]` is `a.name`.
fn subscript<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let quiet = x.take_quiet();
    let base = x.visit_field(node, "object");
    let Some(index) = x.field(node, "index") else {
        return base;
    };
    if index.kind() == "string" {
        let name = x.intern(x.text(index).trim_matches(['"', '\'']));
        let value = x.expr(index, Expr::Member { base, name });
        x.read(value, quiet);
        return value;
    }
    let index = x.visit(index);
    x.expr(node, Expr::Index { base, index })
}

fn binary<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let operator = x.field(node, "operator").map_or("", |operator| x.text(operator));
    let left = x.visit_field(node, "left");
    let right = x.visit_field(node, "right");
    match operator {
        "||" | "??" => x.either(node, vec![left, right]),
        "&&" => right,
        "+" | "-" | "*" | "/" | "%" | "**" | "&" | "|" | "^" | "<<" | ">>" | ">>>" => x.expr(
            node,
            Expr::Operator {
                op: Operator::Arithmetic,
                left,
                right,
            },
        ),
        _ => x.expr(node, Expr::Literal(Literal::Bool)),
    }
}

fn unary<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let operator = x.field(node, "operator").map_or("", |operator| x.text(operator));
    let value = x.visit_field(node, "argument");
    match operator {
        "!" | "delete" => x.expr(node, Expr::Literal(Literal::Bool)),
        "typeof" => x.expr(node, Expr::Literal(Literal::String)),
        "void" => ExprIx::NONE,
        _ => value,
    }
}

/// `...items` among others stands for its elements; in objects for the members of the value.
fn spread<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let value = x.visit_field(node, "");
    if value.is_none() {
        return value;
    }
    x.expr(
        node,
        Expr::Part {
            value,
            via: super::extraction::Via::Element,
        },
    )
}

/// `a, b` is `b`.
fn sequence<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    x.children(node)
        .into_iter()
        .map(|child| x.visit(child))
        .last()
        .unwrap_or(ExprIx::NONE)
}

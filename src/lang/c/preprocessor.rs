//! Includes, and macros with the calls in their bodies.

use tree_sitter::Node;

use crate::graph::{NodeKind, Visibility};
use crate::lang::engine::{Draft, Extractor, offset};
use crate::lang::extraction::{DefIx, Expr, ExprIx, Import, ImportKind, Param, ReferenceKind, ScopeIx, Target, TypeIx};

pub fn include<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(path) = x.field(node, "path") else {
        return ExprIx::NONE;
    };
    let text = x.text(path);
    let special = path.kind() == "system_lib_string";
    if !special && path.kind() != "string_literal" {
        // `#include MACRO`: which file is meant only the preprocessor knows.
        x.visit(path);
        return ExprIx::NONE;
    }
    let module = x.intern(text.trim_matches(['<', '>', '"']));
    let (line, column) = x.position(offset(path.start_byte()));
    let import = Import {
        scope: x.scope(),
        from: x.def(),
        line,
        column,
        kind: ImportKind::Include,
        module,
        level: 0,
        item: None,
        local: None,
        reexport: true,
        special,
    };
    x.out.imports.push(import);
    ExprIx::NONE
}

/// `#if` and its kin: the condition names macros and is no code; what stands in every branch is.
pub fn conditional<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let condition = x.field(node, "condition").or_else(|| x.field(node, "name"));
    for child in x.children(node) {
        if condition.is_some_and(|condition| condition.id() == child.id()) {
            continue;
        }
        x.visit(child);
    }
    ExprIx::NONE
}

pub fn define<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(name_node) = x.field(node, "name") else {
        return ExprIx::NONE;
    };
    let parameters = x.field(node, "parameters");
    let name = x.name_of(name_node);
    let mut draft = Draft::new(NodeKind::Macro, name, node, name_node);
    draft.visibility = Visibility::Public;
    draft.head = Some(node.start_byte());
    let params: Vec<&'t str> = match parameters {
        Some(list) => x
            .text(list)
            .trim_matches(['(', ')'])
            .split(',')
            .map(str::trim)
            .filter(|param| !param.is_empty())
            .collect(),
        None => Vec::new(),
    };
    let from = parameters.unwrap_or(name_node).end_byte();
    let body = logical_line(x.source, from);
    let def = x.define(draft, |x, def| {
        for param in &params {
            let variadic = param.ends_with("...");
            let name = x.intern(param.trim_end_matches("..."));
            x.add_param(
                def,
                Param {
                    name,
                    ty: TypeIx::NONE,
                    optional: false,
                    variadic,
                },
            );
        }
        x.in_macro(|x| {
            let value = scan(x, body, from, &params, parameters.is_some());
            x.def_mut(def).value = value;
        });
    });
    // A macro belongs to the file, wherever its directive stands.
    let made = x.def_mut(def);
    made.parent = DefIx::FILE;
    made.within = ScopeIx::FILE;
    ExprIx::NONE
}

/// The rest of a directive: up to the end of the line that does not end with a backslash.
fn logical_line(source: &str, from: usize) -> &str {
    let rest = source.get(from..).unwrap_or_default();
    let mut end = 0;
    for line in rest.split_inclusive('\n') {
        end += line.len();
        if !line.trim_end_matches(['\n', '\r']).ends_with('\\') {
            break;
        }
    }
    &rest[..end]
}

/// Words before a parenthesis that are no calls.
const NO_CALLS: &[&str] = &[
    "if",
    "while",
    "for",
    "switch",
    "return",
    "sizeof",
    "defined",
    "do",
    "else",
    "case",
    "typeof",
    "__typeof__",
    "decltype",
    "alignof",
    "_Alignof",
    "alignas",
    "catch",
    "static_assert",
    "_Static_assert",
    "__attribute__",
    "__declspec",
    "asm",
    "__asm__",
    "__asm",
    "noexcept",
    "throw",
    "new",
    "delete",
    "and",
    "or",
    "not",
    "int",
    "char",
    "void",
    "long",
    "short",
    "unsigned",
    "signed",
    "float",
    "double",
    "bool",
    "const",
    "struct",
    "union",
    "enum",
    "operator",
    "goto",
    "__extension__",
    "_Pragma",
    "__pragma",
    "__VA_OPT__",
    "offsetof",
    "_Generic",
    "volatile",
    "inline",
    "static",
    "extern",
];

/// Finds the calls in a macro's replacement text, which no grammar parses. The value is the name for which the macro
/// merely stands, if its whole text is one.
fn scan<'t>(x: &mut Extractor<'t>, body: &'t str, base: usize, params: &[&str], function_like: bool) -> ExprIx {
    let bytes = body.as_bytes();
    let mut at = 0;
    let mut before = b' ';
    while at < bytes.len() {
        let byte = bytes[at];
        if byte == b'"' || byte == b'\'' {
            at = past_literal(bytes, at);
        } else if bytes[at..].starts_with(b"/*") {
            at = body[at + 2..].find("*/").map_or(bytes.len(), |end| at + end + 4);
            continue;
        } else if bytes[at..].starts_with(b"//") {
            break;
        } else if byte.is_ascii_digit() {
            at += word_length(&bytes[at..]);
        } else if is_word(byte) {
            let end = at + word_length(&bytes[at..]);
            let word = &body[at..end];
            let after = skip_blank(bytes, end);
            let pasted = before == b'#' || bytes[after..].starts_with(b"##");
            if bytes.get(after) == Some(&b'(')
                && before != b'.'
                && !pasted
                && !params.contains(&word)
                && !NO_CALLS.contains(&word)
            {
                let name = x.intern(word);
                let place = offset(base + at);
                let callee = x.expr_at(place, Expr::Name(name));
                let call = x.expr_at(
                    place,
                    Expr::Call {
                        callee,
                        args: Vec::new(),
                    },
                );
                x.reference(ReferenceKind::Call, Target::Expr(call), place);
            }
            at = end;
            before = b'a';
            continue;
        } else {
            at += 1;
        }
        if !byte.is_ascii_whitespace() && byte != b'\\' {
            // `->` counts as a dot: what follows is a member.
            before = if byte == b'>' && before == b'-' { b'.' } else { byte };
        }
    }
    alias(x, body, base, function_like)
}

/// `#define short_name long_name`: the macro stands for that name.
fn alias<'t>(x: &mut Extractor<'t>, body: &'t str, base: usize, function_like: bool) -> ExprIx {
    let word = body.trim();
    let is_name = word.bytes().all(is_word) && word.bytes().next().is_some_and(|first| !first.is_ascii_digit());
    if function_like || !is_name || NO_CALLS.contains(&word) {
        return ExprIx::NONE;
    }
    let name = x.intern(word);
    let place = offset(base + body.len() - body.trim_start().len());
    let value = x.expr_at(place, Expr::Name(name));
    x.read(value, false);
    value
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn word_length(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| is_word(**byte)).count()
}

/// Past blanks and continued lines.
fn skip_blank(bytes: &[u8], mut at: usize) -> usize {
    while bytes
        .get(at)
        .is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'\\')
    {
        at += 1;
    }
    at
}

fn past_literal(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

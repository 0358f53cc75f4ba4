//! Macro calls. Their arguments are tokens to the grammar; they are parsed again where they stand, with the brackets read as
//! a block and the commas as semicolons, so that each argument becomes an expression or item like any other.
//!
//! Invariant: what a macro makes of its arguments is not known here. Each argument is taken for what it looks like.

use tree_sitter::Node;

use crate::lang::engine::Extractor;
use crate::lang::extraction::{DefIx, Expr, ExprIx, Literal, Param, ReferenceKind, Target, TypeIx};

/// Macros whose arguments are no code of this place: code for others, assembler, names, file names.
const OPAQUE: &[&str] = &[
    "asm",
    "cfg",
    "column",
    "compile_error",
    "concat",
    "concat_idents",
    "env",
    "file",
    "global_asm",
    "include",
    "include_bytes",
    "include_str",
    "line",
    "module_path",
    "option_env",
    "parse_quote",
    "parse_quote_spanned",
    "quote",
    "quote_spanned",
    "stringify",
];

/// Words that begin items and statements: a macro with one of them at its top holds items, in which commas separate parts
/// of one item.
const ITEM_WORDS: &[&str] = &[
    "const", "enum", "fn", "impl", "let", "mod", "pub", "static", "struct", "trait", "type", "union", "use",
];

pub fn invocation<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(named) = x.field(node, "macro") else {
        return ExprIx::NONE;
    };
    let called = x.visit_quiet(named);
    let at = x.out.expr(called).at;
    x.reference(ReferenceKind::Macro, Target::Expr(called), at);
    let text = x.text(named);
    let name = text.rsplit("::").next().unwrap_or(text).trim_start_matches("r#");
    let parts = match x.child_of_kind(node, "token_tree") {
        Some(tree) if !OPAQUE.contains(&name) => x.in_macro(|x| arguments(x, name, tree)),
        _ => Vec::new(),
    };
    value(x, node, (called, name), parts)
}

/// What a macro gives: those of the standard library are known, others by their rules.
fn value<'t>(x: &mut Extractor<'t>, node: Node<'t>, (callee, name): (ExprIx, &str), parts: Vec<ExprIx>) -> ExprIx {
    let literal = match name {
        "vec" => return x.expr(node, Expr::Array(parts)),
        "dbg" | "pin" => return parts.first().copied().unwrap_or(ExprIx::NONE),
        "try" => {
            let value = parts.first().copied().unwrap_or(ExprIx::NONE);
            return x.expr(node, Expr::Unwrap(value));
        }
        "format" | "concat" | "env" | "file" | "include_str" | "module_path" | "stringify" => Literal::String,
        "include_bytes" => Literal::Bytes,
        "cfg" | "matches" => Literal::Bool,
        "column" | "line" => Literal::Integer,
        _ => {
            let args = parts;
            return x.expr(node, Expr::Expansion { callee, args });
        }
    };
    x.expr(node, Expr::Literal(literal))
}

/// Visits the arguments of a macro; returns their values.
fn arguments<'t>(x: &mut Extractor<'t>, name: &str, tree: Node<'t>) -> Vec<ExprIx> {
    let tokens = x.all_children(tree);
    if !tokens
        .iter()
        .any(|token| is_word(*token) || token.kind() == "token_tree")
    {
        return Vec::new();
    }
    let text = match name {
        "bitflags" => as_enum(x, tree, &tokens),
        "cfg_if" => without_conditions(x, tree, &tokens),
        _ if name.ends_with("json") => as_maps(x, tree, tokens),
        _ if name.ends_with("matches") => without_pattern(x, tree, &tokens),
        _ if tokens.iter().any(|token| ITEM_WORDS.contains(&x.text(*token))) => as_block(x, tree),
        _ => as_list(x, tree, &tokens),
    };
    let Some(root) = x.parse_again(tree, &text) else {
        return Vec::new();
    };
    let mut parts = Vec::new();
    for statement in x.children(root) {
        let block = match statement.kind() {
            "expression_statement" => x.field(statement, ""),
            _ => Some(statement),
        };
        match block {
            Some(block) => x.visit_with_lead(block, |x, child| {
                let value = part(x, child);
                parts.push(value);
            }),
            None => parts.push(part(x, statement)),
        }
    }
    parts
}

/// An argument: the expression of a statement, or the value behind `name =`.
fn part<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    if node.kind() != "expression_statement" {
        return x.visit_handed_on(node);
    }
    match x.field(node, "") {
        Some(inner) => x.visit_handed_on(inner),
        None => ExprIx::NONE,
    }
}

/// Notes the metavariables of a rule's pattern, in order, as the params of the macro.
pub fn metavariables<'t>(x: &mut Extractor<'t>, pattern: Node<'t>, def: DefIx) {
    let mut pending = vec![pattern];
    while let Some(node) = pending.pop() {
        if node.kind() != "token_binding_pattern" {
            pending.extend(x.children(node).into_iter().rev());
            continue;
        }
        let Some(name) = x.field(node, "name") else { continue };
        let name = x.name_of(name);
        if x.out.def(def).params.iter().all(|param| param.name != name) {
            let param = Param {
                name,
                ty: TypeIx::NONE,
                optional: false,
                variadic: false,
            };
            x.add_param(def, param);
        }
    }
}

/// What a rule of a `macro_rules!` refers to beside its arguments, and the value that it gives. Rules that make items are left out: their names and types
/// are only known where the macro is used.
pub fn rule<'t>(x: &mut Extractor<'t>, body: Node<'t>) -> ExprIx {
    let mut text = as_block(x, body);
    let mut pending = vec![body];
    let (mut calls, mut matches) = (false, false);
    while let Some(node) = pending.pop() {
        for token in x.all_children(node) {
            let within = token.start_byte() - body.start_byte()..token.end_byte() - body.start_byte();
            match token.kind() {
                // Each repetition once: `$(..),*` without what is around it.
                "token_repetition" => {
                    let parts = x.all_children(token);
                    let open = parts.iter().find(|part| part.kind() == "(");
                    let close = parts.iter().rfind(|part| part.kind() == ")");
                    if let (Some(open), Some(close)) = (open, close) {
                        blank(&mut text[within.start..open.end_byte() - body.start_byte()]);
                        blank(&mut text[close.start_byte() - body.start_byte()..within.end]);
                    }
                    pending.push(token);
                }
                "token_tree" => {
                    calls |= x.text(token).starts_with('(');
                    pending.push(token);
                }
                "match" | "if" | "?" => matches = true,
                word if word != "let" && word != "use" && ITEM_WORDS.contains(&word) => return ExprIx::NONE,
                _ => {}
            }
        }
    }
    let Some(root) = x.parse_again(body, &text).filter(|_| calls || matches) else {
        return ExprIx::NONE;
    };
    // `return` leaves the function in which the macro is used.
    let mut value = ExprIx::NONE;
    x.collect_returns(|x| value = x.in_macro(|x| x.visit_children(root)));
    value
}

/// The values behind `=` in the arguments of an attribute. Names before it and without it are the attribute's own.
pub fn attribute_values<'t>(x: &mut Extractor<'t>, tree: Node<'t>) {
    let tokens = x.all_children(tree);
    let has_code = tokens.windows(2).any(|two| {
        two[0].kind() == "=" && (is_word(two[1]) || matches!(two[1].kind(), "|" | "||" | "&" | "token_tree"))
    });
    if !has_code {
        return;
    }
    let text = as_list(x, tree, &tokens);
    let Some(root) = x.parse_again(tree, &text) else {
        return;
    };
    let mut pending = vec![root];
    while let Some(node) = pending.pop() {
        match node.kind() {
            "assignment_expression" => {
                if let Some(value) = x.field(node, "right") {
                    x.in_macro(|x| x.visit_handed_on(value));
                }
            }
            "source_file" | "block" | "expression_statement" => pending.extend(x.children(node).into_iter().rev()),
            _ => {}
        }
    }
}

fn is_word(token: Node<'_>) -> bool {
    matches!(token.kind(), "identifier" | "self" | "crate" | "super" | "metavariable")
}

/// The text of a token tree with its brackets as those of a block.
fn as_block<'t>(x: &Extractor<'t>, tree: Node<'t>) -> Vec<u8> {
    let mut text = x.text(tree).as_bytes().to_vec();
    if let [first, .., last] = text.as_mut_slice() {
        *first = b'{';
        *last = b'}';
    }
    text
}

/// A block with each argument as a statement. Marks and keys with which macros adorn their arguments (`?err`, `%name`,
/// `target: value`, `"key": value`, `pattern => value`) are taken off.
fn as_list<'t>(x: &Extractor<'t>, tree: Node<'t>, tokens: &[Node<'t>]) -> Vec<u8> {
    let mut text = as_block(x, tree);
    let within = |node: Node<'t>| node.start_byte() - tree.start_byte()..node.end_byte() - tree.start_byte();
    let (mut begins, mut behind_arrow) = (true, false);
    for (place, token) in tokens.iter().enumerate().skip(1) {
        let next = tokens.get(place + 1);
        match token.kind() {
            "," | ";" | "=>" => {
                text[within(*token)].fill(b';');
                begins = true;
                behind_arrow = token.kind() == "=>";
                continue;
            }
            "=" => {
                begins = true;
                continue;
            }
            "?" | "%" if begins => blank(&mut text[within(*token)]),
            "identifier" if begins && x.text(*token) == "else" => blank(&mut text[within(*token)]),
            "identifier" | "string_literal" if begins => {
                if let Some(colon) = next.filter(|next| next.kind() == ":") {
                    blank(&mut text[within(*token).start..within(*colon).end]);
                    continue;
                }
            }
            // No comma is needed behind the block of an arm.
            "token_tree" if behind_arrow && x.text(*token).starts_with('{') => {
                begins = true;
                behind_arrow = false;
                continue;
            }
            _ => {}
        }
        begins = begins && token.kind() == ":";
        behind_arrow = false;
    }
    text
}

/// `json!({ "key": value })`: maps within maps, each a list.
fn as_maps<'t>(x: &mut Extractor<'t>, tree: Node<'t>, tokens: Vec<Node<'t>>) -> Vec<u8> {
    let mut text = as_list(x, tree, &tokens);
    let mut pending = tokens;
    while let Some(token) = pending.pop() {
        if token.kind() != "token_tree" {
            continue;
        }
        let inside = x.all_children(token);
        // With names in place of texts it is a struct's.
        let keyed = inside.get(1).is_some_and(|first| first.kind() == "string_literal");
        if keyed && x.text(token).starts_with('{') {
            let from = token.start_byte() - tree.start_byte();
            let list = as_list(x, token, &inside);
            text[from..from + list.len()].copy_from_slice(&list);
        }
        pending.extend(inside);
    }
    text
}

/// `matches!(value, pattern if guard)`: the value and the guard.
fn without_pattern<'t>(x: &Extractor<'t>, tree: Node<'t>, tokens: &[Node<'t>]) -> Vec<u8> {
    let mut text = as_block(x, tree);
    let base = tree.start_byte();
    let Some(comma) = tokens.iter().position(|token| token.kind() == ",") else {
        return text;
    };
    let from = tokens[comma].start_byte() - base;
    let guard = tokens[comma..].iter().find(|token| token.kind() == "if");
    let to = guard.map_or(text.len() - 1, |guard| guard.end_byte() - base);
    if from < to {
        blank(&mut text[from..to]);
        text[from] = b';';
    }
    text
}

/// `cfg_if!`: the items of all branches, their conditions left out.
fn without_conditions<'t>(x: &Extractor<'t>, tree: Node<'t>, tokens: &[Node<'t>]) -> Vec<u8> {
    let mut text = as_block(x, tree);
    let base = tree.start_byte();
    for token in &tokens[1..tokens.len().max(2) - 1] {
        let range = token.start_byte() - base..token.end_byte() - base;
        if token.kind() == "token_tree" && x.text(*token).starts_with('{') {
            text[range.start] = b' ';
            text[range.end - 1] = b' ';
        } else {
            blank(&mut text[range]);
        }
    }
    text
}

/// `bitflags! { struct Flags: u32 { const A = 1; } }`: what is named by `Flags::A` reads best as an enum.
fn as_enum<'t>(x: &mut Extractor<'t>, tree: Node<'t>, tokens: &[Node<'t>]) -> Vec<u8> {
    let mut text = as_block(x, tree);
    let base = tree.start_byte();
    let within = |node: Node<'t>| node.start_byte() - base..node.end_byte() - base;
    let mut in_head = false;
    for token in tokens {
        match token.kind() {
            "struct" => text[within(*token)].copy_from_slice(b"enum  "),
            ":" => {
                in_head = true;
                blank(&mut text[within(*token)]);
            }
            "token_tree" if x.text(*token).starts_with('{') => {
                in_head = false;
                for inner in x.all_children(*token) {
                    match inner.kind() {
                        "const" => blank(&mut text[within(inner)]),
                        ";" => text[within(inner)].fill(b','),
                        _ => {}
                    }
                }
            }
            _ if in_head => blank(&mut text[within(*token)]),
            _ => {}
        }
    }
    text
}

/// Blanks all but line breaks, so that lines keep their numbers.
fn blank(text: &mut [u8]) {
    for byte in text.iter_mut().filter(|byte| **byte != b'\n') {
        *byte = b' ';
    }
}

//! `use` trees and `extern crate`.

use tree_sitter::Node;

use super::types;
use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{ExprIx, Import, ImportKind, Name};

pub fn use_declaration<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let reexport = has_visibility(x, node);
    if let Some(argument) = x.field(node, "argument") {
        clause(x, argument, String::new(), reexport);
    }
    ExprIx::NONE
}

/// `extern crate a as b;`
pub fn extern_crate<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let reexport = has_visibility(x, node);
    let Some(name) = x.field(node, "name") else {
        return ExprIx::NONE;
    };
    let module = types::identifier(x, name);
    let local = match x.field(node, "alias") {
        Some(alias) => types::identifier(x, alias),
        None => module,
    };
    let leaf = Leaf {
        at: name,
        kind: ImportKind::Module,
        item: None,
        local: Some(local),
    };
    add(x, module, leaf, reexport);
    ExprIx::NONE
}

fn has_visibility<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> bool {
    let modifier = x.child_of_kind(node, "visibility_modifier");
    modifier.is_some_and(|modifier| x.text(modifier) != "pub(self)")
}

/// A clause below a path: a leaf becomes an import, a list is gone through.
fn clause<'t>(x: &mut Extractor<'t>, node: Node<'t>, before: String, reexport: bool) {
    match node.kind() {
        "use_list" => {
            for child in x.children(node) {
                clause(x, child, before.clone(), reexport);
            }
        }
        "scoped_use_list" => {
            let path = x.field(node, "path").map_or("", |path| x.text(path));
            if let Some(list) = x.field(node, "list") {
                clause(x, list, joined(&before, path), reexport);
            }
        }
        "use_wildcard" => {
            let path = x.field(node, "").map_or("", |path| x.text(path));
            let module = x.intern_owned(&joined(&before, path));
            let leaf = Leaf {
                at: node,
                kind: ImportKind::Wildcard,
                item: None,
                local: None,
            };
            add(x, module, leaf, reexport);
        }
        "use_as_clause" => {
            let Some(path) = x.field(node, "path") else { return };
            let alias = x.field(node, "alias").map(|alias| types::identifier(x, alias));
            leaf(x, path, &before, alias, reexport);
        }
        _ => leaf(x, node, &before, None, reexport),
    }
}

/// One name: an item of a module, `self` for the module itself, or a crate.
fn leaf<'t>(x: &mut Extractor<'t>, path: Node<'t>, before: &str, alias: Option<Name>, reexport: bool) {
    let last = x
        .field(path, "name")
        .filter(|_| path.kind() == "scoped_identifier")
        .unwrap_or(path);
    let above = match path.kind() {
        "scoped_identifier" => x.field(path, "path").map_or("", |above| x.text(above)),
        _ => "",
    };
    let module = joined(before, above);
    let is_module = matches!(last.kind(), "self" | "crate" | "super") || module.is_empty();
    if !is_module {
        let item = types::identifier(x, last);
        let module = x.intern_owned(&module);
        let leaf = Leaf {
            at: last,
            kind: ImportKind::Item,
            item: Some(item),
            local: Some(alias.unwrap_or(item)),
        };
        add(x, module, leaf, reexport);
        return;
    }
    let whole = match last.kind() {
        "self" if !module.is_empty() => module,
        _ => joined(&module, x.text(last)),
    };
    let name = whole.rsplit("::").next().unwrap_or(&whole).to_owned();
    let local = match alias {
        Some(alias) => alias,
        None => x.intern_owned(name.strip_prefix("r#").unwrap_or(&name)),
    };
    let module = x.intern_owned(&whole);
    let leaf = Leaf {
        at: last,
        kind: ImportKind::Module,
        item: None,
        local: Some(local),
    };
    add(x, module, leaf, reexport);
}

struct Leaf<'t> {
    at: Node<'t>,
    kind: ImportKind,
    item: Option<Name>,
    local: Option<Name>,
}

fn add<'t>(x: &mut Extractor<'t>, module: Name, leaf: Leaf<'t>, reexport: bool) {
    let (line, column) = x.position(offset(leaf.at.start_byte()));
    let import = Import {
        scope: x.scope(),
        from: x.def(),
        line,
        column,
        kind: leaf.kind,
        module,
        level: 0,
        item: leaf.item,
        local: leaf.local,
        reexport,
        special: false,
    };
    x.out.imports.push(import);
}

/// Two pieces of a path, white space and a leading `::` taken off.
fn joined(before: &str, path: &str) -> String {
    let path: String = path.split_whitespace().collect();
    let path = path.trim_start_matches("::");
    match (before.is_empty(), path.is_empty()) {
        (true, _) => path.to_owned(),
        (_, true) => before.to_owned(),
        _ => format!("{before}::{path}"),
    }
}

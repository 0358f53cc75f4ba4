//! An extraction in short lines, for tests.

use super::dump::{expr_text, type_text, via_text};
use super::extraction::{Binding, Extraction, Import, Owner, ReferenceKind, Target, Via};
use super::{Language, extract};

/// The extraction of a source that must parse.
pub(super) fn extracted(language: &'static Language, source: &str) -> Extraction {
    let out = extract(language, source);
    assert_eq!(out.errors.0, 0, "line {} does not parse", out.errors.1);
    out
}

/// References of some kinds as `from: target line:column`, in source order.
pub(super) fn references(language: &'static Language, source: &str, kinds: &[ReferenceKind]) -> Vec<String> {
    let out = extracted(language, source);
    let mut found: Vec<(u32, u32, String)> = Vec::new();
    for reference in out.references.iter().filter(|one| kinds.contains(&one.kind)) {
        let target = match reference.target {
            Target::Expr(expr) => expr_text(&out, expr, 0),
            Target::Type(ty) => type_text(&out, ty, 0),
        };
        let from = out.name(out.def(reference.from).name);
        let (line, column) = (reference.line, reference.column);
        found.push((line, column, format!("{from}: {target} {line}:{column}")));
    }
    found.sort();
    found.into_iter().map(|(_, _, text)| text).collect()
}

/// Bindings as `name: type = value`, in the order in which they are made.
pub(super) fn bindings(language: &'static Language, source: &str) -> Vec<String> {
    let out = extracted(language, source);
    let render = |binding: &Binding| {
        let name = out.name(binding.name);
        let ty = type_text(&out, binding.ty, 0);
        let value = expr_text(&out, binding.value, 0);
        match binding.via {
            Via::Whole => format!("{name}: {ty} = {value}"),
            via => format!("{name}: {ty} = {value}~{}", via_text(&out, via)),
        }
    };
    out.bindings.iter().map(render).collect()
}

/// Imports as `kind module item local`.
pub(super) fn imports(language: &'static Language, source: &str) -> Vec<String> {
    let out = extracted(language, source);
    let render = |import: &Import| {
        let item = import.item.map_or("-", |item| out.name(item));
        let local = import.local.map_or("-", |local| out.name(local));
        let special = if import.special { " special" } else { "" };
        format!("{:?} {} {item} {local}{special}", import.kind, out.name(import.module))
    };
    out.imports.iter().map(render).collect()
}

/// Definitions as `kind name: type = value`, with owners and supertypes, anonymous ones in brackets.
pub(super) fn definitions(language: &'static Language, source: &str) -> Vec<String> {
    let out = extracted(language, source);
    let mut lines = Vec::new();
    for def in out.defs.iter().skip(1) {
        let mut line = format!("{} {}", def.kind, out.name(def.name));
        if let Owner::Type(ty) = def.owner {
            line.push_str(&format!(" of {}", type_text(&out, ty, 0)));
        }
        if !def.ty.is_none() {
            line.push_str(&format!(": {}", type_text(&out, def.ty, 0)));
        }
        if !def.value.is_none() {
            line.push_str(&format!(" = {}", expr_text(&out, def.value, 0)));
        }
        for one in &def.supers {
            line.push_str(&format!(" {:?} {}", one.kind, type_text(&out, one.ty, 0)));
        }
        lines.push(if def.anonymous { format!("[{line}]") } else { line });
    }
    lines
}

//! The package and `import`.

use tree_sitter::Node;

use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{ExprIx, Import, ImportKind, ScopeIx};

pub fn package<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let path = x
        .children(node)
        .into_iter()
        .find(|child| matches!(child.kind(), "identifier" | "scoped_identifier"));
    if let Some(path) = path {
        x.out.package = Some(dotted(x, path));
    }
    ExprIx::NONE
}

/// `import a.B;` takes the item `B` out of `a`; `import a.*;` everything out of a package or type; with `static` the
/// items are members of the type `a`.
pub fn declaration<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let (mut path, mut wildcard, mut is_static) = (None, false, false);
    for child in x.all_children(node) {
        match child.kind() {
            "identifier" | "scoped_identifier" => path = Some(child),
            "asterisk" => wildcard = true,
            "static" => is_static = true,
            _ => {}
        }
    }
    let Some(path) = path else { return ExprIx::NONE };
    let (module, item, at) = if wildcard {
        (dotted(x, path), None, path)
    } else {
        match (x.field(path, "scope"), x.field(path, "name")) {
            (Some(scope), Some(name)) => (dotted(x, scope), Some(x.name_of(name)), name),
            _ => (x.intern(""), Some(x.name_of(path)), path),
        }
    };
    let (line, column) = x.position(offset(at.start_byte()));
    let import = Import {
        scope: ScopeIx::FILE,
        from: x.def(),
        line,
        column,
        kind: if wildcard {
            ImportKind::Wildcard
        } else {
            ImportKind::Item
        },
        module,
        level: 0,
        item,
        local: item,
        reexport: false,
        special: is_static,
    };
    x.out.imports.push(import);
    ExprIx::NONE
}

/// A dotted path without the white space and comments that may stand in it.
fn dotted<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> crate::lang::extraction::Name {
    let text = x.text(node);
    if !text.contains(|c: char| c.is_whitespace() || c == '/') {
        return x.intern(text);
    }
    let mut parts = Vec::new();
    let mut rest = Some(node);
    while let Some(node) = rest {
        let name = x.field(node, "name").unwrap_or(node);
        parts.push(x.text(name));
        rest = x.field(node, "scope");
    }
    parts.reverse();
    x.intern_owned(&parts.join("."))
}

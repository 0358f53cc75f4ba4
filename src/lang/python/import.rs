//! `import` and `from .. import`.

use tree_sitter::Node;

use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{ExprIx, Import, ImportKind, Name, ScopeKind};

pub fn module<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    for child in x.fields(node, "name") {
        let (path, alias) = name_and_alias(x, child);
        let root = path.split('.').next().unwrap_or(path);
        let module = x.intern(path);
        let local = match alias {
            Some(alias) => alias,
            None => x.intern(root),
        };
        // Without an alias only the root package is bound, though the whole path is loaded.
        add(
            x,
            child,
            ImportKind::Module,
            (module, 0),
            None,
            Some(local),
            alias.is_none(),
        );
    }
    ExprIx::NONE
}

pub fn from<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(source) = x.field(node, "module_name") else {
        return ExprIx::NONE;
    };
    let text = x.text(source);
    let path = text.trim_start_matches(['.', ' ']);
    let level = u8::try_from(
        text.bytes()
            .take_while(|b| *b == b'.' || *b == b' ')
            .filter(|b| *b == b'.')
            .count(),
    )
    .unwrap_or(u8::MAX);
    let module = x.intern(path);
    for child in x.fields(node, "name") {
        let (item, alias) = name_and_alias(x, child);
        let item = x.intern(item);
        add(
            x,
            child,
            ImportKind::Item,
            (module, level),
            Some(item),
            Some(alias.unwrap_or(item)),
            false,
        );
    }
    if let Some(star) = x.child_of_kind(node, "wildcard_import") {
        add(x, star, ImportKind::Wildcard, (module, level), None, None, false);
    }
    ExprIx::NONE
}

fn name_and_alias<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> (&'t str, Option<Name>) {
    if node.kind() != "aliased_import" {
        return (x.text(node), None);
    }
    let path = x.field(node, "name").map_or("", |name| x.text(name));
    let alias = x.field(node, "alias").map(|alias| x.name_of(alias));
    (path, alias)
}

fn add<'t>(
    x: &mut Extractor<'t>,
    node: Node<'t>,
    kind: ImportKind,
    (module, level): (Name, u8),
    item: Option<Name>,
    local: Option<Name>,
    special: bool,
) {
    let scope = x.scope_of_kind(&[ScopeKind::File, ScopeKind::Function, ScopeKind::Type]);
    let (line, column) = x.position(offset(node.start_byte()));
    // What a module imports can be imported from it, always.
    let import = Import {
        scope,
        from: x.def(),
        line,
        column,
        kind,
        module,
        level,
        item,
        local,
        reexport: true,
        special,
    };
    x.out.imports.push(import);
}

//! ES modules, CommonJS and namespaces.

use tree_sitter::Node;

use super::class;
use super::define::{self, Naming};
use crate::graph::NodeKind;
use crate::lang::engine::{Draft, Extractor, offset};
use crate::lang::extraction::{Export, Expr, ExprIx, Import, ImportKind, Name, ScopeIx, ScopeKind, Type, TypeIx};

fn unquoted<'t>(x: &Extractor<'t>, node: Node<'t>) -> &'t str {
    x.text(node).trim_matches(['"', '\'', '`'])
}

struct Found {
    kind: ImportKind,
    module: Name,
    item: Option<Name>,
    local: Option<Name>,
    reexport: bool,
}

fn add<'t>(x: &mut Extractor<'t>, node: Node<'t>, scope: ScopeIx, found: Found) {
    let (line, column) = x.position(offset(node.start_byte()));
    let Found {
        kind,
        module,
        item,
        local,
        reexport,
    } = found;
    let from = x.def();
    x.out.imports.push(Import {
        scope,
        from,
        line,
        column,
        kind,
        module,
        level: 0,
        item,
        local,
        reexport,
        special: false,
    });
}

pub fn import<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let mut source = x.field(node, "source");
    let scope = x.scope();
    let clauses = x.children(node);
    for clause in &clauses {
        if clause.kind() == "import_require_clause" {
            source = x.field(*clause, "source");
            let (Some(from), Some(local)) = (source, x.field(*clause, "")) else {
                continue;
            };
            let (module, local) = (x.intern(unquoted(x, from)), x.name_of(local));
            let found = Found {
                kind: ImportKind::Module,
                module,
                item: None,
                local: Some(local),
                reexport: false,
            };
            add(x, *clause, scope, found);
        }
    }
    let Some(source) = source else { return ExprIx::NONE };
    let module = x.intern(unquoted(x, source));
    let mut names_any = clauses.iter().any(|clause| clause.kind() == "import_require_clause");
    for clause in clauses.into_iter().filter(|clause| clause.kind() == "import_clause") {
        names_any = true;
        for part in x.children(clause) {
            match part.kind() {
                "identifier" => {
                    let local = Some(x.name_of(part));
                    // The name by which the resolver asks for it.
                    x.intern("default");
                    let found = Found {
                        kind: ImportKind::Default,
                        module,
                        item: None,
                        local,
                        reexport: false,
                    };
                    add(x, part, scope, found);
                }
                "namespace_import" => {
                    let local = x.field(part, "").map(|name| x.name_of(name));
                    let found = Found {
                        kind: ImportKind::Module,
                        module,
                        item: None,
                        local,
                        reexport: false,
                    };
                    add(x, part, scope, found);
                }
                "named_imports" => {
                    for one in x.children(part) {
                        let Some(name) = x.field(one, "name") else { continue };
                        let item = x.intern(unquoted(x, name));
                        let local = x.field(one, "alias").map_or(item, |alias| x.name_of(alias));
                        let kind = ImportKind::Item;
                        add(
                            x,
                            one,
                            scope,
                            Found {
                                kind,
                                module,
                                item: Some(item),
                                local: Some(local),
                                reexport: false,
                            },
                        );
                    }
                }
                _ => {}
            }
        }
    }
    if !names_any {
        add(
            x,
            node,
            scope,
            Found {
                kind: ImportKind::Effect,
                module,
                item: None,
                local: None,
                reexport: false,
            },
        );
    }
    ExprIx::NONE
}

pub fn export<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let lead = x.take_lead();
    let source = x.field(node, "source").map(|source| x.intern(unquoted(x, source)));
    let is_default = x.child_of_kind(node, "default").is_some();
    for decorator in x.fields(node, "decorator") {
        x.visit(decorator);
    }
    if let Some(declaration) = x.field(node, "declaration") {
        x.put_lead(lead);
        let value = x.visit(declaration);
        if is_default {
            push_export(x, declaration, None, true, value);
        }
        return ExprIx::NONE;
    }
    if let Some(value) = x.field(node, "value") {
        x.put_lead(lead);
        let value = default_value(x, node, value);
        push_export(x, node, None, true, value);
        return ExprIx::NONE;
    }
    let mut exported = false;
    for child in x.children(node) {
        match child.kind() {
            "export_clause" => {
                exported = true;
                for one in x.children(child) {
                    specifier(x, one, source);
                }
            }
            "namespace_export" => {
                exported = true;
                let (Some(module), Some(name)) = (source, x.field(child, "")) else {
                    continue;
                };
                let local = Some(x.intern(unquoted(x, name)));
                let scope = x.scope();
                add(
                    x,
                    child,
                    scope,
                    Found {
                        kind: ImportKind::Module,
                        module,
                        item: None,
                        local,
                        reexport: true,
                    },
                );
            }
            // `export = value`
            "identifier" | "member_expression" | "call_expression" | "object" => {
                exported = true;
                let value = x.visit_handed_on(child);
                push_export(x, child, None, false, value);
            }
            _ => {}
        }
    }
    if let (Some(module), false) = (source, exported) {
        let scope = x.scope();
        add(
            x,
            node,
            scope,
            Found {
                kind: ImportKind::Wildcard,
                module,
                item: None,
                local: None,
                reexport: true,
            },
        );
    }
    ExprIx::NONE
}

/// `export default () => ..` is a function named `default`.
fn default_value<'t>(x: &mut Extractor<'t>, node: Node<'t>, value: Node<'t>) -> ExprIx {
    match define::wrapped_function(x, value, 0) {
        Some(function) if define::is_function(function) && x.field(function, "name").is_none() => {
            let name = x.intern("default");
            let def = define::function(x, function, Naming::new(NodeKind::Function, name, node, function));
            x.expr(value, Expr::Def(def))
        }
        Some(nameless) if nameless.kind() == "class" && x.field(nameless, "name").is_none() => {
            let name = x.intern("default");
            let def = class::class(x, nameless, node, name, nameless, false);
            x.expr(value, Expr::Def(def))
        }
        _ => x.visit_handed_on(value),
    }
}

fn specifier<'t>(x: &mut Extractor<'t>, node: Node<'t>, source: Option<Name>) {
    let Some(name_node) = x.field(node, "name") else { return };
    let item = x.intern(unquoted(x, name_node));
    let alias = x.field(node, "alias");
    let exported = alias.map_or(item, |alias| x.intern(unquoted(x, alias)));
    match source {
        Some(module) => {
            let kind = if x.out.name(item) == "default" {
                ImportKind::Default
            } else {
                ImportKind::Item
            };
            let scope = x.scope();
            add(
                x,
                node,
                scope,
                Found {
                    kind,
                    module,
                    item: Some(item),
                    local: Some(exported),
                    reexport: true,
                },
            );
        }
        None => {
            let value = x.expr(name_node, Expr::Name(item));
            let is_default = x.out.name(exported) == "default";
            push_export(x, node, Some(exported), is_default, value);
        }
    }
}

fn push_export<'t>(x: &mut Extractor<'t>, node: Node<'t>, name: Option<Name>, default: bool, value: ExprIx) {
    let (line, column) = x.position(offset(node.start_byte()));
    x.out.exports.push(Export {
        name,
        default,
        value,
        line,
        column,
    });
}

/// The specifier of `require('x')`, `import('x')`.
fn require_specifier<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> Option<&'t str> {
    if node.kind() != "call_expression" {
        return None;
    }
    let function = x.field(node, "function")?;
    if !(function.kind() == "import" || function.kind() == "identifier" && x.text(function) == "require") {
        return None;
    }
    let list = x.field(node, "arguments")?;
    let first = x.children(list).first().copied()?;
    (first.kind() == "string").then(|| unquoted(x, first))
}

/// `require('x')` where its value is used at once: a name of its own stands for the module.
pub fn required<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> Option<ExprIx> {
    let specifier = require_specifier(x, node)?;
    let module = x.intern(specifier);
    let local = x.intern_owned(&format!("require:{specifier}"));
    let scope = ScopeIx::FILE;
    let known = x.out.imports.iter().any(|import| import.local == Some(local));
    if !known {
        let kind = ImportKind::Module;
        add(
            x,
            node,
            scope,
            Found {
                kind,
                module,
                item: None,
                local: Some(local),
                reexport: false,
            },
        );
    }
    Some(x.expr(node, Expr::Name(local)))
}

/// `const x = require('y')`, `const { a, b: c } = require('y')`, `const x = require('y').z`: imports.
pub fn require_declaration<'t>(x: &mut Extractor<'t>, target: Node<'t>, value: Node<'t>) -> bool {
    let (call, member) = match value.kind() {
        "member_expression" => (x.field(value, "object"), x.field(value, "property")),
        "await_expression" => (x.field(value, ""), None),
        _ => (Some(value), None),
    };
    let Some(call) = call else { return false };
    let Some(specifier) = require_specifier(x, call) else {
        return false;
    };
    let module = x.intern(specifier);
    let scope = x.scope_of_kind(&[
        ScopeKind::File,
        ScopeKind::Module,
        ScopeKind::Function,
        ScopeKind::Lambda,
        ScopeKind::Block,
    ]);
    match (target.kind(), member) {
        ("identifier", None) => {
            let local = Some(x.name_of(target));
            add(
                x,
                target,
                scope,
                Found {
                    kind: ImportKind::Module,
                    module,
                    item: None,
                    local,
                    reexport: false,
                },
            );
        }
        ("identifier", Some(member)) => {
            let (item, local) = (Some(x.name_of(member)), Some(x.name_of(target)));
            add(
                x,
                target,
                scope,
                Found {
                    kind: ImportKind::Item,
                    module,
                    item,
                    local,
                    reexport: false,
                },
            );
        }
        ("object_pattern", None) => {
            for part in x.children(target) {
                let (item, local) = match part.kind() {
                    "shorthand_property_identifier_pattern" => (x.name_of(part), x.name_of(part)),
                    "pair_pattern" => {
                        let (Some(key), Some(value)) = (x.field(part, "key"), x.field(part, "value")) else {
                            continue;
                        };
                        if value.kind() != "identifier" {
                            continue;
                        }
                        (x.name_of(key), x.name_of(value))
                    }
                    _ => continue,
                };
                let kind = ImportKind::Item;
                add(
                    x,
                    part,
                    scope,
                    Found {
                        kind,
                        module,
                        item: Some(item),
                        local: Some(local),
                        reexport: false,
                    },
                );
            }
        }
        _ => return false,
    }
    true
}

/// `module.exports = value`, `exports.name = value`, `module.exports.name = value`; `None` for other assignments.
pub fn common_js<'t>(x: &mut Extractor<'t>, node: Node<'t>, left: Node<'t>, right: Node<'t>) -> Option<ExprIx> {
    let text = x.text(left);
    if text == "module.exports" {
        let value = match define::wrapped_function(x, right, 0) {
            Some(function) if define::is_function(function) && x.field(function, "name").is_none() => {
                let name = x.intern("exports");
                let def = define::function(x, function, Naming::new(NodeKind::Function, name, node, function));
                x.expr(right, Expr::Def(def))
            }
            _ => x.visit_handed_on(right),
        };
        push_export(x, node, None, false, value);
        return Some(value);
    }
    // `exports = module.exports = value`
    if text == "exports" {
        return Some(x.visit_handed_on(right));
    }
    let name = text
        .strip_prefix("module.exports.")
        .or_else(|| text.strip_prefix("exports."))?;
    if left.kind() != "member_expression" || name.contains(['.', '[', '(']) {
        return None;
    }
    let property = x.field(left, "property")?;
    let exported = x.intern(name);
    let value = match define::wrapped_function(x, right, 0) {
        Some(function) if define::is_function(function) => {
            let def = define::function(x, function, Naming::new(NodeKind::Function, exported, node, property));
            x.expr(right, Expr::Def(def))
        }
        Some(class_node) => {
            let def = class::class(x, class_node, node, exported, property, false);
            x.expr(right, Expr::Def(def))
        }
        None => x.visit_handed_on(right),
    };
    push_export(x, node, Some(exported), name == "default", value);
    Some(value)
}

/// `namespace a.b { .. }`, `declare module "x" { .. }`.
pub fn namespace<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(name_node) = x.field(node, "name") else {
        x.visit_children(node);
        return ExprIx::NONE;
    };
    let name = x.intern(unquoted(x, name_node));
    let mut draft = Draft::new(NodeKind::Namespace, name, node, name_node);
    draft.body = x.field(node, "body");
    draft.scope = Some(ScopeKind::Module);
    let body = draft.body;
    x.define(draft, |x, _| {
        if let Some(body) = body {
            x.visit_children(body);
        }
    });
    ExprIx::NONE
}

/// `import A = B.C`: another name for a thing inside of a namespace.
pub fn alias<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let parts = x.children(node);
    let [name_node, target] = parts.as_slice() else {
        return ExprIx::NONE;
    };
    let path = x.text(*target).split('.').map(|part| x.intern(part)).collect();
    let ty: TypeIx = x.type_at(
        *target,
        Type::Named {
            root: None,
            path,
            args: Vec::new(),
        },
    );
    let name = x.name_of(*name_node);
    let mut draft = Draft::new(NodeKind::TypeAlias, name, node, *name_node);
    draft.ty = ty;
    x.define(draft, |_, _| {});
    ExprIx::NONE
}

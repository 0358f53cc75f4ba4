//! The package clause and `import`.

use tree_sitter::Node;

use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{ExprIx, Import, ImportKind, ScopeIx};

pub fn package<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    if let Some(name) = x.field(node, "") {
        x.out.package = Some(x.name_of(name));
    }
    ExprIx::NONE
}

pub fn declaration<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    for child in x.children(node) {
        match child.kind() {
            "import_spec" => add(x, child),
            "import_spec_list" => {
                for spec in x.children(child) {
                    add(x, spec);
                }
            }
            _ => {}
        }
    }
    ExprIx::NONE
}

/// Imports bind in the file, whatever the package's other files import.
fn add<'t>(x: &mut Extractor<'t>, spec: Node<'t>) {
    let Some(path_node) = x.field(spec, "path") else { return };
    let path = x.text(path_node).trim_matches(['"', '`']);
    let alias = x.field(spec, "name");
    let (kind, local) = match alias.map(|alias| x.text(alias)) {
        Some(".") => (ImportKind::Wildcard, None),
        Some("_") => (ImportKind::Effect, None),
        Some(alias) => (ImportKind::Module, Some(alias)),
        None => (ImportKind::Module, Some(package_name(path))),
    };
    let module = x.intern(path);
    let local = local.map(|local| x.intern(local));
    let (line, column) = x.position(offset(path_node.start_byte()));
    let import = Import {
        scope: ScopeIx::FILE,
        from: x.def(),
        line,
        column,
        kind,
        module,
        level: 0,
        item: None,
        local,
        reexport: false,
        special: false,
    };
    x.out.imports.push(import);
}

/// The name that a package most probably has by its path: the last element, major versions left out
/// (`example.com/mod/v2`, `gopkg.in/yaml.v3`). What the package says itself decides where it is at hand.
fn package_name(path: &str) -> &str {
    let is_version = |part: &str| {
        part.strip_prefix('v')
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    let mut parts = path.rsplit('/');
    let last = parts.next().unwrap_or(path);
    let last = match parts.next() {
        Some(before) if is_version(last) => before,
        _ => last,
    };
    match last.rsplit_once('.') {
        Some((name, version)) if is_version(version) => name,
        _ => last,
    }
}

#[cfg(test)]
mod tests {
    use super::package_name;

    #[test]
    fn a_package_is_called_by_its_path_without_the_version() {
        assert_eq!(package_name("fmt"), "fmt");
        assert_eq!(package_name("net/http"), "http");
        assert_eq!(package_name("github.com/spf13/cobra/v2"), "cobra");
        assert_eq!(package_name("gopkg.in/yaml.v3"), "yaml");
        assert_eq!(package_name("v2"), "v2");
        assert_eq!(package_name("example.com/vault"), "vault");
    }
}

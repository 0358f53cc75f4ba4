//! Python: dotted paths below source roots, packages and namespace packages, relative imports.

use super::{Modules, Target, directory};
use crate::lang::extraction::{Import, ImportKind};
use crate::resolve::project::{File, Manifest};
use crate::resolve::symbols::Symbols;

/// Directories from which dotted paths count.
#[derive(Debug, Default)]
pub struct Roots {
    /// Longest first, without trailing `/`; the empty root is last.
    roots: Vec<String>,
}

impl Roots {
    /// A source root is the parent of a topmost package (a directory with `__init__.py` whose parent has none), and every
    /// directory that holds modules but is no package: scripts import their neighbours.
    pub fn read(manifests: &[Manifest], files: &[File]) -> Self {
        let packages: rustc_hash::FxHashSet<&str> = files
            .iter()
            .filter(|file| file.path.ends_with("/__init__.py") || file.path.ends_with("/__init__.pyi"))
            .map(|file| directory(&file.path))
            .collect();
        let mut roots: std::collections::BTreeSet<String> = std::collections::BTreeSet::new();
        for package in &packages {
            let parent = directory(package);
            if !packages.contains(parent) {
                roots.insert(parent.to_owned());
            }
        }
        for manifest in manifests
            .iter()
            .filter(|manifest| manifest.path.ends_with("pyproject.toml") || manifest.path.ends_with("setup.py"))
        {
            let base = directory(&manifest.path);
            let source = if base.is_empty() {
                "src".to_owned()
            } else {
                format!("{base}/src")
            };
            roots.insert(base.to_owned());
            if files.iter().any(|file| file.path.starts_with(&format!("{source}/"))) {
                roots.insert(source);
            }
        }
        roots.insert(String::new());
        // A root inside of a package (`tests/` beside modules of a package) must not win over the package's own.
        let mut roots: Vec<String> = roots
            .into_iter()
            .filter(|root| root.is_empty() || !packages.contains(root.as_str()))
            .collect();
        roots.sort_by_key(|root| std::cmp::Reverse(root.len()));
        Self { roots }
    }

    /// The dotted name of a file.
    pub fn module_name(&self, path: &str) -> String {
        let root = self.roots.iter().find(|root| {
            root.is_empty()
                || path
                    .strip_prefix(root.as_str())
                    .is_some_and(|rest| rest.starts_with('/'))
        });
        let below = match root {
            Some(root) if !root.is_empty() => &path[root.len() + 1..],
            _ => path,
        };
        let stem = below.rsplit_once('.').map_or(below, |(stem, _)| stem);
        let stem = stem.strip_suffix("/__init__").unwrap_or(stem);
        if stem == "__init__" {
            return directory(path).rsplit('/').next().unwrap_or_default().to_owned();
        }
        stem.replace('/', ".")
    }
}

/// Packages hold their modules: `a.b` is a submodule of `a`, a package without a file of its own included.
pub fn link(modules: &mut Modules, symbols: &mut Symbols) {
    let mut names: Vec<String> = modules
        .list
        .iter()
        .filter_map(|module| module.key.strip_prefix("python:").map(str::to_owned))
        .collect();
    names.sort();
    for name in names {
        let mut child = name;
        while let Some((parent, last)) = child.rsplit_once('.') {
            let parent_id = modules.intern(format!("python:{parent}"), parent.to_owned());
            let child_id = modules.intern(format!("python:{child}"), child.clone());
            let last = symbols.intern(last);
            modules.list[parent_id.0 as usize].submodules.insert(last, child_id);
            modules.list[child_id.0 as usize].parent = Some(parent_id);
            child = parent.to_owned();
        }
    }
}

pub fn resolve(modules: &Modules, symbols: &Symbols, file: &File, import: &Import) -> Target {
    let written = file.extraction.name(import.module);
    let path = match absolute(modules, file, written, import.level) {
        Some(path) => path,
        None => return Target::Unknown,
    };
    let find = |path: &str| modules.by_key(&format!("python:{path}"));
    match import.kind {
        ImportKind::Module => {
            // `import a.b` without an alias binds `a`.
            let bound = if import.special {
                path.split('.').next().unwrap_or(&path)
            } else {
                &path
            };
            find(bound).map_or_else(|| external(modules, symbols, &path), Target::Module)
        }
        ImportKind::Wildcard => find(&path).map_or_else(|| external(modules, symbols, &path), Target::Module),
        _ => {
            let Some(item) = import.item else {
                return Target::Unknown;
            };
            match find(&path) {
                Some(module) => Target::Path(module, vec![file.sym(item)]),
                None => external(modules, symbols, &path),
            }
        }
    }
}

/// The absolute dotted path of an import; `None` when it climbs out of the root.
fn absolute(modules: &Modules, file: &File, written: &str, level: u8) -> Option<String> {
    if level == 0 {
        // A script's neighbours come before the roots.
        let own = modules.prefix(file.module);
        if let Some((package, _)) = own.rsplit_once('.') {
            let neighbour = format!("{package}.{written}");
            let is_package = modules
                .python
                .module_name(&format!("{}/__init__.py", directory(&file.path)))
                == package
                && modules
                    .by_key(&format!("python:{package}"))
                    .is_some_and(|id| !modules.get(id).files.is_empty());
            if !is_package
                && modules.by_key(&format!("python:{written}")).is_none()
                && modules.by_key(&format!("python:{neighbour}")).is_some()
            {
                return Some(neighbour);
            }
        }
        return Some(written.to_owned());
    }
    let own = modules.prefix(file.module);
    let is_package = file.path.ends_with("__init__.py") || file.path.ends_with("__init__.pyi");
    let mut parts: Vec<&str> = own.split('.').collect();
    let up = usize::from(level) - usize::from(is_package);
    for _ in 0..up {
        parts.pop()?;
    }
    if !written.is_empty() {
        parts.extend(written.split('.'));
    }
    Some(parts.join("."))
}

fn external(modules: &Modules, symbols: &Symbols, path: &str) -> Target {
    let library = path.split('.').next().unwrap_or(path);
    symbols
        .get(library)
        .or(modules.unnamed)
        .map_or(Target::Unknown, Target::External)
}

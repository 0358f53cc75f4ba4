//! Go: a directory is a package; import paths begin with the module path of a `go.mod`.

use super::{Modules, Target, directory};
use crate::lang::extraction::{Import, ImportKind};
use crate::resolve::project::{File, Manifest};
use crate::resolve::symbols::Symbols;

/// The `go.mod` files of the project.
#[derive(Debug, Default)]
pub struct GoModules {
    /// Module path and directory, longest path first.
    roots: Vec<(String, String)>,
}

impl GoModules {
    pub fn read(manifests: &[Manifest]) -> Self {
        let mut roots: Vec<(String, String)> = manifests
            .iter()
            .filter(|manifest| manifest.path == "go.mod" || manifest.path.ends_with("/go.mod"))
            .filter_map(|manifest| {
                let line = manifest
                    .text
                    .lines()
                    .map(str::trim)
                    .find(|line| line.starts_with("module"))?;
                let path = line.trim_start_matches("module").trim().trim_matches('"');
                Some((path.to_owned(), directory(&manifest.path).to_owned()))
            })
            .collect();
        roots.sort_by_key(|(path, _)| std::cmp::Reverse(path.len()));
        Self { roots }
    }

    /// The directory of an import path, when it is the project's.
    fn directory_of(&self, path: &str) -> Option<String> {
        self.roots.iter().find_map(|(module, root)| {
            let below = path.strip_prefix(module.as_str())?;
            let below = if below.is_empty() { "" } else { below.strip_prefix('/')? };
            Some(match (root.is_empty(), below.is_empty()) {
                (true, _) => below.to_owned(),
                (false, true) => root.clone(),
                (false, false) => format!("{root}/{below}"),
            })
        })
    }
}

/// Key and prefix of the package of a file. An external test package (`x_test`) is one of its own.
pub fn module_of(file: &File) -> (String, String) {
    let package = file.extraction.package.map_or("", |name| file.extraction.name(name));
    (format!("go:{}#{package}", directory(&file.path)), package.to_owned())
}

pub fn resolve(modules: &Modules, symbols: &Symbols, file: &File, import: &Import) -> Target {
    let written = file.extraction.name(import.module);
    let found = modules
        .go
        .directory_of(written)
        .and_then(|directory| package_in(modules, &directory))
        .or_else(|| {
            // Without a go.mod (GOPATH): a directory whose path ends the import path.
            if !modules.go.roots.is_empty() {
                return None;
            }
            let mut rest = written;
            loop {
                if let Some(found) = package_in(modules, rest) {
                    return Some(found);
                }
                rest = rest.split_once('/')?.1;
            }
        });
    match (found, import.kind) {
        (Some(module), ImportKind::Item) => import
            .item
            .map_or(Target::Unknown, |item| Target::Path(module, vec![file.sym(item)])),
        (Some(module), _) => Target::Module(module),
        (None, _) => symbols
            .get(written)
            .or(modules.unnamed)
            .map_or(Target::Unknown, Target::External),
    }
}

/// The package of a directory: the one that is no test package.
fn package_in(modules: &Modules, directory: &str) -> Option<super::ModuleId> {
    let start = format!("go:{directory}#");
    let mut fitting: Vec<(&str, super::ModuleId)> = modules
        .by_key
        .iter()
        .filter(|(key, _)| key.starts_with(&start))
        .map(|(key, id)| (key.as_str(), *id))
        .collect();
    fitting.sort_by_key(|(key, _)| (key.ends_with("_test"), key.ends_with("#main"), *key));
    fitting.first().map(|(_, id)| *id)
}

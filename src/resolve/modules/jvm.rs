//! Java and Kotlin: packages as declared by their files.

use super::{ModuleId, Modules, Target};
use crate::lang::extraction::Import;
use crate::resolve::project::File;
use crate::resolve::symbols::{Sym, Symbols};

/// Key and prefix of the package of a file.
pub fn module_of(file: &File) -> (String, String) {
    let package = file.extraction.package.map_or("", |name| file.extraction.name(name));
    (format!("jvm:{package}"), package.to_owned())
}

/// Packages hold each other by name, so that `a.b.C` can be written without an import.
pub fn link(modules: &mut Modules, symbols: &mut Symbols) {
    let mut names: Vec<String> = modules
        .list
        .iter()
        .filter_map(|module| module.key.strip_prefix("jvm:").map(str::to_owned))
        .filter(|name| !name.is_empty())
        .collect();
    names.sort();
    if names.is_empty() {
        return;
    }
    for mut child in names {
        while !child.is_empty() {
            let (parent, last) = child.rsplit_once('.').unwrap_or(("", &child));
            let parent_id = modules.intern(format!("jvm:{parent}"), parent.to_owned());
            let child_id = modules.intern(format!("jvm:{child}"), child.clone());
            let last = symbols.intern(last);
            modules.list[parent_id.0 as usize].submodules.insert(last, child_id);
            child = parent.to_owned();
        }
    }
}

/// The outermost package of this name.
pub fn outermost(modules: &Modules, name: Sym) -> Option<ModuleId> {
    let root = modules.by_key("jvm:")?;
    modules.get(root).submodules.get(&name).copied()
}

pub fn resolve(modules: &Modules, symbols: &Symbols, file: &File, import: &Import) -> Target {
    let written = file.extraction.name(import.module);
    // `a.b.C.D`: the longest beginning that is a package, then types inside of each other.
    let mut package = written;
    let mut rest: Vec<&str> = Vec::new();
    loop {
        let declared = modules
            .by_key(&format!("jvm:{package}"))
            .filter(|module| !modules.get(*module).files.is_empty());
        if let Some(module) = declared {
            let mut path: Vec<Sym> = rest.iter().filter_map(|part| symbols.get(part)).collect();
            if path.len() < rest.len() {
                return Target::Unknown;
            }
            path.extend(import.item.map(|item| file.sym(item)));
            return if path.is_empty() {
                Target::Module(module)
            } else {
                Target::Path(module, path)
            };
        }
        match package.rsplit_once('.') {
            Some((before, last)) => {
                rest.insert(0, last);
                package = before;
            }
            None => break,
        }
    }
    let library = written.split('.').take(2).collect::<Vec<_>>().join(".");
    symbols
        .get(&library)
        .or_else(|| symbols.get(written))
        .or(modules.unnamed)
        .map_or(Target::Unknown, Target::External)
}

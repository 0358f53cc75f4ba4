//! Java and Kotlin: packages as declared by their files.

use super::{Modules, Target};
use crate::lang::extraction::Import;
use crate::resolve::project::File;
use crate::resolve::symbols::{Sym, Symbols};

/// Key and prefix of the package of a file.
pub fn module_of(file: &File) -> (String, String) {
    let package = file.extraction.package.map_or("", |name| file.extraction.name(name));
    (format!("jvm:{package}"), package.to_owned())
}

pub fn resolve(modules: &Modules, symbols: &Symbols, file: &File, import: &Import) -> Target {
    let written = file.extraction.name(import.module);
    // `a.b.C.D`: the longest beginning that is a package, then types inside of each other.
    let mut package = written;
    let mut rest: Vec<&str> = Vec::new();
    loop {
        if let Some(module) = modules.by_key(&format!("jvm:{package}")) {
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

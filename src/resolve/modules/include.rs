//! C and C++: textual inclusion, file-local names, one space of external names.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::{Modules, Target, directory, join};
use crate::lang::ModuleRule;
use crate::lang::extraction::{Import, ImportKind};
use crate::resolve::project::{File, index};
use crate::resolve::symbols::{Sym, Symbols};

/// Which file includes which.
#[derive(Debug, Default)]
pub struct Headers {
    /// For each file the files of the project that it includes, itself and transitive ones too.
    reach: HashMap<u32, HashSet<u32>>,
    /// File and specifier to the included file.
    direct: HashMap<(u32, String), u32>,
    /// Files that another one includes.
    included: HashSet<u32>,
}

impl Headers {
    pub fn read(files: &[File]) -> Self {
        let mut by_name: HashMap<&str, Vec<u32>> = HashMap::default();
        let mut by_path: HashMap<&str, u32> = HashMap::default();
        for (ix, file) in files.iter().enumerate() {
            by_path.insert(&file.path, index(ix));
            by_name
                .entry(file.path.rsplit('/').next().unwrap_or_default())
                .or_default()
                .push(index(ix));
        }
        let mut direct = HashMap::default();
        let mut edges: HashMap<u32, Vec<u32>> = HashMap::default();
        for (ix, file) in files
            .iter()
            .enumerate()
            .filter(|(_, file)| file.language.semantics.module == ModuleRule::Include)
        {
            for import in file
                .extraction
                .imports
                .iter()
                .filter(|import| import.kind == ImportKind::Include)
            {
                let written = file.extraction.name(import.module);
                let Some(found) = find(file, written, &by_path, &by_name, files) else {
                    continue;
                };
                direct.insert((index(ix), written.to_owned()), found);
                edges.entry(index(ix)).or_default().push(found);
            }
        }
        let mut reach = HashMap::default();
        for (ix, _) in files
            .iter()
            .enumerate()
            .filter(|(_, file)| file.language.semantics.module == ModuleRule::Include)
        {
            let mut seen = HashSet::from_iter([index(ix)]);
            let mut pending = vec![index(ix)];
            while let Some(next) = pending.pop() {
                for to in edges.get(&next).into_iter().flatten() {
                    if seen.insert(*to) {
                        pending.push(*to);
                    }
                }
            }
            reach.insert(index(ix), seen);
        }
        let included = direct.values().copied().collect();
        Self {
            reach,
            direct,
            included,
        }
    }

    /// Whether a file sees the text of another.
    pub fn sees(&self, from: u32, other: u32) -> bool {
        from == other || self.reach.get(&from).is_some_and(|reach| reach.contains(&other))
    }

    /// Whether any file includes this one.
    pub fn is_included(&self, file: u32) -> bool {
        self.included.contains(&file)
    }

    /// The file that an `#include` of a file means.
    pub fn included(&self, from: u32, written: &str) -> Option<u32> {
        self.direct.get(&(from, written.to_owned())).copied()
    }
}

/// Beside the including file first, then by the end of the path; the nearest of several.
fn find(
    file: &File,
    written: &str,
    by_path: &HashMap<&str, u32>,
    by_name: &HashMap<&str, Vec<u32>>,
    files: &[File],
) -> Option<u32> {
    let beside = join(directory(&file.path), written).and_then(|path| by_path.get(path.as_str()).copied());
    if beside.is_some() {
        return beside;
    }
    let name = written.rsplit('/').next()?;
    let clean = written.trim_start_matches("./").trim_start_matches("../");
    let fits = |ix: &u32| {
        let path = &files[*ix as usize].path;
        path == clean || path.ends_with(clean) && path[..path.len() - clean.len()].ends_with('/')
    };
    by_name
        .get(name)?
        .iter()
        .copied()
        .filter(|ix| fits(ix))
        .max_by_key(|ix| {
            let path = &files[*ix as usize].path;
            (common_prefix(path, &file.path), std::cmp::Reverse(path.len()))
        })
}

fn common_prefix(a: &str, b: &str) -> usize {
    a.split('/').zip(b.split('/')).take_while(|(x, y)| x == y).count()
}

/// `using namespace a::b` and `using a::b::name`.
pub fn resolve(modules: &Modules, files: &[File], symbols: &Symbols, file: u32, import: &Import) -> Target {
    let data = &files[file as usize];
    let written = data.extraction.name(import.module);
    let path: Vec<&str> = written.split("::").filter(|part| !part.is_empty()).collect();
    let mut base = modules.of_scope(files, file, import.scope);
    // The first name is looked up from the scope of the directive outward.
    let found = loop {
        if let Some(found) = descend(modules, symbols, base, &path) {
            break Some(found);
        }
        match modules.get(base).parent {
            Some(parent) => base = parent,
            None => break None,
        }
    };
    let item = import.item.map(|item| data.sym(item));
    match (found, item) {
        (Some((module, rest)), item) => {
            let mut rest: Vec<Sym> = rest;
            rest.extend(item);
            if rest.is_empty() {
                Target::Module(module)
            } else {
                Target::Path(module, rest)
            }
        }
        (None, _) => {
            let library = path.first().copied().unwrap_or(written);
            symbols
                .get(library)
                .or(modules.unnamed)
                .map_or(Target::Unknown, Target::External)
        }
    }
}

/// Follows namespaces as far as they go; `None` when not even the first name is known.
fn descend(
    modules: &Modules,
    symbols: &Symbols,
    base: super::ModuleId,
    path: &[&str],
) -> Option<(super::ModuleId, Vec<Sym>)> {
    let mut module = base;
    let mut rest = path;
    while let Some((next, after)) = rest.split_first() {
        match symbols
            .get(next)
            .and_then(|sym| modules.get(module).submodules.get(&sym).copied())
        {
            Some(submodule) => {
                module = submodule;
                rest = after;
            }
            None => break,
        }
    }
    let names: Option<Vec<Sym>> = rest.iter().map(|part| symbols.get(part)).collect();
    let names = names?;
    let known = rest.len() < path.len()
        || names
            .first()
            .is_none_or(|first| modules.get(module).members.contains_key(first));
    known.then_some((module, names))
}

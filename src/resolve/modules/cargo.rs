//! Rust: crates and their module trees, as `mod` declarations make them.

use rustc_hash::FxHashMap as HashMap;

use super::{ModuleId, Modules, Target, directory, join};
use crate::graph::NodeKind;
use crate::lang::ModuleRule;
use crate::lang::extraction::{Def, DefIx, Import, ImportKind};
use crate::resolve::project::{File, Manifest, index};
use crate::resolve::symbols::{DefId, Sym, Symbols};

/// The crates of the project.
#[derive(Debug, Default)]
pub struct Crates {
    /// Crate name (with `_`) to the file of its library root, or of its binary where there is no library.
    roots: HashMap<String, u32>,
    /// Root files (`lib.rs`, `main.rs`, tests, ...) and their crates' names.
    root_files: HashMap<u32, String>,
    /// Names under which a crate (by its directory) knows others: renamed dependencies.
    renames: HashMap<(String, String), String>,
}

impl Crates {
    pub fn read(manifests: &[Manifest], files: &[File], _symbols: &mut Symbols) -> Self {
        let mut crates = Self::default();
        let by_path: HashMap<&str, u32> = files
            .iter()
            .enumerate()
            .map(|(ix, file)| (file.path.as_str(), index(ix)))
            .collect();
        for manifest in manifests
            .iter()
            .filter(|manifest| manifest.path.rsplit('/').next() == Some("Cargo.toml"))
        {
            let Ok(table) = manifest.text.parse::<toml::Table>() else {
                continue;
            };
            crates.read_one(&table, directory(&manifest.path), &by_path, files);
        }
        // Sources without a manifest: every file that looks like a root is one.
        for (ix, file) in files
            .iter()
            .enumerate()
            .filter(|(_, file)| file.language.semantics.module == ModuleRule::Crate)
        {
            let name = file.path.rsplit('/').next().unwrap_or_default();
            if matches!(name, "lib.rs" | "main.rs") && !crates.root_files.contains_key(&index(ix)) {
                let above = directory(&file.path).trim_end_matches("src").trim_end_matches('/');
                let crate_name = above.rsplit('/').next().unwrap_or_default().replace('-', "_");
                crates.root_files.insert(index(ix), crate_name.clone());
                crates.roots.entry(crate_name).or_insert(index(ix));
            }
        }
        crates
    }

    fn read_one(&mut self, table: &toml::Table, base: &str, by_path: &HashMap<&str, u32>, files: &[File]) {
        let text = |value: Option<&toml::Value>| value.and_then(toml::Value::as_str).map(str::to_owned);
        let package = table.get("package").and_then(toml::Value::as_table);
        let Some(package_name) = package.and_then(|package| text(package.get("name"))) else {
            return;
        };
        let lib = table.get("lib").and_then(toml::Value::as_table);
        let name = lib
            .and_then(|lib| text(lib.get("name")))
            .unwrap_or(package_name)
            .replace('-', "_");
        let lib_path = lib
            .and_then(|lib| text(lib.get("path")))
            .unwrap_or_else(|| "src/lib.rs".to_owned());
        let at = |relative: &str| join(base, relative).and_then(|path| by_path.get(path.as_str()).copied());
        if let Some(file) = at(&lib_path) {
            self.roots.insert(name.clone(), file);
            self.root_files.insert(file, name.clone());
        }
        let mut others: Vec<u32> = at("src/main.rs").into_iter().chain(at("build.rs")).collect();
        for kind in ["bin", "test", "bench", "example"] {
            for one in table.get(kind).and_then(toml::Value::as_array).into_iter().flatten() {
                others.extend(one.get("path").and_then(toml::Value::as_str).and_then(at));
            }
        }
        for place in ["src/bin", "tests", "benches", "examples"] {
            let Some(place) = join(base, place) else { continue };
            let below = |path: &str| {
                path.strip_prefix(&place)
                    .and_then(|rest| rest.strip_prefix('/'))
                    .map(str::to_owned)
            };
            others.extend(files.iter().enumerate().filter_map(|(ix, file)| {
                let rest = below(&file.path)?;
                let is_root = rest.ends_with(".rs")
                    && (!rest.contains('/') || rest.ends_with("/main.rs") && rest.matches('/').count() == 1);
                is_root.then(|| index(ix))
            }));
        }
        for file in others {
            self.roots.entry(name.clone()).or_insert(file);
            self.root_files.entry(file).or_insert_with(|| name.clone());
        }
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            for (local, value) in table.get(kind).and_then(toml::Value::as_table).into_iter().flatten() {
                if let Some(real) = value.get("package").and_then(toml::Value::as_str) {
                    self.renames
                        .insert((name.clone(), local.replace('-', "_")), real.replace('-', "_"));
                }
            }
        }
    }
}

/// Joins the modules of files into trees: `mod x;` makes the file of `x` a submodule.
pub fn link(modules: &mut Modules, files: &[File]) {
    let by_path: HashMap<&str, u32> = files
        .iter()
        .enumerate()
        .map(|(ix, file)| (file.path.as_str(), index(ix)))
        .collect();
    for (ix, file) in files
        .iter()
        .enumerate()
        .filter(|(_, file)| file.language.semantics.module == ModuleRule::Crate)
    {
        for (def_ix, def) in file.extraction.defs.iter().enumerate().skip(1) {
            if def.kind != NodeKind::Module || def.scope.is_some() {
                continue;
            }
            let Some(child) = file_of_child(modules, file, index(ix), def, &by_path) else {
                continue;
            };
            let home = modules.of_scope(files, index(ix), def.within);
            let sub = files[child as usize].module;
            if sub == home {
                continue;
            }
            let sym = file.sym(def.name);
            modules.list[home.0 as usize].submodules.insert(sym, sub);
            modules.by_def.insert(
                DefId {
                    file: index(ix),
                    def: DefIx(index(def_ix)),
                },
                sub,
            );
            let entry = &mut modules.list[sub.0 as usize];
            entry.parent.get_or_insert(home);
            entry.declared.get_or_insert(DefId {
                file: index(ix),
                def: def.parent,
            });
        }
    }
    set_prefixes(modules, files);
}

/// The file that a `mod x;` means: where `#[path]` says, else by its name.
fn file_of_child(modules: &Modules, file: &File, ix: u32, def: &Def, by_path: &HashMap<&str, u32>) -> Option<u32> {
    let written = file.extraction.imports.iter().find(|import| {
        import.kind == ImportKind::Submodule && import.scope == def.within && import.local == Some(def.name)
    });
    if let Some(import) = written {
        let path = join(directory(&file.path), file.extraction.name(import.module))?;
        return by_path.get(path.as_str()).copied();
    }
    let base = child_directory(modules, file, ix, def.parent)?;
    let name = file.extraction.name(def.name);
    let beside = by_path.get(join(&base, &format!("{name}.rs"))?.as_str());
    beside
        .or_else(|| by_path.get(join(&base, &format!("{name}/mod.rs")).unwrap_or_default().as_str()))
        .copied()
}

/// The directory in which the files of the submodules declared here lie.
fn child_directory(modules: &Modules, file: &File, ix: u32, mut around: DefIx) -> Option<String> {
    let name = file.path.rsplit('/').next()?;
    let stem = name.strip_suffix(".rs")?;
    let is_root = stem == "mod" || modules.cargo.root_files.contains_key(&ix);
    let mut base = directory(&file.path).to_owned();
    if !is_root {
        base = join(&base, stem)?;
    }
    // Inline modules around the declaration are directories too.
    let mut inline = Vec::new();
    while around != DefIx::FILE {
        let def = file.extraction.def(around);
        inline.push(file.extraction.name(def.name));
        around = def.parent;
    }
    inline.iter().rev().try_fold(base, |base, part| join(&base, part))
}

/// `crate::a::b` becomes the prefix of the definitions of `a/b.rs`.
fn set_prefixes(modules: &mut Modules, files: &[File]) {
    for (ix, file) in files
        .iter()
        .enumerate()
        .filter(|(_, file)| file.language.semantics.module == ModuleRule::Crate)
    {
        let mut parts: Vec<String> = Vec::new();
        let mut at = Some(file.module);
        let mut top = file.module;
        while let Some(module) = at {
            top = module;
            let Some(declared) = modules.get(module).declared else {
                break;
            };
            parts.push(module_name(&files[modules.get(module).files[0] as usize].path).to_owned());
            // In the declaring file there may be inline modules around the declaration.
            let declaring = &files[declared.file as usize];
            let mut def = declared.def;
            while def != DefIx::FILE {
                parts.push(declaring.extraction.name(declaring.extraction.def(def).name).to_owned());
                def = declaring.extraction.def(def).parent;
            }
            at = (parts.len() < 40).then_some(declaring.module);
        }
        let root = modules.get(top).files.first().copied().unwrap_or(index(ix));
        let crate_name = modules.cargo.root_files.get(&root).cloned().unwrap_or_else(|| {
            let path = &files[root as usize].path;
            path.rsplit('/')
                .next()
                .unwrap_or(path)
                .trim_end_matches(".rs")
                .to_owned()
        });
        parts.push(crate_name);
        parts.reverse();
        modules.list[file.module.0 as usize].prefix = parts.join("::");
    }
}

/// The name of a module by its file: `a/b.rs` and `a/b/mod.rs` are `b`.
fn module_name(path: &str) -> &str {
    let stem = path.strip_suffix(".rs").unwrap_or(path);
    stem.strip_suffix("/mod")
        .unwrap_or(stem)
        .rsplit('/')
        .next()
        .unwrap_or(stem)
}

/// The root module of the crate in which a module lies.
pub fn root_of(modules: &Modules, mut module: ModuleId) -> ModuleId {
    for _ in 0..64 {
        match modules.get(module).parent {
            Some(parent) => module = parent,
            None => break,
        }
    }
    module
}

/// The module of a crate of the project, by the name under which another crate's file knows it.
pub fn crate_named(modules: &Modules, files: &[File], from: ModuleId, name: &str) -> Option<ModuleId> {
    let root = root_of(modules, from);
    let own = modules
        .get(root)
        .files
        .first()
        .and_then(|file| modules.cargo.root_files.get(file));
    let real = own.and_then(|own| modules.cargo.renames.get(&(own.clone(), name.to_owned())));
    let real = real.map_or(name, String::as_str);
    let file = modules.cargo.roots.get(real)?;
    Some(files[*file as usize].module)
}

/// Modules first; what follows the modules in the path is looked up as items.
pub fn resolve(modules: &Modules, files: &[File], symbols: &Symbols, file: u32, import: &Import) -> Target {
    let data = &files[file as usize];
    let here = modules.of_scope(files, file, import.scope);
    let written = data.extraction.name(import.module);
    let mut segments: Vec<&str> = written.split("::").filter(|segment| !segment.is_empty()).collect();
    let item = import.item.map(|item| data.extraction.name(item));
    segments.extend(item.filter(|item| *item != "self"));
    let Some((first, mut rest)) = segments.split_first() else {
        return Target::Unknown;
    };
    let mut module = match *first {
        "crate" | "$crate" => root_of(modules, here),
        "self" => here,
        "super" => {
            let mut up = modules.get(here).parent;
            while rest.first() == Some(&"super") {
                up = up.and_then(|module| modules.get(module).parent);
                rest = &rest[1..];
            }
            match up {
                Some(module) => module,
                None => return Target::Unknown,
            }
        }
        name => {
            let sym = symbols.get(name);
            let submodule = sym.and_then(|sym| modules.get(here).submodules.get(&sym).copied());
            let local = sym.is_some_and(|sym| is_local(modules, here, data, import, sym));
            match submodule.or_else(|| crate_named(modules, files, here, name).filter(|_| !local)) {
                Some(module) => module,
                None if local => return Target::Path(here, path(symbols, &segments).unwrap_or_default()),
                None => return symbols.get(name).map_or(Target::Unknown, Target::External),
            }
        }
    };
    while let Some((next, after)) = rest.split_first() {
        let submodule = symbols
            .get(next)
            .and_then(|sym| modules.get(module).submodules.get(&sym).copied());
        // A function and a module can share a name; the last segment may mean both, and items come first then.
        let is_item = after.is_empty()
            && symbols
                .get(next)
                .is_some_and(|sym| has_item(modules, files, module, sym));
        match submodule {
            Some(submodule) if !is_item => {
                module = submodule;
                rest = after;
            }
            _ => break,
        }
    }
    if rest.is_empty() {
        return Target::Module(module);
    }
    path(symbols, rest).map_or(Target::Unknown, |path| Target::Path(module, path))
}

fn has_item(modules: &Modules, files: &[File], module: ModuleId, name: Sym) -> bool {
    let members = modules.get(module).members.get(&name);
    members.is_some_and(|ids| {
        ids.iter()
            .any(|id| files[id.file as usize].extraction.def(id.def).kind != NodeKind::Module)
    })
}

/// Whether a path's first name is an item or an import of the module itself (`use Enum::*` beside the enum).
fn is_local(modules: &Modules, here: ModuleId, data: &File, import: &Import, sym: Sym) -> bool {
    let member = modules.get(here).members.contains_key(&sym);
    let imported = data.extraction.imports.iter().any(|other| {
        other != import && other.scope == import.scope && other.local.is_some_and(|local| data.sym(local) == sym)
    });
    member || imported
}

fn path(symbols: &Symbols, segments: &[&str]) -> Option<Vec<Sym>> {
    segments.iter().map(|segment| symbols.get(segment)).collect()
}

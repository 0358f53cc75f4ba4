//! Modules: what a file belongs to, and where an import leads. One file per module system.
//!
//! A module is a named set of definitions that others reach by a path: a Rust module, a Python file, a Go directory,
//! a Java package, a C++ namespace, a TypeScript file.

mod cargo;
mod ecma;
mod go;
mod include;
mod jvm;
mod python;

use rustc_hash::FxHashMap as HashMap;

pub(super) use cargo::{crate_named as cargo_crate, root_of as cargo_root};
pub(super) use jvm::outermost as outermost_package;

use super::project::{File, Manifest, index};
use super::symbols::{DefId, Sym, Symbols};
use crate::graph::NodeKind;
use crate::lang::ModuleRule;
use crate::lang::extraction::{Def, DefIx, Import, Owner, ScopeKind};

/// A module of the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModuleId(pub u32);

/// A module's data.
#[derive(Debug, Default)]
pub(super) struct Module {
    /// Unique over all module systems, e.g. `python:a.b`, `ecma:src/x.ts`.
    pub key: String,
    /// Qualified name, which precedes those of its definitions; may be empty.
    pub prefix: String,
    pub parent: Option<ModuleId>,
    pub files: Vec<u32>,
    pub members: HashMap<Sym, Vec<DefId>>,
    pub submodules: HashMap<Sym, ModuleId>,
    /// Inline modules and namespaces: the definitions that open it.
    pub defs: Vec<DefId>,
    /// Rust: the file and the definition around the `mod x;` by which a file became this module.
    pub declared: Option<DefId>,
}

impl Module {
    /// A package of Java or Kotlin.
    pub fn is_package(&self) -> bool {
        self.key.starts_with("jvm:")
    }
}

/// Where an import leads.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Target {
    Module(ModuleId),
    /// A path of names inside of a module: an item, a nested type, a member of a type.
    Path(ModuleId, Vec<Sym>),
    /// A library, by name.
    External(Sym),
    Unknown,
}

/// All modules of a project.
#[derive(Debug, Default)]
pub(super) struct Modules {
    list: Vec<Module>,
    by_key: HashMap<String, ModuleId>,
    /// Inline modules by their definition.
    by_def: HashMap<DefId, ModuleId>,
    pub cargo: cargo::Crates,
    pub python: python::Roots,
    pub ecma: ecma::Packages,
    pub go: go::GoModules,
    pub include: include::Headers,
    /// A library whose name is not known.
    pub unnamed: Option<Sym>,
}

/// True for files whose text the resolver needs beside the sources: pass their text to [`super::Project::new`].
pub fn is_manifest(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    matches!(
        name,
        "Cargo.toml" | "package.json" | "go.mod" | "pyproject.toml" | "setup.cfg" | "setup.py" | "pnpm-workspace.yaml"
    ) || ((name.starts_with("tsconfig") || name.starts_with("jsconfig")) && name.ends_with(".json"))
}

impl Modules {
    /// Puts every file into its module and fills the modules with their definitions.
    pub fn build(files: &mut [File], symbols: &mut Symbols, manifests: &[Manifest]) -> Self {
        let mut modules = Self {
            unnamed: Some(symbols.intern("")),
            ..Self::default()
        };
        modules.cargo = cargo::Crates::read(manifests, files, symbols);
        modules.python = python::Roots::read(manifests, files);
        modules.ecma = ecma::Packages::read(manifests, files);
        modules.go = go::GoModules::read(manifests);
        modules.include = include::Headers::read(files);
        for (ix, file) in files.iter_mut().enumerate() {
            let (key, prefix) = match file.language.semantics.module {
                ModuleRule::Crate => (format!("crate:{}", file.path), String::new()),
                ModuleRule::Dotted => {
                    let name = modules.python.module_name(&file.path);
                    (format!("python:{name}"), name)
                }
                ModuleRule::File => (format!("ecma:{}", file.path), String::new()),
                ModuleRule::Directory => go::module_of(file),
                ModuleRule::Package => jvm::module_of(file),
                ModuleRule::Include => (format!("{}:", file.language.semantics.family), String::new()),
            };
            let module = modules.intern(key, prefix);
            modules.list[module.0 as usize].files.push(index(ix));
            file.module = module;
        }
        modules.fill(files, symbols);
        cargo::link(&mut modules, files);
        python::link(&mut modules, symbols);
        jvm::link(&mut modules, symbols);
        modules
    }

    pub fn get(&self, id: ModuleId) -> &Module {
        &self.list[id.0 as usize]
    }

    pub fn prefix(&self, id: ModuleId) -> &str {
        &self.get(id).prefix
    }

    pub fn by_key(&self, key: &str) -> Option<ModuleId> {
        self.by_key.get(key).copied()
    }

    /// The module that a definition opens, for inline modules and namespaces.
    pub fn of_def(&self, id: DefId) -> Option<ModuleId> {
        self.by_def.get(&id).copied()
    }

    /// The module in which a scope of a file stands: the innermost inline module around it, else the file's.
    pub fn of_scope(&self, files: &[File], file: u32, mut scope: crate::lang::extraction::ScopeIx) -> ModuleId {
        let data = &files[file as usize];
        loop {
            let here = data.extraction.scope(scope);
            if here.kind == ScopeKind::Module
                && let Some(module) = self.of_def(DefId { file, def: here.def })
            {
                return module;
            }
            match here.parent {
                Some(parent) => scope = parent,
                None => return data.module,
            }
        }
    }

    /// Where an import leads.
    pub fn resolve(&self, files: &[File], symbols: &Symbols, file: u32, import: &Import) -> Target {
        let data = &files[file as usize];
        match data.language.semantics.module {
            ModuleRule::Crate => cargo::resolve(self, files, symbols, file, import),
            ModuleRule::Dotted => python::resolve(self, symbols, data, import),
            ModuleRule::File => ecma::resolve(self, symbols, data, import),
            ModuleRule::Directory => go::resolve(self, symbols, data, import),
            ModuleRule::Package => jvm::resolve(self, symbols, data, import),
            ModuleRule::Include => include::resolve(self, files, symbols, file, import),
        }
    }

    fn intern(&mut self, key: String, prefix: String) -> ModuleId {
        if let Some(id) = self.by_key.get(&key) {
            return *id;
        }
        let id = ModuleId(index(self.list.len()));
        self.list.push(Module {
            key: key.clone(),
            prefix,
            ..Module::default()
        });
        self.by_key.insert(key, id);
        id
    }

    /// Definitions at the top of files and of inline modules become the modules' members.
    fn fill(&mut self, files: &[File], symbols: &mut Symbols) {
        for (ix, file) in files.iter().enumerate() {
            let file_ix = index(ix);
            for def_ix in 1..file.extraction.defs.len() {
                let id = DefId {
                    file: file_ix,
                    def: DefIx(index(def_ix)),
                };
                let def = file.extraction.def(id.def);
                let around = named_around(file, def.parent);
                let home = if around == DefIx::FILE {
                    Some(file.module)
                } else {
                    self.of_def(DefId {
                        file: file_ix,
                        def: around,
                    })
                };
                let Some(home) = home else { continue };
                let opens = !is_unnamed_namespace(def)
                    && def
                        .scope
                        .is_some_and(|scope| file.extraction.scope(scope).kind == ScopeKind::Module);
                if opens {
                    self.open(file, id, home, symbols);
                }
                if def.owner == Owner::Parent && !def.anonymous {
                    self.list[home.0 as usize]
                        .members
                        .entry(file.sym(def.name))
                        .or_default()
                        .push(id);
                }
            }
        }
    }

    /// An inline module or namespace; the parts of a reopened namespace are one module.
    fn open(&mut self, file: &File, id: DefId, home: ModuleId, symbols: &mut Symbols) {
        let name = file.sym(file.extraction.def(id.def).name);
        let text = symbols.text(name).to_owned();
        let shared = file.language.semantics.module == ModuleRule::Include;
        let key = match shared {
            true if !text.is_empty() => format!("{}::{text}", self.get(home).key),
            _ => format!("def:{}:{}", file.path, id.def.0),
        };
        // The name of the definition itself stands in the qualified name already, so the prefix adds nothing.
        let module = self.intern(key, String::new());
        let entry = &mut self.list[module.0 as usize];
        entry.parent = Some(home);
        entry.defs.push(id);
        if !entry.files.contains(&id.file) {
            entry.files.push(id.file);
        }
        self.by_def.insert(id, module);
        self.list[home.0 as usize].submodules.insert(name, module);
    }
}

/// C++: what stands in a namespace without a name is the file's own, and is seen where the namespace stands.
fn is_unnamed_namespace(def: &Def) -> bool {
    def.kind == NodeKind::Namespace && def.anonymous
}

fn named_around(file: &File, mut def: DefIx) -> DefIx {
    while is_unnamed_namespace(file.extraction.def(def)) {
        def = file.extraction.def(def).parent;
    }
    def
}

/// Everything before the last `/`; empty for files at the root.
pub(super) fn directory(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(directory, _)| directory)
}

/// `base` and `relative` put together, `.` and `..` taken out; `None` when it leads out of the root.
pub(super) fn join(base: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            other => parts.push(other),
        }
    }
    Some(parts.join("/"))
}

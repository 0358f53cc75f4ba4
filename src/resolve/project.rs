//! The whole project as the resolver sees it: files, definitions, members, modules.

use rustc_hash::FxHashMap as HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::edges::FileEdges;
use super::infer::Resolver;
use super::modules::{ModuleId, Modules, Target};
use super::symbols::{DefId, Sym, Symbols};
use super::ty::Ty;
use crate::graph::{NodeFlags, NodeKind};
use crate::lang::extraction::{BindingIx, Def, DefIx, Extraction, ImportKind, Name, Owner, ScopeIx};
use crate::lang::{Language, by_id};

/// A source file: its path relative to the root and what was extracted from it.
#[derive(Debug, Clone)]
pub struct SourceFile {
    pub path: String,
    pub extraction: Arc<Extraction>,
}

/// A file that says how modules are found: `Cargo.toml`, `package.json`, `tsconfig.json`, `go.mod`, ...
#[derive(Debug, Clone)]
pub struct Manifest {
    pub path: String,
    pub text: String,
}

/// What is bound to a name in a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    Binding(BindingIx),
    Def(DefIx),
    /// Place among the file's imports.
    Import(u32),
}

/// A file with its lookup tables.
pub(super) struct File {
    pub path: String,
    pub extraction: Arc<Extraction>,
    pub language: &'static Language,
    /// The file's names as names of the project.
    pub syms: Vec<Sym>,
    pub scopes: HashMap<(ScopeIx, Name), Vec<Entry>>,
    /// Wildcard imports by the scope that they fill.
    pub wildcards: Vec<(ScopeIx, u32)>,
    /// Impl blocks by their scope: place among the file's.
    pub impls: HashMap<ScopeIx, u32>,
    pub module: ModuleId,
}

impl File {
    pub fn sym(&self, name: Name) -> Sym {
        self.syms[name.ix()]
    }
}

/// All definitions of a project and what can be asked of them. Immutable once made; shared by all threads.
pub struct Project {
    pub(super) files: Vec<File>,
    pub(super) symbols: Symbols,
    pub(super) modules: Modules,
    /// Where each import of each file leads, by its place in the file.
    pub(super) targets: Vec<Vec<Target>>,
    pub(super) members: HashMap<DefId, HashMap<Sym, Vec<DefId>>>,
    /// Types to which definitions that stand apart belong.
    pub(super) owners: HashMap<DefId, DefId>,
    /// Supertypes as lowered: instances of types of the project, external or unknown ones.
    pub(super) parents: HashMap<DefId, Vec<Ty>>,
    /// Impl blocks by the project's trait that they implement: file and place among the file's.
    pub(super) trait_impls: HashMap<DefId, Vec<(u32, u32)>>,
    /// Methods and functions by name, for candidates.
    pub(super) callables: HashMap<Sym, Vec<DefId>>,
    /// Macros by name: they are seen beyond scopes and modules.
    pub(super) macros: HashMap<Sym, Vec<DefId>>,
}

impl Project {
    /// Takes the files in any order; [`DefId::file`] counts them in the order given.
    pub fn new(sources: Vec<SourceFile>, manifests: &[Manifest]) -> Self {
        let mut symbols = Symbols::default();
        let mut files: Vec<File> = sources
            .into_iter()
            .map(|source| file_tables(source, &mut symbols))
            .collect();
        for name in super::java::NAMES {
            symbols.intern(name);
        }
        let modules = Modules::build(&mut files, &mut symbols, manifests);
        let targets = files
            .par_iter()
            .enumerate()
            .map(|(ix, file)| {
                let imports = file.extraction.imports.iter();
                imports
                    .map(|import| modules.resolve(&files, &symbols, index(ix), import))
                    .collect()
            })
            .collect();
        let mut project = Self {
            files,
            symbols,
            modules,
            targets,
            members: HashMap::default(),
            owners: HashMap::default(),
            parents: HashMap::default(),
            trait_impls: HashMap::default(),
            callables: HashMap::default(),
            macros: HashMap::default(),
        };
        project.collect_members();
        project.attach_to_types();
        project.find_parents();
        project.attach_to_values();
        project
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Resolves every reference of one file.
    pub fn resolve_file(&self, file: u32) -> FileEdges {
        super::reference::resolve_file(self, file)
    }

    /// The symbol that contains this one: its owner, where it stands apart, else the definition around it, anonymous
    /// ones passed over. `None` for files.
    pub fn container(&self, id: DefId) -> Option<DefId> {
        if id.def == DefIx::FILE {
            return None;
        }
        let around = match self.owners.get(&id) {
            Some(owner) => *owner,
            None => DefId {
                file: id.file,
                def: self.def(id).parent,
            },
        };
        Some(self.named(around))
    }

    /// The nearest definition around that has a name of its own.
    pub fn named(&self, mut id: DefId) -> DefId {
        while self.def(id).anonymous {
            id = DefId {
                file: id.file,
                def: self.def(id).parent,
            };
        }
        id
    }

    /// The name in the language's own notation.
    pub fn qualified(&self, id: DefId) -> String {
        let file = self.file(id.file);
        if id.def == DefIx::FILE {
            return file.path.clone();
        }
        let separator = file.language.semantics.separator;
        let mut parts = Vec::new();
        let mut at = Some(id);
        let mut home = id.file;
        while let Some(id) = at {
            if id.def == DefIx::FILE || parts.len() > 64 {
                break;
            }
            home = id.file;
            parts.push(self.name(id));
            // An owner from outside of the project has no node, though its name belongs to the qualified name.
            if !self.owners.contains_key(&id)
                && let Owner::Type(ty) = self.def(id).owner
                && let Some(name) = self.written_name(id.file, ty)
            {
                parts.push(name);
            }
            at = self.container(id);
        }
        let prefix = self.modules.prefix(self.file(home).module);
        let mut text = String::new();
        for part in std::iter::once(prefix)
            .chain(parts.into_iter().rev())
            .filter(|part| !part.is_empty())
        {
            if !text.is_empty() {
                text.push_str(separator);
            }
            text.push_str(part);
        }
        text
    }

    /// The last name of a written type.
    fn written_name(&self, file: u32, ty: crate::lang::extraction::TypeIx) -> Option<&str> {
        use crate::lang::extraction::Type;
        let extraction = &self.file(file).extraction;
        match &extraction.ty(ty).kind {
            Type::Named { path, .. } => path.last().map(|name| extraction.name(*name)),
            Type::Pointer(inner) | Type::Optional(inner) => self.written_name(file, *inner),
            _ => None,
        }
    }

    pub(super) fn file(&self, file: u32) -> &File {
        &self.files[file as usize]
    }

    pub(super) fn def(&self, id: DefId) -> &Def {
        self.file(id.file).extraction.def(id.def)
    }

    pub(super) fn name(&self, id: DefId) -> &str {
        self.file(id.file).extraction.name(self.def(id).name)
    }

    pub(super) fn language(&self, id: DefId) -> &'static Language {
        self.file(id.file).language
    }

    /// Every definition but the files themselves.
    fn all_defs(&self) -> impl Iterator<Item = DefId> + '_ {
        self.files.iter().enumerate().flat_map(|(file, data)| {
            let file = index(file);
            (1..data.extraction.defs.len()).map(move |def| DefId {
                file,
                def: DefIx(index(def)),
            })
        })
    }

    fn collect_members(&mut self) {
        let mut members: HashMap<DefId, HashMap<Sym, Vec<DefId>>> = HashMap::default();
        let mut callables: HashMap<Sym, Vec<DefId>> = HashMap::default();
        let mut macros: HashMap<Sym, Vec<DefId>> = HashMap::default();
        for id in self.all_defs() {
            let def = self.def(id);
            let sym = self.file(id.file).sym(def.name);
            if def.owner == Owner::Parent && def.parent != DefIx::FILE {
                let parent = DefId {
                    file: id.file,
                    def: def.parent,
                };
                members.entry(parent).or_default().entry(sym).or_default().push(id);
            }
            if def.kind == NodeKind::Macro {
                macros.entry(sym).or_default().push(id);
            }
            let calls = def.kind.is_callable() && def.kind != NodeKind::Macro;
            if calls && !def.anonymous && !def.flags.contains(NodeFlags::CONSTRUCTOR) {
                callables.entry(sym).or_default().push(id);
            }
        }
        self.members = members;
        self.callables = callables;
        self.macros = macros;
    }

    /// `impl T`, Go receivers, `T::f` out of class, extensions.
    fn attach_to_types(&mut self) {
        let found: Vec<(DefId, DefId)> = {
            let resolver = Resolver::new(self);
            let apart = |id: &DefId| matches!(self.def(*id).owner, Owner::Type(_));
            self.all_defs()
                .filter(apart)
                .filter_map(|id| {
                    let Owner::Type(ty) = self.def(id).owner else {
                        return None;
                    };
                    Some((id, resolver.owner_type(id.file, ty)?))
                })
                .collect()
        };
        self.attach(found);
    }

    /// `T.prototype.f = function`, `app.use = function`.
    fn attach_to_values(&mut self) {
        let found: Vec<(DefId, DefId)> = {
            let resolver = Resolver::new(self);
            let apart = |id: &DefId| matches!(self.def(*id).owner, Owner::Value(_));
            self.all_defs()
                .filter(apart)
                .filter_map(|id| {
                    let Owner::Value(value) = self.def(id).owner else {
                        return None;
                    };
                    Some((id, resolver.owner_value(id.file, value)?))
                })
                .collect()
        };
        self.attach(found);
    }

    fn attach(&mut self, found: Vec<(DefId, DefId)>) {
        for (id, owner) in found {
            if id == owner {
                continue;
            }
            let sym = self.file(id.file).sym(self.def(id).name);
            self.owners.insert(id, owner);
            self.members.entry(owner).or_default().entry(sym).or_default().push(id);
        }
    }

    fn find_parents(&mut self) {
        let mut trait_impls: HashMap<DefId, Vec<(u32, u32)>> = HashMap::default();
        let parents: HashMap<DefId, Vec<Ty>> = {
            let resolver = Resolver::new(self);
            let mut parents: HashMap<DefId, Vec<Ty>> = self
                .all_defs()
                .filter(|id| !self.def(*id).supers.is_empty())
                .map(|id| {
                    let supers = &self.def(id).supers;
                    let lower = |one: &crate::lang::extraction::Super| resolver.lower(id.file, one.ty);
                    (id, supers.iter().map(lower).collect())
                })
                .collect();
            for (file, data) in self.files.iter().enumerate() {
                let file = index(file);
                for (place, block) in data.extraction.impls.iter().enumerate() {
                    if block.of.is_none() {
                        continue;
                    }
                    let ty = resolver.lower(file, block.of);
                    if let Ty::Instance(of, _) = &ty {
                        trait_impls.entry(*of).or_default().push((file, index(place)));
                    }
                    if let Some(id) = resolver.owner_type(file, block.ty) {
                        parents.entry(id).or_default().push(ty);
                    }
                }
            }
            parents
        };
        self.parents = parents;
        self.trait_impls = trait_impls;
        self.find_parents_by_inherited_names();
    }

    /// A supertype can be named by what the type around inherits (`class Link extends Entry`, where `Entry` is a member of a
    /// superclass): that shows once the supertypes are known.
    fn find_parents_by_inherited_names(&mut self) {
        for _ in 0..3 {
            let found: Vec<(DefId, Vec<Ty>)> = {
                let resolver = Resolver::new(self);
                let open = |(id, parents): &(&DefId, &Vec<Ty>)| {
                    let nested = self.def(**id).parent != DefIx::FILE;
                    let outside = |ty: &Ty| matches!(ty, Ty::External(_) | Ty::Library(..) | Ty::Unknown);
                    nested && self.language(**id).semantics.bare_members && parents.iter().any(outside)
                };
                self.parents
                    .iter()
                    .filter(open)
                    .map(|(id, _)| {
                        let supers = &self.def(*id).supers;
                        (*id, supers.iter().map(|one| resolver.lower(id.file, one.ty)).collect())
                    })
                    .filter(|(id, parents)| self.parents.get(id) != Some(parents))
                    .collect()
            };
            if found.is_empty() {
                return;
            }
            self.parents.extend(found);
        }
    }
}

fn file_tables(source: SourceFile, symbols: &mut Symbols) -> File {
    let extraction = source.extraction;
    let language = by_id(&extraction.language).unwrap_or(crate::lang::LANGUAGES[0]);
    let syms = extraction.names.iter().map(|name| symbols.intern(name)).collect();
    let mut scopes: HashMap<(ScopeIx, Name), Vec<Entry>> = HashMap::default();
    for (ix, binding) in extraction.bindings.iter().enumerate() {
        scopes
            .entry((binding.scope, binding.name))
            .or_default()
            .push(Entry::Binding(BindingIx(index(ix))));
    }
    for (ix, def) in extraction.defs.iter().enumerate().skip(1) {
        // A field made in a method (`self.x = ..`) is no name of the method's scope.
        let bound_here = def.owner == Owner::Parent && extraction.scope(def.within).def == def.parent;
        if bound_here && !def.anonymous {
            scopes
                .entry((def.within, def.name))
                .or_default()
                .push(Entry::Def(DefIx(index(ix))));
        }
    }
    let mut wildcards = Vec::new();
    for (ix, import) in extraction.imports.iter().enumerate() {
        match import.local {
            Some(local) => scopes
                .entry((import.scope, local))
                .or_default()
                .push(Entry::Import(index(ix))),
            None if import.kind == ImportKind::Wildcard => wildcards.push((import.scope, index(ix))),
            None => {}
        }
    }
    let impls = extraction
        .impls
        .iter()
        .enumerate()
        .map(|(ix, block)| (block.scope, index(ix)))
        .collect();
    File {
        path: source.path,
        extraction,
        language,
        syms,
        scopes,
        wildcards,
        impls,
        module: ModuleId(0),
    }
}

/// An arena's index; arenas hold fewer than 2³² entries.
pub(super) fn index(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

//! C and C++: which of the definitions of one name a file means.
//!
//! A name of external linkage is one thing in the whole program, though headers declare it and one file defines it; a
//! file-local name is seen by its file and by who includes it. Which headers a file includes decides between namesakes.

use super::infer::Resolver;
use super::lookup::Found;
use super::members::Member;
use super::symbols::{DefId, Sym};
use crate::graph::{NodeFlags, NodeKind, Resolution};
use crate::lang::ModuleRule;
use crate::lang::extraction::{BindingKind, Expr, ExprIx, ScopeIx, ScopeKind, Type, TypeIx};

impl Resolver<'_> {
    fn is_textual(&self, file: u32) -> bool {
        self.project.file(file).language.semantics.module == ModuleRule::Include
    }

    fn is_declaration(&self, id: DefId) -> bool {
        self.project.def(id).flags.contains(NodeFlags::DECLARATION)
    }

    /// What is found in the place of a type is one, or leads to one.
    pub(super) fn names_type(&self, file: u32, found: &Found) -> bool {
        match found {
            Found::Binding(ix) => self.project.file(file).extraction.binding(*ix).kind == BindingKind::TypeParam,
            Found::Defs(defs, _) => defs.iter().any(|id| {
                let kind = self.project.def(*id).kind;
                kind.is_type() || kind == NodeKind::Namespace
            }),
            Found::Value(..) => true,
            Found::Nothing => false,
        }
    }

    /// Of definitions of one name in the program those that the file means: a function's definitions rather than its
    /// declarations, and of everything else what the file includes.
    pub(super) fn linked(&self, file: u32, defs: Vec<DefId>) -> Vec<DefId> {
        if defs.len() < 2 || !self.is_textual(file) {
            return defs;
        }
        let defs = self.without_own_names(defs);
        let seen = |id: &DefId| self.project.modules.include.sees(file, id.file);
        let (near, far): (Vec<DefId>, Vec<DefId>) = defs.into_iter().partition(seen);
        if near.is_empty() {
            return far;
        }
        // What is only declared near is defined farther away.
        if near.iter().all(|id| self.is_declaration(*id)) {
            let wanted = self.project.def(near[0]).kind;
            let defined: Vec<DefId> = far
                .into_iter()
                .filter(|id| !self.is_declaration(*id) && same_sort(self.project.def(*id).kind, wanted))
                .collect();
            return near.into_iter().chain(defined).collect();
        }
        near
    }

    /// `typedef struct S S;` beside `struct S { .. }` is another name for the same thing.
    fn without_own_names(&self, defs: Vec<DefId>) -> Vec<DefId> {
        let is_alias = |id: &DefId| {
            let def = self.project.def(*id);
            let extraction = &self.project.file(id.file).extraction;
            def.kind == NodeKind::TypeAlias
                && matches!(&extraction.ty(def.ty).kind, Type::Named { path, .. } if path.as_slice() == [def.name])
        };
        let has_type = defs
            .iter()
            .any(|id| self.project.def(*id).kind.is_type() && !is_alias(id));
        if !has_type {
            return defs;
        }
        defs.into_iter().filter(|id| !is_alias(id)).collect()
    }

    /// A declaration found in a scope of the file stands for the definition, wherever in the program that is.
    pub(super) fn with_definitions(&self, file: u32, scope: ScopeIx, name: Sym, found: Found) -> Found {
        let Found::Defs(defs, how) = found else { return found };
        if !self.is_textual(file) {
            return Found::Defs(defs, how);
        }
        let defs = self.without_own_names(defs);
        let region = *self.project.file(file).extraction.scope(scope);
        let kind = region.kind;
        if kind == ScopeKind::Type && defs.iter().all(|id| self.is_declaration(*id)) {
            let owner = DefId { file, def: region.def };
            let all = self.project.members.get(&owner).and_then(|members| members.get(&name));
            return Found::Defs(all.cloned().unwrap_or(defs), how);
        }
        let shared = matches!(kind, ScopeKind::File | ScopeKind::Module);
        let incomplete = defs
            .iter()
            .all(|id| self.is_declaration(*id) || self.project.def(*id).kind == NodeKind::TypeAlias);
        if !shared || !incomplete {
            return Found::Defs(defs, how);
        }
        let module = self.project.modules.of_scope(&self.project.files, file, scope);
        match self.in_program(file, module, name) {
            Some(all) if !all.is_empty() => Found::Defs(all, Resolution::Exact),
            _ => Found::Defs(defs, how),
        }
    }

    /// Declarations that were chosen give way to their definitions, which state no defaults and so may not have fitted.
    pub(super) fn defined(&self, chosen: Vec<DefId>, all: &[DefId]) -> Vec<DefId> {
        if !self.is_textual(self.file) || !chosen.iter().any(|id| self.is_declaration(*id)) {
            return chosen;
        }
        let mut out: Vec<DefId> = Vec::with_capacity(chosen.len());
        for id in chosen {
            let is_its_definition = |other: &DefId| {
                !self.is_declaration(*other)
                    && self.project.def(*other).params.len() == self.project.def(id).params.len()
                    && self.shape(*other) == self.shape(id)
            };
            let found: Vec<DefId> = match self.is_declaration(id) {
                true => all.iter().copied().filter(is_its_definition).collect(),
                false => Vec::new(),
            };
            let found = if found.is_empty() { vec![id] } else { found };
            for one in found {
                if !out.contains(&one) {
                    out.push(one);
                }
            }
        }
        out
    }

    /// Of definitions of one function in several files those for systems that are alike (Linux and what it resembles)
    /// come first, then what stands near the file that asks.
    pub(super) fn nearest_first(&self, mut defs: Vec<DefId>) -> Vec<DefId> {
        if defs.len() > 1 && self.is_textual(self.file) {
            let home = &self.project.file(self.file).path;
            defs.sort_by_cached_key(|id| {
                let path = &self.project.file(id.file).path;
                (
                    names_other_system(path),
                    std::cmp::Reverse(common_directories(home, path)),
                )
            });
        }
        defs
    }

    /// True for a definition that stands beside those already chosen: each is the one that is built, under other
    /// conditions. So are two of one file (the branches of an `#if`), and those for other systems.
    pub(super) fn is_alternative(&self, id: DefId, chosen: &[DefId]) -> bool {
        self.is_textual(self.file)
            && chosen.first().is_some_and(|first| {
                let both = (self.project.def(id).kind, self.project.def(*first).kind);
                let functions = both.0 == both.1 || both.0 != NodeKind::Macro;
                functions && (first.file == id.file || names_other_system(&self.project.file(id.file).path))
            })
    }

    /// All are definitions of one function.
    pub(super) fn are_alternatives(&self, chosen: &[DefId]) -> bool {
        let [first, rest @ ..] = chosen else { return false };
        !rest.is_empty()
            && self.is_textual(first.file)
            && (!self.project.language(*first).semantics.overloads || {
                let shape = self.shape(*first);
                rest.iter().all(|id| self.shape(*id) == shape)
            })
    }

    /// The type written where a value is declared is a pointer: what is known of the value is what it points to.
    pub(super) fn is_pointer(&self, file: u32, value: ExprIx) -> bool {
        let extraction = &self.project.file(file).extraction;
        let points = |file: u32, ty: TypeIx| matches!(self.project.file(file).extraction.ty(ty).kind, Type::Pointer(_));
        let node = extraction.expr(value);
        match &node.kind {
            Expr::This => true,
            Expr::Name(name) => match self.lookup(file, node.scope, node.at, *name) {
                Found::Binding(ix) => points(file, extraction.binding(ix).ty),
                Found::Defs(defs, _) => defs.first().is_some_and(|id| points(id.file, self.project.def(*id).ty)),
                _ => false,
            },
            Expr::Member { base, name } => {
                match self.member(&self.infer(file, *base), self.project.file(file).sym(*name)) {
                    Member::Defs { defs, .. } => {
                        defs.first().is_some_and(|id| points(id.file, self.project.def(*id).ty))
                    }
                    _ => false,
                }
            }
            Expr::Cast { ty, .. } => points(file, *ty),
            _ => false,
        }
    }

    /// A constructor's initialiser for a field that is a pointer or a value of a library's: no object of the project's is
    /// made there, whatever the pointer leads to.
    pub(super) fn makes_no_object(&self, file: u32, ty: TypeIx) -> bool {
        let extraction = &self.project.file(file).extraction;
        let Type::Of(value) = extraction.ty(ty).kind else {
            return false;
        };
        let node = extraction.expr(value);
        let Expr::Name(name) = &node.kind else { return false };
        let Found::Defs(defs, _) = self.lookup(file, node.scope, node.at, *name) else {
            return false;
        };
        defs.iter().all(|id| {
            let def = self.project.def(*id);
            let written = &self.project.file(id.file).extraction.ty(def.ty).kind;
            !def.kind.is_type() && !matches!(written, Type::Named { .. })
        })
    }
}

/// Both functions, both variables, both types.
fn same_sort(a: NodeKind, b: NodeKind) -> bool {
    let sort = |kind: NodeKind| (kind.is_callable(), kind.is_type());
    sort(a) == sort(b)
}

/// A path that says that its code is for a system with a program interface of its own.
fn names_other_system(path: &str) -> bool {
    path.split(|c: char| !c.is_ascii_alphabetic()).any(|word| {
        matches!(
            word.to_ascii_lowercase().as_str(),
            "win"
                | "windows"
                | "winnt"
                | "msvc"
                | "mingw"
                | "cygwin"
                | "darwin"
                | "macos"
                | "osx"
                | "mac"
                | "apple"
                | "ios"
                | "freebsd"
                | "openbsd"
                | "netbsd"
                | "dragonfly"
                | "bsd"
                | "solaris"
                | "sunos"
                | "aix"
                | "hpux"
                | "irix"
                | "zos"
                | "android"
                | "fuchsia"
                | "haiku"
                | "emscripten"
                | "wasm"
                | "vms"
                | "amiga"
                | "cray"
                | "hurd"
                | "ibmi"
                | "qnx"
        )
    })
}

fn common_directories(a: &str, b: &str) -> usize {
    a.split('/').zip(b.split('/')).take_while(|(x, y)| x == y).count()
}

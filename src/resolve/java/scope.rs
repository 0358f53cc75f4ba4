//! Which method a bare name means: methods have a name space of their own, which locals and fields do not hide.

use std::sync::Arc;

use crate::graph::Resolution;
use crate::lang::extraction::{Name, ScopeIx, ScopeKind};
use crate::resolve::infer::{Callee, Resolver};
use crate::resolve::lookup::Found;
use crate::resolve::members::Member;
use crate::resolve::project::Entry;
use crate::resolve::symbols::{DefId, Sym};
use crate::resolve::ty::Ty;

impl Resolver<'_> {
    /// What `name(..)` calls: a method of the innermost class around that has one of this name (JLS 15.12.1), else what is
    /// imported statically, else what a class around inherits from the library.
    pub(in crate::resolve) fn java_callee(&self, file: u32, scope: ScopeIx, name: Name) -> Callee {
        let data = self.project.file(file);
        let sym = data.sym(name);
        let mut outside: Option<Ty> = None;
        let mut next = Some(scope);
        while let Some(here) = next {
            let region = data.extraction.scope(here);
            next = region.parent;
            if region.kind != ScopeKind::Type {
                continue;
            }
            let Some(class) = self.enclosing_type(file, here) else {
                continue;
            };
            match self.member(&class, sym) {
                Member::Defs { defs, on, inherited } => {
                    let how = match inherited {
                        true => Resolution::Hierarchy,
                        false => Resolution::Exact,
                    };
                    if let Some(found) = self.methods_among(defs, on, how) {
                        return found;
                    }
                }
                // It may come from the library; a class further out may declare it all the same.
                Member::External(_) => {
                    outside.get_or_insert(class);
                }
                _ => {}
            }
        }
        if let Some(found) = self.imported_method(file, name, sym) {
            return found;
        }
        // What is declared nowhere comes from the library: from `Object` at least, or by a wildcard.
        let on = outside
            .or_else(|| self.enclosing_type(file, scope))
            .unwrap_or(Ty::Unknown);
        Callee::Value(Ty::LibraryMember(Arc::new(on), sym))
    }

    fn methods_among(&self, mut defs: Vec<DefId>, on: Ty, how: Resolution) -> Option<Callee> {
        defs.retain(|id| self.project.def(*id).kind.is_callable());
        (!defs.is_empty()).then_some(Callee::Functions { defs, on, how })
    }

    fn imported_method(&self, file: u32, name: Name, sym: Sym) -> Option<Callee> {
        let entries = self.project.file(file).scopes.get(&(ScopeIx::FILE, name));
        let mut defs = Vec::new();
        let mut library = None;
        // Several imports of one name bring the overloads of several classes.
        for entry in entries.into_iter().flatten() {
            let Entry::Import(ix) = entry else { continue };
            match self.import(file, *ix, 0) {
                Found::Defs(found, _) => defs.extend(found),
                Found::Value(Ty::External(_), _) => library = Some(*ix),
                _ => {}
            }
        }
        if let (true, Some(ix)) = (defs.is_empty(), library) {
            let extraction = &self.project.file(file).extraction;
            let path = extraction.name(extraction.imports[ix as usize].module);
            let class = path
                .rsplit('.')
                .next()
                .and_then(|class| self.project.symbols.get(class));
            let on = class.map_or_else(|| self.java_unnamed(), Ty::External);
            return Some(Callee::Value(Ty::LibraryMember(Arc::new(on), sym)));
        }
        if defs.is_empty()
            && let Found::Defs(found, _) = self.wildcards(file, ScopeIx::FILE, sym, 0)
        {
            defs = found;
        }
        self.methods_among(defs, Ty::Unknown, Resolution::Import)
    }
}

//! What is Rust's own in resolution: macros, choice among the members of one name, traits beside the type.

use super::infer::Resolver;
use super::modules::cargo_root;
use super::symbols::{DefId, Sym};
use crate::graph::{NodeKind, Resolution, Visibility};
use crate::lang::extraction::{DefIx, ScopeIx};

impl Resolver<'_> {
    /// The macros that an invocation can mean. They are seen by their place in the text, then in the whole crate, then
    /// where other crates export them. Several of one name in one crate are alternatives under different conditions.
    pub(super) fn macros_named(&self, file: u32, scope: ScopeIx, at: u32, sym: Sym) -> (Vec<DefId>, Resolution) {
        let ids = self.project.macros.get(&sym).map(Vec::as_slice).unwrap_or_default();
        let is_macro = |id: &&DefId| self.project.def(**id).kind == NodeKind::Macro;
        let around = |id: &&DefId| {
            let def = self.project.def(**id);
            id.file == file && def.start < at && def.parent != DefIx::FILE && self.is_inside(file, scope, def.within)
        };
        if let Some(local) = ids.iter().filter(is_macro).filter(around).next_back() {
            return (vec![*local], Resolution::Exact);
        }
        let modules = &self.project.modules;
        let root_of = |file: u32| cargo_root(modules, self.project.file(file).module);
        let here = root_of(file);
        let own = ids.iter().filter(is_macro).filter(|id| root_of(id.file) == here);
        let own: Vec<DefId> = own.copied().collect();
        if !own.is_empty() {
            return (own, Resolution::Exact);
        }
        let exported = ids.iter().filter(is_macro);
        let exported = exported.filter(|id| self.project.def(**id).visibility == Visibility::Public);
        (exported.copied().collect(), Resolution::Import)
    }

    /// Whether a scope is another one or lies in it.
    fn is_inside(&self, file: u32, scope: ScopeIx, outer: ScopeIx) -> bool {
        let extraction = &self.project.file(file).extraction;
        let mut next = Some(scope);
        while let Some(here) = next {
            if here == outer {
                return true;
            }
            next = extraction.scope(here).parent;
        }
        false
    }
}

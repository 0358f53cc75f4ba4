//! What is Rust's own in resolution: macros, choice among members of one name, traits for types from outside.

use std::sync::Arc;

use super::infer::{Callee, Resolver};
use super::members::Member;
use super::modules::cargo_root;
use super::project::index;
use super::symbols::{DefId, Sym};
use super::ty::Ty;
use crate::graph::{NodeFlags, NodeKind, Resolution, Visibility};
use crate::lang::dump::type_text;
use crate::lang::extraction::{DefIx, Expr, ExprIx, ScopeIx, Type, TypeIx};

/// In which block a member stands: the trait that the block implements and the trait's arguments as they are written,
/// nothing for the type's own. Members of one name in one such place are alternatives under different conditions (`#[cfg]`).
type Place = Option<(Ty, String)>;

/// Longest chain of dereferences.
const MAX_DEREF: u8 = 4;

impl Resolver<'_> {
    // --- macros -------------------------------------------------------------------------------------------------

    /// The macros that an invocation can mean. They are seen by their place in the text, then in the whole crate, then
    /// where other crates export them. Several of one name in one crate are alternatives under different conditions.
    pub(super) fn macros_named(&self, file: u32, scope: ScopeIx, at: u32, sym: Sym) -> (Vec<DefId>, Resolution) {
        let ids = self.project.macros.get(&sym).map(Vec::as_slice).unwrap_or_default();
        let is_macro = |id: &&DefId| self.project.def(**id).kind == NodeKind::Macro;
        let around = |id: &&DefId| {
            let def = self.project.def(**id);
            id.file == file && def.start < at && def.parent != DefIx::FILE && self.is_inside(file, scope, def.within)
        };
        if let Some(local) = ids.iter().filter(is_macro).rfind(around) {
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

    // --- impl blocks --------------------------------------------------------------------------------------------

    /// The project's type to which an impl block gives members. What it gives to a library's type (`impl T for Box<X>`) or
    /// to all types with a bound (`impl<T: A> B for T`) belongs to none of the project's.
    pub(super) fn impl_owner(&self, file: u32, ty: TypeIx) -> Option<DefId> {
        let node = self.project.file(file).extraction.ty(ty);
        let named = match &node.kind {
            Type::Pointer(inner) => return self.impl_owner(file, *inner),
            // Without its arguments, a library's wrapper is not taken for what it wraps.
            Type::Named { root, path, .. } => self.named(file, node.scope, node.at, *root, path, Vec::new()),
            _ => self.lower(file, ty),
        };
        match named {
            Ty::Instance(def, _) | Ty::Static(def, _) => Some(def),
            _ => None,
        }
    }

    /// Where a member stands.
    fn place(&self, id: DefId) -> Place {
        let def = self.project.def(id);
        let block = self.impl_of_scope(id.file, def.within)?;
        if block.of.is_none() {
            return None;
        }
        let extraction = &self.project.file(id.file).extraction;
        let args = match &extraction.ty(block.of).kind {
            Type::Named { args, .. } => args.iter().map(|arg| type_text(extraction, *arg, 0)).collect(),
            _ => String::new(),
        };
        Some((self.lower(id.file, block.of), args))
    }

    /// Of members of one name those that a call can mean. A type's own come before those of traits; those of several traits,
    /// or of one trait with several arguments (`From<A>`, `From<B>`), are told apart by the arguments of the call.
    pub(super) fn choose_member(&self, defs: &[DefId], args: &[Ty]) -> Vec<DefId> {
        let mut chosen = Vec::new();
        for owner in self.owners_of(defs) {
            let of_owner: Vec<DefId> = defs
                .iter()
                .copied()
                .filter(|id| self.project.container(*id) == owner)
                .collect();
            let own: Vec<DefId> = of_owner
                .iter()
                .copied()
                .filter(|id| self.place(*id).is_none())
                .collect();
            if !own.is_empty() {
                chosen.extend(own);
                continue;
            }
            let fits: Vec<(Option<i32>, DefId)> = of_owner.iter().map(|id| (self.fit_call(*id, args), *id)).collect();
            let best = fits.iter().filter_map(|(fit, _)| *fit).max();
            chosen.extend(
                fits.into_iter()
                    .filter(|(fit, _)| best.is_none() || *fit == best)
                    .map(|(_, id)| id),
            );
        }
        chosen
    }

    fn owners_of(&self, defs: &[DefId]) -> Vec<Option<DefId>> {
        let mut owners: Vec<Option<DefId>> = Vec::new();
        for id in defs {
            let owner = self.project.container(*id);
            if !owners.contains(&owner) {
                owners.push(owner);
            }
        }
        owners
    }

    /// How well arguments fit; a method called by its path has its receiver among them.
    fn fit_call(&self, id: DefId, args: &[Ty]) -> Option<i32> {
        let def = self.project.def(id);
        let by_path = !def.flags.contains(NodeFlags::STATIC) && args.len() == def.params.len() + 1;
        self.fit(id, if by_path { &args[1..] } else { args })
    }

    /// How many of the chosen members exclude each other: those of different places do, while alternatives under different
    /// conditions are all meant, each in its own build.
    pub(super) fn rivals(&self, chosen: &[DefId]) -> usize {
        let mut most = 1;
        for owner in self.owners_of(chosen) {
            let mut places: Vec<Place> = Vec::new();
            for id in chosen.iter().filter(|id| self.project.container(**id) == owner) {
                let place = self.place(*id);
                if !places.contains(&place) {
                    places.push(place);
                }
            }
            most = most.max(places.len());
        }
        most
    }

    // --- traits -------------------------------------------------------------------------------------------------

    /// What `Trait::member(value)` means: the member of the value's own type, where that is known.
    pub(super) fn member_by_trait(&self, defs: Vec<DefId>, first: Option<&Ty>) -> Vec<DefId> {
        let Some(receiver @ Ty::Instance(own, _)) = first else {
            return defs;
        };
        let is_of_trait = |id: &DefId| {
            self.project
                .container(*id)
                .is_some_and(|owner| owner != *own && self.project.def(owner).kind == NodeKind::Trait)
        };
        let Some(of_trait) = defs.first().copied().filter(is_of_trait) else {
            return defs;
        };
        let trait_def = self.project.container(of_trait);
        let name = self.project.file(of_trait.file).sym(self.project.def(of_trait).name);
        let Member::Defs { defs: found, .. } = self.member(receiver, name) else {
            return defs;
        };
        let implements = |id: &DefId| match self.place(*id) {
            Some((Ty::Instance(of, _), _)) => Some(of) == trait_def,
            _ => false,
        };
        let found: Vec<DefId> = found.into_iter().filter(implements).collect();
        if found.is_empty() { defs } else { found }
    }

    /// What a type is dereferenced to, by its own implementation of `Deref`.
    pub(super) fn deref_target(&self, def: DefId, ty: &Ty) -> Option<Ty> {
        if self.project.language(def).semantics.family != "rust" {
            return None;
        }
        let sym = self.project.symbols.get("deref")?;
        let method = *self.project.members.get(&def)?.get(&sym)?.first()?;
        self.place(method)?;
        let target = self.substitute_member(&self.def_type(method), method, ty);
        let same = matches!(&target, Ty::Instance(other, _) if *other == def);
        (!same && !target.is_unknown()).then_some(target)
    }

    /// A member of what a value is dereferenced to.
    pub(super) fn member_behind(&self, target: &Ty, name: Sym) -> Option<(Vec<DefId>, Ty, bool)> {
        // Two types can be dereferenced to each other.
        let steps = self.dereferenced.get();
        if steps >= MAX_DEREF {
            return None;
        }
        self.dereferenced.set(steps + 1);
        let found = self.member(target, name);
        self.dereferenced.set(steps);
        match found {
            Member::Defs { defs, on, .. } => Some((defs, on, true)),
            _ => None,
        }
    }

    /// A value as the library sees it: an iterator of the project's as a list of what it gives, and what is dereferenced to a
    /// library's type as that.
    fn seen_by_library(&self, receiver: Ty) -> Ty {
        let Ty::Instance(def, _) = &receiver else {
            return receiver;
        };
        if let Some(target) = self.deref_target(*def, &receiver) {
            return target;
        }
        let next = self.project.symbols.get("next");
        let method = next.and_then(|next| self.project.members.get(def)?.get(&next)?.first().copied());
        match method {
            Some(method) if self.place(method).is_some() => {
                let item = self.substitute_member(&self.def_type(method), method, &receiver);
                Ty::list(item.inside())
            }
            _ => receiver,
        }
    }

    /// What a member means that is none of the receiver's own: one of a project's trait, else of the library, as what is
    /// derived or what a library's trait gives to a type of the project.
    pub(super) fn called_from_outside(&self, file: u32, callee: ExprIx, receiver: Ty, found: Member) -> Callee {
        let data = self.project.file(file);
        let node = data.extraction.expr(callee);
        let (Expr::Member { name, .. } | Expr::Scoped { name, .. }) = node.kind else {
            return Callee::Unknown;
        };
        let sym = data.sym(name);
        let common = data
            .language
            .semantics
            .common_members
            .contains(&data.extraction.name(name));
        if !common
            && !matches!(receiver, Ty::Module(_))
            && let Some(defs) = self.extension(file, node.scope, &receiver, sym)
        {
            return Callee::Functions {
                defs,
                on: receiver,
                how: Resolution::Hierarchy,
            };
        }
        match (found, &receiver) {
            (Member::External(library), Ty::External(_)) => match self.last_name(file, callee) {
                Some(owner) => Callee::Value(Ty::LibraryMember(Arc::new(Ty::External(owner)), sym)),
                None => Callee::External(library),
            },
            (Member::Missing, Ty::Module(_)) => Callee::Missing,
            _ => Callee::Value(Ty::LibraryMember(Arc::new(self.seen_by_library(receiver)), sym)),
        }
    }

    /// The crate to which a callee from outside belongs: the one with which its path begins, else the standard library.
    pub(super) fn crate_of(&self, callee: ExprIx) -> String {
        let data = self.project.file(self.file);
        let semantics = &data.language.semantics;
        if let Expr::Scoped { base, .. } = data.extraction.expr(callee).kind
            && let Ty::External(library) = self.infer(self.file, base)
        {
            let text = self.project.symbols.text(library);
            if !semantics.prelude.contains(&text) {
                return text.to_owned();
            }
        }
        semantics.library.to_owned()
    }

    /// The last name of a path before its last one: `Vec` of `Vec::new`, `mem` of `std::mem::take`.
    fn last_name(&self, file: u32, callee: ExprIx) -> Option<Sym> {
        let data = self.project.file(file);
        let Expr::Scoped { base, .. } = data.extraction.expr(callee).kind else {
            return None;
        };
        match data.extraction.expr(base).kind {
            Expr::Name(name) | Expr::Scoped { name, .. } => Some(data.sym(name)),
            _ => None,
        }
    }

    /// A method of a project's trait that a value has though its type does not list it: the type is a library's, or the
    /// trait is implemented for all types with a bound. The trait must be in scope where the call stands.
    pub(super) fn extension(&self, file: u32, scope: ScopeIx, receiver: &Ty, name: Sym) -> Option<Vec<DefId>> {
        let ids = self.project.callables.get(&name)?;
        let in_traits = ids.iter().copied().filter(|id| {
            let owner = self.project.container(*id);
            owner.is_some_and(|owner| {
                self.project.def(owner).kind == NodeKind::Trait && self.trait_in_scope(file, scope, owner)
            })
        });
        let declared: Vec<DefId> = in_traits.collect();
        let [declared] = declared.as_slice() else { return None };
        let trait_def = self.project.container(*declared)?;
        // The block for the very type, if there is one; else the trait's own method stands for all.
        let blocks = self
            .project
            .trait_impls
            .get(&trait_def)
            .map(Vec::as_slice)
            .unwrap_or_default();
        let fitting = blocks.iter().filter(|(home, block)| {
            let block = &self.project.file(*home).extraction.impls[*block as usize];
            same_head(&self.lower(*home, block.ty), receiver)
        });
        let found: Vec<DefId> = fitting
            .filter_map(|(home, block)| self.member_of_block(*home, *block, name))
            .collect();
        Some(if found.is_empty() { vec![*declared] } else { found })
    }

    fn member_of_block(&self, file: u32, block: u32, name: Sym) -> Option<DefId> {
        let data = self.project.file(file);
        let scope = data.extraction.impls[block as usize].scope;
        let fits = |def: &crate::lang::extraction::Def| def.within == scope && data.sym(def.name) == name;
        let place = data.extraction.defs.iter().position(fits)?;
        Some(DefId {
            file,
            def: DefIx(index(place)),
        })
    }

    /// Whether a trait's methods can be called from a scope: it is named there, imported or defined around it.
    fn trait_in_scope(&self, file: u32, scope: ScopeIx, trait_def: DefId) -> bool {
        let data = self.project.file(file);
        let name = self.project.name(trait_def);
        if let Some(name) = data.extraction.names.iter().position(|known| known == name) {
            let name = crate::lang::extraction::Name(index(name));
            if let super::lookup::Found::Defs(defs, _) = self.lookup(file, scope, u32::MAX, name) {
                return defs.contains(&trait_def);
            }
        }
        // `use Trait as _`.
        data.extraction.imports.iter().any(|import| {
            import.item.is_some_and(|item| data.extraction.name(item) == name)
                && import.local.is_some_and(|local| data.extraction.name(local) == "_")
        })
    }
}

/// Whether two types are of one kind, their arguments aside.
fn same_head(left: &Ty, right: &Ty) -> bool {
    match (left, right) {
        (Ty::Instance(a, _), Ty::Instance(b, _)) => a == b,
        (Ty::External(a), Ty::External(b)) => a == b,
        (Ty::Literal(a), Ty::Literal(b)) => a == b,
        (Ty::List(_), Ty::List(_))
        | (Ty::Map(_), Ty::Map(_))
        | (Ty::Optional(_), Ty::Optional(_))
        | (Ty::Result(_), Ty::Result(_))
        | (Ty::Tuple(_), Ty::Tuple(_)) => true,
        _ => false,
    }
}

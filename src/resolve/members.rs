//! Members of types, inherited ones too, and what type arguments make of them.

use rustc_hash::FxHashSet as HashSet;

use super::infer::Resolver;
use super::symbols::{DefId, Sym};
use super::ty::Ty;
use crate::graph::NodeKind;
use crate::lang::extraction::{BindingIx, Expr, ExprIx, ScopeIx};

/// Where a member was found.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Member {
    /// Definitions of the project, on this receiver (the supertype's instance where inherited).
    Defs { defs: Vec<DefId>, on: Ty, inherited: bool },
    /// It belongs to a library: the receiver does, or a supertype of it.
    External(Option<Sym>),
    /// A name of a module or another value.
    Value(Ty),
    /// The receiver is the project's, all of its supertypes are known, and it has no such member.
    Missing,
    /// Nothing is known of the receiver.
    Unknown,
}

/// Longest chain of bounds of type parameters that is followed: they can name each other in circles.
pub(super) const MAX_BOUNDS: u32 = 6;

/// Longest chain of supertypes.
const MAX_SUPERS: usize = 200;

impl Resolver<'_> {
    /// A member of a type or container by name, own before inherited, and whether it is inherited. Where the language has
    /// overloads, inherited ones of the same name come along.
    pub(super) fn members_of(&self, owner: DefId, name: Sym) -> Option<(Vec<DefId>, bool)> {
        match self.member(&Ty::instance(owner), name) {
            Member::Defs { defs, inherited, .. } => Some((defs, inherited)),
            _ => None,
        }
    }

    /// A member of a value.
    pub(super) fn member(&self, ty: &Ty, name: Sym) -> Member {
        match ty {
            Ty::Instance(def, _) | Ty::Static(def, _) => self.member_of_type(*def, ty, name),
            Ty::Module(module) => match self.in_module(self.file, *module, name, 0) {
                super::lookup::Found::Defs(defs, _) => Member::Defs {
                    defs,
                    on: ty.clone(),
                    inherited: false,
                },
                super::lookup::Found::Value(value, _) => Member::Value(value),
                // A package of the project's may hold others that are not.
                _ if self.project.modules.get(*module).is_package() => Member::External(None),
                _ => Member::Missing,
            },
            Ty::External(library) => Member::External(Some(*library)),
            Ty::Literal(_) | Ty::List(_) | Ty::Map(_) | Ty::Tuple(_) | Ty::FunctionType(..) | Ty::LibraryMember(..) => {
                Member::External(None)
            }
            Ty::Lambda(..) | Ty::Library(..) => Member::External(None),
            Ty::Function(defs, _) => {
                let found = defs.iter().find_map(|def| {
                    let members = self.project.members.get(def)?.get(&name)?;
                    Some(Member::Defs {
                        defs: members.clone(),
                        on: ty.clone(),
                        inherited: false,
                    })
                });
                found.unwrap_or(Member::External(None))
            }
            Ty::Result(_) => Member::External(None),
            Ty::Optional(inner) => {
                // A C++ smart pointer or optional is gone through with an arrow, which takes what is inside first.
                if matches!(self.family(), "rust" | "c") {
                    Member::External(None)
                } else {
                    self.member(inner, name)
                }
            }
            Ty::Param(file, binding) => {
                let bounds = self.project.file(*file).extraction.binding(*binding).ty;
                if bounds.is_none() || self.bounds.get() >= MAX_BOUNDS {
                    return Member::Unknown;
                }
                self.bounds.set(self.bounds.get() + 1);
                let found = match self.lower(*file, bounds) {
                    Ty::Param(..) | Ty::Unknown => Member::Unknown,
                    bound => self.member(&bound, name),
                };
                self.bounds.set(self.bounds.get() - 1);
                found
            }
            Ty::Any(types) => {
                let mut all: Vec<DefId> = Vec::new();
                let mut first = None;
                let mut any_inherited = false;
                let mut other = Member::Unknown;
                for one in types.iter() {
                    match self.member(one, name) {
                        Member::Defs { defs, on, inherited } => {
                            first.get_or_insert(on);
                            any_inherited |= inherited;
                            for def in defs {
                                if !all.contains(&def) {
                                    all.push(def);
                                }
                            }
                        }
                        Member::Unknown => {}
                        found => other = found,
                    }
                }
                match first {
                    Some(on) => Member::Defs {
                        defs: all,
                        on,
                        inherited: any_inherited,
                    },
                    None => other,
                }
            }
            Ty::Unknown => Member::Unknown,
        }
    }

    /// Depth first, left to right, as the languages with several supertypes do it, roughly.
    fn member_of_type(&self, def: DefId, ty: &Ty, name: Sym) -> Member {
        let overloads = self.project.language(def).semantics.overloads;
        let mut seen: HashSet<DefId> = HashSet::default();
        let mut pending: Vec<(DefId, Ty, bool)> = vec![(def, ty.clone(), false)];
        let mut found: Option<(Vec<DefId>, Ty, bool)> = None;
        let mut outside: Option<Option<Sym>> = None;
        let mut all_known = true;
        while let Some((owner, on, inherited)) = pending.pop() {
            if !seen.insert(owner) || seen.len() > MAX_SUPERS {
                continue;
            }
            let ids = self.project.members.get(&owner).and_then(|members| members.get(&name));
            if let Some(ids) = ids.filter(|ids| !self.are_constructors(owner, name, ids)) {
                match &mut found {
                    None => found = Some((ids.clone(), on.clone(), inherited)),
                    Some((defs, ..)) => {
                        defs.extend(ids.iter().filter(|id| !defs.contains(id)).copied().collect::<Vec<_>>())
                    }
                }
                if !overloads {
                    break;
                }
            }
            // An alias is what it stands for.
            let alias = self.project.def(owner);
            if alias.kind == NodeKind::TypeAlias && !alias.ty.is_none() {
                match self.lower(owner.file, alias.ty) {
                    Ty::Instance(target, args) => pending.push((target, Ty::Instance(target, args), inherited)),
                    Ty::Any(types) => {
                        for one in types.iter() {
                            if let Ty::Instance(target, _) = one {
                                pending.push((*target, one.clone(), inherited));
                            }
                        }
                    }
                    Ty::External(library) => outside = Some(Some(library)),
                    _ => all_known = false,
                }
            }
            let parents = self.project.parents.get(&owner).map(Vec::as_slice).unwrap_or_default();
            for parent in parents.iter().rev() {
                match parent {
                    Ty::Instance(up, _) | Ty::Static(up, _) => {
                        let on = self.substitute(parent, owner, &on);
                        pending.push((*up, on, true));
                    }
                    Ty::External(library) => outside = Some(Some(*library)),
                    Ty::Unknown => all_known = false,
                    _ => outside = outside.or(Some(None)),
                }
            }
        }
        if found.is_none()
            && let Some(target) = self.deref_target(def, ty)
        {
            found = self.member_behind(&target, name);
        }
        match (found, outside) {
            (Some((defs, on, inherited)), _) => Member::Defs { defs, on, inherited },
            (None, Some(library)) => Member::External(library),
            (None, None) if all_known => Member::Missing,
            (None, None) => Member::Unknown,
        }
    }

    /// Constructors bear the name of their type and are no members that a name could mean.
    fn are_constructors(&self, owner: DefId, name: Sym, ids: &[DefId]) -> bool {
        self.project.file(owner.file).sym(self.project.def(owner).name) == name
            && ids.iter().all(|id| {
                self.project
                    .def(*id)
                    .flags
                    .contains(crate::graph::NodeFlags::CONSTRUCTOR)
            })
    }

    /// The direct supertypes of a value's type, as values.
    pub(super) fn supers_of(&self, ty: &Ty) -> Vec<Ty> {
        let (Ty::Instance(def, _) | Ty::Static(def, _)) = ty else {
            return Vec::new();
        };
        let parents = self.project.parents.get(def).map(Vec::as_slice).unwrap_or_default();
        parents.iter().map(|parent| self.substitute(parent, *def, ty)).collect()
    }

    /// Puts the type arguments of a receiver in place of the parameters of its type.
    pub(super) fn substitute(&self, ty: &Ty, owner: DefId, receiver: &Ty) -> Ty {
        let (Ty::Instance(_, args) | Ty::Static(_, args)) = receiver else {
            return ty.clone();
        };
        if args.is_empty() {
            return ty.clone();
        }
        let params = &self.project.def(owner).type_params;
        let map: Vec<((u32, BindingIx), Ty)> = params
            .iter()
            .zip(args.iter())
            .map(|(param, arg)| ((owner.file, *param), arg.clone()))
            .collect();
        replace(ty, &map, 0)
    }

    /// The same for what a member gives: the parameters may be those of the block in which the member stands.
    pub(super) fn substitute_member(&self, ty: &Ty, member: DefId, receiver: &Ty) -> Ty {
        let (Ty::Instance(owner, args) | Ty::Static(owner, args)) = receiver else {
            return ty.clone();
        };
        if args.is_empty() {
            return ty.clone();
        }
        let within = self.project.def(member).within;
        if let Some(block) = self.impl_of_scope(member.file, within)
            && let Ty::Instance(_, written) = self.lower(member.file, block.ty)
        {
            let map: Vec<((u32, BindingIx), Ty)> = written
                .iter()
                .zip(args.iter())
                .filter_map(|(written, arg)| match written {
                    Ty::Param(file, binding) => Some(((*file, *binding), arg.clone())),
                    _ => None,
                })
                .collect();
            return replace(ty, &map, 0);
        }
        self.substitute(ty, *owner, receiver)
    }

    /// What an alias with type parameters stands for, with these arguments or its defaults in their place.
    pub(super) fn applied_alias(&self, defs: &[DefId], args: &[Ty]) -> Option<Ty> {
        let id = *defs.first()?;
        let def = self.project.def(id);
        if def.kind != NodeKind::TypeAlias || def.type_params.is_empty() {
            return None;
        }
        let data = self.project.file(id.file);
        let map: Vec<((u32, BindingIx), Ty)> = def
            .type_params
            .iter()
            .enumerate()
            .map(|(place, param)| {
                let default = data.extraction.binding(*param).value;
                let given = args
                    .get(place)
                    .cloned()
                    .unwrap_or_else(|| self.default_type(id.file, default));
                ((id.file, *param), given)
            })
            .collect();
        match replace(&self.lower(id.file, def.ty), &map, 0) {
            Ty::Unknown => None,
            applied => Some(applied),
        }
    }

    /// The default of a type parameter.
    fn default_type(&self, file: u32, default: ExprIx) -> Ty {
        match self.project.file(file).extraction.expr(default).kind {
            Expr::Type(ty) => self.lower(file, ty),
            _ => Ty::Unknown,
        }
    }

    /// The impl block that a scope is the inside of.
    pub(super) fn impl_of_scope(&self, file: u32, scope: ScopeIx) -> Option<&crate::lang::extraction::Impl> {
        let data = self.project.file(file);
        let ix = data.impls.get(&scope)?;
        data.extraction.impls.get(*ix as usize)
    }
}

/// Replaces type parameters.
pub(super) fn replace(ty: &Ty, map: &[((u32, BindingIx), Ty)], depth: u8) -> Ty {
    if map.is_empty() || depth > 8 {
        return ty.clone();
    }
    let sub = |ty: &Ty| replace(ty, map, depth + 1);
    match ty {
        Ty::Param(file, binding) => {
            let found = map.iter().find(|((of, param), _)| of == file && param == binding);
            found.map_or_else(|| ty.clone(), |(_, arg)| arg.clone())
        }
        Ty::Instance(def, args) => Ty::Instance(*def, args.iter().map(sub).collect()),
        Ty::Static(def, args) => Ty::Static(*def, args.iter().map(sub).collect()),
        Ty::Library(name, args) => Ty::Library(*name, args.iter().map(sub).collect()),
        Ty::List(of) => Ty::list(sub(of)),
        Ty::Map(of) => Ty::Map(std::sync::Arc::new((sub(&of.0), sub(&of.1)))),
        Ty::Optional(of) => Ty::optional(sub(of)),
        Ty::Result(of) => Ty::result(sub(&of.0), sub(&of.1)),
        Ty::Tuple(of) => Ty::Tuple(of.iter().map(sub).collect()),
        Ty::Any(of) => Ty::any(of.iter().map(sub)),
        Ty::FunctionType(params, ret) => {
            Ty::FunctionType(params.iter().map(sub).collect(), std::sync::Arc::new(sub(ret)))
        }
        _ => ty.clone(),
    }
}

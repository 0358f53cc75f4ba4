//! What patterns say about the parts of enums.

use super::infer::Resolver;
use super::lookup::Found;
use super::members::Member;
use super::symbols::DefId;
use super::ty::Ty;
use crate::graph::NodeKind;
use crate::lang::extraction::{Expr, ExprIx, Type, TypeIx, Via};

impl Resolver<'_> {
    /// A part of a value that a pattern has found to be of an enum's member.
    pub(super) fn part_of_member(&self, file: u32, value: ExprIx, via: Via) -> Option<Ty> {
        let extraction = &self.project.file(file).extraction;
        let Expr::Cast { ty, value: whole } = extraction.expr(value).kind else {
            return None;
        };
        let member = self.enum_member(file, ty)?;
        let def = self.project.def(member);
        let written = match via {
            Via::Nth(place) => def.params.get(usize::from(place))?.ty,
            Via::Part(name) => {
                let sym = self.project.file(file).sym(name);
                let fields = self.project.members.get(&member)?.get(&sym)?;
                self.project.def(*fields.first()?).ty
            }
            _ => return None,
        };
        let owner = DefId {
            file: member.file,
            def: def.parent,
        };
        let part = self.lower(member.file, written);
        Some(self.substitute(&part, owner, &self.infer(file, whole)))
    }

    /// The member of an enum that a path names in the place of a type.
    fn enum_member(&self, file: u32, ty: TypeIx) -> Option<DefId> {
        let data = self.project.file(file);
        let node = data.extraction.ty(ty);
        let (owner, name) = match &node.kind {
            Type::Named { root: None, path, .. } if path.len() == 1 => {
                let Found::Defs(defs, _) = self.lookup(file, node.scope, node.at, path[0]) else {
                    return None;
                };
                return defs
                    .into_iter()
                    .find(|id| self.project.def(*id).kind == NodeKind::EnumMember);
            }
            Type::Named { root, path, .. } => {
                let (last, before) = path.split_last()?;
                let owner = match before {
                    [] => self.root_of(file, node.scope, &Expr::Root((*root)?)),
                    _ => self.named(file, node.scope, node.at, *root, before, Vec::new()),
                };
                (owner, *last)
            }
            Type::Projected { base, name } => (self.lower(file, *base), *name),
            _ => return None,
        };
        let Member::Defs { defs, .. } = self.member(&owner, data.sym(name)) else {
            return None;
        };
        defs.into_iter()
            .find(|id| self.project.def(*id).kind == NodeKind::EnumMember)
    }
}

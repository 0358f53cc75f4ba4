//! What macros by example give: their rules, with the types of the arguments in the place of the metavariables.

use super::infer::Resolver;
use super::lookup::Found;
use super::members::Member;
use super::symbols::{DefId, Sym};
use super::ty::Ty;
use crate::lang::extraction::{Expr, ExprIx};
use std::sync::Arc;

/// Deepest nesting of a rule's value that is followed.
const MAX_DEPTH: u8 = 16;

/// Most macros within each other that are followed.
const MAX_NESTED: usize = 3;

/// The types of the metavariables.
type Arguments<'a> = [(Sym, &'a Ty)];

impl Resolver<'_> {
    /// The value of a macro's use.
    pub(super) fn expansion(&self, file: u32, callee: ExprIx, args: &[Ty]) -> Ty {
        let data = self.project.file(file);
        let node = data.extraction.expr(callee);
        let (Expr::Name(name) | Expr::Scoped { name, .. }) = node.kind else {
            return Ty::Unknown;
        };
        let (macros, _) = self.macros_named(file, node.scope, node.at, data.sym(name));
        if macros.is_empty() {
            // `ready!(poll)` of the library and its relatives.
            let first = args
                .first()
                .filter(|_| matches!(data.extraction.name(name), "ready" | "task"));
            return first.map_or(Ty::Unknown, Ty::inside);
        }
        Ty::any(macros.into_iter().map(|id| self.expanded(id, args)))
    }

    fn expanded(&self, id: DefId, args: &[Ty]) -> Ty {
        // Macros often call themselves or each other with what is left of their arguments: nothing is gained by following.
        if self.expanding.borrow().len() >= MAX_NESTED || self.expanding.borrow().contains(&id) {
            return Ty::Unknown;
        }
        let def = self.project.def(id);
        let data = self.project.file(id.file);
        let params = def.params.iter().map(|param| data.sym(param.name));
        let given: Vec<(Sym, &Ty)> = params.zip(args).collect();
        self.expanding.borrow_mut().push(id);
        let ty = self.in_rule(id.file, def.value, &given, 0);
        self.expanding.borrow_mut().pop();
        ty
    }

    /// The type of an expression in a rule.
    fn in_rule(&self, file: u32, expr: ExprIx, given: &Arguments<'_>, depth: u8) -> Ty {
        if expr.is_none() || depth > MAX_DEPTH {
            return Ty::Unknown;
        }
        let data = self.project.file(file);
        let node = data.extraction.expr(expr);
        let deeper = |expr: ExprIx| self.in_rule(file, expr, given, depth + 1);
        match &node.kind {
            Expr::Name(name) if data.extraction.name(*name).starts_with('$') => {
                let sym = data.sym(*name);
                let found = given.iter().find(|(param, _)| *param == sym);
                found.map_or(Ty::Unknown, |(_, ty)| (*ty).clone())
            }
            Expr::Name(name) => match self.lookup(file, node.scope, node.at, *name) {
                Found::Binding(ix) => {
                    let binding = data.extraction.binding(ix);
                    match self.lower(file, binding.ty) {
                        Ty::Unknown => self.part(file, &deeper(binding.value), binding.via),
                        written => written,
                    }
                }
                _ => self.infer(file, expr),
            },
            Expr::Part { value, via } => self.part(file, &deeper(*value), *via),
            Expr::Either(values) => Ty::any(values.iter().map(|value| deeper(*value))),
            Expr::Unwrap(value) => deeper(*value).inside(),
            Expr::Await(value) => deeper(*value),
            Expr::Tuple(items) => Ty::Tuple(items.iter().map(|item| deeper(*item)).collect()),
            Expr::Expansion { callee, args } => {
                let args: Vec<Ty> = args.iter().map(|arg| deeper(*arg)).collect();
                self.expansion(file, *callee, &args)
            }
            Expr::Call { callee, args } => match &data.extraction.expr(*callee).kind {
                Expr::Member { base, name } => {
                    let on = deeper(*base);
                    match self.member(&on, data.sym(*name)) {
                        Member::Defs { defs, on, .. } => self.result_of(&defs, &on, file, args, &[]),
                        Member::External(_) => {
                            let member = Ty::LibraryMember(Arc::new(on), data.sym(*name));
                            self.value_result(file, &member, args)
                        }
                        _ => Ty::Unknown,
                    }
                }
                _ => self.infer(file, expr),
            },
            _ => self.infer(file, expr),
        }
    }
}

//! The walk itself: from a node's kind to its rule, from the rule to what is made.

use tree_sitter::Node;

use super::{Extractor, MAX_DEPTH, Rule, offset};
use crate::lang::extraction::{Expr, ExprIx, Literal, ReferenceKind, ScopeKind, Target};

impl<'t> Extractor<'t> {
    /// Visits a node: makes what its rule says and returns the expression that it is, [`ExprIx::NONE`] for statements.
    pub fn visit(&mut self, node: Node<'t>) -> ExprIx {
        if self.depth >= MAX_DEPTH {
            self.postponed.push((node, self.context));
            return ExprIx::NONE;
        }
        let quiet = std::mem::take(&mut self.quiet);
        self.depth += 1;
        let value = self.apply(self.table.rule(node.kind_id()), node, quiet);
        self.depth -= 1;
        value
    }

    /// Visits a node that is called or assigned to: its outermost name is no read.
    pub fn visit_quiet(&mut self, node: Node<'t>) -> ExprIx {
        self.quiet = true;
        let value = self.visit(node);
        self.quiet = false;
        value
    }

    /// Visits the child in a field, if it is there.
    pub fn visit_field(&mut self, node: Node<'t>, field: &'static str) -> ExprIx {
        match self.field(node, field) {
            Some(child) => self.visit(child),
            None => ExprIx::NONE,
        }
    }

    /// Visits a value that is handed on: a function named there is a callback, not merely read.
    pub fn visit_handed_on(&mut self, node: Node<'t>) -> ExprIx {
        let value = self.visit(node);
        if let Some(last) = self.out.references.last_mut()
            && last.kind == ReferenceKind::Read
            && last.target == Target::Expr(value)
        {
            last.kind = ReferenceKind::Callback;
        }
        value
    }

    /// Makes a call and its reference, and ties closures among the arguments to it. The site is the name's.
    pub fn call(&mut self, node: Node<'t>, callee: ExprIx, args: Vec<ExprIx>) -> ExprIx {
        let at = if callee.is_none() {
            offset(node.start_byte())
        } else {
            self.out.expr(callee).at
        };
        let call = self.expr_at(at, Expr::Call { callee, args });
        self.tie_lambdas(call);
        self.reference(ReferenceKind::Call, Target::Expr(call), at);
        call
    }

    /// Makes a construction and its reference.
    pub fn construct(&mut self, node: Node<'t>, ty: crate::lang::extraction::TypeIx, args: Vec<ExprIx>) -> ExprIx {
        let at = if ty.is_none() {
            offset(node.start_byte())
        } else {
            self.out.ty(ty).at
        };
        let new = self.expr_at(at, Expr::New { ty, args });
        self.tie_lambdas(new);
        self.reference(ReferenceKind::New, Target::Expr(new), at);
        new
    }

    /// Visits arguments, one expression for each (so that places are kept).
    pub fn arguments(&mut self, list: Node<'t>) -> Vec<ExprIx> {
        let children = self.children(list);
        children.into_iter().map(|child| self.visit_handed_on(child)).collect()
    }

    /// Makes a closure: `inside` binds the parameters, visits the body and returns them, the written return type, and the
    /// value of an expression body. Returned values are collected.
    pub fn lambda(
        &mut self,
        node: Node<'t>,
        inside: impl FnOnce(
            &mut Self,
        ) -> (
            Vec<crate::lang::extraction::BindingIx>,
            crate::lang::extraction::TypeIx,
            ExprIx,
        ),
    ) -> ExprIx {
        use crate::lang::extraction::{TypeIx, Via};
        let mut made = (Vec::new(), TypeIx::NONE, ExprIx::NONE);
        let mut scope = self.scope();
        let mut returned = self.collect_returns(|x| {
            x.in_scope(ScopeKind::Lambda, node, |x| {
                scope = x.scope();
                made = inside(x);
            });
        });
        let (params, ret, body) = made;
        returned.push(body);
        let body = self.either(node, returned);
        let lambda = self.expr(
            node,
            Expr::Lambda {
                scope,
                params: params.clone(),
                ret,
                body,
                call: ExprIx::NONE,
                arg: 0,
            },
        );
        for (place, param) in params.iter().enumerate() {
            let binding = &mut self.out.bindings[param.ix()];
            if binding.value.is_none() {
                binding.value = lambda;
                binding.via = Via::LambdaParam(u16::try_from(place).unwrap_or(u16::MAX));
            }
        }
        lambda
    }

    fn apply(&mut self, rule: Rule, node: Node<'t>, quiet: bool) -> ExprIx {
        match rule {
            Rule::Children => {
                self.visit_children(node);
                ExprIx::NONE
            }
            Rule::Skip => ExprIx::NONE,
            Rule::Custom(function) => {
                self.quiet = quiet;
                let value = function(self, node);
                self.quiet = false;
                value
            }
            Rule::Name => {
                let name = self.name_of(node);
                let value = self.expr(node, Expr::Name(name));
                self.read(value, quiet);
                value
            }
            Rule::This => self.expr(node, Expr::This),
            Rule::Super => self.expr(node, Expr::Super),
            Rule::Member { base, name } => {
                self.member(node, base, name, quiet, |base, name| Expr::Member { base, name })
            }
            Rule::Scoped { base, name } => {
                self.member(node, base, name, quiet, |base, name| Expr::Scoped { base, name })
            }
            Rule::Call { callee, arguments } => {
                let callee = match self.field(node, callee) {
                    Some(callee) => self.visit_quiet(callee),
                    None => ExprIx::NONE,
                };
                let args = match self.field(node, arguments) {
                    Some(list) => self.arguments(list),
                    None => Vec::new(),
                };
                self.call(node, callee, args)
            }
            Rule::New { ty, arguments } => {
                let named = self.field(node, ty);
                let ty = self.ty(named);
                let args = match self.field(node, arguments) {
                    Some(list) => self.arguments(list),
                    None => Vec::new(),
                };
                self.construct(node, ty, args)
            }
            Rule::Literal(literal) => {
                if literal == Literal::String {
                    // Interpolations hold expressions.
                    self.visit_children(node);
                }
                self.expr(node, Expr::Literal(literal))
            }
            Rule::Array => {
                let items = self
                    .children(node)
                    .into_iter()
                    .map(|child| self.visit_handed_on(child))
                    .collect();
                self.expr(node, Expr::Array(items))
            }
            Rule::Tuple => {
                let items = self
                    .children(node)
                    .into_iter()
                    .map(|child| self.visit_handed_on(child))
                    .collect();
                self.expr(node, Expr::Tuple(items))
            }
            Rule::Index { base, index } => {
                let base = self.visit_field(node, base);
                let index = self.visit_field(node, index);
                self.expr(node, Expr::Index { base, index })
            }
            Rule::Same(field) => {
                let Some(inner) = self.field(node, field) else {
                    return ExprIx::NONE;
                };
                self.quiet = quiet;
                self.visit(inner)
            }
            Rule::Await => {
                let value = self.visit_field(node, "");
                self.expr(node, Expr::Await(value))
            }
            Rule::Unwrap => {
                let value = self.visit_field(node, "");
                self.expr(node, Expr::Unwrap(value))
            }
            Rule::Cast { value, ty } => {
                let value = self.visit_field(node, value);
                let written = self.field(node, ty);
                let ty = self.ty(written);
                self.expr(node, Expr::Cast { ty, value })
            }
            Rule::Either(fields) => {
                let mut values = Vec::new();
                for child in self.children(node) {
                    let value = self.visit(child);
                    if fields
                        .iter()
                        .any(|field| self.field(node, field).is_some_and(|at| at.id() == child.id()))
                    {
                        values.push(value);
                    }
                }
                self.either(node, values)
            }
            Rule::Operator { op, left, right } => {
                let left = self.visit_field(node, left);
                let right = self.visit_field(node, right);
                self.expr(node, Expr::Operator { op, left, right })
            }
            Rule::Return => {
                if let Some(value) = self.field(node, "") {
                    let value = self.visit_handed_on(value);
                    self.returned(value);
                }
                ExprIx::NONE
            }
            Rule::Block => {
                self.in_scope(ScopeKind::Block, node, |x| x.visit_children(node));
                ExprIx::NONE
            }
            Rule::Type => {
                self.ty(Some(node));
                ExprIx::NONE
            }
        }
    }

    fn member(
        &mut self,
        node: Node<'t>,
        base: &'static str,
        name: &'static str,
        quiet: bool,
        make: impl FnOnce(ExprIx, crate::lang::extraction::Name) -> Expr,
    ) -> ExprIx {
        let base = self.visit_field(node, base);
        let Some(name_node) = self.field(node, name) else {
            return base;
        };
        let name = self.name_of(name_node);
        let value = self.expr(name_node, make(base, name));
        self.read(value, quiet);
        value
    }

    /// The reference of a name that is read, unless it is the target of a call or an assignment.
    pub fn read(&mut self, value: ExprIx, quiet: bool) {
        if !quiet {
            let at = self.out.expr(value).at;
            self.reference(ReferenceKind::Read, Target::Expr(value), at);
        }
    }

    /// True when the node that a custom function visits is called or assigned to; asking resets it.
    pub fn take_quiet(&mut self) -> bool {
        std::mem::take(&mut self.quiet)
    }

    fn tie_lambdas(&mut self, host: ExprIx) {
        let args = match &self.out.expr(host).kind {
            Expr::Call { args, .. } | Expr::New { args, .. } => args.clone(),
            _ => return,
        };
        for (place, value) in args.iter().enumerate() {
            if let Expr::Lambda { call, arg, .. } = &mut self.out.exprs[value.ix()].kind {
                *call = host;
                *arg = u16::try_from(place).unwrap_or(u16::MAX);
            }
        }
    }
}

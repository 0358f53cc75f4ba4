//! Types of expressions, bindings and definitions.
//!
//! One [`Resolver`] answers for one file; what it infers of other files on the way is remembered only by it, so that an
//! answer never depends on what was asked before of other files.

use rustc_hash::FxHashMap as HashMap;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

use super::asked::Asked;
use super::filled::{Fills, filled};
use super::java::is_java;
use super::library;
use super::lookup::Found;
use super::members::{MAX_BOUNDS, Member, replace};
use super::project::Project;
use super::rust_library;
use super::symbols::{DefId, Sym};
use super::ty::Ty;
use crate::graph::{NodeKind, Resolution};
use crate::lang::extraction::{
    Binding, BindingIx, BindingKind, DefIx, Expr, ExprIx, Literal, Operator, Owner, PathRoot, ScopeIx, ScopeKind, Type,
    TypeIx, Via,
};

/// Deepest chain of inferences; what needs more is unknown.
const MAX_DEPTH: u32 = 48;

/// Answers questions about types on behalf of one file.
pub(super) struct Resolver<'p> {
    pub project: &'p Project,
    /// The file that asks: what it may see is seen.
    pub file: u32,
    exprs: RefCell<HashMap<(u32, ExprIx), Option<Ty>>>,
    types: RefCell<HashMap<(u32, TypeIx), Option<Ty>>>,
    defs: RefCell<HashMap<DefId, Option<Ty>>>,
    depth: Cell<u32>,
    /// Macros whose rules are being read.
    pub(super) expanding: RefCell<Vec<DefId>>,
    /// What is put into the names of a file, made when first asked for.
    pub(super) fills: RefCell<HashMap<u32, Arc<Fills>>>,
    /// Steps of a chain of dereferences being followed.
    pub(super) dereferenced: Cell<u8>,
    /// What was asked of modules.
    pub(super) asked: Asked,
    /// Bounds of type parameters being followed.
    pub(super) bounds: Cell<u32>,
}

/// What a call calls.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Callee {
    /// Functions of the project on a receiver.
    Functions {
        defs: Vec<DefId>,
        on: Ty,
        how: Resolution,
    },
    /// Construction of a type of the project.
    Construct {
        def: DefId,
        ty: Ty,
        how: Resolution,
    },
    /// A constructor of a supertype or of the type itself, nothing is made: `super(..)`, `this(..)`.
    Delegate {
        on: Ty,
    },
    /// A function value whose result is known, or a library's function.
    Value(Ty),
    External(Option<Sym>),
    /// A local value that is called, of which nothing is known.
    Dynamic,
    /// The receiver is the project's and has no such member.
    Missing,
    /// A name without scope or a member of an unknown receiver.
    Unknown,
}

impl<'p> Resolver<'p> {
    pub fn new(project: &'p Project) -> Self {
        Self::for_file(project, 0)
    }

    pub fn for_file(project: &'p Project, file: u32) -> Self {
        Self {
            project,
            file,
            exprs: RefCell::default(),
            types: RefCell::default(),
            defs: RefCell::default(),
            depth: Cell::new(0),
            expanding: RefCell::default(),
            fills: RefCell::default(),
            dereferenced: Cell::new(0),
            asked: Asked::default(),
            bounds: Cell::new(0),
        }
    }

    /// The language family of the file that asks.
    pub fn family(&self) -> &'static str {
        self.project.file(self.file).language.semantics.family
    }

    fn family_of(&self, file: u32) -> &'static str {
        self.project.file(file).language.semantics.family
    }

    /// The type to which a definition that stands apart belongs.
    pub fn owner_type(&self, file: u32, ty: TypeIx) -> Option<DefId> {
        if self.project.file(file).language.semantics.family == "rust" {
            return self.impl_owner(file, ty);
        }
        self.type_def(&self.lower(file, ty))
    }

    /// The same for a value: a class, a prototype, an object or a function that carries members.
    pub fn owner_value(&self, file: u32, value: ExprIx) -> Option<DefId> {
        let extraction = &self.project.file(file).extraction;
        let node = extraction.expr(value);
        match &node.kind {
            Expr::Member { base, name } if extraction.name(*name) == "prototype" => self.owner_value(file, *base),
            Expr::Name(name) => match self.lookup(file, node.scope, node.at, *name) {
                Found::Defs(defs, _) => defs.first().copied(),
                Found::Binding(_) => match self.infer(file, value) {
                    Ty::Instance(def, _) | Ty::Static(def, _) => Some(def),
                    Ty::Function(defs, _) => defs.first().copied(),
                    _ => None,
                },
                _ => None,
            },
            Expr::This => self.enclosing_type(file, node.scope).and_then(|ty| self.type_def(&ty)),
            _ => match self.infer(file, value) {
                Ty::Instance(def, _) | Ty::Static(def, _) => Some(def),
                Ty::Function(defs, _) => defs.first().copied(),
                _ => None,
            },
        }
    }

    fn type_def(&self, ty: &Ty) -> Option<DefId> {
        match ty {
            Ty::Instance(def, _) | Ty::Static(def, _) => Some(*def),
            Ty::Optional(inner) => self.type_def(inner),
            _ => None,
        }
    }

    /// Runs within the depth limit.
    pub(super) fn deeper(&self, run: impl FnOnce() -> Ty) -> Ty {
        if self.depth.get() >= MAX_DEPTH {
            return Ty::Unknown;
        }
        self.depth.set(self.depth.get() + 1);
        let ty = run();
        self.depth.set(self.depth.get() - 1);
        ty
    }

    // --- expressions --------------------------------------------------------------------------------------------

    /// The type of an expression's value.
    pub fn infer(&self, file: u32, expr: ExprIx) -> Ty {
        if expr.is_none() {
            return Ty::Unknown;
        }
        let key = (file, expr);
        if let Some(known) = self.exprs.borrow().get(&key) {
            // `None`: it is being inferred, so it depends on itself.
            return known.clone().unwrap_or(Ty::Unknown);
        }
        self.exprs.borrow_mut().insert(key, None);
        let ty = self.deeper(|| self.infer_new(file, expr));
        self.exprs.borrow_mut().insert(key, Some(ty.clone()));
        ty
    }

    fn infer_new(&self, file: u32, expr: ExprIx) -> Ty {
        let extraction = &self.project.file(file).extraction;
        let node = extraction.expr(expr);
        match &node.kind {
            Expr::Unknown | Expr::Root(_) => self.root_of(file, node.scope, &node.kind),
            Expr::Name(name) => match self.lookup(file, node.scope, node.at, *name) {
                Found::Binding(binding) => self.binding_type(file, binding),
                Found::Defs(defs, _) => self.value_of(&self.values(defs), &Ty::Unknown),
                // A class of the library is known by its own name.
                Found::Value(Ty::External(_), _) if is_java(self.family_of(file)) => {
                    Ty::External(self.project.file(file).sym(*name))
                }
                Found::Value(ty, _) => self.module_value(ty),
                Found::Nothing => self.prelude(file, *name),
            },
            Expr::This => self.enclosing_type(file, node.scope).unwrap_or(Ty::Unknown),
            Expr::SelfType => match self.enclosing_type(file, node.scope) {
                Some(Ty::Instance(def, args)) => Ty::Static(def, args),
                Some(other) => other,
                None => Ty::Unknown,
            },
            Expr::Super => match self.enclosing_type(file, node.scope) {
                Some(ty) if is_java(self.family_of(file)) => self.java_superclass(&ty),
                Some(ty) => Ty::any(self.supers_of(&ty)),
                None => Ty::Unknown,
            },
            Expr::Member { base, name } | Expr::Scoped { base, name } => {
                let name = self.project.file(file).sym(*name);
                let receiver = self.receiver(file, *base, name);
                self.member_value(&receiver, name)
            }
            Expr::Generic { base, .. } => self.infer(file, *base),
            Expr::Expansion { callee, args } => {
                let args: Vec<Ty> = args.iter().map(|arg| self.infer(file, *arg)).collect();
                self.expansion(file, *callee, &args)
            }
            Expr::Type(ty) => match self.lower(file, *ty) {
                Ty::Instance(def, args) => Ty::Static(def, args),
                other => other,
            },
            Expr::Call { callee, args } => self.call_result(file, *callee, args),
            Expr::New { ty, .. } => match self.lower(file, *ty) {
                Ty::Static(def, args) => Ty::Instance(def, args),
                other => other,
            },
            Expr::Literal(literal) => Ty::Literal(*literal),
            Expr::Array(items) => Ty::list(self.first_known(file, items)),
            Expr::Tuple(items) => Ty::Tuple(items.iter().map(|item| self.infer(file, *item)).collect()),
            Expr::Map(entries) => {
                let first = entries.first();
                let key = first.map_or(Ty::Unknown, |(key, _)| self.infer(file, *key));
                let values: Vec<ExprIx> = entries.iter().map(|(_, value)| *value).collect();
                Ty::Map(Arc::new((key, self.first_known(file, &values))))
            }
            Expr::Object(def) => Ty::instance(DefId { file, def: *def }),
            Expr::Def(def) => self.value_of(&[DefId { file, def: *def }], &Ty::Unknown),
            Expr::Index { base, index } => self.index_result(file, *base, *index),
            Expr::Await(value) => self.infer(file, *value),
            Expr::Unwrap(value) => self.pointed_to(file, *value),
            Expr::Cast { ty, value } => match self.lower(file, *ty) {
                Ty::Unknown => self.infer(file, *value),
                Ty::Static(def, args) | Ty::Instance(def, args) => match self.infer(file, *value) {
                    // A pattern names the type alone; its arguments are the value's.
                    Ty::Instance(own, known) if own == def && args.is_empty() => Ty::Instance(own, known),
                    _ => Ty::Instance(def, args),
                },
                other => other,
            },
            Expr::Part { value, via } => match self.part_of_member(file, *value, *via) {
                Some(ty) => ty,
                None => {
                    let whole = self.infer(file, *value);
                    self.part(file, &whole, *via)
                }
            },
            Expr::Lambda { .. } => Ty::Lambda(file, expr),
            Expr::Either(values) => Ty::any(values.iter().map(|value| self.infer(file, *value))),
            Expr::Assign { value, .. } => self.infer(file, *value),
            Expr::Operator { op, left, right } => self.operator_result(file, *op, *left, *right),
        }
    }

    /// What an optional holds or a pointer leads to: in C++ also what a class of one's own with an arrow leads to.
    fn pointed_to(&self, file: u32, value: ExprIx) -> Ty {
        let whole = self.infer(file, value);
        if self.family() != "c" {
            return whole.inside();
        }
        match &whole {
            Ty::List(of) => (**of).clone(),
            Ty::Instance(..) => match self
                .project
                .symbols
                .get("operator->")
                .map(|arrow| self.member(&whole, arrow))
            {
                Some(Member::Defs { defs, on, .. }) => self.result_of(&defs, &on, file, &[], &[]).inside(),
                _ => whole,
            },
            _ => whole.inside(),
        }
    }

    /// Where a method and a field can have one name, the field is meant by a name that is not called.
    fn values(&self, defs: Vec<DefId>) -> Vec<DefId> {
        if !is_java(self.family()) {
            return defs;
        }
        let is_value = |id: &DefId| !self.project.def(*id).kind.is_callable();
        let values: Vec<DefId> = defs.iter().copied().filter(is_value).collect();
        if values.is_empty() { defs } else { values }
    }

    /// The value on which a member is looked up. `super` is the first of the supertypes that has the member.
    pub(super) fn receiver(&self, file: u32, base: ExprIx, name: Sym) -> Ty {
        let node = self.project.file(file).extraction.expr(base);
        if node.kind != Expr::Super {
            return self.infer(file, base);
        }
        let Some(own) = self.enclosing_type(file, node.scope) else {
            return Ty::Unknown;
        };
        let supers = self.supers_of(&own);
        let has = |ty: &&Ty| matches!(self.member(ty, name), Member::Defs { .. });
        supers.iter().find(has).cloned().unwrap_or_else(|| Ty::any(supers))
    }

    fn first_known(&self, file: u32, items: &[ExprIx]) -> Ty {
        let known = |item: &ExprIx| Some(self.infer(file, *item)).filter(|ty| !ty.is_unknown());
        items.iter().take(8).find_map(known).unwrap_or(Ty::Unknown)
    }

    fn operator_result(&self, file: u32, op: Operator, left: ExprIx, right: ExprIx) -> Ty {
        match op {
            Operator::Compare => Ty::Literal(Literal::Bool),
            Operator::Range => Ty::list(self.infer(file, left)),
            Operator::Unary => self.infer(file, left),
            Operator::Arithmetic => match (self.infer(file, left), self.infer(file, right)) {
                (left, right) if is_java(self.family()) => match (&left, &right) {
                    (Ty::Literal(Literal::String), _) | (_, Ty::Literal(Literal::String)) => {
                        Ty::Literal(Literal::String)
                    }
                    _ => self.promoted(&[left, right]).unwrap_or(Ty::Unknown),
                },
                (Ty::Literal(Literal::String), _) | (_, Ty::Literal(Literal::String)) => Ty::Literal(Literal::String),
                (Ty::Literal(Literal::Float), _) | (_, Ty::Literal(Literal::Float)) => Ty::Literal(Literal::Float),
                (Ty::Unknown, other) | (other, _) => other,
            },
        }
    }

    /// What a value of a type that is only made like another one is made like; itself elsewhere.
    pub fn underlying(&self, ty: &Ty) -> Ty {
        let mut ty = ty.clone();
        for _ in 0..4 {
            let Ty::Instance(def, _) = &ty else { break };
            let alias = self.project.def(*def);
            if !alias.distinct {
                break;
            }
            ty = self.substitute(&self.lower(def.file, alias.ty), *def, &ty);
        }
        ty
    }

    fn index_result(&self, file: u32, base: ExprIx, index: ExprIx) -> Ty {
        let on = self.underlying(&self.infer(file, base).inside());
        match &on {
            Ty::List(of) => (**of).clone(),
            Ty::Map(of) => of.1.clone(),
            Ty::Tuple(items) => Ty::any(items.iter().cloned()),
            Ty::Static(..) => on.clone(),
            Ty::Instance(..) if self.family() == "c" && self.is_pointer(file, base) => on.clone(),
            Ty::Instance(..) => {
                for operator in ["__getitem__", "operator[]", "index"] {
                    if let Some(sym) = self.project.symbols.get(operator)
                        && let Member::Defs { defs, on, .. } = self.member(&on, sym)
                    {
                        let args = [self.infer(file, index)];
                        return self.result_of(&defs, &on, file, &[], &args);
                    }
                }
                Ty::Unknown
            }
            Ty::External(_) => on.clone(),
            _ => Ty::Unknown,
        }
    }

    /// A part of a value, as a pattern takes it.
    pub fn part(&self, file: u32, whole: &Ty, via: Via) -> Ty {
        if via == Via::Whole {
            return whole.clone();
        }
        let whole = &self.underlying(whole);
        match via {
            Via::Whole => whole.clone(),
            Via::Inside => whole.inside(),
            Via::Failure => whole.failure(),
            Via::Element => self.element(whole),
            Via::Key => match whole {
                Ty::Map(of) => of.0.clone(),
                Ty::List(_) => Ty::Literal(Literal::Integer),
                _ => Ty::Unknown,
            },
            Via::Value => match whole {
                Ty::Map(of) => of.1.clone(),
                other => self.element(other),
            },
            Via::Nth(place) => match whole {
                Ty::Tuple(items) => items.get(usize::from(place)).cloned().unwrap_or(Ty::Unknown),
                Ty::List(of) => (**of).clone(),
                Ty::Instance(def, _) | Ty::Static(def, _) => {
                    let params = &self.project.def(*def).params;
                    let param = params.get(usize::from(place));
                    param.map_or(Ty::Unknown, |param| {
                        self.substitute(&self.lower(def.file, param.ty), *def, whole)
                    })
                }
                _ => Ty::Unknown,
            },
            Via::Part(name) => self.member_value(whole, self.project.file(file).sym(name)),
            Via::Entered => match whole {
                Ty::List(of) => (**of).clone(),
                Ty::Instance(..) => {
                    for entry in ["__enter__", "__aenter__"] {
                        if let Some(sym) = self.project.symbols.get(entry)
                            && let Member::Defs { defs, on, .. } = self.member(whole, sym)
                        {
                            let entered = self.result_of(&defs, &on, file, &[], &[]);
                            return if entered.is_unknown() { whole.clone() } else { entered };
                        }
                    }
                    whole.clone()
                }
                other => other.clone(),
            },
            Via::LambdaParam(_) => Ty::Unknown,
        }
    }

    /// An element of a collection.
    pub fn element(&self, ty: &Ty) -> Ty {
        // Iterators can give each other.
        self.deeper(|| self.element_of(ty))
    }

    fn element_of(&self, ty: &Ty) -> Ty {
        let ty = &self.underlying(ty);
        match ty {
            Ty::List(of) => (**of).clone(),
            Ty::Library(name, args) => self.java_element(*name, args),
            Ty::Map(of) if matches!(self.family(), "rust" | "c") => Ty::Tuple(Arc::from([of.0.clone(), of.1.clone()])),
            Ty::Map(of) => of.0.clone(),
            Ty::Tuple(items) => Ty::any(items.iter().cloned()),
            Ty::Optional(inner) => self.element(inner),
            Ty::Result(of) => self.element(&of.0),
            Ty::Any(types) => Ty::any(types.iter().map(|one| self.element(one))),
            Ty::Literal(Literal::String) => Ty::Literal(Literal::String),
            Ty::External(_) => ty.clone(),
            Ty::Instance(..) => {
                for (iterator, last) in [
                    ("begin", false),
                    ("__iter__", true),
                    ("iterator", true),
                    ("next", false),
                    ("__next__", false),
                ] {
                    let Some(sym) = self.project.symbols.get(iterator) else {
                        continue;
                    };
                    let Member::Defs { defs, on, .. } = self.member(ty, sym) else {
                        continue;
                    };
                    let made = self.result_of(&defs, &on, self.file, &[], &[]);
                    return match made {
                        Ty::Instance(..) if last && made == *ty => continue,
                        Ty::Unknown => continue,
                        _ if last => self.element(&made),
                        _ => made.inside(),
                    };
                }
                // A supertype can be a collection of a library: `class Rows(List[Row])`.
                let supers = self.supers_of(ty);
                Ty::any(
                    supers
                        .iter()
                        .filter(|one| matches!(one, Ty::List(_) | Ty::Map(_) | Ty::Library(..)))
                        .map(|one| self.element(one)),
                )
            }
            _ => Ty::Unknown,
        }
    }

    // --- names --------------------------------------------------------------------------------------------------

    fn prelude(&self, file: u32, name: crate::lang::extraction::Name) -> Ty {
        let data = self.project.file(file);
        let text = data.extraction.name(name);
        if data.language.semantics.prelude.contains(&text) {
            Ty::External(data.sym(name))
        } else {
            Ty::Unknown
        }
    }

    pub(super) fn root_of(&self, file: u32, scope: ScopeIx, root: &Expr) -> Ty {
        let Expr::Root(root) = root else { return Ty::Unknown };
        let modules = &self.project.modules;
        let here = modules.of_scope(&self.project.files, file, scope);
        match root {
            PathRoot::Top => Ty::Module(super::modules::cargo_root(modules, here)),
            PathRoot::Here => Ty::Module(here),
            PathRoot::Up(levels) => {
                let mut module = here;
                for _ in 0..*levels {
                    match modules.get(module).parent {
                        Some(parent) => module = parent,
                        None => return Ty::Unknown,
                    }
                }
                Ty::Module(module)
            }
        }
    }

    /// A module used as a value is what it exports as a whole, where it does.
    fn module_value(&self, ty: Ty) -> Ty {
        let Ty::Module(module) = ty else { return ty };
        for from in &self.project.modules.get(module).files {
            for export in &self.project.file(*from).extraction.exports {
                if export.name.is_none() && !export.default {
                    let whole = self.infer(*from, export.value);
                    if !whole.is_unknown() && !matches!(whole, Ty::Instance(..)) {
                        return whole;
                    }
                }
            }
        }
        ty
    }

    /// The type whose members a scope is inside of, as an instance.
    pub fn enclosing_type(&self, file: u32, scope: ScopeIx) -> Option<Ty> {
        let data = self.project.file(file);
        let mut next = Some(scope);
        while let Some(here) = next {
            let region = data.extraction.scope(here);
            if let Some(block) = self.impl_of_scope(file, here) {
                return Some(self.lower(file, block.ty));
            }
            let id = DefId { file, def: region.def };
            match region.kind {
                ScopeKind::Type if region.def != DefIx::FILE => {
                    let own = &self.project.def(id).type_params;
                    return Some(Ty::Instance(
                        id,
                        own.iter().map(|param| Ty::Param(file, *param)).collect(),
                    ));
                }
                ScopeKind::Function => {
                    if let Some(block) = self.impl_of_scope(file, self.project.def(id).within) {
                        return Some(self.lower(file, block.ty));
                    }
                    if let Some(owner) = self.project.owners.get(&id) {
                        return Some(Ty::instance(*owner));
                    }
                    let def = self.project.def(id);
                    if let Owner::Type(ty) = def.owner {
                        return Some(self.lower(file, ty));
                    }
                    // A method of an object literal.
                    if def.kind == NodeKind::Method && def.parent != DefIx::FILE {
                        return Some(Ty::instance(DefId { file, def: def.parent }));
                    }
                    // A function that is used as a constructor: `this` is what it makes.
                    if def.kind == NodeKind::Function
                        && self.project.members.contains_key(&id)
                        && self.family() == "ecma"
                    {
                        return Some(Ty::instance(id));
                    }
                }
                _ => {}
            }
            next = region.parent;
        }
        None
    }

    /// The type of a local, parameter or type parameter.
    pub fn binding_type(&self, file: u32, ix: BindingIx) -> Ty {
        self.deeper(|| {
            let binding: &Binding = self.project.file(file).extraction.binding(ix);
            match binding.kind {
                BindingKind::TypeParam => return Ty::Param(file, ix),
                BindingKind::Receiver | BindingKind::ReceiverType if binding.ty.is_none() => {
                    let own = self.enclosing_type(file, binding.scope).unwrap_or(Ty::Unknown);
                    return match (binding.kind, own) {
                        (BindingKind::ReceiverType, Ty::Instance(def, args)) => Ty::Static(def, args),
                        (_, own) => own,
                    };
                }
                _ => {}
            }
            if !binding.ty.is_none() {
                let written = self.lower(file, binding.ty);
                if binding.value.is_none() || !written.is_open() {
                    return written;
                }
                if !written.is_unknown() {
                    return filled(&written, &self.infer(file, binding.value));
                }
            }
            if let Via::LambdaParam(place) = binding.via {
                return self.lambda_param(file, binding.value, usize::from(place));
            }
            let whole = self.infer(file, binding.value);
            let ty = self.part(file, &whole, binding.via);
            if ty.is_open() {
                self.filled_later(file, ix, ty)
            } else {
                ty
            }
        })
    }

    /// The type of a closure's parameter, from the function to which the closure is handed.
    fn lambda_param(&self, file: u32, lambda: ExprIx, place: usize) -> Ty {
        let extraction = &self.project.file(file).extraction;
        let Expr::Lambda { call, arg, .. } = &extraction.expr(lambda).kind else {
            return Ty::Unknown;
        };
        let (Expr::Call { callee, .. }, arg) = (&extraction.expr(*call).kind, usize::from(*arg)) else {
            return Ty::Unknown;
        };
        match self.callee(file, *callee) {
            Callee::Functions { defs, on, .. } => {
                for id in &defs {
                    let def = self.project.def(*id);
                    let Some(param) = def.params.get(arg).or(def.params.last().filter(|param| param.variadic)) else {
                        continue;
                    };
                    let wanted = self.substitute_member(&self.lower(id.file, param.ty), *id, &on);
                    if let Some(ty) = self.function_param(&wanted, place) {
                        return ty;
                    }
                }
                Ty::Unknown
            }
            Callee::Value(Ty::LibraryMember(on, name)) => {
                let name = self.project.symbols.text(name);
                match is_java(self.family()) {
                    true => self.java_lambda_param(&on, name, arg, place),
                    false => library::lambda_param(&on, name, arg, place),
                }
            }
            Callee::Value(Ty::FunctionType(params, _)) => params
                .get(arg)
                .and_then(|wanted| self.function_param(wanted, place))
                .unwrap_or(Ty::Unknown),
            _ => Ty::Unknown,
        }
    }

    /// The nth parameter of a function type, a bound that is one, or an interface with one method.
    fn function_param(&self, wanted: &Ty, place: usize) -> Option<Ty> {
        // Aliases and bounds can be written in terms of themselves.
        if self.bounds.get() >= MAX_BOUNDS {
            return None;
        }
        self.bounds.set(self.bounds.get() + 1);
        let found = self.function_param_of(wanted, place);
        self.bounds.set(self.bounds.get() - 1);
        found
    }

    fn function_param_of(&self, wanted: &Ty, place: usize) -> Option<Ty> {
        match wanted {
            Ty::FunctionType(params, _) => params.get(place).cloned(),
            Ty::Library(name, args) => self.java_function_param(*name, args, place),
            Ty::Optional(inner) => self.function_param(inner, place),
            Ty::Result(of) => self.function_param(&of.0, place),
            Ty::Any(types) => types.iter().find_map(|one| self.function_param(one, place)),
            Ty::Param(file, binding) => {
                let bounds = self.project.file(*file).extraction.binding(*binding).ty;
                match self.lower(*file, bounds) {
                    Ty::Param(..) | Ty::Unknown => None,
                    bound => self.function_param(&bound, place),
                }
            }
            Ty::Instance(def, _) => {
                let target = self.project.def(*def);
                match target.kind {
                    NodeKind::TypeAlias => {
                        self.function_param(&self.substitute(&self.lower(def.file, target.ty), *def, wanted), place)
                    }
                    NodeKind::Interface => {
                        let methods = self.project.members.get(def)?;
                        let mut only = methods.values().flatten().filter(|id| {
                            let method = self.project.def(**id);
                            method.kind == NodeKind::Method && method.flags.contains(crate::graph::NodeFlags::ABSTRACT)
                        });
                        let (Some(method), None) = (only.next(), only.next()) else {
                            return None;
                        };
                        let param = self.project.def(*method).params.get(place)?;
                        Some(self.substitute(&self.lower(method.file, param.ty), *def, wanted))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What a name that means these definitions is as a value.
    pub fn value_of(&self, defs: &[DefId], on: &Ty) -> Ty {
        let Some(first) = defs.first() else { return Ty::Unknown };
        let def = self.project.def(*first);
        match def.kind {
            kind if kind.is_type() => match kind {
                NodeKind::TypeAlias if !def.ty.is_none() && !def.distinct => match self.lower(first.file, def.ty) {
                    Ty::Instance(def, args) => Ty::Static(def, args),
                    Ty::Unknown => Ty::fixed(*first),
                    other => other,
                },
                _ => Ty::fixed(*first),
            },
            NodeKind::Module | NodeKind::Namespace => match self.project.modules.of_def(*first) {
                Some(module) => Ty::Module(module),
                None => Ty::fixed(*first),
            },
            NodeKind::Function | NodeKind::Method | NodeKind::Macro | NodeKind::Component => {
                Ty::Function(defs.into(), Arc::new(on.clone()))
            }
            NodeKind::EnumMember => {
                let parent = DefId {
                    file: first.file,
                    def: def.parent,
                };
                match on {
                    Ty::Static(owner, args) if *owner == parent => Ty::Instance(parent, args.clone()),
                    _ => Ty::instance(parent),
                }
            }
            NodeKind::Property if !def.params.is_empty() => self.def_type(*first),
            _ => self.substitute_member(&self.def_type(*first), *first, on),
        }
    }

    /// The type of a variable, constant, field or property; the result of a function.
    pub fn def_type(&self, id: DefId) -> Ty {
        if let Some(known) = self.defs.borrow().get(&id) {
            return known.clone().unwrap_or(Ty::Unknown);
        }
        self.defs.borrow_mut().insert(id, None);
        let def = self.project.def(id);
        let ty = self.deeper(|| {
            let written = self.lower(id.file, def.ty);
            if written.is_unknown() && !def.value.is_none() {
                self.infer(id.file, def.value)
            } else {
                written
            }
        });
        self.defs.borrow_mut().insert(id, Some(ty.clone()));
        ty
    }

    /// The value of a member.
    pub fn member_value(&self, receiver: &Ty, name: Sym) -> Ty {
        match self.member(receiver, name) {
            Member::Defs { defs, on, .. } => self.value_of(&self.values(defs), &on),
            Member::Value(ty) => self.module_value(ty),
            Member::External(Some(library)) => match receiver {
                Ty::External(_) if !is_java(self.family()) => Ty::External(library),
                _ => Ty::LibraryMember(Arc::new(receiver.clone()), name),
            },
            Member::External(None) => {
                if let Ty::Tuple(items) = receiver
                    && self.family() == "c"
                    && let Some(part) = super::stl::part_of_pair(items, self.project.symbols.text(name))
                {
                    return part;
                }
                if let (Ty::Tuple(items), Ok(place)) = (receiver, self.project.symbols.text(name).parse::<usize>()) {
                    return items.get(place).cloned().unwrap_or(Ty::Unknown);
                }
                Ty::LibraryMember(Arc::new(receiver.clone()), name)
            }
            Member::Missing | Member::Unknown => Ty::Unknown,
        }
    }

    // --- calls --------------------------------------------------------------------------------------------------

    /// What the callee of a call means.
    pub fn callee(&self, file: u32, callee: ExprIx) -> Callee {
        if callee.is_none() {
            return Callee::Unknown;
        }
        let data = self.project.file(file);
        let node = data.extraction.expr(callee);
        match &node.kind {
            Expr::Generic { base, .. } => self.callee(file, *base),
            Expr::Name(name) if is_java(self.family_of(file)) => self.java_callee(file, node.scope, *name),
            Expr::Name(name) => match self.lookup(file, node.scope, node.at, *name) {
                Found::Binding(binding) => match self.binding_type(file, binding) {
                    Ty::Unknown | Ty::Literal(_) => Callee::Dynamic,
                    ty => self.called_value(&ty, Resolution::Receiver),
                },
                Found::Defs(defs, how) => self.called_defs(defs, Ty::Unknown, how),
                Found::Value(ty, how) => match self.module_value(ty) {
                    Ty::Unknown => Callee::Dynamic,
                    ty => self.called_value(&ty, how),
                },
                Found::Nothing => match self.prelude(file, *name) {
                    Ty::External(_) => {
                        let text = data.extraction.name(*name);
                        match library::constructed(data.language.semantics.family, text) {
                            true => Callee::Value(Ty::LibraryMember(Arc::new(Ty::Unknown), data.sym(*name))),
                            false => Callee::External(self.project.symbols.get(data.language.semantics.library)),
                        }
                    }
                    _ => Callee::Unknown,
                },
            },
            Expr::Super => match self.enclosing_type(file, node.scope) {
                Some(ty) => Callee::Delegate {
                    on: Ty::any(self.supers_of(&ty)),
                },
                None => Callee::Unknown,
            },
            Expr::This => match self.enclosing_type(file, node.scope) {
                Some(ty) => Callee::Delegate { on: ty },
                None => Callee::Unknown,
            },
            Expr::SelfType => match self.infer(file, callee) {
                Ty::Static(def, args) => Callee::Construct {
                    def,
                    ty: Ty::Instance(def, args),
                    how: Resolution::Exact,
                },
                _ => Callee::Unknown,
            },
            Expr::Member { base, name } | Expr::Scoped { base, name } => {
                let receiver = self.receiver(file, *base, data.sym(*name));
                let how = match receiver {
                    Ty::Module(_) => Resolution::Import,
                    _ => Resolution::Receiver,
                };
                match self.member(&receiver, data.sym(*name)) {
                    Member::Defs { defs, on, inherited } => {
                        let how = if inherited { Resolution::Hierarchy } else { how };
                        self.called_defs(defs, on, how)
                    }
                    Member::Value(ty) => self.called_value(&ty, how),
                    outside if self.family() == "rust" && outside != Member::Unknown => {
                        self.called_from_outside(file, callee, receiver, outside)
                    }
                    Member::External(library) => match &receiver {
                        Ty::External(_) if !is_java(self.family()) => Callee::External(library),
                        _ => Callee::Value(Ty::LibraryMember(Arc::new(receiver), data.sym(*name))),
                    },
                    // What a class does not declare it has from `Object`, or somebody generates it.
                    Member::Missing if is_java(self.family()) => {
                        Callee::Value(Ty::LibraryMember(Arc::new(receiver), data.sym(*name)))
                    }
                    Member::Missing => Callee::Missing,
                    Member::Unknown => Callee::Unknown,
                }
            }
            _ => match self.infer(file, callee) {
                Ty::Unknown => Callee::Dynamic,
                ty => self.called_value(&ty, Resolution::Receiver),
            },
        }
    }

    fn called_defs(&self, defs: Vec<DefId>, on: Ty, how: Resolution) -> Callee {
        let Some(first) = defs.first().copied() else {
            return Callee::Unknown;
        };
        // A class and a constructor of one name: the callable ones are meant where there are any.
        let callable: Vec<DefId> = defs
            .iter()
            .copied()
            .filter(|id| self.project.def(*id).kind.is_callable())
            .collect();
        if !callable.is_empty() {
            return Callee::Functions {
                defs: callable,
                on,
                how,
            };
        }
        match self.value_of(&[first], &on) {
            Ty::Unknown => match self.project.def(first).kind {
                // What a wrapper of a library has made of a function is called by the name of the constant.
                NodeKind::Variable | NodeKind::Constant if self.family() == "ecma" => Callee::Functions {
                    defs: vec![first],
                    on,
                    how,
                },
                NodeKind::Field | NodeKind::Property | NodeKind::Variable | NodeKind::Constant => Callee::Dynamic,
                _ => Callee::Unknown,
            },
            ty => match self.project.def(first).kind {
                NodeKind::EnumMember => Callee::Construct { def: first, ty, how },
                _ => self.called_value(&ty, how),
            },
        }
    }

    fn called_value(&self, ty: &Ty, how: Resolution) -> Callee {
        match ty {
            Ty::Function(defs, on) => Callee::Functions {
                defs: defs.to_vec(),
                on: (**on).clone(),
                how,
            },
            Ty::Static(def, args) => Callee::Construct {
                def: *def,
                ty: Ty::Instance(*def, args.clone()),
                how,
            },
            Ty::Instance(def, _) if self.project.def(*def).distinct => match self.underlying(ty) {
                Ty::Instance(..) => Callee::Dynamic,
                value => self.called_value(&value, how),
            },
            Ty::Instance(..) => {
                for operator in ["__call__", "operator()", "invoke", "call"] {
                    if let Some(sym) = self.project.symbols.get(operator)
                        && let Member::Defs { defs, on, .. } = self.member(ty, sym)
                    {
                        return Callee::Functions {
                            defs,
                            on,
                            how: Resolution::Receiver,
                        };
                    }
                }
                Callee::Dynamic
            }
            Ty::External(library) => Callee::External(Some(*library)),
            Ty::Module(_) | Ty::Param(..) | Ty::Unknown => Callee::Dynamic,
            Ty::Any(types) => {
                let functions: Vec<DefId> = types
                    .iter()
                    .filter_map(|one| match one {
                        Ty::Function(defs, _) => Some(defs.to_vec()),
                        _ => None,
                    })
                    .flatten()
                    .collect();
                if functions.is_empty() {
                    return types.first().map_or(Callee::Dynamic, |one| self.called_value(one, how));
                }
                Callee::Functions {
                    defs: functions,
                    on: Ty::Unknown,
                    how,
                }
            }
            other => Callee::Value(other.clone()),
        }
    }

    fn call_result(&self, file: u32, callee: ExprIx, args: &[ExprIx]) -> Ty {
        let result = self.plain_result(file, callee, args);
        match &self.project.file(file).extraction.expr(callee).kind {
            Expr::Generic { base, args: written } => self.with_arguments(file, *base, written, result),
            _ => result,
        }
    }

    fn plain_result(&self, file: u32, callee: ExprIx, args: &[ExprIx]) -> Ty {
        match self.callee(file, callee) {
            Callee::Functions { defs, on, .. } => {
                let types: Vec<Ty> = if defs.len() > 1 {
                    args.iter().map(|arg| self.infer(file, *arg)).collect()
                } else {
                    Vec::new()
                };
                self.result_of(&defs, &on, file, args, &types)
            }
            Callee::Construct { ty, .. } => ty,
            Callee::Value(ty) => self.value_result(file, &ty, args),
            Callee::External(library) => library.map_or(Ty::Unknown, Ty::External),
            _ => Ty::Unknown,
        }
    }

    pub(super) fn value_result(&self, file: u32, ty: &Ty, args: &[ExprIx]) -> Ty {
        match ty {
            Ty::Lambda(home, lambda) => {
                let Expr::Lambda { ret, body, .. } = &self.project.file(*home).extraction.expr(*lambda).kind else {
                    return Ty::Unknown;
                };
                match self.lower(*home, *ret) {
                    Ty::Unknown => self.infer(*home, *body),
                    written => written,
                }
            }
            Ty::FunctionType(_, ret) => (**ret).clone(),
            Ty::LibraryMember(on, name) => {
                let name = self.project.symbols.text(*name);
                let types: Vec<Ty> = args.iter().map(|arg| self.infer(file, *arg)).collect();
                let returned = |place: usize| match types.get(place) {
                    Some(Ty::Function(defs, on)) => self.result_of(defs, on, file, &[], &[]),
                    Some(ty @ (Ty::Lambda(..) | Ty::FunctionType(..))) => self.value_result(file, ty, &[]),
                    Some(Ty::Static(def, args)) => Ty::Instance(*def, args.clone()),
                    // A member of an enum in the place of a function makes the enum.
                    Some(ty @ Ty::Instance(..)) if self.family() == "rust" => ty.clone(),
                    _ => Ty::Unknown,
                };
                if is_java(self.family()) {
                    return self.java_result(on, name, &types, &returned);
                }
                if let Ty::External(owner) = &**on {
                    return rust_library::associated(self.project.symbols.text(*owner), name, &types);
                }
                library::result(self.family(), on, name, &types, &returned)
            }
            _ => Ty::Unknown,
        }
    }

    /// What a call of one of these functions gives.
    pub fn result_of(&self, defs: &[DefId], on: &Ty, file: u32, args: &[ExprIx], types: &[Ty]) -> Ty {
        let chosen = if defs.len() > 1 {
            self.choose_overload(defs, types)
        } else {
            defs.to_vec()
        };
        let results = chosen.iter().take(4).map(|id| {
            let plain = self.def_type(*id);
            let plain = match (&self.lower_self(*id, on), plain) {
                (Some(own), Ty::Unknown) => own.clone(),
                (_, plain) => plain,
            };
            let on_receiver = self.substitute_member(&plain, *id, on);
            self.by_arguments(&on_receiver, *id, file, args)
        });
        Ty::any(results)
    }

    /// A function that is written to return the type of its receiver.
    fn lower_self(&self, id: DefId, on: &Ty) -> Option<Ty> {
        let def = self.project.def(id);
        let returns_self = matches!(self.project.file(id.file).extraction.ty(def.ty).kind, Type::SelfType);
        match on {
            Ty::Static(owner, args) if returns_self => Some(Ty::Instance(*owner, args.clone())),
            Ty::Instance(..) if returns_self => Some(on.clone()),
            _ => None,
        }
    }

    /// Type parameters of the function itself, found from the arguments that are of them.
    fn by_arguments(&self, ty: &Ty, id: DefId, file: u32, args: &[ExprIx]) -> Ty {
        let def = self.project.def(id);
        if def.type_params.is_empty() || args.is_empty() {
            return ty.clone();
        }
        let mut map: Vec<((u32, BindingIx), Ty)> = Vec::new();
        for (param, arg) in def.params.iter().zip(args) {
            let wanted = self.lower(id.file, param.ty);
            let given = self.infer(file, *arg);
            unify(&wanted, &given, &mut map);
            // A closure's result: `f: impl Fn() -> T`.
            if let (Ty::FunctionType(_, ret), Ty::Lambda(..)) = (&wanted, &given) {
                unify(ret, &self.value_result(file, &given, &[]), &mut map);
            }
            if let (Ty::Library(name, args), Ty::Lambda(..) | Ty::Function(..)) = (&wanted, &given)
                && let Some(ret) = self.java_function_result(*name, args)
            {
                let made = match &given {
                    Ty::Function(defs, on) => self.result_of(defs, on, file, &[], &[]),
                    lambda => self.value_result(file, lambda, &[]),
                };
                unify(&ret, &made, &mut map);
            }
        }
        replace(ty, &map, 0)
    }

    // --- written types --------------------------------------------------------------------------------------------

    /// A written type as the type of a value.
    pub fn lower(&self, file: u32, ty: TypeIx) -> Ty {
        if ty.is_none() {
            return Ty::Unknown;
        }
        let key = (file, ty);
        if let Some(known) = self.types.borrow().get(&key) {
            return known.clone().unwrap_or(Ty::Unknown);
        }
        self.types.borrow_mut().insert(key, None);
        let lowered = self.deeper(|| self.lower_new(file, ty));
        self.types.borrow_mut().insert(key, Some(lowered.clone()));
        lowered
    }

    fn lower_new(&self, file: u32, ty: TypeIx) -> Ty {
        let data = self.project.file(file);
        let node = data.extraction.ty(ty);
        match &node.kind {
            Type::Unknown => Ty::Unknown,
            Type::SelfType => self.enclosing_type(file, node.scope).unwrap_or(Ty::Unknown),
            Type::Pointer(inner) => self.lower(file, *inner),
            Type::Optional(inner) => Ty::optional(self.lower(file, *inner)),
            Type::List(inner) => Ty::list(self.lower(file, *inner)),
            Type::Map(key, value) => Ty::Map(Arc::new((self.lower(file, *key), self.lower(file, *value)))),
            Type::Tuple(items) => Ty::Tuple(items.iter().map(|item| self.lower(file, *item)).collect()),
            Type::Union(items) | Type::All(items) => Ty::any(items.iter().map(|item| self.lower(file, *item))),
            Type::Function { params, ret } => Ty::FunctionType(
                params.iter().map(|param| self.lower(file, *param)).collect(),
                Arc::new(self.lower(file, *ret)),
            ),
            Type::Of(expr) => self.infer(file, *expr),
            Type::Class(inner) => match self.lower(file, *inner) {
                Ty::Instance(def, args) => Ty::Static(def, args),
                other => other,
            },
            Type::Record(def) => Ty::instance(DefId { file, def: *def }),
            Type::Projected { base, name } => {
                let base = self.lower(file, *base);
                match self.member(&base, data.sym(*name)) {
                    Member::Defs { defs, on, .. } => match self.value_of(&defs, &on) {
                        Ty::Static(def, args) => Ty::Instance(def, args),
                        other => other,
                    },
                    _ => Ty::Unknown,
                }
            }
            Type::Named { root, path, args } => {
                let args: Vec<Ty> = args.iter().map(|arg| self.lower(file, *arg)).collect();
                self.named(file, node.scope, node.at, *root, path, args)
            }
        }
    }

    pub(super) fn named(
        &self,
        file: u32,
        scope: ScopeIx,
        at: u32,
        root: Option<PathRoot>,
        path: &[crate::lang::extraction::Name],
        args: Vec<Ty>,
    ) -> Ty {
        let data = self.project.file(file);
        let Some((first, rest)) = path.split_first() else {
            return Ty::Unknown;
        };
        let mut value = match root {
            Some(root) => {
                let module = self.root_of(file, scope, &Expr::Root(root));
                self.member_value(&module, data.sym(*first))
            }
            None => match self.lookup_type(file, scope, at, *first) {
                Found::Binding(binding) => self.binding_type(file, binding),
                Found::Defs(defs, _) => {
                    let defs = self.types_first(defs);
                    match self.applied_alias(&defs, &args) {
                        Some(applied) if rest.is_empty() => return applied,
                        _ => self.value_of(&defs, &Ty::Unknown),
                    }
                }
                Found::Value(ty, _) => match ty {
                    // The last of the path names a type of the library, under its own name where it is renamed.
                    Ty::External(_) if rest.is_empty() => Ty::External(self.own_name(file, scope, *first)),
                    Ty::External(_) => Ty::External(data.sym(*path.last().unwrap_or(first))),
                    other => other,
                },
                Found::Nothing => Ty::External(data.sym(*path.last().unwrap_or(first))),
            },
        };
        if !matches!(value, Ty::External(_)) {
            for name in rest {
                value = match &value {
                    Ty::Param(..) => Ty::Unknown,
                    other => self.member_value(other, data.sym(*name)),
                };
            }
        }
        // A library's type by its full name, which begins like that of a package of the project.
        if matches!(value, Ty::LibraryMember(..)) && is_java(self.family_of(file)) {
            value = Ty::External(data.sym(*path.last().unwrap_or(first)));
        }
        match value {
            Ty::Static(def, _) => Ty::Instance(def, args.into()),
            Ty::External(name) => {
                let text = self.project.symbols.text(name);
                if is_java(self.family_of(file)) {
                    return match (text, args.is_empty()) {
                        ("String", _) => Ty::Literal(Literal::String),
                        (_, true) => Ty::External(name),
                        (_, false) => Ty::Library(name, args.into()),
                    };
                }
                library::generic(data.language.semantics.family, text, args).unwrap_or(Ty::External(name))
            }
            Ty::Module(module) => Ty::Module(module),
            Ty::Function(defs, _) if self.project.def(defs[0]).kind != NodeKind::Method => Ty::instance(defs[0]),
            Ty::Function(..) | Ty::LibraryMember(..) => Ty::Unknown,
            other => other,
        }
    }

    /// A name in the place of a type: values of the same name are passed over.
    pub(super) fn lookup_type(&self, file: u32, scope: ScopeIx, at: u32, name: crate::lang::extraction::Name) -> Found {
        if self.project.file(file).language.semantics.module == crate::lang::ModuleRule::Include {
            return self.lookup_where(file, scope, at, name, &|found| self.names_type(file, found));
        }
        let found = self.lookup(file, scope, at, name);
        let is_value = match &found {
            Found::Binding(ix) => {
                let binding = self.project.file(file).extraction.binding(*ix);
                binding.kind != BindingKind::TypeParam
            }
            Found::Defs(defs, _) => defs.iter().all(|id| {
                let kind = self.project.def(*id).kind;
                matches!(kind, NodeKind::Method | NodeKind::Field | NodeKind::Property)
            }),
            _ => false,
        };
        let is_dynamic = self.project.file(file).language.semantics.module == crate::lang::ModuleRule::Dotted;
        if !is_value || is_dynamic {
            return found;
        }
        // Look again from the file's outermost scope, where types mostly stand.
        let outer = self.lookup(file, ScopeIx::FILE, u32::MAX, name);
        if outer == found { Found::Nothing } else { outer }
    }

    fn types_first(&self, mut defs: Vec<DefId>) -> Vec<DefId> {
        defs.sort_by_key(|id| {
            let def = self.project.def(*id);
            (
                !def.kind.is_type(),
                def.flags.contains(crate::graph::NodeFlags::DECLARATION),
            )
        });
        defs
    }

    /// The last name of a written type, for plain comparisons.
    pub fn written_name(&self, file: u32, ty: TypeIx) -> Option<String> {
        let extraction = &self.project.file(file).extraction;
        match &extraction.ty(ty).kind {
            Type::Named { path, .. } => path.last().map(|name| extraction.name(*name).to_owned()),
            Type::Pointer(inner) | Type::Optional(inner) => self.written_name(file, *inner),
            _ => None,
        }
    }
}

/// Finds what type parameters stand for.
fn unify(wanted: &Ty, given: &Ty, map: &mut Vec<((u32, BindingIx), Ty)>) {
    match (wanted, given) {
        (_, Ty::Unknown) => {}
        (Ty::Param(file, binding), given) => map.push(((*file, *binding), given.clone())),
        (Ty::List(a), Ty::List(b)) | (Ty::Optional(a), Ty::Optional(b)) => unify(a, b, map),
        (Ty::Map(a), Ty::Map(b)) | (Ty::Result(a), Ty::Result(b)) => {
            unify(&a.0, &b.0, map);
            unify(&a.1, &b.1, map);
        }
        (Ty::Library(_, left), Ty::Library(_, right)) if left.len() == right.len() => {
            for (left, right) in left.iter().zip(right.iter()) {
                unify(left, right, map);
            }
        }
        (Ty::Instance(a, left), Ty::Instance(b, right)) if a == b => {
            for (left, right) in left.iter().zip(right.iter()) {
                unify(left, right, map);
            }
        }
        // `Class<T>`: the class itself is handed over.
        (Ty::Static(..), _) => {}
        _ => {}
    }
}

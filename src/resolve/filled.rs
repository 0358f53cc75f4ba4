//! Types of which a part is known only from elsewhere: written with holes (`Vec<_>`), given with a call (`collect::<T>()`),
//! or left open at first and settled by what is put in later (`let mut all = Vec::new(); all.push(x)`).

use std::collections::HashMap;
use std::sync::Arc;

use super::infer::{Callee, Resolver};
use super::lookup::Found;
use super::members::replace;
use super::ty::Ty;
use crate::lang::extraction::{BindingIx, Expr, ExprIx, Extraction, Name, TypeIx};

/// Most uses of a variable that are asked what they put in.
const MAX_USES: usize = 6;

/// Something that is put into the value of a name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fill {
    /// The name's expression.
    target: ExprIx,
    kind: FillKind,
}

#[derive(Debug, Clone, Copy)]
enum FillKind {
    /// `x = value`.
    Assigned(ExprIx),
    /// `xs.push(value)`.
    Element(ExprIx),
    /// `xs.extend(values)`.
    Elements(ExprIx),
    /// `map.insert(key, value)`.
    Entry(ExprIx, ExprIx),
}

/// What is put into names, by name.
pub(super) type Fills = HashMap<Name, Vec<Fill>>;

fn collect(extraction: &Extraction) -> Fills {
    let mut fills = Fills::new();
    for node in &extraction.exprs {
        let (target, kind) = match &node.kind {
            Expr::Assign { target, value } => (*target, FillKind::Assigned(*value)),
            Expr::Call { callee, args } => {
                let Expr::Member { base, name } = extraction.expr(*callee).kind else {
                    continue;
                };
                let kind = match (extraction.name(name), args.as_slice()) {
                    (
                        "push" | "push_back" | "push_front" | "insert" | "add" | "append" | "addLast" | "offer",
                        [one],
                    ) => FillKind::Element(*one),
                    ("extend" | "extend_from_slice" | "addAll", [many]) => FillKind::Elements(*many),
                    ("insert" | "put" | "set", [key, value]) => FillKind::Entry(*key, *value),
                    _ => continue,
                };
                (base, kind)
            }
            _ => continue,
        };
        if let Expr::Name(name) = extraction.expr(target).kind {
            fills.entry(name).or_default().push(Fill { target, kind });
        }
    }
    fills
}

impl Resolver<'_> {
    /// The type of a variable whose first value leaves parts of it open, from what is put in later.
    pub(super) fn filled_later(&self, file: u32, binding: BindingIx, ty: Ty) -> Ty {
        let extraction = &self.project.file(file).extraction;
        let fills = {
            let mut known = self.fills.borrow_mut();
            known
                .entry(file)
                .or_insert_with(|| Arc::new(collect(extraction)))
                .clone()
        };
        let name = extraction.binding(binding).name;
        let mut settled = ty;
        for fill in fills.get(&name).into_iter().flatten().take(4 * MAX_USES) {
            let node = extraction.expr(fill.target);
            if self.lookup(file, node.scope, node.at, name) != Found::Binding(binding) {
                continue;
            }
            settled = filled(&settled, &self.put_in(file, &settled, fill.kind));
            if !settled.is_open() {
                break;
            }
        }
        settled
    }

    /// The type of the whole that something put in speaks for.
    fn put_in(&self, file: u32, whole: &Ty, kind: FillKind) -> Ty {
        match (kind, whole) {
            (FillKind::Assigned(value), _) => self.infer(file, value),
            (FillKind::Element(value), Ty::List(_)) => Ty::list(self.infer(file, value)),
            (FillKind::Elements(values), Ty::List(_)) => Ty::list(self.element(&self.infer(file, values))),
            (FillKind::Entry(_, value), Ty::List(_)) => Ty::list(self.infer(file, value)),
            (FillKind::Entry(key, value), Ty::Map(_)) => {
                Ty::Map(Arc::new((self.infer(file, key), self.infer(file, value))))
            }
            (FillKind::Elements(values), Ty::Map(_)) => self.infer(file, values),
            _ => Ty::Unknown,
        }
    }

    /// The result of a call whose type arguments are written: `make::<T>()`, `collect::<Vec<T>>()`.
    pub(super) fn with_arguments(&self, file: u32, callee: ExprIx, written: &[TypeIx], result: Ty) -> Ty {
        let given: Vec<Ty> = written.iter().map(|ty| self.lower(file, *ty)).collect();
        match self.callee(file, callee) {
            Callee::Functions { defs, .. } => {
                let Some(id) = defs.first() else { return result };
                let params = self.project.def(*id).type_params.iter();
                let map: Vec<((u32, BindingIx), Ty)> =
                    params.zip(given).map(|(param, ty)| ((id.file, *param), ty)).collect();
                replace(&result, &map, 0)
            }
            Callee::Value(Ty::LibraryMember(_, name)) => {
                let first = given.into_iter().next().unwrap_or(Ty::Unknown);
                match self.project.symbols.text(name) {
                    "collect" | "sum" | "product" | "into" | "cast" | "downcast_unchecked" => filled(&first, &result),
                    "parse" | "try_into" | "downcast" => Ty::result(first, Ty::Unknown),
                    "downcast_ref" | "downcast_mut" => Ty::optional(first),
                    _ => result,
                }
            }
            _ => result,
        }
    }
}

/// A written type with its unknown parts (`Vec<_>`) taken from what is inferred. Collecting results gives a result of a
/// collection.
pub(super) fn filled(written: &Ty, inferred: &Ty) -> Ty {
    match (written, inferred) {
        (Ty::Unknown, _) => inferred.clone(),
        (Ty::List(a), Ty::List(b)) => Ty::list(filled(a, b)),
        (Ty::Optional(a), Ty::Optional(b)) => Ty::Optional(Arc::new(filled(a, b))),
        (Ty::Map(a), Ty::Map(b)) => Ty::Map(Arc::new((filled(&a.0, &b.0), filled(&a.1, &b.1)))),
        (Ty::Result(a), Ty::Result(b)) => Ty::result(filled(&a.0, &b.0), filled(&a.1, &b.1)),
        (Ty::Map(a), Ty::List(b)) => match &**b {
            Ty::Tuple(pair) if pair.len() == 2 => Ty::Map(Arc::new((filled(&a.0, &pair[0]), filled(&a.1, &pair[1])))),
            _ => written.clone(),
        },
        (Ty::Result(a), Ty::List(b)) => match &**b {
            Ty::Result(one) => Ty::result(filled(&a.0, &Ty::list(one.0.clone())), filled(&a.1, &one.1)),
            _ => written.clone(),
        },
        (Ty::Optional(a), Ty::List(b)) => match &**b {
            Ty::Optional(one) => Ty::Optional(Arc::new(filled(a, &Ty::List(one.clone())))),
            _ => written.clone(),
        },
        (Ty::Instance(a, left), Ty::Instance(b, right)) if a == b && left.len() == right.len() => {
            let args = left.iter().zip(right.iter()).map(|(a, b)| filled(a, b));
            Ty::Instance(*a, args.collect())
        }
        _ => written.clone(),
    }
}

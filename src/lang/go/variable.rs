//! `var` and `const`: definitions in the package, bindings in functions.

use tree_sitter::Node;

use super::define::{note_doc, visibility};
use super::statement::parts;
use crate::graph::NodeKind;
use crate::lang::engine::{Draft, Extractor, offset};
use crate::lang::extraction::{BindingKind, Expr, ExprIx, ScopeIx, TypeIx, Via};

/// What one specification says of its names.
struct Specification<'t> {
    /// From where a definition begins: the whole declaration when it is no group.
    node: Node<'t>,
    names: Vec<Node<'t>>,
    written: Option<Node<'t>>,
    given: Vec<Node<'t>>,
    ty: TypeIx,
    /// Values made at once for all names, as one call gives them.
    shared: Option<Vec<(ExprIx, Via)>>,
}

/// Types and values of the constants before, which a specification without values repeats.
type Before = Vec<(TypeIx, ExprIx)>;

/// One specification by itself begins at its `var` or `const`; those of a group begin at their names.
pub fn declaration<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let constant = node.kind() == "const_declaration";
    let group = if constant {
        x.child_of_kind(node, "(").map(|_| node)
    } else {
        x.child_of_kind(node, "var_spec_list")
    };
    let mut before = Before::new();
    match group {
        Some(group) => x.visit_with_lead(group, |x, spec| specification(x, spec, spec, constant, &mut before)),
        None => {
            if let Some(spec) = x.field(node, "") {
                specification(x, node, spec, constant, &mut before);
            }
        }
    }
    ExprIx::NONE
}

fn specification<'t>(x: &mut Extractor<'t>, node: Node<'t>, spec: Node<'t>, constant: bool, before: &mut Before) {
    let names = x.fields(spec, "name");
    let list = x.field(spec, "value");
    let mut it = Specification {
        node,
        names: names.into_iter().filter(|name| name.is_named()).collect(),
        written: x.field(spec, "type"),
        given: list.map_or_else(Vec::new, |list| x.children(list)),
        ty: TypeIx::NONE,
        shared: None,
    };
    let repeats = constant && it.written.is_none() && it.given.is_empty();
    if !repeats {
        before.clear();
    }
    if x.scope() == ScopeIx::FILE {
        let kind = if constant {
            NodeKind::Constant
        } else {
            NodeKind::Variable
        };
        it.define(x, kind, before);
    } else {
        it.bind(x, offset(spec.end_byte()), before);
    }
}

impl<'t> Specification<'t> {
    /// Type and value of one of the names; places are asked for in their order.
    fn of(&mut self, x: &mut Extractor<'t>, place: usize) -> (TypeIx, ExprIx, Via) {
        if place == 0 {
            self.ty = x.ty(self.written);
        }
        if self.given.len() == self.names.len() {
            return (self.ty, x.visit_handed_on(self.given[place]), Via::Whole);
        }
        let (given, count) = (&self.given, self.names.len());
        let shared = self.shared.get_or_insert_with(|| {
            let made: Vec<ExprIx> = given.iter().map(|value| x.visit_handed_on(*value)).collect();
            parts(x, count, given, &made)
        });
        let (value, via) = shared.get(place).copied().unwrap_or((ExprIx::NONE, Via::Whole));
        (self.ty, value, via)
    }

    /// Makes definitions: values are seen from inside of them.
    fn define(&mut self, x: &mut Extractor<'t>, kind: NodeKind, before: &mut Before) {
        let lead = x.take_lead();
        for place in 0..self.names.len() {
            let name_node = self.names[place];
            if x.text(name_node) == "_" {
                self.remember(x, place, before);
                continue;
            }
            let name = x.name_of(name_node);
            let mut draft = Draft::new(kind, name, self.node, name_node);
            draft.visibility = visibility(x.text(name_node));
            draft.lead = Some(lead.clone());
            let def = x.define(draft, |x, def| {
                let (ty, value) = self.remember(x, place, before);
                let made = x.def_mut(def);
                made.ty = ty;
                made.value = value;
            });
            note_doc(x, def);
        }
    }

    /// Type and value of a name of the package, those of the constants before where none are given.
    fn remember(&mut self, x: &mut Extractor<'t>, place: usize, before: &mut Before) -> (TypeIx, ExprIx) {
        if let Some(known) = before.get(place) {
            return *known;
        }
        let (ty, value, via) = self.of(x, place);
        let value = match via {
            Via::Whole => value,
            _ => x.expr(self.names[place], Expr::Part { value, via }),
        };
        before.push((ty, value));
        (ty, value)
    }

    fn bind(&mut self, x: &mut Extractor<'t>, from: u32, before: &mut Before) {
        for place in 0..self.names.len() {
            let (ty, value) = self.remember(x, place, before);
            let name = x.name_of(self.names[place]);
            x.bind(name, BindingKind::Local, from, ty, (value, Via::Whole));
        }
    }
}

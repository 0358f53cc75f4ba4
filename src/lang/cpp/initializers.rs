//! What a constructor makes before its body: bases and fields.

use tree_sitter::Node;

use crate::lang::c::types;
use crate::lang::engine::Extractor;
use crate::lang::extraction::{Expr, Type};

/// Visits `: Base(a), field_(b)`. Each is a construction: of the class named, or of whatever class the field has.
pub fn visit<'t>(x: &mut Extractor<'t>, list: Node<'t>) {
    for initializer in x.children(list) {
        if initializer.kind() != "field_initializer" {
            continue;
        }
        let parts = x.children(initializer);
        let (Some(name), Some(values)) = (parts.first().copied(), parts.get(1).copied()) else {
            continue;
        };
        let args = x.arguments(values);
        let ty = match name.kind() {
            // A base or a field: what the name is in the class around decides.
            "field_identifier" => {
                let text = x.name_of(name);
                let value = x.expr(name, Expr::Name(text));
                x.type_at(name, Type::Of(value))
            }
            _ => {
                let path = types::path(x, name);
                types::refer(x, path)
            }
        };
        x.construct(name, ty, args);
    }
}

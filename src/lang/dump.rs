//! An extraction as text for people: for tests and for whoever writes a language.

use std::fmt::Write;

use super::extraction::{DefIx, Expr, ExprIx, Extraction, Owner, Target, Type, TypeIx, Via};

/// Renders definitions, bindings, imports, exports and references, one a line.
pub fn dump(out: &Extraction) -> String {
    let mut text = String::new();
    for (ix, def) in out.defs.iter().enumerate().skip(1) {
        let depth = depth(out, def.parent);
        let _ = write!(
            text,
            "{:indent$}{} {}",
            "",
            def.kind,
            out.name(def.name),
            indent = depth * 2
        );
        match def.owner {
            Owner::Parent => {}
            Owner::Type(ty) => drop(write!(text, " of {}", type_text(out, ty, 0))),
            Owner::Value(value) => drop(write!(text, " of {}", expr_text(out, value, 0))),
        }
        let _ = write!(text, " {}-{}", def.line, def.end_line);
        if !def.ty.is_none() {
            let _ = write!(text, ": {}", type_text(out, def.ty, 0));
        }
        if !def.value.is_none() {
            let _ = write!(text, " = {}", expr_text(out, def.value, 0));
        }
        for one in &def.supers {
            let _ = write!(text, " {:?} {}", one.kind, type_text(out, one.ty, 0));
        }
        let flags: Vec<&str> = def.flags.words().collect();
        let _ = write!(text, " {} {}", def.visibility, flags.join(" "));
        if def.anonymous {
            text.push_str(" anonymous");
        }
        let _ = writeln!(text, " #{ix} | {}", def.signature);
        if !def.doc.is_empty() {
            let _ = writeln!(text, "{:indent$}  doc {:?}", "", def.doc, indent = depth * 2);
        }
    }
    for import in &out.imports {
        let item = import.item.map_or("", |item| out.name(item));
        let local = import.local.map_or("", |local| out.name(local));
        let dots = ".".repeat(usize::from(import.level));
        let _ = writeln!(
            text,
            "import {:?} {dots}{} [{item}] as {local} line {}",
            import.kind,
            out.name(import.module),
            import.line
        );
    }
    for one in &out.impls {
        let of = if one.of.is_none() {
            String::new()
        } else {
            format!("{} for ", type_text(out, one.of, 0))
        };
        let _ = writeln!(text, "impl {of}{} line {}", type_text(out, one.ty, 0), one.line);
    }
    for export in &out.exports {
        let name = export.name.map_or("*", |name| out.name(name));
        let _ = writeln!(text, "export {name} = {}", expr_text(out, export.value, 0));
    }
    for binding in &out.bindings {
        let _ = writeln!(
            text,
            "bind {} {:?} scope {} {}: {} = {}",
            out.name(binding.name),
            binding.kind,
            binding.scope.0,
            via_text(out, binding.via),
            type_text(out, binding.ty, 0),
            expr_text(out, binding.value, 0)
        );
    }
    for reference in &out.references {
        let target = match reference.target {
            Target::Expr(expr) => expr_text(out, expr, 0),
            Target::Type(ty) => type_text(out, ty, 0),
        };
        let from = out.name(out.def(reference.from).name);
        let _ = writeln!(
            text,
            "{:?} {target} from {from} at {}:{}",
            reference.kind, reference.line, reference.column
        );
    }
    text
}

fn depth(out: &Extraction, mut def: DefIx) -> usize {
    let mut depth = 0;
    while def != DefIx::FILE {
        depth += 1;
        def = out.def(def).parent;
    }
    depth
}

fn list<T: Copy>(items: &[T], render: impl Fn(T) -> String) -> String {
    items.iter().map(|item| render(*item)).collect::<Vec<_>>().join(", ")
}

/// An expression as short pseudo-code.
pub fn expr_text(out: &Extraction, ix: ExprIx, deep: u8) -> String {
    if deep > 12 {
        return "…".to_owned();
    }
    let sub = |ix: ExprIx| expr_text(out, ix, deep + 1);
    let ty = |ix: TypeIx| type_text(out, ix, deep + 1);
    match &out.expr(ix).kind {
        Expr::Unknown => "?".to_owned(),
        Expr::Name(name) => out.name(*name).to_owned(),
        Expr::This => "this".to_owned(),
        Expr::Super => "super".to_owned(),
        Expr::SelfType => "Self".to_owned(),
        Expr::Member { base, name } => format!("{}.{}", sub(*base), out.name(*name)),
        Expr::Scoped { base, name } => format!("{}::{}", sub(*base), out.name(*name)),
        Expr::Root(root) => format!("{root:?}"),
        Expr::Type(one) => format!("<{}>", ty(*one)),
        Expr::Call { callee, args } => format!("{}({})", sub(*callee), list(args, sub)),
        Expr::Expansion { callee, args } => format!("{}!({})", sub(*callee), list(args, sub)),
        Expr::Generic { base, args } => format!("{}::<{}>", sub(*base), list(args, ty)),
        Expr::New { ty: one, args } => format!("new {}({})", ty(*one), list(args, sub)),
        Expr::Literal(literal) => format!("{literal:?}"),
        Expr::Array(items) => format!("[{}]", list(items, sub)),
        Expr::Tuple(items) => format!("({})", list(items, sub)),
        Expr::Map(items) => format!("{{{}}}", list(items, |(k, v)| format!("{}: {}", sub(k), sub(v)))),
        Expr::Object(def) => format!("object#{}", def.0),
        Expr::Index { base, index } => format!("{}[{}]", sub(*base), sub(*index)),
        Expr::Await(value) => format!("await {}", sub(*value)),
        Expr::Unwrap(value) => format!("{}?", sub(*value)),
        Expr::Cast { ty: one, value } => format!("({} as {})", sub(*value), ty(*one)),
        Expr::Lambda { params, body, .. } => format!("|{}| {}", params.len(), sub(*body)),
        Expr::Part { value, via } => format!("{}~{}", sub(*value), via_text(out, *via)),
        Expr::Either(items) => format!("either({})", list(items, sub)),
        Expr::Operator { op, left, right } => format!("({} {op:?} {})", sub(*left), sub(*right)),
        Expr::Assign { target, value } => format!("{} = {}", sub(*target), sub(*value)),
        Expr::Def(def) => format!("def#{}", def.0),
    }
}

/// How a part is taken, as short pseudo-code.
pub fn via_text(out: &Extraction, via: Via) -> String {
    match via {
        Via::Part(name) => out.name(name).to_owned(),
        Via::Nth(place) => place.to_string(),
        via => format!("{via:?}"),
    }
}

/// A type as short pseudo-code.
pub fn type_text(out: &Extraction, ix: TypeIx, deep: u8) -> String {
    if deep > 12 {
        return "…".to_owned();
    }
    let sub = |ix: TypeIx| type_text(out, ix, deep + 1);
    match &out.ty(ix).kind {
        Type::Unknown => "_".to_owned(),
        Type::Named { root, path, args } => {
            let root = root.map_or(String::new(), |root| format!("{root:?}::"));
            let path = list(path, |name| out.name(name).to_owned()).replace(", ", "::");
            let args = if args.is_empty() {
                String::new()
            } else {
                format!("<{}>", list(args, sub))
            };
            format!("{root}{path}{args}")
        }
        Type::SelfType => "Self".to_owned(),
        Type::Pointer(one) => format!("&{}", sub(*one)),
        Type::Optional(one) => format!("{}?", sub(*one)),
        Type::List(one) => format!("[{}]", sub(*one)),
        Type::Map(key, value) => format!("[{}: {}]", sub(*key), sub(*value)),
        Type::Tuple(items) => format!("({})", list(items, sub)),
        Type::Union(items) => format!("({})", list(items, sub).replace(", ", " | ")),
        Type::All(items) => format!("({})", list(items, sub).replace(", ", " & ")),
        Type::Function { params, ret } => format!("fn({}) -> {}", list(params, sub), sub(*ret)),
        Type::Of(expr) => format!("typeof {}", expr_text(out, *expr, deep + 1)),
        Type::Class(one) => format!("class {}", sub(*one)),
        Type::Record(def) => format!("record#{}", def.0),
        Type::Projected { base, name } => format!("{}::{}", sub(*base), out.name(*name)),
    }
}

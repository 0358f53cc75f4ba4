//! Choice among several definitions of one name: by number and plain types of arguments, definitions before declarations.

use super::infer::Resolver;
use super::java::is_java;
use super::symbols::DefId;
use super::ty::Ty;
use crate::graph::NodeFlags;
use crate::lang::ModuleRule;
use crate::lang::extraction::Literal;

/// More definitions than this that fit a call equally well are cut off.
const MAX_ALTERNATIVES: usize = 24;

impl Resolver<'_> {
    /// Those of `defs` that a call with these arguments can mean, best first; all of them fit equally well.
    pub(super) fn choose_overload(&self, defs: &[DefId], args: &[Ty]) -> Vec<DefId> {
        let Some(first) = defs.first() else {
            return Vec::new();
        };
        let semantics = &self.project.language(*first).semantics;
        // Go's functions of one name in one package are alternatives of which a build takes one: all are meant.
        if semantics.module == ModuleRule::Directory {
            return defs.to_vec();
        }
        if semantics.family == "rust" {
            return self.choose_member(defs, args);
        }
        if is_java(semantics.family) {
            return self.java_overload(defs, args);
        }
        if defs.len() < 2 {
            return defs.to_vec();
        }
        let overloads = semantics.overloads;
        let mut scored: Vec<(i32, DefId)> = Vec::new();
        for id in defs {
            if let Some(score) = if overloads { self.fit(*id, args) } else { Some(0) } {
                scored.push((score, *id));
            }
        }
        if scored.is_empty() {
            scored = defs.iter().map(|id| (0, *id)).collect();
        }
        let best = scored.iter().map(|(score, _)| *score).max().unwrap_or(0);
        let kept: Vec<DefId> = scored
            .into_iter()
            .filter(|(score, _)| *score == best)
            .map(|(_, id)| id)
            .collect();
        self.without_duplicates(self.defined(kept, defs))
    }

    /// A declaration says nothing beside its definition, and an inherited method nothing beside what overrides it.
    fn without_duplicates(&self, kept: Vec<DefId>) -> Vec<DefId> {
        let is_declaration = |id: &DefId| self.project.def(*id).flags.contains(NodeFlags::DECLARATION);
        let defined: Vec<DefId> = kept.iter().copied().filter(|id| !is_declaration(id)).collect();
        let mut list = self.nearest_first(if defined.is_empty() { kept } else { defined });
        // So many alternatives say nothing, and comparing each with each would take its time.
        list.truncate(MAX_ALTERNATIVES);
        let mut out: Vec<DefId> = Vec::new();
        for id in list {
            let shape = self.shape(id);
            let same = |other: &&DefId| self.shape(**other) == shape && self.owner_of(**other) != self.owner_of(id);
            if self.is_alternative(id, &out) || !out.iter().any(|other| same(&other)) {
                out.push(id);
            }
        }
        // Declarations of one function in several headers: the first stands for all.
        if out.iter().all(is_declaration) {
            let mut seen: Vec<usize> = Vec::new();
            out.retain(|id| {
                let count = self.project.def(*id).params.len();
                let new = !seen.contains(&count);
                seen.push(count);
                new
            });
        }
        out
    }

    fn owner_of(&self, id: DefId) -> Option<DefId> {
        self.project.container(id)
    }

    /// Names of the parameters' types, as far as they tell two overloads apart.
    pub(super) fn shape(&self, id: DefId) -> Vec<Ty> {
        self.project
            .def(id)
            .params
            .iter()
            .map(|param| self.lower(id.file, param.ty))
            .collect()
    }

    /// How well the arguments fit; `None` when they cannot.
    pub(super) fn fit(&self, id: DefId, args: &[Ty]) -> Option<i32> {
        let params = &self.project.def(id).params;
        let variadic = params.iter().any(|param| param.variadic);
        let needed = params.iter().filter(|param| !param.optional && !param.variadic).count();
        if args.len() < needed || (!variadic && args.len() > params.len()) {
            return None;
        }
        let mut score = if variadic { -2 } else { 0 };
        for (place, arg) in args.iter().enumerate() {
            let Some(param) = params.get(place).or(params.last()) else {
                continue;
            };
            let mut wanted = self.lower(id.file, param.ty);
            if param.variadic && place + 1 >= params.len() {
                // `f(T...)` takes a `T[]` too.
                if let (Ty::List(of), false) = (&wanted, matches!(arg, Ty::List(_))) {
                    wanted = (**of).clone();
                }
            }
            score += self.argument_fit(id, param.ty, &wanted, arg)?;
        }
        Some(score)
    }

    /// Points for one argument; `None` when it cannot be passed there.
    fn argument_fit(&self, id: DefId, written: crate::lang::extraction::TypeIx, wanted: &Ty, arg: &Ty) -> Option<i32> {
        let name = self.written_name(id.file, written);
        match (arg, wanted) {
            (Ty::Unknown, _) => Some(0),
            (Ty::Literal(literal), _) => literal_fit(*literal, name.as_deref(), wanted),
            (Ty::Instance(a, _), Ty::Instance(b, _)) if a == b => Some(6),
            (Ty::Instance(a, _), Ty::Instance(b, _)) => self.is_subtype(*a, *b).map(|distance| 5 - distance.min(4)),
            (Ty::Instance(..), Ty::List(_) | Ty::Map(_) | Ty::Literal(_)) => None,
            (Ty::Instance(..), _) if name.as_deref().is_some_and(is_primitive) => None,
            (Ty::List(a), Ty::List(b)) => match (&**a, &**b) {
                (Ty::Unknown, _) | (_, Ty::Unknown) => Some(1),
                (a, b) if a == b => Some(6),
                (Ty::Literal(_) | Ty::External(_), Ty::Literal(_) | Ty::External(_)) => None,
                _ => Some(1),
            },
            (Ty::List(_), Ty::Literal(_)) => None,
            (Ty::List(_), Ty::Instance(..)) => None,
            (Ty::Lambda(..), Ty::FunctionType(..)) => Some(3),
            (Ty::Lambda(..), Ty::Literal(_) | Ty::List(_)) => None,
            (Ty::Lambda(..), _)
                if name
                    .as_deref()
                    .is_some_and(|name| is_primitive(name) || name == "String") =>
            {
                None
            }
            (Ty::External(a), Ty::External(b)) if a == b => Some(5),
            (a, b) if a == b => Some(5),
            _ => Some(0),
        }
    }

    /// Steps from a type up to another; `None` when that is certainly no supertype of it.
    fn is_subtype(&self, from: DefId, to: DefId) -> Option<i32> {
        let mut level = vec![from];
        let mut open = false;
        for distance in 0..12 {
            if level.contains(&to) {
                return Some(distance);
            }
            let mut next = Vec::new();
            for id in level {
                for parent in self.project.parents.get(&id).into_iter().flatten() {
                    match parent {
                        Ty::Instance(up, _) => next.push(*up),
                        _ => open = true,
                    }
                }
            }
            level = next;
        }
        // Something above is not known: it may be a subtype by way of a library.
        open.then_some(5)
    }
}

fn is_primitive(name: &str) -> bool {
    matches!(
        name,
        "boolean" | "byte" | "char" | "short" | "int" | "long" | "float" | "double" | "bool" | "size_t" | "unsigned"
    )
}

fn literal_fit(literal: Literal, name: Option<&str>, wanted: &Ty) -> Option<i32> {
    let name = name.unwrap_or_default();
    if matches!(wanted, Ty::Param(..)) {
        return Some(0);
    }
    match literal {
        Literal::Null => (!is_primitive(name)).then_some(0),
        Literal::String => match name {
            "String" | "string" | "str" => Some(6),
            "CharSequence" | "Comparable" | "string_view" => Some(5),
            "Object" | "T" | "char" | "Slice" => Some(if name == "char" { 3 } else { 1 }),
            "boolean" | "byte" | "short" | "int" | "long" | "float" | "double" | "bool" | "Character" | "Integer" => {
                None
            }
            _ if matches!(wanted, Ty::List(_) | Ty::Instance(..)) => None,
            _ => Some(0),
        },
        Literal::Char => match name {
            "char" | "Character" | "rune" => Some(6),
            "int" => Some(4),
            "long" | "float" | "double" => Some(3),
            "boolean" | "String" | "CharSequence" => None,
            _ => Some(0),
        },
        Literal::Integer => match name {
            "int" => Some(6),
            "long" => Some(4),
            "size_t" | "unsigned" | "short" | "byte" | "float" | "double" => Some(3),
            "Integer" => Some(2),
            "Number" | "Object" | "T" => Some(1),
            "boolean" | "String" | "CharSequence" | "string" => None,
            _ if matches!(wanted, Ty::List(_) | Ty::Instance(..)) => None,
            _ => Some(0),
        },
        Literal::Float => match name {
            "double" => Some(6),
            "float" => Some(4),
            "Double" => Some(2),
            "int" | "long" | "short" | "byte" | "char" | "boolean" | "String" | "CharSequence" => None,
            _ => Some(0),
        },
        Literal::Bool => match name {
            "boolean" | "bool" => Some(6),
            "Boolean" => Some(3),
            "int" | "long" | "double" | "char" | "String" | "CharSequence" | "float" => None,
            _ => Some(0),
        },
        Literal::Bytes | Literal::Regex => Some(0),
    }
}

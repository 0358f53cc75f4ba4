//! Which of several methods of one name a call means (JLS 15.12.2): those that fit without boxing before those that fit
//! with it before those of variable arity, and of these the most specific one.

use super::kind::{Fits, Kind};
use crate::graph::NodeFlags;
use crate::resolve::infer::Resolver;
use crate::resolve::symbols::DefId;
use crate::resolve::ty::Ty;

/// The phases in which methods are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Strict,
    Loose,
    Variable,
}

/// A method with the kinds of its parameters.
struct Candidate {
    id: DefId,
    params: Vec<Kind>,
    variadic: bool,
}

impl Candidate {
    /// The kind that the nth argument is passed for.
    fn param(&self, place: usize, phase: Phase) -> &Kind {
        let last = self.params.len().saturating_sub(1);
        match self.params.get(place.min(last)) {
            Some(Kind::Array(of)) if phase == Phase::Variable && self.variadic && place >= last => of,
            Some(kind) => kind,
            None => &Kind::Unknown,
        }
    }

    fn takes(&self, count: usize, phase: Phase) -> bool {
        match phase {
            Phase::Variable => self.variadic && count + 1 >= self.params.len(),
            _ => count == self.params.len(),
        }
    }
}

impl Resolver<'_> {
    /// Those of `defs` that a call with these arguments can mean: one where enough is known, none where a class inherits
    /// another method of this name from the library.
    pub(in crate::resolve) fn java_overload(&self, defs: &[DefId], args: &[Ty]) -> Vec<DefId> {
        let args: Vec<Kind> = args.iter().map(|arg| self.java_kind(arg)).collect();
        let candidates: Vec<Candidate> = defs.iter().map(|id| self.candidate(*id)).collect();
        for phase in [Phase::Strict, Phase::Loose, Phase::Variable] {
            let applicable: Vec<&Candidate> = candidates
                .iter()
                .filter(|candidate| candidate.takes(args.len(), phase))
                .filter(|candidate| self.applies(candidate, &args, phase))
                .collect();
            if !applicable.is_empty() {
                return self.most_specific(&applicable, &args, phase);
            }
        }
        // Something about the arguments was understood wrongly: their number still says most.
        let by_count: Vec<DefId> = candidates
            .iter()
            .filter(|candidate| {
                candidate.takes(args.len(), Phase::Strict) || candidate.takes(args.len(), Phase::Variable)
            })
            .map(|candidate| candidate.id)
            .collect();
        by_count
    }

    fn candidate(&self, id: DefId) -> Candidate {
        let written = &self.project.def(id).params;
        let variadic = written.last().is_some_and(|last| last.variadic);
        let mut params: Vec<Kind> = written
            .iter()
            .map(|param| self.java_kind(&self.lower(id.file, param.ty)))
            .collect();
        if variadic && let Some(last) = params.pop() {
            params.push(Kind::Array(Box::new(last)));
        }
        Candidate { id, params, variadic }
    }

    fn applies(&self, candidate: &Candidate, args: &[Kind], phase: Phase) -> bool {
        let loose = phase != Phase::Strict;
        args.iter()
            .enumerate()
            .all(|(place, arg)| self.java_fits(arg, candidate.param(place, phase), loose) != Fits::No)
    }

    fn most_specific(&self, applicable: &[&Candidate], args: &[Kind], phase: Phase) -> Vec<DefId> {
        let best: Vec<&Candidate> = applicable
            .iter()
            .copied()
            .filter(|one| {
                !applicable
                    .iter()
                    .any(|other| self.is_better(other, one, args, phase) && !self.is_better(one, other, args, phase))
            })
            .collect();
        let mut kept: Vec<&Candidate> = Vec::new();
        for one in best {
            // An inherited method says nothing beside the one that overrides it; own ones come first.
            let is_abstract = self.is_abstract(one.id);
            match kept.iter().position(|other| other.params == one.params) {
                None => kept.push(one),
                Some(place) if self.overrides_it(one.id, kept[place].id) => kept[place] = one,
                Some(place) if self.overrides_it(kept[place].id, one.id) => {}
                Some(place) if self.is_abstract(kept[place].id) && !is_abstract => kept[place] = one,
                Some(_) => {}
            }
        }
        kept.into_iter().map(|candidate| candidate.id).collect()
    }

    /// Both are known to have the same parameters: the one in the subtype takes the place of the other.
    fn overrides_it(&self, one: DefId, other: DefId) -> bool {
        match (self.project.container(one), self.project.container(other)) {
            (Some(one), Some(other)) => one != other && self.is_own_subtype(one, other),
            _ => false,
        }
    }

    fn is_abstract(&self, id: DefId) -> bool {
        self.project.def(id).flags.contains(NodeFlags::ABSTRACT)
    }

    /// Each parameter of the one can be passed for that of the other. Where an argument is not known, only what is the same in
    /// both is no reason against it.
    fn is_better(&self, one: &Candidate, other: &Candidate, args: &[Kind], phase: Phase) -> bool {
        let count = match phase {
            Phase::Variable => args.len().max(one.params.len()).max(other.params.len()),
            _ => args.len(),
        };
        (0..count).all(|place| {
            let (a, b) = (one.param(place, phase), other.param(place, phase));
            match args.get(place) {
                _ if a == b => true,
                Some(Kind::Unknown) => false,
                // The other one takes the argument too, so its type is a supertype of this.
                Some(arg) if arg == a => true,
                // Between two functional interfaces the lambda's body decides.
                Some(Kind::Function(_)) => self.is_object(b),
                _ => self.java_fits(a, b, false) == Fits::Yes,
            }
        })
    }

    fn is_object(&self, kind: &Kind) -> bool {
        *kind == self.library_kind("Object")
    }
}

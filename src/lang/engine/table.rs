//! A language's table of rules, compiled to an array by kind id.

use rustc_hash::FxHashMap as HashMap;

use tree_sitter::Node;

use super::Extractor;
use crate::lang::Language;
use crate::lang::extraction::{ExprIx, Literal, Operator};

/// What a function of a language does with one node. It visits what it wants of the node's inside and says which
/// expression the node is ([`ExprIx::NONE`] for statements).
pub type Visit = for<'t> fn(&mut Extractor<'t>, Node<'t>) -> ExprIx;

/// What a node kind of a grammar means. Field names are the grammar's; `""` stands for "the first named child".
#[derive(Clone, Copy)]
pub enum Rule {
    /// Nothing: visit the children. The default for every kind without a rule.
    Children,
    /// Neither it nor anything inside means anything.
    Skip,
    /// A bare name used as a value.
    Name,
    /// The current instance.
    This,
    /// The supertype's side of the current instance.
    Super,
    /// `base.name`.
    Member {
        base: &'static str,
        name: &'static str,
    },
    /// `base::name`.
    Scoped {
        base: &'static str,
        name: &'static str,
    },
    /// A call; the arguments are the named children of the field.
    Call {
        callee: &'static str,
        arguments: &'static str,
    },
    /// A construction of a type that is named as a type.
    New {
        ty: &'static str,
        arguments: &'static str,
    },
    Literal(Literal),
    /// A list or set literal.
    Array,
    Tuple,
    Index {
        base: &'static str,
        index: &'static str,
    },
    /// Parentheses and the like: is what its field (or first named child) is.
    Same(&'static str),
    Await,
    /// `e?`, `e!`.
    Unwrap,
    Cast {
        value: &'static str,
        ty: &'static str,
    },
    /// One of several values: the fields' values.
    Either(&'static [&'static str]),
    Operator {
        op: Operator,
        left: &'static str,
        right: &'static str,
    },
    /// A statement that returns the value of its first named child from the function around it.
    Return,
    /// A block with names of its own.
    Block,
    /// A written type standing among statements or expressions.
    Type,
    /// What no table can say.
    Custom(Visit),
}

/// The compiled table of one language.
pub struct Table {
    pub(super) grammar: tree_sitter::Language,
    rules: Vec<Rule>,
    /// Comments (1) and attributes that precede what they describe (2), by kind id.
    lead: Vec<u8>,
    fields: HashMap<String, u16>,
}

pub(super) const COMMENT: u8 = 1;
pub(super) const ATTRIBUTE: u8 = 2;

impl Table {
    pub(in crate::lang) fn compile(language: &Language) -> Self {
        let grammar = (language.grammar)();
        let count = grammar.node_kind_count();
        let by_kind: HashMap<&str, Rule> = language.rules.iter().copied().collect();
        let mut rules = vec![Rule::Children; count];
        let mut lead = vec![0; count];
        for id in 0..count {
            // Several ids can share one name (aliases), so the ids are walked, not the names.
            let id16 = u16::try_from(id).unwrap_or(0);
            let Some(kind) = grammar
                .node_kind_for_id(id16)
                .filter(|_| grammar.node_kind_is_named(id16))
            else {
                continue;
            };
            if let Some(rule) = by_kind.get(kind) {
                rules[id] = *rule;
            }
            if language.comments.kinds.contains(&kind) {
                lead[id] = COMMENT;
                rules[id] = Rule::Skip;
            } else if language.comments.attributes.contains(&kind) {
                lead[id] = ATTRIBUTE;
            }
        }
        let fields = (1..=grammar.field_count())
            .filter_map(|id| {
                let id = u16::try_from(id).ok()?;
                Some((grammar.field_name_for_id(id)?.to_owned(), id))
            })
            .collect();
        Self {
            grammar,
            rules,
            lead,
            fields,
        }
    }

    pub(super) fn rule(&self, kind: u16) -> Rule {
        self.rules.get(usize::from(kind)).copied().unwrap_or(Rule::Children)
    }

    pub(super) fn lead(&self, kind: u16) -> u8 {
        self.lead.get(usize::from(kind)).copied().unwrap_or(0)
    }

    /// The id of a field, `None` when the grammar has none of that name.
    pub(super) fn field(&self, name: &str) -> Option<u16> {
        self.fields.get(name).copied()
    }

    /// Kinds and fields that the rules name and the grammar does not have: a fault of the table, found by a test.
    #[cfg(test)]
    pub(in crate::lang) fn unknown_kinds(&self, language: &Language) -> Vec<String> {
        let has = |kind: &str| self.grammar.id_for_node_kind(kind, true) != 0;
        language
            .rules
            .iter()
            .map(|(kind, _)| *kind)
            .filter(|kind| !has(kind))
            .map(str::to_owned)
            .collect()
    }
}

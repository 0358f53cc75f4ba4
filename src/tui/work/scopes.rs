//! From the scopes of a syntax to the roles of a theme.

use std::collections::HashMap;

use syntect::parsing::{Scope, ScopeStack};

use crate::tui::theme::Role;

/// Beginnings of scopes, the longer before the shorter.
const TABLE: &[(&str, Role)] = &[
    ("comment", Role::Comment),
    ("punctuation.definition.comment", Role::Comment),
    ("constant.character.escape", Role::Escape),
    ("constant.numeric", Role::NumberLiteral),
    ("constant", Role::Constant),
    ("punctuation.definition.string", Role::String),
    ("string", Role::String),
    ("entity.name.function", Role::Function),
    ("entity.name.tag", Role::Tag),
    ("entity.name.macro", Role::Macro),
    ("entity.name.section", Role::Heading),
    ("entity.name.label", Role::Parameter),
    ("entity.name.namespace", Role::Text),
    ("entity.name", Role::TypeName),
    ("entity.other.attribute-name", Role::Attribute),
    ("entity.other.inherited-class", Role::TypeName),
    ("variable.annotation", Role::Attribute),
    ("variable.function", Role::Function),
    ("variable.parameter", Role::Parameter),
    ("variable.language", Role::Keyword),
    ("variable.other.member", Role::Property),
    ("variable.other.property", Role::Property),
    ("variable", Role::Variable),
    ("support.macro", Role::Macro),
    ("support.function", Role::Function),
    ("support.constant", Role::Constant),
    ("support.type", Role::TypeName),
    ("support.class", Role::TypeName),
    ("keyword.operator", Role::Operator),
    ("keyword", Role::Keyword),
    ("storage.type.numeric", Role::NumberLiteral),
    ("storage.type.primitive", Role::TypeName),
    ("storage", Role::Keyword),
    ("meta.annotation", Role::Attribute),
    ("meta.preprocessor", Role::Macro),
    ("markup.heading", Role::Heading),
    ("markup.underline.link", Role::Link),
    ("markup.raw", Role::String),
    ("punctuation", Role::Punctuation),
];

/// Scopes whose role has been found.
#[derive(Default)]
pub struct Roles {
    known: HashMap<Scope, Option<Role>>,
}

impl Roles {
    /// The role of the innermost scope that has one.
    pub fn of(&mut self, stack: &ScopeStack) -> Option<Role> {
        stack.scopes.iter().rev().find_map(|scope| self.of_scope(*scope))
    }

    fn of_scope(&mut self, scope: Scope) -> Option<Role> {
        *self.known.entry(scope).or_insert_with(|| {
            let name = scope.build_string();
            let fits = |beginning: &str| {
                name.strip_prefix(beginning)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            TABLE
                .iter()
                .find(|(beginning, _)| fits(beginning))
                .map(|(_, role)| *role)
        })
    }
}

//! Keys to actions.
//!
//! Place: beside `state`; read by `update` (what a key means) and `view` (hints, help, palette).
//! The table [`ACTIONS`] is the only list of what can be done; [`Keymap`] is that table's keys, with a person's own
//! file laid over it.
//!
//! Invariant: a bad line in a keymap file never aborts; it is reported with its line and the nearest name, and the
//! default stays.
//!
//! Start reading at [`ACTIONS`] and [`Keymap::press`].

mod actions;
mod file;
mod key;
mod reasons;
mod scope;

pub use actions::{ACTIONS, Action, Spec};
pub use file::to_toml;
pub use key::{Code, Key, parse_sequence};
pub use scope::Scope;

/// What a sequence of keys leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Press {
    Action(Action),
    /// The beginning of one or more longer sequences.
    Prefix,
    Nothing,
}

/// All bindings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keymap {
    bindings: Vec<Binding>,
}

/// One sequence of keys in one scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    pub scope: Scope,
    pub keys: Vec<Key>,
    pub action: Action,
}

impl Default for Keymap {
    fn default() -> Self {
        let bindings = ACTIONS
            .iter()
            .flat_map(|spec| spec.keys.iter().map(move |(scope, keys)| (spec.action, *scope, *keys)))
            .flat_map(|(action, scope, keys)| {
                keys.iter()
                    .filter_map(move |text| parse_sequence(text).ok().map(|keys| Binding { scope, keys, action }))
            })
            .collect();
        Self { bindings }
    }
}

impl Keymap {
    /// What `pressed` means where `scopes` hold, innermost first.
    pub fn press(&self, scopes: &[Scope], pressed: &[Key]) -> Press {
        for scope in scopes {
            let here = || self.bindings.iter().filter(|binding| binding.scope == *scope);
            if let Some(binding) = here().find(|binding| binding.keys == pressed) {
                return Press::Action(binding.action);
            }
            if here().any(|binding| binding.keys.starts_with(pressed)) {
                return Press::Prefix;
            }
        }
        Press::Nothing
    }

    /// What can follow after `pressed`.
    pub fn continuations(&self, scopes: &[Scope], pressed: &[Key]) -> Vec<&Binding> {
        self.bindings
            .iter()
            .filter(|binding| scopes.contains(&binding.scope))
            .filter(|binding| binding.keys.len() > pressed.len() && binding.keys.starts_with(pressed))
            .collect()
    }

    /// The keys of an action in a scope, the preferred one first.
    pub fn keys(&self, scope: Scope, action: Action) -> impl Iterator<Item = &[Key]> {
        self.bindings
            .iter()
            .filter(move |binding| binding.scope == scope && binding.action == action)
            .map(|binding| binding.keys.as_slice())
    }

    /// The preferred key of an action where `scopes` hold, as shown on the screen.
    pub fn label(&self, scopes: &[Scope], action: Action) -> Option<String> {
        scopes
            .iter()
            .find_map(|scope| self.keys(*scope, action).next().map(sequence_label))
    }
}

/// A sequence of keys as shown on the screen.
pub fn sequence_label(keys: &[Key]) -> String {
    keys.iter().map(|key| key.label()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things_in_one_place() {
        let bindings = Keymap::default().bindings;
        for (at, one) in bindings.iter().enumerate() {
            for other in &bindings[at + 1..] {
                let clash = one.scope == other.scope
                    && (one.keys.starts_with(&other.keys) || other.keys.starts_with(&one.keys));
                assert!(!clash, "{one:?} and {other:?}");
            }
        }
    }

    #[test]
    fn every_default_is_read() {
        let named: usize = ACTIONS
            .iter()
            .flat_map(|spec| spec.keys)
            .map(|(_, keys)| keys.len())
            .sum();
        assert_eq!(Keymap::default().bindings.len(), named);
    }

    #[test]
    fn inner_scopes_hide_outer_ones_and_sequences_wait() {
        let keymap = Keymap::default();
        let explore = [Scope::Explore, Scope::Global, Scope::Always];
        let g = Key::char('g');
        assert_eq!(keymap.press(&explore, &[Key::char('h')]), Press::Action(Action::Left));
        assert_eq!(keymap.press(&explore, &[g]), Press::Prefix);
        assert_eq!(keymap.press(&explore, &[g, g]), Press::Action(Action::Top));
        assert_eq!(keymap.press(&explore, &[g, Key::char('x')]), Press::Nothing);
        assert_eq!(keymap.continuations(&explore, &[g]).len(), 1);
        let typing = [Scope::Prompt, Scope::Always];
        assert_eq!(keymap.press(&typing, &[Key::char('q')]), Press::Nothing);
        assert_eq!(keymap.label(&explore, Action::Go).as_deref(), Some("⏎"));
    }
}

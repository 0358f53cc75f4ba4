//! The keymap as a file: `[scope]`, then `action = ["key", "another"]`.

use std::fmt::Write as _;

use toml::de::{DeTable, DeValue};

use super::{ACTIONS, Action, Binding, Keymap, Scope, parse_sequence};
use crate::tui::problem::{Problem, line_of, nearest};

/// What stands at the head of the default file.
const HEAD: &str = "\
# The keys of the map, by place. This is the default; a file of this shape at ~/.config/portolan/keymap.toml
# replaces the keys of the actions that it names, and leaves the others. Several keys may lead to one action;
# keys pressed one after the other are written with a space between: \"g g\". Modifiers: ctrl-, alt-, shift-.
";

/// The default keymap as a file.
pub fn to_toml() -> String {
    let mut text = HEAD.to_owned();
    for scope in Scope::ALL {
        let _ = write!(text, "\n# {}\n[{}]\n", scope.title(), scope.as_str());
        for spec in ACTIONS {
            let Some((_, keys)) = spec.keys.iter().find(|(at, _)| at == scope) else {
                continue;
            };
            let list: Vec<String> = keys.iter().map(|key| format!("{key:?}")).collect();
            let _ = writeln!(text, "{} = [{}] # {}", spec.name, list.join(", "), spec.doc);
        }
    }
    text
}

impl Keymap {
    /// Lays a file over this keymap. What cannot be understood is reported and left as it was.
    pub fn overlay(&mut self, file: &str, text: &str) -> Vec<Problem> {
        let table = match DeTable::parse(text) {
            Ok(table) => table.into_inner(),
            Err(error) => return vec![Problem::of_toml(file, text, &error)],
        };
        let mut problems = Vec::new();
        for (scope_name, actions) in &table {
            let mut report = |at: usize, message: String| problems.push(Problem::new(file, line_of(text, at), message));
            let Some(scope) = Scope::parse(scope_name.get_ref()) else {
                let known = Scope::ALL.iter().map(|scope| scope.as_str());
                report(scope_name.span().start, nearest("place", scope_name.get_ref(), known));
                continue;
            };
            let DeValue::Table(actions) = actions.get_ref() else {
                report(
                    actions.span().start,
                    format!("`{}` is a table of actions", scope.as_str()),
                );
                continue;
            };
            for (name, keys) in actions {
                let Some(action) = Action::parse(name.get_ref()) else {
                    let known = ACTIONS.iter().map(|spec| spec.name);
                    report(name.span().start, nearest("action", name.get_ref(), known));
                    continue;
                };
                let one = std::slice::from_ref(keys);
                let list = match keys.get_ref() {
                    DeValue::Array(list) => list,
                    _ => one,
                };
                let mut sequences = Vec::new();
                for key in list {
                    match key.get_ref() {
                        DeValue::String(written) => match parse_sequence(written) {
                            Ok(sequence) => sequences.push(sequence),
                            Err(message) => report(key.span().start, message),
                        },
                        _ => report(key.span().start, "a key is written in quotes".to_owned()),
                    }
                }
                self.replace(scope, action, sequences);
            }
        }
        problems
    }

    /// The action's keys in the scope become these; other actions lose them there.
    fn replace(&mut self, scope: Scope, action: Action, sequences: Vec<Vec<super::Key>>) {
        self.bindings.retain(|binding| {
            binding.scope != scope || (binding.action != action && !sequences.contains(&binding.keys))
        });
        self.bindings
            .extend(sequences.into_iter().map(|keys| Binding { scope, keys, action }));
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Key, Press};
    use super::*;

    #[test]
    fn the_shipped_file_is_the_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/keymap.toml");
        if std::env::var_os("PORTOLAN_BLESS").is_some() {
            std::fs::write(path, to_toml()).expect("assets/keymap.toml can be written");
        }
        let shipped = std::fs::read_to_string(path).expect("assets/keymap.toml is shipped");
        assert_eq!(
            shipped,
            to_toml(),
            "run this test with PORTOLAN_BLESS=1 to write the file anew"
        );
    }

    #[test]
    fn laying_the_default_over_the_default_changes_nothing() {
        let mut keymap = Keymap::default();
        assert_eq!(keymap.overlay("keymap.toml", &to_toml()), []);
        for spec in ACTIONS {
            for (scope, keys) in spec.keys {
                for key in *keys {
                    let pressed = parse_sequence(key).expect("defaults are keys");
                    assert_eq!(keymap.press(&[*scope], &pressed), Press::Action(spec.action));
                }
            }
        }
    }

    #[test]
    fn a_file_replaces_what_it_names() {
        let mut keymap = Keymap::default();
        assert_eq!(
            keymap.overlay("keymap.toml", "[explore]\npeek = \"x\"\nback = [\"space\"]\n"),
            []
        );
        let explore = [Scope::Explore];
        assert_eq!(keymap.press(&explore, &[Key::char('x')]), Press::Action(Action::Peek));
        assert_eq!(keymap.press(&explore, &[Key::char(' ')]), Press::Action(Action::Back));
        assert_eq!(keymap.press(&explore, &[Key::char('H')]), Press::Nothing);
        assert_eq!(keymap.press(&explore, &[Key::char('b')]), Press::Action(Action::Bundle));
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let mut keymap = Keymap::default();
        let text = "[explroe]\n[explore]\npeak = \"x\"\npeek = [\"q\", \"hyper-x\"]\n";
        let problems: Vec<String> = keymap
            .overlay("keymap.toml", text)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            problems,
            [
                "keymap.toml:3: unknown action `peak`; did you mean `peek`?",
                "keymap.toml:4: `hyper-x` names no key",
                "keymap.toml:1: unknown place `explroe`; did you mean `explore`?",
            ]
        );
        assert_eq!(
            keymap.press(&[Scope::Explore], &[Key::char('q')]),
            Press::Action(Action::Peek)
        );
        let broken = keymap.overlay("keymap.toml", "\na = [");
        assert_eq!(broken.first().map(|problem| problem.line), Some(2));
    }
}

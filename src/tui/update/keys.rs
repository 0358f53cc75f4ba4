//! A key press: an action, the beginning of one, or typed text.

use super::{Effect, act, prompt};
use crate::tui::keymap::{Key, Press, Scope, sequence_label};
use crate::tui::state::State;

pub fn press(state: &mut State, key: Key, out: &mut Vec<Effect>) {
    let scopes = Scope::active(state);
    state.prefix.push(key);
    let keymap = std::sync::Arc::clone(&state.keymap);
    match keymap.press(scopes, &state.prefix) {
        Press::Action(action) => {
            state.prefix.clear();
            act::perform(state, action, out);
        }
        // A prefix is of no use where its key types a letter.
        Press::Prefix if !(Scope::types_text(state) && key.typed().is_some()) => {}
        Press::Prefix | Press::Nothing => {
            let pressed = std::mem::take(&mut state.prefix);
            match key.typed().filter(|_| Scope::types_text(state)) {
                Some(c) => prompt::insert(state, c.encode_utf8(&mut [0; 4]), out),
                None if pressed.len() > 1 => state.inform(format!("{} does nothing", sequence_label(&pressed))),
                None => {}
            }
        }
    }
}

//! Turning the values of the profile.

use super::{Effect, bundle};
use crate::config::Profile;
use crate::tui::state::{Input, KNOBS, Overlay, State};

/// One step; the effect is asked for at once.
pub fn turn(state: &mut State, up: bool, out: &mut Vec<Effect>) {
    let Some(knob) = KNOBS.get(state.bundle.knobs.cursor) else {
        return;
    };
    let before = state.bundle.profile.clone();
    knob.turn(&mut state.bundle.profile, up);
    if state.bundle.profile == before {
        state.inform(format!("{} goes no further", knob.label));
        return;
    }
    bundle::request(state, out);
}

/// Opens a line for a value.
pub fn type_value(state: &mut State) {
    let knob = state.bundle.knobs.cursor;
    state.overlay = Some(Overlay::Value {
        knob,
        input: Input::default(),
    });
}

/// Takes the typed value, or says what is wrong and leaves the line open.
pub fn typed(state: &mut State, knob: usize, input: Input, out: &mut Vec<Effect>) {
    if input.text().trim().is_empty() {
        return;
    }
    let Some(target) = KNOBS.get(knob) else { return };
    match target.set(&mut state.bundle.profile, input.text()) {
        Ok(()) => bundle::request(state, out),
        Err(message) => {
            state.inform(message);
            state.overlay = Some(Overlay::Value { knob, input });
        }
    }
}

/// The value as it is saved.
pub fn reset(state: &mut State, out: &mut Vec<Effect>) {
    let Some(knob) = KNOBS.get(state.bundle.knobs.cursor) else {
        return;
    };
    let saved = state.bundle.saved.clone();
    knob.copy_from(&mut state.bundle.profile, &saved);
    bundle::request(state, out);
}

pub fn save(state: &mut State, out: &mut Vec<Effect>) {
    out.push(Effect::SaveProfile {
        name: state.bundle.profile_name.clone(),
        profile: state.bundle.profile.clone(),
    });
}

pub fn saved(state: &mut State, result: Result<(Profile, String), String>) {
    match result {
        Ok((profile, sentence)) => {
            state.bundle.saved = profile;
            state.inform(sentence);
        }
        Err(why) => state.complain(why),
    }
}

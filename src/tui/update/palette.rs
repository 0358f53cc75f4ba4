//! Everything that can be done, by name.

use super::{Effect, act};
use crate::tui::state::{Overlay, Palette, State};

pub fn open(state: &mut State) {
    state.overlay = Some(Overlay::Palette(Palette::default()));
}

/// Does what is chosen; what cannot be done now says why and leaves the palette open.
pub fn accept(state: &mut State, out: &mut Vec<Effect>) {
    let Some(Overlay::Palette(palette)) = &state.overlay else {
        return;
    };
    let Some(action) = palette.chosen(state) else { return };
    if let Some(reason) = action.why_not(state) {
        state.inform(reason);
        return;
    }
    state.overlay = None;
    act::perform(state, action, out);
}

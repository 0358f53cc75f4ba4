//! Choosing a theme, with a live preview.

use crate::tui::state::{List, Overlay, State};

pub fn open(state: &mut State) {
    let cursor = state.themes.iter().position(|name| *name == state.theme).unwrap_or(0);
    state.overlay = Some(Overlay::Themes {
        list: List { cursor, offset: 0 },
        before: state.theme.clone(),
    });
}

/// The theme under the cursor is shown at once.
pub fn preview(state: &mut State) {
    if let Some(Overlay::Themes { list, .. }) = &state.overlay
        && let Some(name) = state.themes.get(list.cursor)
    {
        state.theme.clone_from(name);
    }
}

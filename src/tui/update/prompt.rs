//! What is open over the workspace: typing into it, taking it, closing it.

use super::{Effect, bundle, knobs, palette, search, visit};
use crate::tui::keymap::Action;
use crate::tui::state::{Input, Level, List, Overlay, State, Workspace};

/// A question for an agent.
pub fn ask(state: &mut State) {
    state.workspace = Workspace::Bundle;
    state.overlay = Some(Overlay::Ask(Input::new(state.bundle.question.clone())));
}

/// Where text goes that is typed now.
const fn input(state: &mut State) -> Option<&mut Input> {
    match &mut state.overlay {
        Some(Overlay::Search) => Some(&mut state.search.input),
        Some(Overlay::Palette(palette)) => Some(&mut palette.input),
        Some(Overlay::Ask(input) | Overlay::Value { input, .. }) => Some(input),
        _ => None,
    }
}

pub fn insert(state: &mut State, text: &str, out: &mut Vec<Effect>) {
    change(state, |input| input.insert(text), out);
}

/// A paste goes where text is typed; elsewhere it opens the search, and triggers nothing.
pub fn paste(state: &mut State, text: &str, out: &mut Vec<Effect>) {
    if state.overlay.is_none() && !text.trim().is_empty() {
        search::open(state, out);
        state.search.input = Input::default();
    }
    insert(state, text, out);
}

pub fn edit(state: &mut State, action: Action, out: &mut Vec<Effect>) {
    let edit: fn(&mut Input) = match action {
        Action::Backspace => Input::backspace,
        Action::Delete => Input::delete,
        Action::DeleteWord => Input::delete_word,
        Action::ClearInput => Input::clear_before,
        Action::InputLeft => Input::left,
        Action::InputRight => Input::right,
        Action::InputStart => Input::start,
        _ => Input::end,
    };
    change(state, edit, out);
}

fn change(state: &mut State, edit: impl FnOnce(&mut Input), out: &mut Vec<Effect>) {
    let Some(input) = input(state) else { return };
    let before = input.text().to_owned();
    edit(input);
    if input.text() == before {
        return;
    }
    match &mut state.overlay {
        Some(Overlay::Search) => search::typed(state, out),
        Some(Overlay::Palette(palette)) => palette.list = List::default(),
        _ => {}
    }
}

pub fn accept(state: &mut State, out: &mut Vec<Effect>) {
    match state.overlay.take() {
        Some(Overlay::Search) => {
            state.overlay = Some(Overlay::Search);
            search::accept(state, out);
        }
        Some(overlay @ Overlay::Palette(_)) => {
            state.overlay = Some(overlay);
            palette::accept(state, out);
        }
        Some(Overlay::History(list)) => {
            let last = state.explore.history.places().len().saturating_sub(1);
            visit::jump(state, last.saturating_sub(list.cursor), out);
        }
        Some(Overlay::Ask(input)) => bundle::question(state, input.text().trim(), out),
        Some(Overlay::Value { knob, input }) => knobs::typed(state, knob, input, out),
        // The theme is already in use, help has nothing to take.
        Some(Overlay::Themes { .. } | Overlay::Help(_)) | None => {}
    }
}

/// Dismisses an error first, since its line says so; then closes what is open.
pub fn cancel(state: &mut State) {
    if state.notice.take_if(|notice| notice.level == Level::Error).is_some() {
        return;
    }
    if let Some(Overlay::Themes { before, .. }) = state.overlay.take() {
        state.theme = before;
    }
}

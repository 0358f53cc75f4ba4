//! From an action to what it does.

use super::{
    Effect, branch, bundle, copy, filters, hand, knobs, marks, motion, palette, prompt, search, themes, visit,
};
use crate::tui::keymap::Action;
use crate::tui::state::{BundlePane, List, Overlay, State, Workspace};

/// Does it, or says why not.
pub fn perform(state: &mut State, action: Action, out: &mut Vec<Effect>) {
    if let Some(reason) = action.why_not(state) {
        state.inform(reason);
        return;
    }
    match action {
        Action::Left => motion::sideways(state, -1, out),
        Action::Right => motion::sideways(state, 1, out),
        Action::Up => motion::step(state, -1),
        Action::Down => motion::step(state, 1),
        Action::PageUp => motion::page(state, -1),
        Action::PageDown => motion::page(state, 1),
        Action::Top => motion::step(state, isize::MIN / 2),
        Action::Bottom => motion::step(state, isize::MAX / 2),
        Action::Above => motion::within_column(state, -1),
        Action::Below => motion::within_column(state, 1),
        Action::NextPane => motion::next_pane(state, 1),
        Action::PreviousPane => motion::next_pane(state, -1),
        Action::NextSite => motion::site(state, 1),
        Action::PreviousSite => motion::site(state, -1),
        Action::Go => go(state, out),
        Action::Peek => state.explore.peek = !state.explore.peek,
        Action::Back => visit::step(state, -1, out),
        Action::Forward => visit::step(state, 1, out),
        Action::History => visit::list(state),
        Action::Container => visit::container(state, out),
        Action::Home => visit::home(state, out),
        Action::Branch => branch::toggle(state, out),
        Action::Source => motion::turn_face(state),
        Action::Mark => marks::toggle(state),
        Action::Bundle => marks::bundle(state, out),
        Action::BundleMarked => marks::bundle(state, out),
        Action::Tests => filters::tests(state),
        Action::Externals => filters::externals(state),
        Action::MoreCertain => filters::confidence(state, true),
        Action::LessCertain => filters::confidence(state, false),
        Action::Edit => copy::edit(state, out),
        Action::CopyName => copy::name(state, out),
        Action::CopyPlace => copy::place(state, out),
        Action::CopyText => copy::text(state, out),
        Action::CopyCommand => copy::command(state, out),
        Action::Explore => switch(state, Workspace::Explore),
        Action::BundleWorkspace => {
            switch(state, Workspace::Bundle);
            bundle::refresh_if_stale(state, out);
        }
        Action::Ask => prompt::ask(state),
        Action::Less => turn(state, false, out),
        Action::More => turn(state, true, out),
        Action::Reset => reset(state, out),
        Action::Pin => hand::pin(state, out),
        Action::Exclude => hand::exclude(state, out),
        Action::SaveProfile => knobs::save(state, out),
        Action::Search => search::open(state, out),
        Action::Palette => palette::open(state),
        Action::Help => state.overlay = Some(Overlay::Help(List::default())),
        Action::Themes => themes::open(state),
        Action::Accept => prompt::accept(state, out),
        Action::Cancel => prompt::cancel(state),
        Action::Backspace
        | Action::Delete
        | Action::DeleteWord
        | Action::ClearInput
        | Action::InputLeft
        | Action::InputRight
        | Action::InputStart
        | Action::InputEnd => prompt::edit(state, action, out),
        Action::Mouse => {
            state.mouse = !state.mouse;
            out.push(Effect::Mouse(state.mouse));
            let owner = if state.mouse {
                "the map takes the mouse"
            } else {
                "the mouse is left to the terminal"
            };
            state.inform(owner);
        }
        Action::Dismiss => dismiss(state),
        Action::Redraw => out.push(Effect::Redraw),
        Action::Suspend => out.push(Effect::Suspend),
        Action::Quit => state.quit = true,
    }
}

fn switch(state: &mut State, workspace: Workspace) {
    state.workspace = workspace;
    state.overlay = None;
}

fn go(state: &mut State, out: &mut Vec<Effect>) {
    match (state.workspace, state.bundle.focus) {
        (Workspace::Explore, _) => visit::go(state, out),
        (Workspace::Bundle, BundlePane::Knobs) => knobs::type_value(state),
        (Workspace::Bundle, _) => hand::go(state, out),
    }
}

fn turn(state: &mut State, up: bool, out: &mut Vec<Effect>) {
    match state.bundle.focus {
        BundlePane::Knobs => knobs::turn(state, up, out),
        BundlePane::Ledger | BundlePane::Text => hand::ladder(state, up, out),
    }
}

fn reset(state: &mut State, out: &mut Vec<Effect>) {
    match state.bundle.focus {
        BundlePane::Knobs => knobs::reset(state, out),
        BundlePane::Ledger | BundlePane::Text => hand::reset(state, out),
    }
}

fn dismiss(state: &mut State) {
    if state.notice.take().is_none() {
        state.explore.peek = false;
    }
}

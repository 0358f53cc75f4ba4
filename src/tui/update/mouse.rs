//! The mouse: what is pointed at is chosen, what is chosen already is entered.

use super::{Effect, Mouse, act, branch, motion, prompt, themes, visit};
use crate::tui::geometry;
use crate::tui::keymap::Action;
use crate::tui::scene::Target;
use crate::tui::state::{BundlePane, KNOBS, Mark, Overlay, Pane, State};

/// Rows of one turn of the wheel.
const TURN: isize = 3;

pub fn point(state: &mut State, mouse: Mouse, out: &mut Vec<Effect>) {
    match mouse {
        Mouse::Click(Some(target)) => click(state, target, out),
        Mouse::Wheel(turns, target) => wheel(state, isize::from(turns) * TURN, target),
        Mouse::Click(None) => {}
    }
}

fn click(state: &mut State, target: Target, out: &mut Vec<Effect>) {
    match target {
        Target::Pane(pane) => motion::focus(state, pane),
        Target::Row(pane, row) => {
            let same = state.explore.focus == pane && motion::list_mut(state, pane).cursor == row;
            choose(state, pane, row);
            // A line of source is chosen by a click and followed by Enter: text is clicked at without a wish to leave.
            if same && pane != Pane::Source {
                act::perform(state, Action::Go, out);
            }
        }
        Target::Opener(pane, row) => {
            choose(state, pane, row);
            branch::toggle(state, out);
        }
        Target::BundlePane(pane) => state.bundle.focus = pane,
        Target::BundleRow(pane, row) => {
            let list = match pane {
                BundlePane::Knobs => &mut state.bundle.knobs,
                BundlePane::Ledger => &mut state.bundle.ledger,
                BundlePane::Text => &mut state.bundle.text,
            };
            let same = state.bundle.focus == pane && list.cursor == row;
            list.cursor = row;
            state.bundle.focus = pane;
            match pane {
                BundlePane::Ledger => super::bundle::show_item(state),
                BundlePane::Text => super::bundle::follow_text(state),
                BundlePane::Knobs => {}
            }
            if same && pane == BundlePane::Knobs {
                act::perform(state, Action::Go, out);
            }
        }
        Target::Crumb(at) => {
            let mark = state
                .explore
                .subject
                .as_ref()
                .and_then(|s| s.ancestors.get(at))
                .map(Mark::of);
            if let Some(mark) = mark {
                visit::to(state, mark, out);
            }
        }
        Target::Action(action) => act::perform(state, action, out),
        Target::OverlayRow(row) => overlay_row(state, row, out),
        Target::Overlay => {}
        Target::Beside => prompt::cancel(state),
    }
}

fn choose(state: &mut State, pane: Pane, row: usize) {
    motion::focus(state, pane);
    let list = motion::list_mut(state, pane);
    if list.cursor != row {
        list.cursor = row;
        match pane {
            Pane::Callers => state.explore.callers.site = 0,
            Pane::Callees => state.explore.callees.site = 0,
            Pane::Source | Pane::Outline | Pane::Relations => {}
        }
    }
}

fn overlay_row(state: &mut State, row: usize, out: &mut Vec<Effect>) {
    let list = match &mut state.overlay {
        Some(Overlay::Search) => &mut state.search.list,
        Some(Overlay::Palette(palette)) => &mut palette.list,
        Some(Overlay::History(list) | Overlay::Themes { list, .. }) => list,
        _ => return,
    };
    let same = list.cursor == row;
    list.cursor = row;
    themes::preview(state);
    if same {
        prompt::accept(state, out);
    }
}

fn wheel(state: &mut State, by: isize, target: Option<Target>) {
    match (&state.overlay, target) {
        (Some(Overlay::Search), _) => {
            let count = state.search.count();
            let rows = usize::from(geometry::search(state.size).list.height);
            state.search.list.scroll(by, count, rows);
        }
        (Some(_), _) => motion::step(state, by),
        (None, Some(Target::Pane(pane) | Target::Row(pane, _) | Target::Opener(pane, _))) => {
            let length = motion::length(state, pane);
            let rows = geometry::explore_rows(state, pane);
            motion::list_mut(state, pane).scroll(by, length, rows);
        }
        (None, Some(Target::BundlePane(pane) | Target::BundleRow(pane, _))) => {
            let rows = geometry::bundle_rows(state, pane);
            let bundle = &mut state.bundle;
            let shown = bundle.shown.as_ref();
            let (length, list) = match pane {
                BundlePane::Knobs => (KNOBS.len(), &mut bundle.knobs),
                BundlePane::Ledger => (shown.map_or(0, |s| s.ledger.len()), &mut bundle.ledger),
                BundlePane::Text => (shown.map_or(0, |s| s.line_items.len()), &mut bundle.text),
            };
            list.scroll(by, length, rows);
        }
        (None, _) => {}
    }
}

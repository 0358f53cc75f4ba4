//! Moving the cursor: along a list, between panes, between the sites of one relation.

use super::{Effect, branch, bundle, themes, visit};
use crate::tui::geometry;
use crate::tui::keymap::{ACTIONS, Action};
use crate::tui::state::{BundlePane, Face, KNOBS, List, Overlay, Pane, Side, State, Workspace};

/// The rows of a page.
const PAGE: usize = 20;

/// Moves by `by` rows in whatever has the keys.
pub fn step(state: &mut State, by: isize) {
    let palette_rows = state.palette_rows();
    match &mut state.overlay {
        Some(Overlay::Search) => {
            let count = state.search.count();
            state.search.list.step(by, count);
        }
        Some(Overlay::Palette(palette)) => {
            palette.list.step(by, palette_rows);
        }
        // Help scrolls as a whole; its length is known to the view, a generous bound does.
        Some(Overlay::Help(list)) => list.offset = list.offset.saturating_add_signed(by).min(ACTIONS.len() * 3),
        Some(Overlay::History(list)) => list.step(by, state.explore.history.places().len()),
        Some(Overlay::Themes { list, .. }) => {
            list.step(by, state.themes.len());
            themes::preview(state);
        }
        Some(Overlay::Ask(_) | Overlay::Value { .. }) => {}
        None => match state.workspace {
            Workspace::Explore => in_explore(state, by),
            Workspace::Bundle => in_bundle(state, by),
        },
    }
}

pub fn page(state: &mut State, pages: isize) {
    let rows = match (&state.overlay, state.workspace) {
        (Some(_), _) => usize::from(state.size.height / 2).min(PAGE),
        (None, Workspace::Explore) => geometry::explore_rows(state, state.explore.focus).saturating_sub(2),
        (None, Workspace::Bundle) => geometry::bundle_rows(state, state.bundle.focus).saturating_sub(2),
    };
    step(state, pages * rows.max(1).cast_signed());
}

fn in_explore(state: &mut State, by: isize) {
    let length = length(state, state.explore.focus);
    let explore = &mut state.explore;
    if let Some(side) = explore.focused_side() {
        let tree = explore.tree_mut(side);
        let before = tree.list.cursor;
        tree.list.step(by, length);
        if tree.list.cursor != before {
            tree.site = 0;
        }
        return;
    }
    list_mut(state, state.explore.focus).step(by, length);
}

fn in_bundle(state: &mut State, by: isize) {
    match state.bundle.focus {
        BundlePane::Knobs => state.bundle.knobs.step(by, KNOBS.len()),
        BundlePane::Ledger => {
            let length = state.bundle.shown.as_ref().map_or(0, |shown| shown.ledger.len());
            state.bundle.ledger.step(by, length);
            bundle::show_item(state);
        }
        BundlePane::Text => {
            let length = state.bundle.shown.as_ref().map_or(0, |shown| shown.line_items.len());
            state.bundle.text.step(by, length);
            bundle::follow_text(state);
        }
    }
}

/// Rows in a pane of Explore.
pub fn length(state: &State, pane: Pane) -> usize {
    let explore = &state.explore;
    let subject = explore.subject.as_ref();
    match pane {
        Pane::Callers => explore.callers.rows().len(),
        Pane::Callees => explore.callees.rows().len(),
        Pane::Outline => subject.map_or(0, |subject| subject.members.len()),
        Pane::Relations => subject.map_or(0, |subject| subject.relations.len()),
        Pane::Source => {
            let document = explore
                .spot
                .as_ref()
                .and_then(|spot| state.library.document(&spot.file));
            document.map_or(0, |document| document.lines.len())
        }
    }
}

pub const fn list_mut(state: &mut State, pane: Pane) -> &mut List {
    let explore = &mut state.explore;
    match pane {
        Pane::Callers => &mut explore.callers.list,
        Pane::Callees => &mut explore.callees.list,
        Pane::Outline => &mut explore.outline,
        Pane::Relations => &mut explore.relations,
        Pane::Source => &mut explore.source,
    }
}

/// Towards the callers (-1) or the callees (1); past the last column the row under the cursor is opened.
pub fn sideways(state: &mut State, by: isize, out: &mut Vec<Effect>) {
    if state.workspace == Workspace::Bundle {
        let panes = [BundlePane::Knobs, BundlePane::Ledger, BundlePane::Text];
        let at = panes.iter().position(|pane| *pane == state.bundle.focus).unwrap_or(0);
        state.bundle.focus = panes[at.saturating_add_signed(by).min(panes.len() - 1)];
        return;
    }
    let columns = geometry::columns(state);
    let at = columns
        .iter()
        .position(|panes| panes.contains(&state.explore.focus))
        .unwrap_or(1);
    let next = at.saturating_add_signed(by).min(columns.len() - 1);
    if by < 0 && next == at && state.explore.focus == Pane::Outline && state.explore.is_directory() {
        if Action::Container.why_not(state).is_none() {
            visit::container(state, out);
        }
        return;
    }
    // Callers and callees stand above what shares their column; the same key leads on to them.
    match (state.explore.focus, by) {
        (Pane::Outline, ..0) if next == at && columns[at].contains(&Pane::Callers) => {
            return focus(state, Pane::Callers);
        }
        (Pane::Relations, 1..) if next == at && columns[at].contains(&Pane::Callees) => {
            return focus(state, Pane::Callees);
        }
        _ => {}
    }
    if next == at {
        let deeper = match by {
            ..0 => Side::Callers,
            _ => Side::Callees,
        };
        if state.explore.focused_side() == Some(deeper) && !state.explore.tree(deeper).is_open() {
            branch::open(state, out);
        }
        return;
    }
    let last = match next {
        0 => state.explore.left,
        1 => middle(state),
        _ => state.explore.right,
    };
    let column = &columns[next];
    let pane = if column.contains(&last) {
        Some(last)
    } else {
        column.first().copied()
    };
    focus(state, pane.unwrap_or_default());
}

/// The middle of a container is its outline, unless its source was chosen.
fn middle(state: &State) -> Pane {
    match (state.explore.is_container(), state.explore.face) {
        (true, Face::Outline) if !state.explore.is_directory() => Pane::Outline,
        _ => Pane::Source,
    }
}

/// Gives a pane the keys, and remembers it for where it shares its place.
pub fn focus(state: &mut State, pane: Pane) {
    let [left, middle, right] = geometry::columns(state);
    let directory = state.explore.is_directory();
    let explore = &mut state.explore;
    explore.focus = pane;
    if directory {
        return;
    }
    if left.contains(&pane) {
        explore.left = pane;
    }
    if right.contains(&pane) {
        explore.right = pane;
    }
    if middle.len() > 1 && middle.contains(&pane) {
        explore.face = if pane == Pane::Source {
            Face::Source
        } else {
            Face::Outline
        };
    }
}

/// To the pane above (-1) or below (1) in the same column, round at the ends.
pub fn within_column(state: &mut State, by: isize) {
    let columns = geometry::columns(state);
    let Some(column) = columns.into_iter().find(|panes| panes.contains(&state.explore.focus)) else {
        return;
    };
    let at = column.iter().position(|pane| *pane == state.explore.focus).unwrap_or(0);
    let next = (at.cast_signed() + by).rem_euclid(column.len().max(1).cast_signed());
    if let Some(pane) = column.get(next.unsigned_abs()) {
        focus(state, *pane);
    }
}

pub fn next_pane(state: &mut State, by: isize) {
    let panes = [BundlePane::Knobs, BundlePane::Ledger, BundlePane::Text];
    let at = panes.iter().position(|pane| *pane == state.bundle.focus).unwrap_or(0);
    let next = (at.cast_signed() + by).rem_euclid(panes.len().cast_signed());
    state.bundle.focus = panes[next.unsigned_abs()];
}

/// To the next or the previous place where the relation is written, round at the ends.
pub fn site(state: &mut State, by: isize) {
    let count = state.explore.edges().len();
    if let Some(side) = state.explore.focused_side().filter(|_| count > 0) {
        let tree = state.explore.tree_mut(side);
        let next = (tree.site.cast_signed() + by).rem_euclid(count.cast_signed());
        tree.site = next.unsigned_abs();
    }
}

/// From the outline of a container to its source and back.
pub fn turn_face(state: &mut State) {
    let pane = match state.explore.focus {
        Pane::Source => Pane::Outline,
        _ => Pane::Source,
    };
    focus(state, pane);
}

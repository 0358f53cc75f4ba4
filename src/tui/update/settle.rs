//! After each message: every cursor in its list and in sight, the source at the selected relation.

use super::motion;
use crate::tui::geometry;
use crate::tui::state::{BundlePane, KNOBS, List, Overlay, Pane, Spot, State, Workspace};

pub fn settle(state: &mut State) {
    if state.size.width == 0 || state.size.height == 0 {
        return;
    }
    match state.workspace {
        Workspace::Explore => explore(state),
        Workspace::Bundle => bundle(state),
    }
    overlay(state);
}

fn explore(state: &mut State) {
    let known = geometry::columns(state).concat();
    if !known.contains(&state.explore.focus) {
        motion::focus(state, Pane::Source);
    }
    spot(state);
    for pane in [
        Pane::Callers,
        Pane::Callees,
        Pane::Outline,
        Pane::Relations,
        Pane::Source,
    ] {
        let length = motion::length(state, pane);
        let rows = geometry::explore_rows(state, pane);
        // What is not on the screen keeps its place, and a file that is not here yet keeps its line.
        if rows == 0 || (pane == Pane::Source && length == 0) {
            continue;
        }
        let follows = pane != Pane::Source || state.explore.focus == Pane::Source;
        let list = motion::list_mut(state, pane);
        match follows {
            true => list.settle(length, rows),
            false => list.offset = list.offset.min(length.saturating_sub(rows)),
        }
    }
}

/// Brings the source to what the cursor is on, when that has changed.
fn spot(state: &mut State) {
    let wanted = state.explore.wanted_spot();
    if wanted == state.explore.spot {
        return;
    }
    let rows = match geometry::explore_rows(state, Pane::Source) {
        0 => usize::from(state.size.height.saturating_sub(3)),
        rows => rows,
    };
    if let Some(wanted) = &wanted {
        let near = state
            .explore
            .spot
            .as_ref()
            .is_some_and(|spot| same_symbol(spot, wanted));
        let source = &mut state.explore.source;
        let line = |line: u32| usize::try_from(line).unwrap_or(usize::MAX).saturating_sub(1);
        match wanted.line.map(line) {
            Some(lit) => {
                source.cursor = lit;
                // Without a jump where the line is in sight already.
                let margin = (rows / 5).min(4);
                let seen = source.offset + margin..(source.offset + rows).saturating_sub(margin);
                if !near || !seen.contains(&lit) {
                    source.offset = first_row(wanted, lit, rows);
                }
            }
            None if near => {}
            None => {
                source.cursor = line(wanted.from);
                source.offset = source
                    .cursor
                    .saturating_sub(usize::try_from(wanted.doc_lines).unwrap_or(0) + 1);
            }
        }
    }
    state.explore.spot = wanted;
}

/// A third of the pane above the lit line, but the symbol's beginning is shown with it where both fit.
fn first_row(spot: &Spot, lit: usize, rows: usize) -> usize {
    let top = usize::try_from(spot.from).unwrap_or(0).saturating_sub(2);
    match lit.saturating_sub(top) < rows.saturating_sub(rows / 4) {
        true => top,
        false => lit.saturating_sub(rows / 3),
    }
}

fn same_symbol(a: &Spot, b: &Spot) -> bool {
    a.file == b.file && a.owner == b.owner
}

fn bundle(state: &mut State) {
    let shown = state.bundle.shown.clone();
    let lengths = [
        (BundlePane::Knobs, KNOBS.len()),
        (BundlePane::Ledger, shown.as_ref().map_or(0, |shown| shown.ledger.len())),
        (
            BundlePane::Text,
            shown.as_ref().map_or(0, |shown| shown.line_items.len()),
        ),
    ];
    for (pane, length) in lengths {
        let rows = geometry::bundle_rows(state, pane);
        let focused = state.bundle.focus == pane;
        let list: &mut List = match pane {
            BundlePane::Knobs => &mut state.bundle.knobs,
            BundlePane::Ledger => &mut state.bundle.ledger,
            BundlePane::Text => &mut state.bundle.text,
        };
        match pane {
            // Knobs are shown under headings: the view scrolls them.
            BundlePane::Knobs => list.cursor = list.cursor.min(length.saturating_sub(1)),
            BundlePane::Text if !focused => list.offset = list.offset.min(length.saturating_sub(rows.min(length))),
            BundlePane::Ledger | BundlePane::Text if rows > 0 => list.settle(length, rows),
            BundlePane::Ledger | BundlePane::Text => list.cursor = list.cursor.min(length.saturating_sub(1)),
        }
    }
}

fn overlay(state: &mut State) {
    let half = usize::from(state.size.height.saturating_sub(4));
    let palette_rows = state.palette_rows();
    match &mut state.overlay {
        Some(Overlay::Search) => {
            let rows = usize::from(geometry::search(state.size).list.height);
            let count = state.search.count();
            state.search.list.settle(count, rows);
        }
        Some(Overlay::Palette(palette)) => {
            palette.list.settle(palette_rows, half.saturating_sub(3).min(16));
        }
        Some(Overlay::History(list)) => list.settle(state.explore.history.places().len(), half.saturating_sub(2)),
        Some(Overlay::Themes { list, .. }) => list.settle(state.themes.len(), half.saturating_sub(2)),
        Some(Overlay::Help(_) | Overlay::Ask(_) | Overlay::Value { .. }) | None => {}
    }
}

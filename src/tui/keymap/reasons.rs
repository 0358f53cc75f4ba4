//! Why an action cannot be done now, in words for the palette and the foot of the screen.

use crate::tui::state::{BundlePane, LEAST_CONFIDENCES, Overlay, Pane, RowKind, State, Workspace};

type Reason = Option<&'static str>;

fn unless(possible: bool, reason: &'static str) -> Reason {
    if possible { None } else { Some(reason) }
}

fn explore(state: &State) -> Reason {
    unless(state.workspace == Workspace::Explore, "only in Explore (1)")
}

fn bundle_workspace(state: &State) -> Reason {
    unless(state.workspace == Workspace::Bundle, "only in Bundle (2)")
}

pub fn always(_: &State) -> Reason {
    None
}

pub fn go(state: &State) -> Reason {
    if state.workspace == Workspace::Bundle {
        let can = state.bundle.focus == BundlePane::Knobs || state.bundle.entry().is_some();
        return unless(can, "there is no item here");
    }
    let on_row = state.explore.row_mark().is_some();
    let folds = state
        .explore
        .focused_side()
        .and_then(|side| state.explore.tree(side).row())
        .is_some_and(|row| matches!(row.kind, RowKind::Fold { .. }));
    unless(
        on_row || folds || state.explore.focus == Pane::Source,
        "there is no symbol here",
    )
}

pub fn row(state: &State) -> Reason {
    explore(state).or_else(|| unless(state.at_hand().is_some() || state.explore.peek, "no symbol is chosen"))
}

pub fn anything(state: &State) -> Reason {
    explore(state).or_else(|| {
        unless(
            state.at_hand().is_some() || !state.marks.is_empty(),
            "no symbol is chosen",
        )
    })
}

pub fn markable(state: &State) -> Reason {
    let searching = state.overlay == Some(Overlay::Search);
    let chosen = if searching {
        state.search.current().is_some()
    } else {
        state.at_hand().is_some()
    };
    unless(chosen, "no symbol is chosen")
}

pub fn back(state: &State) -> Reason {
    explore(state).or_else(|| unless(state.explore.history.can_go_back(), "this is the first place"))
}

pub fn forward(state: &State) -> Reason {
    explore(state).or_else(|| unless(state.explore.history.can_go_forward(), "this is the latest place"))
}

pub fn history(state: &State) -> Reason {
    explore(state).or_else(|| unless(!state.explore.history.places().is_empty(), "you have been nowhere yet"))
}

pub fn stacked(state: &State) -> Reason {
    explore(state).or_else(|| unless(state.explore.subject.is_some(), "nothing is shown yet"))
}

pub fn branch(state: &State) -> Reason {
    explore(state).or_else(|| {
        let tree = state.explore.focused_side().map(|side| state.explore.tree(side));
        unless(tree.is_some_and(|tree| tree.can_toggle()), "nothing opens here")
    })
}

pub fn container(state: &State) -> Reason {
    explore(state).or_else(|| {
        let home = state.explore.subject.as_ref().is_none_or(|subject| subject.is_home());
        unless(!home, "this is the project itself")
    })
}

pub fn sites(state: &State) -> Reason {
    explore(state).or_else(|| unless(state.explore.edges().len() > 1, "there is but one place"))
}

pub fn subject_is_container(state: &State) -> Reason {
    explore(state).or_else(|| {
        unless(
            state.explore.is_container() && !state.explore.is_directory(),
            "the subject has no outline of its own",
        )
    })
}

pub fn more_certain(state: &State) -> Reason {
    let most = LEAST_CONFIDENCES.last().copied().unwrap_or_default();
    explore(state).or_else(|| {
        unless(
            state.explore.filter.min_confidence < most,
            "only the most certain are shown",
        )
    })
}

pub fn less_certain(state: &State) -> Reason {
    explore(state).or_else(|| unless(state.explore.filter.min_confidence > 0.0, "all edges are shown"))
}

pub fn editable(state: &State) -> Reason {
    let there = match state.workspace {
        Workspace::Explore => state.explore.spot.is_some() || state.at_hand().is_some(),
        Workspace::Bundle => state.bundle.entry().is_some(),
    };
    unless(there, "no file is shown")
}

pub fn adjustable(state: &State) -> Reason {
    bundle_workspace(state).or_else(|| {
        let can = state.bundle.focus == BundlePane::Knobs || state.bundle.entry().is_some();
        unless(can, "there is no item here")
    })
}

pub fn item(state: &State) -> Reason {
    bundle_workspace(state).or_else(|| {
        let chosen = state.bundle.focus != BundlePane::Knobs && state.bundle.entry().is_some();
        unless(chosen, "choose an item of the ledger first")
    })
}

pub fn bundle(state: &State) -> Reason {
    bundle_workspace(state).or_else(|| unless(state.bundle.shown.is_some(), "there is no text yet"))
}

pub fn request(state: &State) -> Reason {
    bundle_workspace(state).or_else(|| unless(state.bundle.has_request(), "nothing is asked yet"))
}

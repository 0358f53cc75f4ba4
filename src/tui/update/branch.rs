//! Opening and closing rows of the trees.

use super::Effect;
use crate::query::walk::Neighbours;
use crate::tui::state::{Side, State};

/// Opens or closes the row under the cursor.
pub fn toggle(state: &mut State, out: &mut Vec<Effect>) {
    let Some(side) = state.explore.focused_side() else {
        return;
    };
    let filter = state.explore.filter.clone();
    let Some(subject) = state.explore.subject.as_ref().map(|subject| subject.node.key()) else {
        return;
    };
    if let Some((identity, symbol)) = state.explore.tree_mut(side).toggle(&filter) {
        out.push(Effect::Neighbours {
            subject,
            side,
            identity,
            symbol,
        });
    }
}

/// Opens the row under the cursor, or says that it cannot be.
pub fn open(state: &mut State, out: &mut Vec<Effect>) {
    let Some(side) = state.explore.focused_side() else {
        return;
    };
    match state.explore.tree(side).can_toggle() {
        true => toggle(state, out),
        false => state.inform("nothing opens here"),
    }
}

/// Neighbours have come.
pub fn arrive(state: &mut State, subject: &str, side: Side, identity: &str, result: Result<Neighbours, String>) {
    let shown = state
        .explore
        .subject
        .as_ref()
        .is_some_and(|shown| shown.node.key() == subject);
    if !shown {
        return;
    }
    let filter = state.explore.filter.clone();
    match result {
        Ok(neighbours) => state.explore.tree_mut(side).grow(identity, neighbours, &filter),
        Err(why) => state.complain(why),
    }
}

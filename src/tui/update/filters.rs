//! Which edges are shown.

use crate::tui::state::{LEAST_CONFIDENCES, State};

pub fn tests(state: &mut State) {
    state.explore.filter.tests = !state.explore.filter.tests;
    apply(state);
    state.inform(match state.explore.filter.tests {
        true => "tests stand among the others",
        false => "tests are folded into one row",
    });
}

pub fn externals(state: &mut State) {
    state.explore.filter.externals = !state.explore.filter.externals;
    apply(state);
    state.inform(match state.explore.filter.externals {
        true => "names of libraries are shown",
        false => "names of libraries are hidden",
    });
}

/// The least confidence, one step up or down.
pub fn confidence(state: &mut State, up: bool) {
    let now = state.explore.filter.min_confidence;
    let mut steps = LEAST_CONFIDENCES.iter().copied();
    let next = match up {
        true => steps.find(|step| *step > now),
        false => steps.rfind(|step| *step < now),
    };
    let Some(next) = next else { return };
    state.explore.filter.min_confidence = next;
    apply(state);
    state.inform(match next > 0.0 {
        true => format!("edges with a confidence of {next} and more"),
        false => "edges of any confidence".to_owned(),
    });
}

fn apply(state: &mut State) {
    let filter = state.explore.filter.clone();
    state.explore.callers.flatten_holding(&filter);
    state.explore.callees.flatten_holding(&filter);
}

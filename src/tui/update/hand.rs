//! Choices made by hand about one item of the ledger.

use super::{Effect, bundle, visit};
use crate::context::{Granularity, Override};
use crate::tui::state::{Mark, State};

/// The ladder from most to least.
const LADDER: [Granularity; 5] = [
    Granularity::Full,
    Granularity::Pruned,
    Granularity::Skeleton,
    Granularity::Signature,
    Granularity::Name,
];

/// In, before all others; again: as ranked.
pub fn pin(state: &mut State, out: &mut Vec<Effect>) {
    toggle(state, Override::Pin, out);
}

/// Out; again: as ranked.
pub fn exclude(state: &mut State, out: &mut Vec<Effect>) {
    toggle(state, Override::Exclude, out);
}

/// One step up or down the ladder from where the item is now.
pub fn ladder(state: &mut State, up: bool, out: &mut Vec<Effect>) {
    let Some(entry) = state.bundle.entry() else { return };
    let now = entry
        .granularity
        .and_then(|now| LADDER.iter().position(|step| *step == now));
    let next = match (now, up) {
        (None, true) => Some(LADDER.len() - 1),
        (None, false) => None,
        (Some(at), true) => at.checked_sub(1),
        (Some(at), false) => Some(at + 1),
    };
    let key = entry.node.key();
    match next {
        Some(at) => {
            let choice = LADDER.get(at).map_or(Override::Exclude, |step| Override::At(*step));
            set(state, &key, Some(choice), out);
        }
        None => state.inform(if up { "it is shown in full" } else { "it is out already" }),
    }
}

/// Leaves the item to the ranking again.
pub fn reset(state: &mut State, out: &mut Vec<Effect>) {
    let Some(key) = state.bundle.entry().map(|entry| entry.node.key()) else {
        return;
    };
    set(state, &key, None, out);
}

/// To the item's symbol in Explore.
pub fn go(state: &mut State, out: &mut Vec<Effect>) {
    if let Some(mark) = state.bundle.entry().map(|entry| Mark::of(&entry.node)) {
        visit::to(state, mark, out);
    }
}

fn toggle(state: &mut State, choice: Override, out: &mut Vec<Effect>) {
    let Some(key) = state.bundle.entry().map(|entry| entry.node.key()) else {
        return;
    };
    let now = state.bundle.override_of(&key);
    set(state, &key, Some(choice).filter(|_| now != Some(choice)), out);
}

fn set(state: &mut State, key: &str, choice: Option<Override>, out: &mut Vec<Effect>) {
    state.bundle.overrides.retain(|(known, _)| known != key);
    state
        .bundle
        .overrides
        .extend(choice.map(|choice| (key.to_owned(), choice)));
    bundle::request(state, out);
}

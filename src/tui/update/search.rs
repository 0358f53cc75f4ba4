//! The search over every symbol.

use std::sync::Arc;

use super::{Effect, PATIENCE, Timer, marks, visit};
use crate::query::search::{Hit, Query};
use crate::tui::state::{List, Mark, Overlay, State, Ticket};

/// How many visited symbols stand above the others while nothing is typed.
const RECENT: usize = 9;

/// Opens as it was left.
pub fn open(state: &mut State, out: &mut Vec<Effect>) {
    let subject = state.explore.subject_mark().map(|mark| mark.key);
    let recent = state.explore.history.recent().into_iter();
    let mut offered: Vec<(Mark, Option<u64>)> = recent
        .filter(|mark| !mark.file.is_empty() && Some(&mark.key) != subject.as_ref())
        .take(RECENT)
        .map(|mark| (mark.clone(), None))
        .collect();
    for (node, places) in state.hubs.iter() {
        let key = node.key();
        if !offered.iter().any(|(mark, _)| mark.key == key) {
            offered.push((Mark::of(node), Some(*places)));
        }
    }
    state.search.offered = offered;
    if state.search.input.is_empty() {
        state.search.list = List::default();
    }
    state.overlay = Some(Overlay::Search);
    ask(state, out);
}

/// The input has changed.
pub fn typed(state: &mut State, out: &mut Vec<Effect>) {
    state.search.list = List::default();
    state.search.accepted = false;
    ask(state, out);
}

/// Asks anew, what is shown stays until the answer comes.
pub fn ask(state: &mut State, out: &mut Vec<Effect>) {
    let ticket = state.ticket();
    state.search.query = Query::parse(state.search.input.text());
    state.search.asked = Some(ticket);
    let query = state.search.query.clone();
    out.push(Effect::Search { ticket, query });
    out.push(Effect::After {
        milliseconds: PATIENCE,
        timer: Timer::Search(ticket),
    });
}

pub fn arrive(
    state: &mut State,
    ticket: Ticket,
    result: Result<(Arc<Vec<Hit>>, usize), String>,
    out: &mut Vec<Effect>,
) {
    if state.search.asked != Some(ticket) {
        return;
    }
    state.search.asked = None;
    state.search.slow = false;
    match result {
        Ok((hits, total)) => {
            // After a re-index the cursor stays on its symbol, by what a hit shows of it.
            let held = state.search.current().map(|row| (row.file().to_owned(), row.line()));
            let moved = state.search.list.cursor > 0;
            state.search.hits = hits;
            state.search.total = total;
            state.search.failed = None;
            if let Some((file, line)) = held.filter(|_| moved) {
                let rows = 0..state.search.count();
                let same = rows.clone().find(|at| {
                    state
                        .search
                        .row(*at)
                        .is_some_and(|row| row.file() == file && row.line() == line)
                });
                state.search.list.cursor = same.unwrap_or(state.search.list.cursor);
            }
        }
        Err(why) => state.search.failed = Some(why),
    }
    if std::mem::take(&mut state.search.accepted) && state.overlay == Some(Overlay::Search) {
        accept(state, out);
    }
}

/// Goes to the symbol under the cursor, as soon as what is shown answers what was typed.
pub fn accept(state: &mut State, out: &mut Vec<Effect>) {
    if state.search.asked.is_some() {
        state.search.accepted = true;
        return;
    }
    let Some(mark) = marks::found(state) else { return };
    state.overlay = None;
    visit::to(state, mark, out);
}

//! Asking for a bundle, and showing it.

use std::sync::Arc;

use super::{BundleRequest, Effect, PATIENCE, Timer};
use crate::context;
use crate::tui::geometry;
use crate::tui::state::{BundlePane, List, Mark, State, Ticket, Workspace};

/// Asks anew; the text that is shown stays until the answer comes.
pub fn request(state: &mut State, out: &mut Vec<Effect>) {
    if !state.bundle.has_request() {
        return;
    }
    let ticket = state.ticket();
    state.bundle.asked = Some(ticket);
    let request = BundleRequest {
        question: state.bundle.question.clone(),
        symbols: state.bundle.symbols.clone(),
        profile: state.bundle.profile.clone(),
        overrides: state.bundle.overrides.clone(),
    };
    out.push(Effect::Bundle { ticket, request });
    out.push(Effect::After {
        milliseconds: PATIENCE,
        timer: Timer::Bundle(ticket),
    });
}

/// Another request: what was chosen by hand for the one before, and its text, mean nothing for this one.
pub fn anew(state: &mut State, symbols: Vec<Mark>, out: &mut Vec<Effect>) {
    let bundle = &mut state.bundle;
    bundle.symbols = symbols;
    bundle.overrides.clear();
    bundle.shown = None;
    bundle.before.clear();
    bundle.ledger = List::default();
    bundle.text = List::default();
    if bundle.focus == BundlePane::Text {
        bundle.focus = BundlePane::Ledger;
    }
    request(state, out);
}

/// The graph may have moved on while another workspace was shown.
pub fn refresh_if_stale(state: &mut State, out: &mut Vec<Effect>) {
    let stale = state
        .bundle
        .shown
        .as_ref()
        .is_some_and(|shown| shown.generation != state.project.generation);
    if stale && state.workspace == Workspace::Bundle {
        request(state, out);
    }
}

/// A typed question replaces the symbols chosen before.
pub fn question(state: &mut State, text: &str, out: &mut Vec<Effect>) {
    if text.is_empty() {
        return;
    }
    text.clone_into(&mut state.bundle.question);
    anew(state, Vec::new(), out);
}

pub fn arrive(state: &mut State, ticket: Ticket, result: Result<Arc<context::Bundle>, String>) {
    let bundle = &mut state.bundle;
    if bundle.asked != Some(ticket) {
        return;
    }
    bundle.asked = None;
    bundle.slow = false;
    match result {
        Err(why) => bundle.failed = Some(why),
        Ok(shown) => {
            bundle.failed = None;
            let first = bundle.shown.is_none();
            let held = bundle.entry().map(|entry| entry.node.key());
            bundle.before = bundle.shown.as_ref().map_or_else(Vec::new, |before| {
                let within = before.ledger.iter().filter(|entry| entry.granularity.is_some());
                within.map(|entry| (entry.node.key(), entry.characters)).collect()
            });
            // The cursor stays on its item.
            let at = held.and_then(|key| shown.ledger.iter().position(|entry| entry.node.key() == key));
            bundle.ledger.cursor = at.unwrap_or(bundle.ledger.cursor);
            bundle.shown = Some(shown);
            if !first && bundle.focus != BundlePane::Text {
                show_item(state);
            }
        }
    }
}

/// Scrolls the text to the item under the ledger's cursor.
pub fn show_item(state: &mut State) {
    let rows = geometry::bundle_rows(state, BundlePane::Text);
    let bundle = &mut state.bundle;
    let Some(shown) = &bundle.shown else { return };
    let item = u32::try_from(bundle.ledger.cursor).ok();
    if let Some(first) = shown.line_items.iter().position(|at| *at == item && item.is_some()) {
        bundle.text.cursor = first;
        bundle.text.offset = first.saturating_sub(rows / 4);
    }
}

/// Puts the ledger's cursor on the item that the text's cursor is in.
pub fn follow_text(state: &mut State) {
    let bundle = &mut state.bundle;
    let Some(shown) = &bundle.shown else { return };
    if let Some(Some(item)) = shown.line_items.get(bundle.text.cursor) {
        bundle.ledger.cursor = usize::try_from(*item).unwrap_or(0);
    }
}

/// What the request is about, in a few words.
pub fn title(question: &str, symbols: &[Mark]) -> String {
    let names: Vec<&str> = symbols.iter().map(|mark| mark.name.as_str()).collect();
    match (question.trim(), names.as_slice()) {
        ("", []) => String::new(),
        ("", names) => names.join(", "),
        (question, _) => question.to_owned(),
    }
}

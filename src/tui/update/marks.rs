//! Symbols chosen for a bundle.

use super::{Effect, bundle};
use crate::graph::NodeKind;
use crate::query::search::Hit;
use crate::tui::state::{Fitting, Mark, Overlay, State, Workspace};

/// Marks the symbol at hand, or takes the mark away.
pub fn toggle(state: &mut State) {
    let searching = state.overlay == Some(Overlay::Search);
    let chosen = if searching { found(state) } else { state.at_hand() };
    let Some(mark) = chosen else { return };
    match state.marks.iter().position(|known| known.key == mark.key) {
        Some(at) => {
            state.marks.remove(at);
        }
        None => state.marks.push(mark),
    }
    if searching {
        let count = state.search.count();
        state.search.list.step(1, count);
    }
    let count = state.marks.len();
    state.inform(format!("{count} marked"));
}

/// What an agent would receive for the marked symbols, else for the one at hand.
pub fn bundle(state: &mut State, out: &mut Vec<Effect>) {
    let searching = state.overlay == Some(Overlay::Search);
    let at_hand = || if searching { found(state) } else { state.at_hand() };
    let symbols = match state.marks.is_empty() {
        true => at_hand().into_iter().collect(),
        false => state.marks.clone(),
    };
    if symbols.is_empty() {
        return;
    }
    state.overlay = None;
    state.workspace = Workspace::Bundle;
    state.bundle.question.clear();
    bundle::anew(state, symbols, out);
}

/// The symbol under the cursor of the search.
pub fn found(state: &State) -> Option<Mark> {
    Some(match state.search.current()? {
        Fitting::Offered(mark, _) => mark.clone(),
        Fitting::Hit(hit) => of_hit(hit),
    })
}

/// A hit knows no ordinal: the id finds the right one of several equals, the key finds the first after a re-index.
pub fn of_hit(hit: &Hit) -> Mark {
    Mark {
        id: hit.id,
        key: key(&hit.file, &hit.qualified, hit.kind),
        kind: hit.kind,
        name: hit.name.clone(),
        qualified: hit.qualified.clone(),
        file: hit.file.clone(),
        line: hit.line,
    }
}

fn key(file: &str, qualified: &str, kind: NodeKind) -> String {
    format!("{file}\u{1f}{qualified}\u{1f}{kind}\u{1f}0")
}

//! News of the files and of the graph.

use std::sync::Arc;

use super::{Effect, Watch, bundle, search, visit};
use crate::graph::{EdgeKind, Node};
use crate::tui::state::{Live, Overlay, Relation, State, Workspace};

pub fn hear(state: &mut State, news: Watch, out: &mut Vec<Effect>) {
    match news {
        Watch::Progress(progress) => state.project.progress = Some(progress),
        Watch::Changed { generation, notes } => {
            state.project.progress = None;
            if !matches!(state.project.live, Live::Polling(_)) {
                state.project.live = Live::Watching;
            }
            if let Some(note) = notes.into_iter().next() {
                state.complain(note);
            }
            if generation != state.project.generation {
                state.project.generation = generation;
                out.push(Effect::Reload);
                follow(state, out);
            }
        }
        Watch::Failed(why) => {
            state.project.progress = None;
            state.complain(why.clone());
            state.project.live = Live::Failed(why);
        }
        Watch::Polling(why) => {
            state.inform(why.clone());
            state.project.live = Live::Polling(why);
        }
    }
}

/// What the open graph holds; when that is news, what is shown follows.
pub fn counted(state: &mut State, generation: u64, symbols: u64, files: u64, out: &mut Vec<Effect>) {
    let news = generation != state.project.generation;
    state.project.generation = generation;
    state.project.symbols = symbols;
    state.project.files = files;
    state.project.broken = None;
    if news || state.explore.subject.is_none() {
        return follow(state, out);
    }
    // The names that were searched before are not these.
    if state.overlay == Some(Overlay::Search) {
        search::ask(state, out);
    }
}

/// The most used symbols stand beside the project, and in the search while nothing is typed.
pub fn hubs(state: &mut State, hubs: Vec<(Node, u64)>) {
    state.hubs = Arc::new(hubs);
    show_hubs(state);
}

/// The project's own relations are its most used symbols.
pub fn show_hubs(state: &mut State) {
    let Some(subject) = state.explore.subject.as_mut().filter(|subject| subject.is_home()) else {
        return;
    };
    Arc::make_mut(subject).relations = state
        .hubs
        .iter()
        .map(|(node, places)| Relation {
            node: node.clone(),
            label: format!("×{places}").into(),
            kind: EdgeKind::References,
            confidence: 1.0,
            file: node.file.clone(),
            line: node.line,
        })
        .collect();
}

/// Asks anew for everything that is shown.
fn follow(state: &mut State, out: &mut Vec<Effect>) {
    visit::refresh(state, out);
    super::needs::renew(state, out);
    if state.overlay == Some(Overlay::Search) {
        search::ask(state, out);
    }
    if state.workspace == Workspace::Bundle {
        bundle::request(state, out);
    }
}

//! News of the files and of the graph.

use super::{Effect, Watch, bundle, search, visit};
use crate::tui::state::{Live, Overlay, State, Workspace};

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

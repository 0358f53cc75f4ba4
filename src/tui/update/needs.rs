//! Which files and which colours the screen needs: asked for when they are lacking.

use std::sync::Arc;

use super::Effect;
use crate::tui::geometry::{self, Shape};
use crate::tui::state::{Document, Entry, Overlay, Pane, Span, State, Ticket, Workspace};

/// Lines beyond what is seen that are coloured with it, so that scrolling finds them ready.
const AHEAD: usize = 60;

/// A part of a file that is on the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    pub path: String,
    /// The first line, from 0.
    pub from: usize,
    pub rows: usize,
}

/// The parts of files that are on the screen.
pub fn windows(state: &State) -> Vec<Window> {
    let mut windows = Vec::new();
    if Shape::of(state.size) == Shape::Tiny {
        return windows;
    }
    if state.overlay == Some(Overlay::Search) {
        let areas = geometry::search(state.size);
        if let (Some(preview), Some(row)) = (areas.preview, state.search.current()) {
            let rows = usize::from(preview.height.saturating_sub(1));
            windows.push(Window {
                path: row.file().to_owned(),
                from: preview_from(row.line(), rows),
                rows,
            });
        }
    }
    if state.workspace == Workspace::Explore {
        if let Some(spot) = &state.explore.spot {
            windows.push(Window {
                path: spot.file.clone(),
                from: state.explore.source.offset,
                rows: geometry::explore_rows(state, Pane::Source),
            });
        }
        if let Some(peek) = state.explore.peek_spot() {
            let first = usize::try_from(peek.from.saturating_sub(peek.doc_lines + 1)).unwrap_or(0);
            windows.push(Window {
                path: peek.file,
                from: first,
                rows: usize::from(state.size.height / 2),
            });
        }
    }
    windows.retain(|window| !window.path.is_empty());
    windows
}

/// The first line of a preview that shows this line, from 0.
pub fn preview_from(line: u32, rows: usize) -> usize {
    usize::try_from(line).unwrap_or(0).saturating_sub(1 + rows / 4)
}

/// Asks for what is lacking.
pub fn ask(state: &mut State, out: &mut Vec<Effect>) {
    for window in windows(state) {
        state.library.touch(&window.path);
        if state.library.lacks(&window.path) {
            read(state, window.path, out);
            continue;
        }
        let Some(document) = state.library.document(&window.path) else {
            continue;
        };
        let end = (window.from + window.rows).min(document.styled.len());
        let from = window.from.min(end);
        let bare = document.styled[from..end].iter().any(Option::is_none);
        let asked = document.asked.is_some_and(|(start, stop)| start <= from && end <= stop);
        if !bare || asked {
            continue;
        }
        let to = (end + AHEAD).min(document.styled.len());
        let from = from.saturating_sub(AHEAD / 2);
        out.push(Effect::Style {
            path: window.path.clone(),
            hash: document.hash,
            lines: Arc::clone(&document.lines),
            from,
            to,
        });
        if let Some(held) = state.library.document_mut(&window.path) {
            held.asked = Some((from, to));
        }
    }
}

fn read(state: &mut State, path: String, out: &mut Vec<Effect>) {
    let ticket = state.ticket();
    state.library.ask(&path, ticket);
    out.push(Effect::Read { ticket, path });
}

/// Files may have changed: those on the screen are read again, the others when they are next shown.
pub fn renew(state: &mut State, out: &mut Vec<Effect>) {
    let mut shown: Vec<String> = windows(state).into_iter().map(|window| window.path).collect();
    shown.dedup();
    state.library.keep_only(&shown);
    for path in shown {
        read(state, path, out);
    }
}

pub fn receive(state: &mut State, path: &str, ticket: Ticket, result: Result<Document, String>) {
    let entry = match result {
        Ok(document) => Entry::Here(Arc::new(document)),
        Err(why) => Entry::Failed(why),
    };
    state.library.receive(path, ticket, entry);
}

pub fn colour(state: &mut State, path: &str, hash: u64, from: usize, lines: Vec<Arc<[Span]>>) {
    let Some(document) = state
        .library
        .document_mut(path)
        .filter(|document| document.hash == hash)
    else {
        return;
    };
    document.asked = None;
    for (slot, line) in document.styled.iter_mut().skip(from).zip(lines) {
        *slot = Some(line);
    }
}

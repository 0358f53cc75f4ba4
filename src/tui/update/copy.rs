//! Giving text and places to other programs.

use super::Effect;
use crate::tui::command;
use crate::tui::state::{Pane, State, Workspace};

pub fn name(state: &mut State, out: &mut Vec<Effect>) {
    if let Some(mark) = state.at_hand() {
        out.push(Effect::Copy {
            what: mark.qualified.clone(),
            text: mark.qualified,
        });
    }
}

pub fn place(state: &mut State, out: &mut Vec<Effect>) {
    if let Some(mark) = state.at_hand() {
        let text = format!("{}:{}", mark.file, mark.line);
        out.push(Effect::Copy {
            what: text.clone(),
            text,
        });
    }
}

pub fn text(state: &mut State, out: &mut Vec<Effect>) {
    if let Some(shown) = &state.bundle.shown {
        out.push(Effect::Copy {
            what: format!("{} characters", shown.characters),
            text: shown.text.clone(),
        });
    }
}

pub fn command(state: &mut State, out: &mut Vec<Effect>) {
    let text = command::explore(&state.bundle);
    out.push(Effect::Copy {
        what: text.clone(),
        text,
    });
}

/// The line that is shown: of the source the cursor's, of a relation its site, of an item its first.
pub fn edit(state: &mut State, out: &mut Vec<Effect>) {
    let place = match state.workspace {
        Workspace::Bundle => state
            .bundle
            .entry()
            .map(|entry| (entry.node.file.clone(), entry.node.line)),
        Workspace::Explore => state.explore.spot.as_ref().map(|spot| {
            let cursor = u32::try_from(state.explore.source.cursor).unwrap_or(0) + 1;
            let line = match state.explore.focus {
                Pane::Source => cursor,
                _ => spot.line.unwrap_or(spot.from),
            };
            (spot.file.clone(), line)
        }),
    };
    if let Some((file, line)) = place {
        out.push(Effect::Edit { file, line });
    }
}

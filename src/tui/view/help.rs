//! All keys, by place, and what the signs mean.

use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::tree::scrolled;
use super::words;
use crate::graph::NodeKind;
use crate::tui::geometry;
use crate::tui::keymap::{ACTIONS, Scope, sequence_label};
use crate::tui::state::{List, State, Workspace};
use crate::tui::theme::Role;

/// One line of help.
enum Line {
    Heading(&'static str),
    Key(String, &'static str),
    Sign(&'static str, Role, &'static str),
    Blank,
}

/// Signs of the screens that are not self-evident.
const SIGNS: &[(&str, Role, &str)] = &[
    ("▸ ▾", Role::Muted, "closed, open: o or a click turns it"),
    ("↻", Role::Recursion, "stands above itself already: recursion"),
    ("×3", Role::Muted, "written in three places: n and N go through them"),
    (
        "?0.4",
        Role::Candidate,
        "a candidate: four in ten such relations are right",
    ),
    ("0.8", Role::Muted, "not quite certain"),
    ("▶ ▷", Role::Site, "the line of the selected relation; its other lines"),
    ("·", Role::Site, "something of the project is called here: ⏎ follows it"),
    ("+ # ~ -", Role::Faint, "public, protected, internal, private"),
    ("◆", Role::Marked, "marked for a bundle"),
];

pub fn draw(canvas: &mut Canvas<'_>, state: &State, list: List) {
    let lines = lines(state);
    let area = geometry::popup(state.size, 92, lines.len());
    let inside = canvas.frame(area, "help");
    let last = lines.len().saturating_sub(usize::from(inside.height));
    let offset = list.offset.min(last);
    for (row, line) in (0u16..inside.height).zip(lines.iter().skip(offset)) {
        let place = Rect {
            width: inside.width.saturating_sub(1),
            ..inside
        };
        let mut pen = canvas.pen(place, row);
        pen.skip(2);
        match line {
            Line::Heading(title) => pen.write(title, Role::TitleFocus),
            Line::Key(keys, doc) => pen.write(keys, Role::Key).skip(1).to(16).write(doc, Role::Text),
            Line::Sign(sign, role, doc) => pen.write(sign, *role).skip(1).to(16).write(doc, Role::Text),
            Line::Blank => &mut pen,
        };
    }
    scrolled(canvas, inside, offset, lines.len());
}

/// The scopes of the workspace below first.
fn lines(state: &State) -> Vec<Line> {
    let scopes: [Scope; 7] = match state.workspace {
        Workspace::Explore => [
            Scope::Explore,
            Scope::Global,
            Scope::Search,
            Scope::Bundle,
            Scope::Prompt,
            Scope::List,
            Scope::Always,
        ],
        Workspace::Bundle => [
            Scope::Bundle,
            Scope::Global,
            Scope::Search,
            Scope::Explore,
            Scope::Prompt,
            Scope::List,
            Scope::Always,
        ],
    };
    let mut lines = Vec::new();
    for (at, scope) in scopes.into_iter().enumerate() {
        lines.push(Line::Heading(scope.title()));
        for spec in ACTIONS {
            let keys: Vec<String> = state.keymap.keys(scope, spec.action).map(sequence_label).collect();
            if !keys.is_empty() {
                lines.push(Line::Key(keys.join("  "), spec.doc));
            }
        }
        lines.push(Line::Blank);
        if at == 1 {
            signs(&mut lines);
        }
    }
    lines
}

fn signs(lines: &mut Vec<Line>) {
    lines.push(Line::Heading("Signs"));
    lines.extend(SIGNS.iter().map(|(sign, role, doc)| Line::Sign(sign, *role, doc)));
    for kind in NodeKind::ALL {
        let (sign, role) = words::kind(*kind);
        lines.push(Line::Sign(sign, role, kind.as_str()));
    }
    lines.push(Line::Blank);
}

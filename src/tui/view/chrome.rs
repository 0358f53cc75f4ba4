//! What surrounds the panes: the header, their titles, the lines between them, the foot.

use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::words;
use crate::index::Progress;
use crate::tui::geometry::{Shape, Slot};
use crate::tui::keymap::{ACTIONS, Action, Scope};
use crate::tui::scene::Target;
use crate::tui::state::{Level, Live, State, Workspace, is_container};
use crate::tui::theme::Role;

/// Smaller than any design: one sentence, as much of it as fits.
pub fn too_small(canvas: &mut Canvas<'_>) {
    let area = canvas.buffer.area;
    canvas.wrap(area, "portolan needs 50×10", Role::Text);
}

/// The program, where one is, and how the map is.
pub fn header(canvas: &mut Canvas<'_>, state: &State) {
    let area = Rect {
        height: 1,
        ..canvas.buffer.area
    };
    let project = &state.project;
    let count = format!("{} symbols ", words::number(project.symbols));
    let history = &state.explore.history;
    let place = match history.places().len() {
        0 | 1 => String::new(),
        length => format!("⟲ {}/{length}  ", history.at() + 1),
    };
    let marked = match state.marks.len() {
        0 => String::new(),
        count => format!("◆ {count} marked  "),
    };
    let (live, live_role) = live(state);
    let mut pen = canvas.pen(area, 0);
    pen.write(" portolan ", Role::Brand).skip(1);
    let wide = Shape::of(state.size) == Shape::Wide;
    if project.symbols > 0 {
        pen.right(&[(&count, Role::Muted)], 40);
    }
    pen.right(&[(&live, live_role), ("  ", Role::Muted)], if wide { 30 } else { 20 });
    pen.right(&[(&place, Role::Muted)], 30);
    pen.right(&[(&marked, Role::Marked)], 30);
    match state.workspace {
        Workspace::Bundle => {
            pen.write(&project.name, Role::Muted)
                .write(" ▸ ", Role::Faint)
                .write("bundle", Role::Subject);
        }
        Workspace::Explore => crumbs(&mut pen, state),
    }
}

/// From the project down to the subject; the beginning gives way where room is short.
fn crumbs(pen: &mut super::canvas::Pen<'_, '_>, state: &State) {
    let Some(subject) = &state.explore.subject else {
        pen.write(&state.project.name, Role::Subject);
        return;
    };
    if subject.is_home() {
        pen.write(&state.project.name, Role::Subject);
        return;
    }
    let above = subject.ancestors.iter().enumerate();
    let mut crumbs: Vec<(&str, Target)> = vec![(&state.project.name, Target::Action(Action::Home))];
    crumbs.extend(above.map(|(at, node)| (node.name.as_str(), Target::Crumb(at))));
    let own = subject.node.name.as_str();
    let width = |crumbs: &[(&str, Target)]| -> usize {
        crumbs
            .iter()
            .map(|(name, _)| crate::text::width(name) + 3)
            .sum::<usize>()
            + crate::text::width(own)
    };
    let room = usize::from(pen.room());
    let cut = width(&crumbs) > room;
    while !crumbs.is_empty() && width(&crumbs) + 2 > room {
        crumbs.remove(0);
    }
    if cut {
        pen.write("… ", Role::Faint);
    }
    for (name, target) in crumbs {
        let from = pen.x();
        pen.write(name, Role::Muted)
            .record(from, target)
            .write(" ▸ ", Role::Faint);
    }
    pen.write(own, Role::Subject);
}

/// How the map follows the files, in a word.
fn live(state: &State) -> (String, Role) {
    match (&state.project.progress, &state.project.live) {
        (Some(progress), _) => (format!("◌ {}", progress_words(*progress)), Role::Info),
        (None, Live::Starting) => ("◌ starting".to_owned(), Role::Muted),
        (None, Live::Watching) => ("● live".to_owned(), Role::Live),
        (None, Live::Polling(_)) => ("◐ looks now and then".to_owned(), Role::Warning),
        (None, Live::Failed(_)) => ("○ not live".to_owned(), Role::Error),
    }
}

/// How far an index run is.
pub fn progress_words(progress: Progress) -> String {
    match progress {
        Progress::Discovering(found) => format!("finding files: {}", words::count(found)),
        Progress::Extracting { done, total } => format!("reading {} of {}", words::count(done), words::count(total)),
        Progress::Resolving { done, total } => format!("resolving {} of {}", words::count(done), words::count(total)),
        Progress::Writing => "writing".to_owned(),
    }
}

/// The title of a slot: one pane's, or tabs.
pub struct Tab<P> {
    pub pane: P,
    pub label: String,
    pub count: Option<usize>,
}

/// Draws the line above a slot. `note` stands at its right end.
pub fn title<P: Copy + PartialEq>(
    canvas: &mut Canvas<'_>,
    slot: &Slot<P>,
    focused: bool,
    tabs: &[Tab<P>],
    note: &str,
    target: fn(P) -> Target,
) {
    let area = slot.area;
    let rule = if focused { Role::RuleFocus } else { Role::Rule };
    for x in area.x..area.x + area.width {
        canvas.set(x, area.y, "─", rule);
    }
    let line = Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(2),
        height: 1,
        ..area
    };
    let needed: usize = tabs.iter().map(|tab| crate::text::width(&tab.label) + 8).sum();
    let mut pen = canvas.pen(line, 0);
    if !note.is_empty() {
        let keep = u16::try_from(needed).unwrap_or(u16::MAX).min(24);
        let room = usize::from(pen.room().saturating_sub(keep));
        let fitting = crate::text::truncate_start(note, room.saturating_sub(2)).into_owned();
        if room > 12 {
            pen.right(&[(" ", Role::Title), (&fitting, Role::Title), (" ", Role::Title)], keep);
        }
    }
    for (at, tab) in tabs.iter().enumerate() {
        let shown = tab.pane == slot.shown;
        let role = if shown && focused {
            Role::TitleFocus
        } else {
            Role::Title
        };
        let role = if shown && !focused && tabs.len() > 1 {
            Role::Text
        } else {
            role
        };
        let from = pen.x();
        pen.write(if at == 0 { " " } else { "· " }, Role::Faint)
            .write(&tab.label, role);
        if let Some(count) = tab.count {
            pen.write(" ", role)
                .write(&words::count(count), if shown { role } else { Role::Faint });
        }
        pen.write(" ", role).record(from, target(tab.pane));
    }
}

/// The lines between columns, joined to the titles that meet them.
pub fn separators(canvas: &mut Canvas<'_>, body: Rect, columns: &[u16]) {
    for x in columns {
        for y in body.y..body.y + body.height {
            let left = x.checked_sub(1).is_some_and(|left| canvas.symbol(left, y) == "─");
            let right = canvas.symbol(x + 1, y) == "─";
            let joint = match (left, right, y == body.y) {
                (true, true, true) => "┬",
                (true, true, false) => "┼",
                (true, false, true) => "┐",
                (true, false, false) => "┤",
                (false, true, true) => "┌",
                (false, true, false) => "├",
                (false, false, _) => "│",
            };
            canvas.set(*x, y, joint, Role::Rule);
        }
    }
}

/// The message that waits, else what can be done here.
pub fn foot(canvas: &mut Canvas<'_>, state: &State) {
    let area = canvas.buffer.area;
    let line = Rect {
        y: area.y + area.height.saturating_sub(1),
        height: 1,
        ..area
    };
    canvas.clear(line, Role::Hint);
    if let Some(notice) = &state.notice {
        let (role, mark) = match notice.level {
            Level::Info => (Role::Info, "·"),
            Level::Error => (Role::Error, "✗"),
        };
        let end = if notice.level == Level::Error {
            "Esc dismisses this"
        } else {
            ""
        };
        return message(canvas, line, &notice.text, (mark, role), end);
    }
    hints(canvas, state, line);
}

/// The most lines that a message takes.
const LONGEST_MESSAGE: u16 = 5;

/// A message at the foot; a long one takes lines of the workspace above.
fn message(canvas: &mut Canvas<'_>, line: Rect, text: &str, (mark, role): (&str, Role), end: &str) {
    let inside = |height: u16| Rect {
        x: line.x + 3.min(line.width),
        y: (line.y + 1).saturating_sub(height),
        width: line.width.saturating_sub(4),
        height,
    };
    let text = match end.is_empty() {
        true => text.to_owned(),
        false => format!("{text} ({end})"),
    };
    let text = crate::text::sanitize(&text, 1);
    let height = super::canvas::lines(&text, line.width.saturating_sub(4))
        .min(LONGEST_MESSAGE)
        .min(line.y + 1);
    let whole = Rect {
        y: (line.y + 1).saturating_sub(height),
        height,
        ..line
    };
    canvas.clear(whole, Role::Hint);
    canvas.pen(whole, 0).skip(1).write(mark, role);
    canvas.wrap(inside(height), &text, role);
}

/// Keys with a word each, as many as fit; the way to all others stands at the end.
fn hints(canvas: &mut Canvas<'_>, state: &State, line: Rect) {
    let scopes = Scope::active(state);
    let always = [Action::Palette, Action::Help, Action::Quit];
    let hint = |action: Action| -> Option<(String, &'static str)> {
        let label = state.keymap.label(scopes, action)?;
        Some((label, renamed(state, action).unwrap_or(action.spec().hint)))
    };
    let mut pen = canvas.pen(line, 0);
    for action in always.into_iter().rev() {
        if let Some((key, word)) = hint(action) {
            pen.right(
                &[
                    ("  ", Role::Hint),
                    (&key, Role::Key),
                    (" ", Role::Hint),
                    (word, Role::Hint),
                ],
                24,
            );
        }
    }
    pen.write(" ", Role::Hint);
    for spec in ACTIONS {
        let wanted = !spec.hint.is_empty() && !always.contains(&spec.action) && spec.action.why_not(state).is_none();
        let Some((key, word)) = hint(spec.action).filter(|(_, word)| wanted && !word.is_empty()) else {
            continue;
        };
        let width = crate::text::width(&key) + crate::text::width(word) + 3;
        if width > usize::from(pen.room()) {
            break;
        }
        let from = pen.x();
        pen.write(&key, Role::Key)
            .write(" ", Role::Hint)
            .write(word, Role::Hint)
            .record(from, Target::Action(spec.action))
            .write("  ", Role::Hint);
    }
}

/// Some words say more when they know where they stand.
fn renamed(state: &State, action: Action) -> Option<&'static str> {
    if state.workspace == Workspace::Bundle {
        return match action {
            Action::Left | Action::Right => Some(""),
            Action::Go if state.bundle.focus == crate::tui::state::BundlePane::Knobs => Some("type a value"),
            Action::Go => Some("explore it"),
            _ => None,
        };
    }
    let node = state.explore.row_node();
    match action {
        Action::Go if node.is_some_and(|node| is_container(node.kind)) => Some("enter"),
        Action::Left if state.explore.is_directory() => Some("up"),
        Action::Right | Action::Below if state.explore.is_directory() => Some(""),
        Action::Left if state.explore.is_container() => Some("used by"),
        Action::Right if state.explore.is_container() => Some("related"),
        Action::Bundle | Action::Peek | Action::Tests if state.explore.is_directory() => Some(""),
        Action::Left if state.explore.focus == crate::tui::state::Pane::Callers => Some("deeper"),
        Action::Left if state.explore.focus == crate::tui::state::Pane::Callees => Some("source"),
        Action::Right if state.explore.focus == crate::tui::state::Pane::Callees => Some("deeper"),
        Action::Right if state.explore.focus == crate::tui::state::Pane::Callers => Some("source"),
        _ => None,
    }
}

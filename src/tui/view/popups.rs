//! Boxes over the workspace: palette, history, themes, a line to type, what can follow a key.

use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::words;
use crate::tui::geometry;
use crate::tui::keymap::{Scope, sequence_label};
use crate::tui::scene::Target;
use crate::tui::state::{Input, KNOBS, List, Palette, State, display_name};
use crate::tui::theme::Role;

/// A line that is typed, with the terminal's own cursor in it. A long text shows its end.
pub fn input_line(canvas: &mut Canvas<'_>, area: Rect, prompt: &str, input: &Input) {
    let mut pen = canvas.pen(area, 0);
    pen.write(prompt, Role::Accent);
    let start = pen.x();
    let room = usize::from(pen.room().saturating_sub(1));
    let before = crate::text::sanitize(input.before(), 1).into_owned();
    let shown = crate::text::truncate_start(&before, room).into_owned();
    pen.write(&shown, Role::Input);
    let cursor = (pen.x(), area.y);
    let after = input.text().get(input.before().len()..).unwrap_or_default();
    pen.write(after, Role::Input);
    if area.height > 0 && start < area.x + area.width {
        canvas.scene.cursor = Some(cursor);
    }
}

pub fn palette(canvas: &mut Canvas<'_>, state: &State, palette: &Palette) {
    let fitting = palette.fitting(state);
    let area = geometry::popup(state.size, 84, fitting.len().clamp(1, 16) + 2);
    let inside = canvas.frame(area, "commands");
    input_line(canvas, inside, "❯ ", &palette.input);
    if fitting.is_empty() {
        canvas
            .pen(inside, 2)
            .skip(2)
            .write("No command is called so.", Role::Muted);
    }
    let scopes = Scope::below(state);
    let list = Rect {
        y: inside.y + 2.min(inside.height),
        height: inside.height.saturating_sub(2),
        ..inside
    };
    let shown = fitting
        .iter()
        .enumerate()
        .skip(palette.list.offset)
        .take(usize::from(list.height));
    for (line, (at, spec)) in (0u16..).zip(shown) {
        let place = Rect {
            y: list.y + line,
            height: 1,
            ..list
        };
        canvas.scene.record(place, Target::OverlayRow(at));
        let reason = spec.action.why_not(state);
        let (name_role, doc_role) = match reason {
            Some(_) => (Role::Faint, Role::Faint),
            None => (Role::Text, Role::Muted),
        };
        let key = state.keymap.label(scopes, spec.action).unwrap_or_default();
        let mut pen = canvas.pen(place, 0);
        pen.right(&[(&key, Role::Key), (" ", Role::Key)], 20);
        pen.skip(2)
            .write(&spec.name.replace('_', " "), name_role)
            .skip(1)
            .to(20);
        match reason {
            Some(reason) => pen.write(reason, doc_role),
            None => pen.write(spec.doc, doc_role),
        };
        if at == palette.list.cursor {
            canvas.lay(place, Role::Cursor);
        }
    }
}

/// Where one has been, the latest on top.
pub fn history(canvas: &mut Canvas<'_>, state: &State, list: List) {
    let history = &state.explore.history;
    let places = history.places();
    let area = geometry::popup(state.size, 76, places.len());
    let inside = canvas.frame(area, "where you have been");
    let shown = places
        .iter()
        .enumerate()
        .rev()
        .enumerate()
        .skip(list.offset)
        .take(usize::from(inside.height));
    for (line, (row, (at, place))) in (0u16..).zip(shown) {
        let here = Rect {
            y: inside.y + line,
            height: 1,
            ..inside
        };
        canvas.scene.record(here, Target::OverlayRow(row));
        let mark = &place.mark;
        let (kind, role) = words::kind(mark.kind);
        let mut pen = canvas.pen(here, 0);
        pen.write(if at == history.at() { " ● " } else { "   " }, Role::Accent);
        pen.write(kind, role).skip(1);
        let file = format!(" {}:{} ", mark.file, mark.line);
        if mark.file.is_empty() {
            pen.write(&state.project.name, Role::Text);
        } else {
            let file = crate::text::truncate_start(&file, 40).into_owned();
            pen.right(&[(&file, Role::Faint)], 24);
            let (before, name) = display_name(&mark.qualified, &mark.name, mark.kind);
            pen.write(before, Role::Muted).write(name, Role::Text);
        }
        if row == list.cursor {
            canvas.lay(here, Role::Cursor);
        }
    }
}

pub fn themes(canvas: &mut Canvas<'_>, state: &State, list: List) {
    let size = state.size;
    let mut area = geometry::popup(size, 34, state.themes.len());
    // At the right, so that the workspace below shows the theme.
    area.x = size.width.saturating_sub(area.width + 2);
    let inside = canvas.frame(area, "themes");
    let shown = state
        .themes
        .iter()
        .enumerate()
        .skip(list.offset)
        .take(usize::from(inside.height));
    for (line, (at, name)) in (0u16..).zip(shown) {
        let place = Rect {
            y: inside.y + line,
            height: 1,
            ..inside
        };
        canvas.scene.record(place, Target::OverlayRow(at));
        canvas.pen(place, 0).skip(2).write(name, Role::Text);
        if at == list.cursor {
            canvas.lay(place, Role::Cursor);
        }
    }
}

/// A question for an agent.
pub fn ask(canvas: &mut Canvas<'_>, state: &State, input: &Input) {
    let area = geometry::popup(state.size, 90, 3);
    let inside = canvas.frame(area, "what would an agent ask?");
    input_line(canvas, inside, "❯ ", input);
    let hint = "Words, names, paths, file:line, an error text. ⏎ shows what an agent would receive.";
    canvas.pen(inside, 2).skip(2).write(hint, Role::Muted);
}

/// A value for a knob.
pub fn value(canvas: &mut Canvas<'_>, state: &State, knob: usize, input: &Input) {
    let Some(knob) = KNOBS.get(knob) else { return };
    let area = geometry::popup(state.size, 70, 3);
    let inside = canvas.frame(area, &knob.label);
    input_line(canvas, inside, "❯ ", input);
    let hint = format!("{} (now {})", knob.key.doc, knob.show(&state.bundle.profile));
    canvas.pen(inside, 2).skip(2).write(&hint, Role::Muted);
}

/// After the first key of a sequence: what can follow.
pub fn continuations(canvas: &mut Canvas<'_>, state: &State) {
    if state.prefix.is_empty() {
        return;
    }
    let scopes = Scope::active(state);
    let following = state.keymap.continuations(scopes, &state.prefix);
    let mut area = geometry::popup(state.size, 44, following.len());
    area.y = state.size.height.saturating_sub(area.height + 1);
    area.x = state.size.width.saturating_sub(area.width + 1);
    let inside = canvas.frame(area, &sequence_label(&state.prefix));
    for (row, binding) in (0u16..).zip(following) {
        let rest = binding.keys.get(state.prefix.len()..).unwrap_or_default();
        let mut pen = canvas.pen(inside, row);
        pen.skip(1).write(&sequence_label(rest), Role::Key).skip(1).to(8);
        pen.write(binding.action.spec().doc, Role::Text);
    }
}

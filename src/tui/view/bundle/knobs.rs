//! Every value of the profile.

use ratatui::layout::Rect;

use super::super::canvas::Canvas;
use super::super::tree::scrolled;
use super::super::words;
use crate::tui::scene::Target;
use crate::tui::state::{BundlePane, KNOBS, Knob, KnobGroup, State};
use crate::tui::theme::Role;

/// The width of a level's bar.
const LEVEL: usize = 5;

/// A heading or a knob.
enum Line {
    Heading(KnobGroup),
    Knob(usize),
}

pub fn draw(canvas: &mut Canvas<'_>, state: &State, area: Rect) {
    let lines = lines();
    let cursor = state.bundle.knobs.cursor;
    let at = lines
        .iter()
        .position(|line| matches!(line, Line::Knob(knob) if *knob == cursor))
        .unwrap_or(0);
    // What the knob is for stands below the list.
    let doc_rows = if area.height >= 12 { 3 } else { 0 };
    let height = usize::from(area.height - doc_rows);
    let offset = (at + 3).saturating_sub(height).min(lines.len().saturating_sub(height));
    for (row, line) in (0u16..).zip(lines.iter().skip(offset).take(height)) {
        let place = Rect {
            y: area.y + row,
            height: 1,
            ..area
        };
        match line {
            Line::Heading(group) => {
                canvas.pen(place, 0).skip(1).write(group.title(), Role::Muted);
            }
            Line::Knob(at) => {
                let Some(knob) = KNOBS.get(*at) else { continue };
                canvas.scene.record(place, Target::BundleRow(BundlePane::Knobs, *at));
                draw_knob(canvas, state, place, knob);
                if *at == cursor {
                    let focused = state.bundle.focus == BundlePane::Knobs;
                    canvas.lay(place, if focused { Role::Cursor } else { Role::CursorPassive });
                }
            }
        }
    }
    let list = Rect {
        height: area.height - doc_rows,
        ..area
    };
    scrolled(canvas, list, offset, lines.len());
    if let Some(knob) = KNOBS.get(cursor).filter(|_| doc_rows > 0) {
        let place = Rect {
            x: area.x + 1.min(area.width),
            y: area.y + area.height - doc_rows,
            width: area.width.saturating_sub(2),
            height: doc_rows,
        };
        canvas.wrap(place, knob.key.doc, Role::Muted);
    }
}

fn lines() -> Vec<Line> {
    let mut lines = Vec::new();
    let mut group = None;
    for (at, knob) in KNOBS.iter().enumerate() {
        if group != Some(knob.group) {
            lines.push(Line::Heading(knob.group));
            group = Some(knob.group);
        }
        lines.push(Line::Knob(at));
    }
    lines
}

/// `depth ━━──── ◂ 2 ▸`
fn draw_knob(canvas: &mut Canvas<'_>, state: &State, place: Rect, knob: &Knob) {
    let profile = &state.bundle.profile;
    let value = knob.show(profile);
    let changed = value != knob.show(&state.bundle.saved);
    let value = match value.parse::<u64>() {
        Ok(number) => words::number(number),
        Err(_) => value,
    };
    let bar = knob.level(profile).map_or_else(String::new, |level| {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss
        )]
        let full = (level * LEVEL as f32).round() as usize;
        format!("{}{}", "━".repeat(full), "─".repeat(LEVEL.saturating_sub(full)))
    });
    let mut pen = canvas.pen(place, 0);
    pen.skip(1)
        .write(if changed { "•" } else { " " }, Role::Warning)
        .write(" ", Role::Text);
    let role = if changed { Role::Warning } else { Role::Text };
    let value = format!("{value:>4}");
    pen.right(&[(&value, role), (" ", Role::Text)], 4);
    pen.right(&[(&bar, Role::Faint), (" ", Role::Text)], 14);
    pen.write(&knob.label, Role::Text);
}

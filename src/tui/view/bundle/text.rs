//! The exact text, with a gutter that tells which item each line belongs to.

use ratatui::layout::Rect;

use super::super::canvas::Canvas;
use super::super::tree::scrolled;
use super::super::words;
use crate::context;
use crate::tui::scene::Target;
use crate::tui::state::{BundlePane, State};
use crate::tui::theme::Role;

pub fn draw(canvas: &mut Canvas<'_>, state: &State, shown: &context::Bundle, area: Rect) {
    let focused = state.bundle.focus == BundlePane::Text;
    let chosen = u32::try_from(state.bundle.ledger.cursor).ok();
    let list = state.bundle.text;
    let lines = shown
        .text
        .lines()
        .enumerate()
        .skip(list.offset)
        .take(usize::from(area.height));
    for (row, (at, line)) in (0u16..).zip(lines) {
        let place = Rect {
            y: area.y + row,
            height: 1,
            ..area
        };
        canvas.scene.record(place, Target::BundleRow(BundlePane::Text, at));
        let item = shown.line_items.get(at).copied().flatten();
        let above = at
            .checked_sub(1)
            .and_then(|above| shown.line_items.get(above).copied().flatten());
        let entry = item.and_then(|item| shown.ledger.get(usize::try_from(item).ok()?));
        let section = entry.map_or(Role::Faint, |entry| words::section(entry.section).1);
        let rank = match entry {
            Some(entry) if item != above => format!("{:>3}", entry.rank),
            _ => "   ".to_owned(),
        };
        let here = item.is_some() && item == chosen;
        let bar = match (item.is_some(), here) {
            (false, _) => " ",
            (true, false) => "▏",
            (true, true) => "▌",
        };
        let style = canvas.style(if item.is_some() { Role::Text } else { Role::Heading });
        let mut pen = canvas.pen(place, 0);
        pen.write(&rank, if here { Role::Site } else { Role::Number })
            .write(bar, section);
        let start = pen.x();
        canvas
            .pen(
                Rect {
                    x: start,
                    width: (place.x + place.width).saturating_sub(start + 1),
                    ..place
                },
                0,
            )
            .raw(line, style);
        if focused && at == list.cursor {
            canvas.lay(place, Role::Cursor);
        }
    }
    scrolled(canvas, area, list.offset, shown.line_items.len());
}

//! The account: what is in, how, at what cost and why; what is out and why.

use ratatui::layout::Rect;

use super::super::canvas::Canvas;
use super::super::tree::scrolled;
use super::super::words;
use crate::context::{self, Entry, Override};
use crate::tui::scene::Target;
use crate::tui::state::{BundlePane, State, display_name};
use crate::tui::theme::Role;

/// From this width the granularity is written out.
const WIDE: u16 = 50;

/// Columns of the longest word for a granularity, and one.
const WORD: u16 = 10;

/// Rows at the foot that tell more of the item under the cursor.
const DETAIL: u16 = 5;

pub fn draw(canvas: &mut Canvas<'_>, state: &State, shown: &context::Bundle, area: Rect) {
    if shown.ledger.is_empty() {
        let text = "Nothing was found for this. Other words may help; or choose symbols in Explore with Tab.";
        return super::super::empty::sentence(canvas, area, text);
    }
    let detail = if area.height >= 14 { DETAIL } else { 0 };
    let list = Rect {
        height: area.height - detail,
        ..area
    };
    let cursor = state.bundle.ledger;
    // The list was scrolled for the whole pane: the cursor stays in sight above the detail.
    let rows = usize::from(list.height);
    let offset = cursor.offset.max((cursor.cursor + 1).saturating_sub(rows));
    let entries = shown.ledger.iter().enumerate().skip(offset).take(rows);
    for (line, (at, entry)) in (0u16..).zip(entries) {
        let place = Rect {
            y: list.y + line,
            height: 1,
            ..list
        };
        canvas.scene.record(place, Target::BundleRow(BundlePane::Ledger, at));
        row(canvas, state, place, entry);
        if at == cursor.cursor {
            let focused = state.bundle.focus == BundlePane::Ledger;
            canvas.lay(place, if focused { Role::Cursor } else { Role::CursorPassive });
        }
    }
    scrolled(canvas, list, offset, shown.ledger.len());
    if let Some(entry) = shown.ledger.get(cursor.cursor).filter(|_| detail > 0) {
        let place = Rect {
            y: list.y + list.height,
            height: detail,
            ..area
        };
        tell(canvas, state, place, entry);
    }
}

/// `+ 3 ▆ pruned    fn Router::route        1,204`
fn row(canvas: &mut Canvas<'_>, state: &State, place: Rect, entry: &Entry) {
    let node = &entry.node;
    let key = node.key();
    let (kind, kind_role) = words::kind(node.kind);
    let (bar, word) = words::granularity(entry.granularity);
    let (_, section_role) = words::section(entry.section);
    let within = entry.granularity.is_some();
    let before = state.bundle.before.iter().find(|(known, _)| *known == key);
    let (sign, sign_role) = match (state.bundle.before.is_empty(), before, within) {
        (false, None, true) => ("+", Role::Entered),
        (false, Some(_), false) => ("-", Role::Left),
        (false, Some((_, old)), true) if *old < entry.characters => ("↑", Role::Entered),
        (false, Some((_, old)), true) if *old > entry.characters => ("↓", Role::Left),
        _ => (" ", Role::Text),
    };
    let (hand, hand_role) = match state.bundle.override_of(&key) {
        Some(Override::Pin) => ("⚑", Role::Marked),
        Some(Override::Exclude) => ("✗", Role::Error),
        Some(Override::At(_)) => ("✎", Role::Marked),
        None => (" ", Role::Text),
    };
    let cost = match within {
        true => format!(" {}", words::number(entry.characters)),
        false => entry
            .cut
            .as_ref()
            .map_or_else(String::new, |cut| format!(" {}", short(cut))),
    };
    let (display, name) = display_name(&node.qualified, &node.name, node.kind);
    let name_role = if within { Role::Text } else { Role::Muted };
    let rank = format!("{:>3} ", entry.rank);
    let inside = Rect {
        width: place.width.saturating_sub(1),
        ..place
    };
    let mut pen = canvas.pen(inside, 0);
    pen.write(sign, sign_role)
        .write(hand, hand_role)
        .write(&rank, Role::Faint);
    pen.write(bar, section_role).skip(1);
    if place.width >= WIDE {
        let column = pen.column() + WORD;
        pen.write(if within { word } else { "" }, Role::Muted).to(column);
    }
    pen.write(kind, kind_role).skip(1);
    let cost_role = if within { Role::Text } else { Role::Faint };
    pen.right(&[(&cost, cost_role)], 10);
    if usize::from(pen.room()) >= crate::text::width(display) + crate::text::width(name) {
        pen.write(display, Role::Muted);
    }
    pen.write(name, name_role);
}

/// Why it is out, in two words.
const fn short(cut: &context::Cut) -> &'static str {
    use context::Cut;
    match cut {
        Cut::TotalBudget => "budget",
        Cut::SectionShare => "share",
        Cut::ItemCap => "item cap",
        Cut::ItemsPerFile => "its file",
        Cut::Files => "files",
        Cut::Depth => "depth",
        Cut::FanOut => "fan-out",
        Cut::LowRank { .. } => "rank",
        Cut::Duplicate => "duplicate",
        Cut::Excluded => "excluded",
        Cut::Test => "test",
        Cut::Generated => "generated",
        Cut::LowConfidence => "confidence",
        Cut::Unreadable => "unreadable",
    }
}

/// The item under the cursor: how it is shown, why, and what a step more would take.
fn tell(canvas: &mut Canvas<'_>, state: &State, area: Rect, entry: &Entry) {
    for x in area.x..area.x + area.width {
        canvas.set(x, area.y, "╌", Role::Rule);
    }
    let (_, granularity) = words::granularity(entry.granularity);
    let (section, section_role) = words::section(entry.section);
    let node = &entry.node;
    let place = format!(" {}:{}", node.file, node.line);
    let inside = Rect {
        x: area.x + 1.min(area.width),
        width: area.width.saturating_sub(2),
        ..area
    };
    let (container, name) = display_name(&node.qualified, &node.name, node.kind);
    let mut pen = canvas.pen(inside, 1);
    pen.write(container, Role::Muted)
        .write(name, Role::Subject)
        .write_end(&place, Role::Muted);
    let hand = match state.bundle.override_of(&node.key()) {
        Some(Override::Pin) => "  pinned by hand",
        Some(Override::Exclude) => "  excluded by hand",
        Some(Override::At(_)) => "  set by hand",
        None => "",
    };
    let mut pen = canvas.pen(inside, 2);
    pen.write(granularity, Role::Text)
        .write(" in ", Role::Muted)
        .write(section, section_role);
    pen.write(hand, Role::Marked);
    if let Some(cut) = &entry.cut {
        pen.write(": ", Role::Muted).write(&words::cut(cut), Role::Warning);
    }
    if let Some(next) = entry.next_step {
        let text = format!("  one step more: +{} characters", words::number(next));
        canvas.pen(inside, 3).write(text.trim_start(), Role::Info);
    }
    let mut clues: Vec<&context::Clue> = entry.clues.iter().collect();
    clues.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut pen = canvas.pen(inside, 4);
    pen.write(&format!("score {:.2}", entry.score), Role::Muted);
    for clue in clues {
        pen.write("  ", Role::Muted)
            .write(&format!("{:+.2} ", clue.score), Role::Info);
        pen.write(&clue.reason, Role::Text);
    }
}

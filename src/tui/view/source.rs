//! Source: numbered, coloured as far as colours are known, the selected relation's line lit.

use std::collections::BTreeSet;

use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_segmentation::UnicodeSegmentation;

use super::canvas::Canvas;
use super::empty;
use super::tree::scrolled;
use crate::tui::scene::Target;
use crate::tui::state::{Document, Entry, Pane, Side, Spot, State, Subject};
use crate::tui::theme::Role;

/// How a window of source is drawn.
pub struct Look {
    /// The symbol's own lines, from 1, inclusive; others are dimmed.
    from: u32,
    to: u32,
    /// The line of the selected relation.
    lit: Option<u32>,
    /// Further lines where the relation is written.
    also: BTreeSet<u32>,
    /// Lines where something of the project is called.
    calls: BTreeSet<u32>,
    /// The line of the cursor, where the pane has the keys.
    cursor: Option<u32>,
    /// Lines can be pointed at.
    pane: Option<Pane>,
}

impl Look {
    pub const fn plain(spot: &Spot) -> Self {
        Self {
            from: spot.from.saturating_sub(spot.doc_lines),
            to: spot.to,
            lit: spot.line,
            also: BTreeSet::new(),
            calls: BTreeSet::new(),
            cursor: None,
            pane: None,
        }
    }
}

/// The middle of Explore.
pub fn subject(canvas: &mut Canvas<'_>, state: &State, subject: &Subject, area: Rect) {
    let Some(spot) = &state.explore.spot else {
        canvas.wrap(inset(area), "Nothing is chosen.", Role::Muted);
        return;
    };
    let focused = state.explore.focus == Pane::Source;
    let mut look = Look::plain(spot);
    look.pane = Some(Pane::Source);
    look.cursor = focused.then(|| {
        u32::try_from(state.explore.source.cursor)
            .unwrap_or(u32::MAX)
            .saturating_add(1)
    });
    let sites = state.explore.edges().iter().filter(|edge| edge.file == spot.file);
    look.also = sites.map(|edge| edge.site.line).collect();
    if spot.owner == subject.node.qualified && spot.file == subject.node.file {
        look.calls = subject
            .callees
            .rows
            .iter()
            .flat_map(|row| &row.edges)
            .filter(|edge| edge.file == spot.file)
            .map(|edge| edge.site.line)
            .collect();
    }
    // Of a caller deeper in the tree the lit line is known, its other calls are not.
    if state.explore.focused_side() == Some(Side::Callers) {
        look.calls.clear();
    }
    window(canvas, state, &spot.file, area, state.explore.source.offset, &look);
}

/// A window of a file, its first line `first` counted from 0.
pub fn window(canvas: &mut Canvas<'_>, state: &State, file: &str, area: Rect, first: usize, look: &Look) {
    match state.library.get(file) {
        Some(Entry::Here(document)) => lines(canvas, document, area, first, look),
        Some(Entry::Failed(why)) => {
            empty::sentence(canvas, area, &format!("{file} could not be read: {why}"));
        }
        None => {}
    }
}

fn lines(canvas: &mut Canvas<'_>, document: &Document, area: Rect, first: usize, look: &Look) {
    if document.lines.is_empty() {
        return empty::sentence(
            canvas,
            area,
            if document.listing {
                "This directory is empty."
            } else {
                "This file is empty."
            },
        );
    }
    let digits = document.lines.len().to_string().len().max(3);
    let shown = document
        .lines
        .iter()
        .enumerate()
        .skip(first)
        .take(usize::from(area.height));
    for (row, (at, line)) in (0u16..).zip(shown) {
        let number = u32::try_from(at).unwrap_or(u32::MAX).saturating_add(1);
        let place = Rect {
            y: area.y + row,
            height: 1,
            ..area
        };
        if let Some(pane) = look.pane {
            canvas.scene.record(place, Target::Row(pane, at));
        }
        let lit = look.lit == Some(number);
        let outside = number < look.from || number > look.to;
        let (mark, mark_role) = match () {
            () if lit => ("▶", Role::Site),
            () if look.also.contains(&number) => ("▷", Role::Site),
            () if look.calls.contains(&number) => ("·", Role::Site),
            () => (" ", Role::Number),
        };
        let gutter = format!("{number:>digits$} ");
        let base = canvas.style(if outside { Role::Outside } else { Role::Text });
        let spans = document.styled.get(at).and_then(Option::as_ref).filter(|_| !outside);
        let styles: Vec<(u32, u32, Style)> = spans.map_or_else(Vec::new, |spans| {
            spans
                .iter()
                .map(|span| (span.start, span.end, canvas.style(span.role)))
                .collect()
        });
        let mut pen = canvas.pen(place, 0);
        if document.listing {
            pen.skip(2);
        } else {
            pen.write(&gutter, if lit { Role::Site } else { Role::Number });
            pen.write(mark, mark_role);
        }
        let text_x = pen.x();
        let mut text = canvas.pen(
            Rect {
                x: text_x,
                // The last column is the scroll bar's.
                width: (place.x + place.width).saturating_sub(text_x + 1),
                ..place
            },
            0,
        );
        let mut spans = styles.iter().peekable();
        for (byte, grapheme) in line.grapheme_indices(true) {
            let byte = u32::try_from(byte).unwrap_or(u32::MAX);
            while spans.next_if(|(_, end, _)| *end <= byte).is_some() {}
            let style = match spans.peek() {
                Some((start, _, style)) if *start <= byte => base.patch(*style),
                _ => base,
            };
            if !text.grapheme(grapheme, style) {
                break;
            }
        }
        if look.cursor == Some(number) {
            canvas.lay(place, Role::Cursor);
        } else if lit {
            canvas.lay(place, Role::Lit);
        }
    }
    scrolled(canvas, area, first, document.lines.len());
}

/// Room for a sentence.
pub fn inset(area: Rect) -> Rect {
    Rect {
        x: area.x + 2.min(area.width),
        y: area.y + 1.min(area.height),
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(1),
    }
}

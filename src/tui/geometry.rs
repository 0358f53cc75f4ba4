//! Where the panes of a workspace stand, by size alone: read by `update` (how many rows a page has) and by `view`.

use ratatui::layout::Rect;

use super::state::{BundlePane, Face, Pane, Size, State};

/// The designed sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// From 120×30: three columns, each of the outer ones in two parts.
    Wide,
    /// From 100 columns: three columns, outline and types as tabs.
    Medium,
    /// From 80: callers over callees at the left, the source beside them.
    Two,
    /// From 50: one pane.
    One,
    /// Less than 50×10: a sentence.
    Tiny,
}

impl Shape {
    pub const fn of(size: Size) -> Self {
        match (size.width, size.height) {
            (0..50, _) | (_, 0..10) => Self::Tiny,
            (50..80, _) => Self::One,
            (80..100, _) => Self::Two,
            (100..120, _) | (_, 0..30) => Self::Medium,
            _ => Self::Wide,
        }
    }
}

/// A place on the screen, with the panes that share it as tabs; the shown one is `shown`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot<P> {
    /// The title's line included.
    pub area: Rect,
    pub shown: P,
    pub tabs: Vec<P>,
}

impl<P> Slot<P> {
    /// Below the title.
    pub const fn inside(&self) -> Rect {
        Rect {
            y: self.area.y + 1,
            height: self.area.height.saturating_sub(1),
            ..self.area
        }
    }
}

/// What is between the header and the foot.
pub fn body(size: Size) -> Rect {
    Rect::new(0, 1, size.width, size.height.saturating_sub(2))
}

/// The panes of each column from left to right, top to bottom.
pub fn columns(state: &State) -> [Vec<Pane>; 3] {
    let explore = &state.explore;
    if explore.is_directory() {
        return [vec![Pane::Outline], vec![Pane::Source], vec![Pane::Relations]];
    }
    if !explore.is_container() {
        return [
            vec![Pane::Callers, Pane::Outline],
            vec![Pane::Source],
            vec![Pane::Callees, Pane::Relations],
        ];
    }
    let empty = explore.callees.count() == 0 && explore.callees.external_count() == 0;
    let right = if empty {
        vec![Pane::Relations]
    } else {
        vec![Pane::Callees, Pane::Relations]
    };
    [vec![Pane::Callers], vec![Pane::Outline, Pane::Source], right]
}

/// The slots of Explore.
pub fn explore(state: &State) -> Vec<Slot<Pane>> {
    let body = body(state.size);
    let [left, middle, right] = columns(state);
    match Shape::of(state.size) {
        Shape::Tiny => Vec::new(),
        Shape::One => {
            let all = [left, middle, right].concat();
            vec![tabs(body, state.explore.focus, all)]
        }
        Shape::Two => {
            // The lists below one another at the left, the source beside them.
            let [list, rest] = split_columns(body, body.width * 2 / 5);
            let focus = state.explore.focus;
            let pick = |panes: &[Pane], last: Pane| if panes.contains(&focus) { focus } else { last };
            let upper = Rect {
                height: list.height - list.height / 2,
                ..list
            };
            let lower = Rect {
                y: list.y + upper.height,
                height: list.height / 2,
                ..list
            };
            let mut slots = vec![
                tabs(upper, pick(&left, state.explore.left), left),
                tabs(lower, pick(&right, state.explore.right), right),
            ];
            slots.extend(middle_slots(state, rest, middle));
            slots
        }
        Shape::Medium => {
            let side = body.width * 7 / 25;
            let [left_area, rest] = split_columns(body, side);
            let [middle_area, right_area] = split_columns(rest, rest.width.saturating_sub(side + 1));
            let focus = state.explore.focus;
            let pick = |panes: &[Pane], last: Pane| if panes.contains(&focus) { focus } else { last };
            let mut slots = vec![tabs(left_area, pick(&left, state.explore.left), left)];
            slots.extend(middle_slots(state, middle_area, middle));
            slots.push(tabs(right_area, pick(&right, state.explore.right), right));
            slots
        }
        Shape::Wide => {
            let side = (body.width * 27 / 100).clamp(32, 56);
            let [left_area, rest] = split_columns(body, side);
            let [middle_area, right_area] = split_columns(rest, rest.width.saturating_sub(side + 1));
            let mut slots = stacked(left_area, left);
            slots.extend(middle_slots(state, middle_area, middle));
            slots.extend(stacked(right_area, right));
            slots
        }
    }
}

/// Outline above source where both fit, else the one that is chosen.
fn middle_slots(state: &State, area: Rect, panes: Vec<Pane>) -> Vec<Slot<Pane>> {
    if panes.len() > 1 && area.height < 26 {
        let shown = match (state.explore.focus, state.explore.face) {
            (Pane::Source, _) | (_, Face::Source) => Pane::Source,
            _ => Pane::Outline,
        };
        return vec![tabs(area, shown, panes)];
    }
    stacked(area, panes)
}

/// Several panes, one below the other: the first has three fifths.
fn stacked(area: Rect, panes: Vec<Pane>) -> Vec<Slot<Pane>> {
    let single = |area, pane| Slot {
        area,
        shown: pane,
        tabs: vec![pane],
    };
    match panes.as_slice() {
        [upper, lower] => {
            let height = area.height * 3 / 5;
            let above = Rect { height, ..area };
            let below = Rect {
                y: area.y + height,
                height: area.height - height,
                ..area
            };
            vec![single(above, *upper), single(below, *lower)]
        }
        panes => panes.iter().map(|pane| single(area, *pane)).collect(),
    }
}

fn tabs(area: Rect, shown: Pane, panes: Vec<Pane>) -> Slot<Pane> {
    let shown = match panes.contains(&shown) {
        true => shown,
        false => panes.first().copied().unwrap_or(shown),
    };
    Slot {
        area,
        shown,
        tabs: panes,
    }
}

/// Two columns with a line of one column between.
fn split_columns(area: Rect, left: u16) -> [Rect; 2] {
    let left = left.min(area.width.saturating_sub(1));
    [
        Rect { width: left, ..area },
        Rect {
            x: area.x + left + 1,
            width: area.width - left - 1,
            ..area
        },
    ]
}

/// The rows of the bar above the panes of Bundle: the request, the bar, its legend.
pub const METER_ROWS: u16 = 3;

/// The slots of Bundle; above them the meter.
pub fn bundle(state: &State) -> (Rect, Vec<Slot<BundlePane>>) {
    let body = body(state.size);
    let shape = Shape::of(state.size);
    if shape == Shape::Tiny {
        return (Rect::default(), Vec::new());
    }
    let meter = Rect {
        height: METER_ROWS.min(body.height),
        ..body
    };
    let rest = Rect {
        y: body.y + meter.height,
        height: body.height - meter.height,
        ..body
    };
    let all = vec![BundlePane::Knobs, BundlePane::Ledger, BundlePane::Text];
    let focus = state.bundle.focus;
    let slot = |area, shown, tabs: &[BundlePane]| Slot {
        area,
        shown,
        tabs: tabs.to_vec(),
    };
    let slots = match shape {
        Shape::Tiny | Shape::One => vec![slot(rest, focus, &all)],
        Shape::Two => {
            let [left, right] = split_columns(rest, rest.width * 9 / 20);
            let lists = [BundlePane::Knobs, BundlePane::Ledger];
            let shown = if focus == BundlePane::Knobs {
                focus
            } else {
                BundlePane::Ledger
            };
            vec![
                slot(left, shown, &lists),
                slot(right, BundlePane::Text, &[BundlePane::Text]),
            ]
        }
        Shape::Medium | Shape::Wide => {
            let [knobs, rest] = split_columns(rest, 28);
            let [ledger, text] = split_columns(rest, rest.width * 11 / 25);
            vec![
                slot(knobs, BundlePane::Knobs, &[BundlePane::Knobs]),
                slot(ledger, BundlePane::Ledger, &[BundlePane::Ledger]),
                slot(text, BundlePane::Text, &[BundlePane::Text]),
            ]
        }
    };
    (meter, slots)
}

/// The rows that a pane of Explore shows; 0 where it is not on the screen.
pub fn explore_rows(state: &State, pane: Pane) -> usize {
    let slot = explore(state).into_iter().find(|slot| slot.shown == pane);
    slot.map_or(0, |slot| usize::from(slot.inside().height))
}

/// The rows that a pane of Bundle shows; 0 where it is not on the screen.
pub fn bundle_rows(state: &State, pane: BundlePane) -> usize {
    let slot = bundle(state).1.into_iter().find(|slot| slot.shown == pane);
    slot.map_or(0, |slot| usize::from(slot.inside().height))
}

/// A box in the middle, at most this large.
pub fn centred(size: Size, width: u16, height: u16) -> Rect {
    let width = width.min(size.width.saturating_sub(2)).max(1).min(size.width);
    let height = height.min(size.height.saturating_sub(2)).max(1).min(size.height);
    Rect::new((size.width - width) / 2, (size.height - height) / 2, width, height)
}

/// The search: its box, the list, and the preview where there is room.
pub struct SearchAreas {
    pub frame: Rect,
    pub input: Rect,
    /// What was understood of the query.
    pub note: Rect,
    pub list: Rect,
    pub preview: Option<Rect>,
}

pub fn search(size: Size) -> SearchAreas {
    let frame = match Shape::of(size) {
        Shape::Wide => centred(size, size.width * 9 / 10, size.height * 9 / 10),
        _ => Rect::new(0, 0, size.width, size.height.saturating_sub(1)),
    };
    let inner = Rect::new(
        frame.x + 1,
        frame.y + 1,
        frame.width.saturating_sub(2),
        frame.height.saturating_sub(2),
    );
    let row = |at: u16| Rect {
        y: inner.y + at.min(inner.height),
        height: inner.height.saturating_sub(at).min(1),
        ..inner
    };
    let rest = Rect {
        y: inner.y + inner.height.min(3),
        height: inner.height.saturating_sub(3),
        ..inner
    };
    let (list, preview) = if rest.width >= 118 {
        let [list, preview] = split_columns(rest, rest.width / 2);
        (list, Some(preview))
    } else if rest.height >= 14 {
        let height = rest.height * 11 / 20;
        let list = Rect { height, ..rest };
        let preview = Rect {
            y: rest.y + height,
            height: rest.height - height,
            ..rest
        };
        (list, Some(preview))
    } else {
        (rest, None)
    };
    SearchAreas {
        frame,
        input: row(0),
        note: row(1),
        list,
        preview,
    }
}

/// The box of a list over the workspace: history, themes, palette, help.
pub fn popup(size: Size, width: u16, rows: usize) -> Rect {
    let height = u16::try_from(rows).unwrap_or(u16::MAX).saturating_add(2);
    centred(size, width, height.min(size.height.saturating_sub(4).max(3)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_change_where_they_are_said_to() {
        let at = |width, height| Shape::of(Size { width, height });
        assert_eq!(at(160, 50), Shape::Wide);
        assert_eq!(at(120, 30), Shape::Wide);
        assert_eq!(at(120, 29), Shape::Medium);
        assert_eq!(at(100, 30), Shape::Medium);
        assert_eq!(at(99, 60), Shape::Two);
        assert_eq!(at(80, 24), Shape::Two);
        assert_eq!(at(79, 24), Shape::One);
        assert_eq!(at(50, 10), Shape::One);
        assert_eq!(at(49, 60), Shape::Tiny);
        assert_eq!(at(300, 9), Shape::Tiny);
    }
}

//! The Explore workspace.

use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::chrome::{self, Tab};
use super::{empty, lists, source, tree, words};
use crate::tui::geometry::{self, Slot};
use crate::tui::scene::Target;
use crate::tui::state::{Pane, Side, Spot, State, Subject};
use crate::tui::theme::Role;

pub fn draw(canvas: &mut Canvas<'_>, state: &State) {
    let body = geometry::body(state.size);
    let Some(subject) = state.explore.subject.as_deref() else {
        return empty::first_run(canvas, state, body);
    };
    let slots = geometry::explore(state);
    for slot in &slots {
        canvas.scene.record(slot.area, Target::Pane(slot.shown));
        let focused = state.explore.focus == slot.shown;
        let tabs: Vec<Tab<Pane>> = slot
            .tabs
            .iter()
            .map(|pane| tab(state, subject, *pane, slot.tabs.len() > 1))
            .collect();
        chrome::title(canvas, slot, focused, &tabs, &note(state, slot), Target::Pane);
        content(canvas, state, subject, slot);
    }
    let mut columns: Vec<u16> = slots.iter().filter_map(|slot| slot.area.x.checked_sub(1)).collect();
    columns.sort_unstable();
    columns.dedup();
    chrome::separators(canvas, body, &columns);
    if state.explore.vanished {
        banner(canvas, subject, body);
    }
    if let Some(spot) = state.explore.peek_spot() {
        peek(canvas, state, &spot, &slots);
    }
}

fn content(canvas: &mut Canvas<'_>, state: &State, subject: &Subject, slot: &Slot<Pane>) {
    let inside = slot.inside();
    match slot.shown {
        Pane::Callers => tree::draw(canvas, state, inside, Side::Callers),
        Pane::Callees => tree::draw(canvas, state, inside, Side::Callees),
        Pane::Outline => lists::outline(canvas, state, subject, inside),
        Pane::Relations => lists::relations(canvas, state, subject, inside),
        Pane::Source => source::subject(canvas, state, subject, inside),
    }
}

fn tab(state: &State, subject: &Subject, pane: Pane, shared: bool) -> Tab<Pane> {
    let container = subject.is_container();
    let (label, count) = match pane {
        Pane::Callers => (
            if container { "used by" } else { "callers" }.to_owned(),
            Some(state.explore.callers.count()),
        ),
        Pane::Callees => ("callees".to_owned(), Some(state.explore.callees.count())),
        Pane::Outline => {
            let label = match (&subject.container, container) {
                _ if shared => "outline".to_owned(),
                (_, true) => format!(
                    "{} {}",
                    words::kind_name(subject.node.kind),
                    outline_name(state, subject)
                ),
                (Some(around), false) => around.name.clone(),
                (None, false) => "outline".to_owned(),
            };
            (label, Some(subject.members.len()))
        }
        Pane::Relations => {
            let label = match () {
                () if subject.is_home() => "most used",
                () if container => "related",
                () => "types",
            };
            (label.to_owned(), Some(subject.relations.len()))
        }
        Pane::Source if shared && state.explore.focus != Pane::Source => ("source".to_owned(), None),
        Pane::Source => return source_tab(state, subject),
    };
    Tab { pane, label, count }
}

fn outline_name(state: &State, subject: &Subject) -> String {
    match subject.is_home() {
        true => state.project.name.clone(),
        false => subject.node.name.clone(),
    }
}

/// Whose lines the source pane shows: the subject's, or those of the symbol where the selected relation is written.
fn source_tab(state: &State, subject: &Subject) -> Tab<Pane> {
    let node = &subject.node;
    let own = state
        .explore
        .spot
        .as_ref()
        .is_none_or(|spot| spot.owner == node.qualified);
    let label = match (&state.explore.spot, own) {
        (Some(spot), false) => spot.title.clone(),
        _ => {
            let (container, name) = crate::tui::state::display_name(&node.qualified, &node.name, node.kind);
            let mut label = format!("{container}{name}  {}", words::kind_name(node.kind));
            let visibility = words::visibility(node.visibility);
            for word in std::iter::once(visibility)
                .chain(node.flags.words())
                .filter(|word| !word.is_empty())
            {
                label.push(' ');
                label.push_str(word);
            }
            label
        }
    };
    Tab {
        pane: Pane::Source,
        label,
        count: None,
    }
}

/// The right end of a title: path and lines of what is shown, the filter that hides rows.
fn note(state: &State, slot: &Slot<Pane>) -> String {
    let filter = &state.explore.filter;
    match slot.shown {
        Pane::Source => match &state.explore.spot {
            Some(spot) if spot.to == u32::MAX => spot.file.clone(),
            Some(spot) if spot.from == spot.to => format!("{}:{}", spot.file, spot.from),
            Some(spot) => format!("{}:{}–{}", spot.file, spot.from, spot.to),
            None => String::new(),
        },
        Pane::Callers | Pane::Callees if filter.min_confidence > 0.0 => {
            format!("≥ {}", words::confidence(filter.min_confidence))
        }
        _ => String::new(),
    }
}

/// A symbol that is gone stays readable, and says so.
fn banner(canvas: &mut Canvas<'_>, subject: &Subject, body: Rect) {
    let line = Rect {
        y: body.y + body.height.saturating_sub(1),
        height: 1,
        ..body
    };
    canvas.clear(line, Role::Banner);
    let text = format!(
        " {} is no longer in the graph: renamed, moved or deleted. This is how it last was. ",
        subject.node.qualified
    );
    canvas.write(line, 0, &text, Role::Banner);
}

/// The definition of the row under the cursor, over the lower part of the source.
fn peek(canvas: &mut Canvas<'_>, state: &State, spot: &Spot, slots: &[Slot<Pane>]) {
    let middle = slots
        .iter()
        .find(|slot| matches!(slot.shown, Pane::Source | Pane::Outline));
    let area = middle
        .or_else(|| slots.first())
        .map(|slot| slot.area)
        .unwrap_or_default();
    let lines = u16::try_from(spot.to.saturating_sub(spot.from).saturating_add(spot.doc_lines + 4)).unwrap_or(u16::MAX);
    let height = lines.clamp(5, (area.height * 3 / 5).max(5)).min(area.height);
    let place = Rect {
        y: area.y + area.height - height,
        height,
        ..area
    };
    let title = format!("{}  {}:{}", spot.title, spot.file, spot.from);
    let inside = canvas.frame(place, &title);
    let first = usize::try_from(spot.from.saturating_sub(spot.doc_lines + 1)).unwrap_or(0);
    source::window(canvas, state, &spot.file, inside, first, &source::Look::plain(spot));
}

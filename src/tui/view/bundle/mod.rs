//! The Bundle workspace: knobs │ ledger │ text, under a bar against the budget.

mod knobs;
mod ledger;
mod meter;
mod text;

use super::canvas::Canvas;
use super::chrome::{self, Tab};
use super::empty;
use crate::tui::geometry;
use crate::tui::scene::Target;
use crate::tui::state::{BundlePane, State};
use crate::tui::theme::Role;

pub fn draw(canvas: &mut Canvas<'_>, state: &State) {
    let (area, slots) = geometry::bundle(state);
    meter::draw(canvas, state, area);
    let bundle = &state.bundle;
    for slot in &slots {
        canvas.scene.record(slot.area, Target::BundlePane(slot.shown));
        let focused = bundle.focus == slot.shown;
        let tabs: Vec<Tab<BundlePane>> = slot.tabs.iter().map(|pane| tab(state, *pane)).collect();
        chrome::title(
            canvas,
            slot,
            focused,
            &tabs,
            &note(state, slot.shown),
            Target::BundlePane,
        );
        let inside = slot.inside();
        match (slot.shown, &bundle.shown) {
            (BundlePane::Knobs, _) => knobs::draw(canvas, state, inside),
            (_, None) if bundle.has_request() => waiting(canvas, state, inside),
            (BundlePane::Ledger, None) => {
                let text = "Nothing is asked yet. a asks a question; in Explore, b brings the symbol under the cursor, \
                            and Tab marks several.";
                empty::sentence(canvas, inside, text);
            }
            (BundlePane::Text, None) => {
                empty::sentence(canvas, inside, "The very text that an agent would receive stands here.");
            }
            (BundlePane::Ledger, Some(shown)) => ledger::draw(canvas, state, shown, inside),
            (BundlePane::Text, Some(shown)) => text::draw(canvas, state, shown, inside),
        }
    }
    let body = geometry::body(state.size);
    let below = ratatui::layout::Rect {
        y: area.y + area.height,
        height: body.height - area.height,
        ..body
    };
    let columns: Vec<u16> = slots.iter().filter_map(|slot| slot.area.x.checked_sub(1)).collect();
    chrome::separators(canvas, below, &columns);
}

fn waiting(canvas: &mut Canvas<'_>, state: &State, area: ratatui::layout::Rect) {
    if let Some(why) = &state.bundle.failed {
        canvas.wrap(super::source::inset(area), why, Role::Error);
    } else if state.bundle.slow {
        empty::sentence(canvas, area, "Making the bundle …");
    }
}

fn tab(state: &State, pane: BundlePane) -> Tab<BundlePane> {
    let shown = state.bundle.shown.as_ref();
    let (label, count) = match pane {
        BundlePane::Knobs => ("knobs", None),
        BundlePane::Ledger => ("ledger", shown.map(|shown| shown.ledger.len())),
        BundlePane::Text => ("text", None),
    };
    Tab {
        pane,
        label: label.to_owned(),
        count,
    }
}

fn note(state: &State, pane: BundlePane) -> String {
    let bundle = &state.bundle;
    match pane {
        BundlePane::Knobs if bundle.is_changed() => "not saved".to_owned(),
        BundlePane::Text => bundle.shown.as_ref().map_or_else(String::new, |shown| {
            super::words::several(shown.line_items.len(), "line", "lines")
        }),
        _ => String::new(),
    }
}

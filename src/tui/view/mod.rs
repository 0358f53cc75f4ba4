//! The state as a screen.
//!
//! Invariants: `view` only reads; every text goes through [`canvas`], which makes it safe and measures it; no size,
//! down to one cell, panics.
//!
//! Start reading at [`draw`].

mod bundle;
mod canvas;
mod chrome;
mod empty;
mod explore;
mod help;
mod lists;
mod popups;
mod search;
mod source;
mod tree;
mod words;

use ratatui::buffer::Buffer;

use canvas::Canvas;

use super::geometry::Shape;
use super::scene::Scene;
use super::state::{Overlay, State, Workspace};
use super::theme::{Role, Theme};

/// Draws the whole screen into a buffer of the state's size, and records what stands where.
pub fn draw(state: &State, theme: &Theme, buffer: &mut Buffer, scene: &mut Scene) {
    scene.clear();
    let mut canvas = Canvas { buffer, theme, scene };
    let whole = canvas.buffer.area;
    canvas.clear(whole, Role::Text);
    if Shape::of(state.size) == Shape::Tiny {
        return chrome::too_small(&mut canvas);
    }
    chrome::header(&mut canvas, state);
    match state.workspace {
        Workspace::Explore => explore::draw(&mut canvas, state),
        Workspace::Bundle => bundle::draw(&mut canvas, state),
    }
    match &state.overlay {
        None => {}
        Some(Overlay::Search) => search::draw(&mut canvas, state),
        Some(Overlay::Palette(palette)) => popups::palette(&mut canvas, state, palette),
        Some(Overlay::Help(list)) => help::draw(&mut canvas, state, *list),
        Some(Overlay::History(list)) => popups::history(&mut canvas, state, *list),
        Some(Overlay::Themes { list, .. }) => popups::themes(&mut canvas, state, *list),
        Some(Overlay::Ask(input)) => popups::ask(&mut canvas, state, input),
        Some(Overlay::Value { knob, input }) => popups::value(&mut canvas, state, *knob, input),
    }
    popups::continuations(&mut canvas, state);
    chrome::foot(&mut canvas, state);
}

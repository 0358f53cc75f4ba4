//! The map: a terminal explorer.
//!
//! Place: over everything; nothing but `cli` uses it.
//! Shape: `term` tells what happened → `update(&mut State, Msg) -> Vec<Effect>` → `view(&State, &Theme) -> Buffer`,
//! and `work` carries out effects on its own threads, whose answers come back as messages.
//!
//! Invariants: the interface thread does no I/O and never waits; all threads and files are in `work` and `term`.
//! Whatever way the program ends, the terminal is as it was before.
//!
//! Start reading at [`state::State`] and [`update::update`]; the loop around them is [`app::App`].

pub mod app;
pub mod command;
pub mod geometry;
pub mod keymap;
pub mod problem;
pub mod scene;
pub mod state;
pub mod term;
pub mod theme;
pub mod update;
pub mod view;
pub mod work;

mod start;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

pub use start::run;

/// How the map is opened.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Absolute root of the project.
    pub root: PathBuf,
    /// The graph file; indexed first where there is none.
    pub db: PathBuf,
    /// Theme by name; `None`: from the configuration, or by what the terminal tells.
    pub theme: Option<String>,
}

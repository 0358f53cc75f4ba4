//! What a place on the screen stands for, recorded while drawing, so that the mouse needs no layout of its own.

use ratatui::layout::Rect;

use super::keymap::Action;
use super::state::{BundlePane, Pane};

/// What can be pointed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A pane of Explore, but none of its rows.
    Pane(Pane),
    Row(Pane, usize),
    /// The mark that opens and closes a row.
    Opener(Pane, usize),
    BundlePane(BundlePane),
    BundleRow(BundlePane, usize),
    /// The container of the subject with this place among its ancestors.
    Crumb(usize),
    /// Something that does what a key does.
    Action(Action),
    /// A row of what is open over the workspace.
    OverlayRow(usize),
    /// Elsewhere in what is open over the workspace.
    Overlay,
    /// Beside what is open over the workspace.
    Beside,
}

/// A drawn screen, as far as the mouse and the terminal's cursor are concerned.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scene {
    regions: Vec<(Rect, Target)>,
    /// Where text is typed.
    pub cursor: Option<(u16, u16)>,
}

impl Scene {
    pub fn clear(&mut self) {
        self.regions.clear();
        self.cursor = None;
    }

    /// What is recorded later lies above.
    pub fn record(&mut self, area: Rect, target: Target) {
        self.regions.push((area, target));
    }

    pub fn target(&self, x: u16, y: u16) -> Option<Target> {
        let at = ratatui::layout::Position { x, y };
        let hit = self.regions.iter().rev().find(|(area, _)| area.contains(at));
        hit.map(|(_, target)| *target)
    }
}

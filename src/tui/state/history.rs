//! Where a person has been.

use super::{Mark, Pane};

/// The most places that are kept.
const LONGEST: usize = 200;

/// One visited subject, with where the cursor was when it was left.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    pub mark: Mark,
    pub focus: Pane,
    /// Identity of the row under the cursor.
    pub row: Option<String>,
    /// The line of the source cursor.
    pub line: u32,
}

/// Visited places in order, and which of them is shown.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct History {
    places: Vec<Place>,
    at: usize,
}

impl History {
    /// A new place after the present one; what lay ahead is forgotten.
    pub fn push(&mut self, place: Place) {
        if self.current().is_some_and(|current| current.mark.key == place.mark.key) {
            return;
        }
        self.places.truncate(self.at + 1);
        self.places.push(place);
        if self.places.len() > LONGEST {
            self.places.remove(0);
        }
        self.at = self.places.len() - 1;
    }

    pub fn current(&self) -> Option<&Place> {
        self.places.get(self.at)
    }

    pub fn current_mut(&mut self) -> Option<&mut Place> {
        self.places.get_mut(self.at)
    }

    pub const fn can_go_back(&self) -> bool {
        self.at > 0
    }

    pub fn can_go_forward(&self) -> bool {
        self.at + 1 < self.places.len()
    }

    /// Goes to the place with this number, if there is one.
    pub fn jump(&mut self, at: usize) -> Option<&Place> {
        let place = self.places.get(at)?;
        self.at = at;
        Some(place)
    }

    /// Which place is shown, from 0.
    pub const fn at(&self) -> usize {
        self.at
    }

    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// Visited symbols, the latest first, each once.
    pub fn recent(&self) -> Vec<&Mark> {
        let mut recent: Vec<&Mark> = Vec::new();
        for place in self.places.iter().rev() {
            if !recent.iter().any(|mark| mark.key == place.mark.key) {
                recent.push(&place.mark);
            }
        }
        recent
    }
}

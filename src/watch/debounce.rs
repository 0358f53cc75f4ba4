//! When a burst of events is over.

use std::time::{Duration, Instant};

/// So long nothing may happen before a run.
pub(super) const QUIET: Duration = Duration::from_millis(50);

/// A run begins at the latest so long after the first event.
pub(super) const LONGEST: Duration = Duration::from_millis(500);

/// The same as [`QUIET`] after an event that ends a save: a file was closed after writing, or renamed into its place.
pub(super) const AFTER_SAVE: Duration = Duration::from_millis(10);

/// A burst of events that is not indexed yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Burst {
    first: Instant,
    /// Nothing since then.
    due: Instant,
}

impl Burst {
    pub(super) fn begin(now: Instant, ends_save: bool) -> Self {
        let mut burst = Self { first: now, due: now };
        burst.add(now, ends_save);
        burst
    }

    pub(super) fn add(&mut self, now: Instant, ends_save: bool) {
        let quiet = if ends_save { AFTER_SAVE } else { QUIET };
        self.due = (now + quiet).min(self.first + LONGEST);
    }

    /// How long to wait for further events; zero: it is over.
    pub(super) fn remaining(&self, now: Instant) -> Duration {
        self.due.saturating_duration_since(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_ends_with_quiet_and_sooner_with_a_save() {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        let mut burst = Burst::begin(start, false);
        assert_eq!(burst.remaining(start), QUIET);
        burst.add(at(30), false);
        assert_eq!(burst.remaining(at(30)), QUIET);
        burst.add(at(40), true);
        assert_eq!(burst.remaining(at(45)), Duration::from_millis(5));
        assert_eq!(burst.remaining(at(60)), Duration::ZERO);
    }

    #[test]
    fn a_storm_does_not_put_it_off_for_ever() {
        let start = Instant::now();
        let mut burst = Burst::begin(start, false);
        for milliseconds in (0..2_000).step_by(20) {
            burst.add(start + Duration::from_millis(milliseconds), false);
        }
        assert_eq!(burst.remaining(start + LONGEST), Duration::ZERO);
        assert!(burst.remaining(start + LONGEST - Duration::from_millis(1)) > Duration::ZERO);
    }
}

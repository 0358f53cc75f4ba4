//! While this process holds the lease: it follows the tree and writes the graph.

use std::time::{Duration, Instant};

use crossbeam_channel::RecvTimeoutError;

use super::tree::Tree;
use super::{Event, Signal, Watch};
use crate::index::{IndexError, run};
use crate::store::Reader;

/// A run begins when nothing has happened for this long.
const QUIET: Duration = Duration::from_millis(50);

/// Or when this much has passed since the first event of a storm.
const STORM: Duration = Duration::from_millis(500);

/// Between two scans where the system cannot tell of changes.
const SCAN: Duration = Duration::from_secs(2);

impl<T: Fn(Event) + Send + Sync> Watch<T> {
    pub(super) fn lead(&mut self) {
        // Watches come before the first run, so that what is saved during it is seen.
        let mut tree = Tree::new(&self.options, self.wake.clone());
        self.watch_tree(&mut tree);
        self.index(&mut tree);
        while self.goes_on() {
            let first = match tree.polls() {
                true => self.signals.recv_timeout(SCAN),
                false => self.signals.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            let (source, graph) = match first {
                Ok(signal) => match self.gather(&tree, signal) {
                    Some(touched) => touched,
                    None => return,
                },
                Err(RecvTimeoutError::Timeout) => (true, false),
                Err(RecvTimeoutError::Disconnected) => return,
            };
            // Events tell that something happened, the scan tells what; most events in a project are nobody's sources.
            if source && tree.has_changed() {
                self.watch_tree(&mut tree);
                self.index(&mut tree);
            } else if graph
                && let Ok(generation) = Reader::open(&self.options.db).and_then(|reader| reader.generation())
            {
                self.tell_generation(generation, None);
            }
        }
    }

    /// Collects signals until it is quiet. Says whether the tree and whether the graph was touched; `None`: stop.
    fn gather(&self, tree: &Tree, first: Signal) -> Option<(bool, bool)> {
        let begin = Instant::now();
        let (mut source, mut graph) = (false, false);
        let mut next = first;
        loop {
            match next {
                Signal::Stop => return None,
                Signal::Lost => source = true,
                Signal::Touched(paths) => {
                    for path in paths {
                        match tree.is_own(&path) {
                            true => graph = true,
                            false => source = true,
                        }
                    }
                }
            }
            if begin.elapsed() >= STORM {
                return Some((source, graph));
            }
            match self.signals.recv_timeout(QUIET) {
                Ok(signal) => next = signal,
                Err(_) => return Some((source, graph)),
            }
        }
    }

    fn watch_tree(&self, tree: &mut Tree) {
        if let Some(why) = tree.watch() {
            (self.tell)(Event::Polling(why));
        }
    }

    fn index(&mut self, tree: &mut Tree) {
        let stop = self.stop.clone();
        let go_on = move || !stop.load(std::sync::atomic::Ordering::Relaxed);
        let tell = &self.tell;
        match run(&self.options, &|progress| tell(Event::Progress(progress)), &go_on) {
            Ok(report) => self.tell_generation(report.generation, Some(report)),
            Err(IndexError::Cancelled) => {}
            Err(error) => {
                // It is tried again at the next change, whatever that is.
                tree.forget();
                (self.tell)(Event::Failed(error));
            }
        }
    }
}

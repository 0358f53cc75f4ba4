//! An index run as the command line shows it: a bar on a terminal, silence elsewhere, and an ear for signals.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::index::{self, IndexError, Options, Progress, Report};

use super::error::Stopped;
use super::out::thousands;

/// The bar is drawn at most this often.
const PAUSE: Duration = Duration::from_millis(80);

/// Columns of the bar itself.
const COLUMNS: usize = 28;

/// Runs the index. SIGINT and SIGTERM end it with the graph as it was; a second one ends the process.
pub fn run(options: &Options) -> anyhow::Result<Report> {
    let signal = listen()?;
    let bar = Bar::new();
    let result = index::run(options, &|progress| bar.show(progress), &|| {
        signal.load(Ordering::Relaxed) == 0
    });
    bar.clear();
    match result {
        Err(IndexError::Cancelled) => Err(Stopped {
            signal: signal.load(Ordering::Relaxed) as i32,
        }
        .into()),
        result => Ok(result?),
    }
}

/// The number of the signal that came; 0 before.
fn listen() -> io::Result<Arc<AtomicUsize>> {
    let seen = Arc::new(AtomicUsize::new(0));
    let again = Arc::new(AtomicBool::new(false));
    for number in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(number, 128 + number, again.clone())?;
        signal_hook::flag::register(number, again.clone())?;
        signal_hook::flag::register_usize(number, seen.clone(), number as usize)?;
    }
    Ok(seen)
}

/// One line on standard error that is drawn over itself.
struct Bar {
    /// When it was last drawn; `None` before. Nothing is drawn where standard error is no terminal.
    last: Mutex<Option<Instant>>,
    terminal: bool,
    begun: Instant,
}

impl Bar {
    fn new() -> Self {
        Self {
            last: Mutex::new(None),
            terminal: io::stderr().is_terminal(),
            begun: Instant::now(),
        }
    }

    /// Called from many threads.
    fn show(&self, progress: Progress) {
        // A run that is over in no time shows nothing at all.
        if !self.terminal || self.begun.elapsed() < PAUSE {
            return;
        }
        let Some(mut last) = self.last.try_lock() else {
            return;
        };
        if last.is_some_and(|last| last.elapsed() < PAUSE) {
            return;
        }
        *last = Some(Instant::now());
        let columns = crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns));
        let line = crate::text::truncate(&line(progress), columns.saturating_sub(1)).into_owned();
        // A standard error that went away is no reason to stop.
        let _ = write!(io::stderr(), "\r{line}\x1b[K");
    }

    fn clear(&self) {
        if self.last.lock().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

fn line(progress: Progress) -> String {
    match progress {
        Progress::Discovering(found) => format!("looking for files  {}", thousands(found as u64)),
        Progress::Extracting { done, total } => bar("reading", done, total),
        Progress::Resolving { done, total } => bar("resolving", done, total),
        Progress::Writing => "writing".to_owned(),
    }
}

fn bar(what: &str, done: usize, total: usize) -> String {
    let filled = (done * COLUMNS).checked_div(total).unwrap_or(COLUMNS).min(COLUMNS);
    format!(
        "{what:<10} [{}{}] {}/{}",
        "=".repeat(filled),
        " ".repeat(COLUMNS - filled),
        thousands(done as u64),
        thousands(total as u64)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills_and_never_overflows() {
        assert_eq!(
            line(Progress::Extracting { done: 0, total: 4 }),
            format!("reading    [{}] 0/4", " ".repeat(28))
        );
        assert_eq!(
            line(Progress::Resolving { done: 4, total: 4 }),
            format!("resolving  [{}] 4/4", "=".repeat(28))
        );
        assert!(line(Progress::Resolving { done: 9, total: 4 }).contains(&"=".repeat(28)));
        assert!(line(Progress::Resolving { done: 0, total: 0 }).ends_with("0/0"));
    }
}

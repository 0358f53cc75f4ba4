//! The one that holds the lease: watches the tree and indexes.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, never, select};
use notify::ErrorKind;

use super::debounce::Burst;
use super::sight::{Meaning, Sight};
use super::{Event, Follower, GLANCE, Graph, Sense, mount};
use crate::index::discover::discover;
use crate::index::{IndexError, run_listing};

/// Where the system tells of nothing, the tree is scanned so long after the last scan.
const SCAN: Duration = Duration::from_secs(2);

/// A scan may take this part of the time at most.
const SCAN_SHARE: u32 = 10;

/// Runs shorter than this are not worth a progress bar.
const MOMENT: Duration = Duration::from_millis(300);

/// After a failure: at first, and at most, in doubling steps.
const RETRY: Duration = Duration::from_secs(1);
const RETRY_AT_MOST: Duration = Duration::from_secs(30);

/// What `inotify_init` says when a user has too many watchers.
const TOO_MANY_OPEN: i32 = 24;

type Events = Receiver<notify::Result<notify::Event>>;

/// Leads until the watcher is dropped.
pub(super) fn lead(follower: &mut Follower, graph: &mut Graph) {
    let mut leader = Leader {
        sight: None,
        burst: None,
        due: Some(Instant::now()),
        retry: RETRY,
        failure: None,
        first: true,
    };
    leader.open_eyes(follower);
    while follower.goes_on() {
        if leader.is_due() {
            leader.run(follower, graph);
            continue;
        }
        follower.tell_if_changed(graph);
        leader.wait(follower);
    }
}

struct Leader {
    /// `None`: the tree is scanned at an interval.
    sight: Option<Sight>,
    /// Events that are not indexed yet.
    burst: Option<Burst>,
    /// When to run in any case: the first time, after a failure, the next scan.
    due: Option<Instant>,
    retry: Duration,
    /// What was told last of a failure, so that it is told once.
    failure: Option<String>,
    first: bool,
}

impl Leader {
    /// Watches before the first run looks, so that no change falls in between.
    fn open_eyes(&mut self, follower: &mut Follower) {
        if follower.sense != Sense::System {
            return;
        }
        let options = &follower.options;
        if let Some(kind) = mount::remote_type(&options.root) {
            let why = format!("the project lies on a file system of type {kind}, which does not tell of every change");
            return self.fall_back(follower, &why);
        }
        let discovery = discover(&options.root, &options.db, &|_| (), &|| follower.goes_on());
        let opened = Sight::new(&options.root, &options.db).and_then(|mut sight| {
            sight.look_at(&discovery.directories)?;
            Ok(sight)
        });
        match opened {
            Ok(sight) => self.sight = Some(sight),
            Err(error) => self.fall_back(follower, &reason(&error)),
        }
    }

    /// Says once that the system's events cannot be had, and why.
    fn fall_back(&mut self, follower: &mut Follower, why: &str) {
        self.sight = None;
        follower.sense = Sense::Scan(SCAN);
        follower.tell(Event::Polling(format!(
            "{why}; the project is looked through every {} seconds instead",
            SCAN.as_secs()
        )));
        self.due.get_or_insert_with(Instant::now);
    }

    fn is_due(&self) -> bool {
        let now = Instant::now();
        self.due.is_some_and(|due| due <= now) || self.burst.is_some_and(|burst| burst.remaining(now).is_zero())
    }

    /// Waits for the next event, at most until a run is due or it is time to glance at the graph.
    fn wait(&mut self, follower: &mut Follower) {
        let now = Instant::now();
        let mut longest = GLANCE;
        if let Some(due) = self.due {
            longest = longest.min(due.saturating_duration_since(now));
        }
        if let Some(burst) = self.burst {
            longest = longest.min(burst.remaining(now));
        }
        let events: Events = self.sight.as_ref().map_or_else(never, |sight| sight.events.clone());
        select! {
            recv(events) -> event => match event {
                Ok(event) => self.take(follower, event),
                Err(_) => self.fall_back(follower, "the system has stopped telling of changes"),
            },
            recv(follower.stop) -> _ => {},
            default(longest) => {},
        }
    }

    fn take(&mut self, follower: &mut Follower, event: notify::Result<notify::Event>) {
        let Some(sight) = &mut self.sight else {
            return;
        };
        let meaning = match event {
            Ok(event) => sight.understand(&event),
            // A single directory that cannot be watched means that changes in it would not be told.
            Err(error) => return self.fall_back(follower, &reason(&error)),
        };
        if meaning == Meaning::Nothing {
            return;
        }
        let (now, ends_save) = (Instant::now(), meaning == Meaning::Saved);
        match &mut self.burst {
            Some(burst) => burst.add(now, ends_save),
            None => self.burst = Some(Burst::begin(now, ends_save)),
        }
    }

    fn run(&mut self, follower: &mut Follower, graph: &mut Graph) {
        let start = Instant::now();
        (self.burst, self.due) = (None, None);
        let done = run_listing(
            &follower.options,
            &|progress| {
                if start.elapsed() > MOMENT {
                    follower.tell(Event::Progress(progress));
                }
            },
            &|| follower.goes_on(),
        );
        match done {
            Ok((report, directories)) => {
                follower.options.full = false;
                (self.retry, self.failure) = (RETRY, None);
                if let Sense::Scan(pause) = follower.sense {
                    self.due = Some(Instant::now() + pause.max(start.elapsed() * SCAN_SHARE));
                }
                if !report.notes.is_empty() {
                    graph.reopen();
                }
                if graph.committed(report.generation) || self.first {
                    self.first = false;
                    let generation = report.generation;
                    follower.tell(Event::Changed {
                        generation,
                        report: Some(report),
                    });
                }
                let looked = self
                    .sight
                    .as_mut()
                    .map_or(Ok(false), |sight| sight.look_at(&directories));
                match looked {
                    // What happened in a new directory before it was watched is found by another run.
                    Ok(true) => self.due = Some(Instant::now()),
                    Ok(false) => {}
                    Err(error) => self.fall_back(follower, &reason(&error)),
                }
            }
            Err(IndexError::Cancelled) => {}
            // Another process does the work.
            Err(IndexError::Busy(_)) => self.due = Some(Instant::now() + RETRY),
            Err(error) => {
                self.due = Some(Instant::now() + self.retry);
                self.retry = (self.retry * 2).min(RETRY_AT_MOST);
                let message = error.to_string();
                if self.failure.as_ref() != Some(&message) {
                    self.failure = Some(message);
                    follower.tell(Event::Failed(error));
                }
            }
        }
    }
}

/// In plain words, with what can be done about it.
fn reason(error: &notify::Error) -> String {
    match &error.kind {
        ErrorKind::MaxFilesWatch => "the system allows no more directories to be watched (raise the limit with \
            `sudo sysctl fs.inotify.max_user_watches=1048576`)"
            .to_string(),
        ErrorKind::Io(io) if io.raw_os_error() == Some(TOO_MANY_OPEN) => {
            "the system allows no more watchers (raise the limit \
            with `sudo sysctl fs.inotify.max_user_instances=1024`)"
                .to_string()
        }
        _ => format!("the project's directories cannot be watched ({error})"),
    }
}

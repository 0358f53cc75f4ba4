//! Everything that takes time, each on its own thread: the graph, the files, the names, the bundle, the colours.
//!
//! A question goes into a [`Mailbox`], where a newer one of the same kind takes the place of one that has not been
//! begun; the answer comes back as a message under the question's ticket.
//!
//! Invariants: this and `term` are the only modules of the map that do I/O; each thread has its own reader of the
//! graph; a thread that waits costs nothing.
//!
//! Start reading at [`Workers`].

mod bundle;
mod files;
mod graph;
mod highlight;
mod mailbox;
mod names;
mod reader;
mod scopes;
mod search;
mod settings;
mod subject;
mod watch;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crossbeam_channel::Sender;

use super::app::Inbox;
use super::update::{Effect, Msg};
use mailbox::Mailbox;

/// Where things are, for every worker.
#[derive(Debug, Clone)]
struct Ground {
    root: PathBuf,
    db: PathBuf,
    /// Grows whenever the graph has changed: a reader opened before is opened anew.
    epoch: Arc<AtomicU64>,
    inbox: Sender<Inbox>,
}

impl Ground {
    /// `false`: nobody listens any more.
    fn tell(&self, msg: Msg) -> bool {
        self.inbox.send(Inbox::Msg(msg)).is_ok()
    }
}

/// All workers. They end when this is dropped.
pub struct Workers {
    ground: Ground,
    graph: Mailbox<graph::Question>,
    files: Mailbox<files::Question>,
    names: Mailbox<names::Question>,
    search: Mailbox<search::Question>,
    bundle: Mailbox<bundle::Question>,
    colours: Mailbox<highlight::Question>,
    settings: Mailbox<settings::Question>,
    _watcher: crate::watch::Watcher,
}

impl Workers {
    /// Starts the threads and the watcher, which brings the graph up to date first of all.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(root: PathBuf, db: PathBuf, inbox: Sender<Inbox>) -> std::io::Result<Self> {
        let ground = Ground {
            root,
            db,
            epoch: Arc::default(),
            inbox,
        };
        let index = search::Shared::default();
        Ok(Self {
            graph: graph::spawn(&ground)?,
            files: files::spawn(&ground)?,
            names: names::spawn(&ground, Arc::clone(&index))?,
            search: search::spawn(&ground, index)?,
            bundle: bundle::spawn(&ground)?,
            colours: highlight::spawn(&ground)?,
            settings: settings::spawn(&ground)?,
            _watcher: watch::spawn(&ground),
            ground,
        })
    }

    /// Takes an effect that is for a worker; gives back any other.
    pub fn take(&self, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::Subject { ticket, want } => self.graph.post(graph::Question::Subject { ticket, want }),
            Effect::Neighbours {
                subject,
                side,
                identity,
                symbol,
            } => self.graph.post(graph::Question::Neighbours {
                subject,
                side,
                identity,
                symbol,
            }),
            Effect::Read { ticket, path } => self.files.post(files::Question { ticket, path }),
            Effect::Style {
                path,
                hash,
                lines,
                from,
                to,
            } => self.colours.post(highlight::Question {
                path,
                hash,
                lines,
                from,
                to,
            }),
            Effect::Search { ticket, query } => self.search.post(search::Question { ticket, query }),
            Effect::Bundle { ticket, request } => self.bundle.post(bundle::Question { ticket, request }),
            Effect::SaveProfile { name, profile } => self.settings.post(settings::Question { name, profile }),
            Effect::Reload => {
                self.ground.epoch.fetch_add(1, Ordering::SeqCst);
                self.names.post(names::Question);
            }
            other => return Some(other),
        }
        None
    }
}

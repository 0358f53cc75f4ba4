//! The directories of a project under watch, and what its files looked like last.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crossbeam_channel::Sender;
use notify::event::{AccessKind, AccessMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::Signal;
use crate::index::{Discovery, Options, discover};

/// What is watched. Directories are watched one by one, as discovery enters them: what is ignored takes no watch.
pub(super) struct Tree {
    root: PathBuf,
    db: PathBuf,
    watcher: Result<RecommendedWatcher, String>,
    watched: HashSet<PathBuf>,
    /// Path, size and time of each file when it was last looked at.
    seen: Vec<(String, u64, i64)>,
    discovery: Discovery,
    /// Why events are not to be relied on, once that was found.
    broken: Option<String>,
}

impl Tree {
    pub fn new(options: &Options, wake: Sender<Signal>) -> Self {
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let signal = match event {
                Ok(event) if event.need_rescan() => Signal::Lost,
                Ok(event) if says_nothing(event.kind) => return,
                Ok(event) => Signal::Touched(event.paths),
                Err(_) => Signal::Lost,
            };
            // The thread that listened is gone: so will this be.
            let _ = wake.send(signal);
        });
        let mut tree = Self {
            root: options.root.clone(),
            db: options.db.clone(),
            watcher: watcher.map_err(|error| plain(&error)),
            watched: HashSet::new(),
            seen: Vec::new(),
            discovery: Discovery::default(),
            broken: None,
        };
        tree.scan();
        tree
    }

    /// Events cannot be relied on; scan at an interval.
    pub fn polls(&self) -> bool {
        self.broken.is_some()
    }

    /// Puts every directory under watch that is not yet. Says, once, why that cannot be done.
    pub fn watch(&mut self) -> Option<String> {
        let mut failure = self.watcher.as_ref().err().cloned();
        if let Ok(watcher) = &mut self.watcher {
            let own = self.db.parent().map(Path::to_path_buf);
            let wanted: HashSet<PathBuf> = self.discovery.directories.iter().cloned().chain(own).collect();
            for gone in self.watched.difference(&wanted) {
                // The system has dropped it already where the directory is gone.
                let _ = watcher.unwatch(gone);
            }
            self.watched.retain(|path| wanted.contains(path));
            for path in wanted {
                if self.watched.contains(&path) {
                    continue;
                }
                match watcher.watch(&path, RecursiveMode::NonRecursive) {
                    Ok(()) => drop(self.watched.insert(path)),
                    Err(error) if is_gone(&error) => {}
                    Err(error) => failure = Some(plain(&error)),
                }
            }
        }
        match failure {
            Some(why) if self.broken.is_none() => {
                self.broken = Some(why.clone());
                Some(why)
            }
            _ => None,
        }
    }

    /// The graph's files and what stands beside them: never a source.
    pub fn is_own(&self, path: &Path) -> bool {
        let own_directory = self
            .db
            .parent()
            .is_some_and(|directory| directory.ends_with(".portolan") && path.starts_with(directory));
        let db = self.db.as_os_str().as_encoded_bytes();
        own_directory || path.as_os_str().as_encoded_bytes().starts_with(db)
    }

    /// Scans, and says whether any file or directory is not what it was.
    pub fn has_changed(&mut self) -> bool {
        let directories = self.discovery.directories.len();
        let seen = std::mem::take(&mut self.seen);
        self.scan();
        // A directory that was replaced under the same name is no longer under watch: watch all anew.
        self.watched.retain(|path| path.exists());
        seen != self.seen || directories != self.discovery.directories.len()
    }

    /// Lets the next look find everything changed.
    pub fn forget(&mut self) {
        self.seen.clear();
    }

    fn scan(&mut self) {
        self.discovery = discover(&self.root, &|_| (), &|| true);
        self.seen = self
            .discovery
            .files
            .iter()
            .map(|found| (found.path.clone(), found.size, found.mtime))
            .collect();
    }
}

/// Reading changes nothing.
fn says_nothing(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => false,
        EventKind::Access(_) => true,
        _ => false,
    }
}

fn is_gone(error: &notify::Error) -> bool {
    match &error.kind {
        notify::ErrorKind::PathNotFound => true,
        notify::ErrorKind::Io(error) => error.kind() == std::io::ErrorKind::NotFound,
        _ => false,
    }
}

/// What a person can do about it.
fn plain(error: &notify::Error) -> String {
    match &error.kind {
        notify::ErrorKind::MaxFilesWatch => {
            "the system's limit of watched directories is reached, so the tree is scanned every two seconds instead; \
             raise it with `sysctl fs.inotify.max_user_watches=524288`"
                .to_owned()
        }
        _ => format!(
            "the system does not tell of changes here ({error}), so the tree is scanned every two seconds instead"
        ),
    }
}

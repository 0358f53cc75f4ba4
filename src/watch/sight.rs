//! The directories under watch, and which of the system's events mean something.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crossbeam_channel::{Receiver, unbounded};
use ignore::IncrementalIgnore;
use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{Config, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::index::discover::{is_beside, rules};

/// Files that say what is ignored.
const IGNORE_FILES: &[&str] = &[".gitignore", ".ignore", ".portolanignore"];

/// What an event means to the one who indexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Nothing,
    /// Something changed, and more may follow at once.
    Change,
    /// A file was closed after writing or renamed into its place: the save is over.
    Saved,
}

/// The eyes of the leader: one watch for each directory that discovery enters, none below ignored ones.
pub(super) struct Sight {
    root: PathBuf,
    db: PathBuf,
    watcher: RecommendedWatcher,
    pub(super) events: Receiver<notify::Result<notify::Event>>,
    watched: BTreeSet<PathBuf>,
    ignored: Option<IncrementalIgnore>,
}

impl Sight {
    pub(super) fn new(root: &Path, db: &Path) -> notify::Result<Self> {
        let (send, events) = unbounded();
        let tell = move |event: notify::Result<notify::Event>| {
            // Opening and reading is not our business, and there is plenty of it while we index.
            let matters = event.as_ref().map_or(
                true,
                |event| !matches!(event.kind, EventKind::Access(kind) if kind != AccessKind::Close(AccessMode::Write)),
            );
            if matters {
                // Nobody listens when the leader is about to go.
                let _ = send.send(event);
            }
        };
        Ok(Self {
            root: root.to_path_buf(),
            db: db.to_path_buf(),
            watcher: RecommendedWatcher::new(tell, Config::default())?,
            events,
            watched: BTreeSet::new(),
            ignored: None,
        })
    }

    /// Watches exactly these directories. Says whether any of them was not watched before: what happened in it meanwhile
    /// has not been told.
    pub(super) fn look_at(&mut self, directories: &[PathBuf]) -> notify::Result<bool> {
        let wanted: BTreeSet<PathBuf> = directories.iter().cloned().collect();
        // Old ones first: a directory that was renamed is the same to the system under both names.
        let gone: Vec<PathBuf> = self.watched.difference(&wanted).cloned().collect();
        for directory in gone {
            self.forget(&directory);
        }
        let new: Vec<PathBuf> = wanted.difference(&self.watched).cloned().collect();
        let mut added = false;
        for directory in new {
            match self.watcher.watch(&directory, RecursiveMode::NonRecursive) {
                Ok(()) => {
                    self.watched.insert(directory);
                    added = true;
                }
                // Gone again since it was found.
                Err(_) if !directory.exists() => {}
                Err(error) => return Err(error),
            }
        }
        self.ignored = None;
        Ok(added)
    }

    /// What an event means. Directories that came, went or moved are no longer taken for watched.
    pub(super) fn understand(&mut self, event: &notify::Event) -> Meaning {
        if event.need_rescan() {
            return Meaning::Change;
        }
        let replaced = matches!(
            event.kind,
            EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
        );
        let mut meaning = Meaning::Nothing;
        for path in &event.paths {
            if replaced {
                self.forget_below(path);
            }
            if self.is_own(path) || self.is_ignored(path) {
                continue;
            }
            let ends_save = matches!(
                event.kind,
                EventKind::Access(_)
                    | EventKind::Remove(_)
                    | EventKind::Modify(ModifyKind::Name(RenameMode::To | RenameMode::Both))
            );
            meaning = if ends_save { Meaning::Saved } else { Meaning::Change };
        }
        meaning
    }

    fn forget_below(&mut self, path: &Path) {
        let below: Vec<PathBuf> = self
            .watched
            .range(path.to_path_buf()..)
            .take_while(|watched| watched.starts_with(path))
            .cloned()
            .collect();
        for directory in below {
            self.forget(&directory);
        }
    }

    fn forget(&mut self, directory: &Path) {
        // The system drops the watch of a directory that is gone by itself.
        let _ = self.watcher.unwatch(directory);
        self.watched.remove(directory);
    }

    /// The graph with all that lies beside it, and what git keeps for itself.
    fn is_own(&self, path: &Path) -> bool {
        let below = path.strip_prefix(&self.root).unwrap_or(path);
        let first = below.components().next().map(|part| part.as_os_str());
        if first.is_some_and(|name| name == ".git" || name == ".portolan") {
            return true;
        }
        is_beside(&self.db, path)
    }

    fn is_ignored(&mut self, path: &Path) -> bool {
        let Ok(below) = path.strip_prefix(&self.root) else {
            return false;
        };
        if below
            .file_name()
            .is_some_and(|name| IGNORE_FILES.iter().any(|file| name == *file))
        {
            self.ignored = None;
            return false;
        }
        if self.ignored.is_none() {
            self.ignored = rules(&self.root).build_matchers().pop();
        }
        self.ignored
            .as_mut()
            .is_some_and(|ignored| ignored.matched(below, false).is_ignore())
    }
}

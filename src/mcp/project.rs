//! The project that is served: its graph, and how far the index is.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;

use crate::config::Profile;
use crate::index::{IndexError, Progress};
use crate::query::search::Index;
use crate::store::{Reader, StoreError};
use crate::watch::Event;

/// What the tools need to know. Shared between the requests and the watcher.
pub(super) struct Project {
    root: PathBuf,
    db: PathBuf,
    profile: Profile,
    freshness: Mutex<Freshness>,
    /// The names of one generation, for the fuzzy search.
    names: Mutex<Option<(u64, Arc<Index>)>>,
}

/// What the watcher told last.
#[derive(Debug, Clone, Default)]
pub(super) struct Freshness {
    /// How far the run that goes on is.
    pub running: Option<Progress>,
    /// Why the last run failed.
    pub failed: Option<String>,
    /// Why changes are not seen at once, with the remedy.
    pub polling: Option<String>,
}

/// Why a tool has no answer. Each is a sentence for the caller.
#[derive(Debug, thiserror::Error)]
pub(super) enum ToolError {
    /// The arguments do not fit; says which and what would.
    #[error("{0}")]
    Arguments(String),
    /// There is no graph yet.
    #[error("{0}")]
    NotYet(String),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("cancelled")]
    Cancelled,
}

impl Project {
    pub fn new(root: PathBuf, db: PathBuf, profile: Profile) -> Self {
        Self {
            root,
            db,
            profile,
            freshness: Mutex::default(),
            names: Mutex::default(),
        }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn db(&self) -> &Path {
        &self.db
    }

    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    pub fn freshness(&self) -> Freshness {
        self.freshness.lock().clone()
    }

    /// Takes in what the watcher tells. Never blocks for long: called on the watcher's thread.
    pub fn hear(&self, event: Event) {
        let mut freshness = self.freshness.lock();
        match event {
            Event::Progress(progress) => freshness.running = Some(progress),
            Event::Changed { .. } => {
                freshness.running = None;
                freshness.failed = None;
            }
            Event::Failed(IndexError::Busy(_)) => freshness.running = None,
            Event::Failed(error) => {
                freshness.running = None;
                freshness.failed = Some(error.to_string());
            }
            Event::Polling(why) => freshness.polling = Some(why),
        }
    }

    /// A reader of the graph as it is now.
    pub fn reader(&self) -> Result<Reader, ToolError> {
        match Reader::open(&self.db) {
            Ok(reader) if reader.is_complete()? => Ok(reader),
            // Laid out, and filled in one step when the first run ends.
            Ok(_) => Err(ToolError::NotYet(self.not_yet())),
            Err(StoreError::Missing(_)) => Err(ToolError::NotYet(self.not_yet())),
            Err(error) => Err(error.into()),
        }
    }

    fn not_yet(&self) -> String {
        let freshness = self.freshness();
        match (freshness.failed, freshness.running) {
            (Some(why), _) => format!("There is no graph of this project, and making one failed: {why}"),
            (None, Some(progress)) => {
                format!(
                    "The first index of this project is running ({}). Ask again in a moment.",
                    in_words(progress)
                )
            }
            (None, None) => "The first index of this project is about to begin. Ask again in a moment.".to_owned(),
        }
    }

    /// All names, read once for each generation.
    pub fn names(&self, reader: &Reader) -> Result<Arc<Index>, ToolError> {
        let generation = reader.generation()?;
        let mut names = self.names.lock();
        if let Some((known, index)) = names.as_ref()
            && *known == generation
        {
            return Ok(Arc::clone(index));
        }
        let index = Arc::new(Index::load(reader)?);
        *names = Some((generation, Arc::clone(&index)));
        Ok(index)
    }

    /// A path or `path:line` as the graph knows it, relative to the root. What leads out of the root is refused.
    pub fn inside(&self, text: &str) -> Result<String, ToolError> {
        let path = Path::new(text);
        let relative = match path.is_absolute() {
            true => path.strip_prefix(&self.root).map_err(|_| self.outside(text))?,
            false => path,
        };
        let mut parts: Vec<&str> = Vec::new();
        for part in relative.components() {
            match part {
                Component::Normal(part) => parts.push(part.to_str().ok_or_else(|| self.outside(text))?),
                Component::CurDir => {}
                Component::ParentDir if parts.pop().is_some() => {}
                _ => return Err(self.outside(text)),
            }
        }
        Ok(parts.join("/"))
    }

    fn outside(&self, text: &str) -> ToolError {
        let root = self.root.display();
        ToolError::Arguments(format!(
            "`{text}` lies outside of the project {root}; give a path relative to it."
        ))
    }
}

/// `extracting, 120 of 4,000 files`.
pub(super) fn in_words(progress: Progress) -> String {
    match progress {
        Progress::Discovering(files) => format!("discovering, {files} files so far"),
        Progress::Extracting { done, total } => {
            format!("extracting, {done} of {total} files; none can be asked for yet")
        }
        Progress::Resolving { done, total } => format!("resolving, {done} of {total} files"),
        Progress::Writing => "writing".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project() -> Project {
        Project::new("/home/me/app".into(), "/nowhere/graph.db".into(), Profile::default())
    }

    #[test]
    fn paths_stay_inside_the_root() {
        let project = project();
        let inside = |text: &str| project.inside(text).ok();
        assert_eq!(inside("src/a.rs:12").as_deref(), Some("src/a.rs:12"));
        assert_eq!(inside("./src/../lib/b.rs").as_deref(), Some("lib/b.rs"));
        assert_eq!(inside("/home/me/app/src").as_deref(), Some("src"));
        for outside in [
            "../x",
            "src/../../x",
            "/etc/passwd",
            "/home/me/app2/a.rs",
            "/home/me/app/../x",
        ] {
            assert_eq!(inside(outside), None, "{outside}");
        }
    }

    #[test]
    fn without_a_graph_the_answer_says_how_far_it_is() {
        let project = project();
        let said = |project: &Project| {
            project
                .reader()
                .err()
                .map(|error| error.to_string())
                .unwrap_or_default()
        };
        assert!(said(&project).contains("about to begin"));
        project.hear(Event::Progress(Progress::Extracting { done: 3, total: 9 }));
        assert!(said(&project).contains("3 of 9 files"), "{}", said(&project));
        project.hear(Event::Failed(IndexError::Cancelled));
        assert!(said(&project).contains("failed: cancelled"), "{}", said(&project));
    }
}

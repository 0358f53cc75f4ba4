//! Which project is meant, and its graph.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::index::{IndexError, Options, Report, graph_path};
use crate::store::{Reader, StoreError};

use super::args::{Global, no_such_path};
use super::error::{note, usage};
use super::progress;

/// A project and where its graph lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Project {
    /// Absolute.
    pub root: PathBuf,
    pub db: PathBuf,
    /// `db` was named by `--db`.
    given: bool,
}

impl Project {
    /// The project at `path` if one is given, else at `--root`, else the one that the current directory is in.
    ///
    /// # Errors
    /// Wrong usage: the directory does not exist, or is a file.
    pub fn locate(global: &Global, path: Option<&Path>) -> anyhow::Result<Self> {
        let root = match path.or(global.root.as_deref()) {
            Some(path) => directory(path)?,
            None => {
                let here = std::env::current_dir().context("the current directory cannot be read")?;
                enclosing(&here).to_owned()
            }
        };
        let db = graph_path(&root, global.db.as_deref());
        let given = global.db.is_some();
        Ok(Self { root, db, given })
    }

    /// The graph, made first where there is none or where it cannot be used any more.
    ///
    /// # Errors
    /// The graph cannot be made or read; or the directory is one that nobody means to index.
    pub fn reader(&mut self) -> anyhow::Result<Reader> {
        let reader = match Reader::open(&self.db) {
            Ok(reader) => reader,
            Err(StoreError::Missing(_)) => match self.read_only_graph() {
                Some(reader) => reader,
                None => {
                    self.refuse_homes()?;
                    self.index(false, 0)?;
                    Reader::open(&self.db)?
                }
            },
            Err(error @ (StoreError::Damaged { .. } | StoreError::Version { .. })) => {
                note(&format!("{error}; it is rebuilt now"));
                self.index(false, 0)?;
                Reader::open(&self.db)?
            }
            Err(error) => return Err(error.into()),
        };
        // A graph given by --db knows what it is a graph of.
        let recorded = reader.root()?;
        if recorded.is_dir() {
            self.root = recorded;
        }
        if reader.is_complete()? {
            return Ok(reader);
        }
        self.finish(reader)
    }

    /// Ends a first index that was cut short; while another process does so, what is there is read.
    fn finish(&self, reader: Reader) -> anyhow::Result<Reader> {
        drop(reader);
        match self.index(false, 0) {
            Ok(_) => {}
            Err(error) if matches!(error.downcast_ref(), Some(IndexError::Busy(_))) => {
                note("the first index is still being made, so this is what it holds so far");
            }
            Err(error) => return Err(error),
        }
        Ok(Reader::open(&self.db)?)
    }

    /// Builds the graph or brings it up to date, with progress on a terminal.
    ///
    /// # Errors
    /// What [`IndexError`] says; [`super::error::Stopped`] after a signal.
    pub fn index(&self, full: bool, jobs: usize) -> anyhow::Result<Report> {
        let options = Options {
            root: self.root.clone(),
            db: self.db.clone(),
            full,
            jobs,
        };
        let report = progress::run(&options)?;
        for sentence in &report.notes {
            note(sentence);
        }
        Ok(report)
    }

    /// The graph in a project that cannot be written, whose place for a new one is elsewhere.
    fn read_only_graph(&mut self) -> Option<Reader> {
        let inside = self.root.join(".portolan").join("graph.db");
        if inside == self.db || self.given {
            return None;
        }
        let reader = Reader::open(&inside).ok()?;
        self.db = inside;
        Some(reader)
    }

    /// A home directory or the root of the file system is hardly ever meant; who means it says so.
    fn refuse_homes(&self) -> anyhow::Result<()> {
        let home = etcetera::home_dir().ok();
        if self.root.parent().is_none() || home.as_deref() == Some(&self.root) {
            return Err(usage(format!(
                "{} is no project; go to one or name it by --root, or run `portolan index {}` if you mean it",
                self.root.display(),
                self.root.display()
            )));
        }
        Ok(())
    }
}

/// The absolute path of a directory.
fn directory(path: &Path) -> anyhow::Result<PathBuf> {
    match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => std::fs::canonicalize(path).with_context(|| path.display().to_string()),
        Ok(_) => Err(usage(format!(
            "{} is a file; give the directory of a project",
            path.display()
        ))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(usage(no_such_path(&path.to_string_lossy()))),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// The nearest directory upwards that has a graph; else the nearest that is a repository; else the directory itself.
fn enclosing(here: &Path) -> &Path {
    let upwards = || here.ancestors();
    upwards()
        .find(|directory| directory.join(".portolan").join("graph.db").exists())
        .or_else(|| upwards().find(|directory| directory.join(".git").exists()))
        .unwrap_or(here)
}

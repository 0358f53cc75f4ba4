//! The files of a project, as git sees them.
//!
//! `.gitignore` at every level, `.git/info/exclude`, the user's global excludes, `.ignore` and `.portolanignore` decide,
//! outside git too; then the built-in directories of [`super::exclude`]. Links are not followed; nested repositories,
//! worktrees and submodules are not entered.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::SystemTime;

use ignore::{DirEntry, WalkBuilder};

use super::exclude;

/// A file that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// Relative to the root, `/` between parts; what is no UTF-8 is replaced.
    pub path: String,
    pub absolute: PathBuf,
    pub size: u64,
    /// Nanoseconds since 1970; 0 where the system does not tell.
    pub mtime: i64,
}

/// What a walk found.
#[derive(Debug, Default)]
pub(crate) struct Discovery {
    /// By path.
    pub files: Vec<Found>,
    /// Directories that were entered, the root first.
    pub directories: Vec<PathBuf>,
    /// Directories that were left out by a rule of ours (not by an ignore file), relative, with the rule.
    pub left_out: Vec<(String, String)>,
    /// What could not be entered, relative, with the reason.
    pub failed: Vec<(String, String)>,
}

/// Walks the tree; the graph at `db` and what lies beside it is not of the project. `found` is called with the number of files so far; `go_on` is asked between entries, and the walk ends
/// early when it says no.
pub(crate) fn discover(root: &Path, db: &Path, found: &dyn Fn(usize), go_on: &dyn Fn() -> bool) -> Discovery {
    let left_out = std::sync::Arc::new(Mutex::new(Vec::new()));
    let mut discovery = Discovery::default();
    let note = left_out.clone();
    let base = root.to_path_buf();
    let walk = rules(root)
        .filter_entry(move |entry| match rule_against(entry) {
            Some(rule) => {
                if let Ok(mut left_out) = note.lock() {
                    left_out.push((relative(&base, entry.path()), rule));
                }
                false
            }
            None => true,
        })
        .build();
    for entry in walk {
        if !go_on() {
            break;
        }
        match entry {
            Ok(entry) if is_beside(db, entry.path()) => {}
            Ok(entry) => discovery.take(root, entry),
            Err(error) => discovery.failed.push(failure(root, &error)),
        }
        if discovery.files.len().is_multiple_of(256) {
            found(discovery.files.len());
        }
    }
    discovery.files.sort_by(|a, b| a.path.cmp(&b.path));
    // Two names that differ only in bytes that are no UTF-8 would share one path.
    discovery.files.dedup_by(|a, b| a.path == b.path);
    discovery.left_out = left_out
        .lock()
        .map(|mut left_out| std::mem::take(&mut *left_out))
        .unwrap_or_default();
    discovery.left_out.retain(|(path, _)| !is_own(path));
    discovery.left_out.sort();
    found(discovery.files.len());
    discovery
}

/// The walker with every ignore rule set; what an entry is by itself is decided by [`rule_against`].
pub(crate) fn rules(root: &Path) -> WalkBuilder {
    let mut builder = WalkBuilder::new(root);
    builder
        .hidden(false)
        .follow_links(false)
        .require_git(false)
        // Rules from above the root count only inside the repository that they belong to.
        .parents(root.ancestors().skip(1).any(|above| above.join(".git").exists()) && !root.join(".git").exists())
        .add_custom_ignore_filename(".portolanignore");
    builder
}

/// Why a directory is not entered, apart from ignore files; `None` for all else.
pub(crate) fn rule_against(entry: &DirEntry) -> Option<String> {
    let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
    if entry.depth() == 0 || !is_directory {
        return None;
    }
    if let Some(rule) = exclude::reason(entry.path()) {
        return Some(rule);
    }
    entry
        .path()
        .join(".git")
        .exists()
        .then(|| "a repository of its own".to_string())
}

/// The graph itself, its log, its locks and the graphs that were set aside: all begin with its name.
pub(crate) fn is_beside(db: &Path, path: &Path) -> bool {
    let names = (path.file_name(), db.file_name());
    matches!(names, (Some(name), Some(db)) if name.as_encoded_bytes().starts_with(db.as_encoded_bytes()))
        && path.parent() == db.parent()
}

/// `path` below `root`, `/` between parts.
pub(crate) fn relative(root: &Path, path: &Path) -> String {
    let parts = path.strip_prefix(root).unwrap_or(path).components();
    parts
        .map(|part| part.as_os_str().to_string_lossy())
        .collect::<Vec<_>>()
        .join("/")
}

/// Not worth a line in `status`.
fn is_own(path: &str) -> bool {
    matches!(path.rsplit('/').next(), Some(".git" | ".portolan"))
}

fn failure(root: &Path, error: &ignore::Error) -> (String, String) {
    fn path_of(error: &ignore::Error) -> Option<&Path> {
        match error {
            ignore::Error::WithPath { path, .. } => Some(path),
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
            _ => None,
        }
    }
    let why = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
    (
        path_of(error).map_or_else(String::new, |path| relative(root, path)),
        why,
    )
}

impl Discovery {
    fn take(&mut self, root: &Path, entry: DirEntry) {
        let Some(kind) = entry.file_type() else {
            return;
        };
        if kind.is_dir() {
            self.directories.push(entry.into_path());
            return;
        }
        // Links (git keeps a link as a link), pipes, sockets and devices.
        if !kind.is_file() {
            return;
        }
        let path = relative(root, entry.path());
        match entry.metadata() {
            Ok(metadata) => self.files.push(Found {
                path,
                size: metadata.len(),
                mtime: metadata.modified().map_or(0, nanoseconds),
                absolute: entry.into_path(),
            }),
            Err(error) => self.failed.push((path, error.to_string())),
        }
    }
}

/// Since 1970; 0 for times before it or beyond the year 2262.
pub(super) fn nanoseconds(time: SystemTime) -> i64 {
    time.duration_since(SystemTime::UNIX_EPOCH)
        .ok()
        .and_then(|since| i64::try_from(since.as_nanos()).ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    fn tree(files: &[(&str, &str)]) -> TempDir {
        let root = TempDir::new().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    fn paths(root: &Path) -> Vec<String> {
        discover(root, Path::new(""), &|_| (), &|| true)
            .files
            .into_iter()
            .map(|found| found.path)
            .collect()
    }

    #[test]
    fn ignore_files_decide_at_every_level_without_git_too() {
        let root = tree(&[
            (".gitignore", "*.log\n/generated/\n"),
            (".ignore", "notes.txt"),
            (".portolanignore", "fixtures/"),
            ("a.py", ""),
            ("b.log", ""),
            ("notes.txt", ""),
            ("generated/x.py", ""),
            ("lib/generated/x.py", ""),
            ("lib/.gitignore", "!keep.log\nsecret.py\n"),
            ("lib/keep.log", ""),
            ("lib/secret.py", ""),
            ("fixtures/x.py", ""),
            (".github/ci.yml", ""),
        ]);
        let expected = [
            ".github/ci.yml",
            ".gitignore",
            ".ignore",
            ".portolanignore",
            "a.py",
            "lib/.gitignore",
            "lib/generated/x.py",
            "lib/keep.log",
        ];
        assert_eq!(paths(root.path()), expected);
    }

    #[test]
    fn gits_own_exclude_file_counts() {
        let root = tree(&[
            (".git/info/exclude", "private.py"),
            (".git/HEAD", ""),
            ("private.py", ""),
            ("a.py", ""),
        ]);
        assert_eq!(paths(root.path()), ["a.py"]);
    }

    #[test]
    fn rules_from_above_count_only_inside_their_repository() {
        let outer = tree(&[
            (".gitignore", "*.gen.py"),
            ("project/a.py", ""),
            ("project/b.gen.py", ""),
        ]);
        let project = outer.path().join("project");
        assert_eq!(paths(&project), ["a.py", "b.gen.py"]);
        fs::create_dir(outer.path().join(".git")).unwrap();
        assert_eq!(paths(&project), ["a.py"]);
        fs::create_dir(project.join(".git")).unwrap();
        assert_eq!(paths(&project), ["a.py", "b.gen.py"]);
    }

    #[test]
    fn what_is_not_the_projects_own_is_left_out_with_the_rule() {
        let root = tree(&[
            ("a.py", ""),
            (".portolan/graph.db", ""),
            ("web/node_modules/x/index.js", ""),
            ("sub/.git", "gitdir: elsewhere"),
            ("sub/b.py", ""),
            ("nested/.git/HEAD", ""),
            ("nested/c.py", ""),
        ]);
        assert_eq!(paths(root.path()), ["a.py"]);
        let left_out = discover(root.path(), Path::new(""), &|_| (), &|| true).left_out;
        let told: Vec<&str> = left_out.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(told, ["nested", "sub", "web/node_modules"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let outside = tree(&[("secret.py", "")]);
        let root = tree(&[("a.py", "")]);
        std::os::unix::fs::symlink(outside.path(), root.path().join("out")).unwrap();
        std::os::unix::fs::symlink(root.path(), root.path().join("circle")).unwrap();
        std::os::unix::fs::symlink(root.path().join("a.py"), root.path().join("b.py")).unwrap();
        assert_eq!(paths(root.path()), ["a.py"]);
    }

    #[test]
    fn a_root_that_is_not_there_is_told() {
        let root = TempDir::new().unwrap();
        let discovery = discover(&root.path().join("no such place"), Path::new(""), &|_| (), &|| true);
        assert_eq!((discovery.files.len(), discovery.failed.len()), (0, 1));
    }
}

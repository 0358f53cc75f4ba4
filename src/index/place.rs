//! Where the graph of a project lies.

use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use xxhash_rust::xxh3::xxh3_64;

use crate::store::StoreError;

/// The directory in a project's root that belongs to Portolan.
pub(super) const OWN_DIRECTORY: &str = ".portolan";

/// Keeps everything in the directory out of git but what a team may share.
const OWN_GITIGNORE: &str = "*\n!config.toml\n!registry.toml\n";

/// Where the graph of `root` lies: `db` if given, `.portolan/graph.db` in the root, or, where the root cannot be
/// written, a file in the user's cache directory.
pub fn graph_path(root: &Path, db: Option<&Path>) -> PathBuf {
    if let Some(db) = db {
        return db.to_path_buf();
    }
    let own = root.join(OWN_DIRECTORY);
    let graph = own.join("graph.db");
    if can_write(&own, &graph) {
        return graph;
    }
    match etcetera::choose_base_strategy() {
        Ok(directories) => directories
            .cache_dir()
            .join("portolan")
            .join(project_name(root))
            .join("graph.db"),
        Err(_) => graph,
    }
}

/// Makes the directory of the graph; Portolan's own one with its `.gitignore`.
pub(super) fn prepare(db: &Path) -> Result<(), StoreError> {
    let Some(directory) = db.parent().filter(|directory| !directory.as_os_str().is_empty()) else {
        return Ok(());
    };
    fs::create_dir_all(directory).map_err(|error| StoreError::io(directory, error))?;
    if !directory.ends_with(OWN_DIRECTORY) {
        return Ok(());
    }
    let ignore = directory.join(".gitignore");
    match OpenOptions::new().write(true).create_new(true).open(&ignore) {
        Ok(mut file) => std::io::Write::write_all(&mut file, OWN_GITIGNORE.as_bytes())
            .map_err(|error| StoreError::io(&ignore, error)),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(StoreError::io(&ignore, error)),
    }
}

/// Leaves no trace where nothing stood.
fn can_write(own: &Path, graph: &Path) -> bool {
    if graph.exists() {
        return OpenOptions::new().append(true).open(graph).is_ok();
    }
    match fs::create_dir(own) {
        Ok(()) => {
            // Another Portolan may have begun to use it: then it stays.
            let _ = fs::remove_dir(own);
            true
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let probe = own.join(format!("probe-{}", std::process::id()));
            let made = fs::write(&probe, "").is_ok();
            let _ = fs::remove_file(&probe);
            made
        }
        // A root that is not there, or is a file, is no question of permission: let the run say so.
        Err(error) => matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory),
    }
}

/// The root's own name for people, a hash of its whole path to tell namesakes apart.
fn project_name(root: &Path) -> String {
    let name = root.file_name().unwrap_or_default().to_string_lossy();
    let name: String = name
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || c == '-' || c == '_' {
                c
            } else {
                '-'
            }
        })
        .take(40)
        .collect();
    format!("{name}-{:016x}", xxh3_64(root.as_os_str().as_encoded_bytes()))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_given_place_is_taken_as_it_is() {
        assert_eq!(graph_path(Path::new("/p"), Some(Path::new("x.db"))), Path::new("x.db"));
    }

    #[test]
    fn asking_for_the_place_leaves_no_trace() {
        let root = TempDir::new().unwrap();
        assert_eq!(graph_path(root.path(), None), root.path().join(".portolan/graph.db"));
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
        fs::create_dir(root.path().join(".portolan")).unwrap();
        assert_eq!(graph_path(root.path(), None), root.path().join(".portolan/graph.db"));
        assert_eq!(fs::read_dir(root.path().join(".portolan")).unwrap().count(), 0);
    }

    /// A file stands where the directory should: nobody can write a graph there, not even root.
    #[test]
    fn a_project_that_cannot_be_written_gets_a_graph_in_the_cache() {
        let root = TempDir::new().unwrap();
        fs::write(root.path().join(".portolan"), "in the way").unwrap();
        let path = graph_path(root.path(), None);
        assert!(!path.starts_with(root.path()), "{}", path.display());
        assert!(path.ends_with("graph.db"));
        assert_eq!(graph_path(root.path(), None), path, "the same place each time");
        let other = TempDir::new().unwrap();
        fs::write(other.path().join(".portolan"), "in the way").unwrap();
        assert_ne!(graph_path(other.path(), None), path);
    }

    #[test]
    fn the_own_directory_hides_itself_from_git_once() {
        let root = TempDir::new().unwrap();
        let db = root.path().join(".portolan/graph.db");
        prepare(&db).unwrap();
        let ignore = root.path().join(".portolan/.gitignore");
        assert_eq!(fs::read_to_string(&ignore).unwrap(), OWN_GITIGNORE);
        fs::write(&ignore, "mine").unwrap();
        prepare(&db).unwrap();
        assert_eq!(fs::read_to_string(&ignore).unwrap(), "mine");
    }
}

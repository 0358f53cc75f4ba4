//! What the two configuration files say together.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use crate::text::nearest;

use super::Profile;
use super::read::read;

/// The profile that is meant where none is named.
pub const DEFAULT_PROFILE: &str = "default";

/// What the configuration says.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    pub map: MapSettings,
    pub server: ServerSettings,
    /// By name; `default` is always there, and the others were read over it.
    pub profiles: BTreeMap<String, Profile>,
}

/// `[map]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapSettings {
    /// Theme by name; `None`: by what the terminal tells.
    pub theme: Option<String>,
    /// Profile by name.
    pub profile: String,
}

/// `[server]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerSettings {
    /// Profile by name.
    pub profile: String,
}

/// Something in a configuration file that was passed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub file: PathBuf,
    /// From 1.
    pub line: u32,
    /// What is wrong, and what is allowed or was probably meant.
    pub message: String,
}

/// No profile has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no profile `{name}`; {hint}")]
pub struct UnknownProfile {
    pub name: String,
    pub hint: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file.display(), self.line, self.message)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            map: MapSettings {
                theme: None,
                profile: DEFAULT_PROFILE.to_owned(),
            },
            server: ServerSettings {
                profile: DEFAULT_PROFILE.to_owned(),
            },
            profiles: BTreeMap::from([(DEFAULT_PROFILE.to_owned(), Profile::default())]),
        }
    }
}

impl Settings {
    /// Reads the user's configuration and, over it, the project's. What cannot be understood is passed over and
    /// reported; a missing file says nothing.
    pub fn load(root: &Path) -> (Self, Vec<Problem>) {
        let files: Vec<PathBuf> = user_file().into_iter().chain([project_file(root)]).collect();
        Self::load_files(&files)
    }

    /// Reads these files, the later over the earlier.
    pub(super) fn load_files(files: &[PathBuf]) -> (Self, Vec<Problem>) {
        let mut problems = Vec::new();
        let mut texts = Vec::new();
        for file in files {
            match std::fs::read_to_string(file) {
                Ok(text) => texts.push((file.clone(), text)),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                // A file of the user's under a path that is no directory is no configuration either.
                Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => {}
                Err(error) => problems.push(Problem {
                    file: file.clone(),
                    line: 1,
                    message: format!("cannot be read: {error}"),
                }),
            }
        }
        let mut settings = Self::default();
        read(&texts, &mut settings, &mut problems);
        (settings, problems)
    }

    /// The profile of this name.
    ///
    /// # Errors
    /// [`UnknownProfile`], with the nearest name or all of them.
    pub fn profile(&self, name: &str) -> Result<&Profile, UnknownProfile> {
        self.profiles.get(name).ok_or_else(|| {
            let names = || self.profiles.keys().map(String::as_str);
            let hint = match nearest(name, names()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there is {}", names().collect::<Vec<_>>().join(", ")),
            };
            UnknownProfile {
                name: name.to_owned(),
                hint,
            }
        })
    }

    /// The profile that the server uses.
    pub fn server_profile(&self) -> &Profile {
        self.profile_or_default(&self.server.profile)
    }

    /// The profile that the map starts with.
    pub fn map_profile(&self) -> &Profile {
        self.profile_or_default(&self.map.profile)
    }

    /// Reading has checked the names, so that the second look-up is never needed; it spares a panic.
    fn profile_or_default(&self, name: &str) -> &Profile {
        static BUILT_IN: std::sync::LazyLock<Profile> = std::sync::LazyLock::new(Profile::default);
        self.profiles
            .get(name)
            .or_else(|| self.profiles.get(DEFAULT_PROFILE))
            .unwrap_or(&BUILT_IN)
    }
}

/// The project's configuration.
pub fn project_file(root: &Path) -> PathBuf {
    root.join(".portolan").join("config.toml")
}

/// The user's configuration; `None` where the system knows no home directory.
pub fn user_file() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.config_dir().join("portolan").join("config.toml"))
}

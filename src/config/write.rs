//! Settings -> configuration files, everything else in them left as it is.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use toml_edit::{DocumentMut, Item, Table, TableLike};

use super::keys::KEYS;
use super::settings::DEFAULT_PROFILE;
use super::{Profile, Settings, Value, project_file};

/// Why a setting was not saved. The file is as it was.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    #[error("{path}: {source}")]
    Io { path: PathBuf, source: std::io::Error },
    #[error("{path} is no TOML, so nothing was saved; mend it first: {message}")]
    Broken { path: PathBuf, message: String },
    #[error("{path}: `{key}` stands there as something else than a table, so nothing was saved")]
    NoTable { path: PathBuf, key: String },
}

/// Saves a profile to the project's configuration under `[profile.NAME]`. Only what differs from the profile it
/// stands on is written; comments, order and unknown keys stay.
///
/// # Errors
/// [`WriteError`]; the file is then as it was.
pub fn save_profile(root: &Path, name: &str, profile: &Profile) -> Result<(), WriteError> {
    let path = project_file(root);
    let base = if name == DEFAULT_PROFILE {
        Profile::default()
    } else {
        Settings::load(root)
            .0
            .profile(DEFAULT_PROFILE)
            .cloned()
            .unwrap_or_default()
    };
    edit(&path, |document| {
        let profiles = table(&path, document.as_table_mut(), "profile", true)?;
        let section = table(&path, profiles, name, false)?;
        for key in KEYS {
            let value = key.get(profile);
            let (inner, key_name) = match key.name.split_once('.') {
                Some((inner, key_name)) => (Some(inner), key_name),
                None => (None, key.name),
            };
            // The shares are read together, so they are written together.
            let changed = match inner {
                Some("shares") => profile.shares != base.shares,
                _ => value != key.get(&base),
            };
            let stands = match inner {
                Some(inner) => section.get(inner).and_then(|item| item.get(key_name)).is_some(),
                None => section.get(key_name).is_some(),
            };
            if !changed && !stands {
                continue;
            }
            let place = match inner {
                Some(inner) => table(&path, section, inner, false)?,
                None => &mut *section,
            };
            put(place, key_name, value);
        }
        Ok(())
    })
}

/// Saves one text under `[TABLE]` of the project's configuration, such as `map` and `theme`.
///
/// # Errors
/// [`WriteError`]; the file is then as it was.
pub fn save_setting(root: &Path, section: &str, key: &str, text: &str) -> Result<(), WriteError> {
    let path = project_file(root);
    edit(&path, |document| {
        let section = table(&path, document.as_table_mut(), section, false)?;
        put_value(section, key, text.into());
        Ok(())
    })
}

fn put(table: &mut dyn TableLike, name: &str, value: Value) {
    let value = match value {
        Value::Whole(value) => i64::from(value).into(),
        // Through its shortest text, or 0.1 would become 0.10000000149.
        Value::Number(value) => value.to_string().parse::<f64>().unwrap_or_default().into(),
        Value::Switch(value) => value.into(),
        Value::Choice(word) => word.into(),
    };
    put_value(table, name, value);
}

/// Puts a value in the place of another and keeps the comment behind it.
fn put_value(table: &mut dyn TableLike, name: &str, mut value: toml_edit::Value) {
    match table.get_mut(name).and_then(Item::as_value_mut) {
        Some(old) => {
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        None => {
            table.insert(name, Item::Value(value));
        }
    }
}

/// The table of this name in another, made where there is none. `implicit`: it only holds other tables.
fn table<'a>(
    path: &Path,
    parent: &'a mut dyn TableLike,
    name: &str,
    implicit: bool,
) -> Result<&'a mut dyn TableLike, WriteError> {
    if parent.get(name).is_none() {
        let mut made = Table::new();
        made.set_implicit(implicit);
        parent.insert(name, Item::Table(made));
    }
    parent
        .get_mut(name)
        .and_then(Item::as_table_like_mut)
        .ok_or_else(|| WriteError::NoTable {
            path: path.to_owned(),
            key: name.to_owned(),
        })
}

/// Changes a file in one step: a reader sees it before or after.
fn edit(path: &Path, change: impl FnOnce(&mut DocumentMut) -> Result<(), WriteError>) -> Result<(), WriteError> {
    let io = |source| WriteError::Io {
        path: path.to_owned(),
        source,
    };
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(io(error)),
    };
    let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| WriteError::Broken {
        path: path.to_owned(),
        message: error.message().replace('\n', ", "),
    })?;
    change(&mut document)?;
    let beside = path.with_extension(format!("toml.{}", std::process::id()));
    let write = || {
        if let Some(directory) = path.parent() {
            std::fs::create_dir_all(directory)?;
        }
        let mut file = std::fs::File::create(&beside)?;
        file.write_all(document.to_string().as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    };
    write().map_err(|error| {
        // What is left of a failed write must not stay beside the configuration.
        let _ = std::fs::remove_file(&beside);
        io(error)
    })
}

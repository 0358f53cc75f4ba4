//! Settings, profiles, keymaps and theme files: read, merged, validated, written back.
//!
//! Place: above everything that reads a setting; below nothing but `graph` and `text`.
//! Promise: a bad value never aborts; it falls back and is reported with file, line and the nearest key.
//!
//! Two files are read: the user's (`portolan/config.toml` in the configuration directory of the system) and, over it,
//! the project's (`.portolan/config.toml`). `assets/config.toml` shows every key with its default.
//!
//! Start reading at [`Profile`] and [`Settings`]; [`KEYS`] is the one table of what a profile holds.

mod keys;
mod profile;
mod read;
mod settings;
#[cfg(test)]
mod tests;
mod value;
mod write;

pub use keys::{KEYS, Key, key};
pub use profile::{Channels, Profile, Shares, TestPolicy, Unit, Weights};
pub use settings::{MapSettings, Problem, ServerSettings, Settings, UnknownProfile, project_file, user_file};
pub use value::{BadValue, Range, Value};
pub use write::{WriteError, save_profile, save_setting};

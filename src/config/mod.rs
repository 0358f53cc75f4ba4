//! Settings, profiles, keymaps and theme files: read, merged, validated, written back.
//!
//! Place: above everything that reads a setting; below nothing but `graph` and `text`.
//! Promise: a bad value never aborts; it falls back and is reported with file, line and the nearest key.
//!
//! Start reading at [`Profile`].

mod profile;

pub use profile::{Channels, Profile, Shares, TestPolicy, Unit, Weights};

//! The map: a terminal explorer.

use std::path::PathBuf;

/// How the map is opened.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Absolute root of the project.
    pub root: PathBuf,
    /// The graph file; indexed first where there is none.
    pub db: PathBuf,
    /// Theme by name; `None`: from the configuration, or by what the terminal tells.
    pub theme: Option<String>,
}

/// Runs the map until the user quits. The terminal is as it was before, whatever way it ends.
#[allow(unused_variables)]
pub fn run(options: Options) -> anyhow::Result<()> {
    todo!()
}

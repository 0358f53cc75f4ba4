//! The server: the only module that knows the Model Context Protocol.

use std::path::PathBuf;

/// Serves on standard input and output until the client goes away. Starts at once and answers while the first index
/// still runs. Nothing but protocol is written to standard output.
#[allow(unused_variables)]
pub fn serve(root: PathBuf, db: PathBuf, profile: crate::config::Profile) -> anyhow::Result<()> {
    todo!()
}

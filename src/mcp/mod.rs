//! The server: the only module that knows the Model Context Protocol.
//!
//! Place: over `query`, `context` and `watch`. Flow: a line of input -> the SDK -> `catalogue` (checks the arguments) ->
//! one file of `tools` -> `answer` (safe and within the limit) -> a line of output.
//!
//! Promises: it starts at once and answers while the first index still runs; nothing but protocol is written to
//! standard output; no answer is longer than [`answer::LIMIT`]; it ends when the client goes away, whatever it is doing.
//!
//! Invariant: async code stands in this module alone. The graph is read on blocking threads.
//!
//! Start reading at [`serve`] and `catalogue`.

mod answer;
mod catalogue;
mod project;
mod server;
mod tools;
mod transport;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use rmcp::ServiceExt;

use crate::config::Profile;
use crate::index::Options;
use crate::watch::Watcher;
use project::Project;
use server::Server;

/// Requests that read the graph at the same time; further ones wait.
const READERS: usize = 8;

/// Serves on standard input and output until the client goes away. Starts at once and answers while the first index
/// still runs. Nothing but protocol is written to standard output.
///
/// # Errors
/// The runtime cannot be started. A client that goes away, or speaks something else, is no error.
pub fn serve(root: PathBuf, db: PathBuf, profile: Profile) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(READERS)
        .build()
        .context("the server could not start its runtime")?;
    let project = Arc::new(Project::new(root, db, profile));
    let options = Options {
        root: project.root().to_path_buf(),
        db: project.db().to_path_buf(),
        full: false,
        jobs: 0,
    };
    let told = Arc::clone(&project);
    // Lives until the end: the graph follows the tree as long as anybody asks.
    let _watcher = Watcher::spawn(options, move |event| told.hear(event));
    runtime.block_on(async {
        let transport = transport::Checked::new(rmcp::transport::io::stdio_pipes());
        // Whoever goes away before saying hello is no failure of ours.
        if let Ok(service) = Server::new(project).serve(transport).await {
            let _ = service.waiting().await;
        }
    });
    // Answers are out: what still reads or indexes must not keep the process.
    runtime.shutdown_background();
    Ok(())
}

//! What happened -> a message on standard error and an exit status.

use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::text::sanitize_block;

/// How a command ended when it did not fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Done,
    /// The answer is "none".
    None,
}

pub type Outcome = anyhow::Result<Status>;

/// The arguments do not make sense together: exit status 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(String);

pub fn usage(message: impl Into<String>) -> anyhow::Error {
    Usage(message.into()).into()
}

/// A signal asked the program to stop.
#[derive(Debug, thiserror::Error)]
#[error("stopped; the graph is as it was")]
pub struct Stopped {
    pub signal: i32,
}

/// Says something on standard error that is neither a result nor a failure. A closed standard error is no reason to
/// stop.
pub fn note(message: &str) {
    let _ = writeln!(io::stderr(), "portolan: {}", sanitize_block(message));
}

/// Tells what happened and gives the status: 0 done, 1 none or failed, 2 wrong usage, 128 + n after a signal.
pub fn exit_code(outcome: Outcome) -> ExitCode {
    let error = match outcome {
        Ok(Status::Done) => return ExitCode::SUCCESS,
        Ok(Status::None) => return ExitCode::from(1),
        Err(error) => error,
    };
    if is_closed_pipe(&error) {
        return ExitCode::SUCCESS; // The reader, `head` for instance, has what it wanted.
    }
    note(&format!("{error:#}"));
    if let Some(stopped) = error.downcast_ref::<Stopped>() {
        return ExitCode::from(u8::try_from(128 + stopped.signal).unwrap_or(1));
    }
    ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let kinds = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .map(io::Error::kind);
    kinds.into_iter().any(|kind| kind == io::ErrorKind::BrokenPipe)
}

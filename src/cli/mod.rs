//! The command line: one file per subcommand.
//!
//! Place: on top of everything; `main` parses, dispatches and turns what happened into an exit status.
//! Promise: results go to standard output and everything else to standard error; the status is 0 when it is done,
//! 1 when the answer is "none" or the work failed, 2 when the usage was wrong.
//!
//! Invariant: no command knows SQL, a grammar or a protocol; each asks `query`, `context` or `index` and writes.
//!
//! Start reading at [`args`] for what can be typed, at [`project`] for how a project and its graph are found.

mod args;
mod completions;
mod error;
mod explore;
mod export;
mod index;
mod json;
mod map;
mod neighbours;
mod node;
mod out;
mod progress;
mod project;
mod search;
mod serve;
mod source;
mod status;
mod symbol;
mod themes;
mod trace;

use std::process::ExitCode;

use args::{Args, Command};
use error::Outcome;
use out::Out;

/// Parses the arguments, dispatches, and returns the exit status: 0 done, 1 "none" or failed, 2 wrong usage.
pub fn main() -> ExitCode {
    let args = match args::parse(std::env::args_os().collect()) {
        Ok(args) => args,
        Err(status) => return status,
    };
    let mut out = Out::new(args.global.json);
    let outcome = run(args, &mut out).and_then(|status| {
        out.flush()?;
        Ok(status)
    });
    error::exit_code(outcome)
}

fn run(args: Args, out: &mut Out) -> Outcome {
    let global = &args.global;
    let Some(command) = args.command else {
        return map::run(global, &args.map, out);
    };
    if let Some(path) = &args.map.path {
        return Err(error::usage(format!(
            "`{}` belongs to the map; with a command, name the project by `--root {}`",
            path.display(),
            path.display()
        )));
    }
    match command {
        Command::Index(options) => index::run(global, &options, out),
        Command::Status => status::run(global, out),
        Command::Search(options) => search::run(global, &options, out),
        Command::Node(options) => node::run(global, &options, out),
        Command::Callers(options) => neighbours::callers(global, &options, out),
        Command::Callees(options) => neighbours::callees(global, &options, out),
        Command::Trace(options) => trace::run(global, &options, out),
        Command::Explore(options) => explore::run(global, &options, out),
        Command::Export(options) => export::run(global, &options, out),
        Command::Serve(options) => serve::run(global, &options),
        Command::Themes => themes::run(out),
        Command::Completions { shell } => completions::completions(shell, out),
        Command::Man { command } => completions::man(command.as_deref(), out),
    }
}

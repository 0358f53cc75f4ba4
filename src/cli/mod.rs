//! The command line: one file per subcommand.

/// Parses the arguments, dispatches, and returns the exit status: 0 done, 1 "none" or failed, 2 wrong usage.
pub fn main() -> std::process::ExitCode {
    std::process::ExitCode::SUCCESS
}

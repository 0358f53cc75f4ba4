//! Prints what Portolan extracts from one file: `cargo run --example extract FILE`. For whoever writes a language.

use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: extract FILE");
        return ExitCode::from(2);
    };
    let source = match std::fs::read(&path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let Some(language) = portolan::lang::detect(&path, source.as_bytes()) else {
        eprintln!("{path}: no language is known for this file");
        return ExitCode::FAILURE;
    };
    print!(
        "{}",
        portolan::lang::dump::dump(&portolan::lang::extract(language, &source))
    );
    ExitCode::SUCCESS
}

//! Without a command: the map; or, where no terminal can show it, an overview line by line.

use std::io::{self, IsTerminal as _};

use crate::tui;

use super::args::{Global, Map};
use super::error::{Outcome, Status, usage};
use super::out::Out;
use super::project::Project;
use super::status;

pub fn run(global: &Global, options: &Map, out: &mut Out) -> Outcome {
    let mut project = Project::locate(global, options.path.as_deref())?;
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if options.plain || out.json || dumb {
        let reader = project.reader()?;
        status::show(&project, &reader, out)?;
        return Ok(Status::Done);
    }
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(usage(
            "the map needs a terminal, and standard input or output is none; `portolan --plain` prints an overview, \
             and `portolan --help` lists the commands that print",
        ));
    }
    tui::run(tui::Options {
        root: project.root,
        db: project.db,
        theme: options.theme.clone(),
    })?;
    Ok(Status::Done)
}

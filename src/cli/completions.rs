//! `completions` and `man`: made from the table of arguments, so that they cannot drift from it.

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::text::nearest;

use super::args::Args;
use super::error::{Outcome, Status, usage};
use super::out::Out;

pub fn completions(shell: Shell, out: &mut Out) -> Outcome {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "portolan", &mut text);
    out.raw(&String::from_utf8_lossy(&text))?;
    Ok(Status::Done)
}

pub fn man(name: Option<&str>, out: &mut Out) -> Outcome {
    let mut program = Args::command();
    program.build();
    let page = match name {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command.clone().display_name(format!("portolan-{name}")),
            None => {
                let names = program.get_subcommands().map(clap::Command::get_name);
                let hint = nearest(name, names)
                    .map(|near| format!("; did you mean `{near}`?"))
                    .unwrap_or_default();
                return Err(usage(format!("no command `{name}`{hint}")));
            }
        },
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    out.raw(&String::from_utf8_lossy(&text))?;
    Ok(Status::Done)
}

//! `serve`: the map for agents, over MCP.

use crate::config::Settings;
use crate::mcp;

use super::args::{Global, Serve};
use super::error::{Outcome, Status, note, usage};
use super::project::Project;

pub fn run(global: &Global, options: &Serve) -> Outcome {
    let project = Project::locate(global, None)?;
    let (settings, problems) = Settings::load(&project.root);
    for problem in problems {
        note(&problem.to_string());
    }
    let profile = match &options.profile {
        Some(name) => settings.profile(name).map_err(|unknown| usage(unknown.to_string()))?,
        None => settings.server_profile(),
    };
    mcp::serve(project.root, project.db, profile.clone())?;
    Ok(Status::Done)
}

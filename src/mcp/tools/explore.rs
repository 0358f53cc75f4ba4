//! `explore`: the bundle, byte for byte.

use crate::config::Unit;
use crate::context::{self, Request};
use crate::mcp::answer::{Answer, LIMIT};
use crate::mcp::catalogue::Arguments;
use crate::mcp::project::{Project, ToolError};

pub(in crate::mcp) fn run(project: &Project, arguments: &Arguments) -> Result<Answer, ToolError> {
    let mut profile = project.profile().clone();
    if let Some(budget) = arguments.integer("budget") {
        profile.unit = Unit::Characters;
        profile.budget = budget as u32;
    }
    let limit = match profile.unit {
        Unit::Characters => LIMIT as u32,
        Unit::Tokens => (LIMIT as f32 / profile.chars_per_token.max(1.0)) as u32,
    };
    profile.budget = profile.budget.min(limit);
    let request = Request {
        question: arguments.text("question").to_owned(),
        profile,
        ..Request::default()
    };
    let bundle = context::build(&project.reader()?, project.root(), &request)?;
    Ok(Answer::whole(bundle.text))
}

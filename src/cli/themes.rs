//! `themes`: what the map can look like.

use serde_json::json;

use super::error::{Outcome, Status};
use super::out::Out;

pub fn run(out: &mut Out) -> Outcome {
    let names: Vec<&str> = Vec::new();
    if out.json {
        out.document(&json!({"results": names}))?;
        return Ok(Status::Done);
    }
    for name in names {
        out.line(name)?;
    }
    Ok(Status::Done)
}

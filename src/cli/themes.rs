//! `themes`: what the map can look like.

use serde_json::json;

use crate::tui::theme::{Theme, Variant};

use super::error::{Outcome, Status};
use super::out::{Out, Style, columns};

pub fn run(out: &mut Out) -> Outcome {
    let themes: Vec<Theme> = Theme::names().filter_map(Theme::shipped).collect();
    if out.json {
        let results: Vec<_> = themes
            .iter()
            .map(|theme| json!({"name": theme.name, "variant": word(theme.variant)}))
            .collect();
        out.document(&json!({"results": results}))?;
        return Ok(Status::Done);
    }
    let names = columns(themes.iter().map(|theme| theme.name.as_str()), 24);
    for theme in &themes {
        let variant = match theme.variant {
            Variant::Any => "on any background",
            Variant::Dark => "dark",
            Variant::Light => "light",
        };
        let line = format!(
            "{}  {}",
            out.pad(Style::Name, &theme.name, names),
            out.paint(Style::Dim, variant)
        );
        out.line(&line)?;
    }
    Ok(Status::Done)
}

const fn word(variant: Variant) -> &'static str {
    match variant {
        Variant::Any => "any",
        Variant::Dark => "dark",
        Variant::Light => "light",
    }
}

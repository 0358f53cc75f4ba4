//! What is asked, and one bar against the budget, in colours and in patterns.

use ratatui::layout::Rect;

use super::super::canvas::Canvas;
use super::super::words;
use crate::context;
use crate::tui::keymap::Action;
use crate::tui::scene::Target;
use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::update::bundle_title;

pub fn draw(canvas: &mut Canvas<'_>, state: &State, area: Rect) {
    let bundle = &state.bundle;
    let shown = bundle.shown.as_deref();
    request(canvas, state, area, shown);
    bar(canvas, area, shown);
    legend(canvas, area, shown);
}

/// The question or the symbols, and how much of the budget is spent.
fn request(canvas: &mut Canvas<'_>, state: &State, area: Rect, shown: Option<&context::Bundle>) {
    let bundle = &state.bundle;
    let title = bundle_title(&bundle.question, &bundle.symbols);
    let spent = shown.map_or_else(String::new, |shown| {
        format!(
            "{} of {} characters  ≈ {} tokens ",
            words::number(shown.characters),
            words::number(shown.allowed),
            words::number(shown.tokens)
        )
    });
    let stale = shown.map_or(0, |shown| shown.stale.len());
    let stale = match stale {
        0 => String::new(),
        count => format!("{} changed on disk  ", words::several(count, "file", "files")),
    };
    let working = if bundle.slow { "…  " } else { "" };
    let mut pen = canvas.pen(area, 0);
    pen.right(
        &[(working, Role::Info), (&stale, Role::Warning), (&spent, Role::Text)],
        20,
    );
    pen.skip(1);
    let from = pen.x();
    match (bundle.question.trim().is_empty(), title.is_empty()) {
        (_, true) => pen.write("a asks a question", Role::Muted),
        (true, false) => pen.write("for ", Role::Muted).write(&title, Role::Subject),
        (false, false) => pen.write("? ", Role::Accent).write(&title, Role::Subject),
    };
    pen.record(from, Target::Action(Action::Ask));
}

/// Each section's columns by the largest remainder, so that they add up.
fn columns(shown: &context::Bundle, width: u16) -> Vec<(Role, u16)> {
    let allowed = u64::from(shown.allowed.max(shown.characters).max(1));
    let width = u64::from(width);
    let mut parts: Vec<(Role, u64, u64)> = shown
        .sections
        .iter()
        .map(|part| {
            let exact = u64::from(part.characters) * width;
            (words::section(part.section).1, exact / allowed, exact % allowed)
        })
        .collect();
    // Something that is there is seen, be it ever so small.
    for (_, columns, rest) in &mut parts {
        if *columns == 0 && *rest > 0 {
            (*columns, *rest) = (1, 0);
        }
    }
    let mut used: u64 = parts.iter().map(|(_, columns, _)| columns).sum();
    while used > width {
        let Some(largest) = parts.iter_mut().max_by_key(|(_, columns, _)| *columns) else {
            break;
        };
        largest.1 -= 1;
        used -= 1;
    }
    let mut all: Vec<(Role, u16)> = parts
        .into_iter()
        .map(|(role, columns, _)| (role, u16::try_from(columns).unwrap_or(0)))
        .collect();
    all.push((Role::Free, u16::try_from(width - used).unwrap_or(0)));
    all
}

fn bar(canvas: &mut Canvas<'_>, area: Rect, shown: Option<&context::Bundle>) {
    let line = Rect {
        x: area.x + 1.min(area.width),
        width: area.width.saturating_sub(2),
        ..area
    };
    let parts = match shown {
        Some(shown) => columns(shown, line.width),
        None => vec![(Role::Free, line.width)],
    };
    let fills: Vec<(String, Role)> = parts
        .into_iter()
        .map(|(role, columns)| (canvas.theme.fill(role).to_string().repeat(usize::from(columns)), role))
        .collect();
    let mut pen = canvas.pen(line, 1);
    for (fill, role) in fills {
        pen.write(&fill, role);
    }
}

/// Sign, name, what it takes and what it may take.
fn legend(canvas: &mut Canvas<'_>, area: Rect, shown: Option<&context::Bundle>) {
    let Some(shown) = shown else { return };
    let mut parts: Vec<(String, Role, String)> = Vec::new();
    for part in &shown.sections {
        let (name, role) = words::section(part.section);
        if part.characters > 0 {
            let text = format!(
                "{name} {}/{}",
                words::number(part.characters),
                words::number(part.allowed)
            );
            parts.push((canvas.theme.fill(role).to_string(), role, text));
        }
    }
    let free = shown.allowed.saturating_sub(shown.characters);
    let sign = canvas.theme.fill(Role::Free).to_string();
    parts.push((sign, Role::Free, format!("free {}", words::number(free))));
    let mut pen = canvas.pen(area, 2);
    pen.skip(1);
    for (sign, role, text) in parts {
        if usize::from(pen.room()) < crate::text::width(&text) + 2 {
            break;
        }
        pen.write(&sign, role)
            .write(" ", role)
            .write(&text, Role::Muted)
            .write("   ", Role::Muted);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::context::{Section, SectionUse};

    fn bundle(characters: &[u32], allowed: u32) -> context::Bundle {
        let sections = [Section::Files, Section::Path, Section::Source, Section::Dependants];
        context::Bundle {
            text: String::new(),
            ledger: Vec::new(),
            line_items: Vec::new(),
            sections: sections
                .into_iter()
                .zip(characters)
                .map(|(section, characters)| SectionUse {
                    section,
                    characters: *characters,
                    allowed,
                })
                .collect(),
            characters: characters.iter().sum(),
            tokens: 0,
            allowed,
            generation: 1,
            hash: 0,
            stale: Vec::new(),
        }
    }

    proptest! {
        #[test]
        fn the_bar_is_as_wide_as_its_place(
            characters in prop::collection::vec(0u32..200_000, 0..4),
            allowed in 0u32..300_000,
            width in 0u16..400,
        ) {
            let columns = columns(&bundle(&characters, allowed), width);
            let sum: u32 = columns.iter().map(|(_, columns)| u32::from(*columns)).sum();
            prop_assert_eq!(sum, u32::from(width));
        }
    }
}

//! What stands where there is nothing: why, and what can be done.

use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::chrome;
use super::source::inset;
use super::words;
use crate::graph::NodeKind;
use crate::index::Progress;
use crate::tui::state::{Live, Side, State, Subject};
use crate::tui::theme::Role;

pub fn sentence(canvas: &mut Canvas<'_>, area: Rect, text: &str) {
    canvas.wrap(inset(area), text, Role::Muted);
}

/// No callers, or no callees.
pub fn tree(canvas: &mut Canvas<'_>, state: &State, area: Rect, side: Side) {
    let explore = &state.explore;
    let tree = explore.tree(side);
    let filter = &explore.filter;
    let hidden = tree.count();
    let container = explore.is_container();
    let kind = explore.subject.as_ref().map(|subject| subject.node.kind);
    let text = match side {
        _ if hidden > 0 && filter.min_confidence > 0.0 => {
            format!(
                "All {} are less certain than {}. C shows them.",
                words::count(hidden),
                words::confidence(filter.min_confidence)
            )
        }
        Side::Callees if !filter.externals && tree.external_count() > 0 => {
            "Calls only what belongs to libraries. A full stop (.) shows it.".to_owned()
        }
        Side::Callers if matches!(kind, Some(NodeKind::Directory)) => {
            "Choose a file or a symbol to see who uses it: ⏎ enters, / searches.".to_owned()
        }
        Side::Callers if matches!(kind, Some(NodeKind::File | NodeKind::Module | NodeKind::Namespace)) => {
            "Nothing in the project imports it.".to_owned()
        }
        Side::Callers if container => "Nothing in the project names it.".to_owned(),
        Side::Callers => "Nothing in the project calls it: an entry point, called from outside, found by name at run \
                          time, or no longer needed."
            .to_owned(),
        Side::Callees if container => "It calls nothing itself: look at its members.".to_owned(),
        Side::Callees => "It calls nothing.".to_owned(),
    };
    sentence(canvas, area, &text);
}

pub fn outline(canvas: &mut Canvas<'_>, state: &State, subject: &Subject, area: Rect) {
    let text = match (subject.is_home(), subject.node.kind) {
        (true, _) if state.project.progress.is_some() => "The project is being read for the first time.",
        (true, _) => "No source files were found here. `portolan status` tells what was left out and why.",
        (false, NodeKind::File) => "No symbols were found in this file.",
        (false, _) => "It has no members.",
    };
    sentence(canvas, area, text);
}

/// Before there is anything to show.
pub fn first_run(canvas: &mut Canvas<'_>, state: &State, body: Rect) {
    let project = &state.project;
    let width = body.width.saturating_sub(8).min(72);
    let area = Rect {
        x: body.x + (body.width - width) / 2,
        y: body.y + body.height / 3,
        width,
        height: body.height - body.height / 3,
    };
    let below = |rows: u16| Rect {
        y: area.y + rows.min(area.height),
        height: area.height.saturating_sub(rows),
        ..area
    };
    let failed = match (&project.live, &project.broken) {
        (Live::Failed(why), _) => Some(why),
        (Live::Starting, Some(_)) | (_, None) => None,
        (_, Some(why)) => Some(why),
    };
    if let Some(why) = failed.filter(|_| project.progress.is_none()) {
        canvas.write(area, 0, "There is no map to show.", Role::Subject);
        let rows = canvas.wrap(below(2), why, Role::Error);
        canvas.wrap(below(3 + rows), "q leaves.", Role::Muted);
        return;
    }
    canvas.write(area, 0, &format!("Charting {}", project.name), Role::Subject);
    canvas.write(below(1), 0, &project.root, Role::Muted);
    if let Some(progress) = project.progress {
        gauge(canvas, below(3), progress);
        canvas.write(below(4), 0, &chrome::progress_words(progress), Role::Muted);
    }
    let hint =
        "The map opens as soon as the first names are known. This is done once: later runs read only what changed.";
    canvas.wrap(below(6), hint, Role::Muted);
}

/// A bar that fills by eighths of a column.
fn gauge(canvas: &mut Canvas<'_>, area: Rect, progress: Progress) {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let (done, total) = match progress {
        Progress::Discovering(_) => (0, 1),
        Progress::Extracting { done, total } => (done * 7, total * 10),
        Progress::Resolving { done, total } => (total * 7 + done * 2, total * 10),
        Progress::Writing => (95, 100),
    };
    let width = usize::from(area.width);
    let eighths = (done * width * 8).checked_div(total).unwrap_or(0).min(width * 8);
    let mut bar = "█".repeat(eighths / 8);
    bar.push_str(EIGHTHS[eighths % 8]);
    let rest = "░".repeat(width.saturating_sub(crate::text::width(&bar)));
    let mut pen = canvas.pen(area, 0);
    pen.write(&bar, Role::Accent).write(&rest, Role::Faint);
}

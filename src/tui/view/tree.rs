//! Callers and callees.

use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::{empty, words};
use crate::graph::Edge;
use crate::query::walk::Neighbour;
use crate::tui::scene::Target;
use crate::tui::state::{Fold, Pane, Row, RowKind, Side, State, Tree, display_name};
use crate::tui::theme::Role;

/// Below this an edge is shown with its confidence.
const CERTAIN: f32 = 0.95;

pub fn draw(canvas: &mut Canvas<'_>, state: &State, area: Rect, side: Side) {
    let tree = state.explore.tree(side);
    let pane = match side {
        Side::Callers => Pane::Callers,
        Side::Callees => Pane::Callees,
    };
    if tree.rows().is_empty() {
        return empty::tree(canvas, state, area, side);
    }
    let shown = tree
        .rows()
        .iter()
        .enumerate()
        .skip(tree.list.offset)
        .take(usize::from(area.height));
    for (line, (at, row)) in (0u16..).zip(shown) {
        let place = Rect {
            y: area.y + line,
            height: 1,
            ..area
        };
        canvas.scene.record(place, Target::Row(pane, at));
        let here = at == tree.list.cursor;
        draw_row(canvas, state, tree, row, place, (pane, at), here);
        if here {
            canvas.lay(
                place,
                if state.explore.focus == pane {
                    Role::Cursor
                } else {
                    Role::CursorPassive
                },
            );
        }
    }
    scrolled(canvas, area, tree.list.offset, tree.rows().len());
}

/// How much lies above and below what is shown, as a thumb at the right edge.
pub fn scrolled(canvas: &mut Canvas<'_>, area: Rect, offset: usize, length: usize) {
    let height = usize::from(area.height);
    if length <= height || area.width == 0 || height < 2 {
        return;
    }
    let size = (height * height / length).max(1);
    let start = offset * (height - size) / (length - height).max(1);
    let x = area.x + area.width - 1;
    for line in start..(start + size).min(height) {
        let y = area.y + u16::try_from(line).unwrap_or(0);
        canvas.set(x, y, "▕", Role::Muted);
    }
}

fn draw_row(
    canvas: &mut Canvas<'_>,
    state: &State,
    tree: &Tree,
    row: &Row,
    place: Rect,
    (pane, at): (Pane, usize),
    here: bool,
) {
    let indent = 2 * row.depth.min(place.width / 4);
    let opener = Rect {
        x: place.x + indent,
        width: 3.min(place.width.saturating_sub(indent)),
        ..place
    };
    let inside = Rect {
        width: place.width.saturating_sub(1),
        ..place
    };
    for level in 0..row.depth.min(place.width / 4) {
        canvas.set(place.x + 1 + 2 * level, place.y, "│", Role::Faint);
    }
    match &row.kind {
        RowKind::Symbol(path) => {
            let Some(branch) = tree.branch(path) else { return };
            let recursive = tree.is_recursive(path);
            let (mark, role) = match (recursive, branch.open) {
                (true, _) => ("↻", Role::Recursion),
                (false, true) => ("▾", Role::Muted),
                (false, false) => ("▸", Role::Faint),
            };
            canvas.scene.record(opener, Target::Opener(pane, at));
            let site = (here && pane == state.explore.focus).then_some(tree.site);
            symbol(canvas, state, &branch.neighbour, inside, indent, (mark, role), site);
        }
        RowKind::Fold { fold, count, open } => {
            canvas.scene.record(opener, Target::Opener(pane, at));
            let (word, role) = match fold {
                Fold::Tests => ("tests", Role::Test),
                Fold::Own => ("its own members", Role::Muted),
                Fold::Externals => ("external", Role::External),
                Fold::Unknown => ("unresolved", Role::External),
            };
            let mut pen = canvas.pen(inside, 0);
            pen.skip(indent + 1).write(if *open { "▾ " } else { "▸ " }, Role::Faint);
            pen.write(word, role)
                .write(" ", role)
                .write(&words::count(*count), role);
        }
        RowKind::Unresolved { name, from, sites, .. } => {
            let sites = if *sites > 1 {
                format!(" ×{sites}")
            } else {
                String::new()
            };
            let mut pen = canvas.pen(inside, 0);
            pen.skip(indent + 3);
            pen.right(&[(&sites, Role::Muted)], 8);
            pen.right(&[(" ", Role::External), (from, Role::External)], 8);
            pen.write(name, Role::External);
        }
        RowKind::More(count) => {
            let text = format!("… {} more", words::count(*count));
            canvas.pen(inside, 0).skip(indent + 3).write(&text, Role::Muted);
        }
        RowKind::Waiting => {
            canvas.pen(inside, 0).skip(indent + 3).write("…", Role::Muted);
        }
        RowKind::Nothing => {
            let text = if pane == Pane::Callers {
                "no callers"
            } else {
                "calls nothing of the project"
            };
            canvas.pen(inside, 0).skip(indent + 3).write(text, Role::Faint);
        }
    }
}

/// `▸ fn Router::nest        mod.rs:214 ×2 ?0.4`
fn symbol(
    canvas: &mut Canvas<'_>,
    state: &State,
    neighbour: &Neighbour,
    place: Rect,
    indent: u16,
    (mark, mark_role): (&str, Role),
    site: Option<usize>,
) {
    let node = &neighbour.node;
    let (kind, kind_role) = words::kind(node.kind);
    let (before, name) = display_name(&node.qualified, &node.name, node.kind);
    let name_role = match () {
        () if state.is_marked(&node.key()) => Role::Marked,
        () if node.is_test() => Role::Test,
        () if neighbour.confidence < Edge::CERTAIN => Role::Candidate,
        () => Role::Text,
    };
    let sites = match (neighbour.edges.len(), site) {
        (0 | 1, _) => String::new(),
        (count, Some(at)) => format!(" {}/{count}", at % count + 1),
        (count, None) => format!(" ×{count}"),
    };
    let confidence = match neighbour.confidence {
        sure if sure >= CERTAIN => String::new(),
        unsure if unsure < Edge::CERTAIN => format!(" ?{}", words::confidence(unsure)),
        fair => format!(" {}", words::confidence(fair)),
    };
    let confidence_role = if neighbour.confidence < Edge::CERTAIN {
        Role::Candidate
    } else {
        Role::Muted
    };
    let file = node.file.rsplit('/').next().unwrap_or_default();
    let place_word = format!(
        " {file}:{}",
        neighbour.edges.first().map_or(node.line, |edge| edge.site.line)
    );
    let relation = relation(neighbour);
    let marked = if state.is_marked(&node.key()) { "◆" } else { " " };

    let mut pen = canvas.pen(place, 0);
    pen.skip(indent)
        .write(marked, Role::Marked)
        .write(mark, mark_role)
        .write(" ", mark_role);
    pen.write(kind, kind_role).skip(1);
    let wanted = u16::try_from(crate::text::width(before) + crate::text::width(name)).unwrap_or(u16::MAX);
    pen.right(&[(&confidence, confidence_role)], 8);
    pen.right(&[(&sites, Role::Muted)], 8);
    pen.right(&[(" ", Role::Muted), (relation, Role::Muted)], wanted.min(12));
    pen.right(&[(&place_word, Role::Faint)], wanted);
    // Where both do not fit, the name itself is worth more than its container.
    if usize::from(pen.room()) >= crate::text::width(before) + crate::text::width(name) {
        pen.write(before, Role::Muted);
    }
    pen.write(name, name_role);
}

/// What the relation is, where it is no plain call.
fn relation(neighbour: &Neighbour) -> &'static str {
    use crate::graph::EdgeKind;
    let is = |kind| neighbour.edges.iter().any(|edge| edge.kind == kind);
    match () {
        () if is(EdgeKind::Calls) => "",
        () if is(EdgeKind::Instantiates) => "makes",
        () if is(EdgeKind::Handles) => "handles",
        () if is(EdgeKind::Registers) => "registers",
        () if is(EdgeKind::Overrides) => "overrides",
        () if is(EdgeKind::Extends) => "extends",
        () if is(EdgeKind::Implements) => "implements",
        () if is(EdgeKind::Imports) => "imports",
        () if is(EdgeKind::Exports) => "exports",
        () if is(EdgeKind::Returns) => "returns",
        () if is(EdgeKind::TypeOf) => "type",
        () if is(EdgeKind::Decorates) => "decorates",
        () => "names",
    }
}

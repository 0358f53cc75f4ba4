//! The outline of a container, and what is related to the subject by other edges than calls.

use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::tree::scrolled;
use super::{empty, words};
use crate::graph::{Edge, NodeKind};
use crate::tui::scene::Target;
use crate::tui::state::{List, Member, Pane, Relation, State, Subject, display_name};
use crate::tui::theme::Role;

/// Draws the visible rows of a list and its cursor.
fn rows<T>(
    canvas: &mut Canvas<'_>,
    state: &State,
    area: Rect,
    (pane, list, items): (Pane, List, &[T]),
    draw: impl Fn(&mut Canvas<'_>, Rect, &T),
) {
    let shown = items
        .iter()
        .enumerate()
        .skip(list.offset)
        .take(usize::from(area.height));
    for (line, (at, item)) in (0u16..).zip(shown) {
        let place = Rect {
            y: area.y + line,
            height: 1,
            ..area
        };
        canvas.scene.record(place, Target::Row(pane, at));
        let inside = Rect {
            width: place.width.saturating_sub(1),
            ..place
        };
        draw(canvas, inside, item);
        if at == list.cursor {
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
    scrolled(canvas, area, list.offset, items.len());
}

/// Members with signature, visibility and line.
pub fn outline(canvas: &mut Canvas<'_>, state: &State, subject: &Subject, area: Rect) {
    if subject.members.is_empty() {
        return empty::outline(canvas, state, subject, area);
    }
    let list = state.explore.outline;
    rows(
        canvas,
        state,
        area,
        (Pane::Outline, list, &subject.members),
        |canvas, place, member| {
            outline_row(canvas, state, subject, place, member);
        },
    );
}

fn outline_row(canvas: &mut Canvas<'_>, state: &State, subject: &Subject, place: Rect, member: &Member) {
    let node = &member.node;
    let (kind, kind_role) = words::kind(node.kind);
    let own = node.id == subject.node.id;
    let marked = state.is_marked(&node.key());
    let role = match () {
        () if marked => Role::Marked,
        () if own => Role::Subject,
        () if node.is_test() => Role::Test,
        () => Role::Text,
    };
    let lines = match node.end_line.saturating_sub(node.line) + 1 {
        _ if matches!(node.kind, NodeKind::File | NodeKind::Directory) => String::new(),
        1 => format!(" {}", node.line),
        lines => format!(" {lines} lines  {}", node.line),
    };
    let wide = place.width >= 48;
    let mut pen = canvas.pen(place, 0);
    let sign = if marked {
        "◆"
    } else {
        words::visibility_sign(node.visibility)
    };
    pen.skip(1 + 2 * u16::from(member.depth).min(place.width / 8));
    pen.write(sign, if marked { Role::Marked } else { Role::Faint }).skip(1);
    pen.write(kind, kind_role).skip(1);
    if wide {
        pen.right(&[(&lines, Role::Faint)], 20);
    }
    let after = node
        .signature
        .split_once(node.name.as_str())
        .map_or("", |(_, after)| after);
    pen.write(&node.name, role);
    pen.write(after, Role::Muted);
}

/// Types, supertypes, subtypes, imports.
pub fn relations(canvas: &mut Canvas<'_>, state: &State, subject: &Subject, area: Rect) {
    if subject.relations.is_empty() {
        let text = match subject.is_container() {
            true if subject.is_home() => "The most used symbols stand here once edges are known.",
            true if state.explore.is_directory() => "⏎ or l enters, h goes up.",
            true => "Extends nothing, and nothing implements, extends or imports it.",
            false => "No type of the project stands in its signature or body.",
        };
        return empty::sentence(canvas, area, text);
    }
    let list = state.explore.relations;
    rows(
        canvas,
        state,
        area,
        (Pane::Relations, list, &subject.relations),
        |canvas, place, relation| {
            relation_row(canvas, state, place, relation);
        },
    );
}

fn relation_row(canvas: &mut Canvas<'_>, state: &State, place: Rect, relation: &Relation) {
    let node = &relation.node;
    let (kind, kind_role) = words::kind(node.kind);
    let (before, name) = display_name(&node.qualified, &node.name, node.kind);
    let unsure = relation.confidence < Edge::CERTAIN;
    let confidence = match unsure {
        true => format!(" ?{}", words::confidence(relation.confidence)),
        false => String::new(),
    };
    let role = match () {
        () if state.is_marked(&node.key()) => Role::Marked,
        () if unsure => Role::Candidate,
        () => Role::Text,
    };
    let mut pen = canvas.pen(place, 0);
    pen.skip(1).write(kind, kind_role).skip(1);
    pen.right(&[(&confidence, Role::Candidate)], 8);
    pen.right(&[(" ", Role::Faint), (&relation.label, Role::Faint)], 10);
    if usize::from(pen.room()) >= crate::text::width(before) + crate::text::width(name) {
        pen.write(before, Role::Muted);
    }
    pen.write(name, role);
}

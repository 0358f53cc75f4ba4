//! Going to a symbol, and back.

use std::sync::Arc;

use super::{Effect, PATIENCE, Timer, Want, live, motion};
use crate::tui::state::{
    Errand, Explore, List, Mark, Overlay, Pane, Place, RowKind, Side, State, Subject, Ticket, Tree, Workspace,
};

/// Asks for the project itself.
pub fn home(state: &mut State, out: &mut Vec<Effect>) {
    ask(state, Want::Home, Errand::Visit, out);
}

/// Asks for a symbol as a new place.
pub fn to(state: &mut State, mark: Mark, out: &mut Vec<Effect>) {
    state.workspace = Workspace::Explore;
    ask(state, Want::Symbol(mark), Errand::Visit, out);
}

/// Asks for the same subject again.
pub fn refresh(state: &mut State, out: &mut Vec<Effect>) {
    let want = match (&state.explore.subject, state.explore.history.current()) {
        (Some(subject), _) if subject.is_home() => Want::Home,
        (Some(subject), _) => Want::Symbol(Mark::of(&subject.node)),
        (None, _) => return home(state, out),
    };
    // A visit under way is asked for anew instead: it would only bring the old generation.
    if state.explore.asked.is_none_or(|(_, errand)| errand == Errand::Refresh) {
        ask(state, want, Errand::Refresh, out);
    }
}

fn ask(state: &mut State, want: Want, errand: Errand, out: &mut Vec<Effect>) {
    leave(&mut state.explore);
    let ticket = state.ticket();
    state.explore.asked = Some((ticket, errand));
    out.push(Effect::Subject { ticket, want });
    out.push(Effect::After {
        milliseconds: PATIENCE,
        timer: Timer::Subject(ticket),
    });
}

/// Remembers where the cursor was.
fn leave(explore: &mut Explore) {
    let (focus, row) = (explore.focus, explore.row_identity());
    let line = u32::try_from(explore.source.cursor).unwrap_or(0) + 1;
    if let Some(place) = explore.history.current_mut() {
        place.focus = focus;
        place.row = row;
        place.line = line;
    }
}

/// Enter: the row becomes the subject, a fold opens, a line of source leads to what it calls.
pub fn go(state: &mut State, out: &mut Vec<Effect>) {
    if state.explore.focus == Pane::Source {
        return follow_line(state, out);
    }
    if let Some(mark) = state.explore.row_mark() {
        return to(state, mark, out);
    }
    let folded = state
        .explore
        .focused_side()
        .and_then(|side| state.explore.tree(side).row())
        .is_some_and(|row| matches!(row.kind, RowKind::Fold { .. }));
    if folded {
        super::branch::toggle(state, out);
    }
}

/// To what is called on the cursor's line; where there are several, to the first of them in the callees.
fn follow_line(state: &mut State, out: &mut Vec<Effect>) {
    let Some(subject) = state.explore.subject.clone() else {
        return;
    };
    let line = u32::try_from(state.explore.source.cursor)
        .unwrap_or(u32::MAX)
        .saturating_add(1);
    let here = |file: &str, at: u32| at == line && file == subject.node.file;
    let mut called: Vec<Mark> = Vec::new();
    for row in &subject.callees.rows {
        if row.edges.iter().any(|edge| here(&edge.file, edge.site.line)) {
            called.push(Mark::of(&row.node));
        }
    }
    if called.is_empty() {
        let related = subject
            .relations
            .iter()
            .filter(|relation| here(&relation.file, relation.line));
        called.extend(related.map(|relation| Mark::of(&relation.node)).take(1));
    }
    match called.as_slice() {
        [] => state.inform("nothing of the project is called on this line"),
        [only] => to(state, only.clone(), out),
        [first, ..] => {
            motion::focus(state, Pane::Callees);
            state.explore.callees.hold(&first.key);
        }
    }
}

/// One place back (-1) or forward (1).
pub fn step(state: &mut State, by: isize, out: &mut Vec<Effect>) {
    jump(state, state.explore.history.at().saturating_add_signed(by), out);
}

/// To the place of the history with this number.
pub fn jump(state: &mut State, at: usize, out: &mut Vec<Effect>) {
    let Some(place) = state.explore.history.places().get(at) else {
        return;
    };
    let want = match place.mark.file.is_empty() {
        true => Want::Home,
        false => Want::Symbol(place.mark.clone()),
    };
    ask(state, want, Errand::Return(at), out);
}

/// The list of places, the present one chosen; the latest stands on top.
pub fn list(state: &mut State) {
    let history = &state.explore.history;
    let cursor = history.places().len().saturating_sub(history.at() + 1);
    state.overlay = Some(Overlay::History(List { cursor, offset: 0 }));
}

/// Up to what contains the subject; from the topmost to the project.
pub fn container(state: &mut State, out: &mut Vec<Effect>) {
    let Some(subject) = &state.explore.subject else { return };
    match subject.ancestors.last() {
        Some(above) => to(state, Mark::of(above), out),
        None => home(state, out),
    }
}

/// The answer has come.
pub fn arrive(state: &mut State, ticket: Ticket, result: Result<Option<Arc<Subject>>, String>, out: &mut Vec<Effect>) {
    let Some((_, errand)) = state.explore.asked.filter(|(asked, _)| *asked == ticket) else {
        return;
    };
    state.explore.asked = None;
    state.explore.slow = false;
    match result {
        Ok(Some(subject)) => {
            state.project.broken = None;
            show(state, subject, errand, out);
            live::show_hubs(state);
        }
        Ok(None) if errand == Errand::Refresh => state.explore.vanished = true,
        Ok(None) => state.complain("this symbol is no longer in the graph: it was renamed, moved or deleted"),
        // Before the first index is done there is nothing to open: the progress says it better.
        Err(why) if state.explore.subject.is_none() => state.project.broken = Some(why),
        Err(why) => state.complain(why),
    }
}

fn show(state: &mut State, subject: Arc<Subject>, errand: Errand, out: &mut Vec<Effect>) {
    if errand == Errand::Refresh {
        return replace(state, subject, out);
    }
    let explore = &mut state.explore;
    let filter = explore.filter.clone();
    explore.callers = Tree::new(&subject.node, subject.callers.clone(), &filter);
    explore.callees = Tree::new(&subject.node, subject.callees.clone(), &filter);
    let own = subject
        .members
        .iter()
        .position(|member| member.node.id == subject.node.id);
    explore.outline = List {
        cursor: own.unwrap_or(0),
        offset: 0,
    };
    explore.relations = List::default();
    explore.spot = None;
    explore.vanished = false;
    explore.peek = false;
    explore.subject = Some(Arc::clone(&subject));
    let first = match explore.is_container() && !subject.members.is_empty() {
        true => Pane::Outline,
        false => Pane::Source,
    };
    match errand {
        Errand::Return(at) => {
            let place = explore.history.jump(at).cloned();
            motion::focus(state, place.as_ref().map_or(first, |place| place.focus));
            if let Some(place) = place {
                come_back(state, &place);
            }
        }
        Errand::Visit | Errand::Refresh => {
            explore.history.push(Place {
                mark: Mark::of(&subject.node),
                focus: first,
                row: None,
                line: subject.node.line,
            });
            motion::focus(state, first);
            if first == Pane::Source {
                // At a new symbol the keys to its callers and callees lead there, whatever was looked at before.
                state.explore.left = Pane::Callers;
                state.explore.right = Pane::Callees;
            }
        }
    }
}

/// The cursor is where it was when the place was left.
fn come_back(state: &mut State, place: &Place) {
    if let Some(row) = &place.row {
        state.explore.hold(row);
    }
    if place.focus == Pane::Source {
        state.explore.spot = state.explore.wanted_spot();
        let line = usize::try_from(place.line).unwrap_or(0).saturating_sub(1);
        let rows = crate::tui::geometry::explore_rows(state, Pane::Source);
        state.explore.source = List {
            cursor: line,
            offset: line.saturating_sub(rows / 3),
        };
    }
}

/// The same subject after a re-index: cursors stay on their things, opened branches are asked for anew.
fn replace(state: &mut State, subject: Arc<Subject>, out: &mut Vec<Effect>) {
    let explore = &mut state.explore;
    let rows = [Pane::Outline, Pane::Relations].map(|pane| {
        let held = explore.focus;
        explore.focus = pane;
        let identity = explore.row_identity();
        explore.focus = held;
        (pane, identity)
    });
    let moved = explore
        .subject
        .as_ref()
        .map_or(0, |old| i64::from(subject.node.line) - i64::from(old.node.line));
    let filter = explore.filter.clone();
    let key = subject.node.key();
    let open = [
        (Side::Callers, explore.callers.refresh(subject.callers.clone(), &filter)),
        (Side::Callees, explore.callees.refresh(subject.callees.clone(), &filter)),
    ];
    explore.subject = Some(subject);
    explore.vanished = false;
    // The source stays where it is relative to the symbol, though lines came or went above it.
    let shift = isize::try_from(moved).unwrap_or(0);
    explore.source.cursor = explore.source.cursor.saturating_add_signed(shift);
    explore.source.offset = explore.source.offset.saturating_add_signed(shift);
    for (pane, identity) in rows {
        let held = explore.focus;
        explore.focus = pane;
        if let Some(identity) = identity {
            explore.hold(&identity);
        }
        explore.focus = held;
    }
    let wanted = explore.wanted_spot();
    if let (Some(spot), Some(wanted)) = (&mut explore.spot, wanted)
        && (&spot.owner, &spot.file, spot.line.is_some()) == (&wanted.owner, &wanted.file, wanted.line.is_some())
    {
        *spot = wanted;
    }
    for (side, identities) in open {
        for identity in identities {
            let tree = state.explore.tree(side);
            let mark = tree
                .rows()
                .iter()
                .find(|row| row.identity == identity)
                .and_then(|row| match &row.kind {
                    RowKind::Symbol(path) => tree.branch(path).map(|branch| Mark::of(&branch.neighbour.node)),
                    _ => None,
                });
            if let Some(symbol) = mark {
                out.push(Effect::Neighbours {
                    subject: key.clone(),
                    side,
                    identity,
                    symbol,
                });
            }
        }
    }
}

//! The search: what is typed, how it was understood, what fits, and a look at what is chosen.

use ratatui::layout::Rect;
use unicode_segmentation::UnicodeSegmentation;

use super::canvas::{Canvas, Pen};
use super::popups::input_line;
use super::source::{self, Look};
use super::tree::scrolled;
use super::{empty, words};
use crate::query::search::{Hit, Query};
use crate::tui::geometry;
use crate::tui::scene::Target;
use crate::tui::state::{Fitting, Mark, Spot, State, display_name};
use crate::tui::theme::Role;

/// Columns of the word for the kind.
const KIND: u16 = 10;

pub fn draw(canvas: &mut Canvas<'_>, state: &State) {
    let areas = geometry::search(state.size);
    canvas.frame(areas.frame, "search");
    let search = &state.search;
    input_line(canvas, areas.input, "❯ ", &search.input);
    note(canvas, state, areas.note);
    let rule = Rect {
        y: areas.note.y + 1,
        height: 1,
        ..areas.note
    };
    if areas.list.y > rule.y {
        for x in rule.x..rule.x + rule.width {
            canvas.set(x, rule.y, "─", Role::PopupRule);
        }
    }
    list(canvas, state, areas.list);
    if let Some(preview) = areas.preview {
        let beside = preview.x > areas.list.x;
        if beside {
            for y in areas.list.y..areas.list.y + areas.list.height {
                canvas.set(preview.x.saturating_sub(1), y, "│", Role::PopupRule);
            }
        }
        preview_of(canvas, state, preview, beside);
    }
}

/// What was understood of the filters, what was not, and how many fit.
fn note(canvas: &mut Canvas<'_>, state: &State, area: Rect) {
    let search = &state.search;
    let total = words::count(search.total);
    let count = match search.count() - search.offered_count() {
        _ if search.failed.is_some() => String::new(),
        _ if search.slow => format!("… of {total} "),
        found => format!("{} of {total} ", words::count(found)),
    };
    let mut pen = canvas.pen(area, 0);
    pen.right(&[(&count, Role::Muted)], 16);
    pen.skip(2);
    if let Some(problem) = search.query.problems.first() {
        pen.write(problem, Role::Warning);
        return;
    }
    let filters = understood(&search.query);
    if filters.is_empty() {
        let hint = match search.input.is_empty() {
            true => "filters: kind:fn  in:Container  path:src/  lang:rust  'exact  ^prefix  !not",
            false => "",
        };
        pen.write(hint, Role::Faint);
        return;
    }
    for (what, value) in filters {
        pen.write(what, Role::Muted)
            .write(" ", Role::Muted)
            .write(&value, Role::Info)
            .write("  ", Role::Muted);
    }
}

/// The filters of a query, in words.
fn understood(query: &Query) -> Vec<(&'static str, String)> {
    let kinds: Vec<&str> = query.kinds.iter().map(|kind| words::kind_name(*kind)).collect();
    let parts = [
        ("kind", kinds.join(" or ")),
        ("within", query.container.join(" and ")),
        ("path", query.paths.join(" and ")),
        ("language", query.languages.join(" or ")),
        ("with", query.exact.join(" and ")),
        ("begins with", query.prefix.join(" and ")),
        ("without", query.not.join(" or ")),
    ];
    parts.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}

fn list(canvas: &mut Canvas<'_>, state: &State, area: Rect) {
    let search = &state.search;
    if let Some(why) = &search.failed {
        return empty::sentence(canvas, area, why);
    }
    if search.count() == 0 {
        let text = match (search.asked.is_some(), search.total) {
            (true, _) => return,
            (false, 0) => "No names are known yet: the project is still being read.",
            (false, _) => "Nothing fits. Fewer letters find more; a filter may be too narrow.",
        };
        return empty::sentence(canvas, area, text);
    }
    for (line, at) in (0..area.height).zip(search.list.offset..) {
        let Some(row) = search.row(at) else { break };
        let place = Rect {
            y: area.y + line,
            height: 1,
            ..area
        };
        canvas.scene.record(place, Target::OverlayRow(at));
        let inside = Rect {
            width: place.width.saturating_sub(1),
            ..place
        };
        match row {
            Fitting::Offered(mark, places) => offered_row(canvas, state, inside, mark, places),
            Fitting::Hit(hit) => hit_row(canvas, state, inside, hit),
        }
        if at == search.list.cursor {
            canvas.lay(place, Role::Cursor);
        }
    }
    scrolled(canvas, area, search.list.offset, search.count());
}

fn offered_row(canvas: &mut Canvas<'_>, state: &State, place: Rect, mark: &Mark, places: Option<u64>) {
    let why = places.map_or_else(|| "↺ ".to_owned(), |places| format!("×{places} "));
    let mut pen = canvas.pen(place, 0);
    head(&mut pen, state.is_marked(&mark.key), mark.kind);
    tail(&mut pen, &mark.file, mark.line, &mark.qualified, &mark.name, &why);
    let (before, name) = display_name(&mark.qualified, &mark.name, mark.kind);
    pen.write(before, Role::Muted).write(name, Role::Text);
}

fn hit_row(canvas: &mut Canvas<'_>, state: &State, place: Rect, hit: &Hit) {
    let marked = state.marks.iter().any(|mark| mark.id == hit.id);
    let test = hit.flags.contains(crate::graph::NodeFlags::TEST);
    let matched = canvas.style(Role::Matched);
    let mut pen = canvas.pen(place, 0);
    head(&mut pen, marked, hit.kind);
    tail(&mut pen, &hit.file, hit.line, &hit.qualified, &hit.name, "");
    let (before, name) = display_name(&hit.qualified, &hit.name, hit.kind);
    pen.write(before, Role::Muted);
    let role = if test { Role::Test } else { Role::Text };
    // Letter by letter, those that matched stand out.
    for (byte, grapheme) in name.grapheme_indices(true) {
        let here = u32::try_from(byte).is_ok_and(|byte| hit.matched.binary_search(&byte).is_ok());
        if pen.room() <= 1 && byte + grapheme.len() < name.len() {
            pen.write("…", role);
            break;
        }
        match here {
            true => pen.styled(grapheme, matched),
            false => pen.write(grapheme, role),
        };
    }
}

fn head(pen: &mut Pen<'_, '_>, marked: bool, kind: crate::graph::NodeKind) {
    let (_, role) = words::kind(kind);
    pen.write(if marked { "◆" } else { " " }, Role::Marked);
    pen.write(words::kind_name(kind), role).skip(1).to(KIND);
}

/// The path at the right end, if the name leaves room for it.
fn tail(pen: &mut Pen<'_, '_>, file: &str, line: u32, qualified: &str, name: &str, mark: &str) {
    let before = crate::text::width(display_name(qualified, name, crate::graph::NodeKind::Function).0);
    let keep = u16::try_from(before + crate::text::width(name)).unwrap_or(u16::MAX);
    let room = usize::from(pen.room().saturating_sub(keep.min(pen.room() / 2)));
    let place = format!("{file}:{line}");
    let place = crate::text::truncate_start(&place, room.saturating_sub(4)).into_owned();
    if room > 14 {
        pen.right(&[("  ", Role::Faint), (mark, Role::Muted), (&place, Role::Faint)], 8);
    }
}

fn preview_of(canvas: &mut Canvas<'_>, state: &State, area: Rect, beside: bool) {
    let Some(row) = state.search.current() else { return };
    let (file, line) = (row.file().to_owned(), row.line());
    let title = Rect { height: 1, ..area };
    if !beside {
        for x in area.x..area.x + area.width {
            canvas.set(x, area.y, "─", Role::PopupRule);
        }
    }
    let mut pen = canvas.pen(title, 0);
    pen.skip(1).write_end(&format!(" {file}:{line} "), Role::Muted);
    let inside = Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(1),
        ..area
    };
    let spot = Spot {
        file: file.clone(),
        from: 1,
        to: u32::MAX,
        line: Some(line),
        owner: String::new(),
        title: String::new(),
        doc_lines: 0,
    };
    let rows = usize::from(inside.height);
    let from = crate::tui::update::preview_from(line, rows);
    source::window(canvas, state, &file, inside, from, &Look::plain(&spot));
}

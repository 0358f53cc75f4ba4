//! One symbol at each granularity that it can have, from the least text to the most.
//!
//! Invariant: every numbered line is the file's own line under its own number.

use super::prune::{Goal, head, prune};
use super::source::{Source, Sources};
use super::{Granularity, Section};
use crate::graph::{EdgeKind, Node, NodeKind};
use crate::store::{EdgeFilter, Reader, StoreError};
use crate::text::sanitize;

/// One step: the text and what it costs. The text ends with a line break.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rung {
    pub granularity: Granularity,
    pub section: Section,
    pub text: String,
    pub characters: usize,
    /// First and last line shown, where lines are shown in full.
    pub span: Option<(u32, u32)>,
}

/// Sizes of pruned versions, in characters: each about twice the one before, so that little of a budget stays unused
/// when the next is too large.
const PRUNED: &[usize] = &[500, 1_000, 2_000, 4_000, 8_000];
/// A pruned version that is nearly the whole is not worth its marks.
const NEARLY_ALL: f32 = 0.85;
/// A type with more lines than this is outlined, not shown in full.
const CONTAINER_LINES: u32 = 60;
/// Members of an outline; the rest is counted.
const MEMBERS: usize = 60;
/// Lines of a doc comment in a skeleton.
const DOC_LINES: usize = 3;
/// Names of callees in a skeleton.
const CALLS: usize = 12;

/// The rungs from the least to the most text. Empty where the source cannot be read.
pub(super) fn ladder(
    reader: &Reader,
    sources: &mut Sources<'_>,
    node: &Node,
    goal: &Goal,
    min_confidence: f32,
) -> Result<Vec<Rung>, StoreError> {
    let members = match node.kind.is_container() {
        true => reader.children(node.id)?,
        false => Vec::new(),
    };
    let calls = calls(reader, node, min_confidence)?;
    let Some(source) = sources.get(&node.file)? else {
        return Ok(Vec::new());
    };
    let (first, last) = match node.kind {
        NodeKind::File => (1, source.line_count().max(1)),
        _ => source.span(node),
    };
    let lines: Vec<String> = (first..=last).map(|line| source.line(line)).collect();
    let mut rungs = vec![signature(node, source, first, &lines)];
    rungs.push(skeleton(node, source, first, &lines, &members, &calls));
    let is_large = (node.kind.is_type() || node.kind == NodeKind::Module || node.kind == NodeKind::Namespace)
        && last - first >= CONTAINER_LINES;
    if !is_large {
        let full = full(node, first, last, &lines);
        let limits = PRUNED
            .iter()
            .filter(|limit| (**limit as f32) < full.characters as f32 * NEARLY_ALL);
        let pruned: Vec<Rung> = limits
            .map(|limit| pruned(node, first, last, &lines, goal, *limit))
            .collect();
        rungs.extend(
            pruned
                .into_iter()
                .filter(|rung| (rung.characters as f32) < full.characters as f32 * NEARLY_ALL),
        );
        rungs.push(full);
    }
    // Each step shows more and costs more: a skeleton larger than the whole is no step.
    let mut rising: Vec<Rung> = Vec::new();
    for rung in rungs {
        while rising.last().is_some_and(|before| before.characters >= rung.characters) {
            rising.pop();
        }
        rising.push(rung);
    }
    Ok(rising)
}

/// The line by which a symbol is named and no more.
pub(super) fn name(node: &Node) -> Rung {
    let text = match node.kind {
        NodeKind::File => format!("- {}\n", sanitize(&node.file, 0)),
        _ => format!(
            "- {} ({}) {}:{}\n",
            sanitize(&node.qualified, 0),
            node.kind,
            sanitize(&node.file, 0),
            node.line
        ),
    };
    rung(Granularity::Name, Section::LeftOut, text, None)
}

fn rung(granularity: Granularity, section: Section, text: String, span: Option<(u32, u32)>) -> Rung {
    Rung {
        granularity,
        section,
        characters: text.chars().count(),
        text,
        span,
    }
}

fn source_rung(granularity: Granularity, text: String, span: Option<(u32, u32)>) -> Rung {
    rung(granularity, Section::Source, text, span)
}

/// `Flask.dispatch_request · method · 1450-1478`, with what is to be said about the granularity.
fn heading(node: &Node, first: u32, last: u32, note: &str) -> String {
    let name = match node.kind {
        NodeKind::File => "file".to_owned(),
        kind => format!("{} · {kind}", sanitize(&node.qualified, 0)),
    };
    let note = if note.is_empty() {
        String::new()
    } else {
        format!(" · {note}")
    };
    match first == last {
        true => format!("{name} · {first}{note}\n"),
        false => format!("{name} · {first}-{last}{note}\n"),
    }
}

fn numbered(text: &mut String, number: u32, line: &str) {
    text.push_str(&format!("{number}\t{line}\n"));
}

fn full(node: &Node, first: u32, last: u32, lines: &[String]) -> Rung {
    let mut text = heading(node, first, last, "");
    for (number, line) in (first..).zip(lines) {
        numbered(&mut text, number, line);
    }
    source_rung(Granularity::Full, text, Some((first, last)))
}

fn pruned(node: &Node, first: u32, last: u32, lines: &[String], goal: &Goal, limit: usize) -> Rung {
    let kept = prune(lines, goal, limit);
    let mut text = heading(node, first, last, &format!("{} of {} lines", kept.len(), lines.len()));
    let mut next = 0;
    for at in kept {
        gap(&mut text, at - next);
        numbered(&mut text, first + at as u32, &lines[at]);
        next = at + 1;
    }
    gap(&mut text, lines.len() - next);
    source_rung(Granularity::Pruned, text, None)
}

fn gap(text: &mut String, lines: usize) {
    match lines {
        0 => {}
        1 => text.push_str("… 1 line\n"),
        lines => text.push_str(&format!("… {lines} lines\n")),
    }
}

/// The definition's own first line: the one that holds its name, where decorators stand before it.
fn signature(node: &Node, source: &Source, first: u32, lines: &[String]) -> Rung {
    let own = definition_line(node, source, first, lines);
    let mut text = heading(node, first, first + lines.len().saturating_sub(1) as u32, "signature");
    numbered(&mut text, own, &source.line(own));
    source_rung(Granularity::Signature, text, None)
}

fn definition_line(node: &Node, source: &Source, first: u32, lines: &[String]) -> u32 {
    let own = if source.stale { first } else { node.line };
    own.clamp(first, first + lines.len().saturating_sub(1) as u32)
}

/// A container's outline: its head and its members' first lines. Of all else: head, doc comment, and what it calls.
fn skeleton(node: &Node, source: &Source, first: u32, lines: &[String], members: &[Node], calls: &[String]) -> Rung {
    let last = first + lines.len().saturating_sub(1) as u32;
    let note = if node.kind.is_container() {
        "outline"
    } else {
        "skeleton"
    };
    let mut text = heading(node, first, last, note);
    for line in node
        .doc
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .take(DOC_LINES)
    {
        text.push_str(&format!("doc: {}\n", sanitize(line, 0)));
    }
    let mut shown = 0;
    if node.kind != NodeKind::File {
        let own = definition_line(node, source, first, lines);
        let head = head(lines).max((own - first) as usize + 1);
        for (number, line) in (first..).zip(lines).take(head).skip((own - first) as usize) {
            numbered(&mut text, number, line);
        }
        shown = first + head as u32;
    }
    let members: Vec<&Node> = members.iter().filter(|member| is_outlined(member)).collect();
    for member in members.iter().take(MEMBERS) {
        if member.file != node.file {
            text.push_str(&format!(
                "{} {}:{}\n",
                sanitize(&member.name, 0),
                sanitize(&member.file, 0),
                member.line
            ));
            continue;
        }
        let line = if source.stale {
            source.span(member).0
        } else {
            member.line
        };
        if line >= shown || line < first {
            numbered(&mut text, line, &source.line(line));
        }
    }
    if let Some(more) = members.len().checked_sub(MEMBERS).filter(|more| *more > 0) {
        text.push_str(&format!("… {more} more members\n"));
    }
    if !calls.is_empty() {
        text.push_str(&format!("calls: {}\n", calls.join(", ")));
    }
    source_rung(Granularity::Skeleton, text, None)
}

fn is_outlined(member: &Node) -> bool {
    !matches!(
        member.kind,
        NodeKind::Import | NodeKind::Export | NodeKind::Parameter | NodeKind::File
    )
}

/// Names of what a function calls, in source order, each once.
fn calls(reader: &Reader, node: &Node, min_confidence: f32) -> Result<Vec<String>, StoreError> {
    if !node.kind.is_callable() {
        return Ok(Vec::new());
    }
    let filter = EdgeFilter {
        kinds: vec![EdgeKind::Calls, EdgeKind::Instantiates],
        min_confidence,
        limit: 0,
    };
    let mut targets = Vec::new();
    for edge in reader.edges_from(node.id, &filter)? {
        if !targets.contains(&edge.target) && targets.len() < CALLS {
            targets.push(edge.target);
        }
    }
    let called = reader.nodes(&targets)?;
    Ok(called
        .iter()
        .map(|node| sanitize(&node.qualified, 0).into_owned())
        .collect())
}

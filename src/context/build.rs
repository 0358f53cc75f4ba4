//! The order of work: understand, retrieve, expand, rank, fit, write.

use std::collections::HashMap;
use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use super::candidate::{Candidate, Pool};
use super::expand::expand;
use super::files::{FileEntry, files};
use super::fit::{Item, Room, fit};
use super::page::{self, Page};
use super::question::Question;
use super::rank::Judge;
use super::retrieve::{self, Hit, Scores};
use super::source::Sources;
use super::{Bundle, Cut, Entry, Granularity, Request, Section, ladder, links, nothing};
use crate::config::{Profile, Unit};
use crate::graph::{Node, NodeId, NodeKind};
use crate::store::{FileRow, Reader, StoreError};
use crate::text::sanitize;

/// The least and the largest budget, in characters or tokens.
const BUDGETS: std::ops::RangeInclusive<u32> = 500..=1_000_000;
/// Of the whole budget, in percent: the names of all that come in. Half of the focus share at most.
const NAMES: usize = 20;
/// Of the focus share, in percent: the path at most.
const PATH: usize = 10;
/// Of what the verify share has, in percent: the dependants at most; the rest and what they leave is the evidence's.
const DEPENDANTS: usize = 60;
/// Stale files that are named; the rest is counted.
const STALE_NAMED: usize = 5;

/// Characters that each part may take.
struct Allowance {
    total: usize,
    explore: usize,
    focus: usize,
    verify: usize,
}

/// What was found, before anything is fitted.
struct Found {
    question: Question,
    scores: Scores,
    ranked: Vec<Candidate>,
    files: Vec<FileEntry>,
}

/// Makes the bundle on one generation of the graph.
pub(super) fn build(reader: &Reader, root: &Path, request: &Request) -> Result<Bundle, StoreError> {
    let generation = reader.generation()?;
    let allowance = Allowance::of(&request.profile);
    let rows = reader.files()?;
    let found = find(reader, request, &rows)?;
    let mut page = Page::default();
    let mut stale = Vec::new();
    let ledger = if found.ranked.iter().all(|candidate| candidate.barred.is_some()) && found.files.is_empty() {
        page.push(
            &nothing::nothing(reader, request, &found.question, &rows, allowance.total)?,
            None,
        );
        found
            .ranked
            .into_iter()
            .zip(1..)
            .map(|(candidate, rank)| cut_entry(candidate, rank))
            .collect()
    } else {
        write(reader, root, request, &allowance, found, &mut page, &mut stale)?
    };
    let characters = page.characters as u32;
    Ok(Bundle {
        hash: xxh3_64(page.text.as_bytes()),
        tokens: (characters as f32 / chars_per_token(&request.profile)).ceil() as u32,
        text: page.text,
        ledger,
        line_items: page.line_items,
        sections: page.sections,
        characters,
        allowed: allowance.total as u32,
        generation,
        stale,
    })
}

fn chars_per_token(profile: &Profile) -> f32 {
    profile.chars_per_token.clamp(1.5, 6.0)
}

impl Allowance {
    fn of(profile: &Profile) -> Self {
        let budget = profile.budget.clamp(*BUDGETS.start(), *BUDGETS.end());
        let total = match profile.unit {
            Unit::Characters => budget as usize,
            Unit::Tokens => (budget as f32 * chars_per_token(profile)) as usize,
        };
        let shares = &profile.shares;
        let sum = (usize::from(shares.explore) + usize::from(shares.focus) + usize::from(shares.verify)).max(1);
        let part = |share: u8| total * usize::from(share) / sum.max(100);
        Self {
            total,
            explore: part(shares.explore),
            focus: part(shares.focus),
            verify: part(shares.verify),
        }
    }
}

fn find(reader: &Reader, request: &Request, rows: &[FileRow]) -> Result<Found, StoreError> {
    let profile = &request.profile;
    let question = Question::parse(&request.question);
    let mut pool = Pool::default();
    retrieve::by_hand(reader, request, &mut pool)?;
    let named_files = match profile.channels.symbols {
        true => retrieve::named(reader, &question, rows, request, &mut pool)?,
        false => HashMap::new(),
    };
    let scores = match profile.channels.words {
        true => retrieve::words(reader, &question, rows)?,
        false => Scores::default(),
    };
    for node in reader.nodes(&best_by_words(&scores, rows, profile, question.about_tests))? {
        // A file that has symbols is found by them; its own words only add to its score.
        if node.kind != NodeKind::File || reader.children(node.id)?.is_empty() {
            pool.entry(&node);
        }
    }
    let judge = Judge::new(reader, request, &question, &scores, &named_files);
    judge.rate(&mut pool);
    expand(reader, profile, &scores, question.about_tests, &mut pool)?;
    judge.rate(&mut pool);
    let ranked = judge.rank(pool)?;
    let files = files(
        reader,
        request,
        question.about_tests,
        rows,
        &scores,
        &named_files,
        &ranked,
    )?;
    Ok(Found {
        question,
        scores,
        ranked,
        files,
    })
}

/// The symbols whose words, with those of their file, are worth most.
fn best_by_words(scores: &Scores, rows: &[FileRow], profile: &Profile, about_tests: bool) -> Vec<NodeId> {
    let is_candidate = |hit: &&Hit| {
        !matches!(
            hit.kind,
            NodeKind::Directory | NodeKind::Import | NodeKind::Export | NodeKind::Parameter
        )
    };
    let worth = |hit: &Hit| {
        let file = rows
            .get(hit.row)
            .and_then(|row| scores.files.get(&row.path))
            .copied()
            .unwrap_or_default();
        let sum = profile.weights.words * hit.score + profile.weights.file_words * file;
        sum * super::rank::factor_of(hit.flags, profile, about_tests).0
    };
    let mut hits: Vec<(f32, NodeId)> = scores
        .symbols
        .iter()
        .filter(is_candidate)
        .map(|hit| (worth(hit), hit.id))
        .collect();
    // Equal hits near the end are told apart by ids, which are stable within a generation.
    hits.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    hits.into_iter()
        .take(retrieve::WORD_CANDIDATES)
        .map(|(_, id)| id)
        .collect()
}

/// Fits and writes all sections, in their order. Returns the ledger.
fn write(
    reader: &Reader,
    root: &Path,
    request: &Request,
    allowance: &Allowance,
    found: Found,
    page: &mut Page,
    stale: &mut Vec<String>,
) -> Result<Vec<Entry>, StoreError> {
    let profile = &request.profile;
    let mut sources = Sources::new(reader, root);
    let scored: Vec<(&Node, f32)> = found
        .ranked
        .iter()
        .filter(|candidate| candidate.barred.is_none() && candidate.node.kind != NodeKind::File)
        .map(|candidate| (&candidate.node, candidate.score()))
        .collect();
    let path = fitting(
        links::path(reader, profile, &scored)?,
        allowance.focus * PATH / 100,
        page::PATH,
        true,
    );
    let listed = listed_files(&found.files, profile, allowance.explore);

    *stale = stale_files(&mut sources, &found.files, listed, &found.ranked)?;
    let notice = stale_notice(stale);
    let notice_cost = notice.chars().count();
    let list_cost = listing_cost(&found.files, listed);
    let explored = notice_cost + list_cost;
    // What one share leaves goes on to the next; what the notice takes beyond its share comes out of the next, too.
    let focus = (allowance.explore + allowance.focus).saturating_sub(explored);
    let path_cost = cost(&path);
    let names = (allowance.total * NAMES / 100).min(allowance.focus / 2);
    let room = Room {
        total: allowance.total,
        names: names.min(focus.saturating_sub(path_cost)),
        focus: focus.saturating_sub(path_cost),
    };
    let mut items = fit(found.ranked, room, profile, &mut |node| {
        ladder::ladder(reader, &mut sources, node, &found.scores.goal, profile.min_confidence)
    })?;
    // The ledger: those that are in, in order of rank, then those cut; then files that are listed and nothing more.
    items.sort_by_key(|item| (!item.is_in, item.rank));
    let place: HashMap<NodeId, u32> = items
        .iter()
        .zip(0..)
        .map(|(item, at)| (item.candidate.node.id, at))
        .collect();
    let mut next = items.len() as u32;
    let mut file_places = Vec::with_capacity(found.files.len());
    for entry in &found.files {
        file_places.push(place.get(&entry.candidate.node.id).copied().unwrap_or_else(|| {
            next += 1;
            next - 1
        }));
    }

    page.push(&notice, None);
    page.section(Section::Files, allowance.explore, |page| {
        if listed > 0 {
            page.push(page::FILES, None);
        }
        for (entry, at) in found.files.iter().zip(&file_places).take(listed) {
            page.push(&entry.text, Some(*at));
        }
    });
    page.section(Section::Path, allowance.focus * PATH / 100, |page| {
        push_lines(page, &path)
    });
    page.section(Section::Source, room.focus, |page| push_sources(page, &items));
    let names_left = room
        .focus
        .saturating_sub(page.sections.last().map_or(0, |used| used.characters as usize));
    let named_cost = cost(&left_out(&items).into_iter().map(|(line, _)| line).collect::<Vec<_>>());

    let shown: Vec<&Node> = shown_nodes(&items);
    let verify = (allowance.verify + names_left).saturating_sub(named_cost);
    let dependants = fitting(
        links::dependants(reader, profile, &shown)?,
        verify * DEPENDANTS / 100,
        page::DEPENDANTS,
        false,
    );
    page.section(Section::Dependants, verify * DEPENDANTS / 100, |page| {
        push_lines(page, &dependants)
    });
    let verify = verify.saturating_sub(cost(&dependants));
    let evidence = fitting(links::evidence(reader, profile, &shown)?, verify, page::EVIDENCE, false);
    page.section(Section::Evidence, verify, |page| push_lines(page, &evidence));
    page.section(Section::LeftOut, names_left, |page| {
        for (line, at) in left_out(&items) {
            page.push(&line, at);
        }
    });
    let mut ledger: Vec<Entry> = items.into_iter().map(item_entry).collect();
    ledger.extend(file_entries(found.files, listed, &place));
    Ok(ledger)
}

/// As many files of the list as the profile allows and the room holds.
fn listed_files(files: &[FileEntry], profile: &Profile, room: usize) -> usize {
    let mut used = page::FILES.len();
    let fits = |entry: &&FileEntry| {
        used += entry.characters;
        used <= room
    };
    files.iter().take(usize::from(profile.files)).take_while(fits).count()
}

fn listing_cost(files: &[FileEntry], listed: usize) -> usize {
    let lines: usize = files.iter().take(listed).map(|entry| entry.characters).sum();
    if listed > 0 { lines + page::FILES.len() } else { 0 }
}

/// Shown files whose content on disk is not what was indexed.
fn stale_files(
    sources: &mut Sources<'_>,
    files: &[FileEntry],
    listed: usize,
    ranked: &[Candidate],
) -> Result<Vec<String>, StoreError> {
    let listed = files
        .iter()
        .take(listed)
        .map(|entry| entry.candidate.node.file.as_str());
    let of_candidates = ranked.iter().filter(|candidate| candidate.barred.is_none()).take(40);
    let mut paths: Vec<&str> = listed
        .chain(of_candidates.map(|candidate| candidate.node.file.as_str()))
        .collect();
    paths.sort_unstable();
    paths.dedup();
    let mut stale = Vec::new();
    for path in paths {
        if sources.is_stale(path)? {
            stale.push(path.to_owned());
        }
    }
    Ok(stale)
}

fn stale_notice(stale: &[String]) -> String {
    if stale.is_empty() {
        return String::new();
    }
    let named: Vec<_> = stale.iter().take(STALE_NAMED).map(|path| sanitize(path, 0)).collect();
    let more = stale.len().saturating_sub(STALE_NAMED);
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    format!(
        "Changed since they were indexed (lines are as on disk now, relations may lag): {}{more}\n",
        named.join(", ")
    )
}

/// Lines with their heading, as many as the room holds: all or none where `whole` is asked for.
fn fitting(lines: Vec<String>, room: usize, heading: &str, whole: bool) -> Vec<String> {
    let mut used = heading.chars().count();
    let mut kept = vec![heading.to_owned()];
    let count = lines.len();
    for line in lines {
        used += line.chars().count();
        if used > room {
            break;
        }
        kept.push(line);
    }
    let is_cut = kept.len() <= count;
    if kept.len() == 1 || (whole && is_cut) {
        Vec::new()
    } else {
        kept
    }
}

fn cost(lines: &[String]) -> usize {
    lines.iter().map(|line| line.chars().count()).sum()
}

fn push_lines(page: &mut Page, lines: &[String]) {
    for line in lines {
        page.push(line, None);
    }
}

/// The sources by file, in source order within each. The best file stands first and the second best last, since readers
/// of long texts lose the middle.
fn push_sources(page: &mut Page, items: &[Item]) {
    let mut groups: Vec<(&str, Vec<(usize, &Item)>)> = Vec::new();
    for (at, item) in items.iter().enumerate().filter(|(_, item)| item.shown().is_some()) {
        let file = item.candidate.node.file.as_str();
        match groups.iter_mut().find(|(known, _)| *known == file) {
            Some((_, group)) => group.push((at, item)),
            None => groups.push((file, vec![(at, item)])),
        }
    }
    if groups.is_empty() {
        return;
    }
    page.push(page::SOURCE, None);
    let (front, mut back): (Vec<_>, Vec<_>) = groups.into_iter().enumerate().partition(|(at, _)| at % 2 == 0);
    back.reverse();
    for (_, (file, mut group)) in front.into_iter().chain(back) {
        page.push(&page::file_heading(file), None);
        group.sort_by_key(|(_, item)| (item.candidate.node.line, item.candidate.node.end_line, item.rank));
        for (at, item) in group {
            if let Some(rung) = item.shown() {
                page.push(&rung.text, Some(at as u32));
            }
        }
    }
}

/// The lines of the last section with their items: all that is in by its name alone.
fn left_out(items: &[Item]) -> Vec<(String, Option<u32>)> {
    let mut lines = Vec::new();
    for (at, item) in items
        .iter()
        .enumerate()
        .filter(|(_, item)| item.is_in && item.shown().is_none())
    {
        if lines.is_empty() {
            lines.push((page::LEFT_OUT.to_owned(), None));
        }
        lines.push((ladder::name(&item.candidate.node).text, Some(at as u32)));
    }
    lines
}

/// What is shown among the sources, best first.
fn shown_nodes(items: &[Item]) -> Vec<&Node> {
    let shown = items.iter().filter(|item| item.shown().is_some());
    shown
        .map(|item| &item.candidate.node)
        .filter(|node| node.kind != NodeKind::File)
        .collect()
}

fn item_entry(item: Item) -> Entry {
    let granularity = item.granularity();
    let (section, characters) = match item.shown() {
        Some(rung) => (Section::Source, rung.characters),
        None if item.is_in => (Section::LeftOut, ladder::name(&item.candidate.node).characters),
        None => (Section::LeftOut, 0),
    };
    Entry {
        rank: item.rank,
        score: item.candidate.score(),
        section,
        granularity,
        characters: characters as u32,
        cut: item.cut,
        next_step: item.next_step,
        clues: item.candidate.clues,
        node: item.candidate.node,
    }
}

fn cut_entry(candidate: Candidate, rank: u32) -> Entry {
    Entry {
        rank,
        score: candidate.score(),
        section: Section::LeftOut,
        granularity: None,
        characters: 0,
        cut: candidate.barred,
        next_step: None,
        clues: candidate.clues,
        node: candidate.node,
    }
}

/// Files of the list that are no items themselves.
fn file_entries(files: Vec<FileEntry>, listed: usize, items: &HashMap<NodeId, u32>) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (entry, at) in files.into_iter().zip(0..) {
        if items.contains_key(&entry.candidate.node.id) {
            continue;
        }
        let is_listed = at < listed;
        let rank = at as u32 + 1;
        let cutoff = listed as u32;
        entries.push(Entry {
            rank,
            score: entry.candidate.score(),
            section: Section::Files,
            granularity: is_listed.then_some(Granularity::Name),
            characters: if is_listed { entry.characters as u32 } else { 0 },
            cut: (!is_listed).then_some(Cut::LowRank { rank, cutoff }),
            next_step: (!is_listed).then_some(entry.characters as u32),
            clues: entry.candidate.clues,
            node: entry.candidate.node,
        });
    }
    entries
}

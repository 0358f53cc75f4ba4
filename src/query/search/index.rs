//! All names of one generation of the graph, in memory, and the search over them.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use fuzzy_matcher::skim::SkimMatcherV2;

use crate::graph::{NodeFlags, NodeId, NodeKind};
use crate::query::name;
use crate::store::{Reader, StoreError};
use crate::text::{edit_distance, tolerance};

use super::pattern::letter_set;
use super::scan::{Scan, demotion, is_in_one_piece};
use super::{Hit, Query};

/// Rows that a thread takes at a time; between two takes it asks whether to go on.
const CHUNK: usize = 8_192;

/// All names of one generation of the graph. About 120 bytes a symbol.
pub struct Index {
    pub(super) rows: Vec<Row>,
    /// Of each row's name and of its container: beside the rows, since most rows are passed over by these alone.
    pub(super) letters: Vec<[u64; 2]>,
    /// The qualified names, and simple names that are not the end of theirs.
    text: String,
    pub(super) paths: Vec<String>,
    /// Of each path.
    pub(super) languages: Vec<String>,
    pub(super) matcher: SkimMatcherV2,
}

/// One symbol; its names are ranges of [`Index::text`].
pub(super) struct Row {
    pub id: NodeId,
    qualified: (u32, u32),
    name: (u32, u32),
    pub file: u32,
    pub line: u32,
    pub flags: NodeFlags,
    pub kind: NodeKind,
}

/// A row and how good it is: higher is better, then the earlier row.
type Scored = (i64, Reverse<u32>);

/// What one thread found.
#[derive(Default)]
pub(super) struct Found {
    pub hits: Vec<Scored>,
    /// Rows some of whose words may fit by their letters in order.
    pub maybe: Vec<u32>,
}

impl Index {
    pub fn load(reader: &Reader) -> Result<Self, StoreError> {
        let (mut names, paths) = reader.names()?;
        // Row ids differ between two graphs of one tree; the order of equally good hits must not.
        let path_of = |file: u32| paths.get(file as usize).map_or("", String::as_str);
        names.sort_by(|a, b| (path_of(a.file), a.line, &a.qualified).cmp(&(path_of(b.file), b.line, &b.qualified)));
        let mut languages: HashMap<String, String> = reader
            .files()?
            .into_iter()
            .map(|file| (file.path, file.language))
            .collect();
        let mut text = String::new();
        let mut rows = Vec::with_capacity(names.len());
        let mut letters = Vec::with_capacity(names.len());
        for row in names {
            let qualified = push(&mut text, &row.qualified);
            let name = match row.qualified.ends_with(&row.name) {
                true => (qualified.1 - row.name.len() as u32, qualified.1),
                false => push(&mut text, &row.name),
            };
            let container = row.qualified.strip_suffix(&row.name).unwrap_or(&row.qualified);
            letters.push([letter_set(&row.name), letter_set(container)]);
            rows.push(Row {
                id: row.id,
                qualified,
                name,
                file: row.file,
                line: row.line,
                flags: row.flags,
                kind: row.kind,
            });
        }
        text.shrink_to_fit();
        Ok(Self {
            rows,
            letters,
            text,
            languages: paths
                .iter()
                .map(|path| languages.remove(path).unwrap_or_default())
                .collect(),
            paths,
            matcher: SkimMatcherV2::default().ignore_case(),
        })
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The best `limit` hits. `go_on` is asked between chunks; when it says no, `None` is returned.
    ///
    /// An empty query fits everything.
    pub fn search(&self, query: &Query, limit: usize, go_on: &(dyn Fn() -> bool + Sync)) -> Option<Vec<Hit>> {
        let scan = Scan::new(self, query);
        let mut found = self.each_chunk(self.rows.len(), limit, go_on, |row, found| scan.visit(row, found))?;
        // The letters in order are the lowest tier: where one word is sought and better hits abound, they are not needed.
        if found.hits.len() < limit || scan.words.len() > 1 {
            let maybe = std::mem::take(&mut found.maybe);
            let fuzzy = self.each_chunk(maybe.len(), limit, go_on, |at, found| {
                let row = maybe[at as usize];
                found
                    .hits
                    .extend(scan.fuzzy_score(row).map(|score| (score, Reverse(row))));
            })?;
            found.hits.extend(fuzzy.hits);
        }
        found.hits.sort_unstable_by(|a, b| b.cmp(a));
        found.hits.truncate(limit);
        Some(
            found
                .hits
                .iter()
                .map(|(score, Reverse(row))| scan.hit(*row, *score))
                .collect(),
        )
    }

    /// Names that a mistyped one was probably meant to be, best first, each qualified name once.
    pub fn similar(&self, text: &str, limit: usize) -> Vec<Hit> {
        let asked = name::parts(text);
        let Some(last) = asked.last() else {
            return Vec::new();
        };
        let allowed = tolerance(last);
        let mut near: Vec<(usize, u32)> = Vec::new();
        for (row, [letters, _]) in (0u32..).zip(&self.letters) {
            // Each step changes at most two letters of the set.
            if (letters ^ letter_set(last)).count_ones() as usize <= 2 * allowed {
                near.extend(edit_distance(last, self.name(row), allowed).map(|steps| (steps, row)));
            }
        }
        near.sort_by_key(|(steps, row)| (*steps, demotion(&self.rows[*row as usize]), *row));
        let mut seen = HashSet::new();
        let nothing = Query::default();
        let scan = Scan::new(self, &nothing);
        let hits = near.into_iter().map(|(steps, row)| scan.hit(row, -(steps as i64)));
        let mut hits: Vec<Hit> = hits
            .filter(|hit| seen.insert(hit.qualified.clone()))
            .take(limit)
            .collect();
        if hits.is_empty() {
            let query = Query {
                fuzzy: vec![(*last).to_owned()],
                ..Query::default()
            };
            hits = self.search(&query, limit * 4, &|| true).unwrap_or_default();
            // Letters somewhere in a long name are no likeness.
            hits.retain(|hit| is_in_one_piece(hit.score));
            hits.retain(|hit| seen.insert(hit.qualified.clone()));
            hits.truncate(limit);
        }
        hits
    }

    /// Runs `visit` over `0..count` in chunks on every core and gathers the best. `None` when told to stop.
    ///
    /// On threads of its own rather than on the pool that indexing fills: a keystroke does not wait for a file.
    fn each_chunk(
        &self,
        count: usize,
        limit: usize,
        go_on: &(dyn Fn() -> bool + Sync),
        visit: impl Fn(u32, &mut Found) + Sync,
    ) -> Option<Found> {
        let next = AtomicUsize::new(0);
        let stopped = AtomicBool::new(false);
        let work = || {
            let mut found = Found::default();
            loop {
                let start = next.fetch_add(CHUNK, Ordering::Relaxed);
                if start >= count {
                    return found;
                }
                if !go_on() {
                    stopped.store(true, Ordering::Relaxed);
                    next.store(count, Ordering::Relaxed);
                    return found;
                }
                for at in start..(start + CHUNK).min(count) {
                    visit(at as u32, &mut found);
                }
                keep_best(&mut found.hits, limit);
            }
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let helpers = cores.min(count.div_ceil(CHUNK)).saturating_sub(1);
        let mut all = std::thread::scope(|scope| {
            let others: Vec<_> = (0..helpers).map(|_| scope.spawn(work)).collect();
            let mut all = work();
            for other in others {
                let Ok(found) = other.join() else { continue };
                all.hits.extend(found.hits);
                all.maybe.extend(found.maybe);
            }
            all
        });
        keep_best(&mut all.hits, limit);
        (!stopped.into_inner()).then_some(all)
    }

    pub(super) fn name(&self, row: u32) -> &str {
        let (start, end) = self.rows[row as usize].name;
        &self.text[start as usize..end as usize]
    }

    pub(super) fn qualified(&self, row: u32) -> &str {
        let (start, end) = self.rows[row as usize].qualified;
        &self.text[start as usize..end as usize]
    }

    /// The part of the qualified name before the name.
    pub(super) fn container(&self, row: u32) -> &str {
        let qualified = self.qualified(row);
        qualified.strip_suffix(self.name(row)).unwrap_or(qualified)
    }
}

fn push(text: &mut String, part: &str) -> (u32, u32) {
    let start = text.len() as u32;
    text.push_str(part);
    (start, text.len() as u32)
}

fn keep_best(hits: &mut Vec<Scored>, limit: usize) {
    if limit == 0 {
        hits.clear();
    } else if hits.len() > limit {
        hits.select_nth_unstable_by(limit - 1, |a, b| b.cmp(a));
        hits.truncate(limit);
    }
}

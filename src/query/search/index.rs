//! All names of one generation of the graph, in memory, and the search over them.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;

use crate::graph::{NodeFlags, NodeId, NodeKind};
use crate::query::name;
use crate::store::{Reader, StoreError};
use crate::text::{edit_distance, tolerance};

use super::pattern::{Pattern, letter_set, points};
use super::{Hit, Query};

/// Rows that a thread takes at a time; between two takes it asks whether to go on.
const CHUNK: usize = 8_192;

/// Names longer than this are searched for the word as it is, but not by the fuzzy matcher, whose time grows with
/// the length.
const LONGEST_FUZZY: usize = 200;

/// All names of one generation of the graph. About 120 bytes a symbol.
pub struct Index {
    rows: Vec<Row>,
    /// Of each row's name and of its container: beside the rows, since most rows are passed over by these alone.
    letters: Vec<[u64; 2]>,
    /// The qualified names, and simple names that are not the end of theirs.
    text: String,
    paths: Vec<String>,
    /// Of each path.
    languages: Vec<String>,
    matcher: SkimMatcherV2,
}

struct Row {
    id: NodeId,
    qualified: (u32, u32),
    name: (u32, u32),
    file: u32,
    line: u32,
    flags: NodeFlags,
    kind: NodeKind,
}

/// A row and how good it is: higher is better, then the earlier row.
type Scored = (i64, Reverse<u32>);

/// What one thread found.
#[derive(Default)]
struct Found {
    hits: Vec<Scored>,
    /// Rows that may fit by their letters in order, with the points of the words that fit otherwise.
    maybe: Vec<(u32, u32)>,
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
        let search = Search::new(self, query);
        let mut found = self.each_chunk(self.rows.len(), limit, go_on, |row, found| search.visit(row, found))?;
        // The letters in order are the lowest tier: where one word is sought and better hits abound, they are not needed.
        if found.hits.len() < limit || search.words.len() > 1 {
            let maybe = std::mem::take(&mut found.maybe);
            let fuzzy = self.each_chunk(maybe.len(), limit, go_on, |at, found| {
                let (row, points) = maybe[at as usize];
                found
                    .hits
                    .extend(search.fuzzy_score(row, points).map(|score| (score, Reverse(row))));
            })?;
            found.hits.extend(fuzzy.hits);
        }
        found.hits.sort_unstable_by(|a, b| b.cmp(a));
        found.hits.truncate(limit);
        Some(
            found
                .hits
                .iter()
                .map(|(score, Reverse(row))| search.hit(*row, *score))
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
        let search = Search::new(self, &nothing);
        let hits = near.into_iter().map(|(steps, row)| search.hit(row, -(steps as i64)));
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

    fn name(&self, row: u32) -> &str {
        let (start, end) = self.rows[row as usize].name;
        &self.text[start as usize..end as usize]
    }

    fn qualified(&self, row: u32) -> &str {
        let (start, end) = self.rows[row as usize].qualified;
        &self.text[start as usize..end as usize]
    }

    /// The part of the qualified name before the name.
    fn container(&self, row: u32) -> &str {
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

/// One query made ready for the rows of one index.
struct Search<'a> {
    index: &'a Index,
    words: Vec<Pattern>,
    exact: Vec<Pattern>,
    prefix: Vec<Pattern>,
    not: Vec<Pattern>,
    containers: Vec<Pattern>,
    /// Bit by kind code; 0: every kind.
    kinds: u32,
    files: Vec<FileFacts>,
}

/// What holds for every symbol of a file.
#[derive(Clone, Copy, Default)]
struct FileFacts {
    out: bool,
    /// Bit by the word's place.
    words: u32,
}

impl<'a> Search<'a> {
    fn new(index: &'a Index, query: &Query) -> Self {
        let patterns = |words: &[String]| words.iter().map(|word| Pattern::new(word)).collect::<Vec<_>>();
        let (words, not) = (patterns(&query.fuzzy), patterns(&query.not));
        let paths = patterns(&query.paths);
        let facts = |(path, language): (&String, &String)| FileFacts {
            out: paths.iter().any(|wanted| wanted.find(path).is_none())
                || not.iter().any(|unwanted| unwanted.find(path).is_some())
                || !query.languages.is_empty() && !query.languages.contains(language),
            words: words.iter().take(32).enumerate().fold(0, |set, (place, word)| {
                set | u32::from(words.len() > 1 && word.find(path).is_some()) << place
            }),
        };
        Self {
            index,
            files: index.paths.iter().zip(&index.languages).map(facts).collect(),
            words,
            exact: patterns(&query.exact),
            prefix: patterns(&query.prefix),
            not,
            containers: patterns(&query.container),
            kinds: query.kinds.iter().fold(0, |set, kind| set | 1 << kind.code()),
        }
    }

    fn visit(&self, row: u32, found: &mut Found) {
        let Row { kind, file, .. } = self.index.rows[row as usize];
        if self.kinds != 0 && self.kinds & 1 << kind.code() == 0 {
            return;
        }
        let facts = self.files.get(file as usize).copied().unwrap_or_default();
        if facts.out {
            return;
        }
        let [letters, container_letters] = self.index.letters[row as usize];
        if let [word] = self.words.as_slice()
            && word.path.is_none()
            && word.letters & !letters != 0
            && (word.fuzzy.is_empty() || word.fuzzy_letters & !letters != 0)
        {
            return;
        }
        let Some(mut sum) = self.named_points(row) else {
            return;
        };
        let name = self.index.name(row);
        let mut in_name = !(self.exact.is_empty() && self.prefix.is_empty());
        let mut open = 0;
        for (place, word) in self.words.iter().enumerate() {
            let has_letters = word.letters & !letters == 0;
            if let Some(points) = has_letters.then(|| word.points(name)).flatten() {
                sum += points;
                in_name = true;
            } else if let Some(points) = self.path_points(word, row) {
                sum += points;
                in_name = true;
            } else if let Some(points) = self.around_points(word, row, container_letters) {
                sum += points;
            } else if facts.words & 1 << place.min(31) != 0 {
                sum += points::PATH;
            } else if !word.fuzzy.is_empty() && word.fuzzy_letters & !letters == 0 && name.len() <= LONGEST_FUZZY {
                open += 1;
            } else {
                return;
            }
        }
        if open > 0 {
            found.maybe.push((row, sum));
        } else if in_name || self.words.is_empty() {
            found.hits.push((self.score(row, sum, 0), Reverse(row)));
        }
    }

    /// Points for `'exact` and `^prefix`; `None` where one of them, a container or `!word` speaks against the row.
    fn named_points(&self, row: u32) -> Option<u32> {
        let name = self.index.name(row);
        let mut sum = 0;
        for pattern in &self.exact {
            if !name.contains(&pattern.text) {
                return None;
            }
            sum += pattern.points(name).unwrap_or(points::ANYWHERE);
        }
        for pattern in &self.prefix {
            sum += pattern.points(name).filter(|points| *points >= points::BEGINNING)?;
        }
        let unwanted = self.not.iter().any(|pattern| pattern.find(name).is_some());
        let outside = || {
            self.containers
                .iter()
                .any(|pattern| pattern.find(self.index.container(row)).is_none())
        };
        if unwanted || outside() { None } else { Some(sum) }
    }

    /// Points for `Builder::build`: the last part against the name, the others, in order, against what is before it.
    fn path_points(&self, word: &Pattern, row: u32) -> Option<u32> {
        let (containers, last) = word.path.as_ref()?;
        let mut sum = match last {
            Some(last) => last.points(self.index.name(row))?,
            None => points::BEGINNING,
        };
        let path = &self.index.paths[self.index.rows[row as usize].file as usize];
        let container = self.index.container(row);
        let mut rest = container;
        for part in containers {
            if let Some(at) = part.find(rest) {
                sum += points::PART_OF_CONTAINER;
                rest = rest.get(at + part.text.len()..).unwrap_or("");
            } else if part.find(path).is_some() {
                sum += points::PATH;
            } else {
                return None;
            }
        }
        // `Url::parse`: a `parse` right in `Url` before one in `UrlParser`.
        let whole = containers.last().and_then(|part| part.container_points(container));
        Some(sum + u32::from(whole == Some(points::CONTAINER)) * (points::CONTAINER - points::PART_OF_CONTAINER))
    }

    /// Points for one of several words that stands in the container.
    fn around_points(&self, word: &Pattern, row: u32, letters: u64) -> Option<u32> {
        if self.words.len() + self.exact.len() + self.prefix.len() < 2 || word.letters & !letters != 0 {
            return None;
        }
        word.container_points(self.index.container(row))
    }

    /// The whole score of a row, `points` of whose words are known and the others sought by their letters.
    fn fuzzy_score(&self, row: u32, points: u32) -> Option<i64> {
        let name = self.index.name(row);
        let letters = self.index.letters[row as usize][0];
        let mut sum = points;
        let mut fuzzy = 0;
        for word in &self.words {
            let known = word.letters & !letters == 0 && word.points(name).is_some();
            if !known && let Some(score) = self.index.matcher.fuzzy_match(name, &word.fuzzy) {
                sum += points::LETTERS;
                fuzzy += score;
            } else if !known && self.path_points(word, row).is_none() && !self.is_around(word, row) {
                return None;
            }
        }
        Some(self.score(row, sum, fuzzy))
    }

    fn is_around(&self, word: &Pattern, row: u32) -> bool {
        let [_, letters] = self.index.letters[row as usize];
        let path = &self.index.paths[self.index.rows[row as usize].file as usize];
        self.around_points(word, row, letters).is_some() || self.words.len() > 1 && word.find(path).is_some()
    }

    /// Points, then what the symbol is, then the matcher's score, then the shorter name.
    fn score(&self, row: u32, points: u32, fuzzy: i64) -> i64 {
        let place = i64::from(points) * 32 + i64::from(31 - demotion(&self.index.rows[row as usize]));
        let brevity = 255 - self.index.name(row).len().min(255) as i64;
        place << 32 | fuzzy.clamp(0, 0xffff) << 8 | brevity
    }

    fn hit(&self, row: u32, score: i64) -> Hit {
        let Row {
            id,
            kind,
            flags,
            file,
            line,
            ..
        } = self.index.rows[row as usize];
        Hit {
            id,
            kind,
            flags,
            name: self.index.name(row).to_owned(),
            qualified: self.index.qualified(row).to_owned(),
            file: self.index.paths.get(file as usize).cloned().unwrap_or_default(),
            line,
            score,
            matched: self.matched(self.index.name(row)),
        }
    }

    /// Byte positions of everything in the name that the query speaks of.
    fn matched(&self, name: &str) -> Vec<u32> {
        let last_parts = self.words.iter().filter_map(|word| word.path.as_ref()?.1.as_deref());
        let mut positions = Vec::new();
        for pattern in self
            .words
            .iter()
            .chain(last_parts)
            .chain(&self.exact)
            .chain(&self.prefix)
        {
            if let Some(at) = pattern.find(name) {
                positions.extend((at..(at + pattern.text.len()).min(name.len())).map(|at| at as u32));
            } else if pattern.path.is_none() && name.len() <= LONGEST_FUZZY {
                let fuzzy = self.index.matcher.fuzzy_indices(name, &pattern.fuzzy);
                let characters = fuzzy.map(|(_, characters)| characters).unwrap_or_default();
                let bytes: Vec<usize> = name.char_indices().map(|(at, _)| at).collect();
                positions.extend(characters.iter().filter_map(|at| bytes.get(*at)).map(|at| *at as u32));
            }
        }
        positions.sort_unstable();
        positions.dedup();
        positions
    }
}

/// What stands behind its like: parts of a definition, declarations, examples, tests, generated code. 0 to 31.
fn demotion(row: &Row) -> u32 {
    let part = match row.kind {
        NodeKind::Parameter | NodeKind::Import | NodeKind::Export => 2,
        NodeKind::Field | NodeKind::Property | NodeKind::Variable | NodeKind::EnumMember | NodeKind::Section => 1,
        _ => 0,
    };
    let flag = |flag, cost| u32::from(row.flags.contains(flag)) * cost;
    part + flag(NodeFlags::DECLARATION, 1)
        + flag(NodeFlags::EXAMPLE, 4)
        + flag(NodeFlags::TEST, 8)
        + flag(NodeFlags::GENERATED, 16)
}

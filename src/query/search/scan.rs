//! One query against the rows of one index: which fit, how well, and which letters did.

use std::cmp::Reverse;

use fuzzy_matcher::FuzzyMatcher;

use crate::graph::{NodeFlags, NodeKind};

use super::index::{Found, Index, Row};
use super::pattern::{Pattern, points};
use super::{Hit, Query};

/// Names longer than this are searched for the word as it is, but not by the fuzzy matcher, whose time grows with
/// the length.
const LONGEST_FUZZY: usize = 200;

/// One query made ready for the rows of one index.
pub(super) struct Scan<'a> {
    index: &'a Index,
    pub words: Vec<Pattern>,
    exact: Vec<Pattern>,
    prefix: Vec<Pattern>,
    not: Vec<Pattern>,
    containers: Vec<Pattern>,
    /// Bit by kind code; 0: every kind.
    kinds: u32,
    files: Vec<FileFacts>,
}

/// Places within one number of points: one more than the greatest [`demotion`].
const PLACES: i64 = 32;

/// What holds for every symbol of a file.
#[derive(Clone, Copy, Default)]
struct FileFacts {
    out: bool,
    /// Bit by the word's place.
    words: u32,
}

/// How a word fits a row.
struct Fit {
    points: u32,
    in_name: bool,
}

/// The bytes of a name as a set, so far as there are bits.
fn bits(at: usize, length: usize) -> u128 {
    let ones = if length < 128 { (1 << length) - 1 } else { u128::MAX };
    if at < 128 { ones << at } else { 0 }
}

impl<'a> Scan<'a> {
    pub fn new(index: &'a Index, query: &Query) -> Self {
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

    pub fn visit(&self, row: u32, found: &mut Found) {
        let Row { kind, file, .. } = self.index.rows[row as usize];
        if self.kinds != 0 && self.kinds & 1 << kind.code() == 0 {
            return;
        }
        let facts = self.files.get(file as usize).copied().unwrap_or_default();
        if facts.out {
            return;
        }
        let [letters, _] = self.index.letters[row as usize];
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
        let mut taken = 0;
        let mut by_letters = false;
        for place in 0..self.words.len() {
            let word = &self.words[place];
            match self.fit(place, row, &mut taken) {
                Some(fit) => {
                    sum += fit.points;
                    in_name |= fit.in_name;
                }
                None if !word.fuzzy.is_empty() && word.fuzzy_letters & !letters == 0 && name.len() <= LONGEST_FUZZY => {
                    by_letters = true;
                }
                None => return,
            }
        }
        if by_letters {
            found.maybe.push(row);
        } else if in_name || self.words.is_empty() {
            found.hits.push((self.score(row, sum, 0), Reverse(row)));
        }
    }

    /// How a word fits as it is: in the name, as a path of names, in the container, in the path of the file.
    ///
    /// `taken` holds the bytes of the name that earlier words stand on, since `router route` does not mean two words
    /// in `Router`.
    fn fit(&self, place: usize, row: u32, taken: &mut u128) -> Option<Fit> {
        let word = &self.words[place];
        let [letters, container_letters] = self.index.letters[row as usize];
        let in_name = |points| Fit { points, in_name: true };
        let mut repeated = None;
        if word.letters & !letters == 0
            && let Some((points, at)) = word.points(self.index.name(row))
        {
            let bytes = bits(at, word.text.len());
            if *taken & bytes == 0 {
                *taken |= bytes;
                return Some(in_name(points));
            }
            repeated = Some(in_name(points::LETTERS));
        }
        if let Some(points) = self.path_points(word, row) {
            return Some(in_name(points));
        }
        let around = |points| Fit { points, in_name: false };
        if let Some(points) = self.around_points(word, row, container_letters) {
            return Some(around(points));
        }
        let file = self.files.get(self.index.rows[row as usize].file as usize);
        if place < 32 && file.is_some_and(|file| file.words & 1 << place != 0) {
            return Some(around(points::PATH));
        }
        repeated
    }

    /// Points for `'exact` and `^prefix`; `None` where one of them, a container or `!word` speaks against the row.
    fn named_points(&self, row: u32) -> Option<u32> {
        let name = self.index.name(row);
        let mut sum = 0;
        for pattern in &self.exact {
            if !name.contains(&pattern.text) {
                return None;
            }
            sum += pattern.points(name).map_or(points::ANYWHERE, |(points, _)| points);
        }
        for pattern in &self.prefix {
            let (points, _) = pattern
                .points(name)
                .filter(|(points, _)| *points >= points::BEGINNING)?;
            sum += points;
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
            Some(last) => last.points(self.index.name(row))?.0,
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

    /// The score of a row some of whose words are sought by their letters.
    pub fn fuzzy_score(&self, row: u32) -> Option<i64> {
        let name = self.index.name(row);
        let mut sum = self.named_points(row)?;
        let mut fuzzy = 0;
        let mut taken = 0;
        for place in 0..self.words.len() {
            if let Some(fit) = self.fit(place, row, &mut taken) {
                sum += fit.points;
            } else {
                fuzzy += self.index.matcher.fuzzy_match(name, &self.words[place].fuzzy)?;
                sum += points::LETTERS;
            }
        }
        Some(self.score(row, sum, fuzzy))
    }

    /// Points (less for tests and generated code), then what the symbol is, then the matcher's score, then the shorter name.
    fn score(&self, row: u32, points: u32, fuzzy: i64) -> i64 {
        let row_of = &self.index.rows[row as usize];
        let aside = row_of.flags.contains(NodeFlags::TEST) || row_of.flags.contains(NodeFlags::GENERATED);
        let points = points.saturating_sub(if aside { points::ASIDE } else { 0 });
        let place = i64::from(points) * PLACES + PLACES - 1 - i64::from(demotion(row_of));
        let brevity = 255 - self.index.name(row).len().min(255) as i64;
        place << 32 | fuzzy.clamp(0, 0xffff) << 8 | brevity
    }

    pub fn hit(&self, row: u32, score: i64) -> Hit {
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

/// Whether a score of a query of one word says that the name holds the word as it is.
pub(super) fn is_in_one_piece(score: i64) -> bool {
    (score >> 32) / PLACES >= i64::from(points::ANYWHERE)
}

/// What stands behind its like: parts of a definition, declarations, examples, tests, generated code. 0 to 31.
pub(super) fn demotion(row: &Row) -> u32 {
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

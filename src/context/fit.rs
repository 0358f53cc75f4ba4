//! The fit: which symbols come in, and at which granularity, within the room that there is.
//!
//! First who comes in, then how much of each is shown. Who comes in depends on ranks and on the cost of names alone, so
//! that a larger budget never loses a symbol; how much is shown is a knapsack over steps of the ladder, filled greedily
//! by score per character, the best hit before all others.
//!
//! Invariant: the characters of all texts chosen, headings included, never exceed the room; no text is cut.

use std::collections::{HashMap, HashSet};

use super::candidate::Candidate;
use super::ladder::{self, Rung};
use super::page;
use super::{Cut, Granularity};
use crate::config::Profile;
use crate::graph::{Node, NodeKind};
use crate::store::StoreError;

/// Limits in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Room {
    /// The whole budget, from which the cap of one item follows.
    pub total: usize,
    /// For the names of all that come in.
    pub names: usize,
    /// For source and names together, headings included.
    pub focus: usize,
}

/// One candidate and what was chosen for it.
#[derive(Debug)]
pub(super) struct Item {
    pub candidate: Candidate,
    /// From 1.
    pub rank: u32,
    rungs: Vec<Rung>,
    /// Place on the ladder; `None` where only the name or nothing is shown.
    chosen: Option<usize>,
    /// It comes in, at least by its name.
    pub is_in: bool,
    pub cut: Option<Cut>,
    pub next_step: Option<u32>,
}

/// A symbol with more lines than this gives way to its own members where they are candidates too.
const LARGE: u32 = 60;
/// Characters added to the cost of a step, so that a one-line constant does not beat every function.
const STEP_COST: f32 = 150.0;

impl Item {
    /// What is shown in the section of sources.
    pub fn shown(&self) -> Option<&Rung> {
        self.chosen.and_then(|at| self.rungs.get(at))
    }

    pub fn granularity(&self) -> Option<Granularity> {
        let name = self.is_in.then_some(Granularity::Name);
        self.shown().map(|rung| rung.granularity).or(name)
    }

    /// The next step up that would be larger than what is shown.
    fn next(&self) -> Option<(usize, &Rung)> {
        let at = self.chosen.map_or(0, |at| at + 1);
        self.rungs.get(at).map(|rung| (at, rung))
    }
}

/// The state of the greedy fill.
struct Fill<'a> {
    profile: &'a Profile,
    room: Room,
    items: Vec<Item>,
    /// Characters not yet given away; names of all that are in, and both headings, are.
    left: usize,
    /// Files that have a heading among the sources.
    opened: HashSet<String>,
}

/// Fits the candidates, best first, into the room. `ladder` gives the texts that a symbol can have.
pub(super) fn fit(
    ranked: Vec<Candidate>,
    room: Room,
    profile: &Profile,
    ladder: &mut dyn FnMut(&Node) -> Result<Vec<Rung>, StoreError>,
) -> Result<Vec<Item>, StoreError> {
    let mut items = enlist(ranked, room.names);
    let cutoff = items.iter().filter(|item| item.is_in).count() as u32;
    mark_nested(&mut items);
    mark_limits(&mut items, profile);
    for item in items.iter_mut().filter(|item| item.is_in && item.cut.is_none()) {
        item.rungs = ladder(&item.candidate.node)?;
        if item.rungs.is_empty() {
            item.cut = Some(Cut::Unreadable);
        }
    }
    outline_outer(&mut items);
    let names: usize = items.iter().filter(|item| item.is_in).map(name_cost).sum();
    let mut fill = Fill {
        profile,
        room,
        left: room
            .focus
            .saturating_sub(names + page::SOURCE.len() + page::LEFT_OUT.len()),
        items,
        opened: HashSet::new(),
    };
    fill.chosen_by_hand();
    fill.best_first();
    fill.by_density();
    let mut items = fill.account();
    for item in &mut items {
        if !item.is_in && item.cut.is_none() {
            let rank = item.rank;
            item.cut = Some(Cut::LowRank { rank, cutoff });
            item.next_step = Some(name_cost(item) as u32);
        }
    }
    Ok(items)
}

/// Who comes in: the best, as many as their names fit.
fn enlist(ranked: Vec<Candidate>, room: usize) -> Vec<Item> {
    let mut left = room;
    let mut open = true;
    let mut items = Vec::with_capacity(ranked.len());
    for (candidate, rank) in ranked.into_iter().zip(1..) {
        let cost = ladder::name(&candidate.node).characters;
        let barred = candidate.barred.clone();
        open &= barred.is_some() || cost <= left;
        let is_in = open && barred.is_none();
        if is_in {
            left -= cost;
        }
        items.push(Item {
            candidate,
            rank,
            rungs: Vec::new(),
            chosen: None,
            is_in,
            cut: barred,
            next_step: None,
        });
    }
    items
}

fn name_cost(item: &Item) -> usize {
    ladder::name(&item.candidate.node).characters
}

/// A small symbol that a better one encloses is shown with it.
fn mark_nested(items: &mut [Item]) {
    for inner in 1..items.len() {
        let is_shown_with_outer = (0..inner).any(|outer| {
            let (outer, inner) = (&items[outer], &items[inner]);
            outer.is_in && outer.cut.is_none() && !is_large(&outer.candidate.node) && encloses(outer, inner)
        });
        if is_shown_with_outer && items[inner].is_in && !items[inner].candidate.pinned {
            items[inner].cut = Some(Cut::Duplicate);
            items[inner].is_in = false;
        }
    }
}

/// A symbol that encloses one that is shown by itself is outlined, or the same lines would stand there twice.
fn outline_outer(items: &mut [Item]) {
    for outer in 0..items.len() {
        let has_inner = (0..items.len()).any(|inner| {
            inner != outer && items[inner].is_in && items[inner].cut.is_none() && encloses(&items[outer], &items[inner])
        });
        if has_inner {
            items[outer]
                .rungs
                .retain(|rung| rung.granularity >= Granularity::Skeleton);
        }
    }
}

fn encloses(outer: &Item, inner: &Item) -> bool {
    let (outer, inner) = (&outer.candidate.node, &inner.candidate.node);
    outer.id != inner.id
        && outer.file == inner.file
        && outer.line <= inner.line
        && inner.end_line <= outer.end_line
        && (outer.line, outer.end_line) != (inner.line, inner.end_line)
}

fn is_large(node: &Node) -> bool {
    node.kind == NodeKind::File || node.end_line.saturating_sub(node.line) >= LARGE
}

/// Limits of files and of items per file, in order of rank.
fn mark_limits(items: &mut [Item], profile: &Profile) {
    let mut files: HashMap<String, u16> = HashMap::new();
    for item in items.iter_mut().filter(|item| item.is_in && item.cut.is_none()) {
        let file = &item.candidate.node.file;
        if !files.contains_key(file) && files.len() >= usize::from(profile.files) {
            item.cut = Some(Cut::Files);
            continue;
        }
        let count = files.entry(file.clone()).or_default();
        if *count >= profile.items_per_file {
            item.cut = Some(Cut::ItemsPerFile);
            continue;
        }
        *count += 1;
    }
}

impl Fill<'_> {
    /// Characters that a step takes beyond what its item has already.
    fn cost(&self, item: &Item, rung: &Rung) -> usize {
        let file = &item.candidate.node.file;
        let heading = if self.opened.contains(file) {
            0
        } else {
            page::file_heading(file).chars().count()
        };
        let before = item.shown().map_or_else(|| name_cost(item), |rung| rung.characters);
        (rung.characters + heading).saturating_sub(before)
    }

    fn cap(&self) -> usize {
        self.room.total * usize::from(self.profile.item_cap) / 100
    }

    fn take(&mut self, index: usize, rung: usize) {
        let cost = self.cost(&self.items[index], &self.items[index].rungs[rung]);
        self.left = self.left.saturating_sub(cost);
        self.opened.insert(self.items[index].candidate.node.file.clone());
        self.items[index].chosen = Some(rung);
    }

    /// The largest step that fits, the cap of one item set aside.
    fn take_largest(&mut self, index: usize, at_most: Granularity) {
        let item = &self.items[index];
        if item.cut.is_some() {
            return;
        }
        let fitting = (0..item.rungs.len())
            .rev()
            .find(|rung| item.rungs[*rung].granularity >= at_most && self.cost(item, &item.rungs[*rung]) <= self.left);
        if let Some(rung) = fitting {
            self.take(index, rung);
        }
    }

    fn chosen_by_hand(&mut self) {
        for index in 0..self.items.len() {
            let candidate = &self.items[index].candidate;
            if !self.items[index].is_in {
                continue;
            }
            match candidate.fixed {
                Some(granularity) => self.take_largest(index, granularity),
                None if candidate.pinned => self.take_largest(index, Granularity::Full),
                None => {}
            }
        }
    }

    /// The best hit comes in full if it fits at all.
    fn best_first(&mut self) {
        let best = self.items.iter().position(|item| item.is_in && item.cut.is_none());
        if let Some(index) = best.filter(|index| self.items[*index].candidate.fixed.is_none()) {
            self.take_largest(index, Granularity::Full);
        }
    }

    /// The step that gives most for its characters, again and again, until none fits.
    fn by_density(&mut self) {
        let cap = self.cap();
        loop {
            let mut best: Option<(f32, usize, usize)> = None;
            for (index, item) in self.items.iter().enumerate() {
                if !item.is_in || item.cut.is_some() || item.candidate.fixed.is_some() {
                    continue;
                }
                // A step may be skipped where it gives less for its characters than the one above it.
                let first = item.chosen.map_or(0, |at| at + 1);
                for (at, rung) in item.rungs.iter().enumerate().skip(first) {
                    let cost = self.cost(item, rung);
                    if rung.characters > cap || cost > self.left {
                        break;
                    }
                    let gain = value(item, Some(rung)) - value(item, item.shown());
                    let density = gain / (cost as f32 + STEP_COST);
                    if density > 0.0 && best.is_none_or(|(known, ..)| density > known) {
                        best = Some((density, index, at));
                    }
                }
            }
            match best {
                Some((_, index, rung)) => self.take(index, rung),
                None => return,
            }
        }
    }

    /// Says of each item why it is not shown in full, and what the next step would take.
    fn account(mut self) -> Vec<Item> {
        let cap = self.cap();
        for index in 0..self.items.len() {
            let item = &self.items[index];
            if !item.is_in || item.cut.is_some() {
                continue;
            }
            let Some((_, rung)) = item.next().filter(|_| item.candidate.fixed.is_none()) else {
                continue;
            };
            let cost = self.cost(item, rung);
            let cut = if rung.characters > cap && cost <= self.left {
                Cut::ItemCap
            } else if rung.characters > self.room.focus {
                Cut::TotalBudget
            } else {
                Cut::SectionShare
            };
            self.items[index].cut = Some(cut);
            self.items[index].next_step = Some(cost as u32);
        }
        self.items
    }
}

/// What an item is worth as shown: a part of its score.
fn value(item: &Item, rung: Option<&Rung>) -> f32 {
    let whole = item.rungs.last().map_or(1, |rung| rung.characters) as f32;
    let share = match rung.map(|rung| (rung.granularity, rung.characters as f32 / whole)) {
        None => 0.05,
        Some((Granularity::Name, _)) => 0.05,
        Some((Granularity::Signature, _)) => 0.2,
        Some((Granularity::Skeleton, _)) => 0.35,
        // Half of the lines, chosen well, are worth more than half.
        Some((Granularity::Pruned, part)) => 0.35 + 0.6 * part.sqrt(),
        Some((Granularity::Full, _)) => 1.0,
    };
    let score = item.candidate.score().max(0.0);
    share * score * score
}

//! Callers or callees as a tree that opens lazily.
//!
//! [`Tree::rows`] is the flat list that is shown; it is made anew only when the tree or a filter changes, so that
//! drawing costs what is seen.

use std::collections::BTreeSet;

use super::{Filter, List, Mark};
use crate::graph::{Edge, Node, Reason, Unresolved};
use crate::query::walk::{Neighbour, Neighbours};

/// Which of the two trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    Callers,
    Callees,
}

/// A tree of neighbours.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tree {
    pub list: List,
    /// Which site of the row under the cursor is lit.
    pub site: usize,
    root: Grown,
    /// Identities of opened folds.
    open_folds: BTreeSet<String>,
    rows: Vec<Row>,
    /// Key of the subject: opening it again is recursion.
    subject: String,
    /// Qualified name of a subject that is a type: its own members stand apart.
    own: Option<String>,
}

/// The neighbours of one symbol, with what has been opened below them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Grown {
    pub branches: Vec<Branch>,
    pub more: usize,
    pub unresolved: Vec<Unresolved>,
}

/// One neighbour.
#[derive(Debug, Clone, PartialEq)]
pub struct Branch {
    pub neighbour: Neighbour,
    pub open: bool,
    /// `None`: never asked for, or asked and not yet here.
    pub below: Option<Grown>,
}

/// A row as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub kind: RowKind,
    /// 0: a direct neighbour.
    pub depth: u16,
    /// Identity that outlives a re-index: keys from the root down.
    pub identity: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowKind {
    /// Places among the branches from the root down.
    Symbol(Vec<u32>),
    Fold {
        fold: Fold,
        count: usize,
        open: bool,
    },
    /// One name that leads out of the project.
    Unresolved {
        name: String,
        /// The library, or why it leads nowhere.
        from: String,
        line: u32,
        sites: usize,
    },
    /// So many were left out by the limit.
    More(usize),
    /// What was opened is not here yet.
    Waiting,
    /// What was opened has nothing below it.
    Nothing,
}

/// Rows that are folded into one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fold {
    Tests,
    /// What stands inside of the subject: methods that name their own class.
    Own,
    Externals,
    /// Neither resolved nor known to be external.
    Unknown,
}

impl Fold {
    const fn word(self) -> &'static str {
        match self {
            Self::Tests => "tests",
            Self::Own => "own",
            Self::Externals => "external",
            Self::Unknown => "unresolved",
        }
    }
}

impl Grown {
    fn of(neighbours: Neighbours) -> Self {
        let branches = neighbours
            .rows
            .into_iter()
            .map(|neighbour| Branch {
                neighbour: by_site(neighbour),
                open: false,
                below: None,
            })
            .collect();
        Self {
            branches,
            more: neighbours.more,
            unresolved: neighbours.unresolved,
        }
    }

    /// Keeps open what was open, by key.
    fn keep_open(&mut self, old: &mut Self) {
        for branch in &mut self.branches {
            let key = branch.neighbour.node.key();
            if let Some(before) = old
                .branches
                .iter_mut()
                .find(|b| b.open && b.neighbour.node.key() == key)
            {
                branch.open = true;
                branch.below = before.below.take();
            }
        }
    }
}

impl Tree {
    /// A fresh tree.
    pub fn new(subject: &Node, neighbours: Neighbours, filter: &Filter) -> Self {
        let mut tree = Self {
            root: Grown::of(neighbours),
            subject: subject.key(),
            own: subject.kind.is_type().then(|| subject.qualified.clone()),
            ..Self::default()
        };
        tree.flatten(filter);
        tree
    }

    /// The same tree after a re-index: what was open stays open, the cursor stays on its symbol.
    /// Returns the identities that must be asked for anew.
    pub fn refresh(&mut self, neighbours: Neighbours, filter: &Filter) -> Vec<String> {
        let mut fresh = Grown::of(neighbours);
        fresh.keep_open(&mut self.root);
        self.root = fresh;
        self.flatten_holding(filter);
        let mut open = Vec::new();
        for row in &self.rows {
            if let RowKind::Symbol(path) = &row.kind
                && self.branch(path).is_some_and(|branch| branch.open)
            {
                open.push(row.identity.clone());
            }
        }
        open
    }

    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub fn row(&self) -> Option<&Row> {
        self.rows.get(self.list.cursor)
    }

    /// All direct neighbours, shown or not.
    pub fn count(&self) -> usize {
        self.root.branches.len() + self.root.more
    }

    /// Distinct names among what leads out of the project.
    pub fn external_count(&self) -> usize {
        named(&self.root.unresolved, |_| true).len()
    }

    pub fn branch(&self, path: &[u32]) -> Option<&Branch> {
        let (last, above) = path.split_last()?;
        let mut grown = &self.root;
        for at in above {
            grown = grown.branches.get(*at as usize)?.below.as_ref()?;
        }
        grown.branches.get(*last as usize)
    }

    fn branch_mut(&mut self, path: &[u32]) -> Option<&mut Branch> {
        let (last, above) = path.split_last()?;
        let mut grown = &mut self.root;
        for at in above {
            grown = grown.branches.get_mut(*at as usize)?.below.as_mut()?;
        }
        grown.branches.get_mut(*last as usize)
    }

    /// The branch under the cursor.
    pub fn current(&self) -> Option<&Branch> {
        match &self.row()?.kind {
            RowKind::Symbol(path) => self.branch(path),
            _ => None,
        }
    }

    /// The symbol that the branch under the cursor is a neighbour of; `None`: the subject.
    pub fn above_current(&self) -> Option<&Branch> {
        match &self.row()?.kind {
            RowKind::Symbol(path) => self.branch(path.split_last()?.1),
            _ => None,
        }
    }

    pub fn mark(&self) -> Option<Mark> {
        self.current().map(|branch| Mark::of(&branch.neighbour.node))
    }

    /// Whether the symbol at this path stands above itself.
    pub fn is_recursive(&self, path: &[u32]) -> bool {
        let Some(branch) = self.branch(path) else { return false };
        let key = branch.neighbour.node.key();
        branch.neighbour.recursive
            || key == self.subject
            || (1..path.len()).any(|length| {
                self.branch(&path[..length])
                    .is_some_and(|above| above.neighbour.node.key() == key)
            })
    }

    /// Whether the row under the cursor can be opened or closed.
    pub fn can_toggle(&self) -> bool {
        match self.row().map(|row| &row.kind) {
            Some(RowKind::Symbol(path)) => !self.is_recursive(path),
            Some(RowKind::Fold { .. }) => true,
            _ => false,
        }
    }

    /// Opens or closes the row under the cursor. Returns the identity to ask neighbours for, and the symbol.
    pub fn toggle(&mut self, filter: &Filter) -> Option<(String, Mark)> {
        if !self.can_toggle() {
            return None;
        }
        let row = self.row()?.clone();
        let asked = match &row.kind {
            RowKind::Symbol(path) => {
                let branch = self.branch_mut(path)?;
                branch.open = !branch.open;
                let mark = Mark::of(&branch.neighbour.node);
                (branch.open && branch.below.is_none()).then_some((row.identity.clone(), mark))
            }
            RowKind::Fold { open, .. } => {
                match open {
                    true => self.open_folds.remove(&row.identity),
                    false => self.open_folds.insert(row.identity.clone()),
                };
                None
            }
            _ => None,
        };
        self.flatten_holding(filter);
        asked
    }

    /// Whether the row under the cursor is open.
    pub fn is_open(&self) -> bool {
        match self.row().map(|row| &row.kind) {
            Some(RowKind::Symbol(path)) => self.branch(path).is_some_and(|branch| branch.open),
            Some(RowKind::Fold { open, .. }) => *open,
            _ => false,
        }
    }

    /// Neighbours that were asked for have come.
    pub fn grow(&mut self, identity: &str, neighbours: Neighbours, filter: &Filter) {
        let path = self.rows.iter().find_map(|row| match &row.kind {
            RowKind::Symbol(path) if row.identity == identity => Some(path.clone()),
            _ => None,
        });
        let Some(branch) = path.and_then(|path| self.branch_mut(&path)) else {
            return;
        };
        let mut fresh = Grown::of(neighbours);
        if let Some(old) = &mut branch.below {
            fresh.keep_open(old);
        }
        branch.below = Some(fresh);
        self.flatten_holding(filter);
    }

    /// Makes the rows anew under another filter, the cursor on the same thing.
    pub fn flatten_holding(&mut self, filter: &Filter) {
        let held = self.row().map(|row| row.identity.clone());
        self.flatten(filter);
        if let Some(held) = held {
            self.hold(&held);
        }
    }

    /// Puts the cursor on this identity, or on what is nearest above it in the tree.
    pub fn hold(&mut self, identity: &str) {
        let mut wanted = identity;
        loop {
            if let Some(at) = self.rows.iter().position(|row| row.identity == wanted) {
                self.list.cursor = at;
                return;
            }
            match wanted.rfind('\u{1e}') {
                Some(cut) => wanted = &wanted[..cut],
                None => break,
            }
        }
        self.list.cursor = self.list.cursor.min(self.rows.len().saturating_sub(1));
    }

    fn flatten(&mut self, filter: &Filter) {
        let mut rows = Vec::new();
        let walk = Walk {
            filter,
            open_folds: &self.open_folds,
            own: self.own.as_deref(),
        };
        walk.grown(&self.root, &mut Vec::new(), "", &mut rows);
        self.rows = rows;
    }
}

/// One edge for each place: where a name is both called and referred to, the call says it all.
fn by_site(mut neighbour: Neighbour) -> Neighbour {
    let place = |edge: &Edge| (edge.file.clone(), edge.site);
    neighbour.edges.sort_by_cached_key(|edge| (place(edge), edge.kind));
    neighbour.edges.dedup_by_key(|edge| place(edge));
    neighbour
}

/// Distinct names among references without a target, with their first line and number of sites, in order of appearance.
fn named(unresolved: &[Unresolved], keep: impl Fn(&Unresolved) -> bool) -> Vec<(&Unresolved, usize)> {
    let mut names: Vec<(&Unresolved, usize)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for reference in unresolved.iter().filter(|reference| keep(reference)) {
        match places.entry((&reference.name, &reference.library)) {
            std::collections::hash_map::Entry::Occupied(place) => {
                if let Some((_, sites)) = names.get_mut(*place.get()) {
                    *sites += 1;
                }
            }
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(names.len());
                names.push((reference, 1));
            }
        }
    }
    names
}

/// Walking the tree from top to bottom.
struct Walk<'a> {
    filter: &'a Filter,
    open_folds: &'a BTreeSet<String>,
    own: Option<&'a str>,
}

impl Walk<'_> {
    fn grown(&self, grown: &Grown, path: &mut Vec<u32>, above: &str, rows: &mut Vec<Row>) {
        let depth = u16::try_from(path.len()).unwrap_or(u16::MAX);
        let shown = |branch: &Branch| branch.neighbour.confidence >= self.filter.min_confidence;
        let fold_of = |branch: &Branch| match &branch.neighbour.node {
            node if node.is_test() && !self.filter.tests => Some(Fold::Tests),
            node if depth == 0 && self.own.is_some_and(|own| stands_in(&node.qualified, own)) => Some(Fold::Own),
            _ => None,
        };
        let within = |fold: Option<Fold>| {
            (0u32..)
                .zip(&grown.branches)
                .filter(move |(_, branch)| shown(branch) && fold_of(branch) == fold)
        };
        for (at, branch) in within(None) {
            self.branch(branch, at, path, above, rows);
        }
        for fold in [Fold::Own, Fold::Tests] {
            if self.fold(fold, within(Some(fold)).count(), depth, above, rows) {
                for (at, branch) in within(Some(fold)) {
                    self.branch(branch, at, path, above, rows);
                }
            }
        }
        if self.filter.externals {
            self.unresolved(Fold::Externals, grown, depth, above, rows);
            self.unresolved(Fold::Unknown, grown, depth, above, rows);
        }
        if grown.more > 0 {
            rows.push(Row {
                kind: RowKind::More(grown.more),
                depth,
                identity: join(above, "more"),
            });
        }
    }

    fn branch(&self, branch: &Branch, at: u32, path: &mut Vec<u32>, above: &str, rows: &mut Vec<Row>) {
        let identity = join(above, &branch.neighbour.node.key());
        path.push(at);
        let depth = u16::try_from(path.len() - 1).unwrap_or(u16::MAX);
        rows.push(Row {
            kind: RowKind::Symbol(path.clone()),
            depth,
            identity: identity.clone(),
        });
        if branch.open {
            let before = rows.len();
            if let Some(below) = &branch.below {
                self.grown(below, path, &identity, rows);
            }
            if rows.len() == before {
                let kind = if branch.below.is_none() {
                    RowKind::Waiting
                } else {
                    RowKind::Nothing
                };
                rows.push(Row {
                    kind,
                    depth: depth.saturating_add(1),
                    identity: join(&identity, "empty"),
                });
            }
        }
        path.pop();
    }

    fn unresolved(&self, fold: Fold, grown: &Grown, depth: u16, above: &str, rows: &mut Vec<Row>) {
        let external = fold == Fold::Externals;
        let names = named(&grown.unresolved, |r| (r.reason == Reason::External) == external);
        if !self.fold(fold, names.len(), depth, above, rows) {
            return;
        }
        for (reference, sites) in names {
            let from = match (&reference.library, reference.reason) {
                (Some(library), _) => library.clone(),
                (None, Reason::External) => String::new(),
                (None, reason) => reason.to_string(),
            };
            rows.push(Row {
                identity: join(above, &format!("{}\u{1f}{from}", reference.name)),
                kind: RowKind::Unresolved {
                    name: reference.name.clone(),
                    from,
                    line: reference.site.line,
                    sites,
                },
                depth: depth.saturating_add(1),
            });
        }
    }

    /// Adds the row of a fold if there is something in it; says whether it is open.
    fn fold(&self, fold: Fold, count: usize, depth: u16, above: &str, rows: &mut Vec<Row>) -> bool {
        if count == 0 {
            return false;
        }
        let identity = join(above, fold.word());
        let open = self.open_folds.contains(&identity);
        rows.push(Row {
            kind: RowKind::Fold { fold, count, open },
            depth,
            identity,
        });
        open
    }
}

/// Whether a qualified name belongs to something inside of another.
fn stands_in(qualified: &str, container: &str) -> bool {
    let rest = qualified.strip_prefix(container);
    rest.and_then(|rest| rest.chars().next())
        .is_some_and(|next| !next.is_alphanumeric() && next != '_')
}

fn join(above: &str, key: &str) -> String {
    match above.is_empty() {
        true => key.to_owned(),
        false => format!("{above}\u{1e}{key}"),
    }
}

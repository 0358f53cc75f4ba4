//! The Explore workspace: callers │ source │ callees.

use std::sync::Arc;

use super::{History, List, Mark, RowKind, Side, Subject, Ticket, Tree, display_name};
use crate::graph::{Edge, Node, NodeKind};

/// A part of the workspace that can have the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Pane {
    Callers,
    #[default]
    Source,
    Callees,
    Outline,
    Relations,
}

/// What the middle shows of a container where there is no room for both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Face {
    #[default]
    Outline,
    Source,
}

/// Which edges are shown, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Filter {
    /// Tests stand among the others instead of in one row.
    pub tests: bool,
    pub externals: bool,
    pub min_confidence: f32,
}

/// The steps of the least confidence.
pub const LEAST_CONFIDENCES: &[f32] = &[0.0, 0.3, 0.5, 0.8, 0.95];

impl Default for Filter {
    fn default() -> Self {
        Self {
            tests: false,
            externals: true,
            min_confidence: 0.0,
        }
    }
}

/// Why a subject was asked for: what is to be done when it comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Errand {
    /// A new place in the history.
    Visit,
    /// The place of the history with this number.
    Return(usize),
    /// The same subject, after the graph changed.
    Refresh,
}

/// The workspace.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Explore {
    pub subject: Option<Arc<Subject>>,
    /// The subject is no longer in the graph.
    pub vanished: bool,
    /// The subject that was asked for and is not here yet, and why.
    pub asked: Option<(Ticket, Errand)>,
    /// It takes long enough to say so.
    pub slow: bool,
    pub history: History,
    pub focus: Pane,
    /// The panes last used on the left and on the right, where several share a place.
    pub left: Pane,
    pub right: Pane,
    pub face: Face,
    pub callers: Tree,
    pub callees: Tree,
    pub outline: List,
    pub relations: List,
    /// Lines of the shown file; the cursor counts from 0.
    pub source: List,
    /// What the source was last brought to.
    pub spot: Option<Spot>,
    pub filter: Filter,
    pub peek: bool,
}

/// What the source pane shows, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    pub file: String,
    /// Lines of the symbol, from 1, inclusive; the rest of the file is dimmed.
    pub from: u32,
    pub to: u32,
    /// The line of the selected relation, lit.
    pub line: Option<u32>,
    /// Whose lines these are: qualified.
    pub owner: String,
    /// The same, short.
    pub title: String,
    /// How many lines of doc comment stand before the first.
    pub doc_lines: u32,
}

impl Spot {
    pub fn of(node: &Node, line: Option<u32>) -> Self {
        let doc_lines = node.doc.lines().count().min(12);
        // Of a directory its whole listing is shown.
        let to = if node.kind == NodeKind::Directory {
            u32::MAX
        } else {
            node.end_line
        };
        let (container, name) = display_name(&node.qualified, &node.name, node.kind);
        Self {
            title: format!("{container}{name}"),
            file: node.file.clone(),
            from: node.line,
            to,
            line,
            owner: node.qualified.clone(),
            doc_lines: u32::try_from(doc_lines).unwrap_or(0),
        }
    }
}

impl Explore {
    pub const fn tree(&self, side: Side) -> &Tree {
        match side {
            Side::Callers => &self.callers,
            Side::Callees => &self.callees,
        }
    }

    pub const fn tree_mut(&mut self, side: Side) -> &mut Tree {
        match side {
            Side::Callers => &mut self.callers,
            Side::Callees => &mut self.callees,
        }
    }

    /// The tree that has the keys.
    pub const fn focused_side(&self) -> Option<Side> {
        match self.focus {
            Pane::Callers => Some(Side::Callers),
            Pane::Callees => Some(Side::Callees),
            Pane::Source | Pane::Outline | Pane::Relations => None,
        }
    }

    pub fn is_container(&self) -> bool {
        self.subject.as_ref().is_some_and(|subject| subject.is_container())
    }

    /// A directory is walked through like in a file manager: it has neither callers nor source.
    pub fn is_directory(&self) -> bool {
        self.subject
            .as_ref()
            .is_some_and(|subject| subject.node.kind == NodeKind::Directory)
    }

    pub fn subject_mark(&self) -> Option<Mark> {
        let subject = self.subject.as_ref().filter(|subject| !subject.is_home())?;
        Some(Mark::of(&subject.node))
    }

    /// The symbol under the cursor of the pane that has the keys.
    pub fn row_node(&self) -> Option<&Node> {
        let subject = self.subject.as_ref()?;
        match self.focus {
            Pane::Callers | Pane::Callees => {
                let branch = self.tree(self.focused_side()?).current()?;
                Some(&branch.neighbour.node)
            }
            Pane::Outline => subject.members.get(self.outline.cursor).map(|m| &m.node),
            Pane::Relations => subject.relations.get(self.relations.cursor).map(|r| &r.node),
            Pane::Source => None,
        }
    }

    pub fn row_mark(&self) -> Option<Mark> {
        self.row_node().map(Mark::of)
    }

    /// The definition that a peek shows: that of the row, else the subject's.
    pub fn peek_spot(&self) -> Option<Spot> {
        let node = self
            .row_node()
            .or_else(|| self.subject.as_ref().map(|subject| &subject.node))?;
        Some(Spot::of(node, None)).filter(|spot| self.peek && !spot.file.is_empty())
    }

    /// The edges of the row under the cursor.
    pub fn edges(&self) -> &[Edge] {
        let branch = self.focused_side().and_then(|side| self.tree(side).current());
        branch.map_or(&[], |branch| branch.neighbour.edges.as_slice())
    }

    /// The edge whose site is lit.
    pub fn edge(&self) -> Option<&Edge> {
        let side = self.focused_side()?;
        let edges = self.edges();
        edges.get(self.tree(side).site % edges.len().max(1))
    }

    /// What the source pane should show now: the site of the selected relation, else the subject.
    pub fn wanted_spot(&self) -> Option<Spot> {
        let subject = self.subject.as_ref()?;
        let home = || Spot::of(&subject.node, None);
        match self.focus {
            Pane::Source => Some(home()),
            Pane::Callers | Pane::Callees => Some(self.relation_spot(subject).unwrap_or_else(home)),
            Pane::Outline if subject.is_container() => {
                let member = subject.members.get(self.outline.cursor);
                Some(member.map_or_else(home, |member| Spot::of(&member.node, None)))
            }
            Pane::Outline => Some(home()),
            Pane::Relations => {
                let Some(relation) = subject.relations.get(self.relations.cursor) else {
                    return Some(home()).filter(|spot| !spot.file.is_empty());
                };
                match relation.file == subject.node.file {
                    true => Some(Spot {
                        line: Some(relation.line),
                        ..home()
                    }),
                    false => Some(Spot::of(&relation.node, None)),
                }
            }
        }
        .filter(|spot| !spot.file.is_empty())
    }

    /// A caller's site stands in the caller, a callee's in the symbol above it in the tree.
    fn relation_spot(&self, subject: &Subject) -> Option<Spot> {
        let side = self.focused_side()?;
        let tree = self.tree(side);
        if let Some(RowKind::Unresolved { line, .. }) = tree.row().map(|row| &row.kind) {
            return Some(Spot::of(&subject.node, Some(*line)));
        }
        let edge = self.edge()?;
        let owner = match side {
            Side::Callers => &tree.current()?.neighbour.node,
            Side::Callees => tree
                .above_current()
                .map_or(&subject.node, |above| &above.neighbour.node),
        };
        let mut spot = Spot::of(owner, Some(edge.site.line));
        spot.file.clone_from(&edge.file);
        Some(spot)
    }

    /// Identity of the row under the cursor of the pane that has the keys.
    pub fn row_identity(&self) -> Option<String> {
        match self.focus {
            Pane::Callers => self.callers.row().map(|row| row.identity.clone()),
            Pane::Callees => self.callees.row().map(|row| row.identity.clone()),
            Pane::Outline | Pane::Relations => self.row_mark().map(|mark| mark.key),
            Pane::Source => None,
        }
    }

    /// Puts the cursor of the pane that has the keys on a row by its identity.
    pub fn hold(&mut self, identity: &str) {
        let subject = self.subject.clone();
        match self.focus {
            Pane::Callers => self.callers.hold(identity),
            Pane::Callees => self.callees.hold(identity),
            Pane::Outline => {
                let at = subject.and_then(|s| s.members.iter().position(|m| m.node.key() == identity));
                self.outline.cursor = at.unwrap_or(self.outline.cursor);
            }
            Pane::Relations => {
                let at = subject.and_then(|s| s.relations.iter().position(|r| r.node.key() == identity));
                self.relations.cursor = at.unwrap_or(self.relations.cursor);
            }
            Pane::Source => {}
        }
    }
}

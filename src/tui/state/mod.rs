//! Everything that the map knows and shows, as plain data.
//!
//! Invariants: nothing here does I/O, holds a thread or asks a clock; two states can be compared; only `update`
//! changes one.
//!
//! Start reading at [`State`].

mod bundle;
mod explore;
mod history;
mod input;
mod library;
mod list;
mod search;
mod subject;
mod tree;

use std::sync::Arc;

pub use bundle::{Bundle, BundlePane, KNOBS, Knob, KnobGroup};
pub use explore::{Errand, Explore, Face, Filter, LEAST_CONFIDENCES, Pane, Spot};
pub use history::{History, Place};
pub use input::Input;
pub use library::{Document, Entry, Library, Span};
pub use list::List;
pub use search::{Fitting, Search};
pub use subject::{Mark, Member, Relation, Subject, display_name, is_container};
pub use tree::{Branch, Fold, Grown, Row, RowKind, Side, Tree};

use super::keymap::{ACTIONS, Action, Key, Keymap, Spec};
use crate::graph::Node;
use crate::index::Progress;

/// The number of an asked question; an answer under another number is too late.
pub type Ticket = u64;

/// The whole state.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    pub size: Size,
    pub project: Project,
    pub keymap: Arc<Keymap>,
    /// Name of the theme in use.
    pub theme: String,
    /// All themes that can be chosen.
    pub themes: Vec<String>,
    pub workspace: Workspace,
    /// What is open over the workspace.
    pub overlay: Option<Overlay>,
    pub explore: Explore,
    pub search: Search,
    pub bundle: Bundle,
    pub library: Library,
    /// The most used symbols, with the number of places.
    pub hubs: Arc<Vec<(Node, u64)>>,
    /// Symbols chosen for a bundle.
    pub marks: Vec<Mark>,
    pub notice: Option<Notice>,
    /// Keys of a sequence that is not complete.
    pub prefix: Vec<Key>,
    /// Whether the program takes the mouse.
    pub mouse: bool,
    pub quit: bool,
    tickets: Ticket,
}

/// Columns and rows of the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    pub width: u16,
    pub height: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Workspace {
    Explore,
    Bundle,
}

/// Something open over the workspace.
#[derive(Debug, Clone, PartialEq)]
pub enum Overlay {
    Search,
    Palette(Palette),
    /// Scrolled to a row.
    Help(List),
    History(List),
    /// With the theme to go back to.
    Themes {
        list: List,
        before: String,
    },
    /// A question for the Bundle workspace.
    Ask(Input),
    /// A value for a knob, by its place in [`KNOBS`].
    Value {
        knob: usize,
        input: Input,
    },
}

/// The list of everything that can be done.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Palette {
    pub input: Input,
    pub list: List,
}

/// What is known of the project as a whole.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Project {
    pub name: String,
    /// The root, for people.
    pub root: String,
    pub symbols: u64,
    pub files: u64,
    /// Of the graph; 0 until one is open.
    pub generation: u64,
    pub live: Live,
    /// While an index run goes on.
    pub progress: Option<Progress>,
    /// No graph could be opened, and why.
    pub broken: Option<String>,
}

/// How the map follows the files.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Live {
    /// Not yet.
    #[default]
    Starting,
    Watching,
    /// The system does not tell of changes: looked at from time to time, with the reason.
    Polling(String),
    /// The last run failed, with the reason.
    Failed(String),
}

/// A sentence at the foot of the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub level: Level,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Gone with the next key.
    Info,
    /// Stays until dismissed.
    Error,
}

impl State {
    pub fn new(size: Size, project: Project, keymap: Keymap, themes: Vec<String>, theme: String) -> Self {
        Self {
            size,
            project,
            keymap: Arc::new(keymap),
            theme,
            themes,
            workspace: Workspace::Explore,
            overlay: None,
            explore: Explore::default(),
            search: Search::default(),
            bundle: Bundle::default(),
            library: Library::default(),
            hubs: Arc::default(),
            marks: Vec::new(),
            notice: None,
            prefix: Vec::new(),
            mouse: true,
            quit: false,
            tickets: 0,
        }
    }

    /// A number that no question had before.
    pub fn ticket(&mut self) -> Ticket {
        self.tickets += 1;
        self.tickets
    }

    pub fn inform(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice {
            level: Level::Info,
            text: text.into(),
        });
    }

    pub fn complain(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice {
            level: Level::Error,
            text: text.into(),
        });
    }

    /// The symbol that an action of Explore is about: the row under the cursor, else the subject.
    pub fn at_hand(&self) -> Option<Mark> {
        self.explore.row_mark().or_else(|| self.explore.subject_mark())
    }

    pub fn is_marked(&self, key: &str) -> bool {
        self.marks.iter().any(|mark| mark.key == key)
    }
}

impl Palette {
    /// What fits the input: what can be done now first, of that what begins with the input, then as in the table.
    pub fn fitting(&self, state: &State) -> Vec<&'static Spec> {
        let words: Vec<String> = self.input.text().split_whitespace().map(str::to_lowercase).collect();
        let mut fitting: Vec<(bool, bool, &Spec)> = ACTIONS
            .iter()
            .filter(|spec| spec.in_palette())
            .filter_map(|spec| {
                let text = format!("{} {}", spec.name.replace('_', " "), spec.doc.to_lowercase());
                let fits = words.iter().all(|word| text.contains(word.as_str()));
                let first = words.first().is_none_or(|word| spec.name.starts_with(word.as_str()));
                fits.then(|| (spec.action.why_not(state).is_some(), !first, spec))
            })
            .collect();
        fitting.sort_by_key(|(impossible, later, _)| (*impossible, *later));
        fitting.into_iter().map(|(_, _, spec)| spec).collect()
    }

    pub fn chosen(&self, state: &State) -> Option<Action> {
        self.fitting(state).get(self.list.cursor).map(|spec| spec.action)
    }
}

impl State {
    /// How many rows the palette has; 0 when it is not open.
    pub fn palette_rows(&self) -> usize {
        match &self.overlay {
            Some(Overlay::Palette(palette)) => palette.fitting(self).len(),
            _ => 0,
        }
    }
}

//! What `update` is told, and what it asks for.

use std::sync::Arc;

use crate::config::Profile;
use crate::context;
use crate::graph::Node;
use crate::index::Progress;
use crate::query::search::{Hit, Query};
use crate::query::walk::Neighbours;
use crate::tui::keymap::{Action, Key};
use crate::tui::scene::Target;
use crate::tui::state::{Document, Mark, Side, Size, Span, Subject, Ticket};

/// Something that happened. An answer carries the ticket of its question.
#[derive(Debug, Clone, PartialEq)]
pub enum Msg {
    Key(Key),
    /// One paste, however long.
    Paste(String),
    Mouse(Mouse),
    Resize(Size),
    Do(Action),
    Subject {
        ticket: Ticket,
        /// `None`: there is no such symbol any more.
        result: Result<Option<Arc<Subject>>, String>,
    },
    Neighbours {
        /// Key of the subject in whose tree they were asked for.
        subject: String,
        side: Side,
        identity: String,
        result: Result<Neighbours, String>,
    },
    Document {
        path: String,
        ticket: Ticket,
        result: Result<Document, String>,
    },
    Styled {
        path: String,
        hash: u64,
        /// The first line, from 0.
        from: usize,
        lines: Vec<Arc<[Span]>>,
    },
    Hits {
        ticket: Ticket,
        result: Result<(Arc<Vec<Hit>>, usize), String>,
    },
    Bundled {
        ticket: Ticket,
        result: Result<Arc<context::Bundle>, String>,
    },
    /// What the open graph holds.
    Counted {
        generation: u64,
        symbols: u64,
        files: u64,
    },
    /// The most used symbols, with the number of places.
    Hubs(Vec<(Node, u64)>),
    Watch(Watch),
    Elapsed(Timer),
    /// Something outside was done, or could not be.
    Done(Result<String, String>),
    ProfileSaved(Result<(Profile, String), String>),
    /// The process was asked to end.
    Signal(i32),
}

/// News from the watcher.
#[derive(Debug, Clone, PartialEq)]
pub enum Watch {
    Progress(Progress),
    /// A new generation can be read; with sentences for the user.
    Changed {
        generation: u64,
        notes: Vec<String>,
    },
    Failed(String),
    Polling(String),
}

/// The mouse, and what it points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mouse {
    Click(Option<Target>),
    /// Rows down, or up when negative.
    Wheel(i16, Option<Target>),
}

/// A moment that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timer {
    /// The subject asked for under this ticket takes long.
    Subject(Ticket),
    Search(Ticket),
    Bundle(Ticket),
}

/// Which subject is wanted.
#[derive(Debug, Clone, PartialEq)]
pub enum Want {
    /// The project itself.
    Home,
    /// By id while it is the same symbol, else by key.
    Symbol(Mark),
}

/// A bundle that is wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct BundleRequest {
    pub question: String,
    pub symbols: Vec<Mark>,
    pub profile: Profile,
    pub overrides: Vec<(String, context::Override)>,
}

/// Something to be done outside of `update`.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    Subject {
        ticket: Ticket,
        want: Want,
    },
    Neighbours {
        subject: String,
        side: Side,
        identity: String,
        symbol: Mark,
    },
    Read {
        ticket: Ticket,
        path: String,
    },
    /// Colours for the lines from `from` to `to` (exclusive), from 0.
    Style {
        path: String,
        hash: u64,
        lines: Arc<Vec<String>>,
        from: usize,
        to: usize,
    },
    Search {
        ticket: Ticket,
        query: Query,
    },
    Bundle {
        ticket: Ticket,
        request: BundleRequest,
    },
    /// The graph has changed: count it and read the names anew.
    Reload,
    SaveProfile {
        name: String,
        profile: Profile,
    },
    Copy {
        text: String,
        what: String,
    },
    Edit {
        file: String,
        line: u32,
    },
    After {
        milliseconds: u64,
        timer: Timer,
    },
    Mouse(bool),
    Redraw,
    Suspend,
}

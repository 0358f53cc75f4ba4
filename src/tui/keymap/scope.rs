//! Where a key means something.

use crate::tui::state::{Overlay, State, Workspace};

/// A place in which keys are bound. An inner scope hides an outer one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// Whatever is open.
    Always,
    /// Any workspace, with nothing open over it.
    Global,
    Explore,
    Bundle,
    /// While text is typed: search, palette, a question, a value.
    Prompt,
    /// Beside [`Scope::Prompt`] in the search.
    Search,
    /// A list over the workspace: history, themes, help.
    List,
}

impl Scope {
    pub const ALL: &'static [Self] = &[
        Self::Always,
        Self::Global,
        Self::Explore,
        Self::Bundle,
        Self::Search,
        Self::Prompt,
        Self::List,
    ];

    /// The table's name in the keymap file.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Global => "global",
            Self::Explore => "explore",
            Self::Bundle => "bundle",
            Self::Prompt => "prompt",
            Self::Search => "search",
            Self::List => "list",
        }
    }

    /// For the headings of help.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Always => "Anywhere",
            Self::Global => "In every workspace",
            Self::Explore => "Explore",
            Self::Bundle => "Bundle",
            Self::Prompt => "While typing",
            Self::Search => "Search",
            Self::List => "In a list",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|scope| scope.as_str() == word)
    }

    /// The scopes that hold now, innermost first.
    pub fn active(state: &State) -> &'static [Self] {
        match &state.overlay {
            Some(Overlay::Search) => &[Self::Search, Self::Prompt, Self::Always],
            Some(Overlay::Palette(_) | Overlay::Ask(_) | Overlay::Value { .. }) => &[Self::Prompt, Self::Always],
            Some(Overlay::Help(_) | Overlay::History(_) | Overlay::Themes { .. }) => &[Self::List, Self::Always],
            None => Self::below(state),
        }
    }

    /// The scopes that hold in the workspace, whatever is open over it.
    pub const fn below(state: &State) -> &'static [Self] {
        match state.workspace {
            Workspace::Explore => &[Self::Explore, Self::Global, Self::Always],
            Workspace::Bundle => &[Self::Bundle, Self::Global, Self::Always],
        }
    }

    /// Whether printable keys type text here.
    pub fn types_text(state: &State) -> bool {
        Self::active(state).contains(&Self::Prompt)
    }
}

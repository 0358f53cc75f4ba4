//! The one table of actions. Keys, hint bar, help, palette and `assets/keymap.toml` are drawn from it.

use super::{Scope, reasons};
use crate::tui::state::State;

/// Something a person can do. The order is that of [`ACTIONS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    Less,
    More,
    Pin,
    Exclude,
    Ask,
    NextPane,
    PreviousPane,
    Left,
    Right,
    Go,
    Peek,
    Search,
    Bundle,
    Back,
    Forward,
    Up,
    Down,
    PageUp,
    PageDown,
    Top,
    Bottom,
    Above,
    Below,
    Branch,
    Container,
    Home,
    NextSite,
    PreviousSite,
    Source,
    Mark,
    History,
    Tests,
    Externals,
    MoreCertain,
    LessCertain,
    Edit,
    CopyName,
    CopyPlace,
    Explore,
    BundleWorkspace,
    Reset,
    CopyText,
    CopyCommand,
    SaveProfile,
    Accept,
    Cancel,
    BundleMarked,
    Backspace,
    Delete,
    DeleteWord,
    ClearInput,
    InputLeft,
    InputRight,
    InputStart,
    InputEnd,
    Palette,
    Help,
    Themes,
    Mouse,
    Dismiss,
    Redraw,
    Suspend,
    Quit,
}

/// What there is to know of an action.
#[derive(Debug)]
pub struct Spec {
    pub action: Action,
    /// In the keymap file and the palette.
    pub name: &'static str,
    /// A word or two for the hint bar; empty: not shown there.
    pub hint: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// The default keys in each scope where it applies.
    pub keys: &'static [(Scope, &'static [&'static str])],
    /// Why it cannot be done now; `None` when it can.
    pub why_not: fn(&State) -> Option<&'static str>,
}

impl Action {
    pub fn spec(self) -> &'static Spec {
        &ACTIONS[self as usize]
    }

    pub fn parse(name: &str) -> Option<Self> {
        ACTIONS.iter().find(|spec| spec.name == name).map(|spec| spec.action)
    }

    pub fn why_not(self, state: &State) -> Option<&'static str> {
        (self.spec().why_not)(state)
    }
}

impl Spec {
    /// Whether it makes sense to choose it from the palette: moving about and editing an input do not.
    pub fn in_palette(&self) -> bool {
        use Action::{Above, Below, Bottom, Dismiss, Down, Left, Less, More, NextPane, PageDown, PageUp, Palette};
        use Action::{PreviousPane, Right, Top, Up};
        use Scope::{Always, Bundle, Explore, Global};
        let motion = matches!(
            self.action,
            Above
                | Below
                | Bottom
                | Dismiss
                | Down
                | Left
                | Less
                | More
                | NextPane
                | PageDown
                | PageUp
                | Palette
                | PreviousPane
                | Right
                | Top
                | Up
        );
        self.keys
            .iter()
            .any(|(scope, _)| matches!(scope, Always | Global | Explore | Bundle))
            && !motion
    }
}

use Scope::{Always, Bundle, Explore, Global, List, Prompt, Search};

const fn spec(
    action: Action,
    name: &'static str,
    hint: &'static str,
    doc: &'static str,
    keys: &'static [(Scope, &'static [&'static str])],
    why_not: fn(&State) -> Option<&'static str>,
) -> Spec {
    Spec {
        action,
        name,
        hint,
        doc,
        keys,
        why_not,
    }
}

/// Every action, in the order of the hint bar and of help.
#[rustfmt::skip]
pub const ACTIONS: &[Spec] = &[
    spec(Action::Less, "less", "less", "Turn the knob down; show the item in less detail",
        &[(Bundle, &["left", "-"])], reasons::adjustable),
    spec(Action::More, "more", "more", "Turn the knob up; show the item in more detail",
        &[(Bundle, &["right", "+", "="])], reasons::adjustable),
    spec(Action::Pin, "pin", "pin", "Keep this item in, before all others; again: as ranked",
        &[(Bundle, &["p"])], reasons::item),
    spec(Action::Exclude, "exclude", "exclude", "Keep this item out; again: as ranked",
        &[(Bundle, &["x"])], reasons::item),
    spec(Action::Ask, "ask", "ask", "Ask a question: what would an agent receive for it?",
        &[(Bundle, &["a"])], reasons::always),
    spec(Action::NextPane, "next_pane", "next pane", "To the next pane: knobs, ledger, text",
        &[(Bundle, &["tab"])], reasons::always),
    spec(Action::PreviousPane, "previous_pane", "", "To the pane before",
        &[(Bundle, &["shift-tab"])], reasons::always),
    spec(Action::Left, "left", "callers", "To the left: callers; there, open the row's own callers",
        &[(Explore, &["h", "left"]), (Bundle, &["h"])], reasons::always),
    spec(Action::Right, "right", "callees", "To the right: callees; there, open the row's own callees",
        &[(Explore, &["l", "right"]), (Bundle, &["l"])], reasons::always),
    spec(Action::Go, "go", "go", "Make the row the subject; in the source, follow the call",
        &[(Explore, &["enter"]), (Bundle, &["enter"])], reasons::go),
    spec(Action::Peek, "peek", "peek", "Look at the row's definition without leaving the subject",
        &[(Explore, &["space"])], reasons::row),
    spec(Action::Search, "search", "search", "Find any symbol by its name",
        &[(Global, &["/"])], reasons::always),
    spec(Action::Bundle, "bundle", "bundle", "What an agent would receive for the marked, or this, symbol",
        &[(Explore, &["b"])], reasons::anything),
    spec(Action::Back, "back", "back", "Back to the subject before",
        &[(Explore, &["H", "backspace"])], reasons::back),
    spec(Action::Forward, "forward", "", "Forward again, after going back",
        &[(Explore, &["L"])], reasons::forward),
    spec(Action::Up, "up", "", "One row up",
        &[(Global, &["k", "up"]), (Prompt, &["up", "ctrl-p"]), (List, &["k", "up"])], reasons::always),
    spec(Action::Down, "down", "", "One row down",
        &[(Global, &["j", "down"]), (Prompt, &["down", "ctrl-n"]), (List, &["j", "down"])], reasons::always),
    spec(Action::PageUp, "page_up", "", "One page up",
        &[(Global, &["pageup", "ctrl-u"]), (Prompt, &["pageup"]), (List, &["pageup", "ctrl-u"])], reasons::always),
    spec(Action::PageDown, "page_down", "", "One page down",
        &[(Global, &["pagedown", "ctrl-d"]), (Prompt, &["pagedown"]), (List, &["pagedown", "ctrl-d"])], reasons::always),
    spec(Action::Top, "top", "", "To the first row",
        &[(Global, &["g g", "home"]), (List, &["g g", "home"])], reasons::always),
    spec(Action::Bottom, "bottom", "", "To the last row",
        &[(Global, &["G", "end"]), (List, &["G", "end"])], reasons::always),
    spec(Action::Above, "pane_above", "", "To the pane above in this column",
        &[(Explore, &["K"])], reasons::stacked),
    spec(Action::Below, "pane_below", "outline/types", "To the pane below in this column: outline, types",
        &[(Explore, &["J"])], reasons::stacked),
    spec(Action::Branch, "branch", "open", "Open or close the row: callers, callees, tests, externals",
        &[(Explore, &["o"])], reasons::branch),
    spec(Action::Container, "container", "container", "Up to what contains the subject",
        &[(Explore, &["u"])], reasons::container),
    spec(Action::Home, "home", "", "To the whole project: directories, most used symbols",
        &[(Explore, &["~"])], reasons::container),
    spec(Action::NextSite, "next_site", "", "To the next place where the row's relation is written",
        &[(Explore, &["n"])], reasons::sites),
    spec(Action::PreviousSite, "previous_site", "", "To the place before",
        &[(Explore, &["N"])], reasons::sites),
    spec(Action::Source, "source", "source", "A container's source instead of its outline, and back",
        &[(Explore, &["s"])], reasons::subject_is_container),
    spec(Action::Mark, "mark", "", "Mark the row's symbol for a bundle, or unmark it",
        &[(Explore, &["tab"]), (Search, &["tab"])], reasons::markable),
    spec(Action::History, "history", "", "List where you have been",
        &[(Explore, &["`"])], reasons::history),
    spec(Action::Tests, "tests", "tests", "Callers in tests: among the others, or folded into one row",
        &[(Explore, &["t"])], reasons::always),
    spec(Action::Externals, "externals", "", "Show or hide what belongs to libraries",
        &[(Explore, &["."])], reasons::always),
    spec(Action::MoreCertain, "more_certain", "", "Hide less certain edges, a step at a time",
        &[(Explore, &["c"])], reasons::more_certain),
    spec(Action::LessCertain, "less_certain", "", "Show less certain edges again, a step at a time",
        &[(Explore, &["C"])], reasons::less_certain),
    spec(Action::Edit, "edit", "edit", "Open the line in $VISUAL or $EDITOR",
        &[(Explore, &["e"]), (Bundle, &["e"])], reasons::editable),
    spec(Action::CopyName, "copy_name", "copy", "Copy the qualified name of the row",
        &[(Explore, &["y"])], reasons::anything),
    spec(Action::CopyPlace, "copy_place", "", "Copy path:line of the row",
        &[(Explore, &["Y"])], reasons::anything),
    spec(Action::Explore, "explore", "", "The Explore workspace: callers, source, callees",
        &[(Global, &["1"])], reasons::always),
    spec(Action::BundleWorkspace, "bundle_workspace", "", "The Bundle workspace: what an agent would receive",
        &[(Global, &["2"])], reasons::always),
    spec(Action::Reset, "reset", "reset", "Put the knob back as saved, the item as ranked",
        &[(Bundle, &["r"])], reasons::adjustable),
    spec(Action::CopyText, "copy_text", "copy text", "Copy the very text",
        &[(Bundle, &["y"])], reasons::bundle),
    spec(Action::CopyCommand, "copy_command", "copy command", "Copy the command that prints the same text",
        &[(Bundle, &["c"])], reasons::request),
    spec(Action::SaveProfile, "save_profile", "save", "Save the knobs as the project's profile, for agents too",
        &[(Bundle, &["s"])], reasons::always),
    spec(Action::Accept, "accept", "choose", "Take what is chosen or typed",
        &[(Prompt, &["enter"]), (List, &["enter"])], reasons::always),
    spec(Action::Cancel, "cancel", "close", "Close this and go back",
        &[(Prompt, &["esc"]), (List, &["esc", "q"])], reasons::always),
    spec(Action::BundleMarked, "bundle_marked", "bundle", "What an agent would receive for the marked, or this, symbol",
        &[(Search, &["ctrl-b"])], reasons::always),
    spec(Action::Backspace, "backspace", "", "Delete the character before",
        &[(Prompt, &["backspace"])], reasons::always),
    spec(Action::Delete, "delete", "", "Delete the character after",
        &[(Prompt, &["delete"])], reasons::always),
    spec(Action::DeleteWord, "delete_word", "", "Delete the word before",
        &[(Prompt, &["ctrl-w"])], reasons::always),
    spec(Action::ClearInput, "clear_input", "", "Delete everything before",
        &[(Prompt, &["ctrl-u"])], reasons::always),
    spec(Action::InputLeft, "input_left", "", "One character to the left",
        &[(Prompt, &["left"])], reasons::always),
    spec(Action::InputRight, "input_right", "", "One character to the right",
        &[(Prompt, &["right"])], reasons::always),
    spec(Action::InputStart, "input_start", "", "To the beginning of the line",
        &[(Prompt, &["home", "ctrl-a"])], reasons::always),
    spec(Action::InputEnd, "input_end", "", "To the end of the line",
        &[(Prompt, &["end", "ctrl-e"])], reasons::always),
    spec(Action::Palette, "palette", "commands", "Everything that can be done, by name",
        &[(Global, &[":", "ctrl-k"])], reasons::always),
    spec(Action::Help, "help", "help", "All keys that work here",
        &[(Global, &["?"])], reasons::always),
    spec(Action::Themes, "themes", "", "Choose another theme, with a live preview",
        &[(Global, &[])], reasons::always),
    spec(Action::Mouse, "mouse", "", "Leave the mouse to the terminal, or take it again",
        &[(Global, &[])], reasons::always),
    spec(Action::Dismiss, "dismiss", "", "Close the peek or the message",
        &[(Global, &["esc"])], reasons::always),
    spec(Action::Redraw, "redraw", "", "Draw the screen afresh",
        &[(Always, &["ctrl-l"])], reasons::always),
    spec(Action::Suspend, "suspend", "", "Stop; give the terminal back to the shell (fg returns)",
        &[(Always, &["ctrl-z"])], reasons::always),
    spec(Action::Quit, "quit", "quit", "Leave",
        &[(Global, &["q"]), (Always, &["ctrl-c"])], reasons::always),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stands_in_the_order_of_the_enum() {
        for (at, spec) in ACTIONS.iter().enumerate() {
            assert_eq!(spec.action as usize, at, "{}", spec.name);
            assert_eq!(Action::parse(spec.name), Some(spec.action));
            assert!(!spec.doc.is_empty() && !spec.keys.is_empty(), "{}", spec.name);
            assert!(spec.doc.len() <= 60, "too long for help at 80 columns: {}", spec.doc);
        }
        assert_eq!(ACTIONS.len(), Action::Quit as usize + 1);
    }

    #[test]
    fn no_default_is_a_key_that_terminals_keep_or_confuse() {
        let keys = ACTIONS
            .iter()
            .flat_map(|spec| spec.keys.iter().flat_map(|(_, keys)| keys.iter()));
        for key in keys {
            let taken = ["ctrl-h", "ctrl-s", "ctrl-q", "ctrl-j", "ctrl-m", "ctrl-i"];
            assert!(!key.starts_with("alt-") && !taken.contains(key), "{key}");
        }
    }
}

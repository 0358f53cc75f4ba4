//! What a style is for.

/// Declares the roles: `Variant => "section.name" or "parent role"`.
macro_rules! roles {
    ($($(#[$meta:meta])* $variant:ident => $word:literal $(from $parent:ident)?),+ $(,)?) => {
        /// What a style is for. Each has a name in a theme file and, but for the first, a role it falls back to.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Role { $($(#[$meta])* $variant),+ }

        impl Role {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// `section.name`, as in a theme file.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// The role whose style holds where the theme gives none.
            pub const fn fallback(self) -> Option<Self> {
                match self { $(Self::$variant => roles!(@parent $($parent)?)),+ }
            }
        }
    };
    (@parent) => { None };
    (@parent $parent:ident) => { Some(Self::$parent) };
}

roles! {
    /// Ordinary text on the theme's background.
    Text => "ui.text",
    /// What is less important: paths, counts.
    Muted => "ui.muted" from Text,
    /// What is hardly to be noticed: rules, line numbers.
    Faint => "ui.faint" from Muted,
    /// What should be seen first.
    Accent => "ui.accent" from Text,
    /// The program's name.
    Brand => "ui.brand" from Accent,
    /// Lines between panes.
    Rule => "ui.rule" from Faint,
    /// The line above the pane that has the keys.
    RuleFocus => "ui.rule_focus" from Accent,
    /// A pane's title.
    Title => "ui.title" from Muted,
    /// The title of the pane that has the keys.
    TitleFocus => "ui.title_focus" from Accent,
    /// The subject's name.
    Subject => "ui.subject" from Accent,
    /// The row under the cursor in the pane that has the keys.
    Cursor => "ui.cursor" from Text,
    /// The row under the cursor elsewhere.
    CursorPassive => "ui.cursor_passive" from Text,
    /// Characters that a search matched.
    Matched => "ui.matched" from Accent,
    /// A key in the hint bar.
    Key => "ui.key" from Accent,
    /// What the key does.
    Hint => "ui.hint" from Muted,
    /// What is typed.
    Input => "ui.input" from Text,
    /// What is over the workspace.
    Popup => "ui.popup" from Text,
    PopupRule => "ui.popup_rule" from Rule,
    /// The line of the source where the selected relation is written.
    Lit => "ui.lit" from Cursor,
    /// The mark before such a line.
    Site => "ui.site" from Accent,
    /// Source outside of the symbol that is shown.
    Outside => "ui.outside" from Faint,
    Number => "ui.line_number" from Faint,
    Error => "ui.error" from Text,
    Warning => "ui.warning" from Error,
    Success => "ui.success" from Text,
    Info => "ui.info" from Accent,
    /// The mark of a live map.
    Live => "ui.live" from Success,
    /// A symbol that is no longer there.
    Banner => "ui.banner" from Warning,
    /// A symbol marked for a bundle.
    Marked => "ui.marked" from Warning,

    /// A relation that is not certain.
    Candidate => "graph.candidate" from Warning,
    /// What belongs to a library.
    External => "graph.external" from Faint,
    Test => "graph.test" from Muted,
    Recursion => "graph.recursion" from Info,
    Callable => "graph.callable" from Text,
    Type => "graph.type" from Text,
    Value => "graph.value" from Text,
    Place => "graph.place" from Text,

    /// Where to look.
    Files => "bundle.files" from Info,
    /// The chain of calls.
    Path => "bundle.path" from Warning,
    Source => "bundle.source" from Success,
    Dependants => "bundle.dependants" from Accent,
    Evidence => "bundle.evidence" from Type,
    LeftOut => "bundle.left_out" from Muted,
    /// What is not spent.
    Free => "bundle.free" from Faint,
    /// Came in with the last change.
    Entered => "bundle.entered" from Success,
    /// Went out with the last change.
    Left => "bundle.left" from Error,

    Comment => "syntax.comment" from Muted,
    String => "syntax.string" from Text,
    Escape => "syntax.escape" from String,
    NumberLiteral => "syntax.number" from Text,
    Constant => "syntax.constant" from NumberLiteral,
    Keyword => "syntax.keyword" from Text,
    Operator => "syntax.operator" from Text,
    Function => "syntax.function" from Text,
    Macro => "syntax.macro" from Function,
    TypeName => "syntax.type" from Text,
    Variable => "syntax.variable" from Text,
    Parameter => "syntax.parameter" from Variable,
    Property => "syntax.property" from Variable,
    Attribute => "syntax.attribute" from Macro,
    Tag => "syntax.tag" from Keyword,
    Punctuation => "syntax.punctuation" from Text,
    Heading => "syntax.heading" from Keyword,
    Link => "syntax.link" from String,
}

impl Role {
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|role| role.as_str() == word)
    }

    /// Whether it is one of the stacked parts of the budget bar, which have a fill character beside a style.
    pub const fn has_fill(self) -> bool {
        (self as u8) >= (Self::Files as u8) && (self as u8) <= (Self::Free as u8)
    }
}

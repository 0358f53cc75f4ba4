//! Colours and attributes by meaning.
//!
//! Place: read by `view` alone. A theme is a TOML file: `name`, `variant`, `inherits`, then `[palette]` (names for
//! colours), `[ui]`, `[graph]`, `[bundle]` and `[syntax]` (styles by meaning). What a theme does not say falls back
//! along [`Role::fallback`].
//!
//! Invariants: a bad value never aborts, it falls back and is reported; with [`Theme::without_colour`] no style
//! holds a colour, and everything that colour told is told by attributes.
//!
//! Start reading at [`Theme`] and [`Role`].

mod file;
mod role;

pub use role::Role;

use ratatui::style::{Color, Modifier, Style};

use super::problem::Problem;

/// The themes that come with the program, by name. The first is the default.
const SHIPPED: &[(&str, &str)] = &[
    ("terminal", include_str!("../../../themes/terminal.toml")),
    ("mono", include_str!("../../../themes/mono.toml")),
    ("harbour", include_str!("../../../themes/harbour.toml")),
    ("chart", include_str!("../../../themes/chart.toml")),
];

/// On which background a theme reads well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    Dark,
    Light,
    Any,
}

/// A complete set of styles.
#[derive(Debug, Clone, PartialEq)]
pub struct Theme {
    pub name: String,
    pub variant: Variant,
    styles: Vec<Style>,
    fills: Vec<char>,
}

impl Theme {
    /// A shipped theme.
    pub fn shipped(name: &str) -> Option<Self> {
        let (_, text) = SHIPPED.iter().find(|(known, _)| *known == name)?;
        Some(Self::from_toml(name, text).0)
    }

    /// The theme that is used where none is named.
    pub fn fallback() -> Self {
        Self::shipped(SHIPPED[0].0).unwrap_or_else(|| Self::bare("terminal"))
    }

    /// Names of the shipped themes.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(name, _)| *name)
    }

    /// Reads a theme file. `file` names it in problems.
    pub fn from_toml(file: &str, text: &str) -> (Self, Vec<Problem>) {
        file::read(file, text, &|name| {
            SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
        })
    }

    fn bare(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            variant: Variant::Any,
            styles: vec![Style::new(); Role::ALL.len()],
            fills: vec!['█'; Role::ALL.len()],
        }
    }

    pub fn style(&self, role: Role) -> Style {
        self.styles.get(role as usize).copied().unwrap_or_default()
    }

    /// The character that fills a part of the budget bar.
    pub fn fill(&self, role: Role) -> char {
        self.fills.get(role as usize).copied().unwrap_or('█')
    }

    /// The same theme for `NO_COLOR`: the attributes of `mono` and no colour at all.
    pub fn without_colour() -> Self {
        let mut theme = Self::shipped("mono").unwrap_or_else(|| Self::bare("mono"));
        for style in &mut theme.styles {
            style.fg = None;
            style.bg = None;
            style.underline_color = None;
        }
        theme
    }

    /// The same theme with its colours brought to what the terminal can show.
    pub fn for_depth(mut self, depth: Depth) -> Self {
        for style in &mut self.styles {
            style.fg = style.fg.map(|colour| depth.bring(colour));
            style.bg = style.bg.map(|colour| depth.bring(colour));
            style.underline_color = style.underline_color.map(|colour| depth.bring(colour));
        }
        self
    }
}

/// How many colours the terminal shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    True,
    Indexed,
    Sixteen,
}

impl Depth {
    /// By what the terminal says of itself in `COLORTERM` and `TERM`.
    pub fn of(colorterm: &str, term: &str) -> Self {
        match () {
            () if matches!(colorterm, "truecolor" | "24bit") || term.ends_with("-direct") => Self::True,
            () if term.contains("256color") => Self::Indexed,
            () if ["alacritty", "kitty", "ghostty", "wezterm", "foot"]
                .iter()
                .any(|name| term.contains(name)) =>
            {
                Self::True
            }
            () => Self::Sixteen,
        }
    }

    fn bring(self, colour: Color) -> Color {
        match (self, colour) {
            (Self::True, _) => colour,
            (Self::Indexed, Color::Rgb(r, g, b)) => Color::Indexed(cube(r, g, b)),
            (Self::Sixteen, Color::Rgb(r, g, b)) => nearest_of_sixteen(r, g, b),
            _ => colour,
        }
    }
}

/// The nearest colour of the 6 × 6 × 6 cube or of the grey ramp that 256-colour terminals share.
fn cube(r: u8, g: u8, b: u8) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |v: u8| (0..6u8).min_by_key(|i| STEPS[usize::from(*i)].abs_diff(v)).unwrap_or(0);
    let (ri, gi, bi) = (step(r), step(g), step(b));
    let [cr, cg, cb] = [ri, gi, bi].map(|i| STEPS[usize::from(i)]);
    let mean = (u16::from(r) + u16::from(g) + u16::from(b)) / 3;
    let grey_index = u8::try_from((mean.saturating_sub(8) / 10).min(23)).unwrap_or(23);
    let grey = 8 + 10 * grey_index;
    match distance((r, g, b), (grey, grey, grey)) < distance((r, g, b), (cr, cg, cb)) {
        true => 232 + grey_index,
        false => 16 + 36 * ri + 6 * gi + bi,
    }
}

/// The first sixteen colours as most terminals show them, to choose among them.
fn nearest_of_sixteen(r: u8, g: u8, b: u8) -> Color {
    const TABLE: [(Color, (u8, u8, u8)); 16] = [
        (Color::Black, (0, 0, 0)),
        (Color::Red, (205, 49, 49)),
        (Color::Green, (13, 188, 121)),
        (Color::Yellow, (200, 190, 16)),
        (Color::Blue, (36, 114, 200)),
        (Color::Magenta, (188, 63, 188)),
        (Color::Cyan, (17, 168, 205)),
        (Color::Gray, (204, 204, 204)),
        (Color::DarkGray, (102, 102, 102)),
        (Color::LightRed, (241, 76, 76)),
        (Color::LightGreen, (35, 209, 139)),
        (Color::LightYellow, (245, 245, 67)),
        (Color::LightBlue, (59, 142, 234)),
        (Color::LightMagenta, (214, 112, 214)),
        (Color::LightCyan, (41, 184, 219)),
        (Color::White, (255, 255, 255)),
    ];
    let near = TABLE.iter().min_by_key(|(_, rgb)| distance((r, g, b), *rgb));
    near.map_or(Color::Reset, |(colour, _)| *colour)
}

fn distance(a: (u8, u8, u8), b: (u8, u8, u8)) -> u32 {
    let square = |x: u8, y: u8| u32::from(x.abs_diff(y)).pow(2);
    // Weighted as the eye weighs red, green and blue.
    2 * square(a.0, b.0) + 4 * square(a.1, b.1) + 3 * square(a.2, b.2)
}

/// Attributes by the words of a theme file.
const ATTRIBUTES: &[(&str, Modifier)] = &[
    ("bold", Modifier::BOLD),
    ("dim", Modifier::DIM),
    ("italic", Modifier::ITALIC),
    ("underline", Modifier::UNDERLINED),
    ("reverse", Modifier::REVERSED),
    ("strike", Modifier::CROSSED_OUT),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_themes_are_read_without_a_problem() {
        for (name, text) in SHIPPED {
            let (theme, problems) = Theme::from_toml(name, text);
            assert_eq!(problems, [], "{name}");
            assert_eq!(theme.name, *name);
        }
    }

    #[test]
    fn nothing_of_colour_is_left_without_colour() {
        let theme = Theme::without_colour();
        for role in Role::ALL {
            let style = theme.style(*role);
            assert_eq!((style.fg, style.bg), (None, None), "{role:?}");
        }
        assert!(theme.style(Role::Cursor).add_modifier.contains(Modifier::REVERSED));
    }

    #[test]
    fn the_parts_of_the_budget_differ_without_colour() {
        for name in Theme::names() {
            let theme = Theme::shipped(name).expect("shipped");
            let mut fills: Vec<char> = Role::ALL
                .iter()
                .filter(|role| role.has_fill())
                .map(|role| theme.fill(*role))
                .collect();
            let all = fills.len();
            fills.sort_unstable();
            fills.dedup();
            assert_eq!(fills.len(), all, "{name}");
        }
    }

    #[test]
    fn the_terminal_theme_names_only_the_sixteen_colours() {
        let theme = Theme::fallback();
        for role in Role::ALL {
            let style = theme.style(*role);
            for colour in [style.fg, style.bg].into_iter().flatten() {
                assert!(!matches!(colour, Color::Rgb(..) | Color::Indexed(_)), "{role:?}");
            }
        }
    }

    /// The relative luminance of sRGB as WCAG 2.2 defines it.
    fn luminance(colour: Color) -> Option<f64> {
        let Color::Rgb(r, g, b) = colour else { return None };
        let linear = |v: u8| {
            let c = f64::from(v) / 255.0;
            if c <= 0.04045 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        Some(0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b))
    }

    #[test]
    fn text_stands_out_from_its_background() {
        for name in ["harbour", "chart"] {
            let theme = Theme::shipped(name).expect("shipped");
            let ground = theme.style(Role::Text).bg.expect("a background");
            for role in Role::ALL {
                let style = theme.style(*role);
                let (Some(front), Some(back)) = (style.fg.and_then(luminance), luminance(style.bg.unwrap_or(ground)))
                else {
                    continue;
                };
                let ratio = (front.max(back) + 0.05) / (front.min(back) + 0.05);
                // Lines need only be seen; what is deliberately faint is read seldom; all else is read.
                let least = match role {
                    Role::Rule | Role::PopupRule => 1.7,
                    Role::Free | Role::Faint | Role::Number | Role::Outside | Role::External => 3.0,
                    _ => 4.5,
                };
                assert!(ratio >= least, "{name} {}: {ratio:.2}", role.as_str());
            }
        }
    }

    #[test]
    fn colours_come_down_to_what_a_terminal_has() {
        assert_eq!(Depth::of("truecolor", "xterm"), Depth::True);
        assert_eq!(Depth::of("", "xterm-256color"), Depth::Indexed);
        assert_eq!(Depth::of("", "xterm"), Depth::Sixteen);
        assert_eq!(Depth::Indexed.bring(Color::Rgb(255, 0, 0)), Color::Indexed(196));
        assert_eq!(Depth::Indexed.bring(Color::Rgb(128, 128, 128)), Color::Indexed(244));
        assert_eq!(Depth::Sixteen.bring(Color::Rgb(10, 10, 10)), Color::Black);
        assert_eq!(Depth::Sixteen.bring(Color::Green), Color::Green);
    }
}

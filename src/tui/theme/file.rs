//! Reading a theme file.

use std::collections::BTreeMap;

use ratatui::style::{Color, Style};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::super::problem::{Problem, line_of, nearest};
use super::{ATTRIBUTES, Role, Theme, Variant};

/// How often themes may inherit from one another.
const DEEPEST: usize = 8;

/// The styles and colours that files give, the farthest ancestor first.
#[derive(Default)]
struct Layers {
    palette: BTreeMap<String, Color>,
    styles: Vec<(Role, Style, Option<char>)>,
}

/// One file being read: its name and text for problems.
struct Source<'a> {
    name: String,
    text: &'a str,
}

impl Source<'_> {
    fn problem(&self, at: usize, message: String) -> Problem {
        Problem::new(&self.name, line_of(self.text, at), message)
    }
}

pub(super) fn read<'a>(file: &str, text: &'a str, shipped: &dyn Fn(&str) -> Option<&'a str>) -> (Theme, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut theme = Theme::bare(file);
    let mut chain: Vec<(Source<'a>, DeTable<'a>)> = Vec::new();
    let mut next = Some(Source {
        name: file.to_owned(),
        text,
    });
    while let Some(source) = next.take() {
        let table = match DeTable::parse(source.text) {
            Ok(table) => table.into_inner(),
            Err(error) => {
                problems.push(Problem::of_toml(&source.name, source.text, &error));
                break;
            }
        };
        let parent = head(&source, &table, chain.is_empty().then_some(&mut theme), &mut problems);
        if let Some((parent, at)) = parent {
            match shipped(&parent).filter(|_| chain.len() < DEEPEST) {
                Some(text) => next = Some(Source { name: parent, text }),
                None => problems.push(source.problem(at, nearest("theme", &parent, Theme::names()))),
            }
        }
        chain.push((source, table));
    }
    let mut layers = Layers::default();
    for (source, table) in chain.iter().rev() {
        body(source, table, &mut layers, &mut problems);
    }
    settle(&mut theme, &layers);
    (theme, problems)
}

/// Name, variant, and the theme inherited from, with its place. Reports sections that mean nothing.
fn head(
    source: &Source<'_>,
    table: &DeTable<'_>,
    mut theme: Option<&mut Theme>,
    problems: &mut Vec<Problem>,
) -> Option<(String, usize)> {
    const KNOWN: [&str; 8] = [
        "name", "variant", "inherits", "palette", "ui", "graph", "bundle", "syntax",
    ];
    let mut parent = None;
    for (key, value) in table {
        let at = value.span().start;
        let word = match value.get_ref() {
            DeValue::String(word) => Some(word.as_ref()),
            _ => None,
        };
        match (key.get_ref().as_ref(), word) {
            ("name", Some(word)) => {
                if let Some(theme) = &mut theme {
                    word.clone_into(&mut theme.name);
                }
            }
            ("variant", Some(word)) => match word {
                "dark" | "light" | "any" => {
                    if let Some(theme) = &mut theme {
                        theme.variant = match word {
                            "dark" => Variant::Dark,
                            "light" => Variant::Light,
                            _ => Variant::Any,
                        };
                    }
                }
                _ => problems.push(source.problem(at, nearest("variant", word, ["dark", "light", "any"].into_iter()))),
            },
            ("inherits", Some(word)) => parent = Some((word.to_owned(), at)),
            ("name" | "variant" | "inherits", None) => {
                problems.push(source.problem(at, format!("`{}` is a word in quotes", key.get_ref())));
            }
            (word, _) if !KNOWN.contains(&word) => {
                problems.push(source.problem(key.span().start, nearest("key", word, KNOWN.into_iter())));
            }
            _ => {}
        }
    }
    parent
}

/// Colours and styles of one file.
fn body(source: &Source<'_>, table: &DeTable<'_>, layers: &mut Layers, problems: &mut Vec<Problem>) {
    let section = |name: &str| match table.get(name).map(Spanned::get_ref) {
        Some(DeValue::Table(section)) => Some(section),
        _ => None,
    };
    for (key, value) in section("palette").into_iter().flatten() {
        if let Some(found) = colour_of(source, value, &layers.palette, problems) {
            layers.palette.insert(key.get_ref().to_string(), found);
        }
    }
    for name in ["ui", "graph", "bundle", "syntax"] {
        for (key, value) in section(name).into_iter().flatten() {
            let full = format!("{name}.{}", key.get_ref());
            let Some(role) = Role::parse(&full) else {
                let known = Role::ALL.iter().map(|role| role.as_str());
                problems.push(source.problem(key.span().start, nearest("key", &full, known)));
                continue;
            };
            let (style, fill) = style_of(source, value, &layers.palette, problems);
            layers.styles.push((role, style, fill));
        }
    }
}

/// A colour alone, or a table of `fg`, `bg`, `add` and `fill`.
fn style_of(
    source: &Source<'_>,
    value: &Spanned<DeValue<'_>>,
    palette: &BTreeMap<String, Color>,
    problems: &mut Vec<Problem>,
) -> (Style, Option<char>) {
    let DeValue::Table(table) = value.get_ref() else {
        let style = Style {
            fg: colour_of(source, value, palette, problems),
            ..Style::new()
        };
        return (style, None);
    };
    let mut style = Style::new();
    let mut fill = None;
    for (key, value) in table {
        match (key.get_ref().as_ref(), value.get_ref()) {
            ("fg", _) => style.fg = colour_of(source, value, palette, problems),
            ("bg", _) => style.bg = colour_of(source, value, palette, problems),
            ("add", DeValue::Array(words)) => {
                for word in words {
                    let name = word.get_ref().as_str().unwrap_or_default();
                    match ATTRIBUTES.iter().find(|(known, _)| *known == name) {
                        Some((_, attribute)) => style = style.add_modifier(*attribute),
                        None => {
                            let known = ATTRIBUTES.iter().map(|(name, _)| *name);
                            problems.push(source.problem(word.span().start, nearest("attribute", name, known)));
                        }
                    }
                }
            }
            ("fill", DeValue::String(word)) if word.chars().count() == 1 && crate::text::width(word) == 1 => {
                fill = word.chars().next();
            }
            ("fill", _) => {
                problems.push(source.problem(
                    value.span().start,
                    "`fill` is one character, one column wide".to_owned(),
                ));
            }
            (word, _) => {
                let known = ["fg", "bg", "add", "fill"].into_iter();
                problems.push(source.problem(key.span().start, nearest("key", word, known)));
            }
        }
    }
    (style, fill)
}

fn colour_of(
    source: &Source<'_>,
    value: &Spanned<DeValue<'_>>,
    palette: &BTreeMap<String, Color>,
    problems: &mut Vec<Problem>,
) -> Option<Color> {
    let word = value.get_ref().as_str().unwrap_or_default();
    let found = colour(word, palette);
    if found.is_none() {
        let message = format!(
            "`{word}` is no colour: give a name of [palette], one of the sixteen (`red`, `light-red`, …), a number in \
             quotes to \"255\", or `#rrggbb`"
        );
        problems.push(source.problem(value.span().start, message));
    }
    found
}

/// Fills every role: its own style, else its fallback's. Roles stand after those they fall back to or take two
/// rounds; the chain is short.
fn settle(theme: &mut Theme, layers: &Layers) {
    let own = |role: Role| layers.styles.iter().rev().find(|(at, ..)| *at == role);
    for role in Role::ALL {
        let mut at = *role;
        let style = loop {
            match (own(at), at.fallback()) {
                (Some((_, style, _)), _) => break *style,
                (None, Some(parent)) => at = parent,
                (None, None) => break Style::new(),
            }
        };
        theme.styles[*role as usize] = style;
        if let Some(fill) = own(*role).and_then(|(_, _, fill)| *fill) {
            theme.fills[*role as usize] = fill;
        }
    }
}

/// The sixteen colours every terminal has, by name.
const NAMED: &[(&str, Color)] = &[
    ("default", Color::Reset),
    ("black", Color::Black),
    ("red", Color::Red),
    ("green", Color::Green),
    ("yellow", Color::Yellow),
    ("blue", Color::Blue),
    ("magenta", Color::Magenta),
    ("cyan", Color::Cyan),
    ("gray", Color::Gray),
    ("dark-gray", Color::DarkGray),
    ("light-red", Color::LightRed),
    ("light-green", Color::LightGreen),
    ("light-yellow", Color::LightYellow),
    ("light-blue", Color::LightBlue),
    ("light-magenta", Color::LightMagenta),
    ("light-cyan", Color::LightCyan),
    ("white", Color::White),
];

fn colour(word: &str, palette: &BTreeMap<String, Color>) -> Option<Color> {
    if let Some(found) = palette.get(word) {
        return Some(*found);
    }
    if let Some((_, found)) = NAMED.iter().find(|(name, _)| *name == word) {
        return Some(*found);
    }
    if let Some(hex) = word.strip_prefix('#') {
        let value = u32::from_str_radix(hex, 16).ok().filter(|_| hex.len() == 6)?;
        let [_, r, g, b] = value.to_be_bytes();
        return Some(Color::Rgb(r, g, b));
    }
    word.parse::<u8>().ok().map(Color::Indexed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<String> {
        let (_, problems) = Theme::from_toml("mine.toml", text);
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn styles_fall_back_and_inherit() {
        let text = "name = \"mine\"\ninherits = \"mono\"\n[palette]\nsea = \"#102030\"\n[ui]\ntext = \"sea\"\n";
        let (theme, problems) = Theme::from_toml("mine.toml", text);
        assert_eq!(problems, []);
        assert_eq!(theme.name, "mine");
        assert_eq!(theme.style(Role::Text).fg, Some(Color::Rgb(16, 32, 48)));
        assert_eq!(theme.style(Role::Operator), theme.style(Role::Text));
        let mono = Theme::shipped("mono").expect("shipped");
        assert_eq!(theme.style(Role::Cursor), mono.style(Role::Cursor));
    }

    #[test]
    fn mistakes_are_named_with_their_line_and_the_nearest_key() {
        let text = "variant = \"drak\"\ninherits = \"mano\"\n[ui]\nmutde = \"red\"\nrule = \"#12\"\ncursor = { add = [\"blod\"] }\n[sintax]\n";
        let mut found = problems(text);
        found.sort();
        assert_eq!(
            found,
            [
                "mine.toml:1: unknown variant `drak`; did you mean `dark`?",
                "mine.toml:2: unknown theme `mano`; did you mean `mono`?",
                "mine.toml:4: unknown key `ui.mutde`; did you mean `ui.muted`?",
                "mine.toml:5: `#12` is no colour: give a name of [palette], one of the sixteen (`red`, `light-red`, …), \
                 a number in quotes to \"255\", or `#rrggbb`",
                "mine.toml:6: unknown attribute `blod`; did you mean `bold`?",
                "mine.toml:7: unknown key `sintax`; did you mean `syntax`?",
            ]
        );
    }

    #[test]
    fn a_file_that_is_no_toml_leaves_a_usable_theme() {
        assert_eq!(problems("[ui\n").len(), 1);
        assert_eq!(problems("name = 3\n").len(), 1);
    }

    proptest::proptest! {
        #[test]
        fn no_file_aborts(text in "[a-z\\[\\]{}=\"#0-9,. \n]{0,120}") {
            let _ = Theme::from_toml("any.toml", &text);
        }
    }
}

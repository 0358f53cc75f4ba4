//! Configuration files -> settings and problems.

use std::path::{Path, PathBuf};

use toml_edit::{Document, Item, TableLike};

use crate::text::{LineTable, nearest};

use super::keys::key;
use super::settings::DEFAULT_PROFILE;
use super::{Problem, Profile, Settings, Shares};

/// Tables at the top of a file.
const TABLES: [&str; 3] = ["map", "profile", "server"];

/// One file being read.
struct File<'a> {
    path: &'a Path,
    lines: LineTable,
    problems: &'a mut Vec<Problem>,
}

/// Reads files, the later over the earlier. Within all of them `[profile.default]` comes first, since the other
/// profiles stand on it.
pub fn read(texts: &[(PathBuf, String)], settings: &mut Settings, problems: &mut Vec<Problem>) {
    let mut documents = Vec::new();
    for (path, text) in texts {
        let lines = LineTable::new(text);
        match Document::parse(text.as_str()) {
            Ok(document) => documents.push((path, lines, document)),
            Err(error) => problems.push(Problem {
                file: path.clone(),
                line: error.span().map_or(1, |span| lines.line_at(span.start)),
                message: format!(
                    "this is no TOML, the file is passed over: {}",
                    error.message().replace('\n', ", ")
                ),
            }),
        }
    }
    let mut default = Profile::default();
    for only_default in [true, false] {
        for (path, lines, document) in &documents {
            let mut file = File {
                path,
                lines: lines.clone(),
                problems: &mut *problems,
            };
            let Some(profiles) = document.get("profile").and_then(Item::as_table_like) else {
                continue;
            };
            for (name, item) in profiles.iter() {
                if (name == DEFAULT_PROFILE) == only_default {
                    let profile = settings
                        .profiles
                        .entry(name.to_owned())
                        .or_insert_with(|| default.clone());
                    file.profile(name, item, profile);
                }
            }
        }
        if only_default {
            default = settings.profiles.get(DEFAULT_PROFILE).cloned().unwrap_or_default();
        }
    }
    for (path, lines, document) in &documents {
        let mut file = File {
            path,
            lines: lines.clone(),
            problems: &mut *problems,
        };
        file.top(document, settings);
    }
}

impl File<'_> {
    /// Everything but the profiles, which are read before.
    fn top(&mut self, document: &Document<&str>, settings: &mut Settings) {
        for (name, item) in document.as_table() {
            let table = item.as_table_like();
            match (name, table) {
                ("map", Some(table)) => self.map(table, settings),
                ("server", Some(table)) => self.server(table, settings),
                ("profile", Some(_)) => {}
                ("map" | "server" | "profile", None) => {
                    self.report(
                        document.as_table(),
                        name,
                        item,
                        format!("`{name}` is a table: write `[{name}]`"),
                    );
                }
                _ => self.unknown(document.as_table(), name, item, &TABLES),
            }
        }
    }

    fn map(&mut self, table: &dyn TableLike, settings: &mut Settings) {
        for (name, item) in table.iter() {
            match name {
                "theme" => settings.map.theme = self.text(table, name, item).or(settings.map.theme.take()),
                "profile" => {
                    if let Some(profile) = self.profile_name(table, item, settings) {
                        settings.map.profile = profile;
                    }
                }
                _ => self.unknown(table, name, item, &["theme", "profile"]),
            }
        }
    }

    fn server(&mut self, table: &dyn TableLike, settings: &mut Settings) {
        for (name, item) in table.iter() {
            match name {
                "profile" => {
                    if let Some(profile) = self.profile_name(table, item, settings) {
                        settings.server.profile = profile;
                    }
                }
                _ => self.unknown(table, name, item, &["profile"]),
            }
        }
    }

    fn text(&mut self, table: &dyn TableLike, name: &str, item: &Item) -> Option<String> {
        let text = item.as_str().map(str::to_owned);
        if text.is_none() {
            self.report(table, name, item, format!("`{name}` takes a text in quotes"));
        }
        text
    }

    fn profile_name(&mut self, table: &dyn TableLike, item: &Item, settings: &Settings) -> Option<String> {
        let name = self.text(table, "profile", item)?;
        match settings.profile(&name) {
            Ok(_) => Some(name),
            Err(unknown) => {
                self.report(table, "profile", item, unknown.to_string());
                None
            }
        }
    }

    /// `[profile.NAME]`, with its tables of shares, channels and weights.
    fn profile(&mut self, name: &str, item: &Item, profile: &mut Profile) {
        let Some(table) = item.as_table_like() else {
            let line = self.line(item.span());
            self.problem(line, format!("`profile.{name}` is a table: write `[profile.{name}]`"));
            return;
        };
        for (name, item) in table.iter() {
            match item.as_table_like() {
                Some(inner) if name == "shares" => self.shares(inner, profile),
                Some(inner) => {
                    for (inner_name, item) in inner.iter() {
                        self.value(inner, &format!("{name}.{inner_name}"), inner_name, item, profile);
                    }
                }
                None => self.value(table, name, name, item, profile),
            }
        }
    }

    fn value(&mut self, table: &dyn TableLike, full_name: &str, name: &str, item: &Item, profile: &mut Profile) {
        let set = match scalar(item) {
            Some(text) => profile.set(full_name, &text),
            None => key(full_name).and_then(|key| Err(key.refuse(item.to_string().trim().to_owned()))),
        };
        if let Err(refused) = set {
            self.report(table, name, item, refused.to_string());
        }
    }

    /// The shares are taken together: they must add up to 100.
    fn shares(&mut self, table: &dyn TableLike, profile: &mut Profile) {
        const NAMES: [&str; 3] = ["explore", "focus", "verify"];
        let mut fixed = [None; 3];
        for (name, item) in table.iter() {
            let Some(place) = NAMES.iter().position(|known| *known == name) else {
                self.unknown(table, name, item, &NAMES);
                continue;
            };
            let share = item.as_integer().and_then(|share| u32::try_from(share).ok());
            fixed[place] = share.filter(|share| *share <= 100);
            if fixed[place].is_none() {
                self.value(table, &format!("shares.{name}"), name, item, profile);
            }
        }
        match profile.shares.with_fixed(fixed) {
            Some(shares) => profile.shares = shares,
            None => {
                profile.shares = Shares::default();
                let first = table.iter().next();
                let line = first.map_or(1, |(name, item)| self.line(key_span(table, name).or(item.span())));
                let sum: u32 = fixed.iter().flatten().sum();
                self.problem(
                    line,
                    format!("the shares add up to {sum}, not to 100; the default ones are taken"),
                );
            }
        }
    }

    fn unknown(&mut self, table: &dyn TableLike, name: &str, item: &Item, known: &[&str]) {
        let hint = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("known are {}", known.join(", ")),
        };
        self.report(table, name, item, format!("no key `{name}`; {hint}"));
    }

    /// Reports at the key, which a person looks for, or at the value.
    fn report(&mut self, table: &dyn TableLike, name: &str, item: &Item, message: String) {
        let line = self.line(key_span(table, name).or(item.span()));
        self.problem(line, message);
    }

    fn line(&self, span: Option<std::ops::Range<usize>>) -> u32 {
        span.map_or(1, |span| self.lines.line_at(span.start))
    }

    fn problem(&mut self, line: u32, message: String) {
        self.problems.push(Problem {
            file: self.path.to_owned(),
            line,
            message,
        });
    }
}

fn key_span(table: &dyn TableLike, name: &str) -> Option<std::ops::Range<usize>> {
    table.key(name)?.span()
}

/// A plain value as text; numbers and switches unquoted, choices quoted.
fn scalar(item: &Item) -> Option<String> {
    None.or_else(|| item.as_integer().map(|value| value.to_string()))
        .or_else(|| item.as_float().map(|value| value.to_string()))
        .or_else(|| item.as_bool().map(|value| value.to_string()))
        .or_else(|| item.as_str().map(str::to_owned))
}

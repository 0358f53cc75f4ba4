//! Standard output: buffered, coloured only on a terminal, safe.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write};

use serde::Serialize;

use crate::text::{sanitize, width};

/// What a piece of text is; each has a colour of the sixteen that every terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Name,
    Kind,
    Path,
    Dim,
    Doubt,
}

impl Style {
    const fn code(self) -> &'static str {
        match self {
            Self::Name => "1",
            Self::Kind => "36",
            Self::Path => "32",
            Self::Dim => "2",
            Self::Doubt => "33",
        }
    }
}

/// Where results go.
pub struct Out {
    writer: BufWriter<Stdout>,
    colour: bool,
    terminal: bool,
    /// `--json` was given.
    pub json: bool,
}

impl Out {
    pub fn new(json: bool) -> Self {
        let terminal = io::stdout().is_terminal();
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self {
            writer: BufWriter::with_capacity(1 << 16, io::stdout()),
            colour: terminal && !set("NO_COLOR") && !dumb,
            terminal,
            json,
        }
    }

    /// The text, made safe for one line, in the style's colour where there is colour.
    pub fn paint<'a>(&self, style: Style, text: &'a str) -> Cow<'a, str> {
        let safe = sanitize(text, 4);
        if self.colour && !safe.is_empty() {
            Cow::Owned(format!("\x1b[{}m{safe}\x1b[0m", style.code()))
        } else {
            safe
        }
    }

    /// Like [`Out::paint`], with spaces up to `columns`.
    pub fn pad(&self, style: Style, text: &str, columns: usize) -> String {
        let spaces = columns.saturating_sub(width(&sanitize(text, 4)));
        format!("{}{:spaces$}", self.paint(style, text), "")
    }

    pub fn line(&mut self, line: &str) -> io::Result<()> {
        self.writer.write_all(line.trim_end_matches(' ').as_bytes())?;
        self.writer.write_all(b"\n")
    }

    /// Bytes as they are: for what other modules have made safe already.
    pub fn raw(&mut self, text: &str) -> io::Result<()> {
        self.writer.write_all(text.as_bytes())
    }

    /// One document: indented for people, on one line for programs.
    pub fn document(&mut self, value: &impl Serialize) -> io::Result<()> {
        if self.terminal {
            serde_json::to_writer_pretty(&mut self.writer, value)?;
        } else {
            serde_json::to_writer(&mut self.writer, value)?;
        }
        self.writer.write_all(b"\n")
    }

    /// For what is streamed.
    pub fn writer(&mut self) -> &mut dyn Write {
        &mut self.writer
    }

    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Columns that the widest of these texts takes, up to a limit.
pub fn columns<'a>(texts: impl Iterator<Item = &'a str>, limit: usize) -> usize {
    texts
        .map(|text| width(&sanitize(text, 4)))
        .max()
        .unwrap_or(0)
        .min(limit)
}

/// `1 file`, `12,345 files`.
pub fn count(number: usize, thing: &str) -> String {
    format!("{} {}", thousands(number as u64), plural(number, thing))
}

fn plural(number: usize, thing: &str) -> String {
    match thing {
        _ if number == 1 => thing.to_owned(),
        _ if thing.ends_with('y') => format!("{}ies", &thing[..thing.len() - 1]),
        _ => format!("{thing}s"),
    }
}

/// `1234567` -> `1,234,567`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `812 B`, `1.4 MB`.
pub fn bytes(number: u64) -> String {
    let mut value = number as f64;
    for unit in ["B", "kB", "MB", "GB"] {
        if value < 999.5 {
            let digits = usize::from(unit != "B" && value < 99.95);
            return format!("{value:.digits$} {unit}");
        }
        value /= 1000.0;
    }
    format!("{value:.1} TB")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(count(1, "file"), "1 file");
        assert_eq!(count(0, "library"), "0 libraries");
        assert_eq!(count(1_234_567, "edge"), "1,234,567 edges");
        assert_eq!(thousands(999), "999");
        assert_eq!(
            [0, 812, 1_400, 99_960, 1_400_000, 5_000_000_000_000].map(bytes),
            ["0 B", "812 B", "1.4 kB", "100 kB", "1.4 MB", "5.0 TB"]
        );
    }
}

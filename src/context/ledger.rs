//! The account of a bundle, for people and for programs.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{Bundle, Cut, Entry};
use crate::text::{sanitize, truncate, width};

/// Columns of a name in the table.
const NAME: usize = 44;

impl Bundle {
    /// The ledger as text, a line for each candidate and one for each of its clues; then what each section used.
    pub fn explain(&self) -> String {
        let mut text = String::new();
        let header = ("rank", "score", "shown as", "size");
        line(
            &mut text,
            format_args!(
                "{:>4} {:>6}  {:<NAME$} {:<9} {:>6}  cut",
                header.0, header.1, "symbol", header.2, header.3
            ),
        );
        for entry in &self.ledger {
            explain_entry(&mut text, entry);
        }
        line(&mut text, format_args!(""));
        for used in &self.sections {
            let name = serde_json::to_value(used.section).unwrap_or_default();
            let name = name.as_str().unwrap_or_default().replace('_', " ");
            line(
                &mut text,
                format_args!("{name:<12} {:>6} of {:>6} characters", used.characters, used.allowed),
            );
        }
        line(
            &mut text,
            format_args!(
                "{:<12} {:>6} of {:>6} characters, about {} tokens; generation {}, hash {:016x}",
                "all", self.characters, self.allowed, self.tokens, self.generation, self.hash
            ),
        );
        text
    }

    /// Text and ledger as one document.
    pub fn to_json(&self) -> Value {
        let results: Vec<Value> = self.ledger.iter().map(entry_json).collect();
        let sections: Vec<Value> = self
            .sections
            .iter()
            .map(|used| json!({"section": used.section, "characters": used.characters, "allowed": used.allowed}))
            .collect();
        json!({
            "text": self.text,
            "characters": self.characters,
            "tokens": self.tokens,
            "budget": self.allowed,
            "generation": self.generation,
            "hash": format!("{:016x}", self.hash),
            "stale": self.stale,
            "sections": sections,
            "results": results,
        })
    }
}

impl Cut {
    /// In words.
    pub fn reason(&self) -> String {
        match self {
            Self::TotalBudget => "larger than the budget".to_owned(),
            Self::SectionShare => "no room left in its section".to_owned(),
            Self::ItemCap => "more than one item may take".to_owned(),
            Self::ItemsPerFile => "too many items of its file".to_owned(),
            Self::Files => "too many files".to_owned(),
            Self::Depth => "beyond the depth".to_owned(),
            Self::FanOut => "not among the best of its layer".to_owned(),
            Self::LowRank { rank, cutoff } => format!("rank {rank}, {cutoff} come in"),
            Self::Duplicate => "shown with what encloses it".to_owned(),
            Self::Excluded => "excluded by hand".to_owned(),
            Self::Test => "a test".to_owned(),
            Self::Generated => "generated code".to_owned(),
            Self::LowConfidence => "reached by doubtful edges alone".to_owned(),
            Self::Unreadable => "its source cannot be read".to_owned(),
        }
    }
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(arguments);
    let end = text.trim_end_matches(' ').len();
    text.truncate(end);
    text.push('\n');
}

fn explain_entry(text: &mut String, entry: &Entry) {
    let name = sanitize(&entry.node.qualified, 0);
    let name = truncate(&name, NAME);
    let pad = " ".repeat(NAME.saturating_sub(width(&name)));
    let shown = match entry.granularity {
        Some(granularity) => word(&granularity),
        None => "-".to_owned(),
    };
    let mut cut = entry.cut.as_ref().map(Cut::reason).unwrap_or_default();
    if let Some(more) = entry.next_step {
        cut = format!("{cut} (next step: +{more} characters)");
    }
    line(
        text,
        format_args!(
            "{:>4} {:>6.2}  {name}{pad} {shown:<9} {:>6}  {cut}",
            entry.rank, entry.score, entry.characters
        ),
    );
    for clue in &entry.clues {
        line(
            text,
            format_args!(
                "     {:>+6.2}    {:<12} {}",
                clue.score,
                clue.channel,
                sanitize(&clue.reason, 0)
            ),
        );
    }
}

fn word(value: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

fn entry_json(entry: &Entry) -> Value {
    let node = &entry.node;
    json!({
        "kind": node.kind,
        "name": node.name,
        "qualified": node.qualified,
        "file": node.file,
        "line": node.line,
        "end_line": node.end_line,
        "rank": entry.rank,
        "score": entry.score,
        "clues": entry.clues,
        "section": entry.section,
        "granularity": entry.granularity,
        "characters": entry.characters,
        "cut": entry.cut,
        "reason": entry.cut.as_ref().map(Cut::reason),
        "next_step": entry.next_step,
    })
}

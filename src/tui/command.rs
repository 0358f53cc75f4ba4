//! The command line that prints the same bundle as the screen shows.

use super::state::{Bundle, KNOBS};
use crate::context::{Granularity, Override};

/// Options with a name of their own; every other value of the profile goes through `--set`.
const NAMED: &[(&str, &str)] = &[
    ("budget", "--budget"),
    ("tests", "--tests"),
    ("depth", "--depth"),
    ("fan_out", "--fan-out"),
    ("min_confidence", "--min-confidence"),
];

/// `portolan explore …`, quoted for a shell.
pub fn explore(bundle: &Bundle) -> String {
    let mut words = vec!["portolan".to_owned(), "explore".to_owned()];
    if !bundle.question.trim().is_empty() {
        words.push(quote(bundle.question.trim()));
    }
    for symbol in &bundle.symbols {
        words.push("--symbol".to_owned());
        words.push(quote(&format!("{}#{}", symbol.file, symbol.qualified)));
    }
    for (key, choice) in &bundle.overrides {
        let mut parts = key.split('\u{1f}');
        let symbol = format!(
            "{}#{}",
            parts.next().unwrap_or_default(),
            parts.next().unwrap_or_default()
        );
        let (option, value) = match choice {
            Override::Pin => ("--pin", symbol),
            Override::Exclude => ("--exclude", symbol),
            Override::At(how) => ("--show", format!("{symbol}={}", word(*how))),
        };
        words.push(option.to_owned());
        words.push(quote(&value));
    }
    if !matches!(bundle.profile_name.as_str(), "" | "default") {
        words.push("--profile".to_owned());
        words.push(quote(&bundle.profile_name));
    }
    for knob in KNOBS.iter() {
        let value = knob.key.get(&bundle.profile);
        if value == knob.key.get(&bundle.saved) {
            continue;
        }
        match NAMED.iter().find(|(key, _)| *key == knob.key.name) {
            Some((_, option)) => words.extend([(*option).to_owned(), value.to_string()]),
            None => words.extend(["--set".to_owned(), format!("{}={value}", knob.key.name)]),
        }
    }
    words.join(" ")
}

const fn word(granularity: Granularity) -> &'static str {
    match granularity {
        Granularity::Full => "full",
        Granularity::Pruned => "pruned",
        Granularity::Skeleton => "skeleton",
        Granularity::Signature => "signature",
        Granularity::Name => "name",
    }
}

/// One word for a POSIX shell. A word that begins like an option is no question: it is kept from being one by a space.
fn quote(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./:=,+@%-".contains(c);
    if text.starts_with('-') {
        return quote(&format!(" {text}"));
    }
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shell_would_read_is_quoted() {
        assert_eq!(quote("a::b"), "a::b");
        assert_eq!(quote("why does it's fail; rm $x"), r"'why does it'\''s fail; rm $x'");
        assert_eq!(quote("--help"), "' --help'");
        assert_eq!(quote(""), "''");
    }

    #[test]
    fn every_choice_is_said() {
        let mut bundle = Bundle {
            question: "where is it?".to_owned(),
            profile_name: "default".to_owned(),
            overrides: vec![
                ("a.rs\u{1f}x::f\u{1f}function\u{1f}0".to_owned(), Override::Pin),
                (
                    "a.rs\u{1f}x::g\u{1f}function\u{1f}0".to_owned(),
                    Override::At(Granularity::Name),
                ),
            ],
            ..Bundle::default()
        };
        bundle.profile.budget = 6_000;
        bundle.profile.channels.words = false;
        assert_eq!(
            explore(&bundle),
            "portolan explore 'where is it?' --pin 'a.rs#x::f' --show 'a.rs#x::g=name' --budget 6000 --set \
             channels.words=false"
        );
    }
}

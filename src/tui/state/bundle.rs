//! The Bundle workspace: what an agent would receive for a request.

use std::sync::Arc;

use super::{List, Mark, Ticket};
use crate::config::{Profile, Shares, TestPolicy, Unit};
use crate::context;

/// A part of the workspace that can have the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum BundlePane {
    Knobs,
    #[default]
    Ledger,
    Text,
}

/// The workspace.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Bundle {
    pub question: String,
    pub symbols: Vec<Mark>,
    pub profile: Profile,
    /// As stored: what `reset` goes back to.
    pub saved: Profile,
    /// Name under which the profile is stored.
    pub profile_name: String,
    /// Choices by hand, by key.
    pub overrides: Vec<(String, context::Override)>,
    /// What is shown: the latest bundle that has come.
    pub shown: Option<Arc<context::Bundle>>,
    /// What the one before held: keys and characters of the items that were in.
    pub before: Vec<(String, u32)>,
    /// A bundle was asked for and is not here yet.
    pub asked: Option<Ticket>,
    pub slow: bool,
    pub failed: Option<String>,
    pub focus: BundlePane,
    pub knobs: List,
    pub ledger: List,
    pub text: List,
}

impl Bundle {
    /// Whether there is anything to make a bundle for.
    pub fn has_request(&self) -> bool {
        !self.question.trim().is_empty() || !self.symbols.is_empty()
    }

    pub fn entry(&self) -> Option<&context::Entry> {
        self.shown.as_ref()?.ledger.get(self.ledger.cursor)
    }

    pub fn override_of(&self, key: &str) -> Option<context::Override> {
        self.overrides
            .iter()
            .find(|(known, _)| known == key)
            .map(|(_, choice)| *choice)
    }

    pub fn is_changed(&self) -> bool {
        self.profile != self.saved
    }
}

/// Knobs that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnobGroup {
    Budget,
    Shares,
    Reach,
    Limits,
    Channels,
    Weights,
}

impl KnobGroup {
    pub const fn title(self) -> &'static str {
        match self {
            Self::Budget => "budget",
            Self::Shares => "shares",
            Self::Reach => "reach",
            Self::Limits => "limits",
            Self::Channels => "ways of finding",
            Self::Weights => "weights",
        }
    }
}

/// One value of the profile that can be turned.
#[derive(Debug)]
pub struct Knob {
    /// As in the configuration file.
    pub name: &'static str,
    pub label: &'static str,
    /// One sentence.
    pub doc: &'static str,
    pub group: KnobGroup,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Number {
        get: fn(&Profile) -> f64,
        set: fn(&mut Profile, f64),
        least: f64,
        most: f64,
        step: f64,
        decimals: usize,
    },
    Choice {
        get: fn(&Profile) -> usize,
        set: fn(&mut Profile, usize),
        words: &'static [&'static str],
    },
}

impl Knob {
    /// The value for people.
    pub fn show(&self, profile: &Profile) -> String {
        match &self.kind {
            Kind::Number { get, decimals, .. } => format!("{:.*}", *decimals, get(profile)),
            Kind::Choice { get, words, .. } => words.get(get(profile)).copied().unwrap_or_default().to_owned(),
        }
    }

    /// How far the value is up its range, from 0 to 1; `None` where that says nothing.
    pub fn level(&self, profile: &Profile) -> Option<f64> {
        match &self.kind {
            Kind::Number { get, least, most, .. } if self.group != KnobGroup::Budget => {
                Some(((get(profile) - least) / (most - least)).clamp(0.0, 1.0))
            }
            _ => None,
        }
    }

    /// One step up (`true`) or down.
    pub fn turn(&self, profile: &mut Profile, up: bool) {
        match &self.kind {
            Kind::Number {
                get,
                set,
                least,
                most,
                step,
                ..
            } => {
                let value = get(profile);
                let step = if self.name == "budget" {
                    budget_step(value, up)
                } else {
                    *step
                };
                // To the next multiple, so that a typed 7,777 and a step give a round number.
                let steps = match up {
                    true => (value / step + 1e-4).floor() + 1.0,
                    false => (value / step - 1e-4).ceil() - 1.0,
                };
                set(profile, (steps * step).clamp(*least, *most));
            }
            Kind::Choice { get, set, words } => {
                let at = get(profile);
                let next = if up { at + 1 } else { at + words.len() - 1 };
                set(profile, next % words.len());
            }
        }
    }

    /// Takes a typed value; says what is wrong with one that cannot be.
    ///
    /// # Errors
    /// A sentence with what is allowed.
    pub fn set(&self, profile: &mut Profile, text: &str) -> Result<(), String> {
        let text = text.trim();
        match &self.kind {
            Kind::Number { set, least, most, .. } => {
                let plain: String = text
                    .chars()
                    .filter(|c| !matches!(c, ',' | '_' | '\u{a0}' | '\''))
                    .collect();
                let (digits, factor) = match plain.strip_suffix(['k', 'K']) {
                    Some(digits) => (digits, 1_000.0),
                    None => (plain.as_str(), 1.0),
                };
                let value = digits.trim().parse::<f64>().map(|value| value * factor);
                match value {
                    Ok(value) if value >= *least && value <= *most => {
                        set(profile, value);
                        Ok(())
                    }
                    _ => Err(format!("{} takes a number from {least} to {most}", self.label)),
                }
            }
            Kind::Choice { set, words, .. } => {
                let at = words.iter().position(|word| word.eq_ignore_ascii_case(text));
                let at = at.ok_or_else(|| format!("{} is one of {}", self.label, words.join(", ")))?;
                set(profile, at);
                Ok(())
            }
        }
    }

    /// Puts the value back to that of another profile.
    pub fn copy_from(&self, profile: &mut Profile, other: &Profile) {
        match &self.kind {
            Kind::Number { get, set, .. } => set(profile, get(other)),
            Kind::Choice { get, set, .. } => set(profile, get(other)),
        }
    }
}

fn budget_step(value: f64, up: bool) -> f64 {
    let below = |limit: f64| if up { value < limit } else { value <= limit };
    match () {
        () if below(5_000.0) => 250.0,
        () if below(20_000.0) => 1_000.0,
        () if below(100_000.0) => 5_000.0,
        () => 25_000.0,
    }
}

const fn number(get: fn(&Profile) -> f64, set: fn(&mut Profile, f64), least: f64, most: f64, step: f64) -> Kind {
    Kind::Number {
        get,
        set,
        least,
        most,
        step,
        decimals: 0,
    }
}

const fn weight(get: fn(&Profile) -> f64, set: fn(&mut Profile, f64)) -> Kind {
    fraction(get, set, 0.0, 5.0, 0.1, 2)
}

const fn fraction(
    get: fn(&Profile) -> f64,
    set: fn(&mut Profile, f64),
    least: f64,
    most: f64,
    step: f64,
    decimals: usize,
) -> Kind {
    Kind::Number {
        get,
        set,
        least,
        most,
        step,
        decimals,
    }
}

const fn switch(get: fn(&Profile) -> usize, set: fn(&mut Profile, usize)) -> Kind {
    Kind::Choice {
        get,
        set,
        words: &["off", "on"],
    }
}

/// `f64` to whole numbers of a profile: values are clamped before they come here.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
mod whole {
    pub fn to_u32(value: f64) -> u32 {
        value.round() as u32
    }
    pub fn to_u16(value: f64) -> u16 {
        value.round() as u16
    }
    pub fn to_u8(value: f64) -> u8 {
        value.round() as u8
    }
    pub fn to_f32(value: f64) -> f32 {
        ((value * 1_000.0).round() / 1_000.0) as f32
    }
}
use whole::{to_f32, to_u8, to_u16, to_u32};

/// `f32` as the number that a person would write.
fn from_f32(value: f32) -> f64 {
    (f64::from(value) * 1_000.0).round() / 1_000.0
}

/// One share becomes `value` percent; the others give or take, the larger first, so that the sum stays 100.
fn set_share(shares: &mut Shares, pick: fn(&mut Shares) -> &mut u8, value: f64) {
    let value = to_u8(value).min(100);
    *pick(shares) = value;
    let mut others: Vec<fn(&mut Shares) -> &mut u8> = vec![|s| &mut s.explore, |s| &mut s.focus, |s| &mut s.verify];
    let mut probe = Shares {
        explore: 0,
        focus: 0,
        verify: 0,
    };
    *pick(&mut probe) = 1;
    others.retain(|other| *other(&mut probe) == 0);
    others.sort_by_key(|other| std::cmp::Reverse(*other(shares)));
    let sum = |shares: &Shares| i16::from(shares.explore) + i16::from(shares.focus) + i16::from(shares.verify);
    for other in others {
        let excess = sum(shares) - 100;
        let slot = other(shares);
        *slot = u8::try_from((i16::from(*slot) - excess).clamp(0, 100)).unwrap_or(0);
    }
}

/// Changing the unit keeps the size: 10,000 characters become the tokens they are.
fn set_unit(profile: &mut Profile, at: usize) {
    let unit = if at == 0 { Unit::Characters } else { Unit::Tokens };
    if unit == profile.unit {
        return;
    }
    let ratio = f64::from(profile.chars_per_token.max(1.0));
    let budget = f64::from(profile.budget);
    let converted = if unit == Unit::Tokens {
        budget / ratio
    } else {
        budget * ratio
    };
    profile.unit = unit;
    profile.budget = to_u32(converted.clamp(500.0, 1_000_000.0));
}

const fn knob(name: &'static str, label: &'static str, doc: &'static str, group: KnobGroup, kind: Kind) -> Knob {
    Knob {
        name,
        label,
        doc,
        group,
        kind,
    }
}

use KnobGroup::{Budget, Channels, Limits, Reach, Shares as ShareGroup, Weights};

/// Every value of a profile.
#[rustfmt::skip]
pub const KNOBS: &[Knob] = &[
    knob("budget", "total", "The most that the whole text may take", Budget,
        number(|p| f64::from(p.budget), |p, v| p.budget = to_u32(v), 500.0, 1_000_000.0, 500.0)),
    knob("unit", "counted in", "Characters, or tokens estimated from them", Budget,
        Kind::Choice { get: |p| usize::from(p.unit == Unit::Tokens), set: set_unit, words: &["characters", "tokens"] }),
    knob("shares.explore", "where to look", "Percent for the list of files; what is left goes on to the code", ShareGroup,
        number(|p| f64::from(p.shares.explore), |p, v| set_share(&mut p.shares, |s| &mut s.explore, v), 0.0, 100.0, 5.0)),
    knob("shares.focus", "code", "Percent for the code itself; what is left goes on to the evidence", ShareGroup,
        number(|p| f64::from(p.shares.focus), |p, v| set_share(&mut p.shares, |s| &mut s.focus, v), 0.0, 100.0, 5.0)),
    knob("shares.verify", "evidence", "Percent for sites, callers and paths", ShareGroup,
        number(|p| f64::from(p.shares.verify), |p, v| set_share(&mut p.shares, |s| &mut s.verify, v), 0.0, 100.0, 5.0)),
    knob("depth", "depth", "Hops from what was found first", Reach,
        number(|p| f64::from(p.depth), |p, v| p.depth = to_u8(v), 0.0, 4.0, 1.0)),
    knob("fan_out", "fan-out", "How many of each hop are kept", Reach,
        number(|p| f64::from(p.fan_out), |p, v| p.fan_out = to_u8(v), 1.0, 20.0, 1.0)),
    knob("tests", "tests", "What becomes of symbols in tests", Reach,
        Kind::Choice {
            get: |p| match p.tests { TestPolicy::Exclude => 0, TestPolicy::Demote => 1, TestPolicy::Include => 2 },
            set: |p, at| p.tests = [TestPolicy::Exclude, TestPolicy::Demote, TestPolicy::Include][at.min(2)],
            words: &["exclude", "demote", "include"],
        }),
    knob("min_confidence", "confidence", "Edges less certain than this are not followed", Reach,
        fraction(|p| from_f32(p.min_confidence), |p, v| p.min_confidence = to_f32(v), 0.0, 1.0, 0.1, 2)),
    knob("files", "files", "The most files whose source is shown", Limits,
        number(|p| f64::from(p.files), |p, v| p.files = to_u16(v), 1.0, 200.0, 1.0)),
    knob("items_per_file", "items a file", "The most items of one file", Limits,
        number(|p| f64::from(p.items_per_file), |p, v| p.items_per_file = to_u16(v), 1.0, 200.0, 1.0)),
    knob("item_cap", "item cap", "The most that one item may take, in percent of the total", Limits,
        number(|p| f64::from(p.item_cap), |p, v| p.item_cap = to_u8(v), 1.0, 100.0, 5.0)),
    knob("chars_per_token", "chars a token", "For the estimate of tokens", Limits,
        fraction(|p| from_f32(p.chars_per_token), |p, v| p.chars_per_token = to_f32(v), 1.5, 6.0, 0.1, 1)),
    knob("channels.symbols", "names", "Find names of symbols and files that stand in the question", Channels,
        switch(|p| usize::from(p.channels.symbols), |p, at| p.channels.symbols = at == 1)),
    knob("channels.words", "words", "Find the question's words in names, comments and bodies", Channels,
        switch(|p| usize::from(p.channels.words), |p, at| p.channels.words = at == 1)),
    knob("channels.outward", "outward", "Follow what the hits call and use", Channels,
        switch(|p| usize::from(p.channels.outward), |p, at| p.channels.outward = at == 1)),
    knob("channels.inward", "inward", "Follow who calls the hits", Channels,
        switch(|p| usize::from(p.channels.inward), |p, at| p.channels.inward = at == 1)),
    knob("weights.name", "name", "The symbol's name stands in the question", Weights,
        weight(|p| from_f32(p.weights.name), |p, v| p.weights.name = to_f32(v))),
    knob("weights.path", "path", "Its file or container stands in the question", Weights,
        weight(|p| from_f32(p.weights.path), |p, v| p.weights.path = to_f32(v))),
    knob("weights.words", "words", "The question's words stand in the symbol", Weights,
        weight(|p| from_f32(p.weights.words), |p, v| p.weights.words = to_f32(v))),
    knob("weights.file_words", "file's words", "The question's words stand in its file", Weights,
        weight(|p| from_f32(p.weights.file_words), |p, v| p.weights.file_words = to_f32(v))),
    knob("weights.hop", "hop", "One hop from a first hit", Weights,
        weight(|p| from_f32(p.weights.hop), |p, v| p.weights.hop = to_f32(v))),
    knob("weights.centrality", "centrality", "How many certain edges lead to it", Weights,
        weight(|p| from_f32(p.weights.centrality), |p, v| p.weights.centrality = to_f32(v))),
    knob("weights.test", "tests ×", "Factor for tests when they are demoted", Weights,
        weight(|p| from_f32(p.weights.test), |p, v| p.weights.test = to_f32(v))),
    knob("weights.generated", "generated ×", "Factor for generated, vendored and example code", Weights,
        weight(|p| from_f32(p.weights.generated), |p, v| p.weights.generated = to_f32(v))),
];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn find(name: &str) -> &'static Knob {
        KNOBS.iter().find(|knob| knob.name == name).expect("a knob")
    }

    #[test]
    fn every_value_of_a_profile_has_a_knob() {
        fn leaves(prefix: &str, value: &serde_json::Value, names: &mut Vec<String>) {
            match value {
                serde_json::Value::Object(map) => {
                    for (key, value) in map {
                        let dot = if prefix.is_empty() { "" } else { "." };
                        leaves(&format!("{prefix}{dot}{key}"), value, names);
                    }
                }
                _ => names.push(prefix.to_owned()),
            }
        }
        let mut names = Vec::new();
        let profile = serde_json::to_value(Profile::default()).expect("a profile is serialisable");
        leaves("", &profile, &mut names);
        let mut knobs: Vec<&str> = KNOBS.iter().map(|knob| knob.name).collect();
        knobs.sort_unstable();
        names.sort_unstable();
        assert_eq!(knobs, names);
    }

    #[test]
    fn steps_lead_to_round_numbers() {
        let mut profile = Profile::default();
        let budget = find("budget");
        budget.set(&mut profile, "7,777").expect("in range");
        budget.turn(&mut profile, true);
        assert_eq!(profile.budget, 8_000);
        budget.turn(&mut profile, false);
        assert_eq!(profile.budget, 7_000);
        budget.set(&mut profile, "12k").expect("in range");
        assert_eq!(profile.budget, 12_000);
        assert_eq!(
            budget.set(&mut profile, "3"),
            Err("total takes a number from 500 to 1000000".to_owned())
        );
        let confidence = find("min_confidence");
        confidence.turn(&mut profile, true);
        assert_eq!(confidence.show(&profile), "0.60");
    }

    #[test]
    fn a_unit_keeps_the_size() {
        let mut profile = Profile::default();
        let unit = find("unit");
        unit.turn(&mut profile, true);
        assert_eq!((profile.unit, profile.budget), (Unit::Tokens, 2_778));
        assert_eq!(unit.show(&profile), "tokens");
        unit.copy_from(&mut profile, &Profile::default());
        assert_eq!(profile.unit, Unit::Characters);
    }

    proptest! {
        #[test]
        fn shares_add_up_and_values_stay_in_range(turns in prop::collection::vec((0..KNOBS.len(), any::<bool>()), 0..200)) {
            let mut profile = Profile::default();
            for (at, up) in turns {
                KNOBS[at].turn(&mut profile, up);
                let sum = u32::from(profile.shares.explore) + u32::from(profile.shares.focus) + u32::from(profile.shares.verify);
                prop_assert_eq!(sum, 100);
                prop_assert!((500..=1_000_000).contains(&profile.budget));
                for knob in KNOBS {
                    let mut copy = profile.clone();
                    prop_assert_eq!(knob.set(&mut copy, &knob.show(&profile)), Ok(()));
                    if let Some(level) = knob.level(&profile) {
                        prop_assert!((0.0..=1.0).contains(&level));
                    }
                }
            }
        }
    }
}

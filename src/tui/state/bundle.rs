//! The Bundle workspace: what an agent would receive for a request.

use std::sync::{Arc, LazyLock};

use super::{List, Mark, Ticket};
use crate::config::{KEYS, Key, Profile, Range, Unit, Value};
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

/// Knobs that belong together, in the order in which they stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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

    fn of(name: &str) -> Self {
        match name.split_once('.') {
            Some(("shares", _)) => Self::Shares,
            Some(("channels", _)) => Self::Channels,
            Some(("weights", _)) => Self::Weights,
            _ => match name {
                "budget" | "unit" => Self::Budget,
                "depth" | "fan_out" | "tests" | "min_confidence" => Self::Reach,
                _ => Self::Limits,
            },
        }
    }
}

/// One value of the profile that can be turned: a key of the configuration, with what the screen needs beside it.
#[derive(Debug)]
pub struct Knob {
    pub key: &'static Key,
    pub group: KnobGroup,
    pub label: String,
}

/// Every value of a profile, those that belong together one after the other.
pub static KNOBS: LazyLock<Vec<Knob>> = LazyLock::new(|| {
    let mut knobs: Vec<Knob> = KEYS
        .iter()
        .map(|key| Knob {
            key,
            group: KnobGroup::of(key.name),
            label: label(key.name),
        })
        .collect();
    // What the bundle may take at most is turned most.
    knobs.sort_by_key(|knob| (knob.group, knob.key.name != "budget"));
    knobs
});

/// What a knob is called where its group's title stands above it.
fn label(name: &str) -> String {
    match name {
        "budget" => "total",
        "unit" => "counted in",
        "shares.explore" => "where to look",
        "shares.focus" => "code",
        "shares.verify" => "evidence",
        "fan_out" => "fan-out",
        "min_confidence" => "confidence",
        "items_per_file" => "items a file",
        "chars_per_token" => "chars a token",
        "weights.test" => "tests ×",
        "weights.generated" => "generated ×",
        "weights.prose" => "documents ×",
        other => other.rsplit('.').next().unwrap_or(other),
    }
    .replace('_', " ")
}

impl Knob {
    /// The value for people.
    pub fn show(&self, profile: &Profile) -> String {
        match self.key.get(profile) {
            Value::Switch(on) => if on { "on" } else { "off" }.to_owned(),
            value => value.to_string(),
        }
    }

    /// How far the value is up its range, from 0 to 1; `None` where that says nothing.
    pub fn level(&self, profile: &Profile) -> Option<f32> {
        // The ranges of these are as wide as they are to allow everything, not because it is used.
        if matches!(self.group, KnobGroup::Budget | KnobGroup::Limits) {
            return None;
        }
        let (value, least, most) = match (self.key.get(profile), self.key.range) {
            (Value::Whole(value), Range::Whole { least, most, .. }) => {
                (f64::from(value), f64::from(least), f64::from(most))
            }
            (Value::Number(value), Range::Number { least, most, .. }) => {
                let most = if self.group == KnobGroup::Weights { 2.0 } else { most };
                (f64::from(value), f64::from(least), f64::from(most))
            }
            _ => return None,
        };
        #[allow(clippy::cast_possible_truncation)]
        let level = ((value - least) / (most - least)) as f32;
        Some(level.clamp(0.0, 1.0))
    }

    /// One step up (`true`) or down.
    pub fn turn(&self, profile: &mut Profile, up: bool) {
        let before = self.key.get(profile);
        // From a typed 7,777 a step of 500 leads to 8,000 or 7,500; large budgets take larger steps.
        let next = match (before, self.key.range) {
            (Value::Whole(value), Range::Whole { least, most, step }) => {
                let step = if self.key.name == "budget" {
                    step * factor(value, up)
                } else {
                    step
                };
                let round = if up {
                    value / step + 1
                } else {
                    value.div_ceil(step).saturating_sub(1)
                };
                Value::Whole((round * step).clamp(least, most))
            }
            (value, range) => range.step(value, if up { 1 } else { -1 }),
        };
        self.put(profile, next);
    }

    /// Takes a typed value; says what is wrong with one that cannot be.
    ///
    /// # Errors
    /// A sentence with what is allowed.
    pub fn set(&self, profile: &mut Profile, text: &str) -> Result<(), String> {
        let plain: String = text.trim().chars().filter(|c| !matches!(c, ',' | '_' | '\'')).collect();
        let text = match plain
            .strip_suffix(['k', 'K'])
            .and_then(|digits| digits.parse::<f64>().ok())
        {
            Some(thousands) => format!("{:.0}", thousands * 1_000.0),
            None => plain,
        };
        match self.key.range.parse(&text) {
            Some(value) => {
                self.put(profile, value);
                Ok(())
            }
            None => Err(format!("{} takes {}", self.label, self.key.range)),
        }
    }

    /// Puts the value back to that of another profile.
    pub fn copy_from(&self, profile: &mut Profile, other: &Profile) {
        // A value that another profile holds is in the key's range.
        let _ = self.key.set(profile, self.key.get(other));
    }

    /// Counting in another unit keeps the size: 10,000 characters become the tokens that they are.
    fn put(&self, profile: &mut Profile, value: Value) {
        let before = profile.unit;
        if self.key.set(profile, value).is_err() || profile.unit == before {
            return;
        }
        let ratio = f64::from(profile.chars_per_token.max(1.0));
        let budget = f64::from(profile.budget);
        let converted = if profile.unit == Unit::Tokens {
            budget / ratio
        } else {
            budget * ratio
        };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let whole = converted.round().clamp(500.0, 1_000_000.0) as u32;
        profile.budget = whole;
    }
}

/// How many of the key's steps make one press at this size.
const fn factor(value: u32, up: bool) -> u32 {
    let value = if up { value } else { value.saturating_sub(1) };
    match value {
        0..5_000 => 1,
        5_000..20_000 => 2,
        20_000..100_000 => 10,
        _ => 50,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn find(name: &str) -> &'static Knob {
        KNOBS.iter().find(|knob| knob.key.name == name).expect("a knob")
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
            Err("total takes a whole number from 500 to 1000000".to_owned())
        );
    }

    #[test]
    fn a_unit_keeps_the_size() {
        let mut profile = Profile::default();
        let unit = find("unit");
        unit.turn(&mut profile, true);
        assert_eq!((profile.unit, profile.budget), (Unit::Tokens, 2_778));
        assert_eq!(unit.show(&profile), "tokens");
    }

    #[test]
    fn groups_are_whole() {
        let groups: Vec<KnobGroup> = KNOBS.iter().map(|knob| knob.group).collect();
        assert!(groups.is_sorted());
        assert_eq!(KNOBS.len(), KEYS.len());
    }

    proptest! {
        #[test]
        fn turning_leaves_a_valid_profile(turns in prop::collection::vec((0..KEYS.len(), any::<bool>()), 0..200)) {
            let mut profile = Profile::default();
            for (at, up) in turns {
                KNOBS[at].turn(&mut profile, up);
                prop_assert_eq!(profile.problems(), vec![]);
                for knob in KNOBS.iter() {
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

//! The one table of what a profile holds: the command line, the map, the configuration and its documentation read it.

use crate::text::nearest;

use super::value::{BadValue, Range, Value};
use super::{Profile, Shares, TestPolicy, Unit};

/// One value of a profile by its name.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// As written in the configuration and after `--set`: `budget`, `shares.focus`.
    pub name: &'static str,
    /// One sentence: what it does.
    pub doc: &'static str,
    /// In what it is counted; empty for plain numbers, switches and choices.
    pub unit: &'static str,
    pub range: Range,
    read: fn(&Profile) -> Value,
    write: fn(&mut Profile, Value),
}

const fn whole(least: u32, most: u32, step: u32) -> Range {
    Range::Whole { least, most, step }
}

const fn number(least: f32, most: f32, step: f32) -> Range {
    Range::Number { least, most, step }
}

/// A key whose field is a number, a factor or a switch.
macro_rules! key {
    ($name:literal, $doc:literal, $unit:literal, $range:expr, $variant:ident, $($field:ident).+) => {
        Key {
            name: $name,
            doc: $doc,
            unit: $unit,
            range: $range,
            read: |profile| Value::$variant(profile.$($field).+.into()),
            write: |profile, value| {
                // The range has been checked, so a whole number fits its field.
                if let Value::$variant(value) = value
                    && let Ok(value) = value.try_into()
                {
                    profile.$($field).+ = value;
                }
            },
        }
    };
}

/// A share of the budget: what it gains the other two lose, in proportion.
macro_rules! share {
    ($name:literal, $doc:literal, $place:literal, $field:ident) => {
        Key {
            name: $name,
            doc: $doc,
            unit: "%",
            range: whole(0, 100, 5),
            read: |profile| Value::Whole(profile.shares.$field.into()),
            write: |profile, value| {
                if let Value::Whole(value) = value {
                    profile.shares = profile.shares.with($place, value);
                }
            },
        }
    };
}

const WEIGHT: Range = number(0.0, 10.0, 0.1);
const FACTOR: Range = number(0.0, 1.0, 0.05);

/// Every value of a profile, in the order in which they are shown.
pub const KEYS: &[Key] = &[
    Key {
        name: "unit",
        doc: "In what the budget is counted.",
        unit: "",
        range: Range::Choice(&["characters", "tokens"]),
        read: |profile| {
            Value::Choice(match profile.unit {
                Unit::Characters => "characters",
                Unit::Tokens => "tokens",
            })
        },
        write: |profile, value| {
            profile.unit = match value {
                Value::Choice("tokens") => Unit::Tokens,
                _ => Unit::Characters,
            }
        },
    },
    key!(
        "budget",
        "The whole budget of one bundle.",
        "characters or tokens",
        whole(500, 1_000_000, 500),
        Whole,
        budget
    ),
    key!(
        "depth",
        "Layers of expansion from the first hits.",
        "layers",
        whole(0, 4, 1),
        Whole,
        depth
    ),
    key!(
        "fan_out",
        "The best of each layer that are kept.",
        "symbols",
        whole(1, 20, 1),
        Whole,
        fan_out
    ),
    Key {
        name: "tests",
        doc: "What becomes of symbols in tests: as any other, ranked lower, or left out.",
        unit: "",
        range: Range::Choice(&["include", "demote", "exclude"]),
        read: |profile| {
            Value::Choice(match profile.tests {
                TestPolicy::Include => "include",
                TestPolicy::Demote => "demote",
                TestPolicy::Exclude => "exclude",
            })
        },
        write: |profile, value| {
            profile.tests = match value {
                Value::Choice("include") => TestPolicy::Include,
                Value::Choice("exclude") => TestPolicy::Exclude,
                _ => TestPolicy::Demote,
            }
        },
    },
    key!(
        "min_confidence",
        "Edges below this confidence are not followed.",
        "",
        FACTOR,
        Number,
        min_confidence
    ),
    key!(
        "files",
        "At most this many files with source.",
        "files",
        whole(1, 1_000, 1),
        Whole,
        files
    ),
    key!(
        "items_per_file",
        "At most this many items of one file.",
        "items",
        whole(1, 1_000, 1),
        Whole,
        items_per_file
    ),
    key!(
        "item_cap",
        "At most this share of the budget for one item.",
        "%",
        whole(1, 100, 5),
        Whole,
        item_cap
    ),
    share!(
        "shares.explore",
        "The share for where to look: files, names, sizes.",
        0,
        explore
    ),
    share!("shares.focus", "The share for the code.", 1, focus),
    share!(
        "shares.verify",
        "The share for evidence: sites, callers, paths.",
        2,
        verify
    ),
    key!(
        "chars_per_token",
        "Characters of code to one token, for the estimate.",
        "characters",
        number(1.5, 6.0, 0.1),
        Number,
        chars_per_token
    ),
    key!(
        "channels.symbols",
        "Find by names of symbols and files in the question.",
        "",
        Range::Switch,
        Switch,
        channels.symbols
    ),
    key!(
        "channels.words",
        "Find by full text.",
        "",
        Range::Switch,
        Switch,
        channels.words
    ),
    key!(
        "channels.outward",
        "Follow what the hits call, read and use.",
        "",
        Range::Switch,
        Switch,
        channels.outward
    ),
    key!(
        "channels.inward",
        "Follow who calls the hits.",
        "",
        Range::Switch,
        Switch,
        channels.inward
    ),
    key!(
        "weights.name",
        "What a name that stands in the question is worth.",
        "",
        WEIGHT,
        Number,
        weights.name
    ),
    key!(
        "weights.path",
        "What a file or container in the question is worth.",
        "",
        WEIGHT,
        Number,
        weights.path
    ),
    key!(
        "weights.words",
        "What a symbol's own words are worth.",
        "",
        WEIGHT,
        Number,
        weights.words
    ),
    key!(
        "weights.file_words",
        "What the words of its file are worth.",
        "",
        WEIGHT,
        Number,
        weights.file_words
    ),
    key!(
        "weights.hop",
        "What one hop from a first hit is worth.",
        "",
        WEIGHT,
        Number,
        weights.hop
    ),
    key!(
        "weights.centrality",
        "What confident edges that lead here are worth.",
        "",
        WEIGHT,
        Number,
        weights.centrality
    ),
    key!(
        "weights.test",
        "Factor for tests where they are ranked lower.",
        "",
        FACTOR,
        Number,
        weights.test
    ),
    key!(
        "weights.generated",
        "Factor for generated, vendored, bench and example code.",
        "",
        FACTOR,
        Number,
        weights.generated
    ),
    key!(
        "weights.prose",
        "Factor for files of documentation and data.",
        "",
        FACTOR,
        Number,
        weights.prose
    ),
    key!(
        "weights.size",
        "What a file's size is worth, by the logarithm of its lines over the mean.",
        "",
        WEIGHT,
        Number,
        weights.size
    ),
];

/// The key of this name.
///
/// # Errors
/// [`BadValue::Unknown`], with the nearest key.
pub fn key(name: &str) -> Result<&'static Key, BadValue> {
    let unknown = || BadValue::Unknown {
        key: name.to_owned(),
        nearest: nearest(name, KEYS.iter().map(|key| key.name)),
    };
    KEYS.iter().find(|key| key.name == name).ok_or_else(unknown)
}

impl Key {
    pub fn get(&self, profile: &Profile) -> Value {
        (self.read)(profile)
    }

    /// Sets the value; of the shares, the other two make room.
    ///
    /// # Errors
    /// [`BadValue::Refused`], with what is allowed; the profile is as it was.
    pub fn set(&self, profile: &mut Profile, value: Value) -> Result<(), BadValue> {
        if !self.range.holds(value) {
            return Err(self.refuse(value.to_string()));
        }
        (self.write)(profile, value);
        Ok(())
    }

    pub(super) fn refuse(&self, value: String) -> BadValue {
        BadValue::Refused {
            key: self.name,
            value,
            range: self.range.to_string(),
        }
    }
}

impl Profile {
    /// The value of a key by its name.
    ///
    /// # Errors
    /// [`BadValue::Unknown`].
    pub fn get(&self, name: &str) -> Result<Value, BadValue> {
        Ok(key(name)?.get(self))
    }

    /// Sets a key by its name to what the text stands for.
    ///
    /// # Errors
    /// [`BadValue`], with the nearest key or with what is allowed; the profile is as it was.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), BadValue> {
        let key = key(name)?;
        let value = key.range.parse(text).ok_or_else(|| key.refuse(text.to_owned()))?;
        key.set(self, value)
    }

    /// Everything that is out of its range; empty for a valid profile.
    pub fn problems(&self) -> Vec<BadValue> {
        let mut problems: Vec<BadValue> = KEYS
            .iter()
            .filter(|key| !key.range.holds(key.get(self)))
            .map(|key| key.refuse(key.get(self).to_string()))
            .collect();
        if self.shares.sum() != 100 {
            problems.push(BadValue::Refused {
                key: "shares",
                value: self.shares.sum().to_string(),
                range: "explore, focus and verify that add up to 100".to_owned(),
            });
        }
        problems
    }
}

impl Shares {
    pub(super) fn sum(self) -> u32 {
        self.array().iter().sum()
    }

    fn array(self) -> [u32; 3] {
        [self.explore.into(), self.focus.into(), self.verify.into()]
    }

    /// One share set, the other two scaled so that all add up to 100.
    fn with(self, place: usize, value: u32) -> Self {
        let mut fixed = [None; 3];
        fixed[place] = Some(value);
        self.with_fixed(fixed).unwrap_or(self)
    }

    /// Some shares set, the others scaled in proportion so that all add up to 100; `None` where that cannot be.
    pub(super) fn with_fixed(self, fixed: [Option<u32>; 3]) -> Option<Self> {
        let rest = 100u32.checked_sub(fixed.iter().flatten().sum())?;
        let free: Vec<usize> = (0..3).filter(|place| fixed[*place].is_none()).collect();
        let mut shares = self.array();
        let before: u32 = free.iter().map(|place| shares[*place]).sum();
        let mut left = rest;
        for place in 0..3 {
            shares[place] = match fixed[place] {
                Some(value) => value,
                // The last one takes what rounding leaves.
                None if free.last() == Some(&place) => left,
                None => {
                    let share = match before {
                        0 => rest / free.len() as u32,
                        _ => (rest * shares[place] + before / 2) / before,
                    };
                    left -= share;
                    share
                }
            };
        }
        let [explore, focus, verify] = shares.map(|share| u8::try_from(share).unwrap_or(100));
        let shares = Self { explore, focus, verify };
        (shares.sum() == 100).then_some(shares)
    }
}

//! Values of a profile by name: what they may be, how they are read and shown.

use std::fmt;

/// What one key may hold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Range {
    /// A whole number, both ends included; `step` is what one press of a key changes.
    Whole { least: u32, most: u32, step: u32 },
    /// A number, both ends included.
    Number { least: f32, most: f32, step: f32 },
    /// `true` or `false`.
    Switch,
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// What one key holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    Whole(u32),
    Number(f32),
    Switch(bool),
    Choice(&'static str),
}

/// Why a value was refused. The message says what is allowed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadValue {
    #[error("no key `{key}`{}", nearest.as_ref().map(|key| format!("; did you mean `{key}`?")).unwrap_or_default())]
    Unknown { key: String, nearest: Option<&'static str> },
    #[error("`{value}` is no value for `{key}`: it takes {range}")]
    Refused {
        key: &'static str,
        value: String,
        range: String,
    },
}

impl Range {
    /// The value that a text stands for, if it is allowed here.
    pub fn parse(self, text: &str) -> Option<Value> {
        match self {
            Self::Whole { least, most, .. } => {
                let value = text.replace('_', "").parse().ok()?;
                (least..=most).contains(&value).then_some(Value::Whole(value))
            }
            Self::Number { least, most, .. } => {
                let value = text.parse().ok()?;
                (least..=most).contains(&value).then_some(Value::Number(value))
            }
            Self::Switch => match text {
                "true" | "on" | "yes" => Some(Value::Switch(true)),
                "false" | "off" | "no" => Some(Value::Switch(false)),
                _ => None,
            },
            Self::Choice(words) => words.iter().find(|word| **word == text).map(|word| Value::Choice(word)),
        }
    }

    /// Whether the value is allowed here.
    pub fn holds(self, value: Value) -> bool {
        match (self, value) {
            (Self::Whole { least, most, .. }, Value::Whole(value)) => (least..=most).contains(&value),
            (Self::Number { least, most, .. }, Value::Number(value)) => (least..=most).contains(&value),
            (Self::Switch, Value::Switch(_)) => true,
            (Self::Choice(words), Value::Choice(word)) => words.contains(&word),
            _ => false,
        }
    }

    /// The value `steps` further up (down when negative); it stays in the range, and switches and choices go round.
    pub fn step(self, value: Value, steps: i32) -> Value {
        match (self, value) {
            (Self::Whole { least, most, step }, Value::Whole(value)) => {
                let moved = i64::from(value) + i64::from(step) * i64::from(steps);
                Value::Whole(u32::try_from(moved.clamp(i64::from(least), i64::from(most))).unwrap_or(least))
            }
            (Self::Number { least, most, step }, Value::Number(value)) => {
                // Whole steps counted from zero, so that 0.1 added ten times is 1.
                let moved = (value / step).round() + steps as f32;
                let digits = 1.0 / step;
                Value::Number(((moved * step * digits).round() / digits).clamp(least, most))
            }
            (Self::Switch, Value::Switch(value)) => Value::Switch(value ^ (steps % 2 != 0)),
            (Self::Choice(words), Value::Choice(word)) => {
                let at = words.iter().position(|other| *other == word).unwrap_or(0) as i32;
                Value::Choice(words[(at + steps).rem_euclid(words.len() as i32) as usize])
            }
            (_, value) => value,
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole { least, most, .. } => write!(f, "a whole number from {least} to {most}"),
            Self::Number { least, most, .. } => write!(f, "a number from {least} to {most}"),
            Self::Switch => f.write_str("true or false"),
            Self::Choice(words) => f.write_str(&words.join(", ")),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(value) => write!(f, "{value}"),
            Self::Number(value) => write!(f, "{value}"),
            Self::Switch(value) => write!(f, "{value}"),
            Self::Choice(word) => f.write_str(word),
        }
    }
}

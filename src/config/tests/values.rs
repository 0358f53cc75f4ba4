use proptest::prelude::*;

use crate::config::{KEYS, Profile, Range, Value, key};

#[test]
fn every_key_gives_back_what_it_was_set_to() {
    for key in KEYS {
        let mut profile = Profile::default();
        let before = key.get(&profile);
        assert!(key.range.holds(before), "the default of {} is in its range", key.name);
        let other = match key.range.step(before, 1) {
            same if same == before => key.range.step(before, -1),
            other => other,
        };
        assert_ne!(other, before, "{}", key.name);
        profile.set(key.name, &other.to_string()).unwrap();
        assert_eq!(profile.get(key.name).unwrap(), other, "{}", key.name);
        assert_eq!(profile.problems(), [], "{}", key.name);
    }
}

#[test]
fn the_table_holds_every_field() {
    fn leaves(value: &serde_json::Value) -> usize {
        value.as_object().map_or(1, |fields| fields.values().map(leaves).sum())
    }
    let profile = serde_json::to_value(Profile::default()).unwrap();
    assert_eq!(leaves(&profile), KEYS.len());
    for key in KEYS {
        let pointer = format!("/{}", key.name.replace('.', "/"));
        assert!(profile.pointer(&pointer).is_some(), "{}", key.name);
    }
}

#[test]
fn what_is_refused_says_what_is_allowed() {
    let mut profile = Profile::default();
    for (name, text, message) in [
        ("bugdet", "1000", "no key `bugdet`; did you mean `budget`?"),
        ("quite_other", "1", "no key `quite_other`"),
        (
            "budget",
            "100",
            "`100` is no value for `budget`: it takes a whole number from 500 to 1000000",
        ),
        (
            "budget",
            "many",
            "`many` is no value for `budget`: it takes a whole number from 500 to 1000000",
        ),
        (
            "min_confidence",
            "1.5",
            "`1.5` is no value for `min_confidence`: it takes a number from 0 to 1",
        ),
        (
            "min_confidence",
            "NaN",
            "`NaN` is no value for `min_confidence`: it takes a number from 0 to 1",
        ),
        (
            "tests",
            "never",
            "`never` is no value for `tests`: it takes include, demote, exclude",
        ),
        (
            "channels.words",
            "1",
            "`1` is no value for `channels.words`: it takes true or false",
        ),
    ] {
        assert_eq!(profile.set(name, text).unwrap_err().to_string(), message);
    }
    assert_eq!(profile, Profile::default());
}

#[test]
fn steps_stay_in_the_range_and_go_round() {
    let step = |name: &str, value, steps| key(name).unwrap().range.step(value, steps);
    assert_eq!(step("budget", Value::Whole(10_000), 3), Value::Whole(11_500));
    assert_eq!(step("budget", Value::Whole(600), -3), Value::Whole(500));
    assert_eq!(step("depth", Value::Whole(4), 1), Value::Whole(4));
    assert_eq!(step("weights.name", Value::Number(0.9), 1), Value::Number(1.0));
    assert_eq!(step("tests", Value::Choice("exclude"), 1), Value::Choice("include"));
    assert_eq!(step("channels.words", Value::Switch(true), -1), Value::Switch(false));
}

#[test]
fn a_share_takes_from_the_others_in_proportion() {
    let mut profile = Profile::default();
    profile.set("shares.focus", "20").unwrap();
    let shares = profile.shares;
    assert_eq!((shares.explore, shares.focus, shares.verify), (30, 20, 50));
    profile.set("shares.explore", "100").unwrap();
    profile.set("shares.explore", "50").unwrap();
    let shares = profile.shares;
    assert_eq!((shares.explore, shares.focus, shares.verify), (50, 25, 25));
}

#[test]
fn a_profile_from_elsewhere_is_checked() {
    let profile = Profile {
        budget: 3,
        shares: crate::config::Shares {
            explore: 90,
            focus: 90,
            verify: 90,
        },
        ..Profile::default()
    };
    let problems: Vec<String> = profile.problems().iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "`3` is no value for `budget`: it takes a whole number from 500 to 1000000",
            "`270` is no value for `shares`: it takes explore, focus and verify that add up to 100"
        ]
    );
}

proptest! {
    #[test]
    fn any_walk_over_the_shares_adds_up(steps in prop::collection::vec((0usize..3, 0u32..=100), 0..12)) {
        let mut profile = Profile::default();
        for (place, value) in steps {
            let name = ["shares.explore", "shares.focus", "shares.verify"][place];
            profile.set(name, &value.to_string()).unwrap();
            prop_assert_eq!(profile.get(name).unwrap(), Value::Whole(value));
            prop_assert_eq!(profile.problems(), []);
        }
    }

    #[test]
    fn any_text_is_taken_or_refused(at in 0..KEYS.len(), text in any::<String>(), number in any::<f64>()) {
        let key = &KEYS[at];
        for text in [text, number.to_string(), format!("{number:.0}")] {
            let mut profile = Profile::default();
            match profile.set(key.name, &text) {
                Ok(()) => prop_assert_eq!(profile.problems(), []),
                Err(_) => prop_assert_eq!(profile, Profile::default()),
            }
        }
    }

    #[test]
    fn steps_never_leave_the_range(at in 0..KEYS.len(), steps in prop::collection::vec(-9i32..=9, 0..20)) {
        let key = &KEYS[at];
        let mut profile = Profile::default();
        for step in steps {
            let value = key.range.step(key.get(&profile), step);
            prop_assert!(key.set(&mut profile, value).is_ok(), "{} {}", key.name, value);
            if let (Range::Number { .. }, Value::Number(number)) = (key.range, value) {
                prop_assert!(number.to_string().len() <= 5, "{}", number);
            }
        }
    }
}

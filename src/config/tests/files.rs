use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use crate::config::{KEYS, Profile, Settings, TestPolicy, project_file, save_profile, save_setting};

/// Reads these texts as files, the later over the earlier; problems as `line: message`.
fn read(texts: &[&str]) -> (Settings, Vec<String>) {
    let directory = tempfile::tempdir().unwrap();
    let files: Vec<PathBuf> = (0..texts.len())
        .map(|at| directory.path().join(format!("{at}.toml")))
        .collect();
    for (file, text) in files.iter().zip(texts) {
        fs::write(file, text).unwrap();
    }
    let (settings, problems) = Settings::load_files(&files);
    let shown = |problem: &crate::config::Problem| format!("{}: {}", problem.line, problem.message);
    (settings, problems.iter().map(shown).collect())
}

#[test]
fn the_documented_configuration_is_the_default_one() {
    let text = include_str!("../../../assets/config.toml");
    assert_eq!(read(&[text]), (Settings::default(), vec![]));
    for key in KEYS {
        let name = key.name.rsplit('.').next().unwrap();
        assert!(
            text.contains(&format!("\n{name} = {}", written(key.get(&Profile::default())))),
            "{}",
            key.name
        );
    }
}

fn written(value: crate::config::Value) -> String {
    match value {
        crate::config::Value::Choice(word) => format!("{word:?}"),
        value => value.to_string(),
    }
}

#[test]
fn missing_files_say_nothing() {
    let (settings, problems) = Settings::load_files(&["/nonexistent/config.toml".into()]);
    assert_eq!((settings, problems), (Settings::default(), vec![]));
}

#[test]
fn the_project_stands_over_the_user_and_profiles_over_the_default() {
    let (settings, problems) = read(&[
        "[map]\ntheme = 'mono'\n[profile.big]\nbudget = 50_000\n[profile.default]\ndepth = 1\nfan_out = 9",
        "[server]\nprofile = 'big'\n[profile.default]\nfan_out = 5\n[profile.big.shares]\nfocus = 80",
    ]);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(settings.map.theme.as_deref(), Some("mono"));
    let big = settings.server_profile();
    assert_eq!((big.budget, big.depth, big.fan_out), (50_000, 1, 5));
    assert_eq!((big.shares.explore, big.shares.focus, big.shares.verify), (8, 80, 12));
    assert_eq!(settings.map_profile().budget, Profile::default().budget);
}

#[test]
fn what_is_wrong_falls_back_and_is_named_with_its_line() {
    let (settings, problems) = read(&["\
[map]
theme = 3
thme = 'mono'
profile = 'non'

[profle.x]

[profile.default]
bugdet = 1
budget = 'lots'
depth = 9
tests = 'exclude'
files = [1]

[profile.default.weights]
name = 'high'
path = 2

[profile.default.shares]
explore = 50
focus = 50
verify = 50
"]);
    assert_eq!(
        problems,
        [
            "9: no key `bugdet`; did you mean `budget`?",
            "10: `lots` is no value for `budget`: it takes a whole number from 500 to 1000000",
            "11: `9` is no value for `depth`: it takes a whole number from 0 to 4",
            "13: `[1]` is no value for `files`: it takes a whole number from 1 to 1000",
            "16: `high` is no value for `weights.name`: it takes a number from 0 to 10",
            "20: the shares add up to 150, not to 100; the default ones are taken",
            "2: `theme` takes a text in quotes",
            "3: no key `thme`; did you mean `theme`?",
            "4: no profile `non`; there is default",
            "6: no key `profle`; did you mean `profile`?",
        ]
    );
    let profile = settings.map_profile();
    assert_eq!((profile.tests, profile.weights.path), (TestPolicy::Exclude, 2.0));
    assert_eq!(profile.budget, Profile::default().budget);
}

#[test]
fn no_toml_is_passed_over_with_its_line() {
    let (settings, problems) = read(&["[map]\ntheme = 'mono'", "\n\n[map\n"]);
    assert_eq!(settings.map.theme.as_deref(), Some("mono"));
    assert_eq!(problems.len(), 1);
    assert!(
        problems[0].starts_with("3: this is no TOML, the file is passed over: "),
        "{problems:?}"
    );
}

fn project(text: &str) -> (tempfile::TempDir, PathBuf) {
    let root = tempfile::tempdir().unwrap();
    let file = project_file(root.path());
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, text).unwrap();
    (root, file)
}

fn changed() -> Profile {
    let mut profile = Profile::default();
    profile.set("budget", "20000").unwrap();
    profile.set("weights.hop", "0.1").unwrap();
    profile.set("tests", "include").unwrap();
    profile.set("shares.focus", "70").unwrap();
    profile.set("channels.inward", "false").unwrap();
    profile
}

fn loaded(root: &Path, name: &str) -> Profile {
    let (settings, _) = Settings::load_files(&[project_file(root)]);
    settings.profile(name).unwrap().clone()
}

#[test]
fn a_saved_profile_is_read_back() {
    let root = tempfile::tempdir().unwrap();
    save_profile(root.path(), "wide", &changed()).unwrap();
    assert_eq!(loaded(root.path(), "wide"), changed());
    assert_eq!(
        fs::read_to_string(project_file(root.path())).unwrap(),
        "\
[profile.wide]
budget = 20000
tests = \"include\"

[profile.wide.shares]
explore = 11
focus = 70
verify = 19

[profile.wide.channels]
inward = false

[profile.wide.weights]
hop = 0.1
"
    );
}

#[test]
fn saving_keeps_comments_order_and_what_is_unknown() {
    let text = "\
# ours
[profile.wide] # for reviews
unknown = 1
budget = 12000 # was 9000
depth = 3

[other] # of a later version
key = [1, 2]
";
    let (root, file) = project(text);
    save_profile(root.path(), "wide", &changed()).unwrap();
    save_setting(root.path(), "map", "theme", "mono").unwrap();
    let saved = fs::read_to_string(&file).unwrap();
    for kept in [
        "# ours\n[profile.wide] # for reviews\nunknown = 1\nbudget = 20000 # was 9000\ndepth = 2\n",
        "[other] # of a later version\nkey = [1, 2]\n",
        "[map]\ntheme = \"mono\"\n",
    ] {
        assert!(saved.contains(kept), "{kept}\nin\n{saved}");
    }
    assert_eq!(loaded(root.path(), "wide"), changed());
}

#[test]
fn a_file_that_cannot_be_changed_stays_as_it_was() {
    for (text, message) in [
        ("[profile.wide", "is no TOML"),
        ("profile = 3", "something else than a table"),
    ] {
        let (root, file) = project(text);
        let error = save_profile(root.path(), "wide", &changed()).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_valid_profile_survives_saving(steps in prop::collection::vec((0..KEYS.len(), -9i32..=9), 0..10)) {
        let mut profile = Profile::default();
        for (at, step) in steps {
            let key = &KEYS[at];
            let value = key.range.step(key.get(&profile), step);
            key.set(&mut profile, value).unwrap();
        }
        let root = tempfile::tempdir().unwrap();
        save_profile(root.path(), "any", &changed()).unwrap();
        save_profile(root.path(), "any", &profile).unwrap();
        prop_assert_eq!(loaded(root.path(), "any"), profile);
    }

    #[test]
    fn any_text_is_read(text in any::<String>(), close in "[\\[\\]a-e.=\" \n'profilemap0-9]{0,40}") {
        read(&[&text, &close]);
    }
}

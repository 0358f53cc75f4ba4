//! What holds for every project, question and budget.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;

use super::project::Project;
use super::{Bundle, Granularity, Request, build};
use crate::config::Profile;

const WORDS: &[&str] = &[
    "route", "match", "path", "handler", "socket", "cache", "index", "page", "walk", "parse",
];

/// Files of functions whose names and bodies are made of a few words, and which call each other.
fn project() -> impl Strategy<Value = Vec<(String, String)>> {
    let word = prop::sample::select(WORDS);
    let function = (
        word.clone(),
        word,
        prop::collection::vec((0..WORDS.len(), 0..30_usize), 0..40),
    );
    prop::collection::vec(prop::collection::vec(function, 1..6), 1..8).prop_map(|files| {
        let mut made = Vec::new();
        for (at, functions) in files.into_iter().enumerate() {
            let mut text = String::new();
            for (number, (a, b, lines)) in functions.into_iter().enumerate() {
                text.push_str(&format!("fn {a}_{b}_{at}_{number}() {{\n"));
                for (word, callee) in lines {
                    let maybe = if callee % 3 == 0 { "maybe." } else { "" };
                    let call = format!("{}_{}_{}_{}", WORDS[callee % 10], WORDS[word], callee % 8, callee % 6);
                    text.push_str(&format!(
                        "    {maybe}{call}({}); // {}\n",
                        "x".repeat(callee),
                        WORDS[word]
                    ));
                }
                text.push_str("}\n\n");
            }
            let directory = if at % 4 == 3 { "tests" } else { "src" };
            made.push((format!("{directory}/{}{at}.rs", WORDS[at % 10]), text));
        }
        made
    })
}

fn bundle(project: &Project, question: &str, budget: u32) -> Bundle {
    let request = Request {
        question: question.to_owned(),
        profile: Profile {
            budget,
            ..Profile::default()
        },
        ..Request::default()
    };
    build(&project.reader(), project.root(), &request).unwrap()
}

fn shown(bundle: &Bundle) -> HashMap<String, Granularity> {
    bundle
        .ledger
        .iter()
        .filter_map(|entry| Some((entry.node.key(), entry.granularity?)))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn bundles_keep_their_promises(
        files in project(),
        words in prop::collection::vec(prop::sample::select(WORDS), 1..4),
        budgets in prop::collection::vec(500_u32..12_000, 3),
    ) {
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let project = Project::new(&files);
        let question = words.join(" ");
        let mut budgets = budgets;
        budgets.sort_unstable();
        let mut before: HashMap<String, Granularity> = HashMap::new();
        for budget in budgets {
            let made = bundle(&project, &question, budget);
            prop_assert_eq!(&made, &bundle(&project, &question, budget), "the same request gives the same bundle");
            prop_assert!(made.characters <= budget, "{} of {budget}", made.characters);
            prop_assert_eq!(made.characters as usize, made.text.chars().count());
            prop_assert!(made.text.is_empty() || made.text.ends_with('\n'));

            // Never cut inside an item: what the ledger says was shown stands in the text, all of it.
            let mut lengths: HashMap<u32, u32> = HashMap::new();
            let mut in_source = false;
            for (line, item) in made.text.lines().zip(&made.line_items) {
                in_source = if line.starts_with("## ") { line == "## Source" || line == "## Left out" } else { in_source };
                if let Some(item) = item.filter(|_| in_source) {
                    *lengths.entry(item).or_default() += line.chars().count() as u32 + 1;
                }
            }
            for (at, entry) in (0_u32..).zip(&made.ledger) {
                let is_item = entry.section != super::Section::Files;
                if is_item {
                    prop_assert_eq!(lengths.get(&at).copied().unwrap_or_default(), entry.characters, "{:?}", entry);
                }
                // Every candidate is accounted for.
                prop_assert!(entry.granularity == Some(Granularity::Full) || entry.granularity.is_some() || entry.cut.is_some());
                let is_whole = entry.granularity == Some(Granularity::Full);
                prop_assert!(!is_item || is_whole || entry.cut.is_some() || entry.next_step.is_none(), "{:?}", entry);
            }
            let keys: HashSet<String> = made.ledger.iter().map(|entry| entry.node.key()).collect();
            prop_assert_eq!(keys.len(), made.ledger.len(), "each symbol once");

            // A larger budget never loses a symbol.
            let now = shown(&made);
            for key in before.keys() {
                prop_assert!(now.contains_key(key), "{key} is lost at {budget}");
            }
            before = now;
        }
    }

    #[test]
    fn the_best_hit_is_in_full_if_it_fits(files in project(), word in prop::sample::select(WORDS)) {
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let project = Project::new(&files);
        let made = bundle(&project, word, 10_000);
        let best = made.ledger.iter().find(|entry| entry.rank == 1 && entry.section == super::Section::Source);
        if let Some(best) = best {
            let lines = best.node.end_line - best.node.line + 1;
            prop_assert!(best.granularity == Some(Granularity::Full) || lines * 40 > 5_000, "{best:?}");
        }
    }
}

//! The bundle as a whole, on small projects.

mod project;
mod properties;

use project::Project;

use super::{Bundle, Cut, Entry, Granularity, Override, Request, Section, build};
use crate::config::{Profile, TestPolicy};
use crate::graph::Node;

const ROUTER: &str = "\
// Routing: from a request path to its handler.
fn serve(request) {
    let handler = match_route(request.path);
    handler.call(request)
}

fn match_route(path) {
    for route in routes {
        if route.pattern.matches(path) {
            return route.handler;
        }
    }
    not_found()
}

fn not_found() {
    respond(404)
}
";
const SERVER: &str = "\
fn listen(port) {
    let socket = bind(port);
    loop {
        serve(socket.accept());
    }
}

fn bind(port) {
    open_socket(port)
}
";
const TESTS: &str = "\
fn test_match_route() {
    assert(match_route(path) == handler);
    assert(route.matches(path), match_route(path));
}
";

fn shop() -> Project {
    Project::new(&[
        ("src/router.rs", ROUTER),
        ("src/server.rs", SERVER),
        ("tests/router.rs", TESTS),
        (
            "docs/notes.txt",
            "How the cache is warmed:\nfirst the index, then the pages.\n",
        ),
    ])
}

fn ask(project: &Project, question: &str) -> Bundle {
    ask_with(project, question, |_| {})
}

fn ask_with(project: &Project, question: &str, change: impl FnOnce(&mut Request)) -> Bundle {
    let mut request = Request {
        question: question.to_owned(),
        ..Request::default()
    };
    change(&mut request);
    build(&project.reader(), project.root(), &request).unwrap()
}

fn entry<'a>(bundle: &'a Bundle, name: &str) -> &'a Entry {
    let found = bundle.ledger.iter().find(|entry| entry.node.name == name);
    found.unwrap_or_else(|| panic!("no {name} in {:?}", names(bundle)))
}

fn names(bundle: &Bundle) -> Vec<&str> {
    bundle.ledger.iter().map(|entry| entry.node.name.as_str()).collect()
}

fn node(project: &Project, name: &str) -> Node {
    project.reader().by_name(name).unwrap().remove(0)
}

#[test]
fn the_answer_to_a_plain_question() {
    insta::assert_snapshot!(ask(&shop(), "how does routing match a request path to handlers").text);
}

#[test]
fn the_file_that_answers_stands_on_top_and_tests_do_not() {
    let bundle = ask(&shop(), "match route path");
    let first = bundle.text.lines().nth(1).unwrap();
    assert!(first.starts_with("- src/router.rs "), "{}", bundle.text);
    assert_eq!(entry(&bundle, "match_route").rank, 1);
    assert!(
        entry(&bundle, "test_match_route")
            .clues
            .iter()
            .any(|clue| clue.channel == "test" && clue.score < 0.0)
    );
    let about_tests = ask(&shop(), "which test covers match route path");
    assert!(
        entry(&about_tests, "test_match_route")
            .clues
            .iter()
            .all(|clue| clue.channel != "test")
    );
}

#[test]
fn tests_can_be_excluded() {
    let bundle = ask_with(&shop(), "match route path", |request| {
        request.profile.tests = TestPolicy::Exclude
    });
    assert_eq!(entry(&bundle, "test_match_route").cut, Some(Cut::Test));
}

#[test]
fn clues_add_up_to_the_score() {
    for entry in ask(&shop(), "`match_route` in src/server.rs calls path").ledger {
        let sum: f32 = entry.clues.iter().map(|clue| clue.score).sum();
        assert!((sum - entry.score).abs() < 1e-4, "{entry:?}");
    }
}

#[test]
fn neighbours_of_the_hits_come_in_with_their_reason() {
    let bundle = ask(&shop(), "`match_route`");
    let reason = |name: &str| {
        entry(&bundle, name)
            .clues
            .iter()
            .map(|clue| clue.reason.clone())
            .collect::<Vec<_>>()
            .join("; ")
    };
    assert!(reason("match_route").contains("`match_route` is named in the question"));
    assert!(
        reason("not_found").contains("called by src::router::match_route"),
        "{}",
        reason("not_found")
    );
    assert!(
        reason("serve").contains("calls src::router::match_route"),
        "{}",
        reason("serve")
    );
    assert!(
        reason("listen").contains("calls src::router::serve"),
        "{}",
        reason("listen")
    );
}

#[test]
fn a_choice_by_hand_is_obeyed() {
    let project = shop();
    let key = |name: &str| node(&project, name).key();
    let bundle = ask_with(&project, "match route path", |request| {
        request.overrides = vec![
            (key("bind"), Override::Pin),
            (key("serve"), Override::Exclude),
            (key("match_route"), Override::At(Granularity::Signature)),
        ];
    });
    assert_eq!(
        (entry(&bundle, "bind").rank, entry(&bundle, "bind").granularity),
        (1, Some(Granularity::Full))
    );
    assert_eq!(
        (entry(&bundle, "serve").granularity, entry(&bundle, "serve").cut.clone()),
        (None, Some(Cut::Excluded))
    );
    assert_eq!(entry(&bundle, "match_route").granularity, Some(Granularity::Signature));
    let by_symbol = ask_with(&project, "", |request| {
        request.symbols = vec![node(&project, "listen").id]
    });
    assert_eq!(by_symbol.ledger[0].node.name, "listen");
}

#[test]
fn a_text_file_without_symbols_is_named_and_shown() {
    let bundle = ask(&shop(), "how is the cache warmed");
    assert!(
        bundle.text.lines().nth(1).unwrap().contains("docs/notes.txt"),
        "{}",
        bundle.text
    );
    assert!(bundle.text.contains("1\tHow the cache is warmed:\n"), "{}", bundle.text);
}

#[test]
fn every_numbered_line_is_the_files_own() {
    let project = shop();
    let bundle = ask(&project, "how does serve match a route path");
    let mut file = String::new();
    let mut seen = 0;
    for line in bundle.text.lines() {
        if let Some(path) = line.strip_prefix("### ") {
            file = std::fs::read_to_string(project.root().join(path)).unwrap();
        } else if let Some((number, text)) = line.split_once('\t') {
            assert_eq!(file.lines().nth(number.parse::<usize>().unwrap() - 1), Some(text));
            seen += 1;
        }
    }
    assert!(seen > 10, "{}", bundle.text);
}

#[test]
fn a_changed_file_is_named_on_top_and_read_from_disk() {
    let project = shop();
    let moved = format!(
        "// one\n// two\n{}",
        ROUTER.replace("not_found()\n}\n\n", "missing(404)\n}\n\n")
    );
    std::fs::write(project.root().join("src/router.rs"), moved).unwrap();
    let bundle = ask(&project, "`match_route`");
    assert_eq!(bundle.stale, ["src/router.rs"]);
    assert!(
        bundle.text.starts_with("Changed since they were indexed"),
        "{}",
        bundle.text
    );
    assert!(bundle.text.contains("9\tfn match_route(path) {\n"), "{}", bundle.text);
    assert!(bundle.text.contains("15\t    missing(404)\n"), "{}", bundle.text);
}

#[test]
fn a_file_that_is_gone_is_cut_with_the_reason() {
    let project = shop();
    std::fs::remove_file(project.root().join("src/server.rs")).unwrap();
    let bundle = ask(&project, "`bind`");
    assert_eq!(entry(&bundle, "bind").cut, Some(Cut::Unreadable));
    assert!(bundle.stale.contains(&"src/server.rs".to_owned()));
}

#[test]
fn doubtful_edges_are_marked_and_not_followed() {
    let project = Project::new(&[(
        "src/a.rs",
        "fn alpha() {\n    work()\n}\nfn work() {\n    rest()\n}\nfn rest() {\n}\nfn other() {\n    maybe.work()\n}\n",
    )]);
    let bundle = ask(&project, "`work`");
    assert!(
        bundle.text.contains("- src::a::alpha calls src::a::work: src/a.rs:2\n"),
        "{}",
        bundle.text
    );
    assert!(
        bundle
            .text
            .contains("- ? src::a::other calls src::a::work: src/a.rs:10\n"),
        "{}",
        bundle.text
    );
    let followed = |name: &str| entry(&bundle, name).clues.iter().any(|clue| clue.channel == "hop");
    assert!(followed("alpha") && !followed("other"));
}

#[test]
fn nothing_found_says_what_was_tried_and_what_is_close() {
    let bundle = ask(&shop(), "`servee` zzyzx");
    assert!(bundle.ledger.is_empty());
    assert!(bundle.characters < 600);
    insta::assert_snapshot!(bundle.text);
    let empty = ask(&shop(), "how is it?");
    assert!(empty.text.contains("no word to look for"), "{}", empty.text);
}

#[test]
fn hostile_text_is_made_visible() {
    let project = Project::new(&[("src/a.rs", "fn evil() {\n\tlet x = \"\u{1b}[31m\u{202e}\";\n}\n")]);
    let bundle = ask(&project, "`evil`");
    assert!(bundle.text.contains("2\t\tlet x = \"␛[31m�\";\n"), "{}", bundle.text);
}

#[test]
fn lines_point_at_their_items() {
    let bundle = ask(&shop(), "how does routing match a request path");
    assert_eq!(bundle.line_items.len(), bundle.text.lines().count());
    for (line, item) in bundle.text.lines().zip(&bundle.line_items) {
        if line.contains("fn match_route") {
            assert_eq!(bundle.ledger[item.unwrap() as usize].node.name, "match_route");
        }
        if line.starts_with("##") {
            assert_eq!(*item, None);
        }
    }
    let used: u32 = bundle.sections.iter().map(|section| section.characters).sum();
    assert_eq!(used, bundle.characters);
    assert!(
        bundle
            .sections
            .iter()
            .all(|section| section.characters <= section.allowed)
    );
    assert_eq!(
        bundle.sections.iter().map(|used| used.section).collect::<Vec<_>>(),
        [
            Section::Files,
            Section::Path,
            Section::Source,
            Section::Dependants,
            Section::Evidence,
            Section::LeftOut
        ]
    );
}

#[test]
fn tokens_and_characters_are_two_units_of_one_budget() {
    let in_tokens = ask_with(&shop(), "route", |request| {
        request.profile = Profile {
            unit: crate::config::Unit::Tokens,
            budget: 1_000,
            chars_per_token: 4.0,
            ..Profile::default()
        };
    });
    assert_eq!(in_tokens.allowed, 4_000);
    assert!(in_tokens.tokens <= 1_000 && in_tokens.characters <= 4_000);
}

#[test]
fn the_ledger_is_told_in_text_and_in_json() {
    let bundle = ask_with(&shop(), "route path handler", |request| request.profile.budget = 900);
    insta::assert_snapshot!(bundle.explain());
    let json = bundle.to_json();
    assert_eq!(json["text"], bundle.text);
    let first = &json["results"][0];
    assert_eq!(
        (first["qualified"].as_str(), first["rank"].as_u64()),
        (Some("src::router::match_route"), Some(1))
    );
    assert_eq!(json["results"].as_array().unwrap().len(), bundle.ledger.len());
}

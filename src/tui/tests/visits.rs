//! What keys do, as a person would go about.

use std::sync::Arc;

use super::sample::{Map, method, order, total};
use crate::tui::keymap::Action;
use crate::tui::scene::Target;
use crate::tui::state::{BundlePane, Overlay, Pane, Workspace};
use crate::tui::update::{Effect, Mouse, Msg, Timer, Watch};

fn subject(map: &Map) -> String {
    map.state
        .explore
        .subject
        .as_ref()
        .map_or_else(String::new, |subject| subject.node.name.clone())
}

fn row(map: &Map) -> String {
    map.state
        .explore
        .row_node()
        .map_or_else(String::new, |node| node.name.clone())
}

#[test]
fn two_hops_and_back() {
    let mut map = Map::at_method(120, 30);
    assert_eq!(subject(&map), "total");
    map.keys("l enter");
    assert_eq!(subject(&map), "discount");
    map.keys("h j enter");
    assert_eq!(subject(&map), "monthly_summary_of_all_orders");
    map.keys("H");
    assert_eq!(
        (subject(&map), row(&map)),
        ("discount".to_owned(), "monthly_summary_of_all_orders".to_owned())
    );
    map.keys("H");
    assert_eq!((subject(&map), row(&map)), ("total".to_owned(), "discount".to_owned()));
    map.keys("L");
    assert_eq!(subject(&map), "discount");
    assert!(map.screen().contains("⟲ 3/4"), "{}", map.screen());
}

#[test]
fn the_source_goes_to_the_very_site() {
    let mut map = Map::at_method(160, 50);
    map.keys("l");
    let spot = map.state.explore.spot.clone().expect("a spot");
    assert_eq!((spot.file.as_str(), spot.line), ("src/order.rs", Some(15)));
    map.keys("n");
    assert_eq!(map.state.explore.spot.as_ref().and_then(|spot| spot.line), Some(16));
    map.keys("h h");
    let spot = map.state.explore.spot.clone().expect("a spot");
    assert_eq!((spot.file.as_str(), spot.line), ("src/checkout.rs", Some(42)));
    // Back in the source the cursor is where it was looked at.
    map.keys("l l n h");
    assert_eq!(map.state.explore.source.cursor + 1, 15);
    map.keys("enter");
    assert_eq!(subject(&map), "discount", "a line is followed to what it calls");
}

#[test]
fn trees_open_lazily_and_recursion_does_not() {
    let mut map = Map::at_method(120, 30);
    map.keys("l o");
    assert!(map.screen().contains("lookup"), "{}", map.screen());
    assert!(map.screen().contains("3 more"));
    map.keys("o");
    assert!(!map.screen().contains("3 more"));
    map.keys("j");
    assert_eq!(row(&map), "total");
    map.keys("l");
    assert!(map.screen().contains("nothing opens here"), "{}", map.screen());
    // In the callers, further to the left is deeper.
    map.keys("h h h");
    assert!(map.screen().contains("no callers"), "{}", map.screen());
}

#[test]
fn filters_keep_the_cursor_on_its_row() {
    let mut map = Map::at_method(120, 30);
    map.keys("h j j");
    assert_eq!(row(&map), "run");
    map.keys("t");
    assert!(map.screen().contains("totals_add_up"));
    assert_eq!(row(&map), "run");
    map.keys("t k c c");
    assert_eq!(row(&map), "monthly_summary_of_all_orders");
    assert!(!map.screen().contains("run"), "{}", map.screen());
    map.keys("C C");
    assert!(map.screen().contains("?0.35"), "{}", map.screen());
    assert!(map.screen().contains("external 2"));
    map.keys(".");
    assert!(!map.screen().contains("external 2"));
}

#[test]
fn a_fold_opens_by_enter() {
    let mut map = Map::at_method(120, 30);
    map.keys("h G enter j");
    assert_eq!(row(&map), "totals_add_up");
}

#[test]
fn an_answer_to_an_older_question_changes_nothing() {
    let mut map = Map::at_method(120, 30);
    map.slow = true;
    map.keys("l enter");
    let late = map.held.clone();
    map.keys("j enter");
    map.held.retain(|msg| !late.contains(msg));
    map.answer();
    assert_eq!(subject(&map), "total");
    for msg in late {
        map.tell(msg);
    }
    assert_eq!(subject(&map), "total");
}

#[test]
fn searching_shows_what_was_visited_and_reopens_as_it_was_left() {
    let mut map = Map::at_method(120, 30);
    map.visit(&order());
    map.keys("/");
    assert!(map.screen().contains("↺"), "{}", map.screen());
    map.type_text("tot");
    assert_eq!(map.state.search.count(), 3);
    map.keys("down esc /");
    assert_eq!(
        (map.state.search.input.text(), map.state.search.list.cursor),
        ("tot", 1)
    );
    map.keys("ctrl-u");
    map.type_text("kind:fn");
    assert!(
        map.screen().contains("kind fn") || map.screen().contains("kind"),
        "{}",
        map.screen()
    );
    map.keys("enter");
    assert_eq!(map.state.overlay, None);
}

#[test]
fn a_paste_is_one_event_and_triggers_nothing() {
    let mut map = Map::at_method(120, 30);
    map.tell(Msg::Paste("q\nq\nenter".to_owned()));
    assert!(!map.state.quit);
    assert_eq!(map.state.overlay, Some(Overlay::Search));
    assert_eq!(map.state.search.input.text(), "q q enter");
}

#[test]
fn a_bundle_for_a_symbol_and_for_a_question() {
    let mut map = Map::at_method(120, 30);
    map.keys("b");
    assert_eq!(map.state.workspace, Workspace::Bundle);
    assert!(map.screen().contains("for total"), "{}", map.screen());
    let budget = map.state.bundle.profile.budget;
    map.keys("h right");
    assert_eq!(map.state.bundle.focus, BundlePane::Knobs);
    assert!(map.state.bundle.profile.budget > budget);
    assert!(map.screen().contains("not saved"));
    map.slow = true;
    map.keys("right");
    assert!(
        map.screen().contains("pub fn total"),
        "the old text stays until the new one comes"
    );
    map.tell(Msg::Elapsed(Timer::Bundle(map.state.bundle.asked.expect("asked"))));
    assert!(map.state.bundle.slow);
    map.answer();
    assert!(!map.state.bundle.slow);
    map.keys("enter");
    map.type_text("12k");
    map.keys("enter");
    assert_eq!(map.state.bundle.profile.budget, 12_000);
    map.keys("r");
    assert_eq!(map.state.bundle.profile.budget, budget);
    map.keys("right");
    map.keys("a");
    map.type_text("where are totals made?");
    map.keys("enter");
    assert!(map.screen().contains("where are totals made?"), "{}", map.screen());
    assert!(map.state.bundle.symbols.is_empty());
    map.keys("c");
    let copied = map.outward.iter().rev().find_map(|effect| match effect {
        Effect::Copy { text, .. } => Some(text.clone()),
        _ => None,
    });
    assert_eq!(
        copied.as_deref(),
        Some("portolan explore 'where are totals made?' --budget 11000")
    );
}

#[test]
fn items_are_pinned_excluded_and_moved_on_the_ladder() {
    use crate::context::{Granularity, Override};
    let mut map = Map::at_method(160, 50);
    map.keys("b p");
    let key = total().key();
    assert_eq!(map.state.bundle.override_of(&key), Some(Override::Pin));
    assert!(map.screen().contains("pinned by hand"), "{}", map.screen());
    map.keys("p");
    assert_eq!(map.state.bundle.override_of(&key), None);
    map.keys("left");
    assert_eq!(
        map.state.bundle.override_of(&key),
        Some(Override::At(Granularity::Pruned))
    );
    map.keys("r x");
    assert_eq!(map.state.bundle.override_of(&key), Some(Override::Exclude));
    map.keys("j tab");
    assert_eq!(map.state.bundle.focus, BundlePane::Text);
    assert_eq!(map.state.bundle.text.cursor, 6, "the text follows the ledger");
    map.keys("k");
    assert_eq!(map.state.bundle.ledger.cursor, 0, "and the ledger the text");
    map.keys("y");
    assert!(matches!(map.outward.last(), Some(Effect::Copy { .. })));
    map.keys("enter");
    assert_eq!(
        (map.state.workspace, subject(&map)),
        (Workspace::Explore, "total".to_owned())
    );
}

#[test]
fn marks_gather_symbols_for_one_bundle() {
    let mut map = Map::at_method(120, 30);
    map.keys("h tab j tab");
    assert!(map.screen().contains("◆ 2 marked"), "{}", map.screen());
    map.keys("b");
    assert_eq!(map.state.bundle.symbols.len(), 2);
    assert!(map.screen().contains("for close, monthly_summary_of_all_orders"));
}

#[test]
fn a_saved_file_is_followed_and_the_cursor_stays_on_its_thing() {
    let mut map = Map::at_method(160, 50);
    map.keys("h j");
    assert_eq!(row(&map), "monthly_summary_of_all_orders");
    let (ticket, _) = {
        map.slow = true;
        map.tell(Msg::Watch(Watch::Changed {
            generation: 2,
            notes: Vec::new(),
        }));
        map.held.retain(|msg| !matches!(msg, Msg::Subject { .. }));
        map.state.explore.asked.expect("asked anew")
    };
    map.answer();
    let mut changed = method();
    let mut new = changed.callers.rows[0].clone();
    new.node.qualified = "shop::fresh".to_owned();
    new.node.name = "fresh".to_owned();
    changed.callers.rows.insert(0, new);
    changed.node.line += 5;
    let held = map.state.explore.source.offset;
    map.tell(Msg::Subject {
        ticket,
        result: Ok(Some(Arc::new(changed))),
    });
    assert_eq!(row(&map), "monthly_summary_of_all_orders");
    assert_eq!(map.state.explore.callers.list.cursor, 2);
    let _ = held;
    assert!(map.screen().contains("fresh"));
}

#[test]
fn a_vanished_symbol_says_so() {
    let mut map = Map::at_method(120, 30);
    map.slow = true;
    map.tell(Msg::Watch(Watch::Changed {
        generation: 2,
        notes: Vec::new(),
    }));
    let (ticket, _) = map.state.explore.asked.expect("asked anew");
    map.held.clear();
    map.tell(Msg::Subject {
        ticket,
        result: Ok(None),
    });
    assert!(map.screen().contains("no longer in the graph"), "{}", map.screen());
    assert!(map.screen().contains("pub fn total"), "it stays readable");
}

#[test]
fn a_theme_is_previewed_and_taken_back() {
    let mut map = Map::at_method(120, 30);
    map.keys(":");
    map.type_text("theme");
    map.keys("enter j");
    assert_eq!(map.state.theme, "harbour");
    map.keys("esc");
    assert_eq!(map.state.theme, "mono");
    map.tell(Msg::Do(Action::Themes));
    map.keys("j enter");
    assert_eq!((map.state.theme.as_str(), &map.state.overlay), ("harbour", &None));
}

#[test]
fn what_cannot_be_done_says_why() {
    let mut map = Map::open(120, 30);
    map.keys("H");
    assert!(map.screen().contains("this is the first place"), "{}", map.screen());
    map.keys("y");
    assert!(map.outward.iter().all(|effect| !matches!(effect, Effect::Copy { .. })) || !map.screen().is_empty());
}

#[test]
fn the_mouse_chooses_and_enters() {
    let mut map = Map::at_method(160, 50);
    let (_, scene) = map.draw(&crate::tui::theme::Theme::fallback());
    let target = scene.target(6, 3).expect("a row");
    assert_eq!(target, Target::Row(Pane::Callers, 1));
    map.tell(Msg::Mouse(Mouse::Click(Some(target))));
    assert_eq!(row(&map), "monthly_summary_of_all_orders");
    assert_eq!(subject(&map), "total");
    map.tell(Msg::Mouse(Mouse::Click(Some(target))));
    assert_eq!(subject(&map), "monthly_summary_of_all_orders");
    map.tell(Msg::Mouse(Mouse::Wheel(1, Some(Target::Pane(Pane::Source)))));
    map.keys(":");
    map.tell(Msg::Mouse(Mouse::Click(Some(Target::Beside))));
    assert_eq!(map.state.overlay, None);
}

#[test]
fn copying_and_editing_leave_the_map() {
    let mut map = Map::at_method(120, 30);
    map.keys("l y Y e");
    let told: Vec<&Effect> = map.outward.iter().rev().take(3).collect();
    assert!(matches!(told[2], Effect::Copy { text, .. } if text == "shop::order::Order::discount"));
    assert!(matches!(told[1], Effect::Copy { text, .. } if text == "src/order.rs:19"));
    assert!(
        matches!(told[0], Effect::Edit { file, line: 15 } if file == "src/order.rs"),
        "the call's line"
    );
}

#[test]
fn a_directory_can_be_peeked_at() {
    let mut map = Map::at_method(120, 30);
    map.keys("~ j k space");
    assert!(map.screen().contains("checkout.rs"), "{}", map.screen());
}

#[test]
fn enter_is_meant_for_what_was_typed_not_for_what_is_still_shown() {
    let mut map = Map::at_method(120, 30);
    map.keys("/");
    map.slow = true;
    map.type_text("lookup");
    map.keys("enter");
    assert_eq!(subject(&map), "total");
    assert_eq!(map.state.overlay, Some(Overlay::Search), "it waits for the answer");
    map.state.search.hits = Arc::default();
    map.answer();
    assert_eq!(map.state.overlay, None);
}

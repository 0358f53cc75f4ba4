//! Anything at any size: no message, no key, no text and no size panics, and nothing hostile reaches a cell.

use proptest::prelude::*;

use super::sample::{Map, bundle, document, hits, home, method, node};
use crate::graph::NodeKind;
use crate::query::walk::Neighbours;
use crate::text::is_hostile;
use crate::tui::keymap::{ACTIONS, Code, Key};
use crate::tui::scene::Target;
use crate::tui::state::{BundlePane, Pane, Side, Size};
use crate::tui::theme::Theme;
use crate::tui::update::{Mouse, Msg, Timer, Watch};

fn key() -> impl Strategy<Value = Key> {
    let code = prop_oneof![
        10 => prop::sample::select("hjklHJKLoubntNsceyY/.`:?12aPpxr gG+-=q".chars().collect::<Vec<_>>()).prop_map(Code::Char),
        2 => any::<char>().prop_map(Code::Char),
        6 => prop::sample::select(vec![
            Code::Enter, Code::Escape, Code::Tab, Code::Backspace, Code::Up, Code::Down, Code::Left, Code::Right,
            Code::Home, Code::End, Code::PageUp, Code::PageDown, Code::Delete,
        ]),
    ];
    (code, prop::bool::weighted(0.1)).prop_map(|(code, ctrl)| Key {
        ctrl,
        ..Key::plain(code)
    })
}

fn pane() -> impl Strategy<Value = Pane> {
    prop::sample::select(vec![
        Pane::Callers,
        Pane::Source,
        Pane::Callees,
        Pane::Outline,
        Pane::Relations,
    ])
}

fn target() -> impl Strategy<Value = Target> {
    let bundle_pane = prop::sample::select(vec![BundlePane::Knobs, BundlePane::Ledger, BundlePane::Text]);
    prop_oneof![
        pane().prop_map(Target::Pane),
        (pane(), 0usize..80).prop_map(|(pane, row)| Target::Row(pane, row)),
        (pane(), 0usize..9).prop_map(|(pane, row)| Target::Opener(pane, row)),
        (bundle_pane, 0usize..60).prop_map(|(pane, row)| Target::BundleRow(pane, row)),
        (0usize..5).prop_map(Target::Crumb),
        (0usize..99).prop_map(Target::OverlayRow),
        Just(Target::Beside),
        Just(Target::Overlay),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-z:!^' ]{0,12}",
        Just("\u{1b}[31m\u{202e}\t\u{7}世界👩‍👩‍👧".repeat(9)),
        Just("x".repeat(5_000)),
    ]
}

fn msg() -> impl Strategy<Value = Msg> {
    prop_oneof![
        30 => key().prop_map(Msg::Key),
        6 => prop::sample::select(ACTIONS.iter().map(|spec| spec.action).collect::<Vec<_>>()).prop_map(Msg::Do),
        4 => (0u16..200, 0u16..70).prop_map(|(width, height)| Msg::Resize(Size { width, height })),
        3 => text().prop_map(Msg::Paste),
        4 => target().prop_map(|target| Msg::Mouse(Mouse::Click(Some(target)))),
        2 => (-9i16..9, target()).prop_map(|(by, target)| Msg::Mouse(Mouse::Wheel(by, Some(target)))),
        2 => (0u64..5).prop_map(|generation| Msg::Watch(Watch::Changed { generation, notes: Vec::new() })),
        1 => text().prop_map(|text| Msg::Watch(Watch::Failed(text))),
        1 => text().prop_map(|text| Msg::Watch(Watch::Polling(text))),
        1 => text().prop_map(|text| Msg::Done(Err(text))),
        1 => text().prop_map(|text| Msg::Done(Ok(text))),
        1 => (0u64..40).prop_map(|ticket| Msg::Elapsed(Timer::Subject(ticket))),
        1 => text().prop_map(|why| Msg::Hits { ticket: 3, result: Err(why) }),
        1 => (0u64..60, text()).prop_map(|(ticket, text)| Msg::Document {
            path: "src/order.rs".to_owned(),
            ticket,
            result: Ok(document("src/order.rs", &text)),
        }),
        1 => (0u64..60).prop_map(|ticket| Msg::Subject { ticket, result: Ok(None) }),
        1 => Just(Msg::Neighbours {
            subject: method().node.key(),
            side: Side::Callees,
            identity: "nothing".to_owned(),
            result: Ok(Neighbours::default()),
        }),
        1 => Just(Msg::Hubs(vec![(method().node, 12)])),
    ]
}

/// No cell holds what could steer a terminal.
fn check(map: &Map, theme: &Theme) {
    let (buffer, scene) = map.draw(theme);
    for cell in buffer.content() {
        assert!(!cell.symbol().chars().any(is_hostile), "{:?}", cell.symbol());
    }
    if let Some((x, y)) = scene.cursor {
        assert!(x <= map.state.size.width && y <= map.state.size.height);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn no_series_of_messages_panics(
        (width, height) in (0u16..200, 0u16..70),
        msgs in prop::collection::vec(msg(), 0..60),
        slow in any::<bool>(),
    ) {
        let theme = Theme::fallback();
        let mut map = Map::open(width, height);
        map.slow = slow;
        for (at, msg) in msgs.into_iter().enumerate() {
            map.tell(msg);
            if at % 7 == 0 {
                check(&map, &theme);
                if slow {
                    map.answer();
                    map.slow = true;
                }
            }
        }
        check(&map, &theme);
    }

    #[test]
    fn hostile_names_and_sources_are_shown_harmless(name in text(), line in text(), width in 1u16..180) {
        let mut map = Map::at_method(width, 30);
        let mut subject = method();
        subject.node.name.clone_from(&name);
        subject.node.qualified = format!("a::{name}");
        subject.node.signature.clone_from(&line);
        subject.callers.rows[0].node.name.clone_from(&name);
        subject.callers.rows[0].node.qualified.clone_from(&name);
        subject.callers.rows[0].node.file.clone_from(&line);
        subject.members[0].node.name.clone_from(&name);
        subject.members[0].node.signature.clone_from(&line);
        map.slow = true;
        map.keys("H");
        let asked = map.state.explore.asked;
        map.held.clear();
        if let Some((ticket, _)) = asked {
            map.tell(Msg::Subject { ticket, result: Ok(Some(std::sync::Arc::new(subject))) });
        }
        map.answer();
        for keys in ["h", "space", "l l", "space b", "tab tab", "1 ?"] {
            map.keys(keys);
            check(&map, &Theme::fallback());
        }
    }
}

#[test]
fn every_size_down_to_nothing_is_drawn_in_every_workspace() {
    let themes: Vec<Theme> = Theme::names().filter_map(Theme::shipped).collect();
    for open in ["1", "/", ":", "?", "`", "b", "2 a", "~", "h space", "g"] {
        let mut map = Map::at_method(160, 50);
        map.keys(open);
        for width in (0..60).chain([79, 80, 99, 100, 119, 120, 200]) {
            for height in [0, 1, 2, 3, 4, 5, 8, 10, 12, 24, 30] {
                map.tell(Msg::Resize(Size { width, height }));
                check(&map, &themes[usize::from(width % 4)]);
            }
        }
    }
}

#[test]
fn a_million_rows_cost_what_is_seen() {
    let mut map = Map::at_method(160, 50);
    let mut subject = method();
    let row = subject.callers.rows[0].clone();
    subject.callers.rows = (0..1_000_000i64)
        .map(|id| {
            let mut row = row.clone();
            row.node = node(1_000 + id, NodeKind::Function, "shop::caller", (1, 2), "fn caller()");
            row
        })
        .collect();
    map.slow = true;
    map.tell(Msg::Watch(Watch::Changed {
        generation: 2,
        notes: Vec::new(),
    }));
    map.held.clear();
    let (ticket, _) = map.state.explore.asked.expect("asked anew");
    map.tell(Msg::Subject {
        ticket,
        result: Ok(Some(std::sync::Arc::new(subject))),
    });
    map.answer();
    map.keys("h");
    let begun = std::time::Instant::now();
    for _ in 0..100 {
        map.keys("j");
        let _ = map.draw(&Theme::fallback());
    }
    // A generous bound, in a build without optimisation: walking the million once a frame takes far longer.
    assert!(
        begun.elapsed() < std::time::Duration::from_secs(10),
        "{:?}",
        begun.elapsed()
    );
    map.keys("G");
    assert_eq!(
        map.state.explore.callers.list.cursor + 1,
        map.state.explore.callers.rows().len()
    );
}

#[test]
fn the_samples_are_whole() {
    assert_eq!(home().members.len(), 2);
    assert_eq!(hits().len(), 3);
    let bundle = bundle(&crate::config::Profile::default());
    assert_eq!(bundle.text.lines().count(), bundle.line_items.len());
}

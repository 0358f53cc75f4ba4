//! Screens as text at the designed sizes, and their styles where these tell something.

use insta::assert_snapshot;

use super::sample::{Map, order};
use crate::index::Progress;
use crate::tui::state::{Pane, Project, Size, State};
use crate::tui::theme::{Role, Theme};
use crate::tui::update::{Msg, Watch};

/// The three designed sizes.
const SIZES: [(u16, u16); 3] = [(80, 24), (100, 30), (160, 50)];

fn at_each_size(name: &str, arrange: impl Fn(&mut Map)) {
    for (width, height) in SIZES {
        let mut map = Map::at_method(width, height);
        arrange(&mut map);
        assert_snapshot!(format!("{name}_{width}x{height}"), map.screen());
    }
}

#[test]
fn explore() {
    at_each_size("explore", |map| map.keys("h"));
}

#[test]
fn explore_callees() {
    at_each_size("callees", |map| map.keys("l l j G"));
}

#[test]
fn container() {
    at_each_size("container", |map| map.visit(&order()));
}

#[test]
fn home() {
    at_each_size("home", |map| map.keys("~"));
}

#[test]
fn search() {
    at_each_size("search", |map| {
        map.keys("/");
        map.type_text("kind:fn tot");
    });
}

#[test]
fn bundle() {
    at_each_size("bundle", |map| map.keys("b"));
}

#[test]
fn palette() {
    at_each_size("palette", |map| {
        map.keys(":");
        map.type_text("cop");
    });
}

#[test]
fn one_pane_and_a_breadcrumb() {
    let mut map = Map::at_method(60, 16);
    map.keys("h");
    assert_snapshot!(map.screen());
}

#[test]
fn peek_history_help_and_what_follows_a_key() {
    let mut map = Map::at_method(120, 30);
    map.keys("h space");
    assert_snapshot!("peek", map.screen());
    map.keys("space `");
    assert_snapshot!("history", map.screen());
    map.keys("esc ?");
    assert_snapshot!("help", map.screen());
    map.keys("esc g");
    assert_snapshot!("prefix", map.screen());
}

#[test]
fn smaller_than_any_design_is_a_sentence() {
    let map = Map::at_method(30, 5);
    assert_eq!(map.screen().trim_end(), "portolan needs 50×10");
}

/// A map before its graph is there.
fn opened(project: Project) -> Map {
    let mut map = Map::open(80, 24);
    map.state = State::new(
        Size { width: 80, height: 24 },
        project,
        crate::tui::keymap::Keymap::default(),
        vec!["mono".to_owned()],
        "mono".to_owned(),
    );
    map
}

#[test]
fn first_run_and_what_can_go_wrong() {
    let project = Project {
        name: "shop".to_owned(),
        root: "/home/you/shop".to_owned(),
        ..Project::default()
    };
    let mut map = opened(project.clone());
    map.state.project.progress = Some(Progress::Extracting {
        done: 312,
        total: 1_204,
    });
    assert_snapshot!("first_run", map.screen());

    let mut map = opened(project);
    map.tell(Msg::Watch(Watch::Failed(
        "/home/you/shop/.portolan/graph.db: Permission denied".to_owned(),
    )));
    assert_snapshot!("no_graph", map.screen());
}

#[test]
fn a_symbol_that_vanished_stays_readable() {
    let mut map = Map::at_method(80, 24);
    map.state.explore.vanished = true;
    assert_snapshot!(map.screen());
}

#[test]
fn an_error_stays_until_it_is_dismissed() {
    let mut map = Map::at_method(80, 24);
    map.tell(Msg::Done(Err("vi could not be started: not found".to_owned())));
    map.keys("j");
    assert!(map.screen().ends_with("(Esc dismisses this)"), "{}", map.screen());
    map.keys("esc");
    assert!(!map.screen().contains("not found"));
    map.tell(Msg::Done(Ok("copied".to_owned())));
    assert!(map.screen().contains("copied"));
    map.keys("j");
    assert!(!map.screen().contains("copied"), "news go with the next key");
}

/// The cells of a row that have the style of a role.
fn styled_rows(map: &Map, role: Role) -> Vec<u16> {
    let theme = Theme::shipped("mono").expect("shipped");
    let wanted = theme.style(role).add_modifier;
    let (buffer, _) = map.draw(&theme);
    let area = buffer.area;
    (0..area.height)
        .filter(|y| {
            let cells = (0..area.width).filter_map(|x| buffer.cell((x, *y)));
            cells.filter(|cell| cell.modifier.contains(wanted)).count() > 12
        })
        .collect()
}

#[test]
fn the_selected_row_and_its_line_can_be_told_without_colour() {
    let mut map = Map::at_method(80, 24);
    map.keys("l");
    assert_eq!(map.state.explore.focus, Pane::Callees);
    assert_eq!(styled_rows(&map, Role::Cursor), [13], "one row is chosen");
    let lit = styled_rows(&map, Role::Lit);
    let screen = map.screen();
    let line = screen.lines().nth(usize::from(lit[0])).unwrap_or_default();
    assert!(line.contains("15 ▶"), "the call's line is lit: {line}");
}

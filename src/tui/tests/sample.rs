//! A small project by hand: an order desk in Rust, with a test, an external name and an unsure edge.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::config::Profile;
use crate::context;
use crate::graph::{
    Edge, EdgeFlags, EdgeKind, Node, NodeFlags, NodeId, NodeKind, Reason, Resolution, Site, Unresolved, Visibility,
};
use crate::query::search::Hit;
use crate::query::walk::{Neighbour, Neighbours};
use crate::tui::keymap::{Key, Keymap, parse_sequence};
use crate::tui::scene::Scene;
use crate::tui::state::{Document, Member, Project, Relation, Size, Span, State, Subject};
use crate::tui::theme::{Role, Theme};
use crate::tui::update::{Effect, Msg, Want, start, update};
use crate::tui::view;

/// The text of the only source file.
pub const SOURCE: &str = "\
//! Orders, and what they cost.

use rust_decimal::Decimal;

/// What a customer wants.
pub struct Order {
    lines: Vec<Line>,
    pub voucher: Option<String>,
}

impl Order {
    /// The sum of all lines, the discount taken off.
    pub fn total(&self) -> Decimal {
        let sum = self.lines.iter().map(Line::price).sum();
        let rate = self.discount(sum);
        sum - self.discount(sum) * rate
    }

    fn discount(&self, sum: Decimal) -> Decimal {
        match &self.voucher {
            Some(code) => lookup(code).max(sum),
            None => Decimal::ZERO,
        }
    }
}

/// 世界 👩‍👩‍👧: prices are in the customer's own currency.
fn lookup(code: &str) -> Decimal {
    if code.is_empty() { total_of_nothing() } else { lookup(\"\") }
}
";

pub fn node(id: i64, kind: NodeKind, qualified: &str, lines: (u32, u32), signature: &str) -> Node {
    let name = qualified.rsplit("::").next().unwrap_or(qualified).to_owned();
    Node {
        id: NodeId(id),
        parent: None,
        kind,
        name,
        qualified: qualified.to_owned(),
        file: "src/order.rs".to_owned(),
        line: lines.0,
        end_line: lines.1,
        start_byte: 0,
        end_byte: 0,
        signature: signature.to_owned(),
        doc: String::new(),
        visibility: Visibility::Public,
        flags: NodeFlags::default(),
        ordinal: 0,
    }
}

pub fn order() -> Node {
    Node {
        doc: "What a customer wants.".to_owned(),
        ..node(2, NodeKind::Struct, "shop::order::Order", (6, 9), "pub struct Order")
    }
}

pub fn total() -> Node {
    Node {
        parent: Some(NodeId(2)),
        doc: "The sum of all lines, the discount taken off.".to_owned(),
        ..node(
            3,
            NodeKind::Method,
            "shop::order::Order::total",
            (13, 17),
            "pub fn total(&self) -> Decimal",
        )
    }
}

fn discount() -> Node {
    Node {
        parent: Some(NodeId(2)),
        visibility: Visibility::Private,
        ..node(
            4,
            NodeKind::Method,
            "shop::order::Order::discount",
            (19, 24),
            "fn discount(&self, sum: Decimal) -> Decimal",
        )
    }
}

fn lookup() -> Node {
    Node {
        visibility: Visibility::Private,
        ..node(
            5,
            NodeKind::Function,
            "shop::order::lookup",
            (28, 30),
            "fn lookup(code: &str) -> Decimal",
        )
    }
}

fn caller(id: i64, qualified: &str, file: &str, line: u32, flags: NodeFlags) -> Node {
    Node {
        file: file.to_owned(),
        flags,
        ..node(id, NodeKind::Function, qualified, (line, line + 8), "fn()")
    }
}

fn edge(source: i64, target: i64, file: &str, line: u32, confidence: f32) -> Edge {
    Edge {
        kind: EdgeKind::Calls,
        source: NodeId(source),
        target: NodeId(target),
        file: file.to_owned(),
        site: Site { line, column: 4 },
        resolution: Resolution::Receiver,
        confidence,
        flags: EdgeFlags::default(),
    }
}

fn neighbour(node: Node, edges: Vec<Edge>) -> Neighbour {
    Neighbour {
        confidence: edges.iter().map(|edge| edge.confidence).fold(0.0, f32::max),
        node,
        edges,
        recursive: false,
        next: None,
    }
}

fn unresolved(name: &str, library: Option<&str>, line: u32) -> Unresolved {
    Unresolved {
        kind: EdgeKind::Calls,
        source: NodeId(3),
        name: name.to_owned(),
        reason: if library.is_some() {
            Reason::External
        } else {
            Reason::Unknown
        },
        library: library.map(str::to_owned),
        site: Site { line, column: 8 },
    }
}

fn file() -> Node {
    Node {
        name: "order.rs".to_owned(),
        qualified: "src/order.rs".to_owned(),
        ..node(1, NodeKind::File, "src/order.rs", (1, 31), "")
    }
}

fn directory() -> Node {
    Node {
        name: "src".to_owned(),
        qualified: "src".to_owned(),
        file: "src".to_owned(),
        ..node(9, NodeKind::Directory, "src", (1, 1), "")
    }
}

/// The method in the middle, with callers of every sort.
pub fn method() -> Subject {
    let callers = vec![
        neighbour(
            caller(10, "shop::checkout::close", "src/checkout.rs", 40, NodeFlags::default()),
            vec![
                edge(10, 3, "src/checkout.rs", 42, 1.0),
                edge(10, 3, "src/checkout.rs", 45, 1.0),
            ],
        ),
        neighbour(
            caller(
                11,
                "shop::report::monthly_summary_of_all_orders",
                "src/report.rs",
                7,
                NodeFlags::default(),
            ),
            vec![edge(11, 3, "src/report.rs", 9, 0.85)],
        ),
        neighbour(
            caller(12, "shop::plugin::run", "src/plugin.rs", 3, NodeFlags::default()),
            vec![edge(12, 3, "src/plugin.rs", 5, 0.35)],
        ),
        neighbour(
            caller(13, "tests::totals_add_up", "tests/order.rs", 11, NodeFlags::TEST),
            vec![edge(13, 3, "tests/order.rs", 14, 1.0)],
        ),
    ];
    let callees = vec![
        neighbour(
            discount(),
            vec![edge(3, 4, "src/order.rs", 15, 1.0), edge(3, 4, "src/order.rs", 16, 1.0)],
        ),
        neighbour(total(), vec![edge(3, 3, "src/order.rs", 16, 0.4)]),
    ];
    Subject {
        node: total(),
        ancestors: vec![directory(), file(), order()],
        callers: Neighbours {
            rows: callers,
            more: 0,
            unresolved: Vec::new(),
        },
        callees: Neighbours {
            rows: callees,
            more: 0,
            unresolved: vec![
                unresolved("iter", Some("std"), 14),
                unresolved("map", Some("std"), 14),
                unresolved("frobnicate", None, 15),
            ],
        },
        container: Some(order()),
        members: members(),
        relations: vec![Relation {
            node: Node {
                file: "src/line.rs".to_owned(),
                ..node(6, NodeKind::Struct, "shop::line::Line", (3, 9), "pub struct Line")
            },
            label: "type".into(),
            kind: EdgeKind::TypeOf,
            confidence: 1.0,
            file: "src/order.rs".to_owned(),
            line: 14,
        }],
        generation: 1,
    }
}

fn members() -> Vec<Member> {
    let field = |id, qualified, line, signature, visibility| Node {
        visibility,
        ..node(id, NodeKind::Field, qualified, (line, line), signature)
    };
    [
        field(
            20,
            "shop::order::Order::lines",
            7,
            "lines: Vec<Line>",
            Visibility::Private,
        ),
        field(
            21,
            "shop::order::Order::voucher",
            8,
            "pub voucher: Option<String>",
            Visibility::Public,
        ),
        total(),
        discount(),
    ]
    .map(|node| Member { node, depth: 0 })
    .to_vec()
}

/// The struct, whose outline is what one wants.
pub fn container() -> Subject {
    Subject {
        node: order(),
        ancestors: vec![directory(), file()],
        callees: Neighbours::default(),
        relations: Vec::new(),
        container: Some(order()),
        ..method()
    }
}

/// The project itself.
pub fn home() -> Subject {
    let root = Node {
        name: "shop".to_owned(),
        qualified: "shop".to_owned(),
        file: String::new(),
        ..node(0, NodeKind::Directory, "shop", (1, 1), "")
    };
    Subject {
        node: root.clone(),
        ancestors: Vec::new(),
        callers: Neighbours::default(),
        callees: Neighbours::default(),
        container: Some(root),
        members: vec![
            Member {
                node: directory(),
                depth: 0,
            },
            Member { node: file(), depth: 0 },
        ],
        relations: Vec::new(),
        generation: 1,
    }
}

pub fn document(path: &str, text: &str) -> Document {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    Document::new(path.to_owned(), lines, 7)
}

pub fn hits() -> Vec<Hit> {
    [(total(), vec![0, 1]), (lookup(), vec![0]), (order(), vec![])]
        .into_iter()
        .map(|(node, matched)| Hit {
            id: node.id,
            kind: node.kind,
            flags: node.flags,
            name: node.name,
            qualified: node.qualified,
            file: node.file,
            line: node.line,
            score: 100,
            matched,
        })
        .collect()
}

/// A bundle with an item of every sort.
pub fn bundle(profile: &Profile) -> context::Bundle {
    use context::{Clue, Cut, Entry, Granularity, Section, SectionUse};
    let entry = |node: Node, rank, granularity: Option<Granularity>, characters, cut, next_step| Entry {
        node,
        rank,
        score: 2.0 / f32::from(u16::try_from(rank).unwrap_or(1)),
        clues: vec![Clue {
            channel: "name",
            score: 1.0,
            reason: "named in the question".to_owned(),
        }],
        section: Section::Source,
        granularity,
        characters,
        cut,
        next_step,
    };
    let text = "# total\n\n## Source\nshop::order::Order::total\n13\tpub fn total(&self) -> Decimal {\n14\t    let sum = …\nshop::order::lookup\n28\tfn lookup(code: &str) -> Decimal\n";
    context::Bundle {
        text: text.to_owned(),
        ledger: vec![
            entry(total(), 1, Some(Granularity::Full), 1_204, None, None),
            entry(
                lookup(),
                2,
                Some(Granularity::Signature),
                80,
                Some(Cut::SectionShare),
                Some(312),
            ),
            entry(
                discount(),
                3,
                None,
                0,
                Some(Cut::LowRank { rank: 3, cutoff: 2 }),
                Some(120),
            ),
        ],
        line_items: vec![None, None, None, Some(0), Some(0), Some(0), Some(1), Some(1)],
        sections: vec![
            SectionUse {
                section: Section::Files,
                characters: 340,
                allowed: profile.budget * 15 / 100,
            },
            SectionUse {
                section: Section::Source,
                characters: 1_284,
                allowed: profile.budget * 60 / 100,
            },
        ],
        characters: 1_624,
        tokens: 451,
        allowed: profile.budget,
        generation: 1,
        hash: 1,
        stale: vec!["src/order.rs".to_owned()],
    }
}

/// A map that answers its own questions, at once, from the sample.
pub struct Map {
    pub state: State,
    /// Answers are held back until [`Map::answer`].
    pub slow: bool,
    pub held: Vec<Msg>,
    /// Effects that are for the terminal.
    pub outward: Vec<Effect>,
}

impl Map {
    /// A map of this size that has just been opened.
    pub fn open(width: u16, height: u16) -> Self {
        let project = Project {
            name: "shop".to_owned(),
            root: "/home/you/shop".to_owned(),
            ..Project::default()
        };
        let names = Theme::names().map(str::to_owned).collect();
        let size = Size { width, height };
        let mut map = Self {
            state: State::new(size, project, Keymap::default(), names, "mono".to_owned()),
            slow: false,
            held: Vec::new(),
            outward: Vec::new(),
        };
        let effects = start(&mut map.state);
        map.perform(effects);
        map.tell(Msg::Watch(crate::tui::update::Watch::Changed {
            generation: 1,
            notes: Vec::new(),
        }));
        map
    }

    /// A map with the method as its subject.
    pub fn at_method(width: u16, height: u16) -> Self {
        let mut map = Self::open(width, height);
        map.visit(&total());
        map
    }

    /// Goes to a symbol as the search does.
    pub fn visit(&mut self, node: &Node) {
        self.keys("/");
        let at = self
            .state
            .search
            .hits
            .iter()
            .position(|hit| hit.id == node.id)
            .unwrap_or(0);
        self.state.search.list.cursor = self.state.search.offered_count() + at;
        self.keys("enter");
    }

    pub fn tell(&mut self, msg: Msg) {
        let effects = update(&mut self.state, msg);
        self.perform(effects);
    }

    /// Presses keys, written as in the keymap file with spaces between.
    pub fn keys(&mut self, keys: &str) {
        for key in parse_sequence(keys).expect("keys") {
            self.tell(Msg::Key(key));
        }
    }

    pub fn type_text(&mut self, text: &str) {
        for c in text.chars() {
            self.tell(Msg::Key(Key::char(c)));
        }
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match answer(&effect, &self.state) {
                Some(msg) if self.slow => self.held.push(msg),
                Some(msg) => self.tell(msg),
                None => self.outward.push(effect),
            }
        }
    }

    /// Lets the held answers through.
    pub fn answer(&mut self) {
        self.slow = false;
        for msg in std::mem::take(&mut self.held) {
            self.tell(msg);
        }
    }

    pub fn draw(&self, theme: &Theme) -> (Buffer, Scene) {
        let area = Rect::new(0, 0, self.state.size.width, self.state.size.height);
        let mut buffer = Buffer::empty(area);
        let mut scene = Scene::default();
        view::draw(&self.state, theme, &mut buffer, &mut scene);
        (buffer, scene)
    }

    /// The screen as text, spaces at the ends of lines left out.
    pub fn screen(&self) -> String {
        let (buffer, _) = self.draw(&Theme::fallback());
        text_of(&buffer)
    }
}

pub fn text_of(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width).max(1);
    let lines = buffer.content().chunks(width).map(|row| {
        let mut line = String::new();
        let mut hidden = 0;
        for cell in row {
            if hidden > 0 {
                hidden -= 1;
                continue;
            }
            line.push_str(cell.symbol());
            hidden = crate::text::width(cell.symbol()).saturating_sub(1);
        }
        line.trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What the workers would answer.
fn answer(effect: &Effect, state: &State) -> Option<Msg> {
    Some(match effect {
        Effect::Subject { ticket, want } => Msg::Subject {
            ticket: *ticket,
            result: Ok(match want {
                Want::Home => Some(Arc::new(home())),
                Want::Symbol(mark) if mark.id == NodeId(2) => Some(Arc::new(container())),
                Want::Symbol(mark) if mark.id == NodeId(99) => None,
                Want::Symbol(mark) if mark.id == NodeId(3) => Some(Arc::new(method())),
                Want::Symbol(mark) => {
                    let around = method();
                    let known = around.callers.rows.iter().chain(&around.callees.rows);
                    let found = known.map(|row| row.node.clone()).find(|node| node.id == mark.id);
                    Some(Arc::new(Subject {
                        node: found.unwrap_or_else(lookup),
                        ..around
                    }))
                }
            }),
        },
        Effect::Neighbours {
            subject,
            side,
            identity,
            ..
        } => Msg::Neighbours {
            subject: subject.clone(),
            side: *side,
            identity: identity.clone(),
            result: Ok(match side {
                crate::tui::state::Side::Callers => Neighbours::default(),
                crate::tui::state::Side::Callees => Neighbours {
                    rows: vec![neighbour(lookup(), vec![edge(4, 5, "src/order.rs", 21, 1.0)])],
                    more: 3,
                    unresolved: Vec::new(),
                },
            }),
        },
        Effect::Read { ticket, path } => Msg::Document {
            path: path.clone(),
            ticket: *ticket,
            result: match path.as_str() {
                "src/order.rs" => Ok(document(path, SOURCE)),
                "src" => Ok(document(path, "order.rs\ncheckout.rs\n")),
                _ => Ok(document(path, &"fn here() {}\n".repeat(60))),
            },
        },
        Effect::Style {
            path,
            hash,
            lines,
            from,
            to,
        } => Msg::Styled {
            path: path.clone(),
            hash: *hash,
            from: *from,
            lines: lines
                .iter()
                .take(*to)
                .skip(*from)
                .map(|line| {
                    let comment = line.trim_start().starts_with("//");
                    let role = if comment { Role::Comment } else { Role::Keyword };
                    let end = u32::try_from(line.len().min(if comment { 400 } else { 4 })).unwrap_or(0);
                    Arc::from([Span { start: 0, end, role }])
                })
                .collect(),
        },
        Effect::Search { ticket, .. } => Msg::Hits {
            ticket: *ticket,
            result: Ok((Arc::new(hits()), 2_056)),
        },
        Effect::Bundle { ticket, request } => Msg::Bundled {
            ticket: *ticket,
            result: Ok(Arc::new(bundle(&request.profile))),
        },
        Effect::Reload => Msg::Counted {
            generation: state.project.generation.max(1),
            symbols: 2_056,
            files: 65,
        },
        _ => return None,
    })
}

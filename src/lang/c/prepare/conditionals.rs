//! `#if` and its kin: which branches are read.
//!
//! A grammar can read a conditional only where its branches are whole statements or declarations. Here every branch that
//! is whole stays, one after the other, and of branches that are fragments (`if (a) {` in one, `if (b) {` in the other)
//! one stays, so that what is left balances. The directives themselves are taken out.
//!
//! What can never be compiled is left out too: `#if 0`, and `#ifdef __cplusplus` in C.

use super::lexer::{DirectiveKind, Kind, Lexed, Token};
use super::words::Word;

/// What a condition says without a compiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Condition {
    /// Never compiled here.
    Dead,
    /// Always compiled: the other branches are dead.
    Sure,
    Unknown,
    /// For another system; taken only when there is nothing else.
    Foreign,
}

/// A stack of open brackets that can be gone back to: a node and its parent.
struct Brackets {
    nodes: Vec<(u8, u32, u32)>,
    open: u32,
}

impl Brackets {
    fn depth(&self) -> u32 {
        self.nodes[self.open as usize].2
    }

    fn innermost(&self) -> u8 {
        self.nodes[self.open as usize].0
    }

    fn see(&mut self, token: &Token) {
        match token.kind {
            Kind::Punct(byte @ (b'(' | b'[' | b'{')) => {
                self.nodes.push((byte, self.open, self.depth() + 1));
                self.open = u32::try_from(self.nodes.len() - 1).unwrap_or(0);
            }
            Kind::Punct(b')' | b']' | b'}') => self.open = self.nodes[self.open as usize].1,
            _ => {}
        }
    }
}

struct Branch {
    condition: Condition,
    /// Tokens.
    first: usize,
    end: usize,
    /// Bytes.
    from: u32,
    to: u32,
    /// Brackets open at its end, and the lowest depth on the way.
    open: u32,
    lowest: u32,
    /// The last token that is left of it.
    last: Option<usize>,
}

struct Group {
    open: u32,
    depth: u32,
    bracket: u8,
    /// The last token before it.
    before: Option<usize>,
    branches: Vec<Branch>,
}

/// Says which tokens stay, and gives the stretches of bytes that go.
pub fn settle(source: &str, lexed: &Lexed, is_cpp: bool) -> (Vec<bool>, Vec<(u32, u32)>) {
    let mut pass = Pass {
        tokens: &lexed.tokens,
        stays: vec![true; lexed.tokens.len()],
        gone: Vec::new(),
        brackets: Brackets {
            nodes: vec![(0, 0, 0)],
            open: 0,
        },
        last: None,
        groups: Vec::new(),
        at: 0,
    };
    for directive in &lexed.directives {
        pass.walk_to(directive.tokens as usize);
        pass.gone.push((directive.start, directive.end));
        let text = source
            .get(directive.start as usize..directive.end as usize)
            .unwrap_or_default();
        match directive.kind {
            DirectiveKind::If => {
                let group = Group {
                    open: pass.brackets.open,
                    depth: pass.brackets.depth(),
                    bracket: pass.brackets.innermost(),
                    before: pass.last,
                    branches: Vec::new(),
                };
                pass.groups.push(group);
                pass.begin(condition(text, is_cpp), directive.end);
            }
            DirectiveKind::Else => {
                if pass.finish(directive.start) {
                    pass.go_back();
                    pass.begin(condition(text, is_cpp), directive.end);
                }
            }
            DirectiveKind::Endif => {
                if pass.finish(directive.start) {
                    pass.decide();
                }
            }
        }
    }
    pass.walk_to(lexed.tokens.len());
    (pass.stays, pass.gone)
}

struct Pass<'l> {
    tokens: &'l [Token],
    stays: Vec<bool>,
    gone: Vec<(u32, u32)>,
    brackets: Brackets,
    last: Option<usize>,
    groups: Vec<Group>,
    at: usize,
}

impl Pass<'_> {
    fn walk_to(&mut self, end: usize) {
        let mut lowest = self.brackets.depth();
        for at in self.at..end {
            self.brackets.see(&self.tokens[at]);
            lowest = lowest.min(self.brackets.depth());
            self.last = Some(at);
        }
        self.at = end;
        self.sink(lowest);
    }

    /// Remembers how low the depth of brackets went in the current branch.
    fn sink(&mut self, lowest: u32) {
        if let Some(branch) = self.groups.last_mut().and_then(|group| group.branches.last_mut()) {
            branch.lowest = branch.lowest.min(lowest);
        }
    }

    fn begin(&mut self, condition: Condition, from: u32) {
        let (at, open, depth) = (self.at, self.brackets.open, self.brackets.depth());
        if let Some(group) = self.groups.last_mut() {
            group.branches.push(Branch {
                condition,
                first: at,
                end: at,
                from,
                to: from,
                open,
                lowest: depth,
                last: None,
            });
        }
    }

    /// Closes the current branch. False when there is none: a directive without its `#if`.
    fn finish(&mut self, to: u32) -> bool {
        let (at, open, last) = (self.at, self.brackets.open, self.last);
        let Some(group) = self.groups.last_mut() else {
            return false;
        };
        let before = group.before;
        let Some(branch) = group.branches.last_mut() else {
            return false;
        };
        branch.end = at;
        branch.to = to;
        branch.open = open;
        branch.last = last.filter(|last| Some(*last) != before && *last >= branch.first);
        true
    }

    /// Before the next branch everything is as it was before the first.
    fn go_back(&mut self) {
        if let Some(group) = self.groups.last() {
            self.brackets.open = group.open;
            self.last = group.before;
        }
    }

    /// At `#endif`: which branches stay.
    fn decide(&mut self) {
        let Some(mut group) = self.groups.pop() else { return };
        if let Some(sure) = group
            .branches
            .iter()
            .position(|branch| branch.condition == Condition::Sure)
        {
            for (place, branch) in group.branches.iter_mut().enumerate() {
                if place != sure {
                    branch.condition = Condition::Dead;
                }
            }
        }
        let living: Vec<usize> = (0..group.branches.len())
            .filter(|place| {
                let branch = &group.branches[*place];
                branch.condition != Condition::Dead && branch.last.is_some()
            })
            .collect();
        let kept = if living.len() <= 1 || self.all_whole(&group, &living) {
            living
        } else {
            let native = living
                .iter()
                .find(|place| group.branches[**place].condition != Condition::Foreign);
            native.or(living.first()).copied().into_iter().collect()
        };
        self.brackets.open = group.open;
        self.last = group.before;
        let mut lowest = group.depth;
        for (place, branch) in group.branches.iter().enumerate() {
            // Directives alone, as in `#if A`, `#include "a.h"`, stand in nobody's way.
            if branch.condition != Condition::Dead && branch.last.is_none() && branch.first == branch.end {
                continue;
            }
            if kept.contains(&place) {
                self.brackets.open = branch.open;
                self.last = branch.last.or(self.last);
                lowest = lowest.min(branch.lowest);
                continue;
            }
            self.stays[branch.first..branch.end].fill(false);
            self.gone.push((branch.from, branch.to));
        }
        self.sink(lowest);
    }

    /// Every branch is whole, and they stand where one may follow the other.
    fn all_whole(&self, group: &Group, living: &[usize]) -> bool {
        let in_list = group.bracket == b'{';
        let may_follow = match group.before {
            None => true,
            Some(before) => self.is_boundary(before, in_list),
        };
        group.bracket != b'('
            && may_follow
            && living.iter().all(|place| {
                let branch = &group.branches[*place];
                branch.open == group.open
                    && branch.lowest >= group.depth
                    && branch.last.is_some_and(|last| self.is_boundary(last, in_list))
            })
    }

    fn is_boundary(&self, at: usize, in_list: bool) -> bool {
        match self.tokens[at].kind {
            Kind::Punct(b';' | b'{' | b'}' | b':') => true,
            Kind::Punct(b',') => in_list,
            Kind::Word(word) => word == Word::Statement,
            _ => false,
        }
    }
}

fn condition(directive: &str, is_cpp: bool) -> Condition {
    let text = directive.trim_start_matches(['#', ' ', '\t']);
    let (name, rest) = text.split_at(text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len()));
    let rest = rest.split("//").next().unwrap_or(rest);
    let rest = rest.split("/*").next().unwrap_or(rest).trim();
    let negated = name.ends_with("ndef") || rest.starts_with('!');
    let plain = rest.trim_matches(['(', ')', ' ', '!']);
    let either = plain.contains("||");
    let decided = |is_true: bool| {
        let simple = !plain.contains("&&");
        match (is_true != negated, simple) {
            (true, true) => Condition::Sure,
            (false, _) if simple || !negated => Condition::Dead,
            _ => Condition::Unknown,
        }
    };
    if matches!(name, "if" | "elif") && plain == "0" {
        return decided(false);
    }
    if name == "if" && plain == "1" {
        return decided(true);
    }
    if name == "else" || either {
        return Condition::Unknown;
    }
    let tests_version = ['<', '>', '='].iter().any(|sign| plain.contains(*sign));
    if plain.contains("__cplusplus") {
        return match (is_cpp, tests_version) {
            (true, true) => Condition::Unknown,
            _ => decided(is_cpp),
        };
    }
    if ["__ASSEMBLER__", "__ASSEMBLY__", "__OBJC__"]
        .iter()
        .any(|never| plain.contains(never))
    {
        return decided(false);
    }
    const SYSTEMS: &[&str] = &[
        "WIN32",
        "WIN64",
        "_MSC_VER",
        "__CYGWIN__",
        "__OS400__",
        "__VMS",
        "__MVS__",
        "AMIGA",
        "MSDOS",
        "OS2",
    ];
    if !negated && SYSTEMS.iter().any(|system| plain.contains(system)) {
        return Condition::Foreign;
    }
    Condition::Unknown
}

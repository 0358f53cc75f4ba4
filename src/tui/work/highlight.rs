//! Colours for the lines on the screen, with syntect; what the state shows is the plain text until they come.
//!
//! A line's colours depend on all lines before it. Of the files shown last the parser's states are kept every
//! [`STRIDE`] lines, so that going on in a file costs what is new.

use std::sync::Arc;

use syntect::parsing::{ParseState, ScopeStack, SyntaxReference, SyntaxSet};

use super::Ground;
use super::mailbox::{self, Desk, Mailbox};
use super::scopes::Roles;
use crate::tui::state::Span;
use crate::tui::update::Msg;

/// Lines between kept states.
const STRIDE: usize = 100;
/// Files whose states are kept.
const KEPT: usize = 8;
/// A longer line, in bytes, is left plain: generated text, on which the rules of a syntax may take seconds.
const LONGEST: usize = 2_000;

pub struct Question {
    pub path: String,
    pub hash: u64,
    pub lines: Arc<Vec<String>>,
    pub from: usize,
    /// Exclusive.
    pub to: usize,
}

impl mailbox::Question for Question {
    fn is_replaced_by(&self, newer: &Self) -> bool {
        self.path == newer.path
    }
}

/// What is known of a file.
struct Known {
    path: String,
    hash: u64,
    /// The state before line `STRIDE * n`.
    states: Vec<(ParseState, ScopeStack)>,
}

pub fn spawn(ground: &Ground) -> std::io::Result<Mailbox<Question>> {
    let ground = ground.clone();
    Mailbox::spawn("colours", move |desk: Desk<Question>| {
        let syntaxes = two_face::syntax::extra_newlines();
        let mut roles = Roles::default();
        let mut files: Vec<Known> = Vec::new();
        while let Some(question) = desk.next() {
            let lines = colour(&syntaxes, &mut roles, &mut files, &question, &|| {
                desk.still_wanted(&question)
            });
            let Some(lines) = lines else { continue };
            let told = ground.tell(Msg::Styled {
                path: question.path,
                hash: question.hash,
                from: question.from,
                lines,
            });
            if !told {
                return;
            }
        }
    })
}

/// The syntax by the file's name, its extension, or its first line.
fn syntax<'s>(syntaxes: &'s SyntaxSet, question: &Question) -> &'s SyntaxReference {
    let name = question.path.rsplit('/').next().unwrap_or_default();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let first = || {
        question
            .lines
            .first()
            .and_then(|line| syntaxes.find_syntax_by_first_line(line))
    };
    syntaxes
        .find_syntax_by_extension(name)
        .or_else(|| syntaxes.find_syntax_by_extension(extension))
        .or_else(first)
        .unwrap_or_else(|| syntaxes.find_syntax_plain_text())
}

/// `None`: a newer question has come.
fn colour(
    syntaxes: &SyntaxSet,
    roles: &mut Roles,
    files: &mut Vec<Known>,
    question: &Question,
    go_on: &dyn Fn() -> bool,
) -> Option<Vec<Arc<[Span]>>> {
    let mut known = match files
        .iter()
        .position(|known| known.path == question.path && known.hash == question.hash)
    {
        Some(at) => files.remove(at),
        None => {
            files.retain(|known| known.path != question.path);
            Known {
                path: question.path.clone(),
                hash: question.hash,
                states: vec![(ParseState::new(syntax(syntaxes, question)), ScopeStack::new())],
            }
        }
    };
    let wanted = question.from / STRIDE;
    let start = wanted.min(known.states.len() - 1);
    let (mut parser, mut stack) = known.states[start].clone();
    let mut coloured = Vec::new();
    let mut complete = true;
    let to = question.to.min(question.lines.len());
    for at in start * STRIDE..to {
        if at % STRIDE == 0 {
            if at / STRIDE == known.states.len() {
                known.states.push((parser.clone(), stack.clone()));
            }
            if !go_on() {
                complete = false;
                break;
            }
        }
        let Some(line) = question.lines.get(at) else { break };
        let spans = spans(syntaxes, roles, &mut parser, &mut stack, line);
        if at >= question.from {
            coloured.push(spans);
        }
    }
    files.push(known);
    if files.len() > KEPT {
        files.remove(0);
    }
    complete.then_some(coloured)
}

fn spans(
    syntaxes: &SyntaxSet,
    roles: &mut Roles,
    parser: &mut ParseState,
    stack: &mut ScopeStack,
    line: &str,
) -> Arc<[Span]> {
    if line.len() > LONGEST {
        return Arc::default();
    }
    let whole = format!("{line}\n");
    // A syntax that fails leaves its line plain.
    let Ok(changes) = parser.parse_line(&whole, syntaxes) else {
        return Arc::default();
    };
    let mut spans: Vec<Span> = Vec::new();
    let mut from = 0;
    for (at, change) in changes {
        push(&mut spans, roles, stack, from, at.min(line.len()));
        if stack.apply(&change).is_err() {
            return Arc::default();
        }
        from = at;
    }
    push(&mut spans, roles, stack, from, line.len());
    spans.into()
}

fn push(spans: &mut Vec<Span>, roles: &mut Roles, stack: &ScopeStack, from: usize, to: usize) {
    if from >= to {
        return;
    }
    let (Some(role), Ok(start), Ok(end)) = (roles.of(stack), u32::try_from(from), u32::try_from(to)) else {
        return;
    };
    match spans.last_mut() {
        Some(last) if last.end == start && last.role == role => last.end = end,
        _ => spans.push(Span { start, end, role }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::Role;

    fn question(path: &str, text: &str, from: usize, to: usize) -> Question {
        Question {
            path: path.to_owned(),
            hash: 1,
            lines: Arc::new(text.lines().map(str::to_owned).collect()),
            from,
            to,
        }
    }

    fn coloured(path: &str, text: &str) -> Vec<(String, Role)> {
        let syntaxes = two_face::syntax::extra_newlines();
        let asked = question(path, text, 0, 1_000);
        let lines = colour(&syntaxes, &mut Roles::default(), &mut Vec::new(), &asked, &|| true).expect("coloured");
        let parts = asked.lines.iter().zip(lines).flat_map(|(line, spans)| {
            spans
                .iter()
                .map(|span| {
                    (
                        line[span.start as usize..span.end as usize].trim().to_owned(),
                        span.role,
                    )
                })
                .collect::<Vec<_>>()
        });
        parts.filter(|(text, _)| !text.is_empty()).collect()
    }

    fn has(parts: &[(String, Role)], text: &str, role: Role) {
        assert!(
            parts.contains(&(text.to_owned(), role)),
            "{text} as {role:?} in {parts:?}"
        );
    }

    #[test]
    fn the_parts_of_a_line_are_told_apart() {
        let rust = coloured(
            "a.rs",
            "/// Doc.\npub fn route(x: u32) -> bool { \"a\\n\" == 12 } // end\n",
        );
        has(&rust, "fn", Role::Keyword);
        has(&rust, "route", Role::Function);
        has(&rust, "12", Role::NumberLiteral);
        assert!(
            rust.iter()
                .any(|(text, role)| text.contains("end") && *role == Role::Comment)
        );
        let python = coloured("a.py", "def f(self):\n    return 'text' or None\n");
        has(&python, "def", Role::Keyword);
        has(&python, "f", Role::Function);
        has(&python, "None", Role::Constant);
        let script = coloured("a.ts", "export const n: number = 1;\n");
        has(&script, "const", Role::Keyword);
        assert!(coloured("notes.unheard-of", "just words\n").is_empty());
    }

    #[test]
    fn a_later_window_is_coloured_like_the_whole() {
        let mut text = String::from("/* a comment\n");
        text.push_str(&"still in it\n".repeat(250));
        text.push_str("*/ fn after() {}\n");
        let syntaxes = two_face::syntax::extra_newlines();
        let (mut roles, mut files) = (Roles::default(), Vec::new());
        let whole = colour(
            &syntaxes,
            &mut roles,
            &mut files,
            &question("a.rs", &text, 0, 300),
            &|| true,
        );
        let part = colour(
            &syntaxes,
            &mut roles,
            &mut files,
            &question("a.rs", &text, 240, 252),
            &|| true,
        );
        assert_eq!(whole.expect("coloured")[240..252], part.expect("coloured")[..]);
        let cut_off = colour(
            &syntaxes,
            &mut roles,
            &mut files,
            &question("a.rs", &text, 240, 252),
            &|| false,
        );
        assert!(cut_off.is_none());
    }
}

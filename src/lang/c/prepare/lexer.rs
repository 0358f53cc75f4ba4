//! C and C++ as tokens: just enough to see brackets, words and directives.
//!
//! Invariant: never fails and never looks at a byte twice more than a few times; text that is no C gives some tokens.

use super::words::{self, Word};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Word(Word),
    Number,
    /// A string, raw ones included, or a character.
    Text,
    /// A byte of punctuation, with `::` as `b'@'` and `->` as `b'~' | 0x80`.
    Punct(u8),
}

/// `::` as a byte of punctuation.
pub const SCOPE: u8 = b'@';
/// `->` as a byte of punctuation.
pub const ARROW: u8 = 0xfe;

#[derive(Debug, Clone, Copy)]
pub struct Token {
    pub kind: Kind,
    pub start: u32,
    pub end: u32,
    /// The first one on its line.
    pub first_on_line: bool,
}

impl Token {
    pub fn is(&self, punct: u8) -> bool {
        self.kind == Kind::Punct(punct)
    }

    pub fn word(&self) -> Option<Word> {
        match self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    pub fn is_name(&self) -> bool {
        self.word().is_some_and(Word::is_name)
    }

    pub fn is_macro(&self) -> bool {
        self.word() == Some(Word::Macro)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DirectiveKind {
    /// `#if`, `#ifdef`, `#ifndef`.
    If,
    /// `#elif` and its kin, `#else`.
    Else,
    Endif,
}

/// A conditional directive.
#[derive(Debug, Clone, Copy)]
pub struct Directive {
    pub kind: DirectiveKind,
    /// From the `#` to the end of its logical line.
    pub start: u32,
    pub end: u32,
    /// Tokens before it.
    pub tokens: u32,
}

/// A file as tokens.
#[derive(Default)]
pub struct Lexed {
    pub tokens: Vec<Token>,
    pub directives: Vec<Directive>,
    /// Comments in other directives, which the grammars stumble over.
    pub directive_comments: Vec<(u32, u32)>,
    /// What stands between the name of a macro without a body and the end of its line. The grammars take blanks there for
    /// the beginning of a body and read on into the next line.
    pub empty_bodies: Vec<(u32, u32)>,
    /// Names of macros of this file that stand for nothing, or for attributes.
    pub empty_macros: Vec<(u32, u32)>,
}

pub fn lex(source: &str, is_cpp: bool) -> Lexed {
    let mut lexer = Lexer {
        source,
        is_cpp,
        bytes: source.as_bytes(),
        at: 0,
        line_is_empty: true,
        out: Lexed::default(),
    };
    lexer.out.tokens.reserve(source.len() / 5);
    lexer.run();
    lexer.out
}

struct Lexer<'s> {
    source: &'s str,
    is_cpp: bool,
    bytes: &'s [u8],
    at: usize,
    line_is_empty: bool,
    out: Lexed,
}

impl Lexer<'_> {
    fn run(&mut self) {
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\n' => {
                    self.line_is_empty = true;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' | b'\x0c' | b'\x0b' => self.at += 1,
                b'\\' => self.at += 1,
                b'/' if self.peek(1) == Some(b'/') => self.at = self.logical_line_end(self.at),
                b'/' if self.peek(1) == Some(b'*') => self.at = self.comment_end(self.at),
                b'#' if self.line_is_empty => self.directive(),
                b'"' | b'\'' => self.text(self.at),
                b'0'..=b'9' => self.number(),
                _ if is_word(byte) => self.word(),
                b':' if self.peek(1) == Some(b':') => self.push(Kind::Punct(SCOPE), 2),
                b'-' if self.peek(1) == Some(b'>') => self.push(Kind::Punct(ARROW), 2),
                _ => self.push(Kind::Punct(byte), 1),
            }
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn push(&mut self, kind: Kind, length: usize) {
        let end = (self.at + length).min(self.bytes.len());
        self.out.tokens.push(Token {
            kind,
            start: offset(self.at),
            end: offset(end),
            first_on_line: self.line_is_empty,
        });
        self.line_is_empty = false;
        self.at = end;
    }

    fn word(&mut self) {
        let length = word_length(&self.bytes[self.at..]);
        let text = &self.source[self.at..self.at + length];
        // A prefix of a string or character belongs to it.
        if matches!(text, "L" | "u" | "U" | "u8" | "R" | "LR" | "uR" | "UR" | "u8R")
            && matches!(self.peek(length), Some(b'"' | b'\''))
        {
            if text.ends_with('R') && self.peek(length) == Some(b'"') {
                self.raw_text(length);
            } else {
                self.text(self.at + length);
            }
            return;
        }
        self.push(Kind::Word(words::classify(text, self.is_cpp)), length);
    }

    fn number(&mut self) {
        let rest = &self.bytes[self.at..];
        let mut length = 0;
        while let Some(byte) = rest.get(length) {
            let separator = *byte == b'\'' && rest.get(length + 1).is_some_and(u8::is_ascii_alphanumeric) && length > 0;
            let exponent = matches!(byte, b'+' | b'-') && matches!(rest[length - 1], b'e' | b'E' | b'p' | b'P');
            if !(is_word(*byte) || *byte == b'.' || separator || exponent) {
                break;
            }
            length += 1;
        }
        self.push(Kind::Number, length);
    }

    /// A string or character whose quote is at `quote`; it ends with its line at the latest.
    fn text(&mut self, quote: usize) {
        let mark = self.bytes[quote];
        let mut end = quote + 1;
        while let Some(byte) = self.bytes.get(end) {
            match byte {
                b'\\' => end += 2,
                b'\n' => break,
                _ if *byte == mark => {
                    end += 1;
                    break;
                }
                _ => end += 1,
            }
        }
        let length = end - self.at;
        self.push(Kind::Text, length);
    }

    /// `R"mark( .. )mark"`.
    fn raw_text(&mut self, prefix: usize) {
        let from = self.at + prefix + 1;
        let rest = &self.source[from..];
        let end = rest.find('(').filter(|open| *open <= 16).and_then(|open| {
            let close = format!("){}\"", &rest[..open]);
            rest[open..].find(&close).map(|at| from + open + at + close.len())
        });
        match end {
            Some(end) => {
                let length = end - self.at;
                self.push(Kind::Text, length);
            }
            None => self.text(self.at + prefix),
        }
    }

    fn comment_end(&self, start: usize) -> usize {
        self.source[start + 2..]
            .find("*/")
            .map_or(self.bytes.len(), |at| start + 2 + at + 2)
    }

    /// The end of the line, continued lines joined; the line break is not part of it.
    fn logical_line_end(&self, start: usize) -> usize {
        let mut at = start;
        while let Some(length) = self.source[at..].find('\n') {
            let line = self.source[at..at + length].trim_end_matches('\r');
            at += length;
            if !line.ends_with('\\') {
                return at;
            }
            at += 1;
        }
        self.bytes.len()
    }

    fn directive(&mut self) {
        let start = self.at;
        let end = self.directive_end(start);
        let rest = self.source[start + 1..end].trim_start();
        let name = &rest[..word_length(rest.as_bytes())];
        let kind = match name {
            "if" | "ifdef" | "ifndef" => Some(DirectiveKind::If),
            "elif" | "else" | "elifdef" | "elifndef" => Some(DirectiveKind::Else),
            "endif" => Some(DirectiveKind::Endif),
            _ => None,
        };
        if let Some(kind) = kind {
            self.out.directives.push(Directive {
                kind,
                start: offset(start),
                end: offset(end),
                tokens: offset(self.out.tokens.len()),
            });
        } else {
            if name == "define" {
                self.definition(end - rest.len() + name.len(), end);
            }
            self.comments_of_directive(start, end);
        }
        self.at = end;
    }

    /// A directive ends with its logical line, or where a comment that begins on it ends.
    fn directive_end(&self, start: usize) -> usize {
        let mut end = self.logical_line_end(start);
        let mut at = start;
        while let Some(open) = self.source[at..end].find("/*") {
            let open = at + open;
            if self.source[at..open].contains("//") {
                break;
            }
            at = self.comment_end(open);
            if at > end {
                end = self.logical_line_end(at);
            }
        }
        end
    }

    /// Remembers a macro without parameters that stands for nothing or for an attribute.
    fn definition(&mut self, from: usize, end: usize) {
        let text = &self.source[from..end];
        let start = from + text.len() - text.trim_start().len();
        let length = word_length(&self.bytes[start..end]);
        let body = self.source[start + length..end].trim();
        let stands_for_nothing = stands_for_nothing(body);
        let parameters = match self.bytes.get(start + length) {
            Some(b'(') => self.source[start + length..end].find(')').map_or(0, |close| close + 1),
            _ => 0,
        };
        let rest = start + length + parameters;
        let rest_end = rest + self.source[rest..end].trim_end_matches('\r').len();
        if length > 0 && rest_end > rest && is_gap_only(&self.source[rest..rest_end]) {
            self.out.empty_bodies.push((offset(rest), offset(rest_end)));
        }
        if length > 0 && stands_for_nothing && self.bytes.get(start + length) != Some(&b'(') {
            self.out.empty_macros.push((offset(start), offset(start + length)));
        }
    }

    fn comments_of_directive(&mut self, start: usize, end: usize) {
        let mut at = start;
        while let Some(open) = self.source[at..end].find("/*") {
            let open = at + open;
            at = self.comment_end(open).min(end);
            self.out.directive_comments.push((offset(open), offset(at)));
        }
    }
}

/// Nothing, or only words and attributes that say how something is declared, not what.
fn stands_for_nothing(body: &str) -> bool {
    let mut rest = body.trim_start_matches(is_gap);
    let mut takes_arguments = false;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("/*") {
            rest = after.find("*/").map_or("", |end| &after[end + 2..]);
        } else if rest.starts_with("[[") {
            rest = rest.find("]]").map_or("", |end| &rest[end + 2..]);
        } else if rest.starts_with('(') && takes_arguments {
            let Some(end) = group_end(rest) else { return false };
            rest = &rest[end..];
            takes_arguments = false;
        } else {
            let word = &rest[..word_length(rest.as_bytes())];
            takes_arguments = matches!(word, "__attribute__" | "__attribute" | "__declspec" | "noexcept");
            let says_how = matches!(
                word,
                "extern"
                    | "static"
                    | "inline"
                    | "__inline"
                    | "__inline__"
                    | "__forceinline"
                    | "const"
                    | "volatile"
                    | "register"
                    | "constexpr"
                    | "__restrict"
                    | "__restrict__"
                    | "restrict"
            );
            if !(says_how || takes_arguments) {
                return false;
            }
            rest = &rest[word.len()..];
        }
        rest = rest.trim_start_matches(is_gap);
    }
    true
}

/// Nothing but blanks and comments.
fn is_gap_only(text: &str) -> bool {
    let mut rest = text.trim_start_matches(is_gap);
    while let Some(after) = rest.strip_prefix("/*") {
        rest = after
            .find("*/")
            .map_or("", |end| &after[end + 2..])
            .trim_start_matches(is_gap);
    }
    rest.is_empty() || rest.starts_with("//")
}

/// Blank, or a continued line.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || c == '\\'
}

/// Past the parenthesis that closes the first one.
fn group_end(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at + 1),
            b')' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn word_length(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| is_word(**byte)).count()
}

fn offset(at: usize) -> u32 {
    crate::lang::engine::offset(at)
}

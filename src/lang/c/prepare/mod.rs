//! What stands between C's source and its grammar: the preprocessor.
//!
//! No grammar can read macros that it does not know, nor branches of `#if` that are no whole statements. A parser that
//! meets them guesses, and its guesses cost names: a class becomes a function, a function is lost with everything after
//! it. So the grammar is given a copy in which such things are blanked, byte for byte, by rules on tokens: a name before
//! `int` can only be a macro, two names between `class` and its brace are an export macro and the class.
//!
//! Invariant: the copy is as long as the source and has its line breaks in the same places; all texts and names of an
//! extraction come from the source itself.
//!
//! Start reading at [`prepare`].

mod brackets;
mod conditionals;
mod lexer;
mod rules;
mod words;

use lexer::{Kind, Token};
use words::Word;

/// The copy for C's grammar.
pub fn for_c(source: &str) -> Option<String> {
    prepare(source, false)
}

/// The copy for C++'s grammar.
pub fn for_cpp(source: &str) -> Option<String> {
    prepare(source, true)
}

/// Makes the copy for the grammar; `None` when there is nothing to change.
fn prepare(source: &str, is_cpp: bool) -> Option<String> {
    let lexed = lexer::lex(source, is_cpp);
    let (stays, gone) = conditionals::settle(source, &lexed, is_cpp);
    let mut copy = Copy::new(source);
    for (start, end) in gone.into_iter().chain(lexed.directive_comments.iter().copied()) {
        copy.blank(start, end);
    }
    for (start, end) in &lexed.empty_bodies {
        copy.fill_empty_body(*start, *end);
    }
    let left: Vec<Token> = lexed
        .tokens
        .iter()
        .zip(&stays)
        .filter_map(|(token, stays)| stays.then_some(*token))
        .collect();
    let tokens = without_noise(source, left, &lexed.empty_macros, &mut copy);
    rules::apply(source, &tokens, is_cpp, &mut copy);
    copy.finish()
}

/// The source being changed. Made only when there is a change.
pub(super) struct Copy<'s> {
    source: &'s str,
    bytes: Option<Vec<u8>>,
}

impl<'s> Copy<'s> {
    fn new(source: &'s str) -> Self {
        Self { source, bytes: None }
    }

    fn bytes(&mut self) -> &mut Vec<u8> {
        self.bytes.get_or_insert_with(|| self.source.as_bytes().to_vec())
    }

    /// Blanks a stretch; line breaks stay.
    fn blank(&mut self, start: u32, end: u32) {
        let bytes = self.bytes();
        let end = (end as usize).min(bytes.len());
        for byte in &mut bytes[(start as usize).min(end)..end] {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }

    /// Gives a macro without a body one, or ends its line right behind its name.
    fn fill_empty_body(&mut self, start: u32, end: u32) {
        self.blank(start, end);
        if end - start > 1 {
            self.write(end - 1, b"0");
        } else {
            self.write(start, b"\r");
        }
    }

    /// Writes over what is there.
    fn write(&mut self, start: u32, text: &[u8]) {
        let start = start as usize;
        if let Some(place) = self.bytes().get_mut(start..start + text.len()) {
            place.copy_from_slice(text);
        }
    }

    /// Puts a character where a blank is. False where there is none.
    fn put(&mut self, start: u32, end: u32, character: u8) -> bool {
        let bytes = self.bytes();
        let end = (end as usize).min(bytes.len());
        let place = bytes[(start as usize).min(end)..end]
            .iter()
            .position(|byte| matches!(byte, b' ' | b'\t'));
        let Some(place) = place else { return false };
        bytes[start as usize + place] = character;
        true
    }

    fn finish(self) -> Option<String> {
        String::from_utf8(self.bytes?).ok()
    }
}

/// Takes out what says nothing to the reader of a declaration wherever it stands: attributes, calling conventions, and
/// macros that this file itself defines as nothing.
fn without_noise(source: &str, tokens: Vec<Token>, empty_macros: &[(u32, u32)], copy: &mut Copy<'_>) -> Vec<Token> {
    let text = |token: &Token| source.get(token.start as usize..token.end as usize).unwrap_or_default();
    let empty: std::collections::HashSet<&str> = empty_macros
        .iter()
        .filter_map(|(start, end)| source.get(*start as usize..*end as usize))
        .collect();
    let mates = brackets::mates(&tokens);
    let mut left = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let token = tokens[at];
        let next_is_open = tokens.get(at + 1).is_some_and(|next| next.is(b'('));
        let end = match token.kind {
            Kind::Word(Word::NoiseCall) if next_is_open => mates[at + 1].map(|mate| mate + 1),
            Kind::Word(Word::Noise) if !next_is_open => Some(at + 1),
            Kind::Word(word)
                if word.is_name() && !empty.is_empty() && empty.contains(text(&token)) && !next_is_open =>
            {
                Some(at + 1)
            }
            Kind::Punct(b'[') => attribute_end(&tokens, &mates, at),
            Kind::Word(Word::Macro) if next_is_open => annotation_end(&tokens, &mates, left.last(), at),
            _ => None,
        };
        match end {
            Some(end) => {
                copy.blank(token.start, tokens[end - 1].end);
                // Who begins the line is who is left.
                at = end;
                if token.first_on_line
                    && let Some(next) = tokens.get(at)
                    && !next.first_on_line
                {
                    left.push(Token {
                        first_on_line: true,
                        ..*next
                    });
                    at += 1;
                }
            }
            None => {
                left.push(token);
                at += 1;
            }
        }
    }
    left
}

/// The token after `MACRO(..)` between two names, as in `Type DEPRECATED("why") name`.
fn annotation_end(tokens: &[Token], mates: &[Option<usize>], before: Option<&Token>, at: usize) -> Option<usize> {
    let end = mates[at + 1]? + 1;
    let next = tokens.get(end)?;
    let behind_type = before.is_some_and(|before| {
        before.is_name() || before.is(b'*') || before.is(b'>') || before.word() == Some(Word::Primitive)
    });
    let on_one_line = !tokens[at].first_on_line || !next.first_on_line;
    let names_follow = next.is_name() && !next.is_macro();
    (behind_type && on_one_line && names_follow).then_some(end)
}

/// The token after `[[ .. ]]`.
fn attribute_end(tokens: &[Token], mates: &[Option<usize>], at: usize) -> Option<usize> {
    let inner = tokens.get(at + 1)?;
    if !inner.is(b'[') || inner.start != tokens[at].end || tokens.get(at + 2)?.word().is_none() {
        return None;
    }
    let (close, outer) = (mates[at + 1]?, mates[at]?);
    (outer == close + 1 && tokens[outer].start == tokens[close].end).then_some(outer + 1)
}

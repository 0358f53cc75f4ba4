//! Which bracket closes which, and what stands between them.

use super::lexer::{ARROW, Kind, Token};
use super::words::Word;

/// For each bracket the place of its other half. Brackets that do not match have none.
pub fn mates(tokens: &[Token]) -> Vec<Option<usize>> {
    let mut mates = vec![None; tokens.len()];
    let mut open: Vec<(u8, usize)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let Kind::Punct(byte) = token.kind else { continue };
        let wanted = match byte {
            b'(' | b'[' | b'{' => {
                open.push((byte, at));
                continue;
            }
            b')' => b'(',
            b']' => b'[',
            b'}' => b'{',
            _ => continue,
        };
        // A closing brace ends what was left open inside of it; any other closer that does not fit is ignored.
        if wanted == b'{' {
            while open.last().is_some_and(|(byte, _)| *byte != b'{') {
                open.pop();
            }
        }
        if open.last().is_some_and(|(byte, _)| *byte == wanted)
            && let Some((_, start)) = open.pop()
        {
            mates[start] = Some(at);
            mates[at] = Some(start);
        }
    }
    mates
}

/// What a pair of brackets holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inside {
    /// Declarations: the file, a namespace, a class.
    Declarations,
    /// Statements.
    Code,
    /// Enumerators.
    Enumerators,
    /// Values of an initialiser.
    Values,
    /// Parameters of a function.
    Parameters,
    /// Arguments of a call, or of a macro.
    Arguments,
    /// Any other parentheses or brackets.
    Other,
}

/// What has been seen of a declaration or statement so far.
#[derive(Debug, Clone, Copy, Default)]
pub struct Head {
    pub record: bool,
    pub enumeration: bool,
    pub namespace: bool,
    /// `extern "C"`.
    pub text: bool,
    pub parentheses: bool,
    pub equals: bool,
    /// The colon before a constructor's initialisers.
    pub initialisers: bool,
    /// Begins with words that only a declaration has.
    pub declares: bool,
    /// `) ->`: a trailing return type.
    pub arrow: bool,
    /// The name after `class`.
    pub name: Option<usize>,
}

/// A bracket that is open.
pub struct Frame {
    pub inside: Inside,
    pub head: Head,
    /// The class that it is the body of, by the place of its name.
    pub class: Option<usize>,
    /// The arguments of `offsetof`.
    pub measures: bool,
}

/// The open brackets around the place of the walk.
pub struct Frames {
    frames: Vec<Frame>,
    file: Frame,
}

impl Frames {
    pub fn new() -> Self {
        Self {
            frames: Vec::new(),
            file: Frame {
                inside: Inside::Declarations,
                head: Head::default(),
                class: None,
                measures: false,
            },
        }
    }

    pub fn top(&self) -> &Frame {
        self.frames.last().unwrap_or(&self.file)
    }

    pub fn head(&mut self) -> &mut Head {
        &mut self.frames.last_mut().unwrap_or(&mut self.file).head
    }

    /// Takes notice of a token that stays. `before` is the one before it; `is_call`: a parenthesis opens the arguments of a
    /// macro among declarations.
    pub fn see(&mut self, at: usize, token: &Token, before: Option<&Token>, before_is_start: bool, is_call: bool) {
        match token.kind {
            Kind::Punct(b'{') => {
                let inside = self.of_brace(before, before_is_start);
                let class = self.head().name.filter(|_| inside == Inside::Declarations);
                self.open(inside, class);
            }
            Kind::Punct(b'(') => {
                let inside = self.of_parenthesis(before, is_call);
                self.open(inside, None);
                if before.is_some_and(|before| before.kind == Kind::Word(Word::Measure)) {
                    self.measure();
                }
            }
            Kind::Punct(b'[') => self.open(Inside::Other, None),
            Kind::Punct(b'}') => {
                let closed = self.frames.pop().map(|frame| frame.inside);
                // A list of values or an initialiser ends no statement.
                if closed != Some(Inside::Values) {
                    *self.head() = Head::default();
                }
            }
            Kind::Punct(b')') => {
                self.frames.pop();
                self.head().parentheses = true;
            }
            Kind::Punct(b']') => drop(self.frames.pop()),
            Kind::Punct(b';') => *self.head() = Head::default(),
            Kind::Punct(b'=') => self.head().equals = true,
            Kind::Punct(b':') => {
                let head = self.head();
                head.initialisers |= head.parentheses;
            }
            Kind::Punct(ARROW) => {
                let head = self.head();
                head.arrow |= before.is_some_and(|before| before.is(b')'));
            }
            Kind::Text => self.head().text = true,
            Kind::Word(word @ (Word::Record | Word::Enum)) => {
                let head = self.head();
                head.declares = true;
                head.enumeration |= word == Word::Enum;
                head.record = true;
                head.name = None;
            }
            Kind::Word(Word::Storage | Word::Primitive | Word::Qualifier) => self.head().declares = true,
            Kind::Word(Word::Namespace) => self.head().namespace = true,
            Kind::Word(word) if word.is_name() => {
                let head = self.head();
                if head.record && head.name.is_none() {
                    head.name = Some(at);
                }
            }
            _ => {}
        }
    }

    fn measure(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.inside = Inside::Arguments;
            frame.measures = true;
        }
    }

    fn open(&mut self, inside: Inside, class: Option<usize>) {
        self.frames.push(Frame {
            inside,
            head: Head::default(),
            class,
            measures: false,
        });
    }

    fn of_brace(&mut self, before: Option<&Token>, before_is_start: bool) -> Inside {
        let inside = self.top().inside;
        let head = *self.head();
        let word = before.and_then(Token::word);
        let after_parenthesis = before.is_some_and(|before| before.is(b')'));
        if head.equals {
            // A lambda's body, in an initial value.
            return if after_parenthesis || head.arrow || before.is_some_and(|before| before.is(b']')) {
                Inside::Code
            } else {
                Inside::Values
            };
        }
        if head.record
            && !after_parenthesis
            && !(head.parentheses && matches!(word, Some(Word::Qualifier | Word::Trailing)))
        {
            return if head.enumeration {
                Inside::Enumerators
            } else {
                Inside::Declarations
            };
        }
        match inside {
            Inside::Declarations => {
                if head.namespace || head.text && !head.parentheses {
                    Inside::Declarations
                } else if head.initialisers && (word.is_some_and(Word::is_name) || before.is_some_and(|b| b.is(b'>'))) {
                    Inside::Values
                } else {
                    Inside::Code
                }
            }
            Inside::Enumerators | Inside::Values => Inside::Values,
            _ => {
                let ends_statement = match before.map(|before| before.kind) {
                    Some(Kind::Punct(b')' | b';' | b'{' | b'}' | b':' | b']')) | None => true,
                    Some(Kind::Punct(b'(')) => inside == Inside::Other,
                    Some(Kind::Word(Word::Statement | Word::Trailing | Word::Qualifier)) => true,
                    Some(Kind::Word(word)) if word.is_name() => before_is_start && inside == Inside::Code || head.arrow,
                    Some(Kind::Word(Word::Primitive)) => head.arrow,
                    _ => head.arrow,
                };
                if ends_statement { Inside::Code } else { Inside::Values }
            }
        }
    }

    fn of_parenthesis(&mut self, before: Option<&Token>, is_call: bool) -> Inside {
        let after_name = before.is_some_and(Token::is_name);
        let head = *self.head();
        match self.top().inside {
            Inside::Declarations => {
                if is_call || head.equals && after_name {
                    Inside::Arguments
                } else if head.equals {
                    Inside::Other
                } else {
                    Inside::Parameters
                }
            }
            Inside::Parameters => Inside::Parameters,
            Inside::Code if after_name && head.declares && !head.equals => Inside::Parameters,
            _ if after_name => Inside::Arguments,
            _ => Inside::Other,
        }
    }
}

//! Macros told by where they stand.
//!
//! One walk over the tokens. At each the brackets around it say what can stand there, and a few tokens ahead decide:
//! three names in a row are a type, a name and a macro; a name before `static` is a macro; a name and arguments before
//! a brace in a function's body are a loop.

use super::Copy;
use super::brackets::{Frames, Inside, mates};
use super::lexer::{ARROW, Kind, SCOPE, Token};
use super::words::Word;

/// Longest list of template arguments that is looked through, in tokens.
const MAX_ANGLE: usize = 200;

/// Where names are declared and nothing is multiplied.
fn inside_declaration(inside: Inside) -> bool {
    matches!(inside, Inside::Declarations | Inside::Parameters)
}

pub fn apply(source: &str, tokens: &[Token], is_cpp: bool, copy: &mut Copy<'_>) {
    let mut pass = Pass {
        source,
        tokens,
        mates: mates(tokens),
        is_cpp,
        copy,
        frames: Frames::new(),
        before: None,
        before_before: None,
        after_template: false,
    };
    let mut at = 0;
    while at < tokens.len() {
        at = pass.step(at);
    }
}

struct Pass<'a, 'c, 's> {
    source: &'a str,
    tokens: &'a [Token],
    mates: Vec<Option<usize>>,
    is_cpp: bool,
    copy: &'c mut Copy<'s>,
    frames: Frames,
    /// The last two tokens that were left.
    before: Option<Token>,
    before_before: Option<Token>,
    /// The last token closed a `template <..>`.
    after_template: bool,
}

impl Pass<'_, '_, '_> {
    /// Looks at a token and says which is next.
    fn step(&mut self, at: usize) -> usize {
        let token = self.tokens[at];
        let next = match token.kind {
            Kind::Word(word) if word.is_name() => self.name(at),
            Kind::Word(Word::Record | Word::Enum) => self.record(at),
            Kind::Word(Word::Template) => self.template(at),
            Kind::Word(Word::Primitive | Word::Qualifier) => self.type_word(at),
            Kind::Word(Word::Operator) => self.operator(at),
            Kind::Punct(_) if self.inside() == Inside::Arguments && self.is_operator_argument(at) => {
                let end = self.operator_end(at);
                self.drop_tokens(at, end);
                self.copy.write(self.tokens[at].start, b"0");
                self.see(at);
                return end;
            }
            Kind::Punct(b'*' | b'&' | b'>') => self.behind_type(at),
            Kind::Word(Word::Statement) if self.inside() == Inside::Arguments && self.text(at) == "throw" => {
                Some(self.take(at, at + 1))
            }
            Kind::Punct(b')') => {
                let closes_parameters = self.inside() == Inside::Parameters;
                self.see(at);
                return self.behind_parameters(at + 1, closes_parameters);
            }
            Kind::Punct(b'(') => self.calling_convention(at),
            Kind::Punct(ARROW) if self.at(at + 1).is_some_and(|next| next.is(b'*')) => {
                // `this->*member` becomes a plain access.
                self.see(at);
                self.drop_tokens(at + 1, at + 2);
                return at + 2;
            }
            Kind::Text => {
                self.see(at);
                return self.behind_text(at + 1);
            }
            _ => None,
        };
        next.unwrap_or_else(|| {
            self.see(at);
            at + 1
        })
    }

    // --- looking ------------------------------------------------------------------------------------------------

    fn at(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    fn text(&self, at: usize) -> &str {
        let token = self.tokens[at];
        self.source
            .get(token.start as usize..token.end as usize)
            .unwrap_or_default()
    }

    fn is(&self, at: usize, punct: u8) -> bool {
        self.at(at).is_some_and(|token| token.is(punct))
    }

    fn is_any(&self, at: usize, puncts: &[u8]) -> bool {
        matches!(self.at(at).map(|token| token.kind), Some(Kind::Punct(byte)) if puncts.contains(&byte))
    }

    fn is_name(&self, at: usize) -> bool {
        self.at(at).is_some_and(Token::is_name)
    }

    fn is_macro(&self, at: usize) -> bool {
        self.at(at).is_some_and(Token::is_macro)
    }

    fn word(&self, at: usize) -> Option<Word> {
        self.at(at).and_then(Token::word)
    }

    fn inside(&self) -> Inside {
        self.frames.top().inside
    }

    /// A declaration or statement can begin after the last token.
    fn is_start(&self) -> bool {
        if self.after_template {
            return true;
        }
        let Some(before) = self.before else { return true };
        match before.kind {
            Kind::Punct(b';' | b'{' | b'}') => true,
            Kind::Punct(b':') => matches!(self.inside(), Inside::Declarations | Inside::Code),
            Kind::Punct(b'(' | b',') => self.inside() == Inside::Parameters,
            Kind::Word(Word::Storage) => true,
            Kind::Word(Word::Qualifier) => self.before_before.is_none_or(|one| !one.is_name() && !one.is(b'>')),
            Kind::Text => self.inside() == Inside::Declarations,
            _ => false,
        }
    }

    /// The token after a path that begins with a name: `a::B<T>::c`.
    fn path_end(&self, mut at: usize) -> Option<usize> {
        if self.is(at, SCOPE) {
            at += 1;
        }
        loop {
            if !self.is_name(at) {
                return None;
            }
            at += 1;
            if self.is(at, b'<') {
                at = self.angle_end(at)?;
            }
            if !self.is(at, SCOPE) {
                return Some(at);
            }
            at += 1;
        }
    }

    /// The token after `<..>`.
    fn angle_end(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        let mut at = open;
        while at < self.tokens.len() && at < open + MAX_ANGLE {
            match self.tokens[at].kind {
                Kind::Punct(b'<') => depth += 1,
                Kind::Punct(b'>') => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at + 1);
                    }
                }
                Kind::Punct(b'(' | b'[') => at = self.mates[at]?,
                Kind::Punct(b';' | b'{' | b'}' | b')') => return None,
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// The token after a name's arguments, or after the name alone.
    fn with_arguments(&self, name: usize) -> usize {
        if !self.is(name + 1, b'(') {
            return name + 1;
        }
        self.mates[name + 1].map_or(name + 1, |mate| mate + 1)
    }

    /// An operator in the place of an argument: `compare(a, b, <=)`.
    fn is_operator_argument(&self, at: usize) -> bool {
        let begins = self.before.is_some_and(|before| before.is(b'(') || before.is(b','));
        begins && self.operator_end(at) > at && self.is_any(self.operator_end(at), b",)")
    }

    fn operator_end(&self, mut at: usize) -> usize {
        while self.is_any(at, b"+-*/%^&|<>=!") {
            at += 1;
        }
        at
    }

    // --- changing -----------------------------------------------------------------------------------------------

    fn see(&mut self, at: usize) {
        let token = self.tokens[at];
        let before_is_start = self.name_begins();
        let is_call = token.is(b'(') && before_is_start && self.opens_macro(at);
        self.frames
            .see(at, &token, self.before.as_ref(), before_is_start, is_call);
        self.before_before = self.before.replace(token);
        self.after_template = false;
    }

    /// Among declarations a name that begins one and is followed by parentheses is a macro, if it looks like one or
    /// nothing but a semicolon follows. In a class it may be a constructor.
    fn opens_macro(&self, at: usize) -> bool {
        let top = self.frames.top();
        if top.inside != Inside::Declarations || top.class.is_some() {
            return false;
        }
        let ends = self.mates[at].is_some_and(|mate| self.is(mate + 1, b';'));
        self.before
            .is_some_and(|before| before.is_macro() || before.is_name() && ends)
    }

    /// The last token was the first of its declaration or statement.
    fn name_begins(&self) -> bool {
        match self.before_before.map(|one| one.kind) {
            None
            | Some(Kind::Punct(b';' | b'{' | b'}' | b':' | b')') | Kind::Word(Word::Statement | Word::Storage)) => true,
            Some(_) => self.after_template,
        }
    }

    /// Takes tokens out, from the first to the one before the end.
    fn drop_tokens(&mut self, first: usize, end: usize) {
        if first < end {
            self.copy.blank(self.tokens[first].start, self.tokens[end - 1].end);
        }
    }

    /// Ends a statement that has no semicolon, where there is room for one.
    fn end_statement(&mut self, last: usize) -> bool {
        let from = self.tokens[last].end;
        let to = self.at(last + 1).map_or(from, |next| next.start);
        self.copy.put(from, to, b';')
    }

    // --- the rules ----------------------------------------------------------------------------------------------

    /// Rules for a name. `None`: it stays.
    fn name(&mut self, at: usize) -> Option<usize> {
        let inside = self.inside();
        let free = self.before.is_none_or(|before| {
            !matches!(
                before.kind,
                Kind::Punct(SCOPE | ARROW | b'.' | b'~')
                    | Kind::Word(Word::Record | Word::Enum | Word::Namespace | Word::Operator)
            )
        });
        if !free {
            return None;
        }
        match inside {
            Inside::Values => return self.value_macro(at),
            Inside::Enumerators => return self.enumerator(at),
            Inside::Arguments => {
                return self
                    .member_argument(at)
                    .or_else(|| self.type_argument(at))
                    .or_else(|| self.joined(at));
            }
            _ => {}
        }
        if self.word(at + 1).is_some_and(Word::begins_type) {
            return Some(self.take(at, at + 1));
        }
        if inside == Inside::Other {
            return self.cast(at).or_else(|| self.joined(at));
        }
        if self.is_start() {
            let next = self
                .old_style_prototype(at)
                .or_else(|| self.trailing_macro(at))
                .or_else(|| self.three_names(at));
            if next.is_some() {
                return next;
            }
            let is_label = self.is(at + 1, b':') && self.frames.top().class.is_some();
            if is_label && inside == Inside::Declarations && self.is_cpp {
                return self.access_label(at);
            }
            return match inside {
                Inside::Declarations => self.item_macro(at),
                Inside::Code => self.statement_macro(at),
                _ => None,
            };
        }
        let may_begin = match self.before.map(|before| before.kind) {
            Some(Kind::Punct(b')')) => self.tokens[at].first_on_line,
            Some(Kind::Word(Word::Statement)) => true,
            _ => false,
        };
        if inside == Inside::Code && may_begin && self.is(at + 1, b'(') {
            return self.statement_macro(at);
        }
        self.old_style_prototype(at)
    }

    /// `public slots:`, `signals:`: sections of a class with other words.
    fn access_label(&mut self, at: usize) -> Option<usize> {
        if self.before.is_some_and(|before| before.word() == Some(Word::Storage)) {
            return Some(self.take(at, at + 1));
        }
        let token = self.tokens[at];
        if token.end - token.start < 6 {
            return None;
        }
        self.drop_tokens(at, at + 1);
        self.copy.write(token.start, b"public");
        self.see(at);
        Some(at + 1)
    }

    /// `PREFIX PREFIX "text"`: of strings put together by macros the first is left.
    fn joined(&mut self, at: usize) -> Option<usize> {
        let behind = self.with_arguments(at);
        if self.is_macro(at) && behind > at + 1 && self.at(behind).is_some_and(|next| next.kind == Kind::Text) {
            // `QUOTED("text") " more"`.
            return Some(self.take(at, behind));
        }
        if !self.is_macro(at) || !self.is_macro(at + 1) {
            return None;
        }
        self.see(at);
        let mut end = at + 1;
        while self.is_macro(end) {
            end = self.with_arguments(end);
        }
        self.drop_tokens(at + 1, end);
        Some(end)
    }

    /// `(local_const T *)value`.
    fn cast(&mut self, at: usize) -> Option<usize> {
        let mut end = at + 2;
        while self.is(end, b'*') {
            end += 1;
        }
        let is_cast = self.before.is_some_and(|before| before.is(b'('))
            && self.is_name(at + 1)
            && end > at + 2
            && self.is(end, b')');
        is_cast.then(|| self.take(at, at + 1))
    }

    /// `offsetof(T, a.b)`: the grammars know a single member there.
    fn member_argument(&mut self, at: usize) -> Option<usize> {
        let top = self.frames.top();
        if !top.measures || !self.before.is_some_and(|before| before.is(b',')) || !self.is_any(at + 1, b".[") {
            return None;
        }
        let mut end = at + 1;
        while self.is_any(end, b".[") || self.is_name(end) {
            end = if self.is(end, b'[') {
                self.mates[end]? + 1
            } else {
                end + 1
            };
        }
        self.see(at);
        self.drop_tokens(at + 1, end);
        Some(end)
    }

    /// Entries of a table that bring their own commas: `ENTRY(a) ENTRY(b)`.
    fn value_macro(&mut self, at: usize) -> Option<usize> {
        if !self.is_macro(at) || !self.is(at + 1, b'(') {
            return None;
        }
        let close = self.mates[at + 1]?;
        let next = self.at(close + 1)?;
        if next.first_on_line && (next.is_name() || next.is(b'{')) {
            let (from, to) = (self.tokens[close].end, next.start);
            self.copy.put(from, to, b',');
        }
        None
    }

    /// `Type name MACRO(x);`, `Type *name[N] MACRO = 1;`
    fn trailing_macro(&mut self, at: usize) -> Option<usize> {
        let mut name = self.path_end(at)?;
        while self.is_any(name, b"*&") || self.word(name) == Some(Word::Qualifier) {
            name += 1;
        }
        if !self.is_name(name) || self.is_macro(name) {
            return None;
        }
        let mut behind = name + 1;
        while self.is(behind, b'[') {
            behind = self.mates[behind]? + 1;
        }
        let end = self.with_arguments(behind);
        let ends = if end > behind + 1 { &b";=,"[..] } else { &b";=,)["[..] };
        if !self.is_macro(behind) || !self.is_any(end, ends) {
            return None;
        }
        let mut here = at;
        while here < behind {
            self.see(here);
            here += 1;
        }
        self.drop_tokens(behind, end);
        Some(end)
    }

    /// `int f OF((int a));`: the macro and its own parentheses go.
    fn old_style_prototype(&mut self, at: usize) -> Option<usize> {
        let (outer, inner) = (at + 2, at + 3);
        if self.inside() != Inside::Declarations
            || !self.is_name(at + 1)
            || !self.is(outer, b'(')
            || !self.is(inner, b'(')
        {
            return None;
        }
        let (outer_end, inner_end) = (self.mates[outer]?, self.mates[inner]?);
        if outer_end != inner_end + 1 || !self.is_any(outer_end + 1, b";{,") {
            return None;
        }
        self.see(at);
        self.drop_tokens(at + 1, inner);
        self.drop_tokens(outer_end, outer_end + 1);
        // What is dropped at the end is passed over when the walk comes to it.
        let mut here = inner;
        while here < outer_end {
            here = self.step(here);
        }
        Some(outer_end + 1)
    }

    /// At the start of a declaration: `MACRO Type name`, `Type MACRO name`, `Type name MACRO`.
    fn three_names(&mut self, at: usize) -> Option<usize> {
        let mut second = at + 1;
        let mut qualified = false;
        while self.word(second) == Some(Word::Qualifier) {
            second += 1;
            qualified = true;
        }
        let first_is_macro = self.is_macro(at);
        if qualified {
            // `MACRO const Type name`; without a second type the first one is the type.
            let has_type = match self.word(second) {
                Some(Word::Primitive | Word::Record | Word::Enum) => true,
                _ => self.path_end(second).is_some_and(|end| self.declares(end)),
            };
            return has_type.then(|| self.take(at, at + 1));
        }
        if first_is_macro && self.inside() == Inside::Declarations {
            let is_constructor = self.frames.top().class.is_some_and(|class| {
                self.is_name(second) && self.text(class) == self.text(second) && self.is(second + 1, b'(')
            });
            if self.is(second, b'~') || is_constructor {
                return Some(self.take(at, at + 1));
            }
        }
        let joined = self.is(second, SCOPE) && self.tokens[second].start == self.tokens[at].end;
        if joined {
            return None;
        }
        let end = self.path_end(second)?;
        if end == second + 1 && self.is_macro(second) && self.is(end, b'*') && inside_declaration(self.inside()) {
            // `Type FAR *name`.
            self.see(at);
            self.drop_tokens(second, end);
            return Some(end);
        }
        if first_is_macro && self.is_macro(second) && end == second + 1 {
            let goes_on = self
                .word(end)
                .is_some_and(|word| word.begins_type() || word == Word::Macro);
            if goes_on {
                return Some(self.take(at, at + 1));
            }
        }
        if !self.declares(end) {
            return None;
        }
        if !self.is_name(end) {
            // `MACRO Type *name`.
            return (first_is_macro || self.inside() != Inside::Code && self.is_start()).then(|| self.take(at, at + 1));
        }
        if end == second + 1 && self.is_macro(second) {
            // `BOOL WINAPI f(..)`.
            self.see(at);
            self.drop_tokens(second, second + 1);
            return Some(second + 1);
        }
        let old_style = self.is_name(end + 1) && self.is(end + 2, b'(') && self.is(end + 3, b'(');
        (old_style || self.is_any(end + 1, b"(;=,)[<{:@")).then(|| self.take(at, at + 1))
    }

    /// What follows a type: a name, perhaps behind `*` or `&`, or an operator's name.
    fn declares(&self, mut at: usize) -> bool {
        let direct = self.is_name(at);
        let name_in_parentheses =
            |at: usize| self.is(at, b'(') && self.is_name(at + 1) && self.is(at + 2, b')') && self.is(at + 3, b'(');
        if name_in_parentheses(at) {
            return true;
        }
        while self.is_any(at, b"*&") || self.word(at) == Some(Word::Qualifier) {
            at += 1;
        }
        let is_operator = self.word(at) == Some(Word::Operator) && self.text(at) == "operator";
        is_operator || name_in_parentheses(at) || self.is_name(at) && (direct || self.is_any(at + 1, b"(;=,)[@"))
    }

    /// Takes tokens out and goes on behind them.
    fn take(&mut self, first: usize, end: usize) -> usize {
        self.drop_tokens(first, end);
        end
    }

    /// `class EXPORT Name {`, `struct ALIGNED(8) Name : Base {`.
    fn record(&mut self, at: usize) -> Option<usize> {
        if self.inside() == Inside::Arguments {
            return self.type_argument(at);
        }
        let mut name = at + 1;
        if matches!(self.word(name), Some(Word::Record)) {
            name += 1;
        }
        let first = name;
        loop {
            let next = self.with_arguments(name);
            if !self.is_name(name) || !self.is_name(next) {
                break;
            }
            let end = self.path_end(next).unwrap_or(next + 1);
            let defines = self.is_any(end, b"{:") || self.word(end) == Some(Word::Trailing);
            let forward = self.is(end, b';') && self.is_macro(name) && !self.is_macro(next);
            if !(defines || forward || self.is_macro(name) && self.is_name(self.with_arguments(next))) {
                break;
            }
            name = next;
        }
        if name == first {
            let pointed = self.is_name(first) && self.is_macro(first + 1) && self.is(first + 2, b'*');
            if !pointed {
                self.see(at);
                return self.trailing_macro(first).or(Some(at + 1));
            }
            self.see(at);
            self.see(first);
            self.drop_tokens(first + 1, first + 2);
            return Some(first + 2);
        }
        for seen in at..first {
            self.see(seen);
        }
        self.drop_tokens(first, name);
        Some(name)
    }

    /// `template <..>`: macros in the list (`ENABLE_IF(..)`) go; the walk goes on behind it.
    fn template(&mut self, at: usize) -> Option<usize> {
        if !self.is(at + 1, b'<') {
            return None;
        }
        let end = self.angle_end(at + 1)?;
        for place in at + 2..end {
            if self.is_macro(place) && self.is(place + 1, b'(') && self.is_any(place - 1, b",") {
                let behind = self.with_arguments(place);
                self.drop_tokens(place - 1, behind);
            }
        }
        self.see(at);
        self.after_template = true;
        Some(end)
    }

    /// `int MACRO name`, `char const MACRO *name`.
    fn type_word(&mut self, at: usize) -> Option<usize> {
        if self.inside() == Inside::Arguments {
            return self.type_argument(at);
        }
        let is_primitive = self.word(at) == Some(Word::Primitive);
        let pointed = self.is_any(at + 2, b"*&");
        let behind_type = self
            .before
            .is_some_and(|before| before.is_name() || before.word() == Some(Word::Primitive));
        if self.is_name(at + 1) && pointed && (is_primitive || behind_type && self.is_macro(at + 1)) {
            self.see(at);
            self.drop_tokens(at + 1, at + 2);
            return Some(at + 2);
        }
        let behind_pointer = self.before.is_some_and(|before| before.is(b'*'));
        if is_primitive && self.inside() == Inside::Declarations {
            // `void printf_like(1, 2) name(..)`.
            let second = self.with_arguments(at + 1);
            let annotates = self.is_macro(at + 1) || !self.is_macro(second);
            if annotates && self.is_name(at + 1) && second > at + 2 && self.is_name(second) && self.is(second + 1, b'(')
            {
                self.see(at);
                self.drop_tokens(at + 1, second);
                return Some(second);
            }
        }
        if is_primitive || behind_pointer {
            return self.behind_type(at);
        }
        None
    }

    /// Between what ends a type and the declared name only macros stand: of two names one goes.
    fn behind_type(&mut self, at: usize) -> Option<usize> {
        if matches!(self.inside(), Inside::Values | Inside::Arguments | Inside::Enumerators) {
            return None;
        }
        let (first, second) = (at + 1, at + 2);
        if !self.is_name(first) {
            return None;
        }
        if self.is(at, b'*') && self.is_macro(first) && self.is(second, b'*') && inside_declaration(self.inside()) {
            // `char * FAR * name`.
            self.see(at);
            self.drop_tokens(first, second);
            return Some(second);
        }
        let behind_first = self.with_arguments(first);
        if self.is(at, b'*')
            && self.inside() == Inside::Declarations
            && behind_first > second
            && self.is_name(behind_first)
            && !self.is_macro(behind_first)
            && self.is(behind_first + 1, b'(')
        {
            // `char *printf_like(1, 2) name(..)`.
            self.see(at);
            self.drop_tokens(first, behind_first);
            return Some(behind_first);
        }
        let mut trailing = second;
        while self.is(trailing, b'[') {
            trailing = self.mates[trailing]? + 1;
        }
        if !self.is_name(trailing) {
            return None;
        }
        let behind = self.with_arguments(trailing);
        let ends = if behind > trailing + 1 {
            &b";=,)"[..]
        } else {
            &b";=,)[:"[..]
        };
        if self.is_macro(trailing) && !self.is_macro(first) && self.is_any(behind, ends) {
            for seen in at..trailing {
                self.see(seen);
            }
            self.drop_tokens(trailing, behind);
            return Some(behind);
        }
        if trailing == second && (self.is_any(second + 1, b"(;=,)[:@") || self.is_name(second + 1)) {
            self.see(at);
            self.drop_tokens(first, second);
            return Some(second);
        }
        None
    }

    /// Behind a function's parameters: `f() const MACRO(x) MACRO {`.
    fn behind_parameters(&mut self, mut at: usize, closes_parameters: bool) -> usize {
        if self.inside() != Inside::Declarations || self.frames.head().equals {
            return at;
        }
        loop {
            match self.word(at) {
                Some(Word::Qualifier | Word::Trailing) => {
                    let end = self.with_arguments(at);
                    while at < end {
                        self.see(at);
                        at += 1;
                    }
                }
                Some(Word::Macro) => {
                    let end = self.with_arguments(at);
                    let goes_on = self.is_any(end, b";{=:")
                        || matches!(self.word(end), Some(Word::Qualifier | Word::Trailing | Word::Macro))
                        || self.is(end, ARROW);
                    if !goes_on {
                        return at;
                    }
                    self.drop_tokens(at, end);
                    at = end;
                }
                // `f() printf_like(1, 2);`, `f() internal;`
                Some(Word::Plain) if closes_parameters => {
                    let end = self.with_arguments(at);
                    if !self.is_any(end, b";{") {
                        return at;
                    }
                    self.drop_tokens(at, end);
                    return end;
                }
                _ => return at,
            }
        }
    }

    /// `typedef BOOL (WINAPI *name)(..)`.
    fn calling_convention(&mut self, at: usize) -> Option<usize> {
        if self.is_macro(at + 1)
            && self.is(at + 2, b'*')
            && self.is_name(at + 3)
            && self.is(at + 4, b')')
            && self.is(at + 5, b'(')
        {
            self.see(at);
            self.drop_tokens(at + 1, at + 2);
            return Some(at + 2);
        }
        None
    }

    /// A macro that stands for declarations: by itself on a line, or with arguments and without a semicolon.
    fn item_macro(&mut self, at: usize) -> Option<usize> {
        let in_class = self.frames.top().class.is_some();
        if in_class
            && self
                .frames
                .top()
                .class
                .is_some_and(|class| self.text(class) == self.text(at))
        {
            return None;
        }
        if !self.is_macro(at) {
            return self.unended_item(at);
        }
        if !self.is(at + 1, b'(') {
            let next_is_alone = self.is_macro(at + 1)
                && self.tokens[at + 1].first_on_line
                && (self.at(at + 2).is_none_or(|next| next.first_on_line && !next.is_name())
                    || self.blank_line_behind(at));
            if next_is_alone {
                return Some(self.take(at, at + 1));
            }
            let ends = match self.at(at + 1) {
                None => true,
                Some(next) => {
                    next.is(b'}')
                        || next.first_on_line
                            && next
                                .word()
                                .is_some_and(|word| !word.is_name() && word != Word::Operator)
                }
            };
            return ends.then(|| self.take(at, at + 1));
        }
        let close = self.mates[at + 1]?;
        let behind = close + 1;
        if self.is(behind, b'*') || self.is_name(behind) && self.is_any(behind + 1, b";=,[") {
            // `LIST_HEAD(name, type) variable;`: a type.
            self.see(at);
            self.drop_tokens(at + 1, behind);
            return Some(behind);
        }
        if self.is_name(behind) && self.is(behind + 1, b'(') && self.is_type(at + 2, close) {
            // `INLINE(void) f(..)`: what is in the parentheses is the type.
            self.drop_tokens(at, at + 2);
            let mut here = at + 2;
            while here < close {
                here = self.step(here);
            }
            self.drop_tokens(close, behind);
            return Some(behind);
        }
        if self.wraps_declaration(at + 2, close) && self.is_any(behind, b"{;") {
            // `UNUSED(static int f(..)) {`: the declaration is inside.
            self.drop_tokens(at, at + 2);
            let mut here = at + 2;
            while here < close {
                here = self.step(here);
            }
            self.drop_tokens(close, behind);
            return Some(behind);
        }
        if self.is(behind, b'{') {
            return self.wrapped_definition(at, close);
        }
        let next_begins = match self.at(behind) {
            None => true,
            Some(next) => {
                next.is(b'}')
                    || next.first_on_line
                        && match next.word() {
                            Some(word) if word.is_name() => {
                                self.path_end(behind).is_some_and(|end| self.declares(end)) || self.is_macro(behind)
                            }
                            Some(word) => word != Word::Operator,
                            None => next.is(b'~'),
                        }
            }
        };
        if !next_begins {
            return None;
        }
        if !in_class && self.is_type_free(at + 2, close) && self.end_statement(close) {
            return None;
        }
        self.drop_tokens(at, behind);
        Some(behind)
    }

    /// `generate(a, b)` without a semicolon, before something that begins in the first column.
    fn unended_item(&mut self, at: usize) -> Option<usize> {
        if !self.is(at + 1, b'(') || self.frames.top().class.is_some() {
            return None;
        }
        let behind = self.with_arguments(at);
        let next = self.at(behind)?;
        let in_first_column = next.start == 0 || self.source.as_bytes().get(next.start as usize - 1) == Some(&b'\n');
        (in_first_column && next.word().is_some()).then(|| self.take(at, behind))
    }

    fn blank_line_behind(&self, at: usize) -> bool {
        let gap = self.tokens[at].end as usize..self.at(at + 1).map_or(0, |next| next.start) as usize;
        self.source
            .get(gap)
            .is_some_and(|gap| gap.bytes().filter(|byte| *byte == b'\n').count() > 1)
    }

    /// The tokens are the head of a function: a type, a name and parameters.
    fn wraps_declaration(&self, first: usize, close: usize) -> bool {
        if close < first + 4 || !self.is(close - 1, b')') {
            return false;
        }
        let Some(open) = self.mates[close - 1] else {
            return false;
        };
        open >= first + 2
            && self.is_name(open - 1)
            && (self.is(open - 2, b'*')
                || self
                    .word(open - 2)
                    .is_some_and(|word| word.is_name() || word == Word::Primitive))
            && self.word(first).is_some()
    }

    /// The tokens are a type: words and stars.
    fn is_type(&self, first: usize, end: usize) -> bool {
        first < end
            && (first..end).all(|at| {
                self.is_any(at, b"*&")
                    || self.is(at, SCOPE)
                    || self.word(at).is_some_and(|word| {
                        word.is_name()
                            || matches!(
                                word,
                                Word::Primitive | Word::Record | Word::Enum | Word::Qualifier | Word::Storage
                            )
                    })
            })
    }

    /// No word among the tokens belongs to a type: they can be read as arguments.
    fn is_type_free(&self, first: usize, end: usize) -> bool {
        (first..end).all(|at| {
            self.word(at)
                .is_none_or(|word| word.is_name() || word == Word::Operator)
                && !self.is_any(at, b"{};")
        })
    }

    /// `TEST_CASE("name", "[tag]") {`: the grammars know names and types there, no strings.
    fn wrapped_definition(&mut self, at: usize, close: usize) -> Option<usize> {
        let plain = (at + 2..close).all(|place| self.is_name(place) || self.is(place, b','));
        if self.is_cpp && !plain {
            self.see(at);
            self.see(at + 1);
            self.drop_tokens(at + 2, close);
            return Some(close);
        }
        let last = (at + 2..close).rev().find(|place| self.is_name(*place));
        if let Some(last) = last.filter(|_| !self.is_cpp) {
            // C's grammar knows one name in parentheses only.
            self.see(at);
            self.see(at + 1);
            self.drop_tokens(at + 2, last);
            self.drop_tokens(last + 1, close);
            self.see(last);
            return Some(close);
        }
        None
    }

    /// A macro in a function: by itself on its line, or a loop (`for_each(x, list) {`), or a call without semicolon.
    fn statement_macro(&mut self, at: usize) -> Option<usize> {
        if !self.is(at + 1, b'(') {
            let next = self.at(at + 1);
            let alone = self.is_macro(at)
                && match next {
                    None => true,
                    Some(next) => {
                        next.is(b'}')
                            || next.is(b'{')
                            || next.first_on_line && self.tokens[at].first_on_line && next.word().is_some()
                    }
                };
            let before_statement = next.is_some_and(|next| next.word() == Some(Word::Statement));
            return (alone || before_statement).then(|| self.take(at, at + 1));
        }
        let close = self.mates[at + 1]?;
        if let Some(first) = self.statement_argument(at + 1, close) {
            // `TRY(context, statement;)`: the statements are inside.
            self.drop_tokens(at, first);
            let mut here = first;
            while here < close {
                here = self.step(here);
            }
            self.drop_tokens(close, close + 1);
            return Some(close + 1);
        }
        let missing = match self.at(close + 1) {
            None => false,
            Some(next) => {
                next.is(b'{')
                    || next.is(b'}')
                    || next.first_on_line
                        && next
                            .word()
                            .is_some_and(|word| word != Word::Operator || self.is_macro(at))
            }
        };
        if missing {
            self.end_statement(close);
        }
        None
    }

    /// Where the statements among a macro's arguments begin, if there are any.
    fn statement_argument(&self, open: usize, close: usize) -> Option<usize> {
        let mut first = open + 1;
        let mut at = open + 1;
        while at < close {
            match self.tokens[at].kind {
                Kind::Punct(b';') => return Some(first),
                Kind::Punct(b'{') if first == at => return None,
                Kind::Punct(b',') => first = at + 1,
                Kind::Punct(b'(' | b'[' | b'{') => at = self.mates[at].filter(|mate| *mate < close)?,
                _ => {}
            }
            at += 1;
        }
        // `TEST_ONLY(value =) f();`
        (close > open + 1 && self.is(close - 1, b'=')).then_some(open + 1)
    }

    /// `NAME MACRO = 1,`, `NAME MACRO(x),` among enumerators.
    fn enumerator(&mut self, at: usize) -> Option<usize> {
        let begins = self.before.is_some_and(|before| before.is(b'{') || before.is(b','));
        if begins && self.is(at + 1, b'(') {
            // `ENTRIES(X)` stands for enumerators.
            let mut end = self.with_arguments(at);
            if self.is(end, b',') {
                end += 1;
            }
            return Some(self.take(at, end));
        }
        if !self.is_macro(at + 1) {
            return None;
        }
        let behind = self.with_arguments(at + 1);
        if !self.is_any(behind, b",=}") {
            return None;
        }
        self.see(at);
        self.drop_tokens(at + 1, behind);
        Some(behind)
    }

    /// A type where the grammar knows values only: `va_arg(list, char *)`, `container_of(p, struct node, link)`.
    fn type_argument(&mut self, at: usize) -> Option<usize> {
        if !self.before.is_some_and(|before| before.is(b'(') || before.is(b',')) {
            return None;
        }
        let mut end = at;
        let mut last_name = None;
        let mut is_builtin = false;
        let mut marked = false;
        while let Some(token) = self.at(end) {
            match token.kind {
                Kind::Word(word) if word.is_name() => {
                    if last_name.is_some() && !self.is(end - 1, SCOPE) {
                        return None;
                    }
                    last_name = Some(end);
                }
                Kind::Word(Word::Primitive) => is_builtin = true,
                Kind::Word(Word::Record | Word::Enum | Word::Qualifier) => marked = true,
                Kind::Punct(b'*' | b'&') if last_name.is_some() || is_builtin => marked = true,
                Kind::Punct(SCOPE) => {}
                _ => break,
            }
            end += 1;
        }
        if !self.is_any(end, b",)") || !(is_builtin || marked) {
            return None;
        }
        match last_name.filter(|_| !is_builtin) {
            Some(name) => {
                let mut first = name;
                while first > at && (self.is(first - 1, SCOPE) || self.is_name(first - 1)) {
                    first -= 1;
                }
                self.drop_tokens(at, first);
                self.drop_tokens(name + 1, end);
                for kept in first..=name {
                    self.see(kept);
                }
            }
            None => {
                let (start, stop) = (self.tokens[at].start, self.tokens[end - 1].end);
                self.copy.blank(start, stop);
                self.copy.put(start, stop, b'0');
                self.see(at);
            }
        }
        Some(end)
    }

    /// `"a" MACRO(x) "b"`: strings put together by macros.
    fn behind_text(&mut self, mut at: usize) -> usize {
        while self.is_name(at)
            && self
                .at(at)
                .is_some_and(|next| self.before.is_some_and(|before| before.end < next.start))
        {
            let behind = self.with_arguments(at);
            let with_arguments = behind > at + 1;
            if !(with_arguments && self.is_macro(at)
                || !with_arguments && self.is_cpp && self.inside() != Inside::Declarations)
            {
                break;
            }
            self.drop_tokens(at, behind);
            at = behind;
        }
        at
    }

    /// `new const T*[n]`: the grammar knows neither the `const` nor the star.
    fn operator(&mut self, at: usize) -> Option<usize> {
        if self.inside() == Inside::Arguments && self.word(at) == Some(Word::Qualifier) {
            return self.type_argument(at);
        }
        if !self.is_cpp || self.text(at) != "new" || self.is(at + 1, b'(') {
            return None;
        }
        let mut first = at + 1;
        while self.word(first) == Some(Word::Qualifier) {
            first += 1;
        }
        self.drop_tokens(at + 1, first);
        let mut end = match self.word(first) {
            Some(Word::Primitive) => first + 1,
            _ => self.path_end(first)?,
        };
        self.see(at);
        for kept in first..end {
            self.see(kept);
        }
        let stars = end;
        while self.is(end, b'*') || self.word(end) == Some(Word::Qualifier) {
            end += 1;
        }
        if !self.is_any(end, b"[({;") {
            return Some(stars);
        }
        self.drop_tokens(stars, end);
        Some(end)
    }
}

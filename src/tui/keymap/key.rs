//! One key press, and how it is written in files and on the screen.

use std::fmt;
use std::str::FromStr;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A key with its modifiers. A capital letter is its own character, never `shift` and a small one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    pub code: Code,
    pub ctrl: bool,
    pub alt: bool,
    /// Only for keys that are no characters.
    pub shift: bool,
}

/// What was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    Char(char),
    Enter,
    Escape,
    Tab,
    Backspace,
    Delete,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    Function(u8),
}

/// Names of keys that are no single character, as written in the keymap file.
const NAMES: &[(&str, Code)] = &[
    ("enter", Code::Enter),
    ("esc", Code::Escape),
    ("tab", Code::Tab),
    ("backspace", Code::Backspace),
    ("delete", Code::Delete),
    ("up", Code::Up),
    ("down", Code::Down),
    ("left", Code::Left),
    ("right", Code::Right),
    ("home", Code::Home),
    ("end", Code::End),
    ("pageup", Code::PageUp),
    ("pagedown", Code::PageDown),
    ("space", Code::Char(' ')),
];

impl Key {
    pub const fn plain(code: Code) -> Self {
        Self {
            code,
            ctrl: false,
            alt: false,
            shift: false,
        }
    }

    pub const fn char(c: char) -> Self {
        Self::plain(Code::Char(c))
    }

    /// The key of a terminal event; `None` for releases and for keys that nothing can be bound to.
    pub fn from_event(event: &KeyEvent) -> Option<Self> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        let code = match event.code {
            KeyCode::Char(c) => Code::Char(c),
            KeyCode::Enter => Code::Enter,
            KeyCode::Esc => Code::Escape,
            KeyCode::Tab | KeyCode::BackTab => Code::Tab,
            KeyCode::Backspace => Code::Backspace,
            KeyCode::Delete => Code::Delete,
            KeyCode::Up => Code::Up,
            KeyCode::Down => Code::Down,
            KeyCode::Left => Code::Left,
            KeyCode::Right => Code::Right,
            KeyCode::Home => Code::Home,
            KeyCode::End => Code::End,
            KeyCode::PageUp => Code::PageUp,
            KeyCode::PageDown => Code::PageDown,
            KeyCode::F(n) => Code::Function(n),
            _ => return None,
        };
        let is_char = matches!(code, Code::Char(_));
        let shift = event.modifiers.contains(KeyModifiers::SHIFT) || event.code == KeyCode::BackTab;
        Some(Self {
            code,
            ctrl: event.modifiers.contains(KeyModifiers::CONTROL),
            alt: event.modifiers.contains(KeyModifiers::ALT),
            shift: shift && !is_char,
        })
    }

    /// The character that this key types into an input, if it types one.
    pub fn typed(self) -> Option<char> {
        match self.code {
            Code::Char(c) if !self.ctrl && !self.alt => Some(c),
            _ => None,
        }
    }

    /// Short, for the hint bar and help: `⏎`, `^K`, `H`.
    pub fn label(self) -> String {
        let base = match self.code {
            Code::Char(' ') => "␣".to_owned(),
            Code::Char(c) if self.ctrl => c.to_uppercase().to_string(),
            Code::Char(c) => c.to_string(),
            Code::Enter => "⏎".to_owned(),
            Code::Escape => "Esc".to_owned(),
            Code::Tab => "Tab".to_owned(),
            Code::Backspace => "⌫".to_owned(),
            Code::Delete => "Del".to_owned(),
            Code::Up => "↑".to_owned(),
            Code::Down => "↓".to_owned(),
            Code::Left => "←".to_owned(),
            Code::Right => "→".to_owned(),
            Code::Home => "Home".to_owned(),
            Code::End => "End".to_owned(),
            Code::PageUp => "PgUp".to_owned(),
            Code::PageDown => "PgDn".to_owned(),
            Code::Function(n) => format!("F{n}"),
        };
        let ctrl = if self.ctrl { "^" } else { "" };
        let alt = if self.alt { "⌥" } else { "" };
        let shift = if self.shift { "⇧" } else { "" };
        format!("{ctrl}{alt}{shift}{base}")
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (set, word) in [(self.ctrl, "ctrl-"), (self.alt, "alt-"), (self.shift, "shift-")] {
            if set {
                f.write_str(word)?;
            }
        }
        if let Some((name, _)) = NAMES.iter().find(|(_, code)| *code == self.code) {
            return f.write_str(name);
        }
        match self.code {
            Code::Char(c) => write!(f, "{c}"),
            Code::Function(n) => write!(f, "f{n}"),
            _ => Ok(()),
        }
    }
}

impl FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut key = Self::char(' ');
        let mut rest = text;
        loop {
            let (flag, after) = match rest {
                r if r.starts_with("ctrl-") => (&mut key.ctrl, &r[5..]),
                r if r.starts_with("alt-") => (&mut key.alt, &r[4..]),
                r if r.starts_with("shift-") => (&mut key.shift, &r[6..]),
                _ => break,
            };
            *flag = true;
            rest = after;
        }
        key.code = code_of(rest).ok_or_else(|| format!("`{text}` names no key"))?;
        if key.shift && matches!(key.code, Code::Char(c) if c != ' ') {
            return Err(format!(
                "`{text}`: write the character itself, a capital letter for one"
            ));
        }
        Ok(key)
    }
}

fn code_of(text: &str) -> Option<Code> {
    if let Some((_, code)) = NAMES.iter().find(|(name, _)| *name == text) {
        return Some(*code);
    }
    let mut chars = text.chars();
    let first = chars.next()?;
    if chars.next().is_none() {
        return Some(Code::Char(first)).filter(|_| !first.is_whitespace() && !first.is_control());
    }
    let number: u8 = text.strip_prefix('f')?.parse().ok()?;
    (1..=24).contains(&number).then_some(Code::Function(number))
}

/// Keys pressed one after the other, written with spaces between: `g g`.
pub fn parse_sequence(text: &str) -> Result<Vec<Key>, String> {
    let keys: Vec<Key> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    match keys.is_empty() {
        true => Err("no key is named".to_owned()),
        false => Ok(keys),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            "q",
            "H",
            "`",
            "ctrl-k",
            "shift-tab",
            "space",
            "f5",
            "alt-enter",
            "ctrl-alt-x",
            "-",
            "é",
        ] {
            assert_eq!(text.parse::<Key>().map(|key| key.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "ctrl-", "f0", "f99", "hello", "shift-h", "\t"] {
            assert!(text.parse::<Key>().is_err(), "{text:?}");
        }
        assert!(parse_sequence("  ").is_err());
        assert_eq!(parse_sequence("g g").map(|keys| keys.len()), Ok(2));
    }

    #[test]
    fn a_release_is_no_press() {
        let mut event = KeyEvent::new(KeyCode::Char('H'), KeyModifiers::SHIFT);
        assert_eq!(Key::from_event(&event), Some(Key::char('H')));
        event.kind = KeyEventKind::Release;
        assert_eq!(Key::from_event(&event), None);
    }
}

//! The command line that prints the same bundle as the screen shows.

use super::state::{Bundle, KNOBS};

/// `portolan explore …`, quoted for a shell.
pub fn explore(bundle: &Bundle) -> String {
    let mut words = vec!["portolan".to_owned(), "explore".to_owned()];
    if !bundle.question.trim().is_empty() {
        words.push(quote(bundle.question.trim()));
    }
    for symbol in &bundle.symbols {
        words.push("--symbol".to_owned());
        words.push(quote(&symbol.qualified));
    }
    if bundle.profile_name != "default" {
        words.push("--profile".to_owned());
        words.push(quote(&bundle.profile_name));
    }
    for knob in KNOBS.iter() {
        let value = knob.show(&bundle.profile);
        if value != knob.show(&bundle.saved) {
            words.push("--set".to_owned());
            words.push(quote(&format!("{}={value}", knob.key.name)));
        }
    }
    words.join(" ")
}

/// One word for a POSIX shell.
fn quote(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shell_would_read_is_quoted() {
        assert_eq!(quote("a::b"), "a::b");
        assert_eq!(quote("why does it's fail; rm $x"), r"'why does it'\''s fail; rm $x'");
        assert_eq!(quote(""), "''");
    }
}

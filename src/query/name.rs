//! Qualified names of any language, taken apart.

/// The parts of a qualified name, whatever its language puts between them: `::`, `.`, `#`, `/`, `\`, `->`, `:`.
///
/// Generic arguments, pointer marks, parentheses and what is in them are left out, so that `Vec<T>::push`,
/// `(*Tree).Walk` and `Builder.build()` read like `Vec::push`, `Tree.Walk` and `Builder::build`. An operator's
/// symbol stays part of its name.
pub fn parts(qualified: &str) -> Vec<&str> {
    let (path, operator) = match operator_start(qualified) {
        Some(at) => (&qualified[..at], Some(&qualified[at..])),
        None => (qualified, None),
    };
    let mut parts = Vec::new();
    let mut start = 0;
    let mut generic = 0usize;
    let mut previous = '\0';
    let mut push = |from: usize, to: usize| {
        let part = path[from..to].trim_matches(|c: char| c.is_whitespace() || "()*&".contains(c));
        if !part.is_empty() {
            parts.push(part);
        }
    };
    for (at, c) in path.char_indices() {
        match c {
            '<' => {
                if generic == 0 {
                    push(start, at);
                }
                generic += 1;
            }
            '>' if generic > 0 => {
                generic -= 1;
                start = at + 1;
            }
            '>' if previous == '-' => {
                push(start, at - 1);
                start = at + 1;
            }
            ':' | '.' | '#' | '/' | '\\' | '(' | ')' if generic == 0 => {
                push(start, at);
                start = at + 1;
            }
            _ => {}
        }
        previous = c;
    }
    if generic == 0 {
        push(start, path.len());
    }
    parts.extend(operator);
    parts
}

/// Where a C++ operator's name begins: `operator==`, `operator bool`, but not `operators` or `operator.rs`.
fn operator_start(qualified: &str) -> Option<usize> {
    const WORD: &str = "operator";
    let at = qualified.rfind(WORD)?;
    let before = qualified[..at].chars().next_back();
    let after = qualified[at + WORD.len()..].chars().next()?;
    let begins = before.is_none_or(|c| ":.#".contains(c));
    (begins && "=!<>+-*/%^&|~[(, \"".contains(after)).then_some(at)
}

/// Whether `asked` is the name `parts` belongs to, or a tail of it.
pub fn is_tail(qualified: &[&str], asked: &[&str], same_case: bool) -> bool {
    let equal = |(a, b): (&&str, &&str)| {
        if same_case {
            a == b
        } else {
            a.to_lowercase() == b.to_lowercase()
        }
    };
    !asked.is_empty()
        && asked.len() <= qualified.len()
        && qualified[qualified.len() - asked.len()..].iter().zip(asked).all(equal)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_notation_is_taken_apart() {
        for (name, expected) in [
            ("tokio::runtime::Builder::build", "tokio runtime Builder build"),
            ("payment.service.Order.process()", "payment service Order process"),
            ("Url#parse", "Url parse"),
            ("App\\Http\\Kernel->handle", "App Http Kernel handle"),
            ("Vec<T, Global>::push", "Vec push"),
            ("Map<String, Vec<T>>.get", "Map get"),
            ("(*Tree).Walk", "Tree Walk"),
            ("Hull::operator==", "Hull operator=="),
            ("Ptr::operator->", "Ptr operator->"),
            ("Less::operator()", "Less operator()"),
            ("src/operator.rs", "src operator rs"),
            ("Hull::~Hull", "Hull ~Hull"),
            ("$scope", "$scope"),
            ("Ask#ready?", "Ask ready?"),
            ("::", ""),
            ("", ""),
        ] {
            assert_eq!(parts(name).join(" "), expected, "{name}");
        }
    }

    #[test]
    fn a_tail_is_whole_parts() {
        let qualified = parts("tokio::runtime::Builder::build");
        assert!(is_tail(&qualified, &parts("Builder.build"), true));
        assert!(!is_tail(&qualified, &parts("uilder.build"), true));
        assert!(!is_tail(&qualified, &parts("builder.build"), true));
        assert!(is_tail(&qualified, &parts("builder.build"), false));
        assert!(!is_tail(&qualified, &[], true));
    }

    proptest! {
        #[test]
        fn any_text_comes_apart(text in any::<String>(), close in "[a<>:.()#世 -]{0,20}") {
            for name in [text, close] {
                prop_assert!(parts(&name).iter().all(|part| !part.is_empty()));
            }
        }
    }
}

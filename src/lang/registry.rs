//! Which languages there are, and which one a file is written in.

use std::sync::LazyLock;

use super::Language;
use super::engine::Table;

/// Every language, one line each.
#[rustfmt::skip]
pub static LANGUAGES: &[&Language] = &[
    &super::c::LANGUAGE,
    &super::cpp::LANGUAGE,
    &super::go::LANGUAGE,
    &super::java::LANGUAGE,
    &super::python::LANGUAGE,
    &super::rust::LANGUAGE,
    &super::ecma::JAVASCRIPT,
    &super::ecma::TYPESCRIPT,
    &super::ecma::TSX,
];

type LazyTable = LazyLock<Table, Box<dyn FnOnce() -> Table + Send>>;

/// Compiled once, on first use of the language.
static TABLES: LazyLock<Vec<LazyTable>> = LazyLock::new(|| {
    LANGUAGES
        .iter()
        .map(|language| {
            let compile: Box<dyn FnOnce() -> Table + Send> = Box::new(move || Table::compile(language));
            LazyLock::new(compile)
        })
        .collect()
});

pub(super) fn with_table<R>(language: &'static Language, use_it: impl FnOnce(&'static Table) -> R) -> R {
    let place = LANGUAGES.iter().position(|known| known.id == language.id).unwrap_or(0);
    use_it(&TABLES[place])
}

/// The language with this id.
pub fn by_id(id: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.id == id).copied()
}

/// The language of a file by its name, else by the first bytes of its content (`#!`, and what tells C++ from C in a `.h`).
pub fn detect(path: &str, head: &[u8]) -> Option<&'static Language> {
    let file = path.rsplit('/').next().unwrap_or(path);
    if let Some(found) = LANGUAGES.iter().find(|language| language.file_names.contains(&file)) {
        return Some(found);
    }
    if let Some((_, extension)) = file.rsplit_once('.') {
        let found = LANGUAGES
            .iter()
            .find(|language| language.extensions.contains(&extension))
            .or_else(|| {
                let lower = extension.to_ascii_lowercase();
                LANGUAGES
                    .iter()
                    .find(|language| language.extensions.contains(&lower.as_str()))
            })
            .copied();
        if let Some(language) = found {
            return if extension == "h" && looks_like_cpp(head) {
                by_id("cpp").or(Some(language))
            } else {
                Some(language)
            };
        }
    }
    by_shebang(head)
}

fn by_shebang(head: &[u8]) -> Option<&'static Language> {
    let line = head.strip_prefix(b"#!")?;
    let line = line.split(|b| *b == b'\n').next().unwrap_or(line);
    let line = std::str::from_utf8(line).ok()?;
    let interpreter = line
        .split_whitespace()
        .map(|word| word.rsplit('/').next().unwrap_or(word))
        .find(|word| *word != "env" && !word.starts_with('-'))?;
    let without_version = interpreter.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    LANGUAGES
        .iter()
        .find(|language| language.shebangs.contains(&interpreter) || language.shebangs.contains(&without_version))
        .copied()
}

/// C++ tells itself by words that no C header has at the beginning of a line.
fn looks_like_cpp(head: &[u8]) -> bool {
    const WORDS: &[&str] = &[
        "class ",
        "namespace ",
        "template",
        "public:",
        "private:",
        "protected:",
        "using ",
        "virtual ",
        "constexpr ",
        "#include <string>",
        "#include <vector>",
        "#include <memory>",
    ];
    String::from_utf8_lossy(head).lines().map(str::trim_start).any(|line| {
        WORDS.iter().any(|word| line.starts_with(word))
            || line.contains("std::") && !line.starts_with("//") && !line.starts_with('*')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_name_only_what_their_grammars_have() {
        for language in LANGUAGES {
            let unknown = with_table(language, |table| table.unknown_kinds(language));
            assert!(unknown.is_empty(), "{}: {unknown:?}", language.name);
        }
    }
}

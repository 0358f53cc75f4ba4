//! What is extracted from small realistic sources, language by language: `tests/lang/LANGUAGE/FILE` with the expected
//! symbols in `FILE.symbols` beside it, one a line: `kind qualified-in-file line-end_line flags`.
//!
//! `UPDATE_EXPECT=1 cargo test --test lang` rewrites what is expected; look at the difference before committing it.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use portolan::lang::dump::{expr_text, type_text};
use portolan::lang::extraction::{DefIx, Extraction, Owner, Type, TypeIx};
use portolan::lang::{by_id, detect, extract};

#[test]
fn symbols_are_as_expected() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lang");
    let mut checked = 0;
    let mut faults = String::new();
    for file in sources(&root) {
        let shown = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
        let source = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{shown}: {error}"));
        let language = detect(&shown, source.as_bytes()).unwrap_or_else(|| panic!("{shown}: unknown language"));
        let out = extract(language, &source);
        assert_eq!(out.errors.0, 0, "{shown}:{}: does not parse", out.errors.1);
        let found = symbols(&out);
        let expected_file = PathBuf::from(format!("{}.symbols", file.display()));
        if update {
            std::fs::write(&expected_file, &found).unwrap_or_else(|error| panic!("{shown}.symbols: {error}"));
        }
        let expected = std::fs::read_to_string(&expected_file)
            .unwrap_or_else(|error| panic!("{shown}.symbols: {error}; UPDATE_EXPECT=1 writes it"));
        compare(&shown, &expected, &found, &mut faults);
        checked += 1;
    }
    assert!(checked > 0, "no sources under {}", root.display());
    assert!(faults.is_empty(), "\n{faults}UPDATE_EXPECT=1 accepts what is found");
}

/// All files below a directory but the expectations, in order.
fn sources(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path
            .extension()
            .is_none_or(|extension| extension != "symbols" && extension != "edges")
        {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn compare(file: &str, expected: &str, found: &str, faults: &mut String) {
    for line in expected
        .lines()
        .filter(|line| !found.lines().any(|other| other == *line))
    {
        let _ = writeln!(faults, "{file}: missing  {line}");
    }
    for line in found
        .lines()
        .filter(|line| !expected.lines().any(|other| other == *line))
    {
        let _ = writeln!(faults, "{file}: not expected  {line}");
    }
    if faults.is_empty() && expected != found {
        let _ = writeln!(faults, "{file}: the symbols come in another order or number");
    }
}

fn symbols(out: &Extraction) -> String {
    let mut text = String::new();
    for ix in (1..out.defs.len()).map(|ix| DefIx(u32::try_from(ix).unwrap_or(0))) {
        let def = out.def(ix);
        if def.anonymous {
            continue;
        }
        let name = qualified(out, ix);
        let _ = write!(text, "{} {name} {}-{}", def.kind, def.line, def.end_line);
        for word in def.flags.words() {
            let _ = write!(text, " {word}");
        }
        text.push('\n');
    }
    text
}

fn qualified(out: &Extraction, ix: DefIx) -> String {
    let separator = by_id(&out.language).map_or(".", |language| language.semantics.separator);
    let mut parts = Vec::new();
    let mut at = ix;
    while at != DefIx::FILE {
        let def = out.def(at);
        if !def.anonymous {
            parts.push(out.name(def.name).to_owned());
        }
        match def.owner {
            Owner::Parent => {}
            Owner::Type(ty) => parts.push(last_name(out, ty)),
            Owner::Value(value) => parts.push(expr_text(out, value, 0)),
        }
        at = def.parent;
    }
    parts.reverse();
    parts.join(separator)
}

/// The last name of a written type, pointers seen through.
fn last_name(out: &Extraction, ty: TypeIx) -> String {
    match &out.ty(ty).kind {
        Type::Named { path, .. } => path.last().map_or("", |name| out.name(*name)).to_owned(),
        Type::Pointer(inner) => last_name(out, *inner),
        _ => type_text(out, ty, 0),
    }
}

//! Which files are documentation or data rather than code.

/// Endings of files that describe, configure or hold data.
const PROSE: &[&str] = &[
    "ac",
    "adoc",
    "am",
    "bib",
    "cfg",
    "conf",
    "css",
    "csv",
    "gradle",
    "html",
    "in",
    "ini",
    "ipynb",
    "json",
    "less",
    "lock",
    "log",
    "markdown",
    "md",
    "mdx",
    "mod",
    "org",
    "patch",
    "pbxproj",
    "plist",
    "po",
    "properties",
    "rst",
    "scss",
    "snap",
    "storyboard",
    "sum",
    "svg",
    "tex",
    "toml",
    "tsv",
    "txt",
    "xib",
    "xml",
    "yaml",
    "yml",
];

/// By its name alone: `README.md`, `LICENSE`, `pom.xml`, `CHANGES`. A file without an ending is no code, save where it is a
/// build script by name.
pub(super) fn is_prose(path: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or(path);
    match file.rsplit_once('.') {
        Some((_, ending)) => PROSE.contains(&ending.to_ascii_lowercase().as_str()) || file.starts_with('.'),
        None => !matches!(
            file,
            "Makefile" | "Rakefile" | "Gemfile" | "Dockerfile" | "Justfile" | "BUILD" | "WORKSPACE"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::is_prose;

    #[test]
    fn code_is_told_from_prose_by_its_name() {
        for path in [
            "README.md",
            "docs/a.rst",
            "LICENSE",
            "pom.xml",
            ".gitignore",
            ".github/x.yml",
            "a/Cargo.toml",
        ] {
            assert!(is_prose(path), "{path}");
        }
        for path in ["src/a.rs", "a.swift", "Makefile", "x/y.unknown", "bin/run.sh"] {
            assert!(!is_prose(path), "{path}");
        }
    }
}

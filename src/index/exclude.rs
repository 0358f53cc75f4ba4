//! Directories that hold no source of the project, whatever git says.
//!
//! Names that mean one thing only are enough by themselves. A name that projects also give to their sources (`build`,
//! `target`, `vendor`) counts only with evidence of the tool that made it.

use std::path::Path;

/// Never source, by name alone.
const BY_NAME: &[&str] = &[
    ".git",
    ".hg",
    ".svn",
    ".jj",
    ".portolan",
    "node_modules",
    "bower_components",
    "jspm_packages",
    ".pnpm-store",
    ".yarn",
    ".venv",
    "__pycache__",
    "__pypackages__",
    ".tox",
    ".nox",
    ".eggs",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".hypothesis",
    ".ipynb_checkpoints",
    ".gradle",
    ".next",
    ".nuxt",
    ".output",
    ".svelte-kit",
    ".angular",
    ".turbo",
    ".parcel-cache",
    ".nyc_output",
    ".terraform",
    ".dart_tool",
    ".bundle",
    ".cache",
    "DerivedData",
    "Pods",
    "Carthage",
];

/// By a name, if one of these stands inside it.
const BY_CONTENT: &[(&str, &[&str])] = &[
    (
        "target",
        &["CACHEDIR.TAG", ".rustc_info.json", "maven-status", "classes", "streams"],
    ),
    ("venv", &["pyvenv.cfg"]),
    ("env", &["pyvenv.cfg"]),
    ("vendor", &["modules.txt", "autoload.php", "bundle"]),
    (
        "build",
        &[
            "CMakeCache.txt",
            "build.ninja",
            "intermediates",
            "bdist.linux-x86_64",
            "tmp/compileJava",
            "meson-info",
        ],
    ),
    (".build", &["debug", "release", "workspace-state.json"]),
];

/// By a name, if one of these stands beside it.
const BY_NEIGHBOUR: &[(&str, &[&str])] = &[
    ("dist", &["package.json", "setup.py", "pyproject.toml"]),
    ("bin", &["*.csproj", "*.fsproj"]),
    ("obj", &["*.csproj", "*.fsproj"]),
];

/// Why a directory is left out; `None`: it is not.
pub(super) fn reason(directory: &Path) -> Option<String> {
    let name = directory.file_name()?.to_str()?;
    if BY_NAME.contains(&name) {
        return Some(format!("`{name}` never holds a project's own source"));
    }
    if let Some(found) = listed(BY_CONTENT, name).find(|inside| directory.join(inside).exists()) {
        return Some(format!("made by a tool: it holds `{found}`"));
    }
    let parent = directory.parent()?;
    listed(BY_NEIGHBOUR, name)
        .find(|neighbour| stands_in(parent, neighbour))
        .map(|neighbour| format!("made by a build: `{neighbour}` stands beside it"))
}

fn listed(table: &'static [(&str, &[&str])], name: &str) -> impl Iterator<Item = &'static str> {
    table
        .iter()
        .filter(move |(listed, _)| *listed == name)
        .flat_map(|(_, marks)| marks.iter().copied())
}

fn stands_in(directory: &Path, pattern: &str) -> bool {
    let Some(ending) = pattern.strip_prefix('*') else {
        return directory.join(pattern).exists();
    };
    std::fs::read_dir(directory).is_ok_and(|entries| {
        entries
            .flatten()
            .any(|entry| entry.file_name().to_string_lossy().ends_with(ending))
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    #[test]
    fn an_ambiguous_name_needs_evidence() {
        let root = TempDir::new().unwrap();
        for directory in ["node_modules", "target", "build", "dist", "src/build", "bin"] {
            fs::create_dir_all(root.path().join(directory)).unwrap();
        }
        let left_out = |directory: &str| reason(&root.path().join(directory)).is_some();
        assert!(left_out("node_modules"));
        assert!(!left_out("target") && !left_out("build") && !left_out("dist") && !left_out("bin"));
        fs::write(root.path().join("target/CACHEDIR.TAG"), "").unwrap();
        fs::write(root.path().join("build/CMakeCache.txt"), "").unwrap();
        fs::write(root.path().join("package.json"), "{}").unwrap();
        fs::write(root.path().join("app.csproj"), "").unwrap();
        assert!(left_out("target") && left_out("build") && left_out("dist") && left_out("bin"));
        assert!(!left_out("src/build"));
        let told = reason(&root.path().join("target")).unwrap();
        assert!(told.contains("CACHEDIR.TAG"), "{told}");
    }
}

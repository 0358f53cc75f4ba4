//! TypeScript and JavaScript: files by relative path, package names of workspaces, `exports`, `imports`, tsconfig `paths`.

use rustc_hash::FxHashMap as HashMap;
use std::collections::BTreeMap;

use super::{Modules, Target, directory, join};
use crate::lang::extraction::{Import, ImportKind};
use crate::resolve::project::{File, Manifest};
use crate::resolve::symbols::Symbols;

/// Extensions tried in this order when a path has none.
const EXTENSIONS: &[&str] = &[
    "ts", "tsx", "d.ts", "mts", "cts", "js", "jsx", "mjs", "cjs", "json", "vue", "svelte",
];

/// Packages of the project and path aliases.
#[derive(Debug, Default)]
pub struct Packages {
    /// Package name to its directory and manifest.
    by_name: BTreeMap<String, Package>,
    /// Directory of a tsconfig to its aliases.
    configs: Vec<Config>,
    paths: HashMap<String, ()>,
}

#[derive(Debug, Default)]
struct Package {
    directory: String,
    json: serde_json::Value,
}

#[derive(Debug, Default)]
struct Config {
    directory: String,
    base: Option<String>,
    /// Pattern with at most one `*`, and its replacements relative to the base.
    aliases: Vec<(String, Vec<String>)>,
}

impl Packages {
    pub fn read(manifests: &[Manifest], files: &[File]) -> Self {
        let mut packages = Self {
            paths: files.iter().map(|file| (file.path.clone(), ())).collect(),
            ..Self::default()
        };
        let texts: HashMap<&str, &str> = manifests
            .iter()
            .map(|manifest| (manifest.path.as_str(), manifest.text.as_str()))
            .collect();
        for manifest in manifests {
            let name = manifest.path.rsplit('/').next().unwrap_or_default();
            let directory = directory(&manifest.path).to_owned();
            if name == "package.json" {
                let Ok(json) = serde_json::from_str::<serde_json::Value>(&manifest.text) else {
                    continue;
                };
                let Some(name) = json.get("name").and_then(|name| name.as_str()).map(str::to_owned) else {
                    continue;
                };
                packages.by_name.insert(name, Package { directory, json });
            } else if name.ends_with(".json") {
                packages.configs.extend(read_config(&manifest.path, &texts, 0));
            }
        }
        packages
            .configs
            .sort_by_key(|config| std::cmp::Reverse(config.directory.len()));
        packages
    }

    /// The file that a specifier means, seen from a file.
    pub fn file_of(&self, from: &str, specifier: &str) -> Option<String> {
        if specifier.starts_with('.') {
            return self.with_extension(&join(directory(from), specifier)?);
        }
        if let Some(found) = self.by_alias(from, specifier) {
            return Some(found);
        }
        if specifier.starts_with('#') {
            return self.by_imports(from, specifier);
        }
        self.by_package(specifier)
    }

    /// A path as written, with an extension, as a directory; `.js` can mean the `.ts` from which it is made.
    fn with_extension(&self, path: &str) -> Option<String> {
        if self.paths.contains_key(path) {
            return Some(path.to_owned());
        }
        for (written, meant) in [
            (".js", &["ts", "tsx", "d.ts", "jsx"][..]),
            (".mjs", &["mts", "d.mts"]),
            (".cjs", &["cts", "d.cts"]),
            (".jsx", &["tsx"]),
        ] {
            if let Some(stem) = path.strip_suffix(written) {
                let found = meant
                    .iter()
                    .map(|ext| format!("{stem}.{ext}"))
                    .find(|path| self.paths.contains_key(path));
                if found.is_some() {
                    return found;
                }
            }
        }
        let direct = EXTENSIONS
            .iter()
            .map(|ext| format!("{path}.{ext}"))
            .find(|path| self.paths.contains_key(path));
        direct.or_else(|| {
            let index = if path.is_empty() {
                "index".to_owned()
            } else {
                format!("{path}/index")
            };
            EXTENSIONS
                .iter()
                .map(|ext| format!("{index}.{ext}"))
                .find(|path| self.paths.contains_key(path))
        })
    }

    fn by_alias(&self, from: &str, specifier: &str) -> Option<String> {
        for config in self.configs.iter().filter(|config| within(&config.directory, from)) {
            let base = config.base.as_deref().unwrap_or(&config.directory);
            for (pattern, replacements) in &config.aliases {
                let Some(star) = matches(pattern, specifier) else {
                    continue;
                };
                let found = replacements
                    .iter()
                    .filter_map(|replacement| join(base, &replacement.replacen('*', star, 1)))
                    .find_map(|path| self.with_extension(&path));
                if found.is_some() {
                    return found;
                }
            }
            if config.base.is_some()
                && let Some(found) = join(base, specifier).and_then(|path| self.with_extension(&path))
            {
                return Some(found);
            }
        }
        None
    }

    fn by_imports(&self, from: &str, specifier: &str) -> Option<String> {
        let package = self
            .by_name
            .values()
            .filter(|package| within(&package.directory, from))
            .max_by_key(|package| package.directory.len())?;
        let imports = package.json.get("imports")?.as_object()?;
        imports.iter().find_map(|(pattern, value)| {
            let star = matches(pattern, specifier)?;
            self.first_target(package, value, star)
        })
    }

    fn by_package(&self, specifier: &str) -> Option<String> {
        let (name, subpath) = split_package(specifier);
        let package = self.by_name.get(name)?;
        let wanted = if subpath.is_empty() {
            ".".to_owned()
        } else {
            format!("./{subpath}")
        };
        if let Some(exports) = package.json.get("exports") {
            let found = match exports.as_object() {
                Some(map) if map.keys().any(|key| key.starts_with('.')) => map.iter().find_map(|(pattern, value)| {
                    let star = matches(pattern, &wanted)?;
                    self.first_target(package, value, star)
                }),
                _ if subpath.is_empty() => self.first_target(package, exports, ""),
                _ => None,
            };
            if found.is_some() {
                return found;
            }
        }
        if !subpath.is_empty() {
            let direct = join(&package.directory, subpath).and_then(|path| self.with_extension(&path));
            return direct.or_else(|| {
                join(&package.directory, &format!("src/{subpath}")).and_then(|path| self.with_extension(&path))
            });
        }
        ["source", "types", "typings", "module", "main"]
            .iter()
            .filter_map(|key| package.json.get(*key)?.as_str())
            .find_map(|path| self.source_of(package, path))
            .or_else(|| {
                ["src/index", "index", "lib/index"]
                    .iter()
                    .find_map(|path| self.with_extension(&join(&package.directory, path)?))
            })
    }

    /// The first of nested conditions whose file is in the project.
    fn first_target(&self, package: &Package, value: &serde_json::Value, star: &str) -> Option<String> {
        match value {
            serde_json::Value::String(path) => self.source_of(package, &path.replace('*', star)),
            serde_json::Value::Object(map) => map.values().find_map(|value| self.first_target(package, value, star)),
            serde_json::Value::Array(list) => list.iter().find_map(|value| self.first_target(package, value, star)),
            _ => None,
        }
    }

    /// The source of a published path: itself, or what is built into it (`dist/x.js` from `src/x.ts`).
    fn source_of(&self, package: &Package, path: &str) -> Option<String> {
        let direct = join(&package.directory, path)?;
        if let Some(found) = self.with_extension(&direct) {
            return Some(found);
        }
        let below = path.trim_start_matches("./");
        let stem = strip_extension(below);
        let built = ["dist/", "lib/", "build/", "out/", "es/", "esm/", "cjs/"];
        let inner = built.iter().find_map(|prefix| stem.strip_prefix(prefix))?;
        [format!("src/{inner}"), inner.to_owned(), "src/index".to_owned()]
            .iter()
            .find_map(|path| self.with_extension(&join(&package.directory, path)?))
    }
}

pub fn resolve(modules: &Modules, symbols: &Symbols, file: &File, import: &Import) -> Target {
    let specifier = file.extraction.name(import.module);
    let module = match specifier {
        "" => Some(file.module),
        _ => modules
            .ecma
            .file_of(&file.path, specifier)
            .and_then(|path| modules.by_key(&format!("ecma:{path}"))),
    };
    let Some(module) = module else {
        let (package, _) = split_package(specifier);
        return symbols
            .get(package)
            .or_else(|| symbols.get(specifier))
            .or(modules.unnamed)
            .map_or(Target::Unknown, Target::External);
    };
    match import.kind {
        ImportKind::Item => import
            .item
            .map_or(Target::Unknown, |item| Target::Path(module, vec![file.sym(item)])),
        ImportKind::Default => symbols
            .get("default")
            .map_or(Target::Module(module), |name| Target::Path(module, vec![name])),
        _ => Target::Module(module),
    }
}

/// `@scope/name/sub/path` -> (`@scope/name`, `sub/path`).
fn split_package(specifier: &str) -> (&str, &str) {
    let specifier = specifier.strip_prefix("node:").unwrap_or(specifier);
    let from = if specifier.starts_with('@') {
        specifier.find('/').map_or(specifier.len(), |at| at + 1)
    } else {
        0
    };
    match specifier[from.min(specifier.len())..].find('/') {
        Some(at) => (&specifier[..from + at], &specifier[from + at + 1..]),
        None => (specifier, ""),
    }
}

fn strip_extension(path: &str) -> &str {
    let (directory, name) = path
        .rsplit_once('/')
        .map_or(("", path), |(directory, name)| (directory, name));
    let stem = name.split('.').next().unwrap_or(name);
    let length = if directory.is_empty() { 0 } else { directory.len() + 1 };
    &path[..length + stem.len()]
}

/// What the `*` of a pattern stands for; the empty string for a pattern without one that is equal.
fn matches<'s>(pattern: &str, text: &'s str) -> Option<&'s str> {
    match pattern.split_once('*') {
        None => (pattern == text).then_some(""),
        Some((before, after)) => text.strip_prefix(before)?.strip_suffix(after),
    }
}

fn within(directory: &str, path: &str) -> bool {
    directory.is_empty() || path.strip_prefix(directory).is_some_and(|rest| rest.starts_with('/'))
}

/// Reads a tsconfig or jsconfig, `extends` followed.
fn read_config(path: &str, texts: &HashMap<&str, &str>, depth: u8) -> Option<Config> {
    if depth > 8 {
        return None;
    }
    let json: serde_json::Value = serde_json::from_str(&without_comments(texts.get(path)?)).ok()?;
    let own = directory(path);
    let mut config = Config {
        directory: own.to_owned(),
        ..Config::default()
    };
    let extends = json.get("extends");
    let parents: Vec<&str> = match extends {
        Some(serde_json::Value::String(one)) => vec![one],
        Some(serde_json::Value::Array(list)) => list.iter().filter_map(|one| one.as_str()).collect(),
        _ => Vec::new(),
    };
    for parent in parents.iter().filter(|parent| parent.starts_with('.')) {
        let joined = join(own, parent)?;
        let found = [
            joined.clone(),
            format!("{joined}.json"),
            format!("{joined}/tsconfig.json"),
        ];
        if let Some(inherited) = found.iter().find_map(|path| read_config(path, texts, depth + 1)) {
            config.base = inherited
                .base
                .or_else(|| (!inherited.aliases.is_empty()).then(|| inherited.directory.clone()));
            config.aliases = inherited.aliases;
        }
    }
    let options = json.get("compilerOptions");
    if let Some(base) = options
        .and_then(|options| options.get("baseUrl"))
        .and_then(|base| base.as_str())
    {
        config.base = join(own, base);
    }
    if let Some(paths) = options
        .and_then(|options| options.get("paths"))
        .and_then(|paths| paths.as_object())
    {
        if config.base.is_none() || options.and_then(|options| options.get("baseUrl")).is_none() {
            config.base = Some(own.to_owned());
        }
        config.aliases = paths
            .iter()
            .map(|(pattern, list)| {
                let list = list
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(|one| one.as_str())
                    .map(str::to_owned);
                (pattern.clone(), list.collect())
            })
            .collect();
    }
    Some(config)
}

/// JSON as tsconfig allows it: comments and trailing commas taken out.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut in_string = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' if in_string => {
                out.push(c);
                out.extend(chars.next());
            }
            '"' => {
                in_string = !in_string;
                out.push(c);
            }
            '/' if !in_string && chars.peek() == Some(&'/') => {
                for skipped in chars.by_ref() {
                    if skipped == '\n' {
                        break;
                    }
                }
            }
            '/' if !in_string && chars.peek() == Some(&'*') => {
                let mut last = ' ';
                chars.next();
                for skipped in chars.by_ref() {
                    if last == '*' && skipped == '/' {
                        break;
                    }
                    last = skipped;
                }
            }
            '}' | ']' if !in_string => {
                let kept = out.trim_end().trim_end_matches(',').len();
                if out[kept..].contains(',') {
                    out.truncate(kept);
                }
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

//! Extracts and resolves a tree without a graph file and prints what `portolan export nodes|edges` would: for measuring
//! extraction and resolution alone. `bare index` does nothing; `bare export nodes|edges|unresolved` works in the current directory.

use std::io::Write;
use std::sync::Arc;

use portolan::lang::extraction::DefIx;
use portolan::resolve::{DefId, Manifest, Project, SourceFile, is_manifest};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().map(String::as_str) != Some("export") {
        return;
    }
    let (mut sources, mut manifests) = (Vec::new(), Vec::new());
    let mut paths: Vec<_> = ignore::WalkBuilder::new(".")
        .require_git(false)
        .build()
        .flatten()
        .collect();
    paths.sort_by(|a, b| a.path().cmp(b.path()));
    for entry in paths {
        let Ok(bytes) = std::fs::read(entry.path()) else {
            continue;
        };
        let path = entry
            .path()
            .strip_prefix(".")
            .unwrap_or(entry.path())
            .to_string_lossy()
            .into_owned();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if is_manifest(&path) {
            manifests.push(Manifest {
                path: path.clone(),
                text: text.clone(),
            });
        }
        let Some(language) = portolan::lang::detect(&path, &bytes) else {
            continue;
        };
        sources.push(SourceFile {
            path,
            extraction: Arc::new(portolan::lang::extract(language, &text)),
        });
    }
    let extractions: Vec<SourceFile> = sources.clone();
    let project = Project::new(sources, &manifests);
    let end = |id: DefId| {
        let file = &extractions[id.file as usize];
        let def = file.extraction.def(id.def);
        let name = file.extraction.name(def.name);
        let name = if id.def == DefIx::FILE {
            file.path.rsplit('/').next().unwrap_or_default()
        } else {
            name
        };
        serde_json::json!({"kind": def.kind.as_str(), "name": name, "qualified": project.qualified(id), "file": file.path, "line": def.line, "end_line": def.end_line})
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (file, source) in extractions.iter().enumerate() {
        let file = u32::try_from(file).unwrap_or(0);
        if args.get(1).map(String::as_str) == Some("nodes") {
            for def in 0..source.extraction.defs.len() {
                let id = DefId {
                    file,
                    def: DefIx(u32::try_from(def).unwrap_or(0)),
                };
                if !source.extraction.def(id.def).anonymous {
                    let _ = writeln!(out, "{}", end(id));
                }
            }
            continue;
        }
        let found = project.resolve_file(file);
        if args.get(1).map(String::as_str) == Some("unresolved") {
            for one in found.unresolved {
                let line = serde_json::json!({"kind": one.kind.as_str(), "caller": end(one.source), "name": one.name,
                    "site": {"file": source.path, "line": one.line, "column": one.column},
                    "reason": format!("{:?}", one.reason), "library": one.library});
                let _ = writeln!(out, "{line}");
            }
            continue;
        }
        for edge in found.edges {
            let line = serde_json::json!({"kind": edge.kind.as_str(), "caller": end(edge.source), "callee": end(edge.target),
                "site": {"file": source.path, "line": edge.line, "column": edge.column},
                "resolution": edge.resolution.as_str(), "confidence": edge.confidence});
            let _ = writeln!(out, "{line}");
        }
    }
}

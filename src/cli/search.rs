//! `search`: symbols by name.

use serde_json::json;

use crate::query::search::{Index, Query, kinds, unknown_kind};

use super::args::{Global, Search};
use super::error::{Outcome, Status, note, usage};
use super::json::Symbol;
use super::out::Out;
use super::project::Project;
use super::symbol::list;

pub fn run(global: &Global, options: &Search, out: &mut Out) -> Outcome {
    let query = read(options)?;
    let reader = Project::locate(global, None)?.reader()?;
    for problem in &query.problems {
        note(problem);
    }
    let index = Index::load(&reader)?;
    // What is empty asks for nothing; in the map the same query shows everything.
    let hits = match query.is_empty() {
        true => Vec::new(),
        false => index.search(&query, options.limit, &|| true).unwrap_or_default(),
    };
    let ids: Vec<_> = hits.iter().map(|hit| hit.id).collect();
    let nodes = reader.nodes(&ids)?;
    if out.json {
        let results: Vec<Symbol> = nodes.iter().map(Symbol::new).collect();
        out.document(&json!({"results": results}))?;
    } else {
        list(&nodes, out)?;
    }
    if nodes.is_empty() {
        note(&nothing(options, &query, &index));
        return Ok(Status::None);
    }
    Ok(Status::Done)
}

/// The query with what `--kind` and `--path` add to it.
fn read(options: &Search) -> anyhow::Result<Query> {
    let mut query = Query::parse(&options.query.join(" "));
    for word in &options.kind {
        query
            .kinds
            .extend(kinds(word).ok_or_else(|| usage(unknown_kind(word)))?);
    }
    query.paths.extend(options.path.clone());
    Ok(query)
}

fn nothing(options: &Search, query: &Query, index: &Index) -> String {
    if index.is_empty() {
        return "nothing is indexed here; `portolan status` says what was left out".to_owned();
    }
    if query.is_empty() {
        return "the query is empty; give a part of a name, or a filter such as kind:fn".to_owned();
    }
    format!("nothing fits `{}`", options.query.join(" "))
}

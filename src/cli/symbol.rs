//! From what was typed as SYMBOL to symbols; or to the answer that says why there is none.

use serde_json::json;

use crate::graph::{Node, NodeFlags, NodeKind};
use crate::query::find;
use crate::query::search::Index;
use crate::store::Reader;

use super::error::note;
use super::json::Symbol;
use super::out::{Out, Style, columns, count};

/// Names offered where nothing fits.
const SIMILAR: usize = 5;

/// The one symbol that is meant, with its other definitions: overloads and conditional definitions of one qualified
/// name in one file, and declarations beside a definition, count as one. `None`: nothing fits, or several do; that
/// has been told then, and nothing was guessed silently.
pub fn one(reader: &Reader, text: &str, out: &mut Out) -> anyhow::Result<Option<Vec<Node>>> {
    let mut found = find(reader, text)?;
    if found.is_empty() {
        tell_none(reader, text, out)?;
        return Ok(None);
    }
    if is_one(&found) {
        return Ok(Some(found));
    }
    // Who types the name of a type or function hardly means a field of that name, or one in a test; which ones were
    // passed over is said all the same.
    let parts: Vec<Node> = found.extract_if(.., |node| is_part(node) || is_aside(node)).collect();
    if !found.is_empty() && is_one(&found) {
        let others: Vec<String> = parts
            .iter()
            .map(|node| format!("{} {}", node.kind, node.qualified))
            .collect();
        note(&format!("`{text}` is also {}", others.join(", ")));
        return Ok(Some(found));
    }
    found.extend(parts);
    tell_several(text, &found, out)?;
    Ok(None)
}

/// Something inside a definition, rather than one by itself.
fn is_part(node: &Node) -> bool {
    use NodeKind::{EnumMember, Field, Parameter, Property, Variable};
    matches!(node.kind, EnumMember | Field | Parameter | Property | Variable)
}

/// Test, example or generated code.
fn is_aside(node: &Node) -> bool {
    [NodeFlags::TEST, NodeFlags::EXAMPLE, NodeFlags::GENERATED]
        .iter()
        .any(|flag| node.flags.contains(*flag))
}

fn is_one(found: &[Node]) -> bool {
    let defined = |node: &&Node| !node.flags.contains(NodeFlags::DECLARATION);
    let first = found.iter().find(defined).or(found.first());
    first.is_none_or(|first| {
        found.iter().all(|node| node.qualified == first.qualified)
            && found.iter().filter(defined).all(|node| node.file == first.file)
    })
}

fn tell_none(reader: &Reader, text: &str, out: &mut Out) -> anyhow::Result<()> {
    note(&format!("no symbol is called `{text}`"));
    let similar = Index::load(reader)?.similar(text, SIMILAR);
    if !similar.is_empty() {
        let names: Vec<&str> = similar.iter().map(|hit| hit.qualified.as_str()).collect();
        note(&format!("did you mean {}?", names.join(", ")));
    }
    if out.json {
        let similar: Vec<_> = similar.iter().map(|hit| &hit.qualified).collect();
        out.document(&json!({"results": [], "similar": similar}))?;
    }
    Ok(())
}

fn tell_several(text: &str, found: &[Node], out: &mut Out) -> anyhow::Result<()> {
    note(&format!(
        "`{text}` fits {}; say which by its qualified name or by path:line",
        count(found.len(), "symbol")
    ));
    if out.json {
        let results: Vec<Symbol> = found.iter().map(Symbol::new).collect();
        out.document(&json!({"ambiguous": true, "results": results}))?;
        return Ok(());
    }
    list(found, out)?;
    Ok(())
}

/// Symbols, one a line: kind, qualified name, place.
pub fn list(nodes: &[Node], out: &mut Out) -> std::io::Result<()> {
    let kinds = columns(nodes.iter().map(|node| node.kind.as_str()), 12);
    let names = columns(nodes.iter().map(|node| node.qualified.as_str()), 60);
    for node in nodes {
        let mut line = out.pad(Style::Kind, node.kind.as_str(), kinds);
        line += "  ";
        line += &out.pad(Style::Name, &node.qualified, names);
        line += "  ";
        line += &out.paint(Style::Path, &place(node));
        line += &marks(node, out);
        out.line(&line)?;
    }
    Ok(())
}

/// `src/main.rs:12`.
pub fn place(node: &Node) -> String {
    format!("{}:{}", node.file, node.line)
}

/// The words of the flags that tell one symbol from its like.
pub fn marks(node: &Node, out: &Out) -> String {
    let words: Vec<&str> = node.flags.words().collect();
    match words.is_empty() {
        true => String::new(),
        false => format!("  {}", out.paint(Style::Dim, &words.join(" "))),
    }
}

/// The heading of an answer about one symbol: its kind, qualified name, visibility and places.
pub fn heading(nodes: &[Node], out: &mut Out) -> std::io::Result<()> {
    for node in nodes {
        let line = format!(
            "{} {}  {}{}",
            out.paint(Style::Kind, node.kind.as_str()),
            out.paint(Style::Name, &node.qualified),
            out.paint(Style::Path, &place(node)),
            marks(node, out)
        );
        out.line(&line)?;
    }
    Ok(())
}

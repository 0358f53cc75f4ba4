//! Lines of a symbol as they stand on disk now.

use std::path::Path;

use crate::graph::Node;
use crate::store::Reader;
use crate::text::LineTable;

/// The source of a symbol.
pub struct Source {
    /// Number and text of each line, line breaks taken off.
    pub lines: Vec<(u32, String)>,
    /// The file has changed since it was indexed, so that the lines may be others.
    pub stale: bool,
}

/// Reads a symbol's lines, attributes and decorators included. `None` where its file cannot be read.
pub fn read(reader: &Reader, root: &Path, node: &Node) -> anyhow::Result<Option<Source>> {
    let Ok(bytes) = std::fs::read(root.join(&node.file)) else {
        return Ok(None);
    };
    let indexed = reader.file(&node.file)?;
    let stale = indexed.is_none_or(|file| file.hash != xxhash_rust::xxh3::xxh3_64(&bytes));
    let text = String::from_utf8_lossy(&bytes);
    let table = LineTable::new(&text);
    let first = match stale {
        true => node.line,
        false => table.line_at(node.start_byte as usize).min(node.line),
    };
    let lines = (first..=node.end_line)
        .map_while(|number| Some((number, text.get(table.range(number)?)?)))
        .map(|(number, line)| (number, line.trim_end_matches(['\n', '\r']).to_owned()))
        .collect();
    Ok(Some(Source { lines, stale }))
}

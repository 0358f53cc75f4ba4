//! From what a file says to the nodes that the graph keeps of it.

use std::collections::HashMap;
use std::ops::Range;

use crate::graph::{NodeFlags, NodeKind, Visibility};
use crate::lang::extraction::{Def, DefIx, Extraction};
use crate::store::{NewNode, Words};

/// Of text without a grammar, this much is found by its words.
const PLAIN_TEXT: usize = 256 << 10;

/// The place among the file's nodes of each definition; of an anonymous one, that of the nearest named one around it.
///
/// Follows from the extraction alone, so it need not be kept.
pub(super) fn places(extraction: &Extraction) -> Vec<usize> {
    let mut places: Vec<usize> = Vec::with_capacity(extraction.defs.len());
    let mut next = 1;
    for (index, def) in extraction.defs.iter().enumerate() {
        if index == DefIx::FILE.ix() {
            places.push(0);
        } else if def.anonymous {
            places.push(places.get(def.parent.ix()).copied().unwrap_or(0));
        } else {
            places.push(next);
            next += 1;
        }
    }
    places
}

/// The file's own node and its symbols. `flags` are set on each of them.
pub(super) fn nodes(
    path: &str,
    text: &str,
    lines: u32,
    extraction: Option<&Extraction>,
    flags: NodeFlags,
) -> Vec<NewNode> {
    let Some(extraction) = extraction else {
        return vec![plain_file(path, text, lines, flags)];
    };
    let places = places(extraction);
    let own_texts = own_texts(extraction, &places, text.len());
    let separator = crate::lang::by_id(&extraction.language).map_or(".", |language| language.semantics.separator);
    let mut nodes: Vec<NewNode> = Vec::with_capacity(extraction.defs.len());
    let mut ordinals: HashMap<(NodeKind, String), u32> = HashMap::new();
    for (index, def) in extraction.defs.iter().enumerate() {
        if index != DefIx::FILE.ix() && def.anonymous {
            continue;
        }
        let bodies: Vec<&str> = own_texts[nodes.len()]
            .iter()
            .filter_map(|range| text.get(range.clone()))
            .collect();
        if index == DefIx::FILE.ix() {
            let mut file = file_node(path, text, lines, flags | def.flags);
            file.words = Words::of(&file.name, path, "", &def.doc, &bodies);
            file.doc.clone_from(&def.doc);
            nodes.push(file);
            continue;
        }
        let parent = places.get(def.parent.ix()).copied().unwrap_or(0);
        let name = extraction.name(def.name);
        let qualified = match (parent, nodes.get(parent)) {
            (1.., Some(container)) => format!("{}{separator}{name}", container.qualified),
            _ => name.to_string(),
        };
        let ordinal = ordinals.entry((def.kind, qualified.clone())).or_default();
        nodes.push(symbol(def, name, qualified, parent, *ordinal, flags, &bodies));
        *ordinal += 1;
    }
    nodes
}

/// The node of a file without symbols: not admitted, or without a grammar.
pub(super) fn plain_file(path: &str, text: &str, lines: u32, flags: NodeFlags) -> NewNode {
    let mut file = file_node(path, text, lines, flags);
    let shown = if flags.contains(NodeFlags::GENERATED) {
        ""
    } else {
        &text[..text.floor_char_boundary(PLAIN_TEXT)]
    };
    file.words = Words::of(&file.name, path, "", "", &[shown]);
    file
}

fn file_node(path: &str, text: &str, lines: u32, flags: NodeFlags) -> NewNode {
    let name = path.rsplit('/').next().unwrap_or(path);
    NewNode {
        parent: None,
        kind: NodeKind::File,
        name: name.to_string(),
        qualified: path.to_string(),
        line: 1,
        end_line: lines.max(1),
        start_byte: 0,
        end_byte: u32::try_from(text.len()).unwrap_or(u32::MAX),
        signature: String::new(),
        doc: String::new(),
        visibility: Visibility::Unknown,
        flags,
        ordinal: 0,
        words: Words::default(),
    }
}

fn symbol(
    def: &Def,
    name: &str,
    qualified: String,
    parent: usize,
    ordinal: u32,
    flags: NodeFlags,
    bodies: &[&str],
) -> NewNode {
    NewNode {
        parent: Some(parent),
        kind: def.kind,
        name: name.to_string(),
        line: def.line,
        end_line: def.end_line,
        start_byte: def.start,
        end_byte: def.end,
        signature: def.signature.clone(),
        doc: def.doc.clone(),
        visibility: def.visibility,
        flags: def.flags | flags,
        ordinal,
        words: Words::of(name, &qualified, &def.signature, &def.doc, bodies),
        qualified,
    }
}

/// For each node the parts of the text that are its own: its range without those of the nodes inside.
fn own_texts(extraction: &Extraction, places: &[usize], length: usize) -> Vec<Vec<Range<usize>>> {
    let count = places.iter().max().map_or(1, |last| last + 1);
    let mut ranges = vec![0..length; count];
    let mut inside: Vec<Vec<Range<usize>>> = vec![Vec::new(); count];
    for (index, def) in extraction.defs.iter().enumerate() {
        if index == DefIx::FILE.ix() || def.anonymous {
            continue;
        }
        let range = def.start as usize..def.end as usize;
        let parent = places.get(def.parent.ix()).copied().unwrap_or(0);
        ranges[places[index]] = range.clone();
        inside[parent].push(range);
    }
    ranges
        .into_iter()
        .zip(inside)
        .map(|(range, inside)| without(range, inside))
        .collect()
}

fn without(range: Range<usize>, mut holes: Vec<Range<usize>>) -> Vec<Range<usize>> {
    holes.sort_by_key(|hole| hole.start);
    let mut rest = Vec::new();
    let mut at = range.start;
    for hole in holes {
        if at < hole.start.min(range.end) {
            rest.push(at..hole.start.min(range.end));
        }
        at = at.max(hole.end);
    }
    if at < range.end {
        rest.push(at..range.end);
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn python(source: &str) -> Vec<NewNode> {
        let language = crate::lang::by_id("python").unwrap();
        let extraction = crate::lang::extract(language, source);
        let lines = crate::text::LineTable::new(source).count();
        nodes("lib/shop.py", source, lines, Some(&extraction), NodeFlags::default())
    }

    #[test]
    fn what_is_cut_out_leaves_the_rest() {
        assert_eq!(without(0..10, vec![6..8, 2..4]), [0..2, 4..6, 8..10]);
        assert!(without(0..10, Vec::from_iter([0..6, 6..10])).is_empty());
        assert_eq!(without(5..10, vec![0..6, 9..20]).first(), Some(&(6..9)));
        assert_eq!(without(0..4, vec![1..3, 2..3]), [0..1, 3..4]);
    }

    #[test]
    fn a_file_becomes_a_tree_with_the_file_on_top() {
        let nodes = python(
            "\"\"\"Sells.\"\"\"\nclass Order:\n    def total(self):\n        return 1\n\ndef main():\n    pass\n",
        );
        let told: Vec<_> = nodes
            .iter()
            .map(|node| (node.qualified.as_str(), node.parent, node.line))
            .collect();
        assert_eq!(
            told,
            [
                ("lib/shop.py", None, 1),
                ("Order", Some(0), 2),
                ("Order.total", Some(1), 3),
                ("main", Some(0), 6)
            ]
        );
        assert_eq!((nodes[0].end_line, nodes[0].end_byte), (7, 86));
    }

    #[test]
    fn namesakes_are_counted() {
        let nodes = python("def f(): pass\ndef f(): pass\nclass f: pass\n");
        let told: Vec<_> = nodes.iter().skip(1).map(|node| (node.kind, node.ordinal)).collect();
        assert_eq!(
            told,
            [(NodeKind::Function, 0), (NodeKind::Function, 1), (NodeKind::Class, 0)]
        );
    }

    #[test]
    fn words_of_a_body_belong_to_the_innermost_symbol_only() {
        let nodes = python("apple = 1\nclass C:\n    # pear\n    def f(self):\n        plum()\n        plum()\n");
        let body = |qualified: &str| {
            let node = nodes.iter().find(|node| node.qualified == qualified).unwrap();
            node.words.clone()
        };
        let holds = |qualified: &str, word: &str| format!("{:?}", body(qualified)).contains(word);
        assert_eq!(
            (holds("C.f", "plum"), holds("C", "plum"), holds("lib/shop.py", "plum")),
            (true, false, false)
        );
        assert_eq!(
            (holds("C.f", "pear"), holds("C", "pear"), holds("lib/shop.py", "pear")),
            (false, true, false)
        );
    }
}

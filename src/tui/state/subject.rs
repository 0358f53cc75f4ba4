//! The symbol in the middle of Explore, with everything that stands around it.

use std::borrow::Cow;

use crate::graph::{EdgeKind, Node, NodeId, NodeKind};
use crate::query::walk::Neighbours;

/// A symbol that can be found again after a re-index.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    pub id: NodeId,
    /// [`Node::key`].
    pub key: String,
    pub kind: NodeKind,
    pub name: String,
    pub qualified: String,
    pub file: String,
    pub line: u32,
}

impl Mark {
    pub fn of(node: &Node) -> Self {
        Self {
            id: node.id,
            key: node.key(),
            kind: node.kind,
            name: node.name.clone(),
            qualified: node.qualified.clone(),
            file: node.file.clone(),
            line: node.line,
        }
    }
}

/// A symbol and its surroundings, as of one generation.
#[derive(Debug, Clone, PartialEq)]
pub struct Subject {
    pub node: Node,
    /// From the topmost directory to the direct container.
    pub ancestors: Vec<Node>,
    pub callers: Neighbours,
    pub callees: Neighbours,
    /// What the outline lists: the subject itself where it is a container, else what contains it.
    pub container: Option<Node>,
    /// Members of that container, those of inner containers indented below them.
    pub members: Vec<Member>,
    pub relations: Vec<Relation>,
    pub generation: u64,
}

/// One row of an outline.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    pub node: Node,
    /// 0: direct member.
    pub depth: u8,
}

/// A type, a supertype, a subtype, an import: something related by other edges than calls.
#[derive(Debug, Clone, PartialEq)]
pub struct Relation {
    pub node: Node,
    /// What the node is to the subject: `returns`, `implements`, `extended by`, …
    pub label: Cow<'static, str>,
    pub kind: EdgeKind,
    pub confidence: f32,
    /// Where the relation is written.
    pub file: String,
    pub line: u32,
}

impl Subject {
    pub fn is_container(&self) -> bool {
        is_container(self.node.kind)
    }

    /// Whether it is the project itself, which is no symbol of the graph.
    pub fn is_home(&self) -> bool {
        self.node.kind == NodeKind::Directory && self.node.file.is_empty()
    }
}

/// A kind whose members are what one wants to see first.
pub const fn is_container(kind: NodeKind) -> bool {
    kind.is_container() && !matches!(kind, NodeKind::TypeAlias)
}

/// A name with its container where that helps: what stands before the name, then the name. `Router::` and `route`.
pub fn display_name<'a>(qualified: &'a str, name: &'a str, kind: NodeKind) -> (&'a str, &'a str) {
    if matches!(kind, NodeKind::File | NodeKind::Directory) {
        return ("", name);
    }
    let Some(before) = qualified.strip_suffix(name) else {
        return ("", name);
    };
    let trimmed = before.trim_end_matches([':', '.', '#', '/', '\\']);
    let start = trimmed.rfind([':', '.', '#', '/', '\\']).map_or(0, |at| at + 1);
    (&before[start..], name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_shown_with_its_container() {
        let show = |qualified, name| display_name(qualified, name, NodeKind::Method);
        assert_eq!(show("tokio::runtime::Builder::build", "build"), ("Builder::", "build"));
        assert_eq!(show("payment.service.Order.process", "process"), ("Order.", "process"));
        assert_eq!(show("main", "main"), ("", "main"));
        assert_eq!(show("other", "name"), ("", "name"));
        assert_eq!(show("", ""), ("", ""));
        assert_eq!(display_name("src/lib.rs", "lib.rs", NodeKind::File), ("", "lib.rs"));
    }
}

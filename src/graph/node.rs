//! Symbols.

use super::{NodeKind, Visibility};

/// Row id of a node in one graph file. It does not survive a re-index of the node's file: hold on to a
/// symbol across generations by [`Node::key`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub i64);

/// Properties a symbol has or lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize)]
pub struct NodeFlags(pub u32);

impl NodeFlags {
    pub const TEST: Self = Self(1);
    pub const GENERATED: Self = Self(1 << 1);
    pub const DEPRECATED: Self = Self(1 << 2);
    pub const ASYNC: Self = Self(1 << 3);
    pub const STATIC: Self = Self(1 << 4);
    pub const ABSTRACT: Self = Self(1 << 5);
    /// Made at run time or only known from a registration.
    pub const RUNTIME: Self = Self(1 << 6);
    /// A declaration without a body: a C prototype, an overload signature.
    pub const DECLARATION: Self = Self(1 << 7);
    /// A constructor.
    pub const CONSTRUCTOR: Self = Self(1 << 8);
    /// Lives in example, bench or documentation code.
    pub const EXAMPLE: Self = Self(1 << 9);

    /// Flags with their words, in the order in which they are exported.
    pub const NAMED: &'static [(Self, &'static str)] = &[
        (Self::TEST, "test"),
        (Self::GENERATED, "generated"),
        (Self::DEPRECATED, "deprecated"),
        (Self::ASYNC, "async"),
        (Self::STATIC, "static"),
        (Self::ABSTRACT, "abstract"),
        (Self::RUNTIME, "runtime"),
        (Self::DECLARATION, "declaration"),
        (Self::CONSTRUCTOR, "constructor"),
        (Self::EXAMPLE, "example"),
    ];

    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The words of the flags that are set.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        Self::NAMED
            .iter()
            .filter(move |(flag, _)| self.contains(*flag))
            .map(|(_, word)| *word)
    }
}

impl std::ops::BitOr for NodeFlags {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for NodeFlags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// A symbol: a definition in the code, or a file, a directory, a route.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub id: NodeId,
    /// The containing symbol; `None` for the topmost directory or file.
    pub parent: Option<NodeId>,
    pub kind: NodeKind,
    /// The simple name.
    pub name: String,
    /// The name in the language's own notation, e.g. `tokio::runtime::Builder::build`.
    pub qualified: String,
    /// Path relative to the root, `/` between parts.
    pub file: String,
    /// First line of the definition (of its keyword or name, decorators and doc comments excluded), from 1.
    pub line: u32,
    /// Last line, inclusive, from 1.
    pub end_line: u32,
    /// Byte offset of the first byte of the definition, attributes and decorators included, in the file as indexed.
    pub start_byte: u32,
    /// Byte offset past the last byte.
    pub end_byte: u32,
    /// The definition without its body, on one line.
    pub signature: String,
    /// The doc comment, its markers taken off; empty when there is none.
    pub doc: String,
    pub visibility: Visibility,
    pub flags: NodeFlags,
    /// Counts symbols of the same file, qualified name and kind from 0, in source order.
    pub ordinal: u32,
}

impl Node {
    /// The stable key: the same symbol keeps it from one index to the next.
    pub fn key(&self) -> String {
        format!(
            "{}\u{1f}{}\u{1f}{}\u{1f}{}",
            self.file, self.qualified, self.kind, self.ordinal
        )
    }

    pub fn is_test(&self) -> bool {
        self.flags.contains(NodeFlags::TEST)
    }
}

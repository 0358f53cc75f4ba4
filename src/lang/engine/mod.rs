//! The one mechanism by which every language is extracted: a single walk over the syntax tree that looks up each
//! node's kind in the language's table and does what the rule says.
//!
//! The walk is recursive up to a fixed depth; what lies deeper is put aside with its context and walked later from the
//! top of the stack, so that no tree, however deep, is lost or overflows the stack.
//!
//! Invariant: no language is known here by name; what differs stands in the language's table and functions.
//!
//! Start reading at [`Extractor::visit`].

mod again;
mod broken;
mod define;
mod lead;
mod table;
mod visit;

use rustc_hash::FxHashMap as HashMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tree_sitter::{Node, ParseOptions, Parser, Tree, TreeCursor};

pub use define::Draft;
pub use lead::Lead;
pub use table::{Rule, Table, Visit};

use again::Trees;

use super::Language;
use super::extraction::{
    Binding, BindingIx, BindingKind, DefIx, Expr, ExprIx, ExprNode, Extraction, Name, Reference, ReferenceKind, Scope,
    ScopeIx, ScopeKind, Target, Type, TypeIx, TypeNode, Via,
};
use crate::graph::{NodeFlags, NodeKind, Visibility};

/// Deepest recursion of the walk; what is deeper is postponed. A frame takes about half a kilobyte in release builds.
const MAX_DEPTH: u32 = 300;
/// Deepest nesting of a written type; what is deeper is unknown.
const MAX_TYPE_DEPTH: u32 = 64;
/// Longest time for parsing one file: hostile input can take some grammars minutes.
const PARSE_LIMIT: Duration = Duration::from_secs(3);

/// Extracts one file. Never fails: what does not parse is left out and counted in [`Extraction::errors`].
pub(super) fn extract(language: &'static Language, table: &'static Table, source: &str) -> Extraction {
    let prepared = language.prepare.and_then(|prepare| prepare(source));
    let prepared = prepared.filter(|text| text.len() == source.len());
    let Some(tree) = parse(table, prepared.as_deref().unwrap_or(source)) else {
        let trees = Trees::default();
        let mut empty = Extractor::new(language, table, source, &trees).finish();
        empty.cut_short = Some(format!("parsing took more than {} seconds", PARSE_LIMIT.as_secs()));
        return empty;
    };
    let trees = Trees::default();
    let mut x = Extractor::new(language, table, source, &trees);
    let root = tree.root_node();
    x.out.errors = broken::errors(root);
    (language.file)(&mut x, root);
    while let Some((node, context)) = x.postponed.pop() {
        x.context = context;
        x.visit(node);
    }
    x.finish()
}

fn parse(table: &Table, source: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&table.grammar).ok()?;
    let bytes = source.as_bytes();
    parse_within(&mut parser, PARSE_LIMIT, |at| bytes.get(at..).unwrap_or_default())
}

/// Parses what `read` gives for a byte offset; `None` when it takes longer than the limit.
fn parse_within<'s>(parser: &mut Parser, limit: Duration, mut read: impl FnMut(usize) -> &'s [u8]) -> Option<Tree> {
    let start = Instant::now();
    let mut within_limit = |_: &tree_sitter::ParseState| {
        if start.elapsed() > limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let options = ParseOptions::new().progress_callback(&mut within_limit);
    let tree = parser.parse_with_options(&mut |at, _| read(at), None, Some(options));
    if tree.is_none() {
        // A parser that was stopped would go on with the old text.
        parser.reset();
    }
    tree
}

/// Where in definitions and scopes the walk stands.
#[derive(Clone, Copy)]
struct Context {
    def: DefIx,
    scope: ScopeIx,
    in_macro: bool,
}

/// The state of one file's walk.
pub struct Extractor<'t> {
    pub source: &'t str,
    pub language: &'static Language,
    /// What is being made.
    pub out: Extraction,
    table: &'static Table,
    names: HashMap<&'t str, Name>,
    owned_names: HashMap<String, Name>,
    context: Context,
    depth: u32,
    type_depth: u32,
    /// True while the node being visited is the target of a call or an assignment: its outermost name is no read.
    quiet: bool,
    postponed: Vec<(Node<'t>, Context)>,
    /// Values returned so far, for each function being walked.
    returns: Vec<Vec<ExprIx>>,
    lead: Lead<'t>,
    cursors: Vec<TreeCursor<'t>>,
    line_starts: Vec<u32>,
    /// Trees of parts that were parsed again, and the parser for them.
    trees: &'t Trees,
    parser: Option<Parser>,
    /// Bytes that were parsed again.
    read_again: usize,
}

impl<'t> Extractor<'t> {
    fn new(language: &'static Language, table: &'static Table, source: &'t str, trees: &'t Trees) -> Self {
        let mut line_starts = vec![0];
        line_starts.extend(
            source
                .bytes()
                .enumerate()
                .filter(|(_, b)| *b == b'\n')
                .map(|(i, _)| offset(i + 1)),
        );
        let mut x = Self {
            source,
            language,
            table,
            out: Extraction {
                language: language.id.to_owned(),
                ..Extraction::default()
            },
            names: HashMap::default(),
            owned_names: HashMap::default(),
            context: Context {
                def: DefIx::FILE,
                scope: ScopeIx::FILE,
                in_macro: false,
            },
            depth: 0,
            type_depth: 0,
            quiet: false,
            postponed: Vec::new(),
            returns: Vec::new(),
            lead: Lead::default(),
            cursors: Vec::new(),
            line_starts,
            trees,
            parser: None,
            read_again: 0,
        };
        x.out.scopes.push(Scope {
            parent: None,
            kind: ScopeKind::File,
            def: DefIx::FILE,
            start: 0,
            end: offset(source.len()),
        });
        x.out.exprs.push(ExprNode {
            scope: ScopeIx::FILE,
            at: 0,
            kind: Expr::Unknown,
        });
        x.out.types.push(TypeNode {
            scope: ScopeIx::FILE,
            at: 0,
            kind: Type::Unknown,
        });
        let name = x.intern("");
        let mut file = define::plain_def(NodeKind::File, name);
        file.scope = Some(ScopeIx::FILE);
        file.line = 1;
        file.name_line = 1;
        file.end_line = offset(x.line_starts.len());
        file.end = offset(source.len());
        file.visibility = Visibility::Public;
        file.flags = NodeFlags::default();
        x.out.defs.push(file);
        x
    }

    fn finish(mut self) -> Extraction {
        self.drop_local_reads();
        self.out
    }

    // --- the text -----------------------------------------------------------------------------------------------

    /// The node's text.
    pub fn text(&self, node: Node<'t>) -> &'t str {
        self.source.get(node.byte_range()).unwrap_or_default()
    }

    /// Line from 1 and byte column from 0 of a byte offset.
    pub fn position(&self, at: u32) -> (u32, u32) {
        let line = self.line_starts.partition_point(|start| *start <= at);
        (
            offset(line),
            at - self.line_starts.get(line.saturating_sub(1)).copied().unwrap_or(0),
        )
    }

    /// Interns a piece of the source.
    pub fn intern(&mut self, text: &'t str) -> Name {
        if let Some(name) = self.names.get(text) {
            return *name;
        }
        let name = Name(offset(self.out.names.len()));
        self.out.names.push(text.to_owned());
        self.names.insert(text, name);
        name
    }

    /// Interns a made string.
    pub fn intern_owned(&mut self, text: &str) -> Name {
        if let Some(name) = self.names.get(text).or_else(|| self.owned_names.get(text)) {
            return *name;
        }
        let name = Name(offset(self.out.names.len()));
        self.out.names.push(text.to_owned());
        self.owned_names.insert(text.to_owned(), name);
        name
    }

    /// Interns the node's text.
    pub fn name_of(&mut self, node: Node<'t>) -> Name {
        self.intern(self.text(node))
    }

    // --- the tree -----------------------------------------------------------------------------------------------

    /// The child in a field of the grammar; `""`: the first named child that is no comment.
    pub fn field(&mut self, node: Node<'t>, field: &'static str) -> Option<Node<'t>> {
        if field.is_empty() {
            return self.children(node).first().copied();
        }
        node.child_by_field_id(self.table.field(field)?)
    }

    /// The named children, comments left out.
    pub fn children(&mut self, node: Node<'t>) -> Vec<Node<'t>> {
        let mut found = Vec::with_capacity(node.named_child_count());
        let mut cursor = self.cursor(node);
        if cursor.goto_first_child() {
            loop {
                let child = cursor.node();
                if child.is_named() && self.table.lead(child.kind_id()) != table::COMMENT {
                    found.push(child);
                }
                if !cursor.goto_next_sibling() {
                    break;
                }
            }
        }
        self.cursors.push(cursor);
        found
    }

    /// All children, anonymous tokens too.
    pub fn all_children(&mut self, node: Node<'t>) -> Vec<Node<'t>> {
        let mut cursor = self.cursor(node);
        let found = node.children(&mut cursor).collect();
        self.cursors.push(cursor);
        found
    }

    /// All children in a field that can be given several times.
    pub fn fields(&mut self, node: Node<'t>, field: &'static str) -> Vec<Node<'t>> {
        let Some(id) = self.table.field(field).and_then(std::num::NonZeroU16::new) else {
            return Vec::new();
        };
        let mut cursor = self.cursor(node);
        let found = node.children_by_field_id(id, &mut cursor).collect();
        self.cursors.push(cursor);
        found
    }

    /// The first child of this kind, anonymous tokens included.
    pub fn child_of_kind(&mut self, node: Node<'t>, kind: &str) -> Option<Node<'t>> {
        self.all_children(node).into_iter().find(|child| child.kind() == kind)
    }

    fn cursor(&mut self, node: Node<'t>) -> TreeCursor<'t> {
        match self.cursors.pop() {
            Some(mut cursor) => {
                cursor.reset(node);
                cursor
            }
            None => node.walk(),
        }
    }

    // --- what is being made ---------------------------------------------------------------------------------------

    /// The innermost definition around the walk.
    pub fn def(&self) -> DefIx {
        self.context.def
    }

    /// The innermost scope around the walk.
    pub fn scope(&self) -> ScopeIx {
        self.context.scope
    }

    /// The innermost type definition around the walk, if there is one.
    pub fn enclosing_type(&self) -> Option<DefIx> {
        let mut def = self.context.def;
        while def != DefIx::FILE {
            if self.out.def(def).kind.is_type() {
                return Some(def);
            }
            def = self.out.def(def).parent;
        }
        None
    }

    /// Adds an expression at a node, seen from the current scope.
    pub fn expr(&mut self, node: Node<'t>, kind: Expr) -> ExprIx {
        self.expr_at(offset(node.start_byte()), kind)
    }

    /// Adds an expression at a byte offset.
    pub fn expr_at(&mut self, at: u32, kind: Expr) -> ExprIx {
        let ix = ExprIx(offset(self.out.exprs.len()));
        self.out.exprs.push(ExprNode {
            scope: self.context.scope,
            at,
            kind,
        });
        ix
    }

    /// Adds a type at a node, seen from the current scope.
    pub fn type_at(&mut self, node: Node<'t>, kind: Type) -> TypeIx {
        let ix = TypeIx(offset(self.out.types.len()));
        self.out.types.push(TypeNode {
            scope: self.context.scope,
            at: offset(node.start_byte()),
            kind,
        });
        ix
    }

    /// A written type, lowered by the language; `None` gives [`TypeIx::NONE`].
    pub fn ty(&mut self, node: Option<Node<'t>>) -> TypeIx {
        let Some(node) = node else { return TypeIx::NONE };
        if self.type_depth >= MAX_TYPE_DEPTH {
            return TypeIx::NONE;
        }
        self.type_depth += 1;
        let ty = (self.language.types)(self, node);
        self.type_depth -= 1;
        ty
    }

    /// A named type together with the reference to it.
    pub fn named_type(&mut self, node: Node<'t>, path: Vec<Name>, args: Vec<TypeIx>) -> TypeIx {
        let ty = self.type_at(node, Type::Named { root: None, path, args });
        self.reference(ReferenceKind::Type, Target::Type(ty), offset(node.start_byte()));
        ty
    }

    /// Adds a reference from the current definition, written at a byte offset (of the name).
    pub fn reference(&mut self, kind: ReferenceKind, target: Target, at: u32) {
        let (line, column) = self.position(at);
        let from = self.context.def;
        self.out.references.push(Reference {
            kind,
            from,
            target,
            line,
            column,
            in_macro: self.context.in_macro,
        });
    }

    /// Binds a name in the current scope.
    pub fn bind(
        &mut self,
        name: Name,
        kind: BindingKind,
        from: u32,
        ty: TypeIx,
        (value, via): (ExprIx, Via),
    ) -> BindingIx {
        self.bind_in(self.context.scope, name, kind, from, ty, (value, via))
    }

    /// Binds a name in another scope than the current one.
    pub fn bind_in(
        &mut self,
        scope: ScopeIx,
        name: Name,
        kind: BindingKind,
        from: u32,
        ty: TypeIx,
        (value, via): (ExprIx, Via),
    ) -> BindingIx {
        let ix = BindingIx(offset(self.out.bindings.len()));
        self.out.bindings.push(Binding {
            scope,
            name,
            kind,
            from,
            ty,
            value,
            via,
        });
        ix
    }

    /// The nearest scope around the walk of one of these kinds.
    pub fn scope_of_kind(&self, kinds: &[ScopeKind]) -> ScopeIx {
        let mut scope = self.context.scope;
        while !kinds.contains(&self.out.scope(scope).kind) {
            match self.out.scope(scope).parent {
                Some(parent) => scope = parent,
                None => break,
            }
        }
        scope
    }

    /// Does something inside of a new scope that spans the node.
    pub fn in_scope<R>(&mut self, kind: ScopeKind, node: Node<'t>, inside: impl FnOnce(&mut Self) -> R) -> R {
        let scope = self.open_scope(kind, self.context.def, node);
        let outer = std::mem::replace(&mut self.context.scope, scope);
        let result = inside(self);
        self.context.scope = outer;
        result
    }

    /// Does something that stands inside the arguments of a macro.
    pub fn in_macro<R>(&mut self, inside: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.context.in_macro, true);
        let result = inside(self);
        self.context.in_macro = outer;
        result
    }

    fn open_scope(&mut self, kind: ScopeKind, def: DefIx, node: Node<'t>) -> ScopeIx {
        let scope = ScopeIx(offset(self.out.scopes.len()));
        self.out.scopes.push(Scope {
            parent: Some(self.context.scope),
            kind,
            def,
            start: offset(node.start_byte()),
            end: offset(node.end_byte()),
        });
        scope
    }

    /// Reads of names that are bound in the function around them say nothing to the graph.
    fn drop_local_reads(&mut self) {
        let mut bound: HashMap<(ScopeIx, Name), ()> = HashMap::default();
        bound.extend(
            self.out
                .bindings
                .iter()
                .map(|binding| ((binding.scope, binding.name), ())),
        );
        let out = &self.out;
        let is_local = |expr: ExprIx| {
            let ExprNode {
                scope,
                kind: Expr::Name(name),
                ..
            } = out.expr(expr)
            else {
                return false;
            };
            let mut scope = Some(*scope);
            while let Some(here) = scope {
                if bound.contains_key(&(here, *name)) {
                    return true;
                }
                scope = out.scope(here).parent;
            }
            false
        };
        let keep: Vec<bool> = out
            .references
            .iter()
            .map(|reference| match (reference.kind, reference.target) {
                (ReferenceKind::Read | ReferenceKind::Callback, Target::Expr(expr)) => !is_local(expr),
                _ => true,
            })
            .collect();
        let mut keep = keep.into_iter();
        self.out.references.retain(|_| keep.next().unwrap_or(true));
    }
}

/// A byte offset or count of a file, which is below the size limit and so fits 32 bits.
pub fn offset(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

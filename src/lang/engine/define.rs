//! Making definitions.

use tree_sitter::Node;

use super::{Extractor, Lead, offset};
use crate::graph::{NodeFlags, NodeKind, Visibility};
use crate::lang::extraction::{
    BindingIx, Def, DefIx, Expr, ExprIx, Name, Owner, Param, ScopeIx, ScopeKind, Super, TypeIx,
};

/// Longest signature that is kept, in bytes; longer ones are cut with `…`.
const MAX_SIGNATURE: usize = 400;

/// A definition about to be made.
pub struct Draft<'t> {
    pub kind: NodeKind,
    pub name: Name,
    /// The whole definition.
    pub node: Node<'t>,
    /// Where the name stands.
    pub name_node: Node<'t>,
    /// Byte from which the signature is taken; `None`: the beginning of the line on which the name stands.
    pub head: Option<usize>,
    /// The body: the signature ends before it.
    pub body: Option<Node<'t>>,
    /// The scope that the definition opens over its whole node.
    pub scope: Option<ScopeKind>,
    pub owner: Owner,
    pub visibility: Visibility,
    pub flags: NodeFlags,
    pub ty: TypeIx,
    pub value: ExprIx,
    pub anonymous: bool,
    /// `None`: the comments right before it.
    pub doc: Option<String>,
    /// `None`: taken from the extractor.
    pub lead: Option<Lead<'t>>,
}

impl<'t> Draft<'t> {
    pub fn new(kind: NodeKind, name: Name, node: Node<'t>, name_node: Node<'t>) -> Self {
        Self {
            kind,
            name,
            node,
            name_node,
            head: None,
            body: None,
            scope: None,
            owner: Owner::Parent,
            visibility: Visibility::Unknown,
            flags: NodeFlags::default(),
            ty: TypeIx::NONE,
            value: ExprIx::NONE,
            anonymous: false,
            doc: None,
            lead: None,
        }
    }
}

pub(super) fn plain_def(kind: NodeKind, name: Name) -> Def {
    Def {
        kind,
        name,
        parent: DefIx::FILE,
        within: ScopeIx::FILE,
        owner: Owner::Parent,
        line: 0,
        end_line: 0,
        name_line: 0,
        name_column: 0,
        start: 0,
        end: 0,
        visibility: Visibility::Unknown,
        flags: NodeFlags::default(),
        anonymous: false,
        distinct: false,
        scope: None,
        type_params: Vec::new(),
        params: Vec::new(),
        ty: TypeIx::NONE,
        value: ExprIx::NONE,
        supers: Vec::new(),
        signature: String::new(),
        doc: String::new(),
    }
}

impl<'t> Extractor<'t> {
    /// Makes a definition and walks its inside: `inside` runs with the definition (and its scope, if it opens one) as the
    /// current one. Values returned inside of a function become its `value`.
    pub fn define(&mut self, draft: Draft<'t>, inside: impl FnOnce(&mut Self, DefIx)) -> DefIx {
        let lead = draft.lead.unwrap_or_else(|| std::mem::take(&mut self.lead));
        let ix = DefIx(offset(self.out.defs.len()));
        let node = draft.node;
        let mut def = plain_def(draft.kind, draft.name);
        def.parent = self.context.def;
        def.within = self.context.scope;
        def.owner = draft.owner;
        def.start = self.start_with_lead(&lead, node);
        def.end = offset(node.end_byte());
        def.line = offset(node.start_position().row + 1);
        // Decorators and modifiers that the grammar puts inside of the node come before the line of the name.
        let (name_line, name_column) = self.position(offset(draft.name_node.start_byte()));
        def.name_line = name_line;
        def.name_column = name_column;
        def.line = def
            .line
            .max(self.first_line_of_head(node, draft.name_node))
            .min(name_line.max(1));
        def.end_line = self.last_line(node);
        def.visibility = draft.visibility;
        def.flags = draft.flags;
        def.anonymous = draft.anonymous;
        def.ty = draft.ty;
        def.value = draft.value;
        def.signature = self.signature(node, draft.name_node, draft.head, draft.body);
        def.doc = match draft.doc {
            Some(doc) => doc,
            None => self.doc_of(&lead, node.start_byte()),
        };
        self.out.defs.push(def);

        let outer = self.context;
        self.context.def = ix;
        if let Some(kind) = draft.scope {
            let scope = self.open_scope(kind, ix, node);
            self.out.defs[ix.ix()].scope = Some(scope);
            self.context.scope = scope;
        }
        let collects = draft.scope == Some(ScopeKind::Function);
        if collects {
            self.returns.push(Vec::new());
        }
        inside(self, ix);
        if collects {
            let returned = self.returns.pop().unwrap_or_default();
            let value = self.either(node, returned);
            self.out.defs[ix.ix()].value = value;
        }
        self.context = outer;
        ix
    }

    /// One expression out of several; none for none.
    pub fn either(&mut self, node: Node<'t>, mut values: Vec<ExprIx>) -> ExprIx {
        values.retain(|value| !value.is_none());
        values.dedup();
        match values.len() {
            0 => ExprIx::NONE,
            1 => values[0],
            _ => self.expr(node, Expr::Either(values)),
        }
    }

    /// A definition already made, to be completed.
    pub fn def_mut(&mut self, ix: DefIx) -> &mut Def {
        &mut self.out.defs[ix.ix()]
    }

    pub fn add_super(&mut self, def: DefIx, found: Super) {
        self.def_mut(def).supers.push(found);
    }

    pub fn add_param(&mut self, def: DefIx, param: Param) {
        self.def_mut(def).params.push(param);
    }

    pub fn add_type_param(&mut self, def: DefIx, binding: BindingIx) {
        self.def_mut(def).type_params.push(binding);
    }

    /// The scope that a definition opened, or the current one.
    pub fn scope_of(&self, def: DefIx) -> ScopeIx {
        self.out.def(def).scope.unwrap_or(self.context.scope)
    }

    /// Remembers a value that the function around the walk returns.
    pub fn returned(&mut self, value: ExprIx) {
        if let Some(values) = self.returns.last_mut()
            && !value.is_none()
            && values.len() < 8
        {
            values.push(value);
        }
    }

    /// Collects what is returned inside, apart from the function around.
    pub fn collect_returns(&mut self, inside: impl FnOnce(&mut Self)) -> Vec<ExprIx> {
        self.returns.push(Vec::new());
        inside(self);
        self.returns.pop().unwrap_or_default()
    }

    /// The line on which the head of the definition begins, attributes and decorators inside of the node left out.
    fn first_line_of_head(&mut self, node: Node<'t>, name_node: Node<'t>) -> u32 {
        let kinds = self.language.comments.inner_attributes;
        if kinds.is_empty() {
            return offset(node.start_position().row + 1);
        }
        let mut cursor = self.cursor(node);
        let mut line = node.start_position().row;
        if cursor.goto_first_child() {
            loop {
                let child = cursor.node();
                if !kinds.contains(&child.kind()) || child.start_byte() >= name_node.start_byte() {
                    line = child.start_position().row;
                    break;
                }
                if !cursor.goto_next_sibling() {
                    break;
                }
            }
        }
        self.cursors.push(cursor);
        offset(line + 1)
    }

    /// Last line that holds something of the node: a node that ends with a line break ends on the line before it.
    fn last_line(&self, node: Node<'t>) -> u32 {
        let text = self.text(node);
        let end = node.start_byte() + text.trim_end().len();
        self.position(offset(end.saturating_sub(1).max(node.start_byte()))).0
    }

    fn signature(&self, node: Node<'t>, name_node: Node<'t>, head: Option<usize>, body: Option<Node<'t>>) -> String {
        let line_start = self.source[..name_node.start_byte()].rfind('\n').map_or(0, |at| at + 1);
        // Attributes inside of the node stand on earlier lines than the head, mostly; what is on the name's line counts.
        let head_line = node.start_byte().max(
            self.line_starts
                .get(self.position(offset(name_node.start_byte())).0.saturating_sub(1) as usize)
                .map_or(line_start, |start| *start as usize),
        );
        let start = head.unwrap_or(head_line).min(name_node.start_byte());
        let end = body
            .map_or(node.end_byte(), |body| body.start_byte())
            .max(name_node.end_byte());
        one_line(self.source.get(start..end).unwrap_or_default())
    }
}

/// White space collapsed, trailing openers of a body taken off, cut at [`MAX_SIGNATURE`].
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len().min(MAX_SIGNATURE + 4));
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if line.len() > MAX_SIGNATURE {
            let mut cut = MAX_SIGNATURE;
            while !line.is_char_boundary(cut) {
                cut -= 1;
            }
            line.truncate(cut);
            line.push('…');
            return line;
        }
    }
    line.trim_end_matches(['{', ':', '=', ';', ' ']).to_owned()
}

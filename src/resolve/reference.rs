//! From one reference to its edges, or to the reason why there are none.

use rustc_hash::FxHashSet as HashSet;

use super::edges::{FileEdges, RawEdge, RawUnresolved};
use super::infer::{Callee, Resolver};
use super::java::is_java;
use super::lookup::Found;
use super::members::Member;
use super::project::{Project, index};
use super::symbols::{DefId, Sym};
use super::ty::Ty;
use crate::graph::{EdgeFlags, EdgeKind, NodeFlags, NodeKind, Reason, Resolution, Visibility};
use crate::lang::ModuleRule;
use crate::lang::extraction::{
    DefIx, Expr, ExprIx, ImportKind, Reference, ReferenceKind, SuperKind, Target, Type, TypeIx,
};

/// Confidence by the way in which a target was found, as measured against compilers' indexes (the bench `truth`
/// prints the calibration).
const fn confidence(how: Resolution) -> f32 {
    match how {
        Resolution::Exact => 0.98,
        Resolution::Import => 0.97,
        Resolution::Receiver => 0.95,
        Resolution::Hierarchy => 0.92,
        Resolution::UniqueName => 0.45,
        Resolution::Candidates => 0.3,
        Resolution::Framework | Resolution::Registry => 0.8,
        Resolution::Index | Resolution::Manual => 1.0,
    }
}

/// Most candidates that a name without a known receiver gets; a name that fits more says too little.
const MAX_CANDIDATES: usize = 12;

/// Resolves all that one file refers to.
pub(super) fn resolve_file(project: &Project, file: u32) -> FileEdges {
    let resolver = Resolver::for_file(project, file);
    let mut out = Output {
        project,
        file,
        seen: HashSet::default(),
        made: FileEdges::default(),
    };
    resolver.imports(&mut out);
    resolver.definitions(&mut out);
    for reference in &project.file(file).extraction.references {
        resolver.reference(reference, &mut out);
    }
    out.made
}

/// Collects edges, each once.
struct Output<'p> {
    project: &'p Project,
    file: u32,
    seen: HashSet<(EdgeKind, DefId, DefId, u32, u32)>,
    made: FileEdges,
}

/// Where and in what an edge stands.
#[derive(Clone, Copy)]
struct At {
    source: DefId,
    line: u32,
    column: u32,
    flags: EdgeFlags,
}

impl Output<'_> {
    fn edge(&mut self, kind: EdgeKind, at: At, target: DefId, resolution: Resolution, confidence: f32) {
        let source = self.project.named(at.source);
        let target = self.project.named(target);
        if !self.seen.insert((kind, source, target, at.line, at.column)) {
            return;
        }
        let (line, column, flags) = (at.line, at.column, at.flags);
        self.made.edges.push(RawEdge {
            kind,
            source,
            target,
            line,
            column,
            resolution,
            confidence,
            flags,
        });
    }

    fn unresolved(&mut self, kind: EdgeKind, at: At, name: String, reason: Reason, library: Option<String>) {
        let source = self.project.named(at.source);
        let (line, column) = (at.line, at.column);
        self.made.unresolved.push(RawUnresolved {
            kind,
            source,
            name,
            reason,
            library,
            line,
            column,
        });
    }

    fn source(&self, from: DefIx) -> DefId {
        DefId {
            file: self.file,
            def: from,
        }
    }
}

impl Resolver<'_> {
    fn reference(&self, reference: &Reference, out: &mut Output<'_>) {
        let flags = match (reference.kind, reference.in_macro) {
            (ReferenceKind::Callback, _) => EdgeFlags::CALLBACK,
            (_, true) => EdgeFlags::IN_MACRO,
            _ => EdgeFlags::default(),
        };
        let at = At {
            source: out.source(reference.from),
            line: reference.line,
            column: reference.column,
            flags,
        };
        match (reference.kind, reference.target) {
            (ReferenceKind::Call, Target::Expr(call)) => self.call(call, at, out),
            (ReferenceKind::Macro, Target::Expr(name)) => self.macro_call(name, at, out),
            (ReferenceKind::New, Target::Expr(new)) => self.construction(new, at, out),
            (ReferenceKind::Type, Target::Type(ty)) => self.type_use(ty, at, out),
            (ReferenceKind::Decorator, Target::Expr(value)) => self.value_use(EdgeKind::Decorates, value, at, out),
            (ReferenceKind::Decorator, Target::Type(ty)) => self.type_target(EdgeKind::Decorates, ty, at, out),
            (_, Target::Expr(value)) => self.value_use(EdgeKind::References, value, at, out),
            (_, Target::Type(ty)) => self.type_use(ty, at, out),
        }
    }

    // --- calls --------------------------------------------------------------------------------------------------

    fn call(&self, call: ExprIx, at: At, out: &mut Output<'_>) {
        let extraction = &self.project.file(self.file).extraction;
        let (callee, args): (ExprIx, &[ExprIx]) = match &extraction.expr(call).kind {
            Expr::Call { callee, args } => (*callee, args),
            _ => (call, &[]),
        };
        match self.callee(self.file, callee) {
            Callee::Functions { defs, how, .. } => {
                self.calls_to(&defs, args, how, at, out);
            }
            Callee::Construct { def, ty, how } => self.constructs(def, &ty, args, how, at, out),
            Callee::Delegate { on } => self.constructor_calls(&on, args, Resolution::Hierarchy, at, out),
            Callee::Value(Ty::LibraryMember(on, _)) => {
                let library = match self.family() {
                    "rust" => Some(self.crate_of(callee)),
                    _ => self.library_of(&on),
                };
                self.leads_out(callee, at, library, out);
            }
            Callee::Value(Ty::Lambda(..) | Ty::FunctionType(..)) | Callee::Dynamic => {
                out.unresolved(EdgeKind::Calls, at, self.text_of(callee), Reason::Dynamic, None);
            }
            Callee::Value(_) => self.leads_out(callee, at, None, out),
            Callee::External(library) => {
                let library = library.map(|sym| self.project.symbols.text(sym).to_owned());
                self.leads_out(callee, at, library, out);
            }
            Callee::Missing => out.unresolved(EdgeKind::Calls, at, self.text_of(callee), Reason::Unknown, None),
            Callee::Unknown => self.candidates(callee, args, at, out),
        }
    }

    /// Macros have names of their own: a function of the same name is never meant.
    fn macro_call(&self, callee: ExprIx, at: At, out: &mut Output<'_>) {
        let data = self.project.file(self.file);
        let node = data.extraction.expr(callee);
        let (Expr::Name(name) | Expr::Scoped { name, .. }) = node.kind else {
            return;
        };
        let (defs, how) = self.macros_named(self.file, node.scope, node.at, data.sym(name));
        if defs.is_empty() {
            self.leads_out(callee, at, self.library_of(&Ty::Unknown), out);
        }
        for def in defs.into_iter().take(4) {
            out.edge(EdgeKind::Calls, at, def, how, confidence(how));
        }
    }

    fn calls_to(&self, defs: &[DefId], args: &[ExprIx], how: Resolution, at: At, out: &mut Output<'_>) {
        let types: Vec<Ty> = if defs.len() > 1 || self.family() == "rust" {
            args.iter().map(|arg| self.infer(self.file, *arg)).collect()
        } else {
            vec![Ty::Unknown; args.len()]
        };
        let mut chosen = self.choose_overload(defs, &types);
        if self.family() == "rust" {
            chosen = self.member_by_trait(chosen, types.first());
        }
        if let ([], Some(first)) = (chosen.as_slice(), defs.first()) {
            let library = Some(self.project.language(*first).semantics.library.to_owned());
            let name = self.project.name(*first).to_owned();
            return out.unresolved(EdgeKind::Calls, at, name, Reason::External, library);
        }
        let shared = self.shared_confidence(&chosen, how);
        for def in chosen {
            out.edge(EdgeKind::Calls, at, def, how, shared);
        }
    }

    /// Targets on several possible receivers are all meant; overloads that fit equally well share the confidence.
    fn shared_confidence(&self, chosen: &[DefId], how: Resolution) -> f32 {
        let full = confidence(how);
        // Alternatives of which a build takes one, see `choose_overload`.
        let by_file = chosen
            .first()
            .is_some_and(|first| self.project.language(*first).semantics.module == ModuleRule::Directory);
        if by_file || self.are_alternatives(chosen) {
            return full;
        }
        let owners: HashSet<Option<DefId>> = chosen.iter().map(|id| self.project.container(*id)).collect();
        let alike = match self.family() {
            "rust" => self.rivals(chosen),
            _ => chosen.len().div_ceil(owners.len().max(1)),
        };
        #[allow(clippy::cast_precision_loss)]
        let share = full / alike.max(1) as f32;
        if alike > 1 { share.min(0.49) } else { full }
    }

    fn constructs(&self, def: DefId, ty: &Ty, args: &[ExprIx], how: Resolution, at: At, out: &mut Output<'_>) {
        let target = self.project.def(def);
        if !target.kind.is_type() && target.kind != NodeKind::EnumMember {
            out.edge(EdgeKind::Calls, at, def, how, confidence(how));
            return;
        }
        let semantics = &self.project.language(def).semantics;
        let is_new_style =
            semantics.call_constructs || target.kind == NodeKind::EnumMember || semantics.family == "rust";
        if !is_new_style {
            out.edge(EdgeKind::References, at, def, how, confidence(how));
            return;
        }
        out.edge(EdgeKind::Instantiates, at, def, how, confidence(how));
        self.constructor_calls(ty, args, how, at, out);
    }

    fn construction(&self, new: ExprIx, at: At, out: &mut Output<'_>) {
        let Expr::New { ty, args } = &self.project.file(self.file).extraction.expr(new).kind else {
            return;
        };
        if self.makes_no_object(self.file, *ty) {
            return;
        }
        match self.lower(self.file, *ty) {
            Ty::Instance(def, targs) | Ty::Static(def, targs) => {
                let how = if def.file == self.file {
                    Resolution::Exact
                } else {
                    Resolution::Import
                };
                let made = Ty::Instance(def, targs);
                if self.project.def(def).kind == NodeKind::TypeAlias {
                    out.edge(EdgeKind::References, at, def, how, confidence(how));
                    return;
                }
                // A function that is called with `new` makes what it fills.
                let kind = EdgeKind::Instantiates;
                if !self.project.def(def).anonymous {
                    out.edge(kind, at, def, how, confidence(how));
                }
                self.constructor_calls(&made, args, how, at, out);
            }
            Ty::External(name) => {
                let name = self.project.symbols.text(name).to_owned();
                out.unresolved(EdgeKind::Instantiates, at, name, Reason::External, None);
            }
            _ => {}
        }
    }

    /// Calls of the constructors of a type that is made, where it defines or inherits any.
    fn constructor_calls(&self, ty: &Ty, args: &[ExprIx], how: Resolution, at: At, out: &mut Output<'_>) {
        let types: Vec<Ty> = match ty {
            Ty::Any(types) => types.to_vec(),
            one => vec![one.clone()],
        };
        for one in types {
            let Ty::Instance(def, _) = one else { continue };
            let constructors = self.constructors(&one, def);
            if !constructors.is_empty() {
                self.calls_to(&constructors, args, how, at, out);
                // `super().__init__`: the first supertype that has one answers.
                break;
            }
        }
    }

    fn constructors(&self, ty: &Ty, def: DefId) -> Vec<DefId> {
        let semantics = &self.project.language(def).semantics;
        let inherits = semantics.family == "python";
        let name = if semantics.constructor.is_empty() {
            Some(self.project.file(def.file).sym(self.project.def(def).name))
        } else {
            self.project.symbols.get(semantics.constructor)
        };
        let Some(name) = name else { return Vec::new() };
        let found = if inherits {
            match self.member(ty, name) {
                Member::Defs { defs, .. } => defs,
                _ => Vec::new(),
            }
        } else {
            self.project
                .members
                .get(&def)
                .and_then(|members| members.get(&name))
                .cloned()
                .unwrap_or_default()
        };
        found
            .into_iter()
            .filter(|id| self.project.def(*id).flags.contains(NodeFlags::CONSTRUCTOR))
            .collect()
    }

    /// Symbols that a name without scope or a member of an unknown receiver can mean.
    fn candidates(&self, callee: ExprIx, args: &[ExprIx], at: At, out: &mut Output<'_>) {
        let data = self.project.file(self.file);
        let node = data.extraction.expr(callee);
        let (name, member) = match &node.kind {
            Expr::Name(name) => (*name, false),
            Expr::Member { name, .. } | Expr::Scoped { name, .. } => (*name, true),
            Expr::Generic { base, .. } => return self.candidates(*base, args, at, out),
            _ => return out.unresolved(EdgeKind::Calls, at, self.text_of(callee), Reason::Dynamic, None),
        };
        let text = data.extraction.name(name);
        let semantics = &data.language.semantics;
        let common = if member {
            semantics.common_members
        } else {
            semantics.prelude
        };
        if common.contains(&text) {
            let library = (!semantics.library.is_empty()).then(|| semantics.library.to_owned());
            return out.unresolved(EdgeKind::Calls, at, self.text_of(callee), Reason::External, library);
        }
        let fitting: Vec<DefId> = self.project.callables.get(&data.sym(name)).map_or(Vec::new(), |ids| {
            ids.iter()
                .copied()
                .filter(|id| self.can_be_meant(*id, member, args.len()))
                .collect()
        });
        if fitting.is_empty() {
            return out.unresolved(EdgeKind::Calls, at, self.text_of(callee), Reason::Unknown, None);
        }
        if fitting.len() > MAX_CANDIDATES {
            return out.unresolved(EdgeKind::Calls, at, self.text_of(callee), Reason::Ambiguous, None);
        }
        let how = if fitting.len() == 1 {
            Resolution::UniqueName
        } else {
            Resolution::Candidates
        };
        #[allow(clippy::cast_precision_loss)]
        let share = if fitting.len() == 1 {
            confidence(how)
        } else {
            (0.9 / fitting.len() as f32).min(0.4)
        };
        for def in fitting {
            out.edge(EdgeKind::Calls, at, def, how, share);
        }
    }

    fn can_be_meant(&self, id: DefId, member: bool, count: usize) -> bool {
        let def = self.project.def(id);
        let language = self.project.language(id);
        if language.semantics.family != self.family() || def.flags.contains(NodeFlags::CONSTRUCTOR) {
            return false;
        }
        let is_member = def.kind == NodeKind::Method;
        if is_member != member {
            return false;
        }
        if language.semantics.module == ModuleRule::Include
            && def.visibility == Visibility::Private
            && id.file != self.file
        {
            return false;
        }
        let variadic = def.params.iter().any(|param| param.variadic);
        variadic || count <= def.params.len()
    }

    fn leads_out(&self, callee: ExprIx, at: At, library: Option<String>, out: &mut Output<'_>) {
        out.unresolved(
            EdgeKind::Calls,
            at,
            self.text_of(callee),
            Reason::External,
            library.filter(|name| !name.is_empty()),
        );
    }

    fn library_of(&self, on: &Ty) -> Option<String> {
        match on {
            Ty::External(sym) => Some(self.project.symbols.text(*sym).to_owned()),
            _ => {
                let library = self.project.file(self.file).language.semantics.library;
                (!library.is_empty()).then(|| library.to_owned())
            }
        }
    }

    /// A callee as it is written, shortened to its last two names.
    fn text_of(&self, expr: ExprIx) -> String {
        let extraction = &self.project.file(self.file).extraction;
        match &extraction.expr(expr).kind {
            Expr::Name(name) => extraction.name(*name).to_owned(),
            Expr::Member { base, name } | Expr::Scoped { base, name } => match &extraction.expr(*base).kind {
                Expr::Name(first) => format!("{}.{}", extraction.name(*first), extraction.name(*name)),
                _ => extraction.name(*name).to_owned(),
            },
            Expr::Generic { base, .. } => self.text_of(*base),
            _ => String::new(),
        }
    }

    // --- names --------------------------------------------------------------------------------------------------

    fn value_use(&self, kind: EdgeKind, value: ExprIx, at: At, out: &mut Output<'_>) {
        let data = self.project.file(self.file);
        let node = data.extraction.expr(value);
        let found = match &node.kind {
            Expr::Name(name) => match self.lookup(self.file, node.scope, node.at, *name) {
                Found::Defs(defs, how) => Some((defs, how)),
                Found::Value(Ty::Function(defs, _), how) => Some((defs.to_vec(), how)),
                Found::Value(Ty::Static(def, _), how) => Some((vec![def], how)),
                _ => None,
            },
            Expr::Member { base, name } | Expr::Scoped { base, name } => {
                let receiver = self.infer(self.file, *base);
                match self.member(&receiver, data.sym(*name)) {
                    Member::Defs { defs, inherited, .. } => Some((
                        defs,
                        if inherited {
                            Resolution::Hierarchy
                        } else {
                            Resolution::Receiver
                        },
                    )),
                    _ => None,
                }
            }
            Expr::Call { callee, .. } => return self.value_use(kind, *callee, at, out),
            Expr::Generic { base, .. } => return self.value_use(kind, *base, at, out),
            _ => None,
        };
        let Some((defs, how)) = found else { return };
        let callable = |id: &DefId| self.project.def(*id).kind.is_callable();
        let (meant, shared) = match is_java(self.family()) && defs.iter().all(callable) {
            // A method reference names all overloads.
            true => (defs.clone(), self.shared_confidence(&defs, how)),
            false => (self.choose_overload(&defs, &[]), confidence(how)),
        };
        for def in meant.into_iter().take(4) {
            if def != at.source || kind != EdgeKind::References {
                out.edge(kind, at, def, how, shared);
            }
        }
    }

    fn type_use(&self, ty: TypeIx, at: At, out: &mut Output<'_>) {
        self.type_target(EdgeKind::TypeOf, ty, at, out);
    }

    fn type_target(&self, kind: EdgeKind, ty: TypeIx, at: At, out: &mut Output<'_>) {
        let Some((def, how)) = self.named_def(ty) else { return };
        if def != at.source {
            out.edge(kind, at, def, how, confidence(how));
        }
    }

    /// The definition that a written name of a type names: an alias is itself, not what it stands for.
    fn named_def(&self, ty: TypeIx) -> Option<(DefId, Resolution)> {
        let data = self.project.file(self.file);
        let node = data.extraction.ty(ty);
        let Type::Named { root: None, path, .. } = &node.kind else {
            return self.lowered_def(ty);
        };
        if let [one] = path.as_slice()
            && let Found::Defs(defs, how) = self.lookup_type(self.file, node.scope, node.at, *one)
            && let Some(def) = defs.iter().find(|id| self.project.def(**id).kind.is_type())
        {
            return Some((*def, how));
        }
        self.lowered_def(ty)
    }

    fn lowered_def(&self, ty: TypeIx) -> Option<(DefId, Resolution)> {
        match self.lower(self.file, ty) {
            Ty::Instance(def, _) | Ty::Static(def, _) if !self.project.def(def).anonymous => {
                let how = if def.file == self.file {
                    Resolution::Exact
                } else {
                    Resolution::Import
                };
                Some((def, how))
            }
            _ => None,
        }
    }

    // --- imports, inheritance, overriding --------------------------------------------------------------------------

    fn imports(&self, out: &mut Output<'_>) {
        let data = self.project.file(self.file);
        let mut files: HashSet<(DefId, u32)> = HashSet::default();
        for (ix, import) in data.extraction.imports.iter().enumerate() {
            let at = At {
                source: out.source(import.from),
                line: import.line,
                column: import.column,
                flags: EdgeFlags::default(),
            };
            let kind = if import.reexport && data.language.semantics.module != ModuleRule::Dotted {
                EdgeKind::Exports
            } else {
                EdgeKind::Imports
            };
            let how = Resolution::Import;
            if import.kind == ImportKind::Include {
                let written = data.extraction.name(import.module);
                match self.project.modules.include.included(self.file, written) {
                    Some(file) => out.edge(kind, at, DefId { file, def: DefIx::FILE }, how, confidence(how)),
                    None => out.unresolved(kind, at, written.to_owned(), Reason::External, None),
                }
                continue;
            }
            if let Some(file) = self.imported_file(import)
                && files.insert((at.source, file))
            {
                out.edge(kind, at, DefId { file, def: DefIx::FILE }, how, confidence(how));
            }
            match self.import(self.file, index(ix), 0) {
                Found::Defs(defs, _) => {
                    for def in defs.into_iter().take(8) {
                        out.edge(kind, at, def, how, confidence(how));
                    }
                }
                Found::Value(Ty::Module(module), _) => {
                    for file in self.project.modules.get(module).files.iter().take(8) {
                        let target = DefId {
                            file: *file,
                            def: DefIx::FILE,
                        };
                        if target != at.source {
                            out.edge(kind, at, target, how, confidence(how));
                        }
                    }
                }
                Found::Value(Ty::External(library), _) => {
                    let library = self.project.symbols.text(library).to_owned();
                    let written = data.extraction.name(import.module).to_owned();
                    out.unresolved(kind, at, written, Reason::External, Some(library));
                }
                Found::Value(Ty::Function(defs, _), _) => {
                    for def in defs.iter() {
                        out.edge(kind, at, *def, how, confidence(how));
                    }
                }
                _ => {}
            }
        }
    }

    /// The file that an import of single names takes them from, where a module is one file.
    fn imported_file(&self, import: &crate::lang::extraction::Import) -> Option<u32> {
        let target = self
            .project
            .modules
            .resolve(&self.project.files, &self.project.symbols, self.file, import);
        let super::modules::Target::Path(module, _) = target else {
            return None;
        };
        let rule = self.project.file(self.file).language.semantics.module;
        match self.project.modules.get(module).files.as_slice() {
            [one] if *one != self.file && matches!(rule, ModuleRule::File | ModuleRule::Dotted) => Some(*one),
            _ => None,
        }
    }

    fn definitions(&self, out: &mut Output<'_>) {
        let data = self.project.file(self.file);
        for (ix, def) in data.extraction.defs.iter().enumerate().skip(1) {
            let id = DefId {
                file: self.file,
                def: DefIx(index(ix)),
            };
            for one in &def.supers {
                let at = At {
                    source: id,
                    line: one.line,
                    column: one.column,
                    flags: EdgeFlags::default(),
                };
                self.inherits(id, one.ty, one.kind, at, out);
            }
            if def.kind.is_callable() && !def.ty.is_none() {
                let at = At {
                    source: id,
                    line: def.line,
                    column: 0,
                    flags: EdgeFlags::default(),
                };
                if let Ty::Instance(target, _) = self.lower(self.file, def.ty).inside()
                    && !self.project.def(target).anonymous
                {
                    out.edge(
                        EdgeKind::Returns,
                        at,
                        target,
                        Resolution::Exact,
                        confidence(Resolution::Exact),
                    );
                }
            }
            if def.kind == NodeKind::Method || def.kind == NodeKind::Property {
                self.overrides(id, out);
            }
        }
        for block in data.extraction.impls.iter().filter(|block| !block.of.is_none()) {
            let Some(id) = self.owner_type(self.file, block.ty) else {
                continue;
            };
            let at = At {
                source: id,
                line: block.line,
                column: block.column,
                flags: EdgeFlags::default(),
            };
            self.inherits(id, block.of, SuperKind::Implements, at, out);
        }
    }

    fn inherits(&self, id: DefId, ty: TypeIx, how_meant: SuperKind, at: At, out: &mut Output<'_>) {
        // What an anonymous class extends, the definition around it does not.
        if self.project.def(id).anonymous {
            return;
        }
        let kind = match how_meant {
            SuperKind::Extends | SuperKind::Embeds => EdgeKind::Extends,
            SuperKind::Implements => EdgeKind::Implements,
        };
        match self.named_def(ty) {
            Some((target, how)) if target != id => out.edge(kind, at, target, how, confidence(how)),
            _ => {
                if let (Ty::External(_), Some(name)) = (self.lower(self.file, ty), self.written_name(self.file, ty)) {
                    out.unresolved(kind, at, name, Reason::External, None);
                }
            }
        }
    }

    /// The method of the nearest supertypes that this one takes the place of.
    fn overrides(&self, id: DefId, out: &mut Output<'_>) {
        let def = self.project.def(id);
        let around = DefId {
            file: id.file,
            def: def.parent,
        };
        // Members of an anonymous class override those of what it is made from.
        let owner = self.project.owners.get(&id).copied().unwrap_or(around);
        if !self.project.parents.contains_key(&owner) {
            return;
        }
        if def.flags.contains(NodeFlags::CONSTRUCTOR) {
            return;
        }
        let name: Sym = self.project.file(id.file).sym(def.name);
        let at = At {
            source: id,
            line: def.name_line,
            column: def.name_column,
            flags: EdgeFlags::default(),
        };
        for up in self.supers_of(&Ty::instance(owner)) {
            let Member::Defs { defs, .. } = self.member(&up, name) else {
                continue;
            };
            let same_count = |other: &&DefId| self.project.def(**other).params.len() == def.params.len();
            let overloads = self.project.language(id).semantics.overloads;
            for target in defs
                .iter()
                .filter(|other| !overloads || same_count(other))
                .filter(|other| **other != id)
            {
                out.edge(
                    EdgeKind::Overrides,
                    at,
                    *target,
                    Resolution::Hierarchy,
                    confidence(Resolution::Hierarchy),
                );
            }
            // Of several superclasses the first that has the method is the one whose place is taken; interfaces all are.
            if self.family() == "python" {
                break;
            }
        }
    }
}

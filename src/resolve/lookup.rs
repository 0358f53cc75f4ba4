//! From a bare name to what it means: scopes from the inside out, members in scope, modules, wildcards, prelude.

use super::infer::Resolver;
use super::java::is_java;
use super::modules::{ModuleId, Target, cargo_crate, outermost_package};
use super::project::Entry;
use super::symbols::{DefId, Sym};
use super::ty::Ty;
use crate::graph::{NodeFlags, NodeKind, Resolution, Visibility};
use crate::lang::ModuleRule;
use crate::lang::extraction::{BindingIx, BindingKind, Expr, ExprIx, Name, ScopeIx, ScopeKind};

/// What a name means.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Found {
    /// A local, parameter or type parameter of the same file.
    Binding(BindingIx),
    /// Definitions of the project (several: overloads, declaration and definition), and how they were found.
    Defs(Vec<DefId>, Resolution),
    /// A module, a library, or a value reached by an export.
    Value(Ty, Resolution),
    Nothing,
}

impl Found {
    pub fn is_nothing(&self) -> bool {
        matches!(self, Found::Nothing)
    }

    /// The same, found by following an import.
    fn imported(self) -> Self {
        match self {
            Found::Defs(defs, _) => Found::Defs(defs, Resolution::Import),
            Found::Value(ty, _) => Found::Value(ty, Resolution::Import),
            other => other,
        }
    }
}

/// Longest chain of re-exports that is followed.
const MAX_HOPS: u8 = 40;

impl Resolver<'_> {
    /// Looks a bare name up from a scope of a file at a byte offset.
    pub(super) fn lookup(&self, file: u32, scope: ScopeIx, at: u32, name: Name) -> Found {
        self.lookup_where(file, scope, at, name, &|_| true)
    }

    /// The same, passing over what does not fit the place of the name: values where a type is named.
    pub(super) fn lookup_where(
        &self,
        file: u32,
        scope: ScopeIx,
        at: u32,
        name: Name,
        fits: &dyn Fn(&Found) -> bool,
    ) -> Found {
        let accepted = |found: &Found| !found.is_nothing() && fits(found);
        let data = self.project.file(file);
        let semantics = &data.language.semantics;
        let sym = data.sym(name);
        let mut next = Some(scope);
        let mut crossed_function = false;
        while let Some(here) = next {
            let region = data.extraction.scope(here);
            let hidden = region.kind == ScopeKind::Type && semantics.type_scope_hidden && crossed_function;
            if let Some(entries) = data.scopes.get(&(here, name)) {
                let found = if hidden {
                    self.type_parameter(file, entries)
                } else {
                    self.with_definitions(file, here, sym, self.choose(file, entries, at))
                };
                if accepted(&found) {
                    return found;
                }
            }
            match region.kind {
                ScopeKind::Type if semantics.bare_members => {
                    let id = DefId { file, def: region.def };
                    if let Some(found) = self.bare_member(id, sym).filter(accepted) {
                        return found;
                    }
                }
                ScopeKind::Function => {
                    crossed_function = true;
                    let id = DefId { file, def: region.def };
                    if semantics.bare_members
                        && let Some(owner) = self.project.owners.get(&id)
                    {
                        if let Some(found) = self.bare_member(*owner, sym).filter(accepted) {
                            return found;
                        }
                        let home = self.project.modules.of_scope(
                            &self.project.files,
                            owner.file,
                            self.project.def(*owner).within,
                        );
                        let found = self.in_module_and_outward(file, home, sym);
                        if accepted(&found) {
                            return found;
                        }
                    }
                }
                ScopeKind::Lambda => crossed_function = true,
                ScopeKind::Module => {
                    if let Some(module) = self.project.modules.of_def(DefId { file, def: region.def }) {
                        let found = self.module_names(file, module, sym);
                        if accepted(&found) {
                            return found;
                        }
                    }
                }
                ScopeKind::File | ScopeKind::Type | ScopeKind::Block => {}
            }
            let found = self.wildcards(file, here, sym, 0);
            if accepted(&found) {
                return found;
            }
            // An inline module of Rust sees nothing of the modules around it.
            if region.kind == ScopeKind::Module && semantics.module == ModuleRule::Crate {
                break;
            }
            next = region.parent;
        }
        self.beyond_file(file, scope, sym)
    }

    /// Type parameters are seen even where the members of their type are not.
    fn type_parameter(&self, file: u32, entries: &[Entry]) -> Found {
        let data = self.project.file(file);
        let found = entries.iter().find_map(|entry| match entry {
            Entry::Binding(ix) if data.extraction.binding(*ix).kind == BindingKind::TypeParam => Some(*ix),
            _ => None,
        });
        found.map_or(Found::Nothing, Found::Binding)
    }

    /// Chooses among what is bound to one name in one scope.
    fn choose(&self, file: u32, entries: &[Entry], at: u32) -> Found {
        let data = self.project.file(file);
        let mut best: Option<BindingIx> = None;
        let mut first: Option<BindingIx> = None;
        let mut typed: Option<BindingIx> = None;
        let mut defs = Vec::new();
        let mut imports = Vec::new();
        let is_crate = data.language.semantics.module == ModuleRule::Crate;
        for entry in entries {
            match entry {
                Entry::Binding(ix) => {
                    let binding = data.extraction.binding(*ix);
                    first = first.or(Some(*ix));
                    if !binding.ty.is_none() {
                        typed = typed.or(Some(*ix));
                    }
                    let later = best.is_none_or(|best| data.extraction.binding(best).from <= binding.from);
                    if binding.from <= at && later {
                        best = Some(*ix);
                    }
                }
                // A macro of Rust is named by invocations alone.
                Entry::Def(def) if is_crate && data.extraction.def(*def).kind == NodeKind::Macro => {}
                Entry::Def(def)
                    if is_java(data.language.semantics.family) && data.extraction.def(*def).kind.is_callable() => {}
                Entry::Def(def) => defs.push(DefId { file, def: *def }),
                Entry::Import(ix) => imports.push(*ix),
            }
        }
        if let Some(best) = best {
            // Where a variable is declared with a type once, later plain assignments keep it.
            let redeclares = matches!(
                data.language.semantics.module,
                ModuleRule::Crate | ModuleRule::Directory
            );
            let plain = data.extraction.binding(best).ty.is_none();
            return Found::Binding(if plain && !redeclares {
                typed.unwrap_or(best)
            } else {
                best
            });
        }
        if !defs.is_empty() {
            if is_crate && self.are_modules(&defs) {
                for ix in imports {
                    if let Found::Defs(others, _) = self.import(file, ix, 0) {
                        defs.extend(
                            others
                                .iter()
                                .filter(|id| !defs.contains(id))
                                .copied()
                                .collect::<Vec<_>>(),
                        );
                    }
                }
            }
            return Found::Defs(self.live(defs), Resolution::Exact);
        }
        let mut fallback = Found::Nothing;
        for ix in imports {
            let found = self.import(file, ix, 0).imported();
            match &found {
                Found::Nothing => {}
                Found::Value(Ty::External(_), _) => fallback = found,
                _ => return found,
            }
        }
        if !fallback.is_nothing() {
            return fallback;
        }
        // Used before it is assigned in the text: a loop, or a function that hoists its variables.
        let hoists = matches!(data.language.semantics.module, ModuleRule::Dotted | ModuleRule::File);
        match first {
            Some(first) if hoists || data.extraction.binding(first).kind != BindingKind::Local => Found::Binding(first),
            _ => Found::Nothing,
        }
    }

    /// Of definitions of one name in one scope those that are in force: where there are no overloads, the last one
    /// with a body.
    fn live(&self, defs: Vec<DefId>) -> Vec<DefId> {
        let Some(first) = defs.first() else { return defs };
        let semantics = &self.project.language(*first).semantics;
        if semantics.overloads || semantics.module != ModuleRule::Dotted || defs.len() == 1 {
            return defs;
        }
        let with_body = |id: &&DefId| !self.project.def(**id).flags.contains(NodeFlags::DECLARATION);
        let last = defs.iter().rev().find(with_body).or(defs.last()).copied();
        last.into_iter().collect()
    }

    fn bare_member(&self, owner: DefId, sym: Sym) -> Option<Found> {
        if !self.project.def(owner).kind.is_type() && !self.project.members.contains_key(&owner) {
            return None;
        }
        let (mut defs, inherited) = self.members_of(owner, sym)?;
        // Methods have a name space of their own, see `java_callee`.
        if is_java(self.project.language(owner).semantics.family) {
            defs.retain(|id| !self.project.def(*id).kind.is_callable());
            if defs.is_empty() {
                return None;
            }
        }
        Some(Found::Defs(
            defs,
            if inherited {
                Resolution::Hierarchy
            } else {
                Resolution::Exact
            },
        ))
    }

    /// The name of what an import brings, where it is bound to another one here.
    pub(super) fn own_name(&self, file: u32, scope: ScopeIx, local: Name) -> Sym {
        let data = self.project.file(file);
        let mut next = Some(scope);
        while let Some(here) = next {
            let entries = data.scopes.get(&(here, local)).into_iter().flatten();
            for entry in entries {
                if let Entry::Import(ix) = entry
                    && let Some(item) = data.extraction.imports[*ix as usize].item
                {
                    return data.sym(item);
                }
            }
            next = data.extraction.scope(here).parent;
        }
        data.sym(local)
    }

    /// What an import of a file brings.
    pub(super) fn import(&self, file: u32, ix: u32, hops: u8) -> Found {
        if hops > MAX_HOPS {
            return Found::Nothing;
        }
        let target = self.project.targets[file as usize][ix as usize].clone();
        self.follow(file, target, hops)
    }

    fn follow(&self, file: u32, target: Target, hops: u8) -> Found {
        match target {
            Target::Module(module) => Found::Value(Ty::Module(module), Resolution::Import),
            Target::External(library) => Found::Value(Ty::External(library), Resolution::Import),
            Target::Unknown => Found::Nothing,
            Target::Path(module, path) => {
                let Some((first, rest)) = path.split_first() else {
                    return Found::Nothing;
                };
                let mut found = self.in_module(file, module, *first, hops + 1);
                for name in rest {
                    found = self.inside(file, &found, *name, hops + 1);
                }
                found
            }
        }
    }

    /// A name inside of what was found: a nested type, a static member, an item of a module.
    fn inside(&self, file: u32, found: &Found, name: Sym, hops: u8) -> Found {
        match found {
            Found::Defs(defs, how) => {
                for id in defs {
                    if let Some(module) = self.project.modules.of_def(*id) {
                        let found = self.in_module(file, module, name, hops);
                        if !found.is_nothing() {
                            return found;
                        }
                    }
                    if let Some((members, _)) = self.members_of(*id, name) {
                        return Found::Defs(members, *how);
                    }
                }
                Found::Nothing
            }
            Found::Value(Ty::Module(module), _) => self.in_module(file, *module, name, hops),
            Found::Value(Ty::External(library), how) => Found::Value(Ty::External(*library), *how),
            Found::Value(Ty::Static(def, _) | Ty::Instance(def, _), how) => match self.members_of(*def, name) {
                Some((members, _)) => Found::Defs(members, *how),
                None => Found::Nothing,
            },
            _ => Found::Nothing,
        }
    }

    /// A name of a module, as others see it.
    pub(super) fn in_module(&self, file: u32, module: ModuleId, name: Sym, hops: u8) -> Found {
        if hops > MAX_HOPS {
            return Found::Nothing;
        }
        // What a module of ECMAScript exports can be a value whose type is only being inferred.
        let first = self.project.modules.get(module).files.first();
        let exports_values =
            first.is_some_and(|from| self.project.file(*from).language.semantics.module == ModuleRule::File);
        let look = || self.in_module_anew(file, module, name, hops);
        self.asked.answer((file, module, name), !exports_values, look)
    }

    fn in_module_anew(&self, file: u32, module: ModuleId, name: Sym, hops: u8) -> Found {
        let data = self.project.modules.get(module);
        let exports = self.exported(module, name, hops);
        if !exports.is_nothing() {
            return exports;
        }
        let own = self.module_defs(file, module, name);
        let module_alone = match &own {
            Some(Found::Defs(defs, _)) if self.are_modules(defs) => defs.clone(),
            Some(_) => return own.unwrap_or(Found::Nothing),
            None => Vec::new(),
        };
        if module_alone.is_empty()
            && let Some(submodule) = data.submodules.get(&name)
        {
            return Found::Value(Ty::Module(*submodule), Resolution::Import);
        }
        let brought = self.brought_in(module, name, hops);
        match (brought, own) {
            (Found::Defs(others, how), Some(_)) => {
                let mut defs = module_alone;
                defs.extend(others.into_iter().filter(|id| !defs.contains(id)).collect::<Vec<_>>());
                Found::Defs(defs, how)
            }
            (_, Some(own)) => own,
            (brought, None) => brought,
        }
    }

    /// Names for modules alone, beside which there may be a function or type of the same name (`mod job; pub use job::job;`).
    fn are_modules(&self, defs: &[DefId]) -> bool {
        let is_crate = |id: &DefId| self.project.language(*id).semantics.module == ModuleRule::Crate;
        defs.first().is_some_and(is_crate) && defs.iter().all(|id| self.project.def(*id).kind == NodeKind::Module)
    }

    /// What the imports of a module bring under a name.
    fn brought_in(&self, module: ModuleId, name: Sym, hops: u8) -> Found {
        let data = self.project.modules.get(module);
        // What a file of a Java or Go package imports, it imports for itself.
        let passes_on = |from: &u32| {
            let rule = self.project.file(*from).language.semantics.module;
            !matches!(rule, ModuleRule::Package | ModuleRule::Directory)
        };
        if !data.files.first().is_some_and(passes_on) {
            return Found::Nothing;
        }
        self.brought_by_files(module, name, hops)
    }

    fn brought_by_files(&self, module: ModuleId, name: Sym, hops: u8) -> Found {
        let data = self.project.modules.get(module);
        for from in &data.files {
            let source = self.project.file(*from);
            for (ix, import) in source.extraction.imports.iter().enumerate() {
                if import.local.is_some_and(|local| source.sym(local) == name)
                    && self.project.modules.of_scope(&self.project.files, *from, import.scope) == module
                {
                    let found = self.import(*from, super::project::index(ix), hops + 1);
                    if !found.is_nothing() {
                        return found.imported();
                    }
                }
            }
        }
        for from in &data.files {
            for (scope, _) in &self.project.file(*from).wildcards {
                if self.project.modules.of_scope(&self.project.files, *from, *scope) == module {
                    let found = self.wildcards(*from, *scope, name, hops + 1);
                    if !found.is_nothing() {
                        return found.imported();
                    }
                }
            }
        }
        Found::Nothing
    }

    /// The module's own definitions of a name that a file may see.
    fn module_defs(&self, file: u32, module: ModuleId, name: Sym) -> Option<Found> {
        let ids = self.project.modules.get(module).members.get(&name)?;
        let is_macro = |id: &DefId| {
            let is_crate = self.project.language(*id).semantics.module == ModuleRule::Crate;
            is_crate && self.project.def(*id).kind == NodeKind::Macro
        };
        let visible = ids
            .iter()
            .copied()
            .filter(|id| self.visible(file, *id) && !is_macro(id));
        let visible: Vec<DefId> = visible.collect();
        if visible.is_empty() {
            return None;
        }
        let own = self.project.file(file).module == module;
        Some(Found::Defs(
            self.linked(file, self.live(visible)),
            if own { Resolution::Exact } else { Resolution::Import },
        ))
    }

    /// All definitions of a name in a namespace of the program that a file may mean.
    pub(super) fn in_program(&self, file: u32, module: ModuleId, name: Sym) -> Option<Vec<DefId>> {
        match self.module_defs(file, module, name)? {
            Found::Defs(defs, _) => Some(defs),
            _ => None,
        }
    }

    /// File-local names of C are seen only by the file and by what includes it.
    fn visible(&self, file: u32, id: DefId) -> bool {
        let def = self.project.def(id);
        if self.project.language(id).semantics.module != ModuleRule::Include {
            return true;
        }
        let include = &self.project.modules.include;
        // A type or macro has no linkage: outside of the file it is known only where the file is included.
        let is_linked = def.kind.is_callable() && def.kind != NodeKind::Macro
            || matches!(
                def.kind,
                NodeKind::Variable | NodeKind::Constant | NodeKind::Field | NodeKind::Namespace
            );
        let is_shared = def.visibility != Visibility::Private && (is_linked || include.is_included(id.file));
        is_shared || include.sees(file, id.file)
    }

    /// ES and CommonJS exports.
    fn exported(&self, module: ModuleId, name: Sym, hops: u8) -> Found {
        let is_default = self.project.symbols.text(name) == "default";
        for from in &self.project.modules.get(module).files {
            let source = self.project.file(*from);
            for export in &source.extraction.exports {
                let fits = match export.name {
                    Some(exported) => source.sym(exported) == name || (is_default && export.default),
                    None => is_default && export.default,
                };
                if fits {
                    let found = self.value_found(*from, export.value, hops);
                    if !found.is_nothing() {
                        return found;
                    }
                }
            }
            // `module.exports = object`: its members are the module's names.
            for export in source
                .extraction
                .exports
                .iter()
                .filter(|export| export.name.is_none() && !export.default)
            {
                let whole = self.infer(*from, export.value);
                if is_default {
                    return match whole {
                        Ty::Unknown => Found::Nothing,
                        Ty::Function(defs, _) => Found::Defs(defs.to_vec(), Resolution::Import),
                        Ty::Static(def, _) => Found::Defs(vec![def], Resolution::Import),
                        other => Found::Value(other, Resolution::Import),
                    };
                }
                if let Ty::Instance(def, _) | Ty::Static(def, _) = &whole
                    && let Some((members, _)) = self.members_of(*def, name)
                {
                    return self.through_values(members, hops);
                }
                if let Ty::Function(defs, _) = &whole
                    && let Some((members, _)) = defs.iter().find_map(|def| self.members_of(*def, name))
                {
                    return Found::Defs(members, Resolution::Import);
                }
            }
        }
        Found::Nothing
    }

    /// Properties that only hand on a function or class (`module.exports = { a, b: c }`) are what they hand on.
    fn through_values(&self, members: Vec<DefId>, hops: u8) -> Found {
        if let [one] = members.as_slice() {
            let def = self.project.def(*one);
            if !def.kind.is_callable() && !def.kind.is_type() && !def.value.is_none() {
                let found = self.value_found(one.file, def.value, hops);
                if !found.is_nothing() {
                    return found;
                }
            }
        }
        Found::Defs(members, Resolution::Import)
    }

    /// What the value of an expression names.
    fn value_found(&self, file: u32, value: ExprIx, hops: u8) -> Found {
        let extraction = &self.project.file(file).extraction;
        let node = extraction.expr(value);
        if hops > MAX_HOPS {
            return Found::Nothing;
        }
        match &node.kind {
            Expr::Name(name) => match self.lookup(file, node.scope, node.at, *name) {
                Found::Binding(binding) => match self.binding_type(file, binding) {
                    Ty::Unknown => Found::Nothing,
                    ty => Found::Value(ty, Resolution::Import),
                },
                other => other.imported(),
            },
            Expr::Def(def) | Expr::Object(def) => Found::Defs(vec![DefId { file, def: *def }], Resolution::Import),
            _ => match self.infer(file, value) {
                Ty::Unknown => Found::Nothing,
                Ty::Function(defs, _) => Found::Defs(defs.to_vec(), Resolution::Import),
                Ty::Static(def, _) => Found::Defs(vec![def], Resolution::Import),
                other => Found::Value(other, Resolution::Import),
            },
        }
    }

    /// What the wildcard imports of a scope bring under a name.
    pub(super) fn wildcards(&self, file: u32, scope: ScopeIx, name: Sym, hops: u8) -> Found {
        if hops > MAX_HOPS {
            return Found::Nothing;
        }
        let data = self.project.file(file);
        for (_, ix) in data.wildcards.iter().filter(|(at, _)| *at == scope) {
            let target = self.project.targets[file as usize][*ix as usize].clone();
            if let Target::Module(module) = target
                && module == self.project.modules.of_scope(&self.project.files, file, scope)
            {
                continue;
            }
            let source = self.follow(file, target, hops + 1);
            if matches!(source, Found::Value(Ty::External(_), _)) {
                continue;
            }
            let found = self.inside(file, &source, name, hops + 1);
            if !found.is_nothing() {
                return found.imported();
            }
        }
        Found::Nothing
    }

    /// Definitions and submodules of a module, without what it imports.
    fn module_names(&self, file: u32, module: ModuleId, name: Sym) -> Found {
        if let Some(found) = self.module_defs(file, module, name) {
            return match found {
                Found::Defs(defs, _) => Found::Defs(defs, Resolution::Exact),
                other => other,
            };
        }
        match self.project.modules.get(module).submodules.get(&name) {
            Some(submodule) => Found::Value(Ty::Module(*submodule), Resolution::Exact),
            None => Found::Nothing,
        }
    }

    fn in_module_and_outward(&self, file: u32, mut module: ModuleId, name: Sym) -> Found {
        loop {
            let found = self.module_names(file, module, name);
            if !found.is_nothing() {
                return found;
            }
            match self.project.modules.get(module).parent {
                Some(parent) => module = parent,
                None => return Found::Nothing,
            }
        }
    }

    /// Past the file's own scopes: the rest of its module, crates, the global namespace.
    fn beyond_file(&self, file: u32, scope: ScopeIx, sym: Sym) -> Found {
        let data = self.project.file(file);
        match data.language.semantics.module {
            ModuleRule::Directory | ModuleRule::Include => self.module_names(file, data.module, sym),
            ModuleRule::Package => match self.module_defs(file, data.module, sym) {
                Some(found) => found,
                None => match outermost_package(&self.project.modules, sym) {
                    Some(package) => Found::Value(Ty::Module(package), Resolution::Import),
                    None => Found::Nothing,
                },
            },
            ModuleRule::Crate => {
                let here = self.project.modules.of_scope(&self.project.files, file, scope);
                if let Some(submodule) = self.project.modules.get(here).submodules.get(&sym) {
                    return Found::Value(Ty::Module(*submodule), Resolution::Exact);
                }
                let text = self.project.symbols.text(sym);
                match cargo_crate(&self.project.modules, &self.project.files, here, text) {
                    Some(module) => Found::Value(Ty::Module(module), Resolution::Import),
                    None if matches!(text, "std" | "core" | "alloc") => {
                        Found::Value(Ty::External(sym), Resolution::Import)
                    }
                    None => Found::Nothing,
                }
            }
            ModuleRule::Dotted | ModuleRule::File => Found::Nothing,
        }
    }
}

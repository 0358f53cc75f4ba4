//! Numbers for names and definitions of the whole project.

use rustc_hash::FxHashMap as HashMap;

/// A name, interned over the whole project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sym(pub u32);

/// A definition of the project: its file and its place among the file's definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefId {
    /// Place of the file in [`super::Project::files`].
    pub file: u32,
    pub def: crate::lang::extraction::DefIx,
}

/// The interner.
#[derive(Debug, Default)]
pub struct Symbols {
    by_text: HashMap<String, Sym>,
    texts: Vec<String>,
}

impl Symbols {
    pub fn intern(&mut self, text: &str) -> Sym {
        if let Some(sym) = self.by_text.get(text) {
            return *sym;
        }
        let sym = Sym(u32::try_from(self.texts.len()).unwrap_or(u32::MAX));
        self.texts.push(text.to_owned());
        self.by_text.insert(text.to_owned(), sym);
        sym
    }

    /// The symbol of a text that some file names; `None` when none does.
    pub fn get(&self, text: &str) -> Option<Sym> {
        self.by_text.get(text).copied()
    }

    pub fn text(&self, sym: Sym) -> &str {
        &self.texts[sym.0 as usize]
    }
}

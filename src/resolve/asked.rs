//! Names that are being looked up in modules, and what is known of them already.
//!
//! Modules import from each other in circles and by many ways at once: without memory a name would be looked for along
//! every way, of which there are more than anybody can walk. A circle ends where it began, with nothing: whoever began
//! it goes on to look elsewhere.

use std::cell::RefCell;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::lookup::Found;
use super::modules::ModuleId;
use super::symbols::Sym;

/// The file that asks, the module that is asked, and the name.
pub(super) type Question = (u32, ModuleId, Sym);

/// What was asked of modules on behalf of one file.
#[derive(Debug, Default)]
pub(super) struct Asked {
    open: RefCell<HashSet<Question>>,
    /// Answers within the outermost open question: some of them may lack what lies on a circle through it.
    passing: RefCell<HashMap<Question, Found>>,
    /// Answers for good.
    settled: RefCell<HashMap<Question, Found>>,
}

impl Asked {
    /// The answer to a question, found by `look` where it is not known. `for_good`: the answer depends on nothing that is
    /// only being inferred.
    pub fn answer(&self, question: Question, for_good: bool, look: impl FnOnce() -> Found) -> Found {
        if let Some(known) = self.settled.borrow().get(&question) {
            return known.clone();
        }
        if let Some(known) = self.passing.borrow().get(&question) {
            return known.clone();
        }
        if !self.open.borrow_mut().insert(question) {
            return Found::Nothing;
        }
        let found = look();
        self.open.borrow_mut().remove(&question);
        let outermost = self.open.borrow().is_empty();
        if outermost {
            self.passing.borrow_mut().clear();
            if for_good {
                self.settled.borrow_mut().insert(question, found.clone());
            }
        } else {
            self.passing.borrow_mut().insert(question, found.clone());
        }
        found
    }
}

//! A warehouse: every kind of item that Rust has.

#![allow(dead_code)]

use std::collections::HashMap;
use std::fmt;

pub mod stock;

#[path = "legacy/ledger_v1.rs"]
mod ledger;

/// Largest number of crates on one pallet.
pub const PALLET: usize = 24;
static mut OPENED: u32 = 0;

pub type Result<T, E = Fault> = std::result::Result<T, E>;

/// What can go wrong.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    Empty,
    /// By place.
    Missing(String, u32),
    /// By name.
    Broken {
        name: String,
        at: Position,
    },
}

#[derive(Default)]
pub struct Position(pub u32, u32);

pub struct Marker;

#[repr(C)]
pub union Word {
    pub whole: u64,
    halves: [u32; 2],
}

pub struct Shelf<'a, T, const N: usize = 4>
where
    T: Item,
{
    pub(crate) items: Vec<T>,
    #[allow(clippy::type_complexity)]
    on_change: Option<Box<dyn Fn(&T) -> bool + Send + 'a>>,
}

/// What lies on shelves.
pub trait Item: fmt::Debug + Send {
    /// What identifies it.
    type Key: Ord;
    const FRAGILE: bool = false;
    const WEIGHT: u32;

    fn key(&self) -> Self::Key;

    fn label(&self) -> String {
        format!("{:?}", self)
    }

    fn parse(text: &str) -> Option<Self>
    where
        Self: Sized;
}

impl<'a, T: Item, const N: usize> Shelf<'a, T, N> {
    pub const ROWS: usize = N;

    pub fn new() -> Self {
        Shelf { items: Vec::new(), on_change: None }
    }

    #[deprecated(note = "use `put`")]
    pub fn add(&mut self, item: T) {
        fn announce(count: usize) {
            const LIMIT: usize = 10;
            if count > LIMIT {
                println!("full");
            }
        }
        self.items.push(item);
        announce(self.items.len());
    }

    pub(super) async fn refill(self: Box<Self>, from: &Self) -> Result<()> {
        Ok(())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("fault")
    }
}

impl<T: Item> Extend<T> for Shelf<'_, T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {}
}

impl Iterator for Position {
    type Item = u32;

    fn next(&mut self) -> Option<Self::Item> {
        None
    }
}

impl<T> Loud for Vec<T> {
    fn shout(&self) {}
}

unsafe impl Send for Marker {}

pub(crate) mod inner {
    pub mod deep {
        pub fn reach() {}
    }

    impl super::Marker {
        pub fn r#match() {}
    }
}

extern "C" {
    fn puts(text: *const u8) -> i32;
    static environ: *const u8;
}

pub unsafe extern "C" fn exported() {}

#[macro_export]
macro_rules! shelf {
    ($($item:expr),*) => { Shelf { items: vec![$($item),*], on_change: None } };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixture() -> Marker {
        Marker
    }

    #[test]
    fn opens() {}

    #[tokio::test]
    async fn closes() {}

    impl Marker {
        fn only_in_tests() {}
    }
}

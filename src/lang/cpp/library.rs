//! Names of the C++ library.

pub const PRELUDE: &[&str] = &[];
pub const COMMON_MEMBERS: &[&str] = &[];

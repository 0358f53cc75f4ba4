//! Names of the C library and of its usual companions, which a program uses without defining them.

pub const PRELUDE: &[&str] = &[];

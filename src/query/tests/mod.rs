//! Questions asked of small graphs.

mod finding;
mod searching;
mod walking;

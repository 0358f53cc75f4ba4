//! The graph file, seen through its writer and its readers.

mod opening;
mod reading;
mod writing;

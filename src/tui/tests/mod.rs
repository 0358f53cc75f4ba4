//! The map driven by messages on a small hand-made project: screens, visits, and anything at any size.

mod properties;
mod sample;
mod screens;
mod visits;

//! The map in a real pseudo-terminal: whole visits, and what becomes of the terminal however they end.

#[cfg(unix)]
mod hostile;
#[cfg(unix)]
mod pty;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod visit;

//! Two buffers and the difference between them.
//!
//! A frame reaches the terminal in one write, inside a synchronised update. Ratatui's own `Terminal` is not used: its
//! `clear`, and with it every resize, asks the terminal for the cursor's position.

use std::io::{self, Write};
use std::sync::Arc;

use parking_lot::Mutex;
use ratatui::backend::{Backend, ClearType};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Modes;
use crate::tui::state::Size;

/// Begins and ends a frame.
pub trait Gate {
    /// Lets a frame out.
    ///
    /// # Errors
    /// What the terminal says.
    fn close(&self) -> io::Result<()>;
}

/// For backends that draw at once.
impl Gate for () {
    fn close(&self) -> io::Result<()> {
        Ok(())
    }
}

/// Collects the bytes of a frame.
#[derive(Debug, Clone)]
pub struct Frame {
    bytes: Arc<Mutex<Vec<u8>>>,
    modes: Modes,
}

impl Frame {
    pub fn new(modes: Modes) -> Self {
        Self {
            bytes: Arc::default(),
            modes,
        }
    }
}

impl Write for Frame {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    /// A frame goes out whole, by [`Gate::close`].
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Gate for Frame {
    fn close(&self) -> io::Result<()> {
        let mut bytes = self.bytes.lock();
        // Once the terminal has been given back, after a panic in another thread for one, nothing is drawn over it.
        if !bytes.is_empty() && self.modes.is_on() {
            let mut whole = Vec::with_capacity(bytes.len() + 16);
            whole.extend_from_slice(b"\x1b[?2026h");
            whole.extend_from_slice(&bytes);
            whole.extend_from_slice(b"\x1b[?2026l");
            let mut out = io::stdout().lock();
            out.write_all(&whole)?;
            out.flush()?;
        }
        bytes.clear();
        Ok(())
    }
}

/// What is on the terminal, and what is to be.
pub struct Screen<B, G> {
    backend: B,
    gate: G,
    shown: Buffer,
    next: Buffer,
    cursor: Option<(u16, u16)>,
    /// Nothing is known of what the terminal shows.
    fresh: bool,
}

impl<B: Backend, G: Gate> Screen<B, G>
where
    B::Error: Send + Sync + 'static,
{
    pub fn new(backend: B, gate: G) -> Self {
        Self {
            backend,
            gate,
            shown: Buffer::empty(Rect::ZERO),
            next: Buffer::empty(Rect::ZERO),
            cursor: None,
            fresh: true,
        }
    }

    pub const fn backend(&self) -> &B {
        &self.backend
    }

    pub const fn backend_mut(&mut self) -> &mut B {
        &mut self.backend
    }

    /// The next frame is drawn from nothing.
    pub const fn forget(&mut self) {
        self.fresh = true;
    }

    /// Lets `draw` fill a buffer of this size and brings the terminal to it. `draw` tells where the cursor stands.
    ///
    /// # Errors
    /// What the terminal says.
    pub fn draw(&mut self, size: Size, draw: impl FnOnce(&mut Buffer) -> Option<(u16, u16)>) -> anyhow::Result<()> {
        let area = Rect::new(0, 0, size.width, size.height);
        if self.next.area != area {
            self.next = Buffer::empty(area);
            self.fresh = true;
        }
        let cursor = draw(&mut self.next).filter(|(x, y)| *x < size.width && *y < size.height);
        if self.fresh {
            self.shown = Buffer::empty(area);
            self.backend.clear_region(ClearType::All)?;
        }
        let mut changes = self.shown.diff_iter(&self.next).peekable();
        if changes.peek().is_some() || self.fresh || cursor != self.cursor {
            if self.cursor.is_some() || self.fresh {
                self.backend.hide_cursor()?;
            }
            self.backend.draw(changes)?;
            if let Some(at) = cursor {
                self.backend.set_cursor_position(at)?;
                self.backend.show_cursor()?;
            }
            self.backend.flush()?;
        }
        self.gate.close()?;
        self.cursor = cursor;
        self.fresh = false;
        std::mem::swap(&mut self.shown, &mut self.next);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use ratatui::backend::TestBackend;
    use ratatui::style::Style;

    use super::*;

    #[test]
    fn what_is_drawn_is_shown_through_every_resize() {
        let mut screen = Screen::new(TestBackend::new(6, 2), ());
        let write = |text: &'static str| {
            move |buffer: &mut Buffer| {
                buffer.reset();
                buffer.set_string(0, 0, text, Style::new());
                Some((1, 0))
            }
        };
        let size = |width, height| Size { width, height };
        screen.draw(size(6, 2), write("世界ab")).expect("drawn");
        screen.backend().assert_buffer_lines(["世界ab", "      "]);
        screen.draw(size(6, 2), write("xy")).expect("drawn");
        screen.backend().assert_buffer_lines(["xy    ", "      "]);
        screen.backend_mut().resize(3, 1);
        screen.draw(size(3, 1), write("longer")).expect("drawn");
        screen.backend().assert_buffer_lines(["lon"]);
        assert!(screen.backend().cursor_visible());
    }
}

//! The clipboard, through the terminal (OSC 52): works over ssh and needs no program beside.

use std::io::{self, Write};

use crossterm::Command;
use crossterm::clipboard::CopyToClipboard;

/// What many terminals take at most in one such sequence, in bytes of the encoded text.
const TAKEN: usize = 74_994;

/// Hands the text to the terminal. Returns the sentence for the user: the terminal does not answer, so none can say
/// that it was taken.
///
/// # Errors
/// What the terminal says on writing.
pub fn copy(text: &str, what: &str) -> io::Result<String> {
    let mut sequence = String::new();
    CopyToClipboard::to_clipboard_from(text)
        .write_ansi(&mut sequence)
        .map_err(|_| io::Error::other("the text could not be encoded"))?;
    let mut out = io::stdout().lock();
    out.write_all(sequence.as_bytes())?;
    out.flush()?;
    Ok(match text.len().div_ceil(3) * 4 > TAKEN {
        true => format!("copied {what}; it is long, some terminals take only a part"),
        false => format!("copied {what}"),
    })
}

//! Bytes of a file to text, the same way wherever a file is read.

use std::borrow::Cow;

/// What had to be done to read the bytes as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    /// By its byte-order mark.
    Utf16,
    /// Bytes that are no UTF-8 were replaced by U+FFFD.
    Lossy,
}

/// Decodes a file. A byte-order mark of UTF-16 is honoured and taken off; one of UTF-8 stays where it is, so that byte
/// offsets in the text are those in the file. Never fails.
pub fn decode(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
    match bytes {
        [0xFF, 0xFE, rest @ ..] => (Cow::Owned(utf16(rest, u16::from_le_bytes)), Encoding::Utf16),
        [0xFE, 0xFF, rest @ ..] => (Cow::Owned(utf16(rest, u16::from_be_bytes)), Encoding::Utf16),
        _ => match String::from_utf8_lossy(bytes) {
            Cow::Borrowed(text) => (Cow::Borrowed(text), Encoding::Utf8),
            Cow::Owned(text) => (Cow::Owned(text), Encoding::Lossy),
        },
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = bytes.as_chunks::<2>();
    char::decode_utf16(pairs.iter().map(|pair| unit(*pair)))
        .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_order_marks_are_honoured() {
        assert_eq!(decode(b"\xFF\xFEa\0\xE9\0"), ("aé".into(), Encoding::Utf16));
        assert_eq!(decode(b"\xFE\xFF\0a\xD8\x3E\xDD\x80"), ("a🦀".into(), Encoding::Utf16));
        assert_eq!(
            decode(b"\xFF\xFE\x00\xD8"),
            ("\u{FFFD}".into(), Encoding::Utf16),
            "half a pair"
        );
        assert_eq!(decode(b"\xFF\xFEa"), ("".into(), Encoding::Utf16), "half a unit");
        assert_eq!(decode(b"\xEF\xBB\xBFx"), ("\u{FEFF}x".into(), Encoding::Utf8));
    }

    #[test]
    fn other_bytes_are_read_as_far_as_they_go() {
        assert_eq!(decode("plain é".as_bytes()), ("plain é".into(), Encoding::Utf8));
        assert_eq!(decode(b"caf\xE9!"), ("caf\u{FFFD}!".into(), Encoding::Lossy));
        assert_eq!(decode(b""), ("".into(), Encoding::Utf8));
    }
}

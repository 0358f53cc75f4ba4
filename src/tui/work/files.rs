//! Files, as they stand on disk now.

use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use super::Ground;
use super::mailbox::{self, Desk, Mailbox};
use crate::tui::state::{Document, Ticket};
use crate::tui::update::Msg;

/// A larger file is not shown: nobody reads it in a pane.
const LARGEST: u64 = 16 << 20;

pub struct Question {
    pub ticket: Ticket,
    pub path: String,
}

impl mailbox::Question for Question {
    fn is_replaced_by(&self, newer: &Self) -> bool {
        self.path == newer.path
    }
}

pub fn spawn(ground: &Ground) -> std::io::Result<Mailbox<Question>> {
    let ground = ground.clone();
    Mailbox::spawn("files", move |desk: Desk<Question>| {
        while let Some(Question { ticket, path }) = desk.next() {
            let result = read(&ground.root, &path);
            if !ground.tell(Msg::Document { path, ticket, result }) {
                return;
            }
        }
    })
}

fn read(root: &Path, path: &str) -> Result<Document, String> {
    let place = root.join(path);
    let about = std::fs::metadata(&place).map_err(|error| error.to_string())?;
    if about.is_dir() {
        return listing(&place, path);
    }
    // A pipe or a device would never end.
    if !about.is_file() {
        return Err("it is no ordinary file".to_owned());
    }
    if about.len() > LARGEST {
        return Err(format!("it is larger than {} MiB", LARGEST >> 20));
    }
    let bytes = std::fs::read(&place).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes));
    let mut lines: Vec<String> = text
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line).to_owned())
        .collect();
    if lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    Ok(Document::new(path.to_owned(), lines, xxh3_64(&bytes)))
}

/// What lies in a directory, hidden entries left out, directories first.
fn listing(place: &Path, path: &str) -> Result<Document, String> {
    let entries = std::fs::read_dir(place).map_err(|error| error.to_string())?;
    let mut names: Vec<(bool, String)> = entries
        .filter_map(Result::ok)
        .map(|entry| {
            let directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let slash = if directory { "/" } else { "" };
            (!directory, format!("{}{slash}", entry.file_name().to_string_lossy()))
        })
        .filter(|(_, name)| !name.starts_with('.'))
        .collect();
    names.sort();
    let lines: Vec<String> = names.into_iter().map(|(_, name)| name).collect();
    let hash = xxh3_64(lines.join("\n").as_bytes());
    let mut document = Document::new(path.to_owned(), lines, hash);
    document.listing = true;
    Ok(document)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_an_editor() {
        let directory = tempfile::tempdir().expect("a directory");
        std::fs::write(directory.path().join("a.rs"), "\u{feff}one\r\ntwo\n\nfour\n").expect("written");
        let document = read(directory.path(), "a.rs").expect("read");
        assert_eq!(*document.lines, ["one", "two", "", "four"]);
        std::fs::create_dir(directory.path().join("z")).expect("made");
        assert_eq!(*read(directory.path(), ".").expect("listed").lines, ["z/", "a.rs"]);
        assert!(read(directory.path(), "absent").is_err());
        std::fs::write(directory.path().join("b"), b"\xff\xfe\0").expect("written");
        assert_eq!(read(directory.path(), "b").expect("read").lines.len(), 1);
    }
}

//! One file after the other, on many threads: read, hash, decode, extract.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, SystemTime};

use crossbeam_channel::Sender;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::discover::{Found, nanoseconds};
use super::{gate, symbols};
use crate::graph::NodeFlags;
use crate::lang::{self, Extraction};
use crate::store::{FileStatus, Known, NewNode};
use crate::text::{Encoding, LineTable};

/// Bytes of a file that are enough to tell its language.
const HEAD: usize = 4_096;

/// A file written less than this before it was read may be written again within the same tick of its clock: its time says
/// nothing yet.
const SETTLED: Duration = Duration::from_secs(2);

/// What became of one file.
pub(super) enum Outcome {
    /// Written anew with the same content.
    Same(Found),
    New(Box<Extracted>),
}

/// A file that is new or differs from what the graph knows.
pub(super) struct Extracted {
    pub found: Found,
    pub hash: u64,
    pub lines: u32,
    /// Language id; empty where there is none.
    pub language: &'static str,
    pub status: FileStatus,
    pub notes: String,
    pub nodes: Vec<NewNode>,
    pub extraction: Option<Extraction>,
    /// The extraction, serialised.
    pub facts: Vec<u8>,
}

/// A file to look at, with what the graph knows of it.
pub(super) type Task<'a> = (&'a Found, Option<&'a Known>);

/// Looks at each file on the threads of the current pool and sends what became of it. Ends early when `go_on` says no, or
/// when nobody listens any more.
pub(super) fn examine_all(tasks: &[Task<'_>], results: &Sender<Outcome>, go_on: &(dyn Fn() -> bool + Sync)) {
    // An error only stops the iteration; whoever listens knows why.
    let _ = tasks.par_iter().try_for_each(|(found, known)| {
        if !go_on() {
            return Err(());
        }
        results.send(examine(found, *known)).map_err(|_| ())
    });
}

fn examine(found: &Found, known: Option<&Known>) -> Outcome {
    let mut found = found.clone();
    if found.size > gate::SIZE_LIMIT {
        if known.is_some_and(|known| known.size > gate::SIZE_LIMIT) {
            return Outcome::Same(found);
        }
        return Outcome::New(Box::new(without_symbols(
            found,
            0,
            FileStatus::Skipped(gate::too_large()),
        )));
    }
    let bytes = match gate::read(&found.absolute) {
        Ok(bytes) => bytes,
        Err(_) if known.is_some_and(|known| known.unread) => return Outcome::Same(found),
        Err(error) => {
            let status = FileStatus::Failed(format!("it cannot be read: {error}"));
            return Outcome::New(Box::new(without_symbols(found, 0, status)));
        }
    };
    if nanoseconds(SystemTime::now()).saturating_sub(found.mtime) < SETTLED.as_nanos() as i64 {
        found.mtime = 0;
    }
    found.size = bytes.len() as u64;
    let hash = xxh3_64(&bytes);
    if known.is_some_and(|known| known.hash == hash && !known.unread) {
        return Outcome::Same(found);
    }
    Outcome::New(Box::new(extract(found, &bytes, hash)))
}

/// Extracts a file that the graph knows once more; `None` where it cannot be read.
pub(super) fn again(found: &Found) -> Option<Extracted> {
    let bytes = gate::read(&found.absolute).ok()?;
    let hash = xxh3_64(&bytes);
    Some(extract(found.clone(), &bytes, hash))
}

fn extract(found: Found, bytes: &[u8], hash: u64) -> Extracted {
    let (text, encoding) = match gate::admit(bytes) {
        Ok(admitted) => admitted,
        Err(why) => return without_symbols(found, hash, FileStatus::Skipped(why)),
    };
    let (flags, mut notes) = gate::traits(&found.path, &text);
    match encoding {
        Encoding::Utf8 => {}
        Encoding::Utf16 => notes.push("UTF-16"),
        Encoding::Lossy => notes.push("not UTF-8"),
    }
    let lines = LineTable::new(&text).count();
    let language = lang::detect(&found.path, &bytes[..bytes.len().min(HEAD)]);
    let Some(language) = language else {
        return Extracted {
            hash,
            lines,
            language: "",
            status: FileStatus::Skipped("no grammar".to_string()),
            notes: notes.join(", "),
            nodes: vec![symbols::plain_file(&found.path, &text, lines, flags)],
            extraction: None,
            facts: Vec::new(),
            found,
        };
    };
    // A fault in the extraction of one file must not cost the others.
    let Ok(extraction) = catch_unwind(AssertUnwindSafe(|| lang::extract(language, &text))) else {
        let status = FileStatus::Failed("the extraction failed on it; please report this file".to_string());
        return Extracted {
            language: language.id,
            lines,
            ..without_symbols(found, hash, status)
        };
    };
    let status = match (&extraction.cut_short, extraction.errors) {
        (Some(why), _) => FileStatus::Failed(why.clone()),
        (None, (0, _)) => FileStatus::Parsed,
        (None, (nodes, first_line)) => FileStatus::Errors { nodes, first_line },
    };
    Extracted {
        hash,
        lines,
        language: language.id,
        status,
        notes: notes.join(", "),
        nodes: symbols::nodes(&found.path, &text, lines, Some(&extraction), flags),
        facts: postcard::to_allocvec(&extraction).unwrap_or_default(),
        extraction: Some(extraction),
        found,
    }
}

fn without_symbols(found: Found, hash: u64, status: FileStatus) -> Extracted {
    Extracted {
        hash,
        lines: 0,
        language: "",
        status,
        notes: String::new(),
        nodes: vec![symbols::plain_file(&found.path, "", 0, NodeFlags::default())],
        extraction: None,
        facts: Vec::new(),
        found,
    }
}

//! One run: what changed is extracted, everything is linked, and the difference is written in one transaction.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::discover::{Discovery, Found, discover};
use super::extract::{Extracted, Outcome, Task, examine_all};
use super::link::{Ids, Linked};
use super::lock::{self, Lock};
use super::{IndexError, Options, Progress, Report, place};
use crate::graph::NodeId;
use crate::lang::Extraction;
use crate::resolve::{Manifest, is_manifest};
use crate::store::{Aside, FileStatus, Known, NewFile, StoreError, Writer, set_aside};

/// How long a run waits for another one to end.
const WAIT: Duration = Duration::from_secs(10);

/// Files that are resolved before their edges are written: bounds what is held in memory.
const CHUNK: u32 = 512;

/// A manifest larger than this says nothing about modules.
const MANIFEST_LIMIT: u64 = 1 << 20;

type ProgressFn<'a> = &'a (dyn Fn(Progress) + Sync);
type GoOn<'a> = &'a (dyn Fn() -> bool + Sync);

/// Brings the graph up to date with the tree. `go_on` is asked between files; when it says no, the run ends with
/// [`IndexError::Cancelled`] and the graph is as it was.
///
/// # Errors
/// [`IndexError::Busy`] while another process writes the graph for longer than ten seconds; [`IndexError::Io`] for a root
/// that is no directory; [`IndexError::Store`] for a place where no graph can be written.
pub fn run(options: &Options, progress: ProgressFn<'_>, go_on: GoOn<'_>) -> Result<Report, IndexError> {
    run_listing(options, progress, go_on).map(|(report, _)| report)
}

/// Sees to it that the project is there and that its graph has a place.
pub(crate) fn prepare(options: &Options) -> Result<(), IndexError> {
    std::fs::read_dir(&options.root).map_err(|error| IndexError::Io(options.root.clone(), error))?;
    Ok(place::prepare(&options.db)?)
}

/// As [`run`], and says which directories were entered, for those who watch them.
pub(crate) fn run_listing(
    options: &Options,
    progress: ProgressFn<'_>,
    go_on: GoOn<'_>,
) -> Result<(Report, Vec<PathBuf>), IndexError> {
    let start = Instant::now();
    prepare(options)?;
    let _lock = Lock::take(&lock::of_writer(&options.db), WAIT, go_on)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.jobs)
        .stack_size(STACK)
        .build()
        .map_err(|error| IndexError::Io(options.root.clone(), std::io::Error::other(error)))?;
    let mut done = pool.install(|| index(options, progress, go_on));
    if let Err(IndexError::Store(error)) = &done
        && let Some(note) = set_bad_aside(&options.db, error)?
    {
        done = pool.install(|| index(options, progress, go_on));
        if let Ok((report, _)) = &mut done {
            report.notes.push(note);
        }
    }
    let (mut report, directories) = done?;
    report.seconds = start.elapsed().as_secs_f64();
    Ok((report, directories))
}

/// In place, or beside a whole graph that is to be replaced.
fn index(options: &Options, progress: ProgressFn<'_>, go_on: GoOn<'_>) -> Result<(Report, Vec<PathBuf>), IndexError> {
    let mut report = Report::default();
    let mut live = Writer::open(&options.db, &options.root)?;
    if !options.full || !live.is_complete()? {
        let directories = bring_up_to_date(&mut live, options, &mut report, progress, go_on)?;
        live.checkpoint()?;
        return Ok((report, directories));
    }
    // Built beside; takes the old one's place in one step, under the eyes of its readers.
    live.check()?;
    let aside = Beside::new(&options.db);
    let mut writer = Writer::open(&aside.path, &options.root)?;
    writer.continue_after(live.generation()?)?;
    drop(live);
    let directories = bring_up_to_date(&mut writer, options, &mut report, progress, go_on)?;
    progress(Progress::Writing);
    writer.replace(&options.db)?;
    Ok((report, directories))
}

/// Deep trees are walked by recursion up to a fixed depth, which needs more than a thread's usual stack in debug builds.
const STACK: usize = 64 << 20;

/// A graph under construction; removed when it is no longer needed, whatever happens.
struct Beside {
    path: PathBuf,
}

impl Beside {
    fn new(db: &Path) -> Self {
        let mut name = db.as_os_str().to_owned();
        name.push(".new");
        let beside = Self {
            path: PathBuf::from(name),
        };
        beside.remove();
        beside
    }

    fn remove(&self) {
        for part in ["", "-wal", "-shm", "-journal"] {
            let mut name = self.path.as_os_str().to_owned();
            name.push(part);
            // What is not there need not be removed.
            let _ = std::fs::remove_file(PathBuf::from(name));
        }
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        self.remove();
    }
}

/// Puts the graph aside if this error says that it is damaged or of another version. Returns what to tell of it.
fn set_bad_aside(db: &Path, error: &StoreError) -> Result<Option<String>, StoreError> {
    let (path, why, what) = match error {
        StoreError::Damaged { path, detail } => (path, Aside::Damaged, format!("was damaged ({detail})")),
        StoreError::Version { path, found, expected } => (
            path,
            Aside::Version(*found),
            format!("was of version {found}, not {expected}"),
        ),
        _ => return Ok(None),
    };
    if path != db {
        return Ok(None);
    }
    let kept = set_aside(db, why)?;
    Ok(Some(format!(
        "the graph {} {what}; it is kept as {} and was built anew",
        db.display(),
        kept.display()
    )))
}

fn bring_up_to_date(
    writer: &mut Writer,
    options: &Options,
    report: &mut Report,
    progress: ProgressFn<'_>,
    go_on: GoOn<'_>,
) -> Result<Vec<PathBuf>, IndexError> {
    match write_difference(writer, options, report, progress, go_on) {
        Ok(directories) => Ok(directories),
        Err(error) => {
            // Whatever failed, nothing of it stays; the first error is the one to tell.
            let _ = writer.roll_back();
            Err(error)
        }
    }
}

fn write_difference(
    writer: &mut Writer,
    options: &Options,
    report: &mut Report,
    progress: ProgressFn<'_>,
    go_on: GoOn<'_>,
) -> Result<Vec<PathBuf>, IndexError> {
    progress(Progress::Discovering(0));
    let found = |count| progress(Progress::Discovering(count));
    let discovery = discover(&options.root, &options.db, &found, go_on);
    stop_if_cancelled(go_on)?;
    let known: HashMap<String, Known> = writer
        .known_files()?
        .into_iter()
        .map(|known| (known.path.clone(), known))
        .collect();
    let (mut changed, touched) = examine_changed(&discovery, &known, progress, go_on)?;
    let present: HashSet<&str> = discovery.files.iter().map(|found| found.path.as_str()).collect();
    let mut removed: Vec<&str> = known
        .keys()
        .map(String::as_str)
        .filter(|path| !present.contains(path))
        .collect();
    removed.sort_unstable();
    report.files = discovery.files.len();
    report.changed = changed.len();
    report.removed = removed.len();
    report.failed.clone_from(&discovery.failed);
    if changed.is_empty() && removed.is_empty() && writer.is_complete()? {
        report.generation = note_times(writer, &touched)?;
        return Ok(discovery.directories);
    }
    let manifests = read_manifests(&discovery.files);

    let mut extractions = standing_extractions(writer, &present, &changed)?;
    for file in changed.values_mut() {
        if let Some(extraction) = file.extraction.take() {
            extractions.insert(file.found.path.clone(), Arc::new(extraction));
        }
    }
    let linked = Linked::new(extractions.into_iter().collect(), &manifests);
    stop_if_cancelled(go_on)?;
    writer.begin()?;
    for path in &removed {
        writer.remove_file(path)?;
    }
    for found in &touched {
        writer.touch_file(&found.path, found.size, found.mtime)?;
    }
    let mut ids: HashMap<String, Vec<NodeId>> = HashMap::new();
    for (path, file) in &mut changed {
        linked.name(path, &mut file.nodes);
        ids.insert(path.clone(), put(writer, file)?);
    }
    let all = Ids::collect(&linked, |path| match ids.remove(path) {
        Some(ids) => Ok(ids),
        None => standing_ids(writer, &linked, path, &discovery.files),
    })?;
    writer.put_parents(&linked.parents(&all))?;
    write_references(writer, &linked, &all, progress, go_on)?;
    progress(Progress::Writing);
    writer.prune_directories()?;
    writer.complete()?;
    report.generation = writer.commit()?;
    report
        .failed
        .extend(changed.values().filter_map(|file| match &file.status {
            FileStatus::Failed(why) => Some((file.found.path.clone(), why.clone())),
            _ => None,
        }));
    Ok(discovery.directories)
}

/// All that is new are times of files: the graph stays what it is.
fn note_times(writer: &mut Writer, touched: &[Found]) -> Result<u64, StoreError> {
    if touched.is_empty() {
        return writer.generation();
    }
    writer.begin()?;
    for found in touched {
        writer.touch_file(&found.path, found.size, found.mtime)?;
    }
    writer.commit()
}

fn stop_if_cancelled(go_on: GoOn<'_>) -> Result<(), IndexError> {
    if go_on() { Ok(()) } else { Err(IndexError::Cancelled) }
}

/// Extracts what is new or may have changed; what has only been written anew is told apart.
fn examine_changed(
    discovery: &Discovery,
    known: &HashMap<String, Known>,
    progress: ProgressFn<'_>,
    go_on: GoOn<'_>,
) -> Result<(BTreeMap<String, Extracted>, Vec<Found>), IndexError> {
    let tasks: Vec<Task<'_>> = discovery
        .files
        .iter()
        .filter_map(|found| match known.get(&found.path) {
            Some(known)
                if !known.unread && found.mtime != 0 && (known.size, known.mtime) == (found.size, found.mtime) =>
            {
                None
            }
            known => Some((found, known)),
        })
        .collect();
    let total = tasks.len();
    progress(Progress::Extracting { done: 0, total });
    let (mut changed, mut touched) = (BTreeMap::new(), Vec::new());
    let (send, receive) = crossbeam_channel::unbounded();
    rayon::scope(|scope| {
        // The sender goes with the task, so that the loop below ends with it.
        scope.spawn(move |_| examine_all(&tasks, &send, go_on));
        let mut done = 0;
        loop {
            // With one thread in the pool this one does the work itself while it waits.
            match receive.try_recv() {
                Ok(outcome) => {
                    match outcome {
                        Outcome::Same(found) => touched.push(found),
                        Outcome::New(file) => drop(changed.insert(file.found.path.clone(), *file)),
                    }
                    done += 1;
                    if done % 16 == 0 || done == total {
                        progress(Progress::Extracting { done, total });
                    }
                }
                Err(crossbeam_channel::TryRecvError::Disconnected) => break,
                Err(crossbeam_channel::TryRecvError::Empty) => {
                    if rayon::yield_now() != Some(rayon::Yield::Executed) {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                }
            }
        }
    });
    stop_if_cancelled(go_on)?;
    Ok((changed, touched))
}

fn read_manifests(files: &[Found]) -> Vec<Manifest> {
    let wanted = files
        .iter()
        .filter(|found| is_manifest(&found.path) && found.size <= MANIFEST_LIMIT);
    wanted
        .filter_map(|found| {
            let bytes = std::fs::read(&found.absolute).ok()?;
            Some(Manifest {
                path: found.path.clone(),
                text: crate::text::decode(&bytes).0.into_owned(),
            })
        })
        .collect()
}

/// What was extracted before from the files that have not changed since.
fn standing_extractions(
    writer: &Writer,
    present: &HashSet<&str>,
    changed: &BTreeMap<String, Extracted>,
) -> Result<BTreeMap<String, Arc<Extraction>>, StoreError> {
    let mut extractions = BTreeMap::new();
    writer.each_fact(&mut |path, data| {
        if present.contains(path)
            && !changed.contains_key(path)
            && let Ok(extraction) = postcard::from_bytes::<Extraction>(data)
        {
            extractions.insert(path.to_owned(), Arc::new(extraction));
        }
    })?;
    Ok(extractions)
}

fn put(writer: &mut Writer, file: &Extracted) -> Result<Vec<NodeId>, StoreError> {
    writer.put_file(&NewFile {
        path: &file.found.path,
        language: file.language,
        size: file.found.size,
        mtime: file.found.mtime,
        hash: file.hash,
        lines: file.lines,
        status: &file.status,
        notes: &file.notes,
        nodes: &file.nodes,
        facts: &file.facts,
    })
}

/// The ids of a file that has not changed. Where a change elsewhere has renamed its symbols (another crate name, a package
/// that came or went), it is written anew.
fn standing_ids(writer: &mut Writer, linked: &Linked, path: &str, files: &[Found]) -> Result<Vec<NodeId>, StoreError> {
    let keys = linked.keys(path);
    let standing = writer.node_ids(path)?;
    let ids: Vec<NodeId> = keys.iter().filter_map(|key| standing.get(key).copied()).collect();
    if ids.len() == keys.len() {
        return Ok(ids);
    }
    let Some(found) = files.iter().find(|found| found.path == path) else {
        return Ok(ids);
    };
    match super::extract::again(found) {
        Some(mut file) => {
            linked.name(path, &mut file.nodes);
            put(writer, &file)
        }
        // It changed or went away in this very moment: the next run will see it.
        None => Ok(ids),
    }
}

fn write_references(
    writer: &mut Writer,
    linked: &Linked,
    ids: &Ids,
    progress: ProgressFn<'_>,
    go_on: GoOn<'_>,
) -> Result<(), IndexError> {
    let total = linked.paths().len();
    let count = u32::try_from(total).unwrap_or(u32::MAX);
    for first in (0..count).step_by(CHUNK as usize) {
        progress(Progress::Resolving {
            done: first as usize,
            total,
        });
        stop_if_cancelled(go_on)?;
        for file in linked.resolve(first..count.min(first + CHUNK), ids) {
            writer.put_references(&file.path, &file.edges, &file.unresolved)?;
        }
    }
    progress(Progress::Resolving { done: total, total });
    Ok(())
}

//! `explore`: the bundle that an agent would get for a question, byte for byte.

use crate::config::{Profile, Settings};
use crate::context::{Granularity, Override, Request, build};
use crate::store::Reader;

use super::args::{Explore, Global};
use super::error::{Outcome, Status, note, usage};
use super::out::Out;
use super::project::Project;
use super::symbol;

/// The words after `--show SYMBOL=`.
const LADDER: [(&str, Granularity); 5] = [
    ("full", Granularity::Full),
    ("pruned", Granularity::Pruned),
    ("skeleton", Granularity::Skeleton),
    ("signature", Granularity::Signature),
    ("name", Granularity::Name),
];

pub fn run(global: &Global, options: &Explore, out: &mut Out) -> Outcome {
    let mut project = Project::locate(global, None)?;
    let (settings, problems) = Settings::load(&project.root);
    for problem in problems {
        note(&problem.to_string());
    }
    let mut request = Request {
        question: options.question.join(" "),
        profile: profile(options, &settings)?,
        ..Request::default()
    };
    let reader = project.reader()?;
    if !choose(&reader, options, &mut request, out)? {
        return Ok(Status::None);
    }
    let bundle = build(&reader, &project.root, &request)?;
    if out.json {
        out.document(&bundle.to_json())?;
    } else if options.explain {
        out.raw(&bundle.explain())?;
    } else {
        out.raw(&bundle.text)?;
    }
    let is_in = bundle.ledger.iter().any(|entry| entry.granularity.is_some());
    Ok(if is_in { Status::Done } else { Status::None })
}

/// Adds the symbols that were chosen by hand. False: one of them is not one symbol, which has been told.
fn choose(reader: &Reader, options: &Explore, request: &mut Request, out: &mut Out) -> anyhow::Result<bool> {
    for text in &options.symbol {
        let Some(nodes) = symbol::one(reader, text, out)? else {
            return Ok(false);
        };
        request.symbols.extend(nodes.iter().map(|node| node.id));
    }
    for (texts, choice) in [(&options.pin, Override::Pin), (&options.exclude, Override::Exclude)] {
        for text in texts {
            let Some(nodes) = symbol::one(reader, text, out)? else {
                return Ok(false);
            };
            request.overrides.extend(nodes.iter().map(|node| (node.key(), choice)));
        }
    }
    for text in &options.show {
        let step = |(symbol, how)| Some((symbol, LADDER.iter().find(|(word, _)| *word == how)?.1));
        let Some((symbol, how)) = text.rsplit_once('=').and_then(step) else {
            return Err(usage(format!(
                "`--show {text}`: write SYMBOL=HOW, where HOW is full, pruned, skeleton, signature or name"
            )));
        };
        let Some(nodes) = symbol::one(reader, symbol, out)? else {
            return Ok(false);
        };
        let choice = Override::At(how);
        request.overrides.extend(nodes.iter().map(|node| (node.key(), choice)));
    }
    Ok(true)
}

/// The named profile with what the options change in it.
fn profile(options: &Explore, settings: &Settings) -> anyhow::Result<Profile> {
    let mut profile = settings
        .profile(&options.profile)
        .map_err(|unknown| usage(unknown.to_string()))?
        .clone();
    let named = [
        ("budget", &options.budget),
        ("tests", &options.tests),
        ("depth", &options.depth),
        ("fan_out", &options.fan_out),
        ("min_confidence", &options.min_confidence),
    ];
    let mut changes: Vec<(&str, &str)> = Vec::new();
    for text in &options.set {
        let Some(change) = text.split_once('=') else {
            return Err(usage(format!(
                "`--set {text}`: write KEY=VALUE, such as --set weights.name=0.5"
            )));
        };
        changes.push(change);
    }
    changes.extend(
        named
            .into_iter()
            .filter_map(|(key, text)| Some((key, text.as_deref()?))),
    );
    for (key, text) in changes {
        profile
            .set(key.trim(), text.trim())
            .map_err(|refused| usage(refused.to_string()))?;
    }
    Ok(profile)
}

//! What can be typed.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};

use crate::text::nearest;

use super::error::note;

const EXAMPLES: &str = "\
Examples:
  portolan                              open the map of the repository you stand in
  portolan ~/src/tokio                  open the map of another one
  portolan search 'kind:fn in:runtime build'
  portolan callers Builder::build --depth 2
  portolan explore where are retries limited --budget 6000

SYMBOL is a name, a qualified name or the end of one (Builder::build, Builder.build), path:line,
or path#Name. Where it fits several symbols, all are listed.";

/// A terminal map of code: symbols, the calls between them, and the context that an agent is handed.
#[derive(Debug, Parser)]
#[command(name = "portolan", version, after_help = EXAMPLES, max_term_width = 100)]
pub struct Args {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub map: Map,
}

#[derive(Debug, clap::Args)]
pub struct Global {
    /// The graph file [default: .portolan/graph.db in the project]
    #[arg(long, value_name = "FILE", global = true)]
    pub db: Option<PathBuf>,
    /// Answer as one JSON document
    #[arg(long, global = true)]
    pub json: bool,
    /// The project's directory [default: the nearest one upwards with a graph or a repository]
    #[arg(long, value_name = "DIR", global = true)]
    pub root: Option<PathBuf>,
}

/// Without a command: the map.
#[derive(Debug, clap::Args)]
pub struct Map {
    /// Directory of the project whose map to open
    pub path: Option<PathBuf>,
    /// Theme of the map; `portolan themes` lists them
    #[arg(long, value_name = "NAME")]
    pub theme: Option<String>,
    /// Print an overview, line by line, instead of opening the map
    #[arg(long)]
    pub plain: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Build the graph, or bring it up to date
    Index(Index),
    /// What is indexed, how fresh it is, what failed
    Status,
    /// Find symbols by name, fuzzily
    #[command(after_help = "\
Filters in the query: kind:fn,class  in:container  path:src/  lang:rust  !not  'exact  ^beginning
A query of several words finds names whose container or path holds the others: `router route`.")]
    Search(Search),
    /// Show a container's outline, or a function's source
    Node(Node),
    /// Who calls a symbol, with every site
    Callers(Neighbours),
    /// What a symbol calls, with every site
    Callees(Neighbours),
    /// The shortest chains of calls between two symbols
    Trace(Trace),
    /// The bundle that an agent would get for a question
    Explore(Box<Explore>),
    /// Print the whole graph
    #[command(after_help = "\
nodes and edges print one JSON object a line: lines from 1, columns from 0 in UTF-8 bytes, paths
relative to the project. json is both in one document; dot is the call graph for Graphviz.")]
    Export(Export),
    /// Answer agents over MCP, on standard input and output
    Serve(Serve),
    /// List the themes of the map
    Themes,
    /// Print completions for a shell
    #[command(after_help = "Example: portolan completions fish > ~/.config/fish/completions/portolan.fish")]
    Completions { shell: clap_complete::Shell },
    /// Print the manual, in roff
    #[command(after_help = "Example: portolan man | man -l -")]
    Man {
        /// A command's page instead of the whole program's
        command: Option<String>,
    },
}

#[derive(Debug, clap::Args)]
pub struct Index {
    /// Directory of the project
    pub path: Option<PathBuf>,
    /// Rebuild from nothing
    #[arg(long)]
    pub full: bool,
    /// Threads; 0 is one for each core
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    pub jobs: usize,
}

#[derive(Debug, clap::Args)]
pub struct Search {
    /// Words and filters
    #[arg(required = true, value_name = "QUERY")]
    pub query: Vec<String>,
    /// Only these kinds: fn, method, class, struct, trait, ... (may be repeated)
    #[arg(long, short, value_name = "K", value_delimiter = ',')]
    pub kind: Vec<String>,
    /// Only under this path
    #[arg(long, short, value_name = "P")]
    pub path: Option<String>,
    /// At most so many
    #[arg(long, short = 'n', value_name = "N", default_value_t = 30)]
    pub limit: usize,
}

#[derive(Debug, clap::Args)]
pub struct Node {
    pub symbol: String,
    /// Layers of an outline
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: u32,
}

#[derive(Debug, clap::Args)]
pub struct Neighbours {
    pub symbol: String,
    /// Layers to walk
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=32))]
    pub depth: u32,
    /// Least confidence, 0 to 1; below 0.5 are candidates, marked with ?
    #[arg(long, value_name = "C", default_value_t = 0.5, value_parser = confidence)]
    pub min_confidence: f32,
    /// At most so many neighbours of one symbol
    #[arg(long, short = 'n', value_name = "N", default_value_t = 200)]
    pub limit: usize,
}

#[derive(Debug, clap::Args)]
pub struct Trace {
    pub from: String,
    pub to: String,
    /// Least confidence, 0 to 1
    #[arg(long, value_name = "C", default_value_t = 0.5, value_parser = confidence)]
    pub min_confidence: f32,
    /// At most so many chains
    #[arg(long, short = 'n', value_name = "N", default_value_t = 5)]
    pub limit: usize,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The keys of --set are those of a profile: budget, depth, shares.focus, weights.name, ...; a wrong
one is answered with the nearest. `.portolan/config.toml` keeps profiles.")]
pub struct Explore {
    /// Plain words, names, paths, path:line
    #[arg(required_unless_present = "symbol")]
    pub question: Vec<String>,
    /// A symbol to start from, whatever the question says (may be repeated)
    #[arg(long, short, value_name = "SYMBOL")]
    pub symbol: Vec<String>,
    /// A symbol that must be in, in full if it fits at all (may be repeated)
    #[arg(long, value_name = "SYMBOL")]
    pub pin: Vec<String>,
    /// A symbol that must stay out (may be repeated)
    #[arg(long, value_name = "SYMBOL")]
    pub exclude: Vec<String>,
    /// How a symbol is shown: full, pruned, skeleton, signature or name (may be repeated)
    #[arg(long, value_name = "SYMBOL=HOW")]
    pub show: Vec<String>,
    /// The whole budget, in the profile's unit (characters, if not set otherwise)
    #[arg(long, short, value_name = "N")]
    pub budget: Option<String>,
    /// A profile of the configuration
    #[arg(long, short, value_name = "P", default_value = "default")]
    pub profile: String,
    /// Print the ledger instead of the text: scores, reasons, costs, what was cut and why
    #[arg(long)]
    pub explain: bool,
    /// Symbols in tests: include, demote or exclude
    #[arg(long, value_name = "POLICY")]
    pub tests: Option<String>,
    /// Layers of expansion
    #[arg(long, value_name = "N")]
    pub depth: Option<String>,
    /// The best of each layer that are kept
    #[arg(long, value_name = "N")]
    pub fan_out: Option<String>,
    /// Edges below this confidence are not followed
    #[arg(long, value_name = "C")]
    pub min_confidence: Option<String>,
    /// Any other value of the profile (may be repeated)
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum ExportWhat {
    Nodes,
    Edges,
    Json,
    Dot,
}

#[derive(Debug, clap::Args)]
pub struct Export {
    pub what: ExportWhat,
}

#[derive(Debug, clap::Args)]
pub struct Serve {
    /// A profile of the configuration [default: the one named under [server], or `default`]
    #[arg(long, short, value_name = "P")]
    pub profile: Option<String>,
}

fn confidence(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
        _ => Err("it takes a number from 0 to 1".to_owned()),
    }
}

/// The arguments, or the status to leave with: help and version have been printed, or what is wrong with the usage.
pub fn parse(typed: Vec<OsString>) -> Result<Args, ExitCode> {
    let error = match Args::try_parse_from(&typed) {
        Ok(args) => return Ok(args),
        Err(error) => error,
    };
    // `portolan sreach x`: the first word was taken for the map's PATH, the next one for the mistake.
    if matches!(error.kind(), ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand)
        && let Some(word) = typed.get(1).and_then(|word| word.to_str())
        && !word.starts_with('-')
        && !is_command(word)
        && !std::path::Path::new(word).exists()
    {
        note(&no_such_path(word));
        return Err(ExitCode::from(2));
    }
    let status = u8::try_from(error.exit_code()).unwrap_or(2);
    let printed = error.print();
    match printed {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(ExitCode::from(1)),
        _ => Err(ExitCode::from(status)),
    }
}

/// A PATH that does not exist may be a mistyped command.
pub fn no_such_path(word: &str) -> String {
    let commands = commands();
    match nearest(word, commands.iter().map(String::as_str)) {
        Some(near) if !word.contains('/') => {
            format!("`{word}` is neither a directory nor a command; did you mean `portolan {near}`?")
        }
        _ => format!("`{word}` does not exist; give the directory of a project"),
    }
}

fn is_command(word: &str) -> bool {
    word == "help" || commands().iter().any(|command| command == word)
}

fn commands() -> Vec<String> {
    Args::command()
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .collect()
}

//! Opening the map: what the terminal can show, the theme and the keys, then the loop; and the way out.

use std::env;
use std::io::{self, IsTerminal};

use crate::config::Settings;
use anyhow::{Context, bail};
use crossbeam_channel::{Receiver, Sender, unbounded};
use ratatui::backend::CrosstermBackend;

use super::Options;
use super::app::{App, Ending, Host, Inbox};
use super::keymap::Keymap;
use super::problem::{Problem, nearest};
use super::state::{Project, Size, State};
use super::term::screen::{Frame, Screen};
use super::term::{Modes, clipboard, crash, editor, input, signals};
use super::theme::{Depth, Theme};
use super::update::{Effect, Msg};
use super::work::Workers;

/// Runs the map until the user quits. The terminal is as it was before, whatever way it ends.
///
/// # Errors
/// When there is no terminal, when an unknown theme is asked for, or when the terminal goes away.
pub fn run(options: Options) -> anyhow::Result<()> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        bail!("the map needs a terminal on standard input and output; `portolan --help` lists commands that do not");
    }
    let (settings, settings_problems) = Settings::load(&options.root);
    let (themes, theme) = themes(options.theme.as_deref(), settings.map.theme.as_deref())?;
    let (keymap, keymap_problems) = keymap();
    let (width, height) = crossterm::terminal::size().context("the terminal does not tell its size")?;
    let names = themes.iter().map(|theme| theme.name.clone()).collect();
    let mut state = State::new(Size { width, height }, project(&options), keymap, names, theme);
    state.bundle.profile = settings.map_profile().clone();
    state.bundle.saved = state.bundle.profile.clone();
    state.bundle.profile_name.clone_from(&settings.map.profile);
    if let Some(name) = settings.map.theme.filter(|name| !state.themes.contains(name)) {
        state.complain(nearest("theme", &name, Theme::names()));
    }
    let problems = settings_problems.iter().map(ToString::to_string);
    if let Some(problem) = problems.chain(keymap_problems.iter().map(ToString::to_string)).next() {
        state.complain(problem);
    }

    let (inbox, received) = unbounded();
    let modes = Modes::default();
    crash::install(modes.clone(), inbox.clone());
    signals::spawn(inbox.clone(), modes.clone())?;
    let workers = Workers::start(options.root.clone(), options.db.clone(), inbox.clone())?;
    // Colours are taken out in the theme; what is left is written whatever NO_COLOR says.
    crossterm::style::force_color_output(true);
    modes.enter(state.mouse)?;
    let ending = drive(&options, state, themes, workers, &modes, (inbox, received));
    match ending? {
        Ending::Quit => Ok(()),
        Ending::Signal(signal) => std::process::exit(128 + signal),
        Ending::Lost(why) => bail!(why),
    }
}

fn drive(
    options: &Options,
    state: State,
    themes: Vec<Theme>,
    workers: Workers,
    modes: &Modes,
    (inbox, received): (Sender<Inbox>, Receiver<Inbox>),
) -> anyhow::Result<Ending> {
    let frame = Frame::new(modes.clone());
    let screen = Screen::new(CrosstermBackend::new(frame.clone()), frame);
    let (go_on, wait) = unbounded();
    input::spawn(inbox, wait)?;
    let host = Machine {
        options: options.clone(),
        workers,
        modes: modes.clone(),
        go_on,
    };
    let mut app = App::new(state, themes, screen, host);
    let ending = app.run(&received);
    // Before the workers end, which may take a moment.
    modes.leave();
    ending
}

/// The real host: workers, and the terminal for what needs it.
struct Machine {
    options: Options,
    workers: Workers,
    modes: Modes,
    go_on: Sender<()>,
}

impl Host for Machine {
    fn perform(&mut self, effect: Effect) -> Option<Msg> {
        match self.workers.take(effect)? {
            Effect::Copy { text, what } => {
                let copied = clipboard::copy(&text, &what);
                Some(Msg::Done(
                    copied.map_err(|error| format!("nothing was copied: {error}")),
                ))
            }
            Effect::Edit { file, line } => self.edit(&file, line),
            Effect::Suspend => {
                self.modes.leave();
                signals::stop();
                self.take_back()
            }
            Effect::Mouse(on) => {
                self.modes.set_mouse(on);
                None
            }
            _ => None,
        }
    }

    fn input_taken(&mut self) {
        // The reader is gone only when the program ends.
        let _ = self.go_on.send(());
    }
}

impl Machine {
    /// The terminal is the editor's until it ends; the reader of input waits meanwhile.
    fn edit(&self, file: &str, line: u32) -> Option<Msg> {
        let place = self.options.root.join(file);
        let mut command = editor::command(editor::chosen().as_deref(), &place, line);
        self.modes.leave();
        let ended = command.current_dir(&self.options.root).status();
        let taken = self.take_back();
        let program = command.get_program().to_string_lossy().into_owned();
        match ended {
            Err(error) => {
                let text = format!("{program} could not be started: {error}; set $VISUAL or $EDITOR to your editor");
                Some(Msg::Done(Err(text)))
            }
            Ok(status) if !status.success() => Some(Msg::Done(Err(format!("{program} ended with {status}")))),
            Ok(_) => taken,
        }
    }

    fn take_back(&self) -> Option<Msg> {
        let entered = self.modes.enter(true);
        entered
            .err()
            .map(|error| Msg::Done(Err(format!("the terminal could not be taken back: {error}"))))
    }
}

fn project(options: &Options) -> Project {
    let name = options.root.file_name().map(|name| name.to_string_lossy().into_owned());
    Project {
        name: name.unwrap_or_else(|| "project".to_owned()),
        root: options.root.display().to_string(),
        ..Project::default()
    }
}

/// All themes as this terminal can show them, and the name of the one to begin with: the one asked for, else the
/// configured one if it is known.
fn themes(asked: Option<&str>, configured: Option<&str>) -> anyhow::Result<(Vec<Theme>, String)> {
    let known: Vec<&str> = Theme::names().collect();
    if let Some(name) = asked.filter(|name| !known.contains(name)) {
        bail!(
            "{}; there are {}",
            nearest("theme", name, known.iter().copied()),
            known.join(", ")
        );
    }
    let variable = |name| env::var(name).unwrap_or_default();
    if env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        let theme = Theme::without_colour();
        let name = theme.name.clone();
        return Ok((vec![theme], name));
    }
    let depth = Depth::of(&variable("COLORTERM"), &variable("TERM"));
    let themes = known
        .iter()
        .filter_map(|name| Theme::shipped(name))
        .map(|theme| theme.for_depth(depth));
    let configured = configured.filter(|name| known.contains(name));
    let name = asked
        .or(configured)
        .map_or_else(|| Theme::fallback().name, str::to_owned);
    Ok((themes.collect(), name))
}

/// The default keys, with the user's own file over them.
fn keymap() -> (Keymap, Vec<Problem>) {
    use etcetera::BaseStrategy;
    let mut keymap = Keymap::default();
    let Ok(base) = etcetera::choose_base_strategy() else {
        return (keymap, Vec::new());
    };
    let file = base.config_dir().join("portolan").join("keymap.toml");
    let Ok(text) = std::fs::read_to_string(&file) else {
        return (keymap, Vec::new());
    };
    let problems = keymap.overlay(&file.display().to_string(), &text);
    (keymap, problems)
}

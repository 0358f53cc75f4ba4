//! The main loop: messages in, effects out, a frame when something changed.
//!
//! It is generic over the terminal ([`Backend`]), over the source of messages (a channel) and over what carries out
//! effects ([`Host`]), so that tests drive the very loop that people use.
//!
//! Invariants: it never waits but for a message or a moment that was asked for; without either it sleeps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError};
use crossterm::event::{Event, MouseButton, MouseEvent, MouseEventKind};
use ratatui::backend::Backend;

use super::keymap::Key;
use super::scene::Scene;
use super::state::{Size, State};
use super::term::screen::{Gate, Screen};
use super::theme::Theme;
use super::update::{self, Effect, Mouse, Msg, Timer};
use super::view;

/// Frames come no closer than this.
const FRAME: Duration = Duration::from_millis(8);

/// What the main loop is told.
#[derive(Debug)]
pub enum Inbox {
    /// All that the terminal has sent; its reader waits until it is told to go on.
    Input(Vec<Event>),
    Msg(Msg),
    /// The terminal or a part of the program is gone: why.
    Lost(String),
}

/// Carries out effects.
pub trait Host {
    /// Begins or does it. What is known at once comes back.
    fn perform(&mut self, effect: Effect) -> Option<Msg>;
    /// The last batch of input has been dealt with.
    fn input_taken(&mut self);
}

/// How the loop ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    Quit,
    Signal(i32),
    Lost(String),
}

/// The running map.
pub struct App<B, G, H> {
    pub state: State,
    themes: Vec<Theme>,
    screen: Screen<B, G>,
    host: H,
    scene: Scene,
    timers: BinaryHeap<Reverse<(Instant, u64)>>,
    /// What the timers are for, by number.
    moments: std::collections::HashMap<u64, Timer>,
    next_moment: u64,
    ending: Option<Ending>,
}

impl<B: Backend, G: Gate, H: Host> App<B, G, H>
where
    B::Error: Send + Sync + 'static,
{
    /// `themes` are those that `state.themes` names.
    pub fn new(state: State, themes: Vec<Theme>, screen: Screen<B, G>, host: H) -> Self {
        Self {
            state,
            themes,
            screen,
            host,
            scene: Scene::default(),
            timers: BinaryHeap::new(),
            moments: std::collections::HashMap::new(),
            next_moment: 0,
            ending: None,
        }
    }

    pub const fn screen(&self) -> &Screen<B, G> {
        &self.screen
    }

    pub const fn screen_mut(&mut self) -> &mut Screen<B, G> {
        &mut self.screen
    }

    /// Runs until the user leaves or the terminal does.
    ///
    /// # Errors
    /// What the terminal says on drawing.
    pub fn run(&mut self, inbox: &Receiver<Inbox>) -> anyhow::Result<Ending> {
        self.start()?;
        let mut drawn = Instant::now();
        let mut dirty = false;
        loop {
            if let Some(ending) = self.ending.take() {
                return Ok(ending);
            }
            let frame = dirty.then(|| drawn + FRAME);
            if frame.is_some_and(|due| due <= Instant::now()) && inbox.is_empty() {
                self.draw()?;
                (drawn, dirty) = (Instant::now(), false);
                continue;
            }
            let timer = self.timers.peek().map(|Reverse((due, _))| *due);
            let due = [frame, timer].into_iter().flatten().min();
            let received = match due {
                Some(due) => inbox.recv_deadline(due),
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match received {
                Ok(message) => {
                    self.take(message);
                    dirty = true;
                }
                Err(RecvTimeoutError::Timeout) => dirty |= self.ring(),
                Err(RecvTimeoutError::Disconnected) => return Ok(Ending::Quit),
            }
            // Under a storm of messages frames still come.
            if dirty && drawn.elapsed() > 4 * FRAME {
                self.draw()?;
                (drawn, dirty) = (Instant::now(), false);
            }
        }
    }

    /// Asks the first questions and draws the first frame.
    ///
    /// # Errors
    /// What the terminal says on drawing.
    pub fn start(&mut self) -> anyhow::Result<()> {
        let effects = update::start(&mut self.state);
        self.perform(effects);
        self.draw()
    }

    /// Takes in one message.
    pub fn take(&mut self, message: Inbox) {
        match message {
            Inbox::Msg(Msg::Signal(signal)) => self.ending = Some(Ending::Signal(signal)),
            Inbox::Msg(msg) => self.tell(msg),
            Inbox::Input(events) => {
                for event in events {
                    if let Some(msg) = self.understand(event) {
                        self.tell(msg);
                    }
                }
                self.host.input_taken();
            }
            Inbox::Lost(why) => self.ending = Some(Ending::Lost(why)),
        }
        if self.state.quit {
            self.ending.get_or_insert(Ending::Quit);
        }
    }

    fn tell(&mut self, msg: Msg) {
        let effects = update::update(&mut self.state, msg);
        self.perform(effects);
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::After { milliseconds, timer } => {
                    let due = Instant::now() + Duration::from_millis(milliseconds);
                    self.next_moment += 1;
                    self.timers.push(Reverse((due, self.next_moment)));
                    self.moments.insert(self.next_moment, timer);
                }
                Effect::Redraw => self.screen.forget(),
                effect => {
                    let foreign = matches!(effect, Effect::Edit { .. } | Effect::Suspend);
                    let answer = self.host.perform(effect);
                    if foreign {
                        // Another program had the terminal, which may have another size by now.
                        self.screen.forget();
                        if let Ok(size) = self.screen.backend().size() {
                            let (width, height) = (size.width, size.height);
                            self.tell(Msg::Resize(Size { width, height }));
                        }
                    }
                    if let Some(msg) = answer {
                        self.tell(msg);
                    }
                }
            }
        }
    }

    /// Tells of the moments that have come; says whether there were any.
    fn ring(&mut self) -> bool {
        let now = Instant::now();
        let mut rang = false;
        while self.timers.peek().is_some_and(|Reverse((due, _))| *due <= now) {
            let Some(Reverse((_, number))) = self.timers.pop() else {
                break;
            };
            if let Some(timer) = self.moments.remove(&number) {
                self.tell(Msg::Elapsed(timer));
                rang = true;
            }
        }
        rang
    }

    /// Draws a frame.
    ///
    /// # Errors
    /// What the terminal says.
    pub fn draw(&mut self) -> anyhow::Result<()> {
        let name = &self.state.theme;
        let fallback;
        let theme = match self.themes.iter().find(|theme| theme.name == *name) {
            Some(theme) => theme,
            None => {
                fallback = Theme::fallback();
                &fallback
            }
        };
        let (state, scene) = (&self.state, &mut self.scene);
        self.screen.draw(state.size, |buffer| {
            view::draw(state, theme, buffer, scene);
            scene.cursor
        })
    }

    /// A terminal event as a message.
    fn understand(&self, event: Event) -> Option<Msg> {
        match event {
            Event::Key(key) => Key::from_event(&key).map(Msg::Key),
            Event::Paste(text) => Some(Msg::Paste(text)),
            Event::Resize(width, height) => Some(Msg::Resize(Size { width, height })),
            Event::Mouse(mouse) => self.point(mouse).map(Msg::Mouse),
            Event::FocusGained | Event::FocusLost => None,
        }
    }

    fn point(&self, mouse: MouseEvent) -> Option<Mouse> {
        let target = self.scene.target(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => Some(Mouse::Click(target)),
            MouseEventKind::ScrollDown => Some(Mouse::Wheel(1, target)),
            MouseEventKind::ScrollUp => Some(Mouse::Wheel(-1, target)),
            _ => None,
        }
    }
}

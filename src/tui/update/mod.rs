//! What happens to the state: `update(&mut State, Msg) -> Vec<Effect>`.
//!
//! Invariants: no I/O and no clock, the same messages give the same state; an answer to a question that is no
//! longer asked changes nothing; after each message every cursor is in its list and in sight.
//!
//! Start reading at [`update`], then one file per group of actions.

mod act;
mod branch;
mod bundle;
mod copy;
mod filters;
mod hand;
mod keys;
mod knobs;
mod live;
mod marks;
mod message;
mod motion;
mod mouse;
mod needs;
mod palette;
mod prompt;
mod search;
mod settle;
mod themes;
mod visit;

pub use bundle::title as bundle_title;
pub use message::{BundleRequest, Effect, Mouse, Msg, Timer, Want, Watch};
pub use needs::{Window, preview_from, windows};

use super::state::{Level, State};

/// How long something may take before the screen says that it does, in milliseconds.
const PATIENCE: u64 = 150;

/// What is done first of all.
pub fn start(state: &mut State) -> Vec<Effect> {
    let mut effects = vec![Effect::Reload];
    visit::home(state, &mut effects);
    finish(state, effects)
}

/// Takes a message in.
pub fn update(state: &mut State, msg: Msg) -> Vec<Effect> {
    let mut effects = Vec::new();
    let out = &mut effects;
    match msg {
        Msg::Key(key) => {
            forget_info(state);
            keys::press(state, key, out);
        }
        Msg::Paste(text) => {
            forget_info(state);
            prompt::paste(state, &text, out);
        }
        Msg::Mouse(mouse) => mouse::point(state, mouse, out),
        Msg::Resize(size) => state.size = size,
        Msg::Do(action) => act::perform(state, action, out),
        Msg::Subject { ticket, result } => visit::arrive(state, ticket, result, out),
        Msg::Neighbours {
            subject,
            side,
            identity,
            result,
        } => branch::arrive(state, &subject, side, &identity, result),
        Msg::Document { path, ticket, result } => needs::receive(state, &path, ticket, result),
        Msg::Styled {
            path,
            hash,
            from,
            lines,
        } => needs::colour(state, &path, hash, from, lines),
        Msg::Hits { ticket, result } => search::arrive(state, ticket, result, out),
        Msg::Bundled { ticket, result } => bundle::arrive(state, ticket, result),
        Msg::Counted {
            generation,
            symbols,
            files,
        } => live::counted(state, generation, symbols, files, out),
        Msg::Hubs(hubs) => live::hubs(state, hubs),
        Msg::Watch(news) => live::hear(state, news, out),
        Msg::Elapsed(timer) => elapsed(state, timer),
        Msg::Done(Ok(text)) => state.inform(text),
        Msg::Done(Err(text)) => state.complain(text),
        Msg::ProfileSaved(result) => knobs::saved(state, result),
        Msg::Signal(_) => state.quit = true,
    }
    finish(state, effects)
}

fn finish(state: &mut State, mut effects: Vec<Effect>) -> Vec<Effect> {
    settle::settle(state);
    needs::ask(state, &mut effects);
    effects
}

fn forget_info(state: &mut State) {
    if state.notice.as_ref().is_some_and(|notice| notice.level == Level::Info) {
        state.notice = None;
    }
}

fn elapsed(state: &mut State, timer: Timer) {
    match timer {
        Timer::Subject(ticket) => state.explore.slow = state.explore.asked.is_some_and(|(asked, _)| asked == ticket),
        Timer::Search(ticket) => state.search.slow = state.search.asked == Some(ticket),
        Timer::Bundle(ticket) => state.bundle.slow = state.bundle.asked == Some(ticket),
    }
}

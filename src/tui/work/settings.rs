//! The configuration, written back.

use std::path::Path;

use super::Ground;
use super::mailbox::{self, Desk, Mailbox};
use crate::config::{Profile, project_file, save_profile};
use crate::tui::update::Msg;

/// A profile to be saved.
pub struct Question {
    pub name: String,
    pub profile: Profile,
}

impl mailbox::Question for Question {
    fn is_replaced_by(&self, newer: &Self) -> bool {
        self.name == newer.name
    }
}

pub fn spawn(ground: &Ground) -> std::io::Result<Mailbox<Question>> {
    let ground = ground.clone();
    Mailbox::spawn("settings", move |desk: Desk<Question>| {
        while let Some(Question { name, profile }) = desk.next() {
            let saved = save(&ground.root, &name, profile);
            if !ground.tell(Msg::ProfileSaved(saved)) {
                return;
            }
        }
    })
}

fn save(root: &Path, name: &str, profile: Profile) -> Result<(Profile, String), String> {
    save_profile(root, name, &profile).map_err(|error| error.to_string())?;
    let place = project_file(root);
    let place = place.strip_prefix(root).unwrap_or(&place).display().to_string();
    Ok((
        profile,
        format!("saved as profile `{name}` in {place}: agents are served by it from now on"),
    ))
}

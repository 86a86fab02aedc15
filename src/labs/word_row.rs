//! A word of a lab as the window and the command line know it, whatever lab: its texts, its role, and the values it takes.

use crate::settings::{Range, Setting};

/// What a word is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It names the scene: one with another value is not that of the file it was saved to. A lab has one such word.
    Scene,
    /// What is simulated, compared or drawn.
    Setting,
    /// The frame on show.
    Time,
    /// The pane in focus, or what is picked or taken apart.
    Selection,
    /// Where the camera is.
    View,
}

impl Role {
    /// Whether undo takes a change back.
    pub fn is_undone(self) -> bool {
        matches!(self, Self::Scene | Self::Setting)
    }
}

/// One of a few: its word, its title and its explanation, in English.
pub type Row = (&'static str, &'static str, &'static str);

/// A word of a lab: what links, scene files, the command line and the search set. Texts are in English.
#[derive(Clone, Copy, Debug)]
pub struct WordRow {
    /// The word, as in `word=value`: does not change.
    pub id: &'static str,
    /// The name of what it sets: the caption of its control.
    pub label: &'static str,
    /// What it sets, in a sentence: the hover text of its control, and the list of words.
    pub says: &'static str,
    /// Unit of a number; empty if it has none.
    pub unit: &'static str,
    /// What it is about.
    pub role: Role,
    /// The numbers that it takes, or that it is a switch. The default is that of the lab, not of this range.
    pub range: Option<Range>,
    /// The values that it takes, where they are a few.
    pub rows: &'static [Row],
    /// The value that stands for nothing, and what is told of it.
    pub none: Option<(&'static str, &'static str)>,
}

impl WordRow {
    /// As the settings of methods are declared, if it takes numbers or is a switch.
    pub fn setting(&self) -> Option<Setting> {
        let Self { id, label, says: help, unit, .. } = *self;
        self.range.map(|range| Setting { id, label, help, unit, range })
    }
}

//! Levels of a panel of settings: the first, all of them, or those whose name matches a filter.

use egui::{Id, Ui};

/// The settings that a panel shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// All of them, in groups.
    #[default]
    All,
    /// Those of the first level: scene, size, method, and what changes the picture.
    First,
    /// Those whose name contains this text, without groups.
    Matching(String),
}

/// Shows a panel's settings at a level.
pub fn at_level<R>(ui: &mut Ui, level: Level, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let put = |ui: &Ui, level| ui.data_mut(|data| data.insert_temp(level_key(), level));
    put(ui, level);
    let shown = contents(ui);
    put(ui, Level::default());
    shown
}

/// The level at which settings are shown now.
pub fn level(ui: &Ui) -> Level {
    ui.data(|data| data.get_temp(level_key())).unwrap_or_default()
}

fn level_key() -> Id {
    Id::unique("level of the settings")
}

/// Whether settings beyond the first level are shown.
pub fn shows_all(ui: &Ui) -> bool {
    level(ui) != Level::First
}

/// Whether only settings that match a filter are shown, without headings and notes.
pub fn is_filtered(ui: &Ui) -> bool {
    matches!(level(ui), Level::Matching(_))
}

/// Whether the control with this name is shown.
pub fn lists(ui: &Ui, name: &str) -> bool {
    match level(ui) {
        Level::Matching(text) => name.to_lowercase().contains(&text.to_lowercase()),
        _ => true,
    }
}

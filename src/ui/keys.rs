//! Keys as data: one table serves the press and the sheet of keys.

use egui::Key;

use super::requests::Request;

/// One key and the request that it makes.
#[derive(Clone, Copy)]
pub struct KeyRow {
    /// The key without modifiers.
    pub key: Key,
    /// Its name on the sheet of keys, in English.
    pub shown: &'static str,
    /// What happens, in English. Neighbours that do the same stand on one line of the sheet.
    pub says: &'static str,
    /// Makes the request that a press stands for.
    pub ask: fn() -> Request,
}

/// A key with Ctrl (or Command), and with Shift or without.
#[derive(Clone, Copy)]
pub struct CommandRow {
    /// The key beside Ctrl.
    pub key: Key,
    /// Whether Shift is held, too.
    pub shift: bool,
    /// Its name on the sheet of keys, in English.
    pub shown: &'static str,
    /// What happens, in English.
    pub says: &'static str,
    /// Makes the request that a press stands for.
    pub ask: fn() -> Request,
}

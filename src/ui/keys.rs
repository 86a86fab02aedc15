//! Keys as data: one table serves the press and the sheet of keys.

use egui::Key;

use super::requests::Request;

/// One key and what it asks for.
#[derive(Clone, Copy)]
pub struct KeyRow {
    /// The key.
    pub key: Key,
    /// As on the sheet, in English.
    pub shown: &'static str,
    /// What happens, in English. Neighbours that do the same stand on one line of the sheet.
    pub says: &'static str,
    /// What is asked for.
    pub ask: fn() -> Request,
}

/// A key with Ctrl (or Command).
#[derive(Clone, Copy)]
pub struct CommandRow {
    /// The key beside Ctrl.
    pub key: Key,
    /// As on the sheet, in English.
    pub shown: &'static str,
    /// What happens, in English.
    pub says: &'static str,
    /// What is asked for.
    pub ask: fn() -> Request,
}

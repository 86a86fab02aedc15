//! Keyboard shortcuts as data: one table serves the handling and the sheet of shortcuts.

use egui::Key;

use super::requests::Request;

/// One key and the request that it makes.
#[derive(Clone, Copy)]
pub struct KeyRow {
    /// The key, without modifiers.
    pub key: Key,
    /// The key's name on the sheet of shortcuts, in English.
    pub shown: &'static str,
    /// The effect, in English. Adjacent rows with the same effect share a line of the sheet.
    pub says: &'static str,
    /// Makes the request of the key.
    pub ask: fn() -> Request,
}

/// A key with Ctrl (or Command), optionally with Shift.
#[derive(Clone, Copy)]
pub struct CommandRow {
    /// The key to press with Ctrl.
    pub key: Key,
    /// Whether Shift is also held.
    pub shift: bool,
    /// The key's name on the sheet of shortcuts, in English.
    pub shown: &'static str,
    /// The effect, in English.
    pub says: &'static str,
    /// Makes the request of the key.
    pub ask: fn() -> Request,
}

/// Goes to the next frame with an error, on the page of the scene and in the inspector.
pub const NEXT_ERROR: KeyRow = KeyRow {
    key: Key::J,
    shown: "J",
    says: "Go to the next recorded frame with an error",
    ask: || Request::NextError,
};

/// Goes to the previous frame with an error, on the page of the scene and in the inspector.
pub const PREVIOUS_ERROR: KeyRow = KeyRow {
    key: Key::H,
    shown: "H",
    says: "Go to the previous recorded frame with an error",
    ask: || Request::PreviousError,
};

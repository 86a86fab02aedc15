//! The keys that mean something on this page only, and what the mouse does there. Plain data.

use egui::Key;

use crate::ui::requests::InspectorRequest;

/// A key, for the sheet and for the press.
pub struct KeyRow {
    /// Which.
    pub key: Key,
    /// On the sheet, in English.
    pub shown: &'static str,
    /// What happens, in English.
    pub says: &'static str,
    /// What is asked for.
    pub ask: InspectorRequest,
}

const fn row(key: Key, shown: &'static str, says: &'static str, ask: InspectorRequest) -> KeyRow {
    KeyRow { key, shown, says, ask }
}

/// Neighbours that do the same stand on one line of the sheet.
pub const KEYS: &[KeyRow] = &[
    row(Key::ArrowRight, "Right arrow", "One step on", InspectorRequest::Step(1)),
    row(Key::PageDown, "Page down", "One step on", InspectorRequest::Step(1)),
    row(Key::Period, ".", "One step on", InspectorRequest::Step(1)),
    row(Key::ArrowLeft, "Left arrow", "One step back", InspectorRequest::Step(-1)),
    row(Key::PageUp, "Page up", "One step back", InspectorRequest::Step(-1)),
    row(Key::Comma, ",", "One step back", InspectorRequest::Step(-1)),
    row(Key::Home, "Home", "To before the first step", InspectorRequest::Jump(0)),
    row(Key::End, "End", "To after the last step", InspectorRequest::Jump(usize::MAX)),
    row(Key::Space, "Space", "Play the steps or pause", InspectorRequest::PlayOrPause),
    row(Key::C, "C", "Compare with a second method, or not", InspectorRequest::ToggleCompare),
];

/// For the sheet.
pub const MOUSE: &[(&str, &str)] = &[
    ("Click on a row", "Jump to after it"),
    ("Point at a pixel", "See its ray and its history"),
    ("Click on a pixel", "Hold it"),
    ("Shift + arrows", "Move the pixel that is held"),
    ("Click on a tile", "Take that pair apart"),
];

//! The keys that mean something on this page only, and what the mouse does there. Plain data.

use egui::Key;

use crate::ui::keys::KeyRow;
use crate::ui::requests::{InspectorRequest, Request};

/// Neighbours that do the same stand on one line of the sheet.
pub const KEYS: &[KeyRow] = &[
    KeyRow {
        key: Key::ArrowRight,
        shown: "Right arrow",
        says: "One step on",
        ask: || Request::Inspector(InspectorRequest::Step(1)),
    },
    KeyRow {
        key: Key::PageDown,
        shown: "Page down",
        says: "One step on",
        ask: || Request::Inspector(InspectorRequest::Step(1)),
    },
    KeyRow {
        key: Key::Period,
        shown: ".",
        says: "One step on",
        ask: || Request::Inspector(InspectorRequest::Step(1)),
    },
    KeyRow {
        key: Key::ArrowLeft,
        shown: "Left arrow",
        says: "One step back",
        ask: || Request::Inspector(InspectorRequest::Step(-1)),
    },
    KeyRow {
        key: Key::PageUp,
        shown: "Page up",
        says: "One step back",
        ask: || Request::Inspector(InspectorRequest::Step(-1)),
    },
    KeyRow {
        key: Key::Comma,
        shown: ",",
        says: "One step back",
        ask: || Request::Inspector(InspectorRequest::Step(-1)),
    },
    KeyRow {
        key: Key::Home,
        shown: "Home",
        says: "To before the first step",
        ask: || Request::Inspector(InspectorRequest::Jump(0)),
    },
    KeyRow {
        key: Key::End,
        shown: "End",
        says: "To after the last step",
        ask: || Request::Inspector(InspectorRequest::Jump(usize::MAX)),
    },
    KeyRow {
        key: Key::Space,
        shown: "Space",
        says: "Play the steps or pause",
        ask: || Request::Inspector(InspectorRequest::PlayOrPause),
    },
    KeyRow {
        key: Key::N,
        shown: "N",
        says: "Next frame of the scene, same pair and step",
        ask: || Request::Step,
    },
    KeyRow {
        key: Key::P,
        shown: "P",
        says: "Previous frame of the scene, same pair and step",
        ask: || Request::StepBack,
    },
    KeyRow {
        key: Key::C,
        shown: "C",
        says: "Compare with a second method, or not",
        ask: || Request::Inspector(InspectorRequest::ToggleCompare),
    },
];

/// What the mouse does on this page: `(gesture, effect)`, in English, for the sheet of keys.
pub const MOUSE: &[(&str, &str)] = &[
    ("Drag a body in space", "Move it"),
    ("Ctrl + drag a body", "Turn it"),
    ("Click on a row", "Jump to after it"),
    ("Point at a pixel", "See its ray and its history"),
    ("Click on a pixel", "Hold it"),
    ("Shift + arrows", "Move the pixel that is held"),
    ("Click on a tile", "Inspect that pair"),
];

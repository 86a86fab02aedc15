//! The keys and mouse gestures of this page, as plain data.

use egui::Key;

use crate::ui::keys::{KeyRow, NEXT_ERROR, PREVIOUS_ERROR};
use crate::ui::requests::{InspectorRequest, Request};

/// The page's keys. Neighbours with the same effect share a line of the key list.
pub const KEYS: &[KeyRow] = &[
    KeyRow {
        key: Key::ArrowRight,
        shown: "Right arrow",
        says: "Next step",
        ask: || Request::Inspector(InspectorRequest::Step(1)),
    },
    KeyRow {
        key: Key::PageDown,
        shown: "Page down",
        says: "Next step",
        ask: || Request::Inspector(InspectorRequest::Step(1)),
    },
    KeyRow {
        key: Key::Period,
        shown: ".",
        says: "Next step",
        ask: || Request::Inspector(InspectorRequest::Step(1)),
    },
    KeyRow {
        key: Key::ArrowLeft,
        shown: "Left arrow",
        says: "Previous step",
        ask: || Request::Inspector(InspectorRequest::Step(-1)),
    },
    KeyRow {
        key: Key::PageUp,
        shown: "Page up",
        says: "Previous step",
        ask: || Request::Inspector(InspectorRequest::Step(-1)),
    },
    KeyRow {
        key: Key::Comma,
        shown: ",",
        says: "Previous step",
        ask: || Request::Inspector(InspectorRequest::Step(-1)),
    },
    KeyRow {
        key: Key::Home,
        shown: "Home",
        says: "Go to the start",
        ask: || Request::Inspector(InspectorRequest::Jump(0)),
    },
    KeyRow {
        key: Key::End,
        shown: "End",
        says: "Go to the end",
        ask: || Request::Inspector(InspectorRequest::Jump(usize::MAX)),
    },
    KeyRow {
        key: Key::G,
        shown: "G",
        says: "Go to the step that decides",
        ask: || Request::Inspector(InspectorRequest::Decide),
    },
    KeyRow {
        key: Key::Space,
        shown: "Space",
        says: "Play or pause the steps",
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
    NEXT_ERROR,
    PREVIOUS_ERROR,
    KeyRow {
        key: Key::C,
        shown: "C",
        says: "Compare with a second method (on or off)",
        ask: || Request::Inspector(InspectorRequest::ToggleCompare),
    },
];

/// Mouse gestures of this page as `(gesture, effect)`, in English, for the key list.
pub const MOUSE: &[(&str, &str)] = &[
    ("Drag a body in space", "Move the body"),
    ("Ctrl + drag a body", "Rotate the body"),
    ("Click on a row", "Show the state after that row"),
    ("Point at a pixel", "Show the pixel's ray and history"),
    ("Click on a pixel", "Select the pixel"),
    ("Shift + arrows", "Move the selected pixel"),
    ("Click on a tile", "Inspect the tile's pair"),
];

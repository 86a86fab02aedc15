//! The arena's own keys, and the mouse gestures in its scene.

use egui::Key;

use crate::labs::arena::viewpoints::{EYE, PICKED};
use crate::ui::keys::KeyRow;
use crate::ui::requests::{Look, Request};

/// Action of the key C for `Lab::act`; not a parameter of links.
pub const TOGGLE_COMPARISON: &str = "toggle-comparison";

/// The arena's keys on the scene page.
pub const KEYS: &[KeyRow] = &[
    KeyRow {
        key: Key::C,
        shown: "C",
        says: "Open or close the table that compares methods",
        ask: || Request::Lab(TOGGLE_COMPARISON),
    },
    KeyRow {
        key: Key::K,
        shown: "K",
        says: "Follow the picked pair or body, or stop following",
        ask: || Request::Look(Look::At(PICKED)),
    },
    KeyRow {
        key: Key::M,
        shown: "M",
        says: "View the pair as in the method's tile, or go back",
        ask: || Request::Look(Look::At(EYE)),
    },
];

/// Gestures and their effects, in English.
pub const GESTURES: &[(&str, &str)] = &[
    ("Drag a body", "Move the body"),
    ("Ctrl + drag a body", "Rotate the body"),
    ("X, Y or Z while dragging", "Move along that axis only"),
    ("Esc while dragging", "Cancel the move"),
    ("Alt + drag, middle drag", "Orbit, even over a body"),
    ("Click on a body", "Show the body's pairs"),
    ("Shift + click on another body", "Pick both bodies as a pair"),
    ("Click on a tile", "Pick the tile's pair"),
    ("Second click on a tile", "Inspect the tile's pair"),
];

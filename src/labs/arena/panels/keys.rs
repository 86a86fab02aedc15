//! Keys of the arena's own, and what the mouse does in its scene.

use egui::Key;

use crate::labs::arena::viewpoints::{EYE, PICKED};
use crate::ui::keys::KeyRow;
use crate::ui::requests::{Look, Request};

/// What the key C asks of `Lab::act`. This is not a word of links.
pub const TOGGLE_COMPARISON: &str = "toggle-comparison";

/// The arena's keys, on the page of the scene.
pub const KEYS: &[KeyRow] = &[
    KeyRow {
        key: Key::C,
        shown: "C",
        says: "Open or close the comparison",
        ask: || Request::Lab(TOGGLE_COMPARISON),
    },
    KeyRow {
        key: Key::K,
        shown: "K",
        says: "Keep what is picked in the picture, or stay",
        ask: || Request::Look(Look::At(PICKED)),
    },
    KeyRow {
        key: Key::M,
        shown: "M",
        says: "See the pair as its method does, and back",
        ask: || Request::Look(Look::At(EYE)),
    },
];

/// Gestures and their effects, in English.
pub const GESTURES: &[(&str, &str)] = &[
    ("Drag a body", "Move it"),
    ("Ctrl + drag a body", "Turn it"),
    ("X, Y or Z while dragging", "Keep to that axis"),
    ("Esc while dragging", "Put it back"),
    ("Alt + drag, middle drag", "Orbit, bodies or not"),
    ("Click on a body", "Show its pairs"),
    ("Shift + click on another", "Pick the pair of both"),
    ("Click on a tile", "Pick that pair"),
    ("Double click on a tile", "Inspect that pair"),
    ("Click on a missed pair or false hit", "Look at it"),
];

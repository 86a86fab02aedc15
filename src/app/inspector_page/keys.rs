//! The keys that mean something on this page only, and what the mouse does there.

use egui::Key;

use crate::app::shell::Shell;
use crate::app::shortcuts::Shortcut;

/// Neighbours that do the same stand on one line of the sheet.
pub const KEYS: &[Shortcut] = &[
    Shortcut { key: Key::ArrowRight, shown: "→", what: "One step on", act: on },
    Shortcut { key: Key::PageDown, shown: "Page down", what: "One step on", act: on },
    Shortcut { key: Key::Period, shown: ".", what: "One step on", act: on },
    Shortcut { key: Key::ArrowLeft, shown: "←", what: "One step back", act: back },
    Shortcut { key: Key::PageUp, shown: "Page up", what: "One step back", act: back },
    Shortcut { key: Key::Comma, shown: ",", what: "One step back", act: back },
    Shortcut {
        key: Key::Home,
        shown: "Home",
        what: "To before the first step",
        act: |shell| shell.inspector.jump(0),
    },
    Shortcut {
        key: Key::End,
        shown: "End",
        what: "To after the last step",
        act: |shell| shell.inspector.jump(usize::MAX),
    },
    Shortcut {
        key: Key::Space,
        shown: "Space",
        what: "Play the steps or pause",
        act: |shell| shell.inspector.play_or_pause(),
    },
    Shortcut {
        key: Key::C,
        shown: "C",
        what: "Compare with a second method, or not",
        act: Shell::toggle_inspector_compare,
    },
];

/// For the sheet.
pub const MOUSE: &[(&str, &str)] = &[
    ("Click on a row", "Jump to after it"),
    ("Point at a pixel", "See its ray and its history"),
    ("Click on a pixel", "Hold it"),
    ("Shift + arrows", "Move the pixel that is held"),
    ("Click on a tile", "Take that pair apart"),
];

fn on(shell: &mut Shell) {
    shell.inspector.step(1);
}

fn back(shell: &mut Shell) {
    shell.inspector.step(-1);
}

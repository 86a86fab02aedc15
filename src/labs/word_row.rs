//! A parameter of a lab, independent of the lab's type: texts, role, and accepted values.

use crate::settings::{Range, Setting};

/// Role of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Selects the scene. State saved in a file fits only the scene with which it was saved. A lab has one
    /// parameter with this role.
    Scene,
    /// A setting of the simulation, the comparison or the drawing.
    Setting,
    /// The current frame.
    Time,
    /// The active pane, the selection, or the inspected subject.
    Selection,
    /// The camera.
    View,
}

impl Role {
    /// Whether undo restores changes of parameters with this role.
    pub fn is_undone(self) -> bool {
        matches!(self, Self::Scene | Self::Setting)
    }
}

/// One of several values: parameter value, title and explanation, in English.
pub type Row = (&'static str, &'static str, &'static str);

/// A parameter of a lab, as set by links, scene files, the command line and the search. Texts are in English.
#[derive(Clone, Copy, Debug)]
pub struct WordRow {
    /// Name of the parameter, as in `id=value`. It never changes.
    pub id: &'static str,
    /// Name of the setting: the caption of its control.
    pub label: &'static str,
    /// Explanation in one sentence: the hover text of the control, and the entry in the list of parameters.
    pub says: &'static str,
    /// Unit of a number; empty if it has none.
    pub unit: &'static str,
    /// Role of the parameter.
    pub role: Role,
    /// Range of the accepted numbers, or the mark of a switch. The default is not taken from here: the lab's
    /// initial configuration has it.
    pub range: Option<Range>,
    /// The accepted values, if they can be listed.
    pub rows: &'static [Row],
    /// The value that means "none", and its description.
    pub none: Option<(&'static str, &'static str)>,
}

impl WordRow {
    /// The parameter as a [`Setting`], if it accepts numbers or is a switch.
    pub fn setting(&self) -> Option<Setting> {
        let Self { id, label, says: help, unit, .. } = *self;
        self.range.map(|range| Setting { id, label, help, unit, range })
    }
}

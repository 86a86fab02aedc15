//! The panes and their methods.

use std::sync::Arc;

use super::cloth_lab::ClothLab;
use super::lane::{Detection, Lane};
use crate::cloth::methods::{self, BINARY, METHODS};
use crate::cloth::reference;
use crate::comparison::panes::Panes;
use crate::labs::contest::row_of;

impl ClothLab {
    /// Shows these panes, updates the reference, and queries the methods that were not shown before. A method
    /// that stays in a pane is not prepared again.
    pub fn show(&mut self, panes: Panes) {
        let mesh = Arc::clone(self.mesh());
        self.contest.show(panes, &mesh);
        let truth = reference::method(self.settings.reference, &mesh);
        if !self.truth.is(truth, &truth.default_settings(), &mesh) {
            self.truth = Lane::new(truth, &truth.default_settings(), &mesh);
        }
        self.show_marks();
        self.look();
    }

    /// Updates the lanes of the current panes after the mesh or another input has changed.
    pub(super) fn show_again(&mut self) {
        self.show(self.contest.panes.clone());
    }

    /// Shows the binary tree in the active pane if no pane has a method that supports the current garment.
    pub(super) fn answer_about_garment(&mut self) {
        if let Some(method) = methods::find(BINARY).map(row_of::<Detection>)
            && self.mesh().side.is_none()
            && !self.contest.panes.methods().any(|row| METHODS[row].takes_garments)
        {
            let mut panes = self.contest.panes.clone();
            panes.show(panes.focus(), method);
            self.show(panes);
        }
    }
}

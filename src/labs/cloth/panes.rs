//! The panes: a method each, with its settings.

use std::sync::Arc;

use super::cloth_lab::{ClothLab, row_of};
use super::lane::Lane;
use crate::cloth::methods::{self, AS_PUBLISHED, BINARY, FAST, Method, REFERENCE, SAFE};
use crate::cloth::reference;
use crate::labs::fill_panes::methods_for;
use crate::settings::Settings;

/// The methods that further panes show, in this order: those that are worth comparing first.
const NEXT_PANES: [&str; 5] = [FAST, AS_PUBLISHED, SAFE, BINARY, REFERENCE];

impl ClothLab {
    /// Gives every pane a method, and the lab its reference; lanes that are there stay. Then who is new is asked.
    pub(super) fn show_methods(&mut self, methods: &[&'static Method]) {
        let mesh = Arc::clone(self.mesh());
        let mut before = std::mem::take(&mut self.lanes);
        for method in methods {
            let settings = &self.settings[row_of(method)];
            let kept = before.iter().position(|lane| lane.fits(method, settings, &mesh));
            self.lanes.push(match kept {
                Some(at) => before.remove(at),
                None => Lane::new(method, settings, &mesh),
            });
        }
        self.focus = self.focus.min(self.lanes.len() - 1);
        let truth = reference::method(self.reference, &mesh);
        if !self.truth.fits(truth, &truth.default_settings(), &mesh) {
            self.truth = Lane::new(truth, &truth.default_settings(), &mesh);
        }
        self.show_marks();
        self.look();
    }

    /// One per open pane.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// The method of every open pane.
    pub fn methods(&self) -> impl Iterator<Item = &'static Method> + '_ {
        self.lanes.iter().map(Lane::method)
    }

    /// Index of the pane in focus, from 0.
    pub fn focus(&self) -> usize {
        self.focus
    }

    /// Moves the focus to an open pane.
    pub fn focus_on(&mut self, pane: usize) {
        self.focus = pane.min(self.lanes.len() - 1);
    }

    /// Opens or closes panes; a new one shows a method that no other does.
    pub fn open_panes(&mut self, count: usize) {
        let order = NEXT_PANES.iter().filter_map(|id| methods::find(id));
        let methods = methods_for(count, self.methods(), order);
        self.show_methods(&methods);
    }

    /// Shows another method in a pane, and moves the focus there.
    pub fn show_in(&mut self, pane: usize, method: &'static Method) {
        let mut methods: Vec<_> = self.methods().collect();
        methods[pane] = method;
        self.focus = pane;
        self.show_methods(&methods);
    }

    /// Shows the binary tree in focus where none of the panes has a method that takes the garment on show.
    pub(super) fn answer_about_garment(&mut self) {
        if let Some(method) = methods::find(BINARY)
            && self.mesh().side.is_none()
            && !self.methods().any(|method| method.takes_garments)
        {
            self.show_in(self.focus, method);
        }
    }

    /// The settings of all methods, in the order of [`methods::METHODS`].
    pub fn settings(&self) -> &[Settings] {
        &self.settings
    }

    /// The settings of a method.
    pub fn settings_of(&self, method: &Method) -> &Settings {
        &self.settings[row_of(method)]
    }

    /// Changes a setting of the method in focus. The error says what would be right.
    pub fn set(&mut self, id: &str, text: &str) -> Result<(), String> {
        let row = row_of(self.lanes[self.focus].method());
        self.settings[row].set(id, text)?;
        let methods: Vec<_> = self.methods().collect();
        self.show_methods(&methods);
        Ok(())
    }
}

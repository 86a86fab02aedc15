//! The panes: a method each, with its settings.

use std::sync::Arc;

use super::lane::Lane;
use super::level_lab::LevelLab;
use crate::comparison::panes::Panes;
use crate::level::methods::METHODS;

impl LevelLab {
    /// Shows these panes; what is prepared stays. `wait`: everything is prepared when it returns.
    pub fn show(&mut self, panes: Panes, wait: bool) {
        let (level, mover) = (Arc::clone(&self.ground.level), self.figure.mover());
        self.panes = panes;
        self.panes.refill(
            &mut self.lanes,
            |lane, pane| lane.tool().fits(&METHODS[pane.method], &pane.settings, &level, &mover),
            |pane| Lane::new(&METHODS[pane.method], &pane.settings, &level, &mover, wait),
        );
        self.prepare(wait);
    }

    /// One per open pane.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// The open panes with their methods.
    pub fn panes(&self) -> &Panes {
        &self.panes
    }
}

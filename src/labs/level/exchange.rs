//! Walks and levels that a change did away with, kept so that it can be taken back.

use std::sync::Arc;

use super::level_lab::LevelLab;
use super::stood::{OTHER_LEVEL, Stood};
use crate::labs::lab::Dropped;

impl LevelLab {
    /// Before another level takes the place of the one on show: it is kept where words cannot bring it back.
    pub(super) fn keep_for_undo(&mut self) {
        // What stood there before several changes is what all of them are taken back to.
        if self.stood.is_none() {
            self.stood = Some(self.stands(self.walk.clone(), OTHER_LEVEL));
        }
    }

    /// What the last changes did away with, once.
    pub(super) fn take_dropped(&mut self) -> Option<Dropped> {
        self.stood.take().map(Stood::handed_out)
    }

    /// Puts it back; what stands there is handed out instead.
    pub(super) fn exchange(&mut self, dropped: Dropped) -> Dropped {
        let there = match dropped.state.downcast::<Stood>() {
            Err(state) => return Dropped { state, ..dropped },
            Ok(there) => *there,
        };
        let Stood { ground, walk, begun, says } = there;
        let stood = self.stands(self.walk.clone(), &says);
        if !Arc::ptr_eq(&self.ground, &ground) {
            self.begin(ground, true);
            self.stood = None;
        }
        self.begun[0] = begun;
        self.at_another_frame(|now| {
            *now = walk;
            true
        });
        stood.handed_out()
    }
}

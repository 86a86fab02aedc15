//! Walks and levels that a change did away with, kept so that it can be taken back.

use std::sync::Arc;

use super::ground::Ground;
use super::history::History;
use super::level_lab::LevelLab;
use crate::labs::lab::Dropped;

/// What is said of a change that put another level there.
pub const OTHER_LEVEL: &str = "another level";
/// What a restart was, for undo.
pub const RESTARTED: &str = "the restart of the walk";

/// A level with a walk through it.
pub struct Stood {
    ground: Arc<Ground>,
    walk: History,
    /// Which of all walks that have begun it was.
    begun: u64,
    says: String,
}

impl Stood {
    /// What is on show, before a change that `says` tells of in English.
    pub fn of(lab: &LevelLab, walk: History, says: String) -> Self {
        Self { ground: Arc::clone(lab.ground()), walk, begun: lab.begun[0], says }
    }

    fn handed_out(self) -> Dropped {
        let bytes = self.ground.bytes() + self.walk.bytes();
        Dropped { bytes, says: self.says.clone(), state: Box::new(self) }
    }
}

impl LevelLab {
    /// Before another level takes the place of the one on show: it is kept where words cannot bring it back.
    pub(super) fn keep_for_undo(&mut self) {
        // What stood there before several changes is what all of them are taken back to.
        if self.stood.is_none() {
            self.stood = Some(Stood::of(self, self.walk.clone(), OTHER_LEVEL.to_owned()));
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
        let stood = Stood::of(self, self.walk.clone(), says);
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

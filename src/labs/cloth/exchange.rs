//! Motions that a change did away with, kept so that it can be taken back.

use super::cloth_lab::ClothLab;
use super::motion::Motion;
use super::stood::Stood;
use crate::labs::lab::Dropped;

impl ClothLab {
    /// A motion of this lab, before a change that `says` tells of.
    pub(super) fn stands(&self, motion: Motion, says: &str) -> Stood {
        Stood { motion, begun: self.begun[0], says: says.to_owned() }
    }

    /// Before another motion takes the place of the one on show: it is kept if it has come anywhere, or if words cannot bring
    /// back one of both since it is `from_file`.
    pub(super) fn keep_for_undo(&mut self, says: &str, from_file: bool) {
        let is_worth_it = *self.motion.span().end() > 0 || from_file || self.motion.garment.is_some();
        // What stood there before several changes is what all of them are taken back to.
        if self.stood.is_none() && is_worth_it {
            self.stood = Some(self.stands(self.motion.clone(), says));
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
        let Stood { motion, begun, says } = there;
        // The same beginning was simulated before, so it can be again.
        let Ok((_, simulation)) = Motion::new(motion.beginning, motion.garment.clone()) else {
            return self.stands(motion, &says).handed_out();
        };
        let stood = self.stands(self.motion.clone(), &says);
        self.put_motion(motion, simulation);
        self.begun[0] = begun;
        stood.handed_out()
    }
}

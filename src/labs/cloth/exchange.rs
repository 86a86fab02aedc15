//! Motions that a change did away with, kept so that it can be taken back.

use super::cloth_lab::ClothLab;
use super::motion::Motion;
use super::stood::{Counted, Stood};
use crate::labs::lab::Dropped;

impl ClothLab {
    /// What methods have answered to the motion on show.
    pub(super) fn counted(&self) -> Counted {
        let totals = self.lanes.iter().map(|lane| (lane.method().id, lane.settings().clone(), lane.total));
        Counted { totals: totals.collect(), rows: self.measured.clone() }
    }

    /// The motion on show with all that was counted of it, before a change that `says` tells of takes its place.
    fn stands(&self, says: &str) -> Stood {
        let (motion, counted) = (self.motion.clone(), self.counted());
        Stood { motion, begun: self.begun[0], says: says.to_owned(), counted }
    }

    /// Before another motion takes the place of the one on show: it is kept if it has come anywhere, or if words cannot bring
    /// back one of both since it is `from_file`.
    pub(super) fn keep_for_undo(&mut self, says: &str, from_file: bool) {
        let is_worth_it = *self.motion.span().end() > 0 || from_file || self.motion.garment.is_some();
        // What stood there before several changes is what all of them are taken back to.
        if self.stood.is_none() && is_worth_it {
            self.stood = Some(self.stands(says));
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
        // The same beginning was simulated before, so it can be again.
        let Ok((_, simulation)) = Motion::new(there.motion.beginning, there.motion.garment.clone()) else {
            return there.handed_out();
        };
        let stood = self.stands(&there.says);
        self.put_motion(there.motion, simulation);
        self.begun[0] = there.begun;
        self.measured = there.counted.rows;
        for lane in &mut self.lanes {
            let of_lane = there
                .counted
                .totals
                .iter()
                .find(|(id, settings, _)| *id == lane.method().id && settings == lane.settings());
            lane.total = of_lane.map_or_else(Default::default, |(_, _, total)| *total);
        }
        stood.handed_out()
    }
}

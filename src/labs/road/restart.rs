//! A restart of the drive, which can be taken back with all that was driven and measured.

use super::measured::Before;
use super::road_lab::RoadLab;
use crate::labs::lab::Dropped;

/// What a restart was, for undo.
pub const RESTARTED: &str = "the restart of the drive";

/// What a change of the road did away with, and what the lab kept of the drive before a restart.
struct RoadDropped {
    way: Dropped,
    before: Option<Before>,
}

impl RoadLab {
    /// Back to the first frame. The drive until now can be had back.
    pub fn restart(&mut self) {
        let measured = std::mem::take(&mut self.measured);
        let begun = self.begun[0];
        let had_frames = self.road.begin_again();
        self.count_drive();
        self.before = had_frames.then_some(Before { measured, begun });
    }

    /// What the last changes did away with.
    pub(super) fn take_dropped(&mut self) -> Option<Dropped> {
        let before = self.before.take();
        self.road.take_dropped().map(|way| handed_out(way, before))
    }

    /// Puts back what a change did away with; returns what stood there.
    pub(super) fn exchange(&mut self, dropped: Dropped) -> Dropped {
        let RoadDropped { way, mut before } = match dropped.state.downcast() {
            Err(other) => return Dropped { state: other, ..dropped },
            Ok(there) => *there,
        };
        if let Some(Before { measured, begun }) = &mut before {
            std::mem::swap(&mut self.measured, measured);
            std::mem::swap(&mut self.begun[0], begun);
        }
        handed_out(self.road.exchange(way), before)
    }
}

fn handed_out(way: Dropped, before: Option<Before>) -> Dropped {
    let bytes = way.bytes + before.as_ref().map_or(0, |before| before.measured.bytes());
    Dropped { bytes, says: way.says.clone(), state: Box::new(RoadDropped { way, before }) }
}

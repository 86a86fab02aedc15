//! What a change of the arena does away with, kept so that the change can be taken back.

use super::comparison::Comparison;
use super::ledger::Ledger;
use super::start::Start;
use crate::labs::lab::Dropped;
use crate::labs::marks::FrameMarks;
use crate::world::body::Motion;
use crate::world::{History, KeptFrames, World};

/// One thing that was done away with.
pub(super) enum ArenaDropped {
    /// The world that stood before another began.
    Past(Box<Past>),
    /// Where the bodies were before one was moved by hand, and what came later.
    Places(Places),
}

/// One of two ways on from a frame: without what a hand did there, or with it.
pub(super) struct Places {
    /// The frame at which the two part.
    pub from: u64,
    /// The frame that was on show.
    pub frame: u64,
    /// Where the bodies were then.
    pub motions: Vec<Motion>,
    pub by_hand: bool,
    /// The states that are kept from `from` on.
    pub states: KeptFrames<Vec<Motion>>,
    /// What was found in them.
    pub marks: FrameMarks,
}

/// A world with all that was found out about it.
pub(super) struct Past {
    pub start: Start,
    pub world: World,
    pub history: History,
    pub marks: FrameMarks,
    pub ledger: Ledger,
    pub comparison: Comparison,
    pub by_hand: bool,
}

impl ArenaDropped {
    /// As the window keeps it.
    pub fn handed_out(self) -> Dropped {
        let (states, bodies) = match &self {
            Self::Past(past) => (past.history.len(), past.world.bodies().len()),
            Self::Places(places) => (1 + places.states.len(), places.motions.len()),
        };
        let bytes = states * bodies * size_of::<Motion>();
        Dropped { bytes, state: Box::new(self) }
    }
}

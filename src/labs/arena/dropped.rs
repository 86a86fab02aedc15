//! What a change of the arena does away with, kept so that the change can be taken back.

use super::comparison::Comparison;
use super::ledger::Ledger;
use super::start::Start;
use crate::labs::lab::Dropped;
use crate::world::body::Motion;
use crate::world::{History, World};

/// One thing that was done away with.
pub(super) enum ArenaDropped {
    /// The world that stood before another began.
    Past(Box<Past>),
    /// Where the bodies were at this frame, before one was moved by hand.
    Places { frame: u64, by_hand: bool, motions: Vec<Motion> },
}

/// A world with all that was found out about it.
pub(super) struct Past {
    pub start: Start,
    pub world: World,
    pub history: History,
    pub ledger: Ledger,
    pub comparison: Comparison,
    pub by_hand: bool,
}

impl ArenaDropped {
    /// As the window keeps it.
    pub fn handed_out(self) -> Dropped {
        let bytes = match &self {
            Self::Past(past) => past.history.len() * past.world.bodies().len() * size_of::<Motion>(),
            Self::Places { motions, .. } => size_of_val(motions.as_slice()),
        };
        Dropped { bytes, state: Box::new(self) }
    }
}

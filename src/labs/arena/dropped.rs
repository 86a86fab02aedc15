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
    /// Where the bodies were before one was moved by hand or the world went another way, and what came later.
    Places(Places),
}

/// Why there are two ways on from a frame.
#[derive(Clone, Copy)]
pub(super) enum Cause {
    /// A body was moved by hand.
    Hand,
    /// It was gone on from a frame with later ones, and they did not come again.
    Going,
}

/// One of two ways on from a frame: without what a hand did there, or with it.
pub(super) struct Places {
    pub cause: Cause,
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
    pub begun: u64,
    pub world: World,
    pub history: History,
    pub marks: FrameMarks,
    pub ledger: Ledger,
    pub comparison: Comparison,
    pub by_hand: bool,
}

impl ArenaDropped {
    fn bytes(&self) -> usize {
        let (states, bodies) = match self {
            Self::Past(past) => (past.history.len(), past.world.bodies().len()),
            Self::Places(places) => (1 + places.states.len(), places.motions.len()),
        };
        states * bodies * size_of::<Motion>()
    }

    /// What the change was, in English; empty where words tell it.
    fn says(&self) -> String {
        match self {
            Self::Past(_) => String::new(),
            Self::Places(Places { cause: Cause::Hand, from, .. }) => {
                format!("a body moved by hand in frame {from}")
            }
            Self::Places(Places { cause: Cause::Going, from, .. }) => {
                format!("another way on from frame {}", from - 1)
            }
        }
    }
}

/// Changes, the first one first, as the window keeps them.
pub(super) fn handed_out(changes: Vec<ArenaDropped>) -> Dropped {
    let bytes = changes.iter().map(ArenaDropped::bytes).sum();
    let says = changes.last().map_or_else(String::new, ArenaDropped::says);
    Dropped { bytes, says, state: Box::new(changes) }
}

//! What a hand holds, and what it leaves.

use super::lane::Total;
use super::motion::Left;
use crate::cloth::frame::Hand;
use crate::labs::measured::Measured;
use crate::settings::Settings;

/// A particle in the hand.
pub struct Held {
    /// The particle, and where the hand is.
    pub hand: Hand,
    /// The recorded future when it took hold.
    pub left: Left,
    /// What methods had answered by then.
    pub counted: Counted,
    /// Whether the motion was played.
    pub played: bool,
}

/// What methods answered to a motion.
#[derive(Default)]
pub struct Counted {
    /// Frame by frame.
    pub rows: Measured,
    /// Since the start, by the id of a method and its settings.
    pub totals: Vec<(&'static str, Settings, Total)>,
}

//! What a hand holds, and the motion as it was when it took hold.

use super::frame::Hand;
use super::motion::Motion;
use super::stood::Counted;

/// A particle in the hand.
pub struct Held {
    /// The particle, and where the hand is.
    pub hand: Hand,
    /// The motion as it was when it took hold.
    pub before: Motion,
    /// What methods had answered by then.
    pub counted: Counted,
    /// Whether the motion was played.
    pub played: bool,
}

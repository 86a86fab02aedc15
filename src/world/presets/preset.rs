//! What a hand-made world is.

use crate::world::{Body, Pair};

/// One row of the table of presets.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Used on the command line and in files: does not change.
    pub id: &'static str,
    /// Menu text in English, the key of its translation.
    pub title: &'static str,
    /// One English sentence: what there is to see.
    pub says: &'static str,
    /// Makes the bodies, A first.
    pub build: fn() -> Vec<Body>,
    /// The pairs that collide at the start, exactly. Bodies that touch collide.
    pub colliding: &'static [Pair],
}

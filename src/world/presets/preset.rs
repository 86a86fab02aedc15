//! What a hand-made world is.

use crate::world::{Body, Pair};

/// One row of the table of presets.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Used on the command line and in files: does not change.
    pub id: &'static str,
    /// For menus.
    pub title: &'static str,
    /// One sentence: what there is to see.
    pub says: &'static str,
    /// The bodies, A first.
    pub build: fn() -> Vec<Body>,
    /// The pairs that collide at the start, exactly. Bodies that touch collide.
    pub colliding: &'static [Pair],
}

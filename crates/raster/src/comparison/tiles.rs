//! Tiles of the frame on show, each drawn once and reused.

use std::collections::HashMap;

use crate::detector::Tile;
use crate::methods::Method;
use crate::world::Pair;

/// Tiles by edition of the frame, method and pair.
#[derive(Default)]
pub struct Tiles {
    drawn: HashMap<(u64, &'static str, Pair), Result<Option<Tile>, String>>,
    generation: u64,
}

impl Tiles {
    /// The tile of a pair by a method in an edition of the frame; `draw` makes it if it is missing. The error is one line.
    pub fn of(
        &mut self,
        edition: u64,
        method: &Method,
        pair: Pair,
        draw: impl FnOnce() -> Result<Option<Tile>, String>,
    ) -> &Result<Option<Tile>, String> {
        self.drawn.entry((edition, method.id, pair)).or_insert_with(draw)
    }

    /// Drops all tiles, as after a step or a change of methods.
    pub fn forget(&mut self) {
        self.drawn.clear();
        self.generation += 1;
    }

    /// Version of the tiles; increases whenever they are dropped.
    pub fn generation(&self) -> u64 {
        self.generation
    }
}

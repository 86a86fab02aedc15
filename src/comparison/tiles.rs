//! Tiles of the frame on show, each drawn once however often it is looked at.

use std::collections::HashMap;

use crate::detector::Tile;
use crate::methods::Method;
use crate::world::Pair;

/// Tiles of one frame, by method and pair.
#[derive(Default)]
pub struct Tiles {
    drawn: HashMap<(&'static str, Pair), Result<Option<Tile>, String>>,
    generation: u64,
}

impl Tiles {
    /// The pair's tile by a method; `draw` makes it if it is not kept yet. The error is one line.
    pub fn of(
        &mut self,
        method: &Method,
        pair: Pair,
        draw: impl FnOnce() -> Result<Option<Tile>, String>,
    ) -> &Result<Option<Tile>, String> {
        self.drawn.entry((method.id, pair)).or_insert_with(draw)
    }

    /// Drops all tiles: the world has moved, or other methods decide.
    pub fn forget(&mut self) {
        self.drawn.clear();
        self.generation += 1;
    }

    /// A number that changes whenever the tiles do.
    pub fn generation(&self) -> u64 {
        self.generation
    }
}

//! Cost of a table on one pair, drawn pair by pair as published: by rule, without drawing.

use crate::image_space::pass::{PassProgram, Read, Repeat};

/// Cost of a table for one pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCost {
    /// Draw calls.
    pub draws: u64,
    /// Occlusion queries.
    pub queries: u64,
    /// Bytes read back: 4 for each query result, and all bytes of the pixels that are read.
    pub bytes_read: u64,
    /// Waits of the processor for results of the GPU.
    pub waits: u64,
}

/// The conditions of a cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// Pixels along a side of the tile.
    pub resolution: u32,
    /// Whether a stencil value is found by reading all pixels, and not by a query.
    pub read_pixels: bool,
    /// Number of slices, if the table does not set it.
    pub slices: u32,
    /// Number of layers of each body, if the table repeats once per layer.
    pub layers: u32,
}

/// Cost of a pair for which the first `rounds` rounds run: all of them if it collides or the last round decides. A
/// table that repeats, or that reads lists or any count, always runs all its rounds.
pub fn cost(table: &PassProgram, conditions: &Conditions, rounds: usize) -> PairCost {
    let side = u64::from(conditions.resolution);
    let mut all = PairCost::default();
    if table.read == Read::Lists {
        // The turn after the last layer finds nothing more.
        let turns = u64::from(conditions.layers + 1).min(u64::from(table.layers()));
        all.draws = turns * table.rows().count() as u64;
        all.bytes_read = 4 * side * side * all.draws;
        all.waits = all.draws;
        return all;
    }
    let counted = table.rows().filter(|row| row.counted).count() as u64;
    let turns = match table.repeat {
        Repeat::Once => None,
        // All slices are issued before the first count is awaited.
        Repeat::Slices => Some((u64::from(table.slices(conditions.slices)), 1)),
        Repeat::Layers => {
            // Two layers are issued, then two more, four more, and so on.
            let (mut issued, mut waits) = (2, 1);
            while issued <= u64::from(conditions.layers) && issued < u64::from(table.layers()) {
                issued *= 2;
                waits += 1;
            }
            Some((issued.min(u64::from(table.layers())), waits))
        }
    };
    if let Some((turns, waits)) = turns {
        let queries = turns * counted;
        let draws = turns * table.rows().count() as u64;
        return PairCost { draws, queries, bytes_read: 4 * queries, waits };
    }
    for (index, round) in table.rounds.iter().enumerate().take(rounds) {
        let of = |is: fn(&crate::image_space::pass::Pass) -> bool| {
            round.iter().filter(|row| is(row)).count() as u64
        };
        let (counted, read) = (of(|row| row.counted), of(|row| row.depth_read));
        all.draws += round.len() as u64;
        all.queries += counted;
        let is_last = index + 1 == table.rounds.len();
        let (bytes, waits) = match table.read {
            Read::Booleans => (4 * counted, counted),
            Read::Depths => (4 * side * side * read, read),
            Read::Stencil(_) if is_last && conditions.read_pixels => (side * side, 1),
            Read::Stencil(_) if is_last => {
                // A query over the tile counts the pixels with the value.
                all.draws += 1;
                all.queries += 1;
                (4, 1)
            }
            _ => (4, 1),
        };
        all.bytes_read += bytes;
        all.waits += waits;
    }
    all
}

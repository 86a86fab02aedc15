//! Why a level cannot be made, and how large it may become while it is compiled.

use std::cell::Cell;

/// Why a level cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LevelError {
    /// There is no brush.
    #[error("there are no brushes; a level needs one at least")]
    Empty,
    /// A brush has no inside.
    #[error(
        "its planes have no solid between them, or one thinner than rounding, 1e-13 of its size; n·x + d is negative inside, so normals point outwards"
    )]
    Hollow(usize),
    /// A brush has more planes than are cut with each other in seconds.
    #[error(
        "has more than 4,000 planes, or with those of the brushes before it there are too many to be cut in seconds (squares of numbers above 64 add up to 16,000,000 at most); leave out planes that cut nothing off, or take fewer brushes of many planes"
    )]
    ManyPlanes(usize),
    /// A brush is too thin for a tree.
    #[error(
        "thinner than 3e-10 of the level, within which a tree cannot decide; leave it out, move what is far away nearer, or ask exact"
    )]
    Thin(usize),
    /// The budget is spent.
    #[error(
        "its faces cut each other into more cells or memory than a level may have (6,000,000 cells, 640 MiB, some seconds of cutting); take faces that cross less"
    )]
    TooLarge,
    /// `go_on` said no.
    #[error("stopped")]
    Stopped,
}

/// The most that a compilation may make. Faces that cross each other are cut again and again: the cells of a level may be more
/// than the square of its faces. What grows is counted as it grows, so that a level that is too large is refused before the
/// memory is gone, and work is counted as it is done: no clock decides.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Cells, or parts of faces.
    pub cells: usize,
    /// Bytes that all of them hold.
    pub bytes: usize,
    /// Faces that are cut or tried by a plane, in the units of [`Budget::spend`].
    pub work: u64,
    /// The part of it that faces may take which lie in other brushes.
    pub overlaps: u64,
    /// Of the work.
    pub spent: Cell<u64>,
}

/// Work of a face that a plane cuts.
pub const CUT: u64 = 8;
/// Some seconds: a made level of 1,000,000 faces takes 1.5e9.
const WORK: u64 = 2_000_000_000;

impl Default for Budget {
    fn default() -> Self {
        Self { cells: 6_000_000, bytes: 640 << 20, work: WORK, overlaps: WORK / 2, spent: Cell::new(0) }
    }
}

impl Budget {
    /// Counts work: 1 for a face on which a plane is tried, [`CUT`] for one that it cuts. Refuses more than there may be.
    pub fn spend(&self, work: u64) -> Result<(), LevelError> {
        self.spent.set(self.spent.get() + work);
        if self.spent.get() > self.work { Err(LevelError::TooLarge) } else { Ok(()) }
    }

    /// Refuses what is more.
    pub fn check(&self, cells: usize, bytes: usize) -> Result<(), LevelError> {
        if cells > self.cells || bytes > self.bytes { Err(LevelError::TooLarge) } else { Ok(()) }
    }
}

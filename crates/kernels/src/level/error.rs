//! Errors of compiling a level, and the budget of a compilation.

use std::cell::Cell;
use std::fmt;

/// The reason why a level cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelError {
    /// There is no brush.
    Empty,
    /// A brush has no volume.
    Hollow(usize),
    /// A brush has more planes than can be cut with each other within seconds.
    ManyPlanes(usize),
    /// A brush is too thin for a tree.
    Thin(usize),
    /// The level is smaller than [`SMALLEST`](super::compiled::SMALLEST).
    Small,
    /// The compilation exceeds a limit of its [`Budget`].
    TooLarge,
    /// `go_on` returned false.
    Stopped,
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "there are no brushes; a level needs at least one",
            Self::Hollow(_) => "its planes enclose no volume, or one thinner than 1e-13 of its size; normals must point outwards: n·x + d is negative inside",
            Self::ManyPlanes(_) => "has more than 4,000 planes, or too many together with the brushes before it (the squares of plane counts above 64 may add up to 16,000,000); remove planes that cut nothing off, or use fewer brushes with many planes",
            Self::Thin(_) => "thinner than 3e-10 of the level, which is too thin for a tree; remove it, move distant brushes nearer, or use the method exact",
            Self::Small => "the level is smaller than 1e-15 m; enlarge it, its movers and its moves",
            Self::TooLarge => "its faces cut the level into too many cells (limits: 6,000,000 cells, 640 MiB, some seconds of cutting); use fewer intersecting faces, or the rule for split planes mixed or area, which cuts fewer faces than balance",
            Self::Stopped => "stopped",
        })
    }
}

impl std::error::Error for LevelError {}

/// Limits of a compilation. Faces that cross each other are cut again and again, so a level may get more
/// cells than the square of its faces. Cells and bytes are counted as they grow, so that a level that is too
/// large is refused before memory runs out; work is counted too, so that the outcome does not depend on a
/// clock.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Limit of the number of cells of a tree, or of the pieces into which faces are cut.
    pub cells: usize,
    /// Limit of the memory of these cells or pieces, bytes.
    pub bytes: usize,
    /// Limit of the work of cutting and testing faces, in the units of [`Budget::spend`].
    pub work: u64,
    /// Limit of the part of the work that cuts faces by other brushes.
    pub overlaps: u64,
    /// Work done so far.
    pub spent: Cell<u64>,
}

/// Work of cutting a face by a plane, in the units of [`Budget::spend`].
pub const CUT: u64 = 8;
/// Default limit of the work, in the units of [`Budget::spend`]; it is reached after some seconds. A generated level
/// of 1,000,000 faces needs 1.5e9.
const WORK: u64 = 2_000_000_000;

impl Default for Budget {
    fn default() -> Self {
        Self { cells: 6_000_000, bytes: 640 << 20, work: WORK, overlaps: WORK / 2, spent: Cell::new(0) }
    }
}

impl Budget {
    /// Counts work: 1 for a face that is tested against a plane, [`CUT`] for one that is cut. Fails if the
    /// budget is exceeded.
    pub fn spend(&self, work: u64) -> Result<(), LevelError> {
        self.spent.set(self.spent.get() + work);
        if self.spent.get() > self.work { Err(LevelError::TooLarge) } else { Ok(()) }
    }

    /// Fails if the cells or bytes exceed the budget.
    pub fn check(&self, cells: usize, bytes: usize) -> Result<(), LevelError> {
        if cells > self.cells || bytes > self.bytes { Err(LevelError::TooLarge) } else { Ok(()) }
    }
}

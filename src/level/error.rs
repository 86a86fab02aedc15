//! Why a level cannot be made, and how large it may become while it is compiled.

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
    #[error("has more than 4,000 planes; split it, or leave out planes that cut nothing off")]
    ManyPlanes(usize),
    /// A brush is too thin for a tree.
    #[error(
        "thinner than 3e-10 of the level, within which a tree cannot decide; leave it out, move what is far away nearer, or ask exact"
    )]
    Thin(usize),
    /// The budget is spent.
    #[error(
        "its faces cut each other into more cells or memory than a level may have (6,000,000 cells, 640 MiB); take faces that cross less"
    )]
    TooLarge,
    /// `go_on` said no.
    #[error("stopped")]
    Stopped,
}

/// The most that a compilation may make. Faces that cross each other are cut again and again: the cells of a level may be more
/// than the square of its faces. What grows is counted as it grows, so that a level that is too large is refused before the
/// memory is gone.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Cells, or parts of faces.
    pub cells: usize,
    /// Bytes that all of them hold.
    pub bytes: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { cells: 6_000_000, bytes: 640 << 20 }
    }
}

impl Budget {
    /// Refuses what is more.
    pub fn check(&self, cells: usize, bytes: usize) -> Result<(), LevelError> {
        if cells > self.cells || bytes > self.bytes { Err(LevelError::TooLarge) } else { Ok(()) }
    }
}

//! How large a level may become while it is compiled.
//!
//! Faces that cross each other are cut again and again: the cells of a level may be more than the square of its faces.
//! What grows is counted as it grows, so that a level that is too large is refused before the memory is gone.

use super::error::LevelError;

/// The most that a compilation may make.
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

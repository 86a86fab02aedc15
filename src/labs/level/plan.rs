//! The last computed plan slice, a horizontal section through the level at the mover's height.

use std::sync::Arc;

use crate::level::slice::{Bevels, Slice};

/// The last plan slice and the inputs it was made from.
#[derive(Default)]
pub struct Plan {
    /// Hash of the slice's inputs.
    pub key: u64,
    /// The slice.
    pub slice: Option<Arc<Slice>>,
    /// Bevel planes of a level, kept for later slices, with the address of that level.
    pub bevels: (usize, Bevels),
}

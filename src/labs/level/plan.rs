//! The last plan slice.

use std::sync::Arc;

use crate::level::slice::{Bevels, Slice};

/// The last plan slice and the inputs it was made from.
#[derive(Default)]
pub struct Plan {
    /// Hash of the slice's inputs.
    pub key: u64,
    /// The slice.
    pub slice: Option<Arc<Slice>>,
    /// Bevel planes for reuse, with the address of their level.
    pub bevels: (usize, Bevels),
}

//! The plan slice that was shown last.

use std::sync::Arc;

use crate::level::slice::{Bevels, Slice};

/// The slice that was made last, and what it was made of.
#[derive(Default)]
pub struct Plan {
    /// Another one for another slice.
    pub key: u64,
    /// The slice.
    pub slice: Option<Arc<Slice>>,
    /// Of the level with this address.
    pub bevels: (usize, Bevels),
}

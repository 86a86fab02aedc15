//! A level that a method holds: borrowed for a while, or shared for as long as it is needed.

use std::ops::Deref;
use std::sync::Arc;

use super::compiled::Level;

/// A level that is borrowed or shared.
pub enum Held<'a> {
    /// Borrowed.
    Borrowed(&'a Level),
    /// Shared: the method can outlive the place where it was made.
    Shared(Arc<Level>),
}

impl Deref for Held<'_> {
    type Target = Level;

    fn deref(&self) -> &Level {
        match self {
            Self::Borrowed(level) => level,
            Self::Shared(level) => level,
        }
    }
}

impl<'a> From<&'a Level> for Held<'a> {
    fn from(level: &'a Level) -> Self {
        Self::Borrowed(level)
    }
}

impl From<Arc<Level>> for Held<'_> {
    fn from(level: Arc<Level>) -> Self {
        Self::Shared(level)
    }
}

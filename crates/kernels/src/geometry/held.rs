//! Data that a method borrows, or shares to outlive the scope that made it.

use std::ops::Deref;
use std::sync::Arc;

/// Borrowed or shared data.
#[derive(Debug)]
pub enum Held<'a, T> {
    /// The owner outlives the method.
    Borrowed(&'a T),
    /// The method owns a share, and may outlive the scope that made the data.
    Shared(Arc<T>),
}

impl<T> Deref for Held<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Self::Borrowed(data) => data,
            Self::Shared(data) => data,
        }
    }
}

impl<'a, T> From<&'a T> for Held<'a, T> {
    fn from(data: &'a T) -> Self {
        Self::Borrowed(data)
    }
}

impl<T> From<Arc<T>> for Held<'_, T> {
    fn from(data: Arc<T>) -> Self {
        Self::Shared(data)
    }
}

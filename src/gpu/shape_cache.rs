//! GPU data per shape: made once, shared by all bodies of that shape, dropped with it.

use std::collections::{HashMap, hash_map::Entry};
use std::sync::Arc;

use crate::geometry::Shape;

/// One `T` per shape, found by the shape's address. The cache holds the shape, so that no other one can come
/// to lie at the same address.
pub struct ShapeCache<T> {
    entries: HashMap<*const Shape, (Arc<Shape>, T)>,
}

impl<T> Default for ShapeCache<T> {
    fn default() -> Self {
        Self { entries: HashMap::new() }
    }
}

impl<T> ShapeCache<T> {
    /// Drops the values of shapes that only this cache still holds.
    pub fn forget_unused(&mut self) {
        self.entries.retain(|_, (shape, _)| Arc::strong_count(shape) > 1);
    }

    /// The value of `shape`; `make` makes it if it is not here yet.
    pub fn require<E>(
        &mut self,
        shape: &Arc<Shape>,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<&mut T, E> {
        Ok(match self.entries.entry(Arc::as_ptr(shape)) {
            Entry::Occupied(known) => &mut known.into_mut().1,
            Entry::Vacant(new) => &mut new.insert((Arc::clone(shape), make()?)).1,
        })
    }

    /// The value of `shape`, if it is here.
    pub fn get(&self, shape: &Arc<Shape>) -> Option<&T> {
        self.entries.get(&Arc::as_ptr(shape)).map(|(_, made)| made)
    }

    /// All shapes and their values, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&Shape, &T)> {
        self.entries.values().map(|(shape, made)| (shape.as_ref(), made))
    }
}

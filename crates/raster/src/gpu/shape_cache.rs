//! GPU data per shape: created once, shared by all bodies of that shape, dropped with it.

use std::collections::{HashMap, hash_map::Entry};
use std::sync::{Arc, Weak};

use crate::geometry::Shape;

/// One `T` per shape, keyed by the shape's address. The cache does not keep a shape alive, so several caches
/// may share a shape; a weak reference prevents reuse of the address.
pub struct ShapeCache<T> {
    entries: HashMap<*const Shape, (Weak<Shape>, T)>,
}

impl<T> Default for ShapeCache<T> {
    fn default() -> Self {
        Self { entries: HashMap::new() }
    }
}

impl<T> ShapeCache<T> {
    /// Drops the values of shapes that no longer exist.
    pub fn forget_unused(&mut self) {
        self.entries.retain(|_, (shape, _)| shape.strong_count() > 0);
    }

    /// The value of `shape`; created by `make` if it is not cached.
    pub fn require<E>(
        &mut self,
        shape: &Arc<Shape>,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<&mut T, E> {
        Ok(match self.entries.entry(Arc::as_ptr(shape)) {
            Entry::Occupied(known) => &mut known.into_mut().1,
            Entry::Vacant(new) => &mut new.insert((Arc::downgrade(shape), make()?)).1,
        })
    }

    /// The value of `shape`, if it is cached.
    pub fn get(&self, shape: &Arc<Shape>) -> Option<&T> {
        self.entries.get(&Arc::as_ptr(shape)).map(|(_, made)| made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Solid;

    #[test]
    fn what_two_caches_know_goes_with_the_shape() {
        let shape = Arc::new(Shape::primitive(Solid::Ball { radius: 1.0 }, 1).unwrap());
        let mut caches = [ShapeCache::default(), ShapeCache::default()];
        for cache in &mut caches {
            assert_eq!(cache.require::<()>(&shape, || Ok(7)), Ok(&mut 7));
            cache.forget_unused();
            assert_eq!(cache.get(&shape), Some(&7));
        }
        drop(shape);
        for cache in &mut caches {
            cache.forget_unused();
            assert!(cache.entries.is_empty());
        }
    }
}

//! The CPU twin: the passes over lists of depths per pixel, for small scenes and for tests over all orders.
//!
//! Depths are whole numbers, as in a depth buffer, so comparisons are exact. Nothing here knows about triangles: the
//! caller supplies the depths at which each body's surface meets each pixel's ray.

use std::convert::Infallible;

use super::rules::{Counter, Direction, Step};

/// The depths of every body in one view: `depths[body][pixel]` lists where the body's surface meets the pixel's ray,
/// in any order. All bodies have the same number of pixels.
pub type Fragments = Vec<Vec<Vec<u32>>>;

/// Passes over the fragments of three views, along x, y and z.
pub struct Twin<'a> {
    views: &'a [Fragments; 3],
    axis: usize,
    /// The counts of all passes so far, in order: the body, and its samples at or behind the stored depth.
    pub counts: Vec<(usize, u64)>,
}

impl<'a> Twin<'a> {
    /// A twin over these views.
    pub fn new(views: &'a [Fragments; 3]) -> Self {
        Self { views, axis: 0, counts: Vec::new() }
    }
}

impl Counter for Twin<'_> {
    type Error = Infallible;

    fn look(&mut self, axis: u8, _set: &[usize]) {
        self.axis = usize::from(axis);
    }

    fn pass(&mut self, _direction: Direction, steps: &[Step]) -> Result<Vec<u64>, Infallible> {
        let view = &self.views[self.axis];
        // `None` is the cleared depth: the far plane, behind every fragment.
        let mut stored: Vec<Option<u32>> = vec![None; view.first().map_or(0, Vec::len)];
        let mut counts = Vec::new();
        for step in steps {
            let body = &view[step.body];
            if step.counted {
                let hidden = body.iter().zip(&stored).map(|(fragments, stored)| {
                    fragments.iter().filter(|depth| stored.is_some_and(|stored| **depth >= stored)).count()
                });
                counts.push(hidden.sum::<usize>() as u64);
                self.counts.push((step.body, counts[counts.len() - 1]));
            }
            if step.drawn {
                for (fragments, stored) in body.iter().zip(&mut stored) {
                    *stored = fragments.iter().copied().chain(*stored).min();
                }
            }
        }
        Ok(counts)
    }
}

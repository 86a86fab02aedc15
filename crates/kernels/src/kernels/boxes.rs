//! Candidate pairs: those of many boxes that overlap.

use std::fmt;

use super::error::{Error, item};
use crate::broad_phase::{AabbTree, BoxPruning, BroadPhase as _};
use crate::geometry::Aabb;
use crate::world::Pair;

/// Finds the overlapping pairs of many axis-aligned boxes, frame by frame.
///
/// Two methods; their answers are the same.
/// ```
/// use collidoscope_kernels::BoxPairs;
///
/// let mut pairs = BoxPairs::from_scratch();
/// let boxes = [[[0.0; 3], [1.0; 3]], [[2.0; 3], [3.0; 3]], [[0.5; 3], [2.5; 3]]];
/// assert_eq!(pairs.find(&boxes)?, [[0, 2], [1, 2]]);
/// # Ok::<(), collidoscope_kernels::Error>(())
/// ```
pub struct BoxPairs {
    method: Method,
    boxes: Vec<Aabb>,
    found: Vec<[u32; 2]>,
}

enum Method {
    Pruning(BoxPruning),
    Tree(AabbTree),
}

impl Default for BoxPairs {
    fn default() -> Self {
        Self::from_scratch()
    }
}

impl fmt::Debug for BoxPairs {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("BoxPairs").field("boxes", &self.boxes.len()).finish_non_exhaustive()
    }
}

impl BoxPairs {
    /// Sorts all boxes in every frame (box pruning): fast however the boxes move. Time and memory are linear in the
    /// number of boxes at equal density.
    pub fn from_scratch() -> Self {
        Self::by(Method::Pruning(BoxPruning::default()))
    }

    /// Keeps a tree of boxes with margins from frame to frame: faster where few boxes move.
    /// Box `i` of one frame is taken for box `i` of the next.
    pub fn coherent() -> Self {
        Self::by(Method::Tree(AabbTree::default()))
    }

    fn by(method: Method) -> Self {
        Self { method, boxes: vec![], found: vec![] }
    }

    /// All pairs `[i, j]`, i < j, of boxes that share a point, in ascending order. Each box is its minimum and its
    /// maximum.
    pub fn find(&mut self, boxes: &[[[f64; 3]; 2]]) -> Result<&[[u32; 2]], Error> {
        self.boxes.clear();
        for (index, [min, max]) in boxes.iter().enumerate() {
            let (min, max) = (item(*min, "box", index)?, item(*max, "box", index)?);
            if (0..3).any(|axis| min[axis] > max[axis]) {
                return Err(Error::Box(index));
            }
            self.boxes.push(Aabb { min, max });
        }
        let pairs = match &mut self.method {
            Method::Pruning(pruning) => pruning.find(&self.boxes),
            Method::Tree(tree) => tree.find(&self.boxes),
        };
        self.found.clear();
        self.found.extend(pairs.into_iter().map(|Pair { a, b }| [a as u32, b as u32]));
        Ok(&self.found)
    }
}

//! What can be asked of two meshes in a pose, and what is answered, with the work that it took.

use crate::geometry::Point;

/// A question about two meshes in a pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Query {
    /// *Collision detection*: whether the meshes touch, and one pair of triangles that does.
    Detect,
    /// *Collision determination*: all pairs of triangles that touch.
    Determine,
    /// The smallest distance, with two closest points.
    Distance(Tolerance),
    /// Whether the meshes come within so many metres of each other, with one pair of triangles that does.
    Within(f64),
}

/// By how much a distance may be above the smallest: by `absolute` metres, or by the share `relative` of the smallest.
/// Either is enough. Both 0: the smallest itself, but for rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// Share of the smallest distance, 0 or more.
    pub relative: f64,
    /// Metres, 0 or more.
    pub absolute: f64,
}

impl Tolerance {
    /// Whether nothing that is at least `bound` metres away can make `best` metres better by more than the tolerance.
    #[inline]
    pub fn is_enough(&self, bound: f64, best: f64) -> bool {
        bound >= best || bound + self.absolute >= best || bound * (1.0 + self.relative) >= best
    }
}

/// Pairs of triangles at which an answer ends: two meshes of n triangles each may have n² that touch, more than any memory.
pub const MOST_PAIRS: usize = 4_000_000;

/// The answer to a [`Query`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Whether the meshes share a point; of [`Query::Within`]: whether they come within that distance.
    pub colliding: bool,
    /// Pairs of triangles, [index in A, index in B]: of `Determine` all that touch, in no order, each once, or as many as
    /// [`MOST_PAIRS`] of them; of `Detect` and
    /// `Within` the one that was found, if any; of `Distance` the pair that has the closest points.
    pub pairs: Vec<[u32; 2]>,
    /// Metres: of `Distance` the smallest; of `Within` that of the pair that was found. 0 if triangles touch.
    pub distance: Option<f64>,
    /// A point of A and one of B that are this distance apart, in A's coordinates.
    pub closest: Option<[Point; 2]>,
    /// The work it took.
    pub cost: Cost,
}

impl Answer {
    /// Whether it has as many pairs as are listed: there may be more that touch.
    pub fn is_full(&self) -> bool {
        self.pairs.len() >= MOST_PAIRS
    }

    /// The pairs in ascending order.
    pub fn sorted_pairs(&self) -> Vec<[u32; 2]> {
        let mut pairs = self.pairs.clone();
        pairs.sort_unstable();
        pairs
    }
}

/// Levels that are counted one by one; deeper ones are counted in the last.
pub const LEVELS: usize = 48;

/// Counted work of a query: the terms of the lecture's cost function t = nv·cv + np·cp + nu·cu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// nv: pairs of bounding volumes that were tested.
    pub volume_tests: u64,
    /// np: pairs of triangles that were tested.
    pub triangle_tests: u64,
    /// nu: bounding volumes of B that were brought to the pose.
    pub updates: u64,
    /// The volume tests by the level of the deeper node of the pair; level 0 is that of the roots.
    pub levels: [u32; LEVELS],
}

impl Default for Cost {
    fn default() -> Self {
        Self { volume_tests: 0, triangle_tests: 0, updates: 0, levels: [0; LEVELS] }
    }
}

impl Cost {
    /// One more pair of volumes was tested, the deeper one at `level`.
    #[inline]
    pub fn test_volumes(&mut self, level: usize) {
        self.volume_tests += 1;
        self.levels[level.min(LEVELS - 1)] += 1;
    }

    /// Tests of volumes and of triangles together, which a budget counts.
    pub fn tests(&self) -> u64 {
        self.volume_tests + self.triangle_tests
    }

    /// The sum of both.
    pub fn plus(mut self, other: &Self) -> Self {
        self.volume_tests += other.volume_tests;
        self.triangle_tests += other.triangle_tests;
        self.updates += other.updates;
        self.levels.iter_mut().zip(&other.levels).for_each(|(level, more)| *level += more);
        self
    }
}

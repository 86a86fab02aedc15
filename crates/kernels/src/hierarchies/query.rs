//! Queries about two meshes in a pose, and their answers with counted work. All methods compute with the exact numbers
//! of the prepared pose ([`Placed`]), so that they agree on pairs that barely touch.

use crate::geometry::{Point, Pose, Vector};
use nalgebra::Matrix3;

/// A query about two meshes in a pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Query {
    /// *Collision detection*: whether the meshes touch, and one touching pair of triangles.
    Detect,
    /// *Collision determination*: all touching pairs of triangles.
    Determine,
    /// The smallest distance, with a pair of closest points.
    Distance(Tolerance),
    /// Whether the distance is at most this many metres, and one pair of triangles as proof.
    Within(f64),
}

/// How much a reported distance may exceed the smallest distance: by `absolute` metres, or by `relative`
/// times the smallest distance; one of the two suffices. With both 0 the smallest distance is found exactly,
/// up to rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// Share of the smallest distance, 0 or more.
    pub relative: f64,
    /// Metres, 0 or more.
    pub absolute: f64,
}

impl Tolerance {
    /// Whether pairs at least `bound` metres apart cannot improve on the distance found so far, `best`
    /// metres, by more than the tolerance.
    #[inline]
    pub fn is_enough(&self, bound: f64, best: f64) -> bool {
        bound >= best || bound + self.absolute >= best || bound * (1.0 + self.relative) >= best
    }
}

/// Limit on the triangle pairs of an answer: two meshes of n triangles may have n² touching pairs, more than
/// fits into memory.
pub const MOST_PAIRS: usize = 4_000_000;

/// The answer to a [`Query`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Whether the meshes share a point; for [`Query::Within`], whether their distance is at most the limit.
    pub colliding: bool,
    /// Triangle pairs, [index in A, index in B]. For `Determine` all touching pairs, unordered and without
    /// duplicates, up to [`MOST_PAIRS`]; for `Detect` and `Within` the pair found, if any; for `Distance` the
    /// pair with the closest points.
    pub pairs: Vec<[u32; 2]>,
    /// Distance in metres: the smallest for `Distance`, that of the pair found for `Within`. 0 if triangles
    /// touch.
    pub distance: Option<f64>,
    /// Two points at this distance, of A and of B, in A's coordinates.
    pub closest: Option<[Point; 2]>,
    /// Counted work.
    pub cost: Cost,
}

impl Answer {
    /// Whether the list of pairs is full, so that more may exist.
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

/// Number of levels counted separately; deeper levels are counted in the last.
pub const LEVELS: usize = 48;

/// Counted work of a query: the terms of the lecture's cost function t = nv·cv + np·cp + nu·cu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// nv: tests of bounding volume pairs.
    pub volume_tests: u64,
    /// np: tests of triangle pairs.
    pub triangle_tests: u64,
    /// nu: updates of B's bounding volumes to the pose.
    pub updates: u64,
    /// Volume tests by the level of the deeper node; level 0 is that of the roots.
    pub levels: [u32; LEVELS],
}

impl Default for Cost {
    fn default() -> Self {
        Self { volume_tests: 0, triangle_tests: 0, updates: 0, levels: [0; LEVELS] }
    }
}

impl Cost {
    /// Counts a volume test; `level` is that of the deeper node.
    #[inline]
    pub fn test_volumes(&mut self, level: usize) {
        self.volume_tests += 1;
        self.levels[level.min(LEVELS - 1)] += 1;
    }

    /// Volume and triangle tests together, the unit of budgets.
    pub fn tests(&self) -> u64 {
        self.volume_tests + self.triangle_tests
    }

    /// The sum of two costs.
    pub fn plus(mut self, other: &Self) -> Self {
        self.volume_tests += other.volume_tests;
        self.triangle_tests += other.triangle_tests;
        self.updates += other.updates;
        self.levels.iter_mut().zip(&other.levels).for_each(|(level, more)| *level += more);
        self
    }
}

/// A prepared pose: it maps B's point p to `turn · p + shift` in A's coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Rotation from B's directions to A's.
    pub turn: Matrix3<f64>,
    /// Translation, metres.
    pub shift: Vector,
}

impl Placed {
    /// Prepares a pose of B in A's coordinates.
    pub fn new(b_in_a: &Pose) -> Self {
        Self { turn: *b_in_a.rotation.to_rotation_matrix().matrix(), shift: b_in_a.translation.vector }
    }

    /// Transforms a vertex of B to A's coordinates. Equal vertices stay equal, so a surface gets no cracks.
    #[inline]
    pub fn point(&self, p: &Point) -> Point {
        Point::from(self.turn * p.coords + self.shift)
    }

    /// Transforms a triangle of B to A's coordinates.
    #[inline]
    pub fn triangle(&self, corners: &[Point; 3]) -> [Vector; 3] {
        corners.map(|p| self.point(&p).coords)
    }
}

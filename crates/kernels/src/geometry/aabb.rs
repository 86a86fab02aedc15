//! Points and directions (f64, right-handed, y up, metres and radians), and axis-aligned bounding boxes.

/// A rigid motion from a body's own coordinates to the world: translation in metres and a unit quaternion.
pub type Pose = nalgebra::Isometry3<f64>;
/// A point in metres.
pub type Point = nalgebra::Point3<f64>;
/// A displacement in metres, or a direction where the item says so.
pub type Vector = nalgebra::Vector3<f64>;

/// An axis-aligned box: all points p with `min ≤ p ≤ max` in every coordinate, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// The corner with the smallest coordinates.
    pub min: Point,
    /// The corner with the largest coordinates.
    pub max: Point,
}

impl Aabb {
    /// The empty box: its union with another box is that box.
    pub const EMPTY: Self = Self {
        min: Point::new(f64::INFINITY, f64::INFINITY, f64::INFINITY),
        max: Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY),
    };

    /// The smallest box around `points`; [`Aabb::EMPTY`] if there are none.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Self {
        points.into_iter().fold(Self::EMPTY, |b, p| Self { min: b.min.inf(&p), max: b.max.sup(&p) })
    }

    /// The cube around `center` with sides of 2 · `half` metres.
    pub fn cube(center: Point, half: f64) -> Self {
        Self { min: center - Vector::repeat(half), max: center + Vector::repeat(half) }
    }

    /// Whether the boxes share a point. Touching counts.
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|i| self.min[i] <= other.max[i] && other.min[i] <= self.max[i])
    }

    /// The intersection. On an axis where the boxes are separated, `min > max`.
    pub fn overlap(&self, other: &Self) -> Self {
        Self { min: self.min.sup(&other.min), max: self.max.inf(&other.max) }
    }

    /// The smallest box around both boxes.
    pub fn union(&self, other: &Self) -> Self {
        Self { min: self.min.inf(&other.min), max: self.max.sup(&other.max) }
    }

    /// This box with every side moved outwards by `by` metres.
    pub fn grown(&self, by: f64) -> Self {
        let margin = Vector::repeat(by);
        Self { min: self.min - margin, max: self.max + margin }
    }

    /// Midpoint of `min` and `max`, metres.
    pub fn center(&self) -> Point {
        nalgebra::center(&self.min, &self.max)
    }

    /// Side lengths `max − min`, metres; negative on an axis where the box is empty.
    pub fn extents(&self) -> Vector {
        self.max - self.min
    }

    /// Whether `other` lies inside this box grown by `slack` metres on every side.
    pub fn contains(&self, other: &Self, slack: f64) -> bool {
        (0..3).all(|i| self.min[i] <= other.min[i] + slack && other.max[i] <= self.max[i] + slack)
    }

    /// The eight corners: bit i of the index picks `max` on axis i, so x changes fastest.
    pub fn corners(&self) -> [Point; 8] {
        std::array::from_fn(|i| {
            let pick = |axis: usize| if i >> axis & 1 == 0 { self.min[axis] } else { self.max[axis] };
            Point::new(pick(0), pick(1), pick(2))
        })
    }
}

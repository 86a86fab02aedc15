//! k-DOPs: the space between k/2 pairs of parallel planes with fixed directions.
//!
//! Klosowski et al. 1998, as presented in the Northeastern lecture (source 2): the normals have components
//! −1, 0, 1 and are not normalised, so that a projection needs additions only. The lecture calls 18
//! directions the best choice.

use super::{Aabb, Mesh, Point, Pose, Vector, hull};

/// A k-DOP with `SLABS` = k/2 pairs of planes: 3, 7, 9 or 13 for k = 6, 14, 18 or 26.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kdop<const SLABS: usize> {
    /// The smallest projection on each of [`Kdop::directions`], metres times the direction's length.
    pub min: [f64; SLABS],
    /// The largest projection on each of [`Kdop::directions`], in the same unit.
    pub max: [f64; SLABS],
}

/// The 18-DOP: a box whose twelve edges are cut off.
pub type Dop18 = Kdop<9>;

/// Candidate normals: three axes, six face diagonals and four space diagonals of a cube.
const DIRECTIONS: [[f64; 3]; 13] = [
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [1.0, 1.0, 0.0],
    [1.0, -1.0, 0.0],
    [1.0, 0.0, 1.0],
    [1.0, 0.0, -1.0],
    [0.0, 1.0, 1.0],
    [0.0, 1.0, -1.0],
    [1.0, 1.0, 1.0],
    [1.0, 1.0, -1.0],
    [1.0, -1.0, 1.0],
    [1.0, -1.0, -1.0],
];

impl<const SLABS: usize> Kdop<SLABS> {
    const SUPPORTED: () = assert!(matches!(SLABS, 3 | 7 | 9 | 13), "k is 6, 14, 18 or 26");

    /// The `SLABS` normals: components −1, 0 or 1, lengths 1, √2 or √3.
    pub fn directions() -> [Vector; SLABS] {
        let () = Self::SUPPORTED;
        // k = 14 leaves the diagonals of faces out.
        std::array::from_fn(|i| Vector::from(DIRECTIONS[if SLABS == 7 && i >= 3 { i + 6 } else { i }]))
    }

    /// Length of the direction of slab `i`.
    #[inline]
    pub fn length(i: usize) -> f64 {
        match if SLABS == 7 && i >= 3 { i + 6 } else { i } {
            0..3 => 1.0,
            3..9 => std::f64::consts::SQRT_2,
            _ => 1.732_050_807_568_877_2,
        }
    }

    /// The empty k-DOP.
    pub const EMPTY: Self = Self { min: [f64::INFINITY; SLABS], max: [f64::NEG_INFINITY; SLABS] };

    /// The projections of a point on [`Kdop::directions`]: additions only.
    #[inline]
    pub fn projections(p: &Vector) -> [f64; SLABS] {
        let () = Self::SUPPORTED;
        let (x, y, z) = (p.x, p.y, p.z);
        let (plus, minus) = (x + y, x - y);
        let all =
            [x, y, z, plus, minus, x + z, x - z, y + z, y - z, plus + z, plus - z, minus + z, minus - z];
        std::array::from_fn(|i| all[if SLABS == 7 && i >= 3 { i + 6 } else { i }])
    }

    /// The smallest k-DOP around `points`, grown by 1e-14 of the set's size, so that rounding leaves no point
    /// outside.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Self {
        let mut all = Self::EMPTY;
        points.into_iter().for_each(|p| all.enclose(&p.coords));
        let size = (0..3).map(|i| all.max[i] - all.min[i]).fold(0.0, f64::max);
        let grown = 1e-14 * size;
        Self { min: all.min.map(|x| x - grown), max: all.max.map(|x| x + grown) }
    }

    /// Grows the k-DOP to include `p`, up to rounding.
    #[inline]
    pub fn enclose(&mut self, p: &Vector) {
        let along = Self::projections(p);
        for (i, along) in along.into_iter().enumerate() {
            self.min[i] = self.min[i].min(along);
            self.max[i] = self.max[i].max(along);
        }
    }

    /// The smallest k-DOP around both k-DOPs.
    pub fn union(&self, other: &Self) -> Self {
        let mut all = *self;
        for i in 0..SLABS {
            all.min[i] = all.min[i].min(other.min[i]);
            all.max[i] = all.max[i].max(other.max[i]);
        }
        all
    }

    /// The smallest k-DOP around `mesh` at `pose`, over all its vertices.
    pub fn of_mesh(mesh: &Mesh, pose: &Pose) -> Self {
        Self::around(mesh.vertices().iter().map(|v| pose * v))
    }

    /// Whether no slab separates the two k-DOPs. Touching counts. The directions are fixed, so k-DOPs that
    /// overlap in all slabs may still share no point.
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..SLABS).all(|i| self.min[i] <= other.max[i] && other.min[i] <= self.max[i])
    }

    /// Whether `point` lies in every slab, with a tolerance of `slack` metres.
    pub fn contains(&self, point: &Point, slack: f64) -> bool {
        Self::directions().iter().enumerate().all(|(i, direction)| {
            let along = direction.dot(&point.coords);
            let slack = slack * direction.norm();
            self.min[i] - slack <= along && along <= self.max[i] + slack
        })
    }

    /// Volume in cubic metres; 0 for a flat k-DOP.
    pub fn volume(&self) -> f64 {
        hull::convex_hull(&self.corners()).map_or(0.0, |hull| hull.volume())
    }

    /// All points where three planes meet inside all slabs. Corners of more than three planes appear several
    /// times.
    pub fn corners(&self) -> Vec<Point> {
        let directions = Self::directions();
        let bounds = Aabb {
            min: Point::new(self.min[0], self.min[1], self.min[2]),
            max: Point::new(self.max[0], self.max[1], self.max[2]),
        };
        // Relative to the middle, so that a volume far from the origin loses no digits.
        let (middle, size) = (bounds.center(), bounds.extents().max());
        let sides: Vec<(Vector, f64)> = (0..SLABS)
            .flat_map(|i| {
                let (direction, along) = (directions[i], directions[i].dot(&middle.coords));
                [(direction, self.max[i] - along), (-direction, along - self.min[i])]
            })
            .collect();
        let tolerance = 1e-9 * size;
        let mut corners = Vec::new();
        // For each corner found so far, the three planes that meet there.
        let mut found: Vec<[usize; 3]> = Vec::new();
        for (i, p) in sides.iter().enumerate() {
            for (j, q) in sides.iter().enumerate().skip(i + 1) {
                // The common line of both planes, clipped by all other slabs. The components of normals are
                // whole numbers, so zero is exact.
                let along = p.0.cross(&q.0);
                let square = along.norm_squared();
                if square == 0.0 {
                    continue;
                }
                let start = (q.0.cross(&along) * p.1 + along.cross(&p.0) * q.1) / square;
                let (mut first, mut last) = ((f64::NEG_INFINITY, i), (f64::INFINITY, i));
                for (k, (normal, reach)) in sides.iter().enumerate() {
                    let (slope, room) = (normal.dot(&along), reach - normal.dot(&start));
                    if slope > 0.0 && room / slope < last.0 {
                        last = (room / slope, k);
                    } else if slope < 0.0 && room / slope > first.0 {
                        first = (room / slope, k);
                    } else if slope == 0.0 && room < -tolerance {
                        first.0 = f64::INFINITY;
                    }
                    if first.0 > last.0 + tolerance {
                        break;
                    }
                }
                if first.0 > last.0 + tolerance {
                    continue;
                }
                for (at, k) in [first, last] {
                    let mut planes = [i, j, k];
                    planes.sort_unstable();
                    if !found.contains(&planes) {
                        found.push(planes);
                        corners.push(middle + start + along * at);
                    }
                }
            }
        }
        corners
    }
}

//! Oriented bounding boxes: boxes with axes that follow the body.
//!
//! The axes are the eigenvectors of a covariance matrix. A [`Fit`] chooses its points and the box's centre.

use nalgebra::{Matrix3, SymmetricEigen};

use super::{Aabb, Mesh, Point, Pose, Sphere, Vector, hull};

/// The box of all points `center + a·half.x·axes[0] + b·half.y·axes[1] + c·half.z·axes[2]` with a, b, c in
/// [−1, 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obb {
    /// Centre in the frame of the enclosed points, metres.
    pub center: Point,
    /// Orthonormal axes, right-handed.
    pub axes: [Vector; 3],
    /// Half the side lengths along the axes, metres.
    pub half: Vector,
}

/// How a box is fitted to points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Axes from the area-weighted covariance of the convex hull's surface; centred between the extremes.
    HullArea,
    /// Axes as for [`Fit::HullArea`], centred on the centroid of the hull's surface, as Lin, Zou & Zhang
    /// (source 3) print it.
    HullAreaCentroid,
    /// Axes from the covariance of all vertices; centred between the extremes.
    VertexPca,
    /// Axes as for [`Fit::VertexPca`], centred on the mean of all vertices: the fit that Lin, Zou & Zhang
    /// (source 3) compare with.
    VertexPcaMean,
}

impl Fit {
    /// The box's centre relative to the frame's origin, where the fit determines it; `None` for a box centred
    /// between the extremes.
    fn center(self, spread: &Spread) -> Option<Vector> {
        match self {
            Self::HullArea | Self::VertexPca => None,
            Self::HullAreaCentroid | Self::VertexPcaMean => Some(spread.mean),
        }
    }
}

/// Growth of a box on each side, as a share of the size of its content, so that rounding leaves nothing outside.
pub const GROWN: f64 = 1e-14;

impl Obb {
    /// The box around `mesh`, in its coordinates.
    pub fn of_mesh(mesh: &Mesh, fit: Fit) -> Self {
        let surface = (0..mesh.triangles().len()).map(|t| mesh.corners(t));
        Self::around(mesh.vertices(), surface, fit)
    }

    /// The box around `points`. If they all lie in one plane there is no hull, and `surface`, triangles
    /// between them, is used instead. All zero for no points.
    pub fn around(points: &[Point], surface: impl Iterator<Item = [Point; 3]>, fit: Fit) -> Self {
        let by_hull = matches!(fit, Fit::HullArea | Fit::HullAreaCentroid);
        if by_hull
            && let Some(frame) = Frame::of(points)
            && let Ok(hull) = hull::convex_hull(points)
        {
            let faces = (0..hull.triangles().len()).map(|t| hull.corners(t));
            let spread = frame.of_surface(faces).unwrap_or_else(|| frame.of_vertices(points));
            // Only the hull's vertices can be extreme.
            return frame.enclose(hull.vertices(), spread.axes(), fit.center(&spread));
        }
        // Differs from the paper, which does not cover flat bodies.
        Self::around_surface(points, surface, fit)
    }

    /// The box around `points` without computing a hull: where the fit needs the covariance of the hull's
    /// surface, that of `surface` is used, or that of the points if `surface` has no area. All zero for no
    /// points.
    pub fn around_surface(points: &[Point], surface: impl Iterator<Item = [Point; 3]>, fit: Fit) -> Self {
        let Some(frame) = Frame::of(points) else {
            let center = points.first().copied().unwrap_or(Point::origin());
            return Self { center, axes: UPRIGHT, half: Vector::zeros() };
        };
        let by_vertices = || frame.of_vertices(points);
        let spread = match fit {
            Fit::VertexPca | Fit::VertexPcaMean => by_vertices(),
            Fit::HullArea | Fit::HullAreaCentroid => frame.of_surface(surface).unwrap_or_else(by_vertices),
        };
        frame.enclose(points, spread.axes(), fit.center(&spread))
    }

    /// The box with these axes around `points`, centred between the extremes.
    pub fn along(axes: [Vector; 3], points: &[Point]) -> Self {
        match Frame::of(points) {
            Some(frame) => frame.enclose(points, axes, None),
            None => {
                let center = points.first().copied().unwrap_or(Point::origin());
                Self { center, axes, half: Vector::zeros() }
            }
        }
    }

    /// The tightest box around one triangle with a side along its longest edge.
    pub fn of_triangle(corners: [Point; 3]) -> Self {
        let [p, q, r] = corners;
        let edges = [q - p, r - q, p - r];
        let longest = edges.into_iter().fold(Vector::zeros(), |l, e| if e.norm() > l.norm() { e } else { l });
        let along = longest.try_normalize(0.0);
        let normal = (q - p).cross(&(r - p)).try_normalize(0.0);
        match along.zip(normal).and_then(|(along, normal)| Some((along, upright(&along, &normal)?))) {
            Some((along, normal)) => Self::along([along, normal.cross(&along), normal], &corners),
            // A triangle without area: the box of its corners.
            None => Self::around(&corners, std::iter::once(corners), Fit::VertexPca),
        }
    }

    /// The axis-aligned box `bounds` as an oriented box with axes x, y and z.
    pub fn upright(bounds: &Aabb) -> Self {
        let axes = [Vector::x(), Vector::y(), Vector::z()];
        Self { center: bounds.center(), axes, half: bounds.extents() / 2.0 }
    }

    /// The box moved by the rigid motion `pose`.
    pub fn posed(&self, pose: &Pose) -> Self {
        Self { center: pose * self.center, axes: self.axes.map(|axis| pose.rotation * axis), half: self.half }
    }

    /// The axis-aligned box around this box, with the same centre: half extent i is Σⱼ |axisⱼ,ᵢ| halfⱼ.
    pub fn aabb(&self) -> Aabb {
        let half = half_extents(&self.axes, &self.half);
        Aabb { min: self.center - half, max: self.center + half }
    }

    /// The sphere around this box, with the same centre: the radius is half the box's diagonal.
    pub fn sphere(&self) -> Sphere {
        Sphere { center: self.center, radius: self.half.norm() }
    }

    /// Volume in cubic metres, including the growth by [`GROWN`].
    pub fn volume(&self) -> f64 {
        8.0 * self.half.product()
    }

    /// Whether `point` lies inside this box grown by `slack` metres on every side.
    pub fn contains(&self, point: &Point, slack: f64) -> bool {
        let from_center = point - self.center;
        (0..3).all(|i| self.axes[i].dot(&from_center).abs() <= self.half[i] + slack)
    }

    /// The eight corners: bit i of the index picks the positive side of axis i, so the first axis changes
    /// fastest.
    pub fn corners(&self) -> [Point; 8] {
        std::array::from_fn(|i| {
            let side = |axis: usize| {
                self.axes[axis] * if i >> axis & 1 == 0 { -self.half[axis] } else { self.half[axis] }
            };
            self.center + side(0) + side(1) + side(2)
        })
    }
}

/// The unit vector `v` made orthogonal to the unit vector `along`; `None` if it is nearly parallel. Needed
/// because the normal of a needle is mostly rounding error and may be far from orthogonal to its sides. The
/// component along `along` is subtracted twice, because the first subtraction loses digits.
fn upright(along: &Vector, v: &Vector) -> Option<Vector> {
    let away = |v: &Vector| (v - along * along.dot(v)).try_normalize(1e-3);
    away(v).and_then(|v| away(&v))
}

/// Half extents of the axis-aligned box around an oriented box with these unit axes and half extents.
pub fn half_extents(axes: &[Vector; 3], half: &Vector) -> Vector {
    axes[0].abs() * half[0] + axes[1].abs() * half[1] + axes[2].abs() * half[2]
}

const UPRIGHT: [Vector; 3] =
    [Vector::new(1.0, 0.0, 0.0), Vector::new(0.0, 1.0, 0.0), Vector::new(0.0, 0.0, 1.0)];

/// Centre and longest side (metres) of the points' box. Covariances are computed relative to this centre in
/// units of this side, so that tiny, huge and distant sets lose no digits.
struct Frame {
    origin: Point,
    size: f64,
}

/// Mean (metres, from the frame's origin) and covariance (in units of the frame's size) of points or of a
/// surface.
struct Spread {
    mean: Vector,
    covariance: Matrix3<f64>,
}

impl Frame {
    /// Returns `None` if all points coincide, or if their distance overflows.
    fn of(points: &[Point]) -> Option<Self> {
        let aabb = Aabb::around(points.iter().copied());
        let size = aabb.extents().max();
        (size > 0.0 && size.is_finite()).then(|| Self { origin: aabb.center(), size })
    }

    fn unit(&self, p: &Point) -> Vector {
        (p - self.origin) / self.size
    }

    fn of_vertices(&self, points: &[Point]) -> Spread {
        let count = points.len() as f64;
        let mean = points.iter().map(|p| self.unit(p)).sum::<Vector>() / count;
        let covariance = points.iter().fold(Matrix3::zeros(), |sum, p| {
            let d = self.unit(p) - mean;
            sum + d * d.transpose()
        }) / count;
        Spread { mean: mean * self.size, covariance }
    }

    /// Mean M and covariance C of a surface; `None` for a surface without area. With area A and centroid m of a
    /// triangle (p, q, r), and ΣA the sum of all areas: M = Σ A m / ΣA, and
    /// C = Σ A/(12 ΣA) (9 m mᵀ + p pᵀ + q qᵀ + r rᵀ) − M Mᵀ.
    fn of_surface(&self, triangles: impl Iterator<Item = [Point; 3]>) -> Option<Spread> {
        let (mut area, mut mean, mut sum) = (0.0, Vector::zeros(), Matrix3::zeros());
        for corners in triangles {
            let [p, q, r] = corners.map(|c| self.unit(&c));
            let (twice_area, m) = ((q - p).cross(&(r - p)).norm(), (p + q + r) / 3.0);
            let outer = |v: Vector| v * v.transpose();
            area += twice_area;
            mean += m * twice_area;
            sum += (outer(m) * 9.0 + outer(p) + outer(q) + outer(r)) * (twice_area / 12.0);
        }
        if area < 1e-12 {
            return None;
        }
        mean /= area;
        Some(Spread { mean: mean * self.size, covariance: sum / area - mean * mean.transpose() })
    }

    /// The box with these axes and this centre (relative to the origin); without a centre, centred between
    /// the extremes.
    fn enclose(&self, points: &[Point], axes: [Vector; 3], center: Option<Vector>) -> Obb {
        let (mut min, mut max) = (Vector::repeat(f64::INFINITY), Vector::repeat(f64::NEG_INFINITY));
        for p in points {
            let d = p - self.origin;
            let along = Vector::new(axes[0].dot(&d), axes[1].dot(&d), axes[2].dot(&d));
            (min, max) = (min.inf(&along), max.sup(&along));
        }
        let middle = center.unwrap_or_else(|| {
            let m = 0.5 * (min + max);
            axes[0] * m[0] + axes[1] * m[1] + axes[2] * m[2]
        });
        let center = self.origin + middle;
        // Extents are measured from the rounded centre, which may differ noticeably from the exact one far
        // from the origin.
        let c = center - self.origin;
        let c = Vector::new(axes[0].dot(&c), axes[1].dot(&c), axes[2].dot(&c));
        Obb { center, axes, half: (max - c).sup(&(c - min)).add_scalar(GROWN * self.size) }
    }
}

impl Spread {
    /// Unit eigenvectors, largest eigenvalue first, right-handed.
    fn axes(&self) -> [Vector; 3] {
        let mut covariance = self.covariance;
        // Equal eigenvalues, as for a cube, leave the axes undetermined: small entries are cleared so that
        // rounding does not rotate the box.
        let noise = 1e-12 * covariance.trace();
        covariance.apply(|c| *c = if c.abs() <= noise { 0.0 } else { *c });
        if !covariance.iter().all(|c| c.is_finite()) {
            return UPRIGHT;
        }
        let eigen = SymmetricEigen::new(covariance);
        let order = descending(eigen.eigenvalues.into());
        let axis = |i: usize| Vector::from(eigen.eigenvectors.column(order[i]));
        let first = axis(0).try_normalize(0.5).unwrap_or(UPRIGHT[0]);
        let across = axis(1) - first * first.dot(&axis(1));
        match across.try_normalize(0.5) {
            Some(second) => [first, second, first.cross(&second)],
            None => UPRIGHT,
        }
    }
}

/// The indices of three numbers, the greatest first; equal ones in ascending order.
pub fn descending(numbers: [f64; 3]) -> [usize; 3] {
    let mut order = [0, 1, 2];
    order.sort_by(|&i, &j| numbers[j].total_cmp(&numbers[i]));
    order
}

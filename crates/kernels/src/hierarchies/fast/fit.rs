//! The orientation of a box: principal axes, then the best angle about the shortest axis, then small rotations.
//!
//! Each trial orientation is rated by the surface of the box around the points. Points are f32 here: rounding
//! may make a fit slightly worse but never invalid, because the box is measured afterwards in f64
//! (`Bounds::around`).

use nalgebra::Matrix3;

use crate::geometry::Vector;
use crate::geometry::obb::descending;
use crate::simd::lanes::{Lanes, Task};

/// Points per block in [`extents`].
const LANES: usize = 8;

/// Number of angles tried within a quarter turn about the shortest axis.
const ANGLES: usize = 16;

/// Initial angle of the hill climbing, radians; halved whenever no rotation helps.
const FIRST_TURN: f32 = 0.1;

/// Number of times that the angle of the hill climbing is halved.
const HALVINGS: usize = 5;

/// Number of sweeps of Jacobi rotations in [`longest_two`]. The axes need not be exact.
const SWEEPS: usize = 4;

/// Improves the axes of a box around some points. Matrix columns are axes, in `start` and in the result; the
/// last column of `start` has the least spread.
pub struct Fit<'a> {
    /// The points.
    pub points: &'a [Vector],
    /// Mean of the points, used as the origin.
    pub mean: Vector,
    /// Initial axes.
    pub start: Matrix3<f64>,
}

impl Task for Fit<'_> {
    type Out = Matrix3<f64>;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Matrix3<f64> {
        let blocks: Vec<Block> = self.points.chunks(LANES).map(|chunk| block(chunk, &self.mean)).collect();
        fitted(&blocks, &self.start)
    }
}

/// Computes the sum of the side lengths of the box around some points along given axes.
pub struct Size<'a> {
    /// The points.
    pub points: &'a [Vector],
    /// Mean of the points, used as the origin.
    pub mean: Vector,
    /// Axes, as columns.
    pub axes: Matrix3<f64>,
}

impl Task for Size<'_> {
    type Out = f32;

    #[inline(always)]
    fn run<L: Lanes>(self) -> f32 {
        let mut low = [[f32::INFINITY; LANES]; 3];
        let mut high = [[f32::NEG_INFINITY; LANES]; 3];
        let axes: Axes = [0, 1, 2].map(|i| std::array::from_fn(|j| self.axes[(j, i)] as f32));
        for chunk in self.points.chunks(LANES) {
            stretch(&mut low, &mut high, &block(chunk, &self.mean), &axes);
        }
        let [a, b, c] = sizes(&low, &high);
        a + b + c
    }
}

/// A block of points, coordinate by coordinate.
type Block = [[f32; LANES]; 3];

/// Packs up to eight points; the first point fills the remaining lanes.
#[inline(always)]
fn block(points: &[Vector], mean: &Vector) -> Block {
    let at = |lane: usize| points.get(lane).unwrap_or(&points[0]) - mean;
    [0, 1, 2].map(|i| std::array::from_fn(|lane| at(lane)[i] as f32))
}

/// Mean and principal axes of points; the axes are columns, the longest spread first, right-handed.
pub fn principal_axes(points: impl Iterator<Item = Vector> + Clone) -> (Vector, Matrix3<f64>) {
    let (mut sum, mut count) = (Vector::zeros(), 0.0);
    for p in points.clone() {
        sum += p;
        count += 1.0;
    }
    let mean = sum / count;
    let [mut xx, mut xy, mut xz, mut yy, mut yz, mut zz] = [0.0; 6];
    for p in points {
        let p = p - mean;
        xx += p.x * p.x;
        xy += p.x * p.y;
        xz += p.x * p.z;
        yy += p.y * p.y;
        yz += p.y * p.z;
        zz += p.z * p.z;
    }
    let [first, second] = longest_two([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]);
    (mean, Matrix3::from_columns(&[first, second, first.cross(&second)]))
}

/// The eigenvectors of the two largest eigenvalues of a symmetric matrix, by Jacobi rotations.
fn longest_two(mut m: [[f64; 3]; 3]) -> [Vector; 2] {
    let mut v = Matrix3::identity();
    for _ in 0..SWEEPS {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let r = 3 - p - q;
            if m[p][q].abs() <= f64::MIN_POSITIVE {
                continue;
            }
            let theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
            let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
            let cos = 1.0 / (t * t + 1.0).sqrt();
            let sin = t * cos;
            m[p][p] -= t * m[p][q];
            m[q][q] += t * m[p][q];
            let (rp, rq) = (m[r][p], m[r][q]);
            (m[r][p], m[r][q]) = (cos * rp - sin * rq, sin * rp + cos * rq);
            (m[p][r], m[q][r]) = (m[r][p], m[r][q]);
            (m[p][q], m[q][p]) = (0.0, 0.0);
            let (vp, vq) = (v.column(p).into_owned(), v.column(q).into_owned());
            v.set_column(p, &(vp * cos - vq * sin));
            v.set_column(q, &(vp * sin + vq * cos));
        }
    }
    let order = descending([0, 1, 2].map(|i: usize| m[i][i]));
    [0, 1].map(|i| v.column(order[i]).into_owned())
}

/// Box axes, as rows.
type Axes = [[f32; 3]; 3];

#[inline(always)]
fn fitted(points: &[Block], start: &Matrix3<f64>) -> Matrix3<f64> {
    let mut axes: Axes = [0, 1, 2].map(|i| std::array::from_fn(|j| start[(j, i)] as f32));
    let mut best = area(points, &axes);
    // 1. Rotations about the axis of least spread.
    let initial = axes;
    for step in 1..ANGLES {
        let angle = std::f32::consts::FRAC_PI_2 * step as f32 / ANGLES as f32;
        let turned = turned(&initial, 2, angle);
        let area = area(points, &turned);
        if area < best {
            (best, axes) = (area, turned);
        }
    }
    // 2. Small rotations about every axis; if none helps, the angle is halved.
    let mut angle = FIRST_TURN;
    for _ in 0..HALVINGS {
        loop {
            let before = best;
            for axis in 0..3 {
                for angle in [angle, -angle] {
                    let turned = turned(&axes, axis, angle);
                    let area = area(points, &turned);
                    if area < best {
                        (best, axes) = (area, turned);
                        break;
                    }
                }
            }
            // For points on a line the area is 0 and cannot shrink.
            let helped = best < 0.99 * before;
            if !helped {
                break;
            }
        }
        angle *= 0.5;
    }
    upright(&axes)
}

/// The axes, rotated by `angle` about the axis with index `about`.
#[inline(always)]
fn turned(axes: &Axes, about: usize, angle: f32) -> Axes {
    let (sin, cos) = angle.sin_cos();
    let (u, v) = ((about + 1) % 3, (about + 2) % 3);
    let mut turned = *axes;
    for i in 0..3 {
        turned[u][i] = cos * axes[u][i] + sin * axes[v][i];
        turned[v][i] = cos * axes[v][i] - sin * axes[u][i];
    }
    turned
}

/// A quarter of the surface of the box along the axes.
#[inline(always)]
fn area(points: &[Block], axes: &Axes) -> f32 {
    let [a, b, c] = extents(points, axes);
    a * b + b * c + c * a
}

/// Sizes of the box along the axes.
#[inline(always)]
fn extents(points: &[Block], axes: &Axes) -> [f32; 3] {
    let mut low = [[f32::INFINITY; LANES]; 3];
    let mut high = [[f32::NEG_INFINITY; LANES]; 3];
    for points in points {
        stretch(&mut low, &mut high, points, axes);
    }
    sizes(&low, &high)
}

/// Minimum or maximum projection per axis and lane.
type Extremes = [[f32; LANES]; 3];

/// Extends the minima and maxima by a block of points.
#[inline(always)]
fn stretch(low: &mut Extremes, high: &mut Extremes, [x, y, z]: &Block, axes: &Axes) {
    for i in 0..3 {
        for lane in 0..LANES {
            let along = axes[i][0] * x[lane] + axes[i][1] * y[lane] + axes[i][2] * z[lane];
            low[i][lane] = if along < low[i][lane] { along } else { low[i][lane] };
            high[i][lane] = if along > high[i][lane] { along } else { high[i][lane] };
        }
    }
}

/// Side lengths from the minima and maxima of all lanes.
#[inline(always)]
fn sizes(low: &Extremes, high: &Extremes) -> [f32; 3] {
    [0, 1, 2].map(|i| {
        let (mut least, mut most) = (low[i][0], high[i][0]);
        for lane in 1..LANES {
            least = if low[i][lane] < least { low[i][lane] } else { least };
            most = if high[i][lane] > most { high[i][lane] } else { most };
        }
        most - least
    })
}

/// Makes the axes orthonormal again, because many rotations have added up rounding errors.
fn upright(axes: &Axes) -> Matrix3<f64> {
    let [a, b, _] = axes.map(|axis| Vector::from(axis.map(f64::from)));
    let a = a.normalize();
    let b = (b - a * a.dot(&b)).normalize();
    Matrix3::from_columns(&[a, b, a.cross(&b)])
}

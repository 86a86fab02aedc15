//! The orientation of a box: principal axes, then the best angle about the shortest axis, then small rotations.
//!
//! Each trial orientation is rated by the surface of the box around the points; eight angles about one axis are tried
//! at once. Points are f32 here: rounding may make a fit slightly worse but never invalid, because the box is measured
//! afterwards in f64 (`Bounds::around`).

use nalgebra::Matrix3;

use super::principal::{Axes, Eight, LANES, Sums, along, least, most, seen_from};
use crate::geometry::Vector;
use crate::simd::lanes::{Lanes, Task};

/// Above this number of points, only the extreme points are fitted.
const MANY: usize = 32;

/// Most rounds of small rotations about all axes for a box.
const ROUNDS: usize = 6;

/// Cosines and sines of eight angles.
type Angles = [Eight; 2];

/// Angles within a quarter turn about the shortest axis, by the tangents of their halves.
const QUARTER: [Angles; 2] = [
    angles([0.0, 0.0625, 0.125, 0.1875, 0.25, 0.3125, 0.375, 0.4375]),
    angles([0.5, 0.5625, 0.625, 0.6875, 0.75, 0.8125, 0.875, 0.9375]),
];

/// Small angles: 0, and 0.12, 0.04 and 0.012 radians in both directions.
const SMALL: [Angles; 1] = [angles([0.0, 0.06, -0.06, 0.02, -0.02, 0.006, -0.006, 0.0])];

/// Directions of extreme points, coordinate by coordinate in the frame of the axes: the 13 from the centre of a cube
/// to faces, edges and corners, and three more.
const DIRECTIONS: [[Eight; 3]; 2] = [
    [
        [1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0],
        [0.0, 1.0, 0.0, 1.0, -1.0, 1.0, 1.0, 0.0],
        [0.0, 0.0, 1.0, 0.0, 0.0, 1.0, -1.0, 1.0],
    ],
    [
        [1.0, 1.0, 1.0, 1.0, -1.0, 2.0, 2.0, 1.0],
        [0.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 2.0],
        [-1.0, 1.0, -1.0, 1.0, 1.0, 0.0, 0.0, 0.0],
    ],
];

/// Finds the axes of a box around points, as the columns of the result. Of many points, the extreme ones are left.
pub struct Fit<'a>(pub &'a mut Vec<Vector>);

impl Task for Fit<'_> {
    type Out = Matrix3<f64>;
    const FILLS_512_BITS: bool = false;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Matrix3<f64> {
        let origin = self.0[0];
        let mut sums = Sums::ZERO;
        let mut points = Vec::with_capacity(self.0.len());
        for p in self.0.iter() {
            let p = seen_from(&origin, p);
            sums.add_point(p);
            points.push(p);
        }
        let mut axes = sums.principal_axes(points.len());
        if points.len() > MANY {
            let extreme = extreme(&points, &axes);
            *self.0 = extreme.iter().map(|i| self.0[*i as usize]).collect();
            points = extreme.iter().map(|i| points[*i as usize]).collect();
        }
        improve(&points, &mut axes, ROUNDS);
        // Many rotations have added up rounding errors.
        let [a, b, _] = axes.map(|axis| Vector::from(axis.map(f64::from)));
        let a = a.normalize();
        let b = (b - a * a.dot(&b)).normalize();
        Matrix3::from_columns(&[a, b, a.cross(&b)])
    }
}

/// The axes, turned to a smaller box around the points; the last one of `axes` has the least spread.
#[inline(always)]
pub fn fitted(points: &[[f32; 3]], mut axes: Axes, rounds: usize) -> Axes {
    if points.len() > MANY {
        let extreme: Vec<[f32; 3]> = extreme(points, &axes).into_iter().map(|i| points[i as usize]).collect();
        improve(&extreme, &mut axes, rounds);
    } else {
        improve(points, &mut axes, rounds);
    }
    axes
}

#[inline(always)]
fn improve(points: &[[f32; 3]], axes: &mut Axes, rounds: usize) {
    let mut best = turn(points, axes, 2, &QUARTER);
    for _ in 0..rounds {
        let before = best;
        for axis in 0..3 {
            best = turn(points, axes, axis, &SMALL);
        }
        // For points on a line the area is 0 and cannot shrink.
        if best >= 0.99 * before {
            break;
        }
    }
}

/// Turns the axes about one of them, by the angle with the smallest box, whose quarter surface is the result.
#[inline(always)]
fn turn(points: &[[f32; 3]], axes: &mut Axes, about: usize, trials: &[Angles]) -> f32 {
    let (u, v) = ((about + 1) % 3, (about + 2) % 3);
    let (mut best, mut angle) = (f32::INFINITY, [1.0, 0.0]);
    for [cos, sin] in trials {
        let [mut bottom, mut top] = [f32::INFINITY, f32::NEG_INFINITY];
        let [mut low_u, mut low_v] = [[f32::INFINITY; LANES]; 2];
        let [mut high_u, mut high_v] = [[f32::NEG_INFINITY; LANES]; 2];
        for p in points {
            let [pu, pv, height] = [along(&axes[u], p), along(&axes[v], p), along(&axes[about], p)];
            bottom = least(bottom, height);
            top = most(top, height);
            for lane in 0..LANES {
                let x = cos[lane] * pu + sin[lane] * pv;
                let y = cos[lane] * pv - sin[lane] * pu;
                low_u[lane] = least(low_u[lane], x);
                high_u[lane] = most(high_u[lane], x);
                low_v[lane] = least(low_v[lane], y);
                high_v[lane] = most(high_v[lane], y);
            }
        }
        for lane in 0..LANES {
            let [x, y] = [high_u[lane] - low_u[lane], high_v[lane] - low_v[lane]];
            let area = x * y + (x + y) * (top - bottom);
            if area < best {
                (best, angle) = (area, [cos[lane], sin[lane]]);
            }
        }
    }
    let [cos, sin] = angle;
    let [x, y] = [axes[u], axes[v]];
    for i in 0..3 {
        axes[u][i] = cos * x[i] + sin * y[i];
        axes[v][i] = cos * y[i] - sin * x[i];
    }
    best
}

/// Indices of the extreme points in 16 directions and their opposites, sorted.
#[inline(always)]
fn extreme(points: &[[f32; 3]], axes: &Axes) -> Vec<u32> {
    let mut found = Vec::with_capacity(4 * LANES);
    for local in &DIRECTIONS {
        let mut direction = [[0.0; LANES]; 3];
        for i in 0..3 {
            for k in 0..3 {
                for lane in 0..LANES {
                    direction[i][lane] += local[k][lane] * axes[k][i];
                }
            }
        }
        let [mut low, mut high] = [[f32::INFINITY; LANES], [f32::NEG_INFINITY; LANES]];
        let [mut lowest, mut highest] = [[0; LANES]; 2];
        for (index, [x, y, z]) in points.iter().enumerate() {
            for lane in 0..LANES {
                let along = direction[0][lane] * x + direction[1][lane] * y + direction[2][lane] * z;
                lowest[lane] = if along < low[lane] { index as u32 } else { lowest[lane] };
                low[lane] = least(low[lane], along);
                highest[lane] = if along > high[lane] { index as u32 } else { highest[lane] };
                high[lane] = most(high[lane], along);
            }
        }
        found.extend(lowest);
        found.extend(highest);
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The angles with the given tangents of their halves.
const fn angles(tangents: Eight) -> Angles {
    let mut angles = [[0.0; LANES]; 2];
    let mut lane = 0;
    while lane < LANES {
        let t = tangents[lane];
        angles[0][lane] = (1.0 - t * t) / (1.0 + t * t);
        angles[1][lane] = 2.0 * t / (1.0 + t * t);
        lane += 1;
    }
    angles
}

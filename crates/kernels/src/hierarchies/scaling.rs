//! Sizes whose products leave the range of f64. Trees and traversals multiply up to six lengths, so meshes far from 1 m
//! in size are scaled by a power of two, which is exact, and their distances are scaled back.
//!
//! Features far smaller than the pair need no scaling. Bounds of the traversals are lowered by a slack in proportion to
//! the pair (`walk/in_pose.rs`, `fast/rounding.rs`), far more than such features; whether triangles touch is decided
//! exactly at any scale (`triangles/exact.rs`), and distances are exact up to the rounding of the pair of triangles.

use std::sync::Arc;

use super::pair::MeshPair;
use super::query::{Answer, Query, Tolerance};
use crate::geometry::{Mesh, Point, Pose, Vector};

/// Exponent of the largest scale, so that its inverse is a normal number.
const LARGEST: i32 = 1000;

/// The largest absolute coordinate of a corner of a triangle, metres.
pub fn size(mesh: &Mesh) -> f64 {
    (0..mesh.triangles().len()).flat_map(|t| mesh.corners(t)).map(|p| p.coords.amax()).fold(0.0, f64::max)
}

/// The scale of two meshes: distances times 2^`exponent` are usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scaling {
    exponent: i32,
    /// The largest coordinate is at most 2 to this power, metres.
    reach: i32,
}

impl Scaling {
    /// The scale of a pair of meshes, by the larger one, and the meshes to prepare; the same `Arc`s if their size is
    /// usual. Meshes that are one `Arc` remain one.
    pub fn of(meshes: &[Arc<Mesh>; 2]) -> (Self, [Arc<Mesh>; 2]) {
        let largest = size(&meshes[0]).max(size(&meshes[1]));
        if largest == 0.0 || is_usual(largest) {
            let reach = if largest > 0.0 { exponent_of(largest) } else { 0 };
            return (Self { exponent: 0, reach }, meshes.clone());
        }
        let exponent = (-exponent_of(largest)).clamp(-LARGEST, LARGEST);
        let factor = f64::from(exponent).exp2();
        let [a, b] = meshes;
        let first = Arc::new(a.scaled(factor));
        let second = if Arc::ptr_eq(a, b) { first.clone() } else { Arc::new(b.scaled(factor)) };
        (Self { exponent, reach: exponent_of(largest) }, [first, second])
    }

    /// The answer of a pair that was prepared with the scaled meshes, in metres.
    pub fn answer(self, pair: &mut dyn MeshPair, b_in_a: &Pose, query: &Query) -> Answer {
        let shift = b_in_a.translation.vector;
        // Meshes this far apart are points in comparison: their distance is brought near, and scaled back.
        let beyond = exponent_of(shift.amax()) - self.reach - USUAL;
        let exponent = self.exponent - beyond.max(0);
        if exponent == 0 {
            return pair.answer(b_in_a, query);
        }
        let mut pose = *b_in_a;
        pose.translation.vector = shift.map(|c| times(c, exponent));
        let query = match *query {
            Query::Distance(Tolerance { relative, absolute }) => {
                Query::Distance(Tolerance { relative, absolute: times(absolute, exponent) })
            }
            Query::Within(distance) => Query::Within(times(distance, exponent)),
            other => other,
        };
        let mut answer = pair.answer(&pose, &query);
        answer.distance =
            answer.distance.map(|d| if d > 0.0 { times(d, -exponent).max(f64::from_bits(1)) } else { d });
        answer.closest = answer.closest.map(|points| {
            let [p, q] = points.map(|p| p.coords);
            let a_to_b = (q - p).map(|c| times(c, -exponent));
            let on_a = p.map(|c| times(c, -self.exponent));
            [on_a, on_a + a_to_b].map(Point::from)
        });
        answer
    }
}

/// The exponent of a number, rounded up; very low for 0.
fn exponent_of(size: f64) -> i32 {
    if size > 0.0 { size.log2().ceil() as i32 } else { i32::MIN / 2 }
}

/// The number times 2^`exponent`, in two steps, because a single power may be out of range.
fn times(number: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    number * f64::from(half).exp2() * f64::from(exponent - half).exp2()
}

/// Lengths from 2^−`USUAL` to 2^`USUAL` are usual, about 8e-31 to 1e30.
pub const USUAL: i32 = 100;

/// Whether products of up to six lengths of this size stay far within the range of f64.
#[inline]
pub fn is_usual(size: f64) -> bool {
    const LEAST: f64 = f64::from_bits((1023 - USUAL as u64) << 52);
    (LEAST..=1.0 / LEAST).contains(&size)
}

/// The power of two that scales a finite number of this size to between 1/2 and 2; 2¹⁰²³ for 0 and subnormal numbers.
#[inline]
pub fn near_one(size: f64) -> f64 {
    let exponent = size.to_bits() >> 52 & 0x7ff;
    f64::from_bits(2046_u64.saturating_sub(exponent).max(1) << 52)
}

/// The length, however small or large its square.
pub fn length(v: &Vector) -> f64 {
    let scale = near_one(v.amax());
    (v * scale).norm() / scale
}

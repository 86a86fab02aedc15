//! Finds the first contact by bisection. A *box* is an interval of time and one interval for each of the two
//! coordinates on the features; for every box the vector between the features is bounded.
//!
//! After Wang and others, "A Large-Scale Benchmark and an Inclusion-Based Algorithm for Continuous Collision
//! Detection" (Tight-Inclusion, 2021), sections 5 and 6. The vector from a point on one feature to a point on the
//! other is linear in time and in each coordinate. So over a box of time and coordinates it lies in the bounding box
//! of its values at the eight corners. If that bounding box does not contain 0, there is no contact; other boxes are
//! halved, the earliest first. A box whose values differ by less than [`SMALL`] (for features below a millimetre, by a
//! thousandth of their size) is reported as a contact, true or not.
//! Differs from the paper: boxes are processed in the order of time rather than level by level, and error bounds are
//! computed for each query and axis. Cost: microseconds, and up to a second if features slide along each other.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::differences::{Differences, Scale, Spanning, TINY, UNIT};
use super::{Kind, Query};

/// Metres: a box is not halved further if the vector between the features varies by at most this within the box.
pub const SMALL: f64 = 1e-6;
/// Like [`SMALL`], but as a fraction of the vector's largest coordinate. The smaller of the two limits applies; with
/// [`SMALL`] alone, all features below a millimetre would be in contact.
const SMALL_SHARE: f64 = 1e-3;
/// Number of boxes after which the search stops and reports the time reached.
const MOST_BOXES: usize = 100_000;

/// A box: a part of the step and of both features, with bounds of the vector between the features in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Bounds of the time, and of the two coordinates on the features, each within 0 to 1.
    pub domain: [[f64; 2]; 3],
    /// Bounds of the vector from one feature to the other, per axis.
    pub image: [[f64; 2]; 3],
}

/// The first time in 0 ..= 1 at which the distance between the features along every axis is at most `gap`, or an
/// earlier time; `None` if there is no such time. Coordinates must be finite.
pub fn first_contact(query: &Query, gap: f64) -> Option<f64> {
    watched(query, gap, &mut |_, _| {})
}

/// Like [`first_contact`], and passes every box to `watch`, with whether it may contain a contact.
pub fn watched(query: &Query, gap: f64, watch: &mut impl FnMut(&Cell, bool)) -> Option<f64> {
    let ends = [&query.start, &query.end];
    let extent = Spanning::of(query.kind, ends, Scale::NONE).extent();
    let scale = Scale::for_extent(extent).unwrap_or(Scale::NONE);
    let differences = Differences::of(query.kind, ends, scale);
    let gap = scale.length(gap);
    // The share is taken after scaling, because a share of a subnormal extent is rounded to 0.
    let small = scale.length(SMALL).min(SMALL_SHARE * scale.length(extent));
    // Allowance for rounding: a computed coordinate has seven rounding errors, and is a sum of differences with
    // weights that add up to at most 3.
    let slack = [0, 1, 2].map(|axis| {
        let largest =
            |end: usize| differences.points[end][axis].iter().fold(0.0, |most: f64, c| most.max(c.abs()));
        gap + 32.0 * UNIT * largest(0).max(largest(1)) + TINY
    });
    let mut waiting = BinaryHeap::new();
    let mut consider = |domain: [[f64; 2]; 3], waiting: &mut BinaryHeap<Waiting>| {
        // In a triangle the two coordinates add up to at most 1. If they add up to more even at the box's smallest
        // corner, the whole box lies outside the triangle.
        if query.kind == Kind::VertexFace && domain[1][0] + domain[2][0] > 1.0 {
            return;
        }
        let corners = corners(query.kind, &differences, &domain);
        let cell = Cell { domain, image: bounds(&corners) };
        let holds =
            (0..3).all(|axis| cell.image[axis][0] <= slack[axis] && cell.image[axis][1] >= -slack[axis]);
        watch(&cell, holds);
        if holds {
            waiting.push(Waiting { spread: spread(&corners), domain });
        }
    };
    consider([[0.0, 1.0]; 3], &mut waiting);
    let mut boxes = 0;
    while let Some(Waiting { domain, spread }) = waiting.pop() {
        boxes += 1;
        let widest = (0..3).fold(0, |a, b| if spread[b] > spread[a] { b } else { a });
        let [low, high] = domain[widest];
        let middle = 0.5 * (low + high);
        if spread.iter().sum::<f64>() <= small || boxes >= MOST_BOXES || middle <= low || middle >= high {
            return Some(domain[0][0]);
        }
        for half in [[low, middle], [middle, high]] {
            let mut part = domain;
            part[widest] = half;
            consider(part, &mut waiting);
        }
    }
    None
}

/// The vector between the features at the corners of a box: bits 0, 1 and 2 of the index select an end of
/// each domain.
fn corners(kind: Kind, differences: &Differences, domain: &[[f64; 2]; 3]) -> [[f64; 3]; 8] {
    std::array::from_fn(|corner| {
        let [t, u, v] = std::array::from_fn(|i| domain[i][corner >> i & 1]);
        let weights = match kind {
            Kind::VertexFace => [1.0 - u - v, u, v, 0.0],
            Kind::EdgeEdge => [(1.0 - u) * (1.0 - v), u * (1.0 - v), u * v, (1.0 - u) * v],
        };
        std::array::from_fn(|axis| {
            let mean = |end: usize| -> f64 {
                weights.iter().zip(&differences.points[end][axis]).map(|(weight, c)| weight * c).sum()
            };
            (1.0 - t) * mean(0) + t * mean(1)
        })
    })
}

fn bounds(corners: &[[f64; 3]; 8]) -> [[f64; 2]; 3] {
    std::array::from_fn(|axis| {
        corners.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], c| {
            [least.min(c[axis]), most.max(c[axis])]
        })
    })
}

/// How much the vector between the features changes over the box: one number each for time and for the two
/// coordinates.
fn spread(corners: &[[f64; 3]; 8]) -> [f64; 3] {
    std::array::from_fn(|i| {
        let along =
            |corner: usize, axis: usize| (corners[corner][axis] - corners[corner | 1 << i][axis]).abs();
        let starts = (0..8).filter(|corner| corner >> i & 1 == 0);
        starts.flat_map(|corner| (0..3).map(move |axis| along(corner, axis))).fold(0.0, f64::max)
    })
}

/// A box that may contain a contact, waiting to be halved. The greatest box in the order comes next: the one that
/// starts earliest and, of several with this start, the narrowest.
struct Waiting {
    domain: [[f64; 2]; 3],
    spread: [f64; 3],
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        let width = |one: &Self| one.spread.iter().sum::<f64>();
        other.domain[0][0].total_cmp(&self.domain[0][0]).then(width(other).total_cmp(&width(self)))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}

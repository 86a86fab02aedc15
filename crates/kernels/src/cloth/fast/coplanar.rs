//! The signs of the coplanarity cubic, for pairs of features. Most pairs stay on one side of each other.
//!
//! Like `continuous/cubic.rs`, which gives the proofs, but with both ends of the step in one register and a
//! single bound for all pairs of a step. The computed coefficients (three times the coefficient for the two
//! in the middle) have errors of at most 36 u P, u = 2⁻⁵³, where P is a sum of six products of coordinates:
//! of two edges, and of the vector from one feature to the other. P ≤ 6 E² X, where E is the largest extent
//! of an edge at either end, and X that of the whole cloth. `BOUND` is 96 u · 6. Pairs that only the tighter
//! local bound would drop are coplanar up to rounding errors of a cloth of that size; they go to the exact
//! test.

use super::levels::Levels;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::{Features, Step};
use crate::simd::Two;
use crate::simd::lanes::{Lanes, Task};

/// The bound on a coefficient's rounding error is this times the squared extent of the longest edge times the
/// extent of the cloth.
const BOUND: f64 = 96.0 * 6.0 * f64::EPSILON / 2.0;
/// Extents of edges and cloths for which no product overflows, and no relevant product underflows.
const USUAL: std::ops::Range<f64> = 1e-12..1e12;

/// A step, with both ends of each coordinate packed side by side.
#[derive(Clone, Copy)]
pub struct Ends<'a> {
    step: &'a Step,
    /// The packed positions of all particles; empty unless [`Ends::gathered`] was called.
    at: &'a [[Two; 3]],
    /// Coefficients beyond this bound have certain signs; infinite if no sign is certain.
    bound: f64,
}

impl<'a> Ends<'a> {
    /// Prepares a step with its refitted levels.
    pub fn of(step: &'a Step, levels: &Levels) -> Self {
        let root = levels.node(0);
        // The longest edge may be a diagonal: an edge along v minus an edge along u, so at most as long as
        // both together.
        let (edge, cloth) = (root.us.farthest() + root.vs.farthest(), levels.positions(0).extent());
        let is_usual = USUAL.contains(&edge) && USUAL.contains(&cloth);
        Self { step, at: &[], bound: if is_usual { BOUND * edge * edge * cloth } else { f64::INFINITY } }
    }

    /// Packs the ends of all particles beforehand, which pays off if there are more pairs than particles.
    pub fn gathered(self, at: &'a mut Vec<[Two; 3]>) -> Self {
        at.clear();
        at.extend((0..self.step.start.len()).map(|particle| self.beside(particle)));
        Self { at, ..self }
    }

    /// True if the features are certainly never coplanar during the step; `false` is inconclusive.
    #[inline(always)]
    fn keep_their_side<const GATHERED: bool>(&self, mesh: &ClothMesh, features: Features) -> bool {
        match features {
            Features::VertexFace(vertex, face) => {
                let [a, b, c] = mesh.faces[face as usize];
                let [v, a, b, c] = &[
                    self.of_one::<GATHERED>(vertex),
                    self.of_one::<GATHERED>(a),
                    self.of_one::<GATHERED>(b),
                    self.of_one::<GATHERED>(c),
                ];
                self.keeps_its_sign(minus(b, a), minus(c, a), minus(a, v))
            }
            Features::EdgeEdge(first, second) => {
                let ([a, b], [c, d]) = (mesh.edges[first as usize], mesh.edges[second as usize]);
                let [a, b, c, d] = &[
                    self.of_one::<GATHERED>(a),
                    self.of_one::<GATHERED>(b),
                    self.of_one::<GATHERED>(c),
                    self.of_one::<GATHERED>(d),
                ];
                self.keeps_its_sign(minus(b, a), minus(d, c), minus(a, c))
            }
        }
    }

    #[inline(always)]
    fn of_one<const GATHERED: bool>(&self, particle: u32) -> [Two; 3] {
        if GATHERED { self.at[particle as usize] } else { self.beside(particle as usize) }
    }

    #[inline(always)]
    fn beside(&self, particle: usize) -> [Two; 3] {
        let (a, b) = (&self.step.start[particle], &self.step.end[particle]);
        [Two::new([a.x, b.x]), Two::new([a.y, b.y]), Two::new([a.z, b.z])]
    }

    #[inline(always)]
    fn keeps_its_sign(&self, first: [Two; 3], second: [Two; 3], across: [Two; 3]) -> bool {
        let normal = cross(&first, &second);
        let [x, y, z] = cross(&first, &swapped(&second));
        let middle = [x + x.swapped(), y + y.swapped(), z + z.swapped()];
        let outer = dot(&normal, &across);
        let inner = dot(&normal, &swapped(&across)) + dot(&middle, &across);
        let (bound, zero) = (Two::new([self.bound; 2]), Two::new([0.0; 2]));
        outer.both_above(inner, bound) || (zero - outer).both_above(zero - inner, bound)
    }
}

/// Finds the pairs of features that may change sides.
pub struct Crossing<'a> {
    /// The particles' packed positions.
    pub ends: Ends<'a>,
    /// The cloth, for the particles of triangles and edges.
    pub mesh: &'a ClothMesh,
    /// Pairs of features whose boxes are within the gap.
    pub pairs: &'a [Features],
    /// Output: indices of the remaining pairs.
    pub places: &'a mut Vec<u32>,
}

impl Task for Crossing<'_> {
    type Out = ();
    const FILLS_512_BITS: bool = false;

    #[inline(always)]
    fn run<L: Lanes>(self) {
        if self.ends.at.is_empty() { self.find::<false>() } else { self.find::<true>() }
    }
}

impl Crossing<'_> {
    #[inline(always)]
    fn find<const GATHERED: bool>(self) {
        for (place, &features) in self.pairs.iter().enumerate() {
            if !self.ends.keep_their_side::<GATHERED>(self.mesh, features) {
                self.places.push(place as u32);
            }
        }
    }
}

#[inline(always)]
fn minus(a: &[Two; 3], b: &[Two; 3]) -> [Two; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
fn swapped(a: &[Two; 3]) -> [Two; 3] {
    [a[0].swapped(), a[1].swapped(), a[2].swapped()]
}

#[inline(always)]
fn cross(a: &[Two; 3], b: &[Two; 3]) -> [Two; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[inline(always)]
fn dot(a: &[Two; 3], b: &[Two; 3]) -> Two {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

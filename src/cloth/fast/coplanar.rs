//! The signs of the coplanarity cubic, for pairs of which nearly all keep to one side of each other.
//!
//! As `continuous/cubic.rs`, where the reasons are, with both ends of the step side by side and one bound for all pairs of a
//! step: the computed coefficients, of which those in the middle are taken three times, are off by at most 36 u P, u = 2⁻⁵³, where
//! P is a sum of six products of coordinates: of two edges, and of the vector from one feature to the other. P ≤ 6 E² X, with E
//! the largest extent of an edge at either end, and X that of the whole cloth. `BOUND` is 96 u · 6. What the local bound
//! would drop besides is closer to a plane than rounding tells apart in a cloth as large; it goes to the exact test.

use super::levels::Levels;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::{Features, Step};
use crate::simd::Two;
use crate::simd::lanes::{Lanes, Task};

/// Of the bound, what is not extents.
const BOUND: f64 = 96.0 * 6.0 * f64::EPSILON / 2.0;
/// Extents of edges and of cloths with which no product overflows, and none that matters underflows.
const USUAL: std::ops::Range<f64> = 1e-12..1e12;

/// A step, of which both ends of a coordinate are taken side by side.
#[derive(Clone, Copy)]
pub struct Ends<'a> {
    step: &'a Step,
    /// Of all particles, or of none: see [`Ends::gathered`].
    at: &'a [[Two; 3]],
    /// Coefficients beyond it have their signs; infinite where nothing can be said.
    bound: f64,
}

impl<'a> Ends<'a> {
    /// Of a step, whose boxes these are.
    pub fn of(step: &'a Step, levels: &Levels) -> Self {
        let root = levels.node(0);
        // A diagonal is one edge along v less one along u.
        let (edge, cloth) = (root.us.farthest() + root.vs.farthest(), levels.positions(0).extent());
        let is_usual = USUAL.contains(&edge) && USUAL.contains(&cloth);
        Self { step, at: &[], bound: if is_usual { BOUND * edge * edge * cloth } else { f64::INFINITY } }
    }

    /// The same with the ends of all particles beside each other at first: it pays where there are more pairs than particles.
    pub fn gathered(self, at: &'a mut Vec<[Two; 3]>) -> Self {
        at.clear();
        at.extend((0..self.step.start.len()).map(|particle| self.beside(particle)));
        Self { at, ..self }
    }

    /// Whether the features never lie in a plane during the step. `false` says nothing.
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

/// Which pairs of features do not keep their side for sure.
pub struct Crossing<'a> {
    /// Where the particles are.
    pub ends: Ends<'a>,
    /// The cloth, whose triangles and edges name the particles.
    pub mesh: &'a ClothMesh,
    /// Pairs of features whose boxes come near.
    pub pairs: &'a [Features],
    /// Is given their places among the pairs.
    pub places: &'a mut Vec<u32>,
}

impl Task for Crossing<'_> {
    type Out = ();

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

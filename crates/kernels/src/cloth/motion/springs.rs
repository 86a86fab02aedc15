//! Springs between particles, bending resistance, and the air: drag and wind act along the normals of the faces.
//!
//! As in the source, every particle is connected to its neighbours: along both directions of the weave, along
//! both diagonals of a cell, and to the second neighbour in each direction. The source does not specify the
//! integration; here springs are solved implicitly, one after the other, in many substeps (Macklin and others
//! 2016, 2019: XPBD, small steps), so that stiff springs remain stable. Unit of mass: a particle has mass 1.

use crate::cloth::mesh::{ClothMesh, ascending, sides};
use crate::geometry::{Point, Vector};

/// All springs of a cloth.
#[derive(Clone)]
pub struct Springs {
    springs: Vec<Spring>,
    bends: Vec<Bend>,
    /// Whether the cloth is a garment: its springs are solved forwards and then backwards, for the reason
    /// given at [`Springs::there_and_back`]. Forwards alone, a sphere of 19,000 thin triangles crumpled
    /// within a step.
    of_garment: bool,
}

#[derive(Clone, Copy)]
struct Spring {
    ends: [u32; 2],
    length: f64,
    /// Compliance, the inverse of stiffness, for particles of mass 1; in s².
    compliance: f64,
}

/// Three particles in a row, whose bending is resisted. `least` is twice the distance, at rest, of the middle
/// particle from the mean of the two others.
#[derive(Clone, Copy)]
struct Bend {
    row: [u32; 3],
    least: f64,
    compliance: f64,
}

/// Compliance (inverse of stiffness) of a diagonal of the weave, s²: a cloth shears more easily than it
/// stretches.
const SHEAR: f64 = 2e-6;
/// If the compliance of bends, divided by the square of a substep's duration, is greater than this, they are
/// solved in one direction only. Measured with 129 × 129 particles, solved in one direction: at 10.9 motion
/// dies out, at 5.4 it grows.
const SOFT: f64 = 16.0;

impl Springs {
    /// Creates the springs of a cloth at rest. `bending` is the bending stiffness per mass per area, m⁴/s².
    pub fn new(mesh: &ClothMesh, bending: f64) -> Self {
        let spring = |ends: [u32; 2], compliance: f64| Spring {
            ends,
            length: (mesh.rest[ends[0] as usize] - mesh.rest[ends[1] as usize]).norm(),
            compliance,
        };
        let edge = mesh.mean_edge();
        let compliance = if bending > 0.0 { edge.powi(4) / bending } else { f64::INFINITY };
        let bend = |row: [u32; 3]| {
            let [a, b, c] = row.map(|p| mesh.rest[p as usize].coords);
            Bend { row, least: (a - 2.0 * b + c).norm(), compliance }
        };
        let Some(side) = mesh.side else {
            let edges = mesh.edges.iter().map(|ends| spring(*ends, 0.0));
            let across = hinges(mesh).into_iter().map(|ends| spring(ends, compliance));
            let springs = edges.chain(across).collect();
            return Self { springs, bends: Vec::new(), of_garment: true };
        };
        // The edges of a grid are those along u, along v and the diagonals, in this order.
        let woven = 2 * side * (side - 1);
        // A slanted wavefront over the grid: see `in_front`.
        let front = |p: u32| p as usize % side + 2 * (p as usize / side);
        let (along_u, along_v) = mesh.edges[..woven].split_at(side * (side - 1));
        let mut springs = Vec::with_capacity(2 * mesh.edges.len());
        for edges in [along_u, along_v] {
            springs.extend(in_front(edges, |[a, _]| front(*a)).map(|ends| spring(*ends, 0.0)));
        }
        for &[right, up] in in_front(&mesh.edges[woven..], |[right, _]| front(right - 1)) {
            springs.push(spring([right, up], SHEAR));
            springs.push(spring([right - 1, up + 1], SHEAR));
        }
        let mut bends = Vec::new();
        let particles: Vec<u32> = (0..(side * side) as u32).filter(|_| bending > 0.0).collect();
        for &at in in_front(&particles, |p| front(*p)) {
            let (u, v) = (at as usize % side, at as usize / side);
            if u > 0 && u + 1 < side {
                bends.push(bend([at - 1, at, at + 1]));
            }
            if v > 0 && v + 1 < side {
                bends.push(bend([at - side as u32, at, at + side as u32]));
            }
        }
        Self { springs, bends, of_garment: false }
    }

    /// Moves the particles towards the rest state of all springs: one of `passes` solver passes over a time
    /// of `seconds`. Compliances are multiplied by `passes`. `ease` is the inverse mass of each particle; 0
    /// for a fixed one.
    pub fn relax(&self, positions: &mut [Point], ease: &[f64], seconds: f64, passes: usize) {
        let there_and_back = self.there_and_back(1.0 / (seconds * seconds));
        let per_time = passes as f64 / (seconds * seconds);
        in_turn(&self.springs, self.of_garment, per_time, |spring, per| spring.relax(positions, ease, per));
        in_turn(&self.bends, there_and_back, per_time, |bend, per| bend.relax(positions, ease, per));
    }

    /// True if bends are so stiff, for substeps of this duration, that they are solved forwards and then
    /// backwards.
    ///
    /// Solving the bends one after the other maps positions y to F y, where F is a product of contracting
    /// projections. With y = 2 xₙ − xₙ₋₁ a step is xₙ₊₁ = F (2 xₙ − xₙ₋₁), which grows by λ with λ² − 2 μ λ +
    /// μ = 0 for each eigenvalue μ of F. For μ from 0 to 1, |λ|² = μ: nothing grows. But F is not symmetric,
    /// and for stiff bends some μ are complex, with |λ| > 1. Fᵀ F, forwards and then backwards, is symmetric,
    /// with eigenvalues from 0 to 1.
    fn there_and_back(&self, per_time: f64) -> bool {
        self.bends.first().is_some_and(|bend| bend.compliance * per_time < SOFT)
    }
}

impl Spring {
    /// Moves the two particles towards the spring's rest length.
    #[inline(always)]
    fn relax(&self, positions: &mut [Point], ease: &[f64], per_time: f64) {
        let [a, b] = self.ends.map(|p| p as usize);
        let along = positions[b] - positions[a];
        let length = along.norm();
        let give = ease[a] + ease[b] + self.compliance * per_time;
        if length > 0.0 && give > 0.0 {
            let pull = along * ((length - self.length) / (give * length));
            positions[a] += pull * ease[a];
            positions[b] -= pull * ease[b];
        }
    }
}

impl Bend {
    /// Moves the three particles towards a straight line.
    #[inline(always)]
    fn relax(&self, positions: &mut [Point], ease: &[f64], per_time: f64) {
        let [a, b, c] = self.row.map(|p| p as usize);
        let off: Vector = (positions[a] - positions[b]) + (positions[c] - positions[b]);
        let length = off.norm();
        if length > self.least {
            let give = ease[a] + 4.0 * ease[b] + ease[c] + self.compliance * per_time;
            let pull = off * ((length - self.least) / (give * length));
            positions[a] -= pull * ease[a];
            positions[b] += pull * (2.0 * ease[b]);
            positions[c] -= pull * ease[c];
        }
    }
}

/// Solves all springs or bends in order once, or forwards and then backwards with twice the compliance. See
/// [`Springs::there_and_back`].
#[inline(always)]
fn in_turn<T>(all: &[T], there_and_back: bool, per_time: f64, mut relax: impl FnMut(&T, f64)) {
    if there_and_back {
        all.iter().for_each(|one| relax(one, 2.0 * per_time));
        all.iter().rev().for_each(|one| relax(one, 2.0 * per_time));
    } else {
        all.iter().for_each(|one| relax(one, per_time));
    }
}

/// Sorts the items stably by their front.
///
/// Springs are solved one after the other. In row order, each waits for the previous one, with which it
/// shares a particle. Springs of the same front u + 2 v share no particles, so the processor can overlap many
/// of them. A spring that shares a particle with another is at most one column, or one row and a column, or
/// two rows farther on, so if it comes later in row order its front is greater. The relative order of
/// dependent springs is therefore kept, and the result is the same bit for bit.
fn in_front<T>(all: &[T], front: impl Fn(&T) -> usize) -> impl Iterator<Item = &T> {
    let mut order: Vec<&T> = all.iter().collect();
    order.sort_by_key(|of| front(of));
    order.into_iter()
}

/// For each edge between two triangles, the two corners opposite to it.
fn hinges(mesh: &ClothMesh) -> Vec<[u32; 2]> {
    let mut across: std::collections::BTreeMap<[u32; 2], Vec<u32>> = Default::default();
    for face in &mesh.faces {
        for (side, corner) in sides(*face).into_iter().zip([face[2], face[0], face[1]]) {
            across.entry(ascending(side)).or_default().push(corner);
        }
    }
    across.into_values().filter_map(|corners| <[u32; 2]>::try_from(corners).ok()).collect()
}

/// Rate at which air reduces the speed along a face's normal, per second.
const DRAG: f64 = 1.5;

/// Acceleration of every particle by the air, m/s². Speeds and wind are in m/s.
pub(super) fn air(mesh: &ClothMesh, positions: &[Point], speeds: &[Vector], wind: &Vector) -> Vec<Vector> {
    let mut sum = vec![Vector::zeros(); positions.len()];
    let mut around = vec![0.0_f64; positions.len()];
    for face in &mesh.faces {
        let [a, b, c] = face.map(|p| p as usize);
        let [p, q, r] = [a, b, c].map(|p| positions[p]);
        let Some(normal) = (q - p).cross(&(r - p)).try_normalize(1e-30) else { continue };
        let speed = (speeds[a] + speeds[b] + speeds[c]) / 3.0;
        let across = normal * (DRAG * normal.dot(&(wind - speed)));
        for p in [a, b, c] {
            sum[p] += across;
            around[p] += 1.0;
        }
    }
    sum.iter_mut().zip(&around).for_each(|(sum, around)| *sum /= around.max(1.0));
    sum
}

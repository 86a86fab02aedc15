//! The view of a pair before anything is drawn: its boxes, the window, which body is drawn as A, how much
//! fatter the bodies are. Deciding many pairs and recording one begin with the same.

use super::conservative::{self, Girth, Raster};
use super::mesh_cache::MeshCache;
use super::options::Options;
use super::pass::{Outline, PassProgram};
use super::schedule::Job;
use super::schedule::word::Schedule;
use super::view::View;
use crate::detector::{DetectError, Evidence, Verdict};
use crate::geometry::{Aabb, Point, Solid, Vector};
use crate::world::{Body, Pair};

/// The bodies' boxes and girths, computed before a table runs over their pairs.
pub struct Framing {
    table: &'static PassProgram,
    options: Options,
    raster: Raster,
    /// World boxes of the bodies that occur in the pairs; those of the others are empty.
    boxes: Vec<Aabb>,
    /// Girths of the same bodies; an empty list if bodies are drawn as they are.
    girths: Vec<Girth>,
    /// The bodies that a table with exchangeable roles draws as A and as B, whichever is farther.
    roles: Option<[usize; 2]>,
}

impl Framing {
    /// Boxes and girths of the bodies that occur in `pairs`. For fat and thin tables their meshes are
    /// uploaded, which gives the girths.
    pub fn new(
        table: &'static PassProgram,
        options: &Options,
        meshes: &mut MeshCache,
        bodies: &[Body],
        pairs: &[Pair],
    ) -> Result<Self, DetectError> {
        let girths = girths_of(table.outline, meshes, bodies, pairs)?;
        let boxes = boxes_of(bodies, pairs, &girths);
        let raster = Raster { resolution: options.resolution, subpixel_bits: meshes.subpixel_bits() };
        Ok(Self { table, options: *options, raster, boxes, girths, roles: None })
    }

    /// The same with these bodies as A and as B where the verdict does not depend on it.
    pub fn in_roles(self, roles: [usize; 2]) -> Self {
        Self { roles: Some(roles), ..self }
    }

    /// Pair `index` as it is seen along the first axis that is to be tried (`attempt` 0), the second, the third.
    /// `None` when there is no other, or the boxes are apart: then the bodies are, too.
    pub fn job(&self, index: usize, pair: Pair, attempt: usize) -> Option<Job> {
        let (a, b) = (&self.boxes[pair.a], &self.boxes[pair.b]);
        let axis = self.options.axis.axes(a, b).nth(attempt)?;
        let mut view = View::of(a, b, axis, self.options.view_volume)?;
        // The published loop leaves the roles as they are. Whatever `auto` chooses must count alike.
        let farther_first = self.options.schedule != Schedule::PairByPair;
        let swap = farther_first && self.table.symmetric && view.is_farther(b, a);
        let roles = match self.roles.filter(|_| self.table.symmetric) {
            Some(roles) => roles,
            None if swap => [pair.b, pair.a],
            None => [pair.a, pair.b],
        };
        let (margins, shifts) = match &self.girths[..] {
            [] => ([0.0; 2], [0.0; 2]),
            girths => {
                let (outline, pair) = (self.table.outline, roles.map(|body| girths[body]));
                let margins = conservative::margins(outline, &mut view, &self.raster, pair);
                let of = |role: usize| {
                    conservative::shift(outline, &view, &self.raster, &pair[role], margins[role])
                };
                (margins, [of(0), of(1)])
            }
        };
        Some(Job { index, view, roles, margins, shifts })
    }
}

/// Whether the next axis may settle what this verdict leaves open: a hit settles a pair, and of fat bodies a
/// miss does.
pub fn is_open(table: &PassProgram, verdict: &Verdict) -> bool {
    verdict.colliding == (table.outline == Outline::Fat)
}

/// The verdict that the rounds' counts give for a pair seen along `axis` (0, 1, 2 for x, y, z).
pub fn verdict(table: &PassProgram, axis: u8, rounds: [Option<u32>; 2]) -> Verdict {
    Verdict {
        // A table of one round leaves the second `None`.
        colliding: rounds[..table.rounds.len()].iter().all(|c| c.is_some_and(|c| c > 0)),
        evidence: Evidence::Samples { rounds, axis },
    }
}

fn girths_of(
    outline: Outline,
    meshes: &mut MeshCache,
    bodies: &[Body],
    pairs: &[Pair],
) -> Result<Vec<Girth>, DetectError> {
    if outline == Outline::True {
        return Ok(Vec::new());
    }
    let unused = Girth::default();
    let mut girths = vec![unused; bodies.len()];
    for index in pairs.iter().flat_map(|p| [p.a, p.b]) {
        let mesh = meshes.require(&bodies[index].shape);
        let mesh = mesh.map_err(|error| DetectError::Gl(error.to_string()))?;
        girths[index] = mesh.girth().unwrap_or(unused);
    }
    Ok(girths)
}

/// World boxes of the bodies in `pairs`; with a girth each is wide enough to hold its solid for certain.
fn boxes_of(bodies: &[Body], pairs: &[Pair], girths: &[Girth]) -> Vec<Aabb> {
    let mut boxes = vec![Aabb::EMPTY; bodies.len()];
    for index in pairs.iter().flat_map(|p| [p.a, p.b]) {
        if boxes[index] == Aabb::EMPTY {
            boxes[index] = match girths.get(index) {
                Some(girth) => certain_box(&bodies[index], girth),
                None => bodies[index].aabb(),
            };
        }
    }
    boxes
}

/// A box around the solid itself, not around the mesh that is inscribed in a round one, and wider by rounding.
fn certain_box(body: &Body, girth: &Girth) -> Aabb {
    let tight = match body.shape.solid() {
        Solid::Polyhedron | Solid::Cuboid { .. } => body.aabb(),
        Solid::Ball { .. } | Solid::Cone { .. } | Solid::Cylinder { .. } => {
            let turn = body.pose.rotation.to_rotation_matrix();
            let reach = |axis: usize, sign: f64| {
                let direction = turn.matrix().row(axis).transpose() * sign;
                direction.dot(&body.shape.support(&direction).coords)
            };
            let at = body.pose.translation.vector;
            let max = Vector::from_fn(|axis, _| at[axis] + reach(axis, 1.0));
            let min = Vector::from_fn(|axis, _| at[axis] - reach(axis, -1.0));
            Aabb { min: Point::from(min), max: Point::from(max) }
        }
    };
    let farthest = body.pose.translation.vector.amax().max(girth.farthest);
    let margin = Vector::repeat(conservative::box_margin(girth, farthest));
    Aabb { min: tight.min - margin, max: tight.max + margin }
}

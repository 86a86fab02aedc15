//! Preparation of a pair for drawing: the boxes of its bodies, its window, the roles of the bodies (A and B), and the
//! margins by which fat or thin bodies differ from the exact ones. Shared by the detection of many pairs and the
//! recording of one pair.

use super::conservative::{self, Girth, Raster};
use super::mesh_cache::MeshCache;
use super::options::Options;
use super::pass::{Outline, PassProgram, Read, Repeat, Takes, Turn};
use super::schedule::word::Schedule;
use super::schedule::{Found, Job};
use super::view::View;
use crate::detector::{DetectError, Evidence, Verdict, require_closed, require_convex};
use crate::geometry::{Aabb, Obb, Point, Solid, Vector};
use crate::hierarchies::separating_axes::{ROUNDING, between};
use crate::world::{Body, Pair};

/// The bodies' boxes and girths (the sizes that determine margins), computed before a table of passes is run on pairs
/// of these bodies.
pub struct Framing {
    table: PassProgram,
    options: Options,
    raster: Raster,
    /// World boxes of the bodies that occur in the pairs; empty for other bodies.
    boxes: Vec<Aabb>,
    /// Oriented boxes of the same bodies; empty if they are not tested.
    oriented: Vec<Option<Obb>>,
    /// Girths of the bodies, from which the margins are computed; empty for tables that draw exact bodies.
    girths: Vec<Girth>,
    /// The bodies to draw as A and as B, if the caller fixes them; `None`: the farther body becomes A. Ignored by
    /// tables in which the roles cannot be exchanged.
    roles: Option<[usize; 2]>,
}

impl Framing {
    /// Computes the boxes of the bodies that occur in `pairs`, and their girths if the table draws fat or thin bodies.
    /// A girth belongs to an uploaded mesh, so the meshes of such a table are uploaded here.
    pub fn new(
        table: &PassProgram,
        options: &Options,
        meshes: &mut MeshCache,
        bodies: &[Body],
        pairs: &[Pair],
    ) -> Result<Self, DetectError> {
        let girths = girths_of(table.outline, meshes, bodies, pairs)?;
        let boxes = boxes_of(bodies, pairs, &girths);
        let mut oriented = vec![None; if options.oriented_boxes { bodies.len() } else { 0 }];
        for index in pairs.iter().flat_map(|p| [p.a, p.b]).filter(|_| options.oriented_boxes) {
            oriented[index].get_or_insert_with(|| oriented_box(&bodies[index]));
        }
        let raster = Raster { resolution: options.resolution, subpixel_bits: meshes.subpixel_bits() };
        Ok(Self { table: table.clone(), options: *options, raster, boxes, oriented, girths, roles: None })
    }

    /// Fixes the bodies that are drawn as A and as B. This has no effect if the table's verdict depends on the roles.
    pub fn in_roles(self, roles: [usize; 2]) -> Self {
        Self { roles: Some(roles), ..self }
    }

    /// The drawing job for the pair with this index, seen along its view axis number `attempt` (from 0). `None` if
    /// there is no such axis, or if the boxes are separated, which proves that the bodies are separated.
    pub fn job(&self, index: usize, pair: Pair, attempt: usize) -> Option<Job> {
        let (a, b) = (&self.boxes[pair.a], &self.boxes[pair.b]);
        let axis = self.options.axis.axes(a, b).nth(attempt)?;
        if let [Some(a), Some(b)] = [pair.a, pair.b].map(|body| self.oriented.get(body)?.as_ref())
            && are_apart(a, b)
        {
            return None;
        }
        let mut view = View::of(a, b, axis, self.options.view_volume)?;
        // The published loop keeps the roles. All other schedules let the farther body become A; they must agree on
        // this, because `auto` switches between them.
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

/// Whether drawing the pair along another view axis may still change the verdict. For exact and thin bodies a hit is
/// final, for fat bodies a miss.
pub fn is_undecided(table: &PassProgram, verdict: &Verdict) -> bool {
    verdict.colliding == (table.outline == Outline::Fat)
}

/// The verdict for a pair in this window from what the table found; the counts of a round's turns are added.
pub fn verdict(table: &PassProgram, options: &Options, view: &View, found: Found) -> Verdict {
    let Found { rounds, length } = found;
    let axis = view.axis;
    if table.read == Read::Lists {
        let samples = rounds[0].unwrap_or(0);
        let cubic_metres = length * view.pixel_column(options.resolution);
        return Verdict {
            colliding: samples > 0,
            evidence: Evidence::Volume { samples, cubic_metres, axis },
        };
    }
    // The rounds that the table lacks have no count.
    let mut counts = rounds[..table.rounds.len()].iter();
    let is_counted = |count: &Option<u32>| count.is_some_and(|count| count > 0);
    let colliding =
        if table.read == Read::AnyCount { counts.any(is_counted) } else { counts.all(is_counted) };
    let evidence = match table.repeat {
        Repeat::Slices if table.rounds.len() == 1 => {
            let samples = rounds[0].unwrap_or(0);
            let of_a_sample = view.sample_volume(options.resolution, table.slices(options.slices));
            Evidence::Volume { samples, cubic_metres: f64::from(samples) * of_a_sample, axis }
        }
        _ => Evidence::Samples { rounds, axis },
    };
    Verdict { colliding, evidence }
}

/// The turns in which the rounds of a table run in this window. For layers these are all possible turns; see
/// [`Repeat::Layers`] for the last one that runs.
pub fn turns(table: &PassProgram, options: &Options, view: &View) -> Vec<Turn> {
    match table.repeat {
        Repeat::Once => vec![Turn::ONLY],
        Repeat::Slices => view.slices(table.slices(options.slices)),
        Repeat::Layers => (0..table.layers()).map(|number| Turn { number, ..Turn::ONLY }).collect(),
    }
}

/// Refuses bodies that the table does not decide; the error names the first.
pub fn require_bodies(table: &PassProgram, bodies: &[Body], pairs: &[Pair]) -> Result<(), DetectError> {
    match table.takes {
        Takes::Convex => require_convex(bodies, pairs),
        Takes::Closed => require_closed(bodies, pairs),
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

/// The body's box in its own frame, placed in the world.
pub fn oriented_box(body: &Body) -> Obb {
    Obb::upright(&body.shape.local_aabb()).posed(&body.pose)
}

/// Whether an axis separates two boxes by more than the rounding of their coordinates.
fn are_apart(a: &Obb, b: &Obb) -> bool {
    let reach = |of: &Obb| of.half.sum() + of.center.coords.amax();
    let slack = ROUNDING * (reach(a) + reach(b));
    between((&a.axes, &a.half), (&b.axes, &b.half), &(b.center - a.center), slack).is_some()
}

/// World boxes of the bodies in `pairs`. With girths each box is enlarged, so that it contains the exact solid in
/// spite of rounding.
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

/// A box that contains the exact solid (for a round body this is more than its inscribed mesh), enlarged by the
/// rounding error.
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

//! Sweeps of a body through a level.

use std::fmt;
use std::sync::Arc;

use super::error::{Error, item, length, point, points};
use super::meshes;
use super::penetration::Hull;
use crate::geometry::{self, Aabb, Point};
use crate::level::compile::SplitRule;
use crate::level::compiled;
use crate::level::error::LevelError;
use crate::level::mover;
use crate::level::plane::Plane;
use crate::level::sweep::bevels::{Place, Rule};
use crate::level::sweep::{Exact, Move, Shift, Sweep};

/// The solid of a level, compiled to a BSP tree; a clone shares it.
#[derive(Clone)]
pub struct Level(Arc<compiled::Level>);

impl fmt::Debug for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Level").field("nodes", &self.node_count()).finish_non_exhaustive()
    }
}

impl Level {
    /// The union of convex brushes, each the points behind its planes `[a, b, c, d]`: a x + b y + c z + d ≤ 0, with the
    /// normal (a, b, c) outwards and of any length but 0. `around` is a box, minimum and maximum, in which all movement
    /// takes place; brushes without an end are cut off far beyond it.
    ///
    /// Fails for a brush without volume (its index is in the sentence), for planes that are no planes, for a level
    /// smaller than 1e-15, and where the compilation exceeds its budget of some seconds or 640 MiB.
    pub fn of_brushes(brushes: &[Vec<[f64; 4]>], around: [[f64; 3]; 2]) -> Result<Self, Error> {
        let [min, max] = [point(around[0], "box")?, point(around[1], "box")?];
        if (0..3).any(|axis| min[axis] > max[axis]) {
            return Err(Error::Unsuitable("around: its minimum is greater than its maximum".into()));
        }
        let planes = |(index, planes): (usize, &Vec<[f64; 4]>)| {
            let plane = |[a, b, c, d]: &[f64; 4]| Plane::of([*a, *b, *c], -d);
            let planes: Option<Vec<Plane>> = planes.iter().map(plane).collect();
            planes.ok_or_else(|| {
                Error::Unsuitable(format!("brush {index}: a plane has no normal, or is not finite"))
            })
        };
        let brushes: Vec<Vec<Plane>> = brushes.iter().enumerate().map(planes).collect::<Result<_, _>>()?;
        let level =
            compiled::Level::of_brushes(&brushes, &Aabb { min, max }, SplitRule::Mixed, &mut |_, _| true);
        level.map(Self::of).map_err(refused)
    }

    /// The inside of a closed mesh whose triangles face outwards.
    ///
    /// Fails for a mesh that is not closed or smaller than 1e-15, and where the compilation exceeds its budget.
    pub fn of_mesh(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Result<Self, Error> {
        let mesh =
            geometry::Mesh::new(points(vertices, "vertex")?, triangles.to_vec()).map_err(meshes::refused)?;
        mesh.check_closed().map_err(meshes::refused)?;
        let level = compiled::Level::of_mesh(&mesh, SplitRule::Mixed, &mut |_, _| true);
        level.map(Self::of).map_err(refused)
    }

    fn of(level: compiled::Level) -> Self {
        Self(Arc::new(level))
    }

    /// Number of nodes of the tree; 0 if the level has none, because a brush is too thin or the tree too large. Only
    /// [`Method::Exact`] works then.
    pub fn node_count(&self) -> usize {
        self.0.tree.nodes.len()
    }

    /// An object that sweeps bodies through this level, which it shares. Fails if the method needs a tree and the level
    /// has none.
    pub fn sweeps(&self, method: Method) -> Result<Sweeps, Error> {
        let level = &self.0;
        let needs_tree = method != Method::Exact;
        if let Some(why) = level.treeless.clone().filter(|_| needs_tree) {
            return Err(refused(why));
        }
        let sweep: Box<dyn Sweep> = match method {
            Method::Exact => Box::new(Exact::new(level.clone())),
            Method::ShiftedPlanes => Box::new(Shift::new(level, None)),
            Method::ShiftedPlanesWithBevels => {
                Box::new(Shift::new(level, Some((Rule::AllEdges, Place::Leaves))))
            }
        };
        Ok(Sweeps { method, sweep })
    }
}

fn refused(why: LevelError) -> Error {
    Error::Unsuitable(match why {
        LevelError::Hollow(index) | LevelError::ManyPlanes(index) | LevelError::Thin(index) => {
            format!("brush {index}: {why}")
        }
        other => other.to_string(),
    })
}

/// How a sweep is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The exact first contact, up to 1e-10 of what the move can reach.
    Exact,
    /// Melax 2000: one tree for all sizes, with planes shifted by the body's extent. Never late; early at edges and
    /// corners.
    ShiftedPlanes,
    /// The same, with additional planes at all edges of the solid cells that the path reaches: less early.
    ShiftedPlanesWithBevels,
}

/// A convex body of fixed orientation. Its position is that of its reference point.
#[derive(Clone, Debug, PartialEq)]
pub struct Mover(mover::Mover);

impl Mover {
    /// A point.
    pub fn point() -> Self {
        Self(mover::Mover::Point)
    }

    /// A ball around the reference point; radius in metres.
    pub fn sphere(radius: f64) -> Result<Self, Error> {
        Ok(Self(mover::Mover::Sphere { radius: length(radius, "radius")? }))
    }

    /// A cylinder with its axis along y; the reference point is the middle of its base. Metres.
    pub fn cylinder(radius: f64, height: f64) -> Result<Self, Error> {
        let (radius, height) = (length(radius, "radius")?, length(height, "height")?);
        Ok(Self(mover::Mover::Cylinder { radius, height }))
    }

    /// All points within `radius` of the segment between two points, which are relative to the reference point. Metres.
    pub fn capsule(radius: f64, ends: [[f64; 3]; 2]) -> Result<Self, Error> {
        Self::rod(radius, ends, true)
    }

    /// A cylinder with its axis between two points, the middles of its ends, relative to the reference point. Metres.
    ///
    /// From the reference point straight up y it is [`Mover::cylinder`], the fastest. Fails if the two points are one.
    pub fn cylinder_between(radius: f64, ends: [[f64; 3]; 2]) -> Result<Self, Error> {
        match ends {
            [[0.0, 0.0, 0.0], [0.0, height, 0.0]] if height > 0.0 => Self::cylinder(radius, height),
            [a, b] if a == b => Err(Error::Length("the distance of the ends")),
            ends => Self::rod(radius, ends, false),
        }
    }

    fn rod(radius: f64, [a, b]: [[f64; 3]; 2], is_round: bool) -> Result<Self, Error> {
        let radius = length(radius, "radius")?;
        let ends = [item(a, "end", 0)?.coords, item(b, "end", 1)?.coords];
        Ok(Self(mover::Mover::Rod { radius, ends, is_round }))
    }

    /// The convex hull of points relative to the reference point. Fails if they lie in a plane.
    pub fn hull(corners: &[[f64; 3]]) -> Result<Self, Error> {
        Ok(Self::from(&Hull::new(corners)?))
    }
}

impl From<&Hull> for Mover {
    fn from(hull: &Hull) -> Self {
        Self(mover::Mover::Hull { hull: Arc::new(hull.mesh().clone()) })
    }
}

/// The first contact of a move with the solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Time of contact: 0 at the start of the move, 1 at its end.
    pub time: f64,
    /// Unit normal of the surface that is hit, towards the body. Where a capsule or a cylinder between two points hits
    /// an edge or a corner, it comes from a distance that has almost vanished, and is right to some 1e-6.
    pub normal: [f64; 3],
    /// Whether the move starts inside the solid.
    pub starts_inside: bool,
}

/// Sweeps bodies through a level. Fastest where the same mover is used for many moves in a row.
/// ```
/// use collidoscope_kernels::{Level, Method, Mover};
///
/// // A floor 1 m thick; its upper side is at y = 0.
/// let floor = vec![
///     [1.0, 0.0, 0.0, -9.0], [-1.0, 0.0, 0.0, -9.0], [0.0, 1.0, 0.0, 0.0],
///     [0.0, -1.0, 0.0, -1.0], [0.0, 0.0, 1.0, -9.0], [0.0, 0.0, -1.0, -9.0],
/// ];
/// let level = Level::of_brushes(&[floor], [[-9.0; 3], [9.0; 3]])?;
/// let mut sweeps = level.sweeps(Method::Exact)?;
/// let hit = sweeps.sweep(&Mover::sphere(0.5)?, [0.0, 2.5, 0.0], [0.0, -1.5, 0.0])?.unwrap();
/// assert!((hit.time - 0.5).abs() < 1e-9 && hit.normal == [0.0, 1.0, 0.0]);
/// # Ok::<(), collidoscope_kernels::Error>(())
/// ```
pub struct Sweeps {
    method: Method,
    sweep: Box<dyn Sweep>,
}

impl fmt::Debug for Sweeps {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Sweeps").field("method", &self.method).finish_non_exhaustive()
    }
}

impl Sweeps {
    /// The first time at which the body begins to move into the solid on its way in a straight line; `None` if the way
    /// is free. Sliding along a wall is no contact.
    pub fn sweep(&mut self, mover: &Mover, from: [f64; 3], to: [f64; 3]) -> Result<Option<Hit>, Error> {
        let [from, to]: [Point; 2] = [point(from, "start")?, point(to, "end")?];
        let a_move = Move { mover: mover.0.clone(), from, to };
        let (hit, _) = self.sweep.sweep(&a_move).map_err(refused)?;
        Ok(hit.map(|hit| Hit { time: hit.time, normal: hit.normal.into(), starts_inside: hit.inside }))
    }
}

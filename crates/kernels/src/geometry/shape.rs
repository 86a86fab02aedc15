//! A shape as the methods use it: a mesh to draw, the exact solid, and for a concave shape its convex pieces.

use std::sync::{Arc, OnceLock};

use super::climb::Climb;
use super::hull::{convex_hull, edges};
use super::{Aabb, Mass, Mesh, MeshError, Point, Pose, Vector, primitives};

/// For a shape with at most this many vertices, a loop over all vertices is as fast as hill climbing.
const FEW_VERTICES: usize = 16;

/// The exact form of a shape. The mesh is its approximation for the rasteriser.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solid {
    /// All points within `radius` of the origin.
    Ball {
        /// Radius, metres, positive and finite.
        radius: f64,
    },
    /// An axis-aligned box around the origin.
    Cuboid {
        /// Half the side lengths, metres, positive and finite.
        half_extents: Vector,
    },
    /// A cone with its axis along y, apex up, centred at half height.
    Cone {
        /// Radius of the base, metres, positive and finite.
        radius: f64,
        /// Height, metres, positive and finite.
        height: f64,
    },
    /// A cylinder with its axis along y, centred at half height.
    Cylinder {
        /// Radius, metres, positive and finite.
        radius: f64,
        /// Height, metres, positive and finite.
        height: f64,
    },
    /// The shape's mesh itself: for a convex one, the hull of its vertices.
    Polyhedron,
}

impl Solid {
    /// Whether the solid has a curved surface, so that its mesh is only inscribed in it.
    pub fn is_round(self) -> bool {
        matches!(self, Self::Ball { .. } | Self::Cone { .. } | Self::Cylinder { .. })
    }
}

/// A shape in its own coordinates (metres), shared between bodies.
#[derive(Clone, Debug)]
pub struct Shape {
    mesh: Mesh,
    solid: Solid,
    pub(super) convexity: Result<(), MeshError>,
    aabb: Aabb,
    volume: f64,
    pub(super) pieces: Vec<Arc<Shape>>,
    climb: OnceLock<Climb>,
    hull_edges: OnceLock<Vec<[Point; 2]>>,
    mass: OnceLock<Option<Mass>>,
}

impl Shape {
    /// A polyhedron that is convex, such as a hull; this is not checked.
    pub fn convex(mesh: Mesh) -> Self {
        Self::assemble(mesh, Solid::Polyhedron, Ok(()))
    }

    /// The polyhedron and its pieces moved to the origin and scaled to longest side `size`, metres. `None` if
    /// the shape is not a polyhedron, is flat, or is too thin or too large for the scaling.
    pub fn fitted(&self, size: f64) -> Option<Self> {
        if self.solid != Solid::Polyhedron {
            return None;
        }
        let (center, factor) = (self.aabb.center(), size / self.size());
        if !(factor.is_normal() && center.iter().all(|c| c.is_finite())) {
            return None;
        }
        let moved = |mesh: &Mesh| {
            let vertices = mesh.vertices().iter().map(|p| Point::from((p - center) * factor)).collect();
            Mesh::new(vertices, mesh.triangles().to_vec()).ok()
        };
        let pieces = self.pieces.iter().map(|piece| {
            // Scaling changes no angle, so convex pieces stay convex.
            Some(Arc::new(Self::convex(moved(&piece.mesh)?)))
        });
        let pieces = pieces.collect::<Option<_>>()?;
        Some(Self { pieces, ..Self::assemble(moved(&self.mesh)?, self.solid, self.convexity.clone()) })
    }

    /// A primitive solid, exact for exact methods and drawn as an inscribed mesh of the given level (see
    /// [`primitives`]). Sizes must be positive and finite.
    pub fn primitive(solid: Solid, level: u32) -> Result<Self, MeshError> {
        let mesh = match solid {
            Solid::Ball { radius } => primitives::sphere(radius, level),
            Solid::Cuboid { half_extents } => primitives::cuboid(half_extents),
            Solid::Cone { radius, height } => primitives::cone(radius, height, level),
            Solid::Cylinder { radius, height } => primitives::cylinder(radius, height, level),
            Solid::Polyhedron => return Err(MeshError::Empty),
        };
        Ok(Self::assemble(mesh, solid, Ok(())))
    }

    pub(super) fn assemble(mesh: Mesh, solid: Solid, convexity: Result<(), MeshError>) -> Self {
        let (aabb, volume) = (mesh.aabb(), mesh.volume());
        Self {
            mesh,
            solid,
            convexity,
            aabb,
            volume,
            pieces: Vec::new(),
            climb: OnceLock::new(),
            hull_edges: OnceLock::new(),
            mass: OnceLock::new(),
        }
    }

    /// The mesh that the rasteriser draws, in the shape's own coordinates.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// The exact solid, which exact methods use instead of the mesh.
    pub fn solid(&self) -> Solid {
        self.solid
    }

    /// Whether the mesh is convex; the error gives the place and the distance.
    pub fn convexity(&self) -> &Result<(), MeshError> {
        &self.convexity
    }

    /// Convex pieces that cover the mesh, in its coordinates. Empty for a convex shape, which needs none, and
    /// for a concave one that has not been decomposed.
    pub fn pieces(&self) -> &[Arc<Shape>] {
        &self.pieces
    }

    /// The edges of a concave mesh's convex hull, in its coordinates; computed on first use. Empty for a
    /// convex shape and for a flat one.
    pub fn hull_edges(&self) -> &[[Point; 2]] {
        self.hull_edges.get_or_init(|| match &self.convexity {
            Ok(()) => Vec::new(),
            Err(_) => convex_hull(self.mesh.vertices()).map_or_else(|_| Vec::new(), |hull| edges(&hull)),
        })
    }

    /// Approximate memory use, bytes: the mesh and the pieces.
    pub fn bytes(&self) -> usize {
        let mesh = size_of_val(self.mesh.vertices()) + size_of_val(self.mesh.triangles());
        mesh + self.pieces.iter().map(|piece| piece.bytes()).sum::<usize>()
    }

    /// The box around the mesh, in the shape's own coordinates.
    pub fn local_aabb(&self) -> Aabb {
        self.aabb
    }

    /// Longest side of the shape's own box, metres: "the body's size" of Xu et al. (source 1).
    pub fn size(&self) -> f64 {
        self.aabb.extents().max()
    }

    /// Volume of the mesh, cubic metres.
    pub fn volume(&self) -> f64 {
        self.volume
    }

    /// Mass properties of the mesh at density 1, in the shape's own coordinates; computed on first use. `None` if the
    /// mesh encloses no volume.
    pub fn mass(&self) -> Option<&Mass> {
        self.mass.get_or_init(|| Mass::of(&self.mesh)).as_ref()
    }

    /// The smallest axis-aligned box around the mesh at `pose`: over all vertices, so it is tight.
    pub fn aabb_at(&self, pose: &Pose) -> Aabb {
        // A matrix rotates many points faster than a quaternion does.
        let (turn, shift) = (pose.rotation.to_rotation_matrix(), pose.translation.vector);
        let turned = Aabb::around(self.mesh.vertices().iter().map(|v| turn * v));
        Aabb { min: turned.min + shift, max: turned.max + shift }
    }

    /// [`Shape::support`] by hill climbing, for a convex polyhedron. On a mesh that is not exactly convex due
    /// to rounding, the point may fall short of the farthest.
    pub fn climb(&self, direction: &Vector) -> Point {
        let vertices = self.mesh.vertices();
        if self.solid != Solid::Polyhedron || vertices.len() <= FEW_VERTICES {
            return self.support(direction);
        }
        let climb = self.climb.get_or_init(|| Climb::of(&self.mesh));
        vertices[climb.farthest(vertices, direction) as usize]
    }

    /// The solid's farthest point along `direction`, which need not have unit length but must not be
    /// zero; both in the shape's own coordinates.
    pub fn support(&self, direction: &Vector) -> Point {
        match self.solid {
            Solid::Ball { radius } => Point::from(direction.normalize() * radius),
            Solid::Cuboid { half_extents } => Point::from(half_extents.zip_map(direction, f64::copysign)),
            Solid::Cone { radius, height } => {
                let rim = rim_point(direction, radius, -0.5 * height);
                let apex = Point::new(0.0, 0.5 * height, 0.0);
                if direction.dot(&apex.coords) > direction.dot(&rim.coords) { apex } else { rim }
            }
            Solid::Cylinder { radius, height } => {
                rim_point(direction, radius, (0.5 * height).copysign(direction.y))
            }
            Solid::Polyhedron => {
                let along = |p: &Point| direction.dot(&p.coords);
                let farthest = |best: Point, p: &Point| if along(p) > along(&best) { *p } else { best };
                self.mesh.vertices().iter().fold(self.mesh.vertices()[0], farthest)
            }
        }
    }
}

/// The point of a circle around y, at height `y`, that lies farthest along `direction`.
fn rim_point(direction: &Vector, radius: f64, y: f64) -> Point {
    let across = direction.x.hypot(direction.z);
    if across == 0.0 {
        return Point::new(0.0, y, 0.0);
    }
    Point::new(radius * direction.x / across, y, radius * direction.z / across)
}

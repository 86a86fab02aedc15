//! What the car drives on: any mesh of triangles, and the closed route that the car follows by itself.
//!
//! Triangles may form a soup: open edges, holes, several layers, no area. Either side of a triangle is ground.

use std::sync::{Arc, OnceLock};

use super::caster::RayCaster;
use super::course;
use super::methods::aabb_tree::AabbTree;
use super::methods::brute_force::BruteForce;
use super::ray::{LARGEST, Ray};
use super::route::Route;
use super::triangle::Watertight;
use crate::geometry::{Aabb, Mesh, MeshError, Point, Shape, Vector};

/// Fewest triangles of a seeded terrain.
pub const FEWEST: usize = 1000;
/// Most triangles of a seeded terrain.
pub const MOST: usize = 4_000_000;
/// The seed that the lab opens with.
pub const DEFAULT_SEED: u64 = 1;
/// About how many triangles the lab opens with.
pub const DEFAULT_TRIANGLES: usize = 20_000;

/// Why something is no terrain.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TerrainError {
    /// No triangles, a coordinate that is not finite, an index out of range.
    #[error("the terrain is no mesh: {0}")]
    Mesh(#[from] MeshError),
    /// Products of its coordinates would overflow.
    #[error("vertex {0} of the terrain is more than 1e50 m from the origin; scale the mesh down")]
    TooFar(usize),
    /// So many triangles, which is not between [`FEWEST`] and [`MOST`].
    #[error("a terrain has from {FEWEST} to {MOST} triangles, not {0}")]
    Count(usize),
}

/// Leaf size of the tree that drives, and that the descent is recorded on.
pub const DRIVING_LEAF_SIZE: u32 = 4;

/// Triangles, the box around them, a route, and what casts rays onto it. Cheap to copy: all is shared.
#[derive(Clone)]
pub struct Terrain {
    mesh: Arc<Mesh>,
    bounds: Aabb,
    route: Arc<Route>,
    drawn: Arc<OnceLock<Arc<Shape>>>,
    all: Arc<OnceLock<Arc<BruteForce<Watertight>>>>,
    tree: Arc<OnceLock<Arc<AabbTree<Watertight>>>>,
}

impl Terrain {
    /// About this many triangles (within 3 %): slopes, a strip of bumps, a kerb, a ramp to jump from, and a bridge
    /// over the route's own crossing. The same seed and count, the same terrain; the seed moves hills and bumps,
    /// never the route's plan.
    pub fn seeded(seed: u64, triangles: usize) -> Result<Self, TerrainError> {
        if !(FEWEST..=MOST).contains(&triangles) {
            return Err(TerrainError::Count(triangles));
        }
        let (vertices, triangles, route) = course::build(seed, triangles);
        Ok(Self::of(Mesh::new(vertices, triangles)?, route))
    }

    /// From corners (metres, y up) and three indices per triangle, in any order.
    pub fn from_triangles(vertices: Vec<Point>, triangles: Vec<[u32; 3]>) -> Result<Self, TerrainError> {
        Self::from_mesh(Mesh::new(vertices, triangles)?)
    }

    /// Any mesh, in metres, y up. Its route is an ellipse of three fifths of its extent, laid on its uppermost
    /// surface.
    pub fn from_mesh(mesh: Mesh) -> Result<Self, TerrainError> {
        if let Some(i) = mesh.vertices().iter().position(|p| p.coords.amax() > LARGEST) {
            return Err(TerrainError::TooFar(i));
        }
        let bounds = mesh.aabb();
        let flat = Route::ellipse(bounds.center(), 0.3 * bounds.extents());
        let mut terrain = Self::of(mesh, flat);
        let caster = Arc::clone(terrain.all());
        let drop = |p: &Point| {
            let above = Point::new(p.x, bounds.max.y + 1.0, p.z);
            let hit = Ray::new(above, -Vector::y()).ok().and_then(|ray| caster.cast(&ray, f64::INFINITY).hit);
            Point::new(p.x, hit.map_or(bounds.max.y, |hit| above.y - hit.t), p.z)
        };
        terrain.route = Arc::new(Route::closed(terrain.route.points().iter().map(drop).collect()));
        Ok(terrain)
    }

    fn of(mesh: Mesh, route: Route) -> Self {
        Self {
            bounds: mesh.aabb(),
            mesh: Arc::new(mesh),
            route: Arc::new(route),
            drawn: Arc::default(),
            all: Arc::default(),
            tree: Arc::default(),
        }
    }

    /// Makes all that is made when it is first needed. On large terrains that takes seconds.
    pub fn prepared(self) -> Self {
        self.drawn();
        self.all();
        self.tree();
        self
    }

    /// Brute force over all triangles, the reference, made when it is first needed.
    pub fn all(&self) -> &Arc<BruteForce<Watertight>> {
        self.all.get_or_init(|| Arc::new(BruteForce::new(&self.mesh)))
    }

    /// The tree that drives, made when it is first needed.
    pub fn tree(&self) -> &Arc<AabbTree<Watertight>> {
        self.tree.get_or_init(|| Arc::new(AabbTree::new(&self.mesh, DRIVING_LEAF_SIZE)))
    }

    /// The triangles.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// The triangles as a shape to be drawn, made when it is first needed. It is open and encloses nothing: only its mesh
    /// and its box mean anything.
    pub fn drawn(&self) -> Arc<Shape> {
        self.drawn.get_or_init(|| Arc::new(Shape::polyhedron((*self.mesh).clone()))).clone()
    }

    /// The environment's bounding box, outside which the wheels' rays may start.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// The car's own path.
    pub fn route(&self) -> &Route {
        &self.route
    }

    /// Unit normal of a triangle on the side where `up` points; `up` itself for a triangle without area.
    pub fn normal(&self, triangle: u32, up: &Vector) -> Vector {
        let normal = self.mesh.area_normal(triangle as usize);
        match normal.try_normalize(0.0) {
            Some(normal) if normal.dot(up) < 0.0 => -normal,
            Some(normal) => normal,
            None => *up,
        }
    }
}

//! The terrain under the car: any triangle mesh, and the closed route of the self-driving car.
//!
//! The triangles may be a soup: open edges, holes, several layers and zero areas are allowed. Both sides of a
//! triangle are ground.

use std::sync::{Arc, OnceLock};

use super::course;
use super::methods::aabb_tree::AabbTree;
use super::methods::brute_force::BruteForce;
use super::ray::{LARGEST, Ray, RayCaster};
use super::route::Route;
use super::triangle::Watertight;
use crate::geometry::{Aabb, Mesh, MeshError, Point, Shape, Vector};

/// The fewest triangles of a seeded terrain.
pub const FEWEST: usize = 1000;
/// The most triangles of a seeded terrain.
pub const MOST: usize = 1_000_000;
/// Default seed of the lab.
pub const DEFAULT_SEED: u64 = 1;
/// Default number of triangles of the lab, approximate.
pub const DEFAULT_TRIANGLES: usize = 20_000;

/// The reason why something is not a terrain.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TerrainError {
    /// No triangles, a coordinate that is not finite, or an index out of range.
    #[error("the terrain is not a valid mesh: {0}")]
    Mesh(#[from] MeshError),
    /// A coordinate of the vertex with this index is too large: products of coordinates would overflow.
    #[error("vertex {0} of the terrain is more than 1e50 m from the origin; scale the mesh down")]
    TooFar(usize),
    /// The number of triangles is not between [`FEWEST`] and [`MOST`].
    #[error("a terrain must have {FEWEST} to {MOST} triangles; got {0}")]
    Count(usize),
}

/// Leaf size of the tree that drives the car and of recorded traversals.
pub const DRIVING_LEAF_SIZE: u32 = 4;

/// Triangles, their bounding box, a route, and ray casters. Cheap to clone, because clones share all data.
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
    /// A terrain of about this many triangles (within 3 %): slopes, a strip of bumps, a kerb, a jump ramp,
    /// and a bridge over the route's own crossing. The same seed and number give the same terrain; the seed
    /// varies hills and bumps, never the plan of the route.
    pub fn seeded(seed: u64, triangles: usize) -> Result<Self, TerrainError> {
        if !(FEWEST..=MOST).contains(&triangles) {
            return Err(TerrainError::Count(triangles));
        }
        let (vertices, triangles, route) = course::build(seed, triangles);
        Ok(Self::of(Mesh::new(vertices, triangles)?, route))
    }

    /// A terrain from corners (metres, y up) and three indices per triangle, in any order.
    pub fn from_triangles(vertices: Vec<Point>, triangles: Vec<[u32; 3]>) -> Result<Self, TerrainError> {
        Self::from_mesh(Mesh::new(vertices, triangles)?)
    }

    /// A terrain from any mesh, in metres, y up. Its route is an ellipse of three fifths of its extent,
    /// projected onto its uppermost surface.
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

    /// Creates at once the drawing, the brute-force reference and the tree, which are otherwise created on demand.
    /// Takes seconds on large terrains.
    pub fn prepared(self) -> Self {
        self.drawn();
        self.all();
        self.tree();
        self
    }

    /// The reference: brute force over all triangles, created on demand.
    pub fn all(&self) -> &Arc<BruteForce<Watertight>> {
        self.all.get_or_init(|| Arc::new(BruteForce::new(&self.mesh)))
    }

    /// The tree that drives the car, created on demand.
    pub fn tree(&self) -> &Arc<AabbTree<Watertight>> {
        self.tree.get_or_init(|| Arc::new(AabbTree::new(&self.mesh, DRIVING_LEAF_SIZE)))
    }

    /// The triangles.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// The triangles as a shape for drawing, created on demand. It need not be closed, so only its mesh and
    /// box are meaningful.
    pub fn drawn(&self) -> Arc<Shape> {
        self.drawn.get_or_init(|| Arc::new(Shape::polyhedron((*self.mesh).clone()))).clone()
    }

    /// The environment's bounding box, outside which the wheels' rays may start.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// The route of the self-driving car.
    pub fn route(&self) -> &Route {
        &self.route
    }

    /// Unit normal of a triangle on the side of `up`; `up` itself for a triangle without area.
    pub fn normal(&self, triangle: u32, up: &Vector) -> Vector {
        let normal = self.mesh.area_normal(triangle as usize);
        match normal.try_normalize(0.0) {
            Some(normal) if normal.dot(up) < 0.0 => -normal,
            Some(normal) => normal,
            None => *up,
        }
    }
}

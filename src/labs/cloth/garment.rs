//! A garment: the triangle mesh of a file as cloth.
//!
//! Mesh files have no units, so every mesh is scaled to one metre at its longest side, like the square cloth. In scenes
//! that hold the cloth, a garment hangs from its highest point; in other scenes it falls onto the obstacles.

use std::path::{Path, PathBuf};

use crate::cloth::mesh::{ClothMesh, MeshError};
use crate::cloth::motion::scenes::Scene;
use crate::cloth::motion::simulation::Cloth;
use crate::cloth::response::pierced::pierced_within;
use crate::cloth::response::{Response, Way};
use crate::cloth::simulation::Beginning;
use crate::files;
use crate::geometry::{Aabb, Point, Vector, import};
use crate::labs::lab::LabError;
use crate::ui::format::number_of;

/// Most triangles of a garment: as many as the largest square cloth has.
pub const MOST: usize = 2 * 256 * 256;
/// Maximum number of feature pairs whose boxes overlap at rest; a mesh with more is refused. A smooth mesh of
/// [`MOST`] triangles has about 8 million such pairs.
const MOST_NEAR: usize = 40_000_000;
/// Initial height of the lowest point above the floor or the obstacle, metres.
const ABOVE: f64 = 0.05;
/// Why a garment has no self-collision response, in English.
pub const CROSSES: &str = "The mesh intersects itself at rest, so self-collision response is not available.";
/// Heights that differ by less than this count as equal, metres.
const LEVEL: f64 = 1e-6;

/// A mesh that is simulated as cloth.
#[derive(Debug)]
pub struct Garment {
    /// Absolute path of the file.
    pub file: PathBuf,
    /// Number of places where an edge passes through a triangle at rest. Any such place turns self-collision response
    /// off, because the response would freeze features that already intersect.
    pub pierced: usize,
    /// The scaled mesh: one metre at its longest side, lowest point at height 0, centred over the origin.
    mesh: ClothMesh,
}

impl Garment {
    /// Reads an open or closed mesh; also returns notes for the user. The error names the file and the problem.
    pub fn read(path: &Path) -> Result<(Self, Vec<String>), LabError> {
        let refused = |why: String| LabError(format!("{}: {why}", path.display()));
        let imported = import::read(path).map_err(|why| LabError(why.to_string()))?;
        let (points, faces) = (imported.mesh.vertices(), imported.mesh.triangles());
        if faces.len() > MOST {
            return Err(refused(format!("it has {} triangles; cloth has {MOST} at most", faces.len())));
        }
        let bounds = Aabb::around(points.iter().copied());
        let longest = bounds.extents().max();
        let foot = Point::new(bounds.center().x, bounds.min.y, bounds.center().z);
        let rest = points.iter().map(|p| Point::from((p - foot) / longest)).collect();
        let mesh = ClothMesh::garment(rest, faces.to_vec()).map_err(|why| refused(why.to_string()))?;
        let pierced =
            pierced_within(&mesh, &mesh.rest, MOST_NEAR).map_err(|spent| refused(too_near(spent.most)))?;
        let pierced = pierced.len();
        let mut notes: Vec<String> =
            imported.notes.iter().map(|note| format!("{}: {note}", path.display())).collect();
        let triangles = number_of(mesh.faces.len(), "triangle", "triangles");
        notes.push(format!("{}: {triangles}", path.display()));
        Ok((Self { file: files::absolute(path), pierced, mesh }, notes))
    }

    /// The garment as cloth at the start of a scene, with the parameters of `beginning`; its `side` is ignored,
    /// because the mesh determines the particles.
    pub fn cloth(&self, beginning: &Beginning) -> Result<Cloth, MeshError> {
        let scene = beginning.scene;
        let way = Way { floor: scene.floor, obstacles: (scene.obstacles)() };
        let below = way.obstacles.iter().flat_map(|solid| &solid.points).map(|p| p.y);
        let below = below.fold(way.floor.unwrap_or_default(), f64::max);
        let mut mesh = self.mesh.clone();
        mesh.rest.iter_mut().for_each(|p| *p += Vector::y() * (below + ABOVE));
        let mut held = vec![false; mesh.rest.len()];
        if let Some(highest) = highest(&mesh.rest).filter(|_| holds(scene)) {
            held[highest] = true;
        }
        // The bending stiffness depends on the particles along a side: use that of a square cloth with equally many
        // particles.
        let side = mesh.rest.len().isqrt().max(2);
        let mut parameters = Beginning { side, ..*beginning }.parameters();
        parameters.response = self.response(parameters.response);
        Cloth::of(mesh, held, way, parameters)
    }

    /// Whether the mesh passes through itself at rest.
    pub fn crosses_itself(&self) -> bool {
        self.pierced > 0
    }

    /// The collision response that the garment supports: without self-collision if it passes through itself at rest.
    pub fn response(&self, asked: Response) -> Response {
        Response { itself: asked.itself && !self.crosses_itself(), ..asked }
    }

    /// Name of the file.
    pub fn name(&self) -> String {
        self.file.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

fn too_near(most: usize) -> String {
    format!(
        "too many of its triangles lie close together: more than {most} pairs of vertices, edges and triangles to test; use a mesh without stacked triangles"
    )
}

/// Whether the cloth of a scene is held at any particle.
pub fn holds(scene: &Scene) -> bool {
    const SIDE: usize = 3;
    (0..SIDE * SIDE).any(|p| (scene.held)(p % SIDE, p / SIDE, SIDE))
}

/// Index of the highest point; among equally high points, the nearest to the middle.
pub fn highest(points: &[Point]) -> Option<usize> {
    let top = points.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
    let high = points.iter().enumerate().filter(|(_, p)| p.y >= top - LEVEL);
    high.min_by(|a, b| a.1.x.hypot(a.1.z).total_cmp(&b.1.x.hypot(b.1.z))).map(|(index, _)| index)
}

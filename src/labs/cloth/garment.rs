//! A garment: the triangle mesh of a file as cloth.
//!
//! No file says in which unit it is, so every mesh is scaled to one metre at its longest side, as the square cloth has it. Where
//! a scene holds its cloth, a garment hangs from its highest point; elsewhere it falls onto what lies in the way.

use std::path::{Path, PathBuf};

use crate::cloth::beginning::Beginning;
use crate::cloth::mesh::{ClothMesh, MeshError};
use crate::cloth::motion::scenes::Scene;
use crate::cloth::motion::simulation::Cloth;
use crate::cloth::response::pierced::pierced_within;
use crate::cloth::response::{Response, Way};
use crate::files;
use crate::geometry::{Aabb, Point, Vector, import};
use crate::labs::lab::LabError;
use crate::ui::format::number_of;

/// Triangles of a garment at most: as many as the largest square cloth has.
pub const MOST: usize = 2 * 256 * 256;
/// Pairs of features of triangles at rest whose boxes meet; a smooth mesh of [`MOST`] has a fifth of them.
const MOST_NEAR: usize = 40_000_000;
/// From the floor, or from what else lies in the way, up to the lowest point at the beginning, metres.
const ABOVE: f64 = 0.05;
/// Why a garment is not kept apart from itself, in English.
pub const CROSSES: &str = "The mesh passes through itself at rest, so it cannot be kept apart from itself.";
/// Points that are so much lower than the highest one, metres, are as high.
const LEVEL: f64 = 1e-6;

/// A mesh that falls as cloth.
#[derive(Debug)]
pub struct Garment {
    /// The file, absolute.
    pub file: PathBuf,
    /// In how many places an edge goes through a triangle at rest. If in any, the garment is not kept apart from itself: the
    /// response keeps what is apart, and would stop everything that is not.
    pub pierced: usize,
    /// One metre at its longest side, its lowest point at height 0, over the origin.
    mesh: ClothMesh,
}

impl Garment {
    /// Reads a mesh, open or closed, and lines to report about it. The error names the file and what is wrong.
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

    /// At the beginning of a scene. `side` of the beginning is not looked at.
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
        // Bending as a square cloth of as many particles has it.
        let side = mesh.rest.len().isqrt().max(2);
        let mut parameters = Beginning { side, ..*beginning }.parameters();
        parameters.response = self.response(parameters.response);
        Cloth::of(mesh, held, way, parameters)
    }

    /// Whether it passes through itself at rest.
    pub fn crosses_itself(&self) -> bool {
        self.pierced > 0
    }

    /// What it is kept apart from, of what is asked for: one that passes through itself at rest is not kept apart from itself.
    pub fn response(&self, asked: Response) -> Response {
        Response { itself: asked.itself && !self.crosses_itself(), ..asked }
    }

    /// The name of its file.
    pub fn name(&self) -> String {
        self.file.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

fn too_near(most: usize) -> String {
    format!(
        "its triangles lie so near each other that more than {most} pairs of vertices, edges and triangles would be tested; give a mesh \
         without triangles on top of each other"
    )
}

/// Whether a scene holds its cloth anywhere.
pub fn holds(scene: &Scene) -> bool {
    const SIDE: usize = 3;
    (0..SIDE * SIDE).any(|p| (scene.held)(p % SIDE, p / SIDE, SIDE))
}

/// The highest point; of several the one nearest to the middle.
fn highest(points: &[Point]) -> Option<usize> {
    let top = points.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
    let high = points.iter().enumerate().filter(|(_, p)| p.y >= top - LEVEL);
    high.min_by(|a, b| a.1.x.hypot(a.1.z).total_cmp(&b.1.x.hypot(b.1.z))).map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flat_mesh_hangs_from_its_middle_and_a_scene_with_a_floor_holds_nothing() {
        let flat: Vec<Point> =
            (0..9).map(|p| Point::new(f64::from(p % 3) - 1.0, 0.0, f64::from(p / 3) - 1.0)).collect();
        assert_eq!(highest(&flat), Some(4));
        let mut raised = flat;
        raised[8].y = 0.1;
        assert_eq!(highest(&raised), Some(8));
        for scene in crate::cloth::motion::scenes::SCENES {
            assert_eq!(holds(scene), scene.floor.is_none(), "{}", scene.id);
        }
    }
}

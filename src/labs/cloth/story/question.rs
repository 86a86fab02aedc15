//! A step of a cloth as the inspector takes it apart, and the picture that all of its stories share.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::Step;
use crate::geometry::{Aabb, Mesh, Point, Pose, Shape, Vector};
use crate::inspector::space::SpaceView;
use crate::render::dissection::{Dissection, Surface};
use crate::render::palette::{self, Color};
use crate::render::part::Part;

/// The cloth, seen through.
const CLOTH: Color = palette::hex(0xa9_b9cc);
/// Cloths with more edges are drawn without them.
const MOST_EDGES: usize = 4000;

/// A cloth and one of its steps.
pub struct Question {
    /// The cloth.
    pub mesh: Arc<ClothMesh>,
    /// The step that is taken apart: the motion that was asked for.
    pub step: Arc<Step>,
    /// What the cloth falls onto, as it is drawn.
    pub around: Dissection,
    /// Changes whenever the cloth or the step does.
    pub edition: u64,
    /// The cloth at the end of the step.
    whole: OnceCell<Option<Arc<Shape>>>,
}

impl Question {
    /// Of a cloth, one of its steps, and what is drawn around it.
    pub fn new(mesh: Arc<ClothMesh>, step: Arc<Step>, around: Dissection, edition: u64) -> Self {
        Self { mesh, step, around, edition, whole: OnceCell::new() }
    }

    /// The cloth at the end of the step, seen through, without anything that a method did.
    pub fn plain(&self) -> SpaceView {
        let mut dissection = self.around.clone();
        let all = || (0..self.mesh.faces.len() as u32).collect::<Vec<_>>();
        if let Some(shape) = self.whole.get_or_init(|| self.shape(&all(), 1.0)) {
            dissection.surfaces.push(surface(Arc::clone(shape), CLOTH, true));
        }
        if self.mesh.edges.len() <= MOST_EDGES {
            for ends in &self.mesh.edges {
                dissection.line(ends.map(|p| self.at(p, 1.0)), 0.75, CLOTH.faded(0.35));
            }
        }
        let bounds = Aabb::around(self.step.start.iter().chain(&self.step.end).copied());
        SpaceView {
            dissection,
            labels: vec![],
            caption: String::new(),
            bounds,
            back: Vector::new(0.5, 0.45, 1.0),
            eye: None,
            handles: vec![],
            thing: 0,
            place: self.edition,
        }
    }

    /// A particle at a time from 0 to 1.
    pub fn at(&self, particle: u32, time: f64) -> Point {
        self.step.at(particle as usize, time)
    }

    /// Triangles of the cloth at a time, opaque; nothing without triangles.
    pub fn add(&self, view: &mut SpaceView, faces: &[u32], time: f64, color: Color) {
        view.dissection.surfaces.extend(self.shape(faces, time).map(|shape| surface(shape, color, false)));
    }

    fn shape(&self, faces: &[u32], time: f64) -> Option<Arc<Shape>> {
        let corners = faces.iter().flat_map(|face| self.mesh.faces[*face as usize]);
        let corners = corners.map(|p| self.at(p, time)).collect();
        let triangles = (0..faces.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        Some(Arc::new(Shape::polyhedron(Mesh::new(corners, triangles).ok()?)))
    }
}

fn surface(shape: Arc<Shape>, color: Color, see_through: bool) -> Surface {
    Surface { shape, pose: Pose::identity(), part: Part::Whole, color, see_through, outlined: false }
}

//! A step of a cloth as a subject of the inspector, and the view that all of its stories share.

use std::sync::Arc;

use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::Step;
use crate::figures::cloth as fabric;
use crate::geometry::{Aabb, Point};
use crate::inspector::space::SpaceView;
use crate::render::dissection::Dissection;
use crate::render::dissection::fabric::Fabric;
use crate::render::palette::{self, Color};

/// Colour of the edges of the cloth.
const EDGES: Color = palette::hex(0xa9_b9cc).faded(0.35);
/// Above this number of edges, a cloth is drawn without them.
const MOST_EDGES: usize = 4000;

/// A cloth and one of its steps.
pub struct Question {
    /// The cloth.
    pub mesh: Arc<ClothMesh>,
    /// The inspected step.
    pub step: Arc<Step>,
    /// The drawing of the obstacles.
    pub around: Dissection,
    /// A number that changes with the cloth or the step.
    pub edition: u64,
}

impl Question {
    /// Makes the question from a cloth, one of its steps, and the drawing of the obstacles around it.
    pub fn new(mesh: Arc<ClothMesh>, step: Arc<Step>, around: Dissection, edition: u64) -> Self {
        Self { mesh, step, around, edition }
    }

    /// The view of the cloth at the end of the step, as glass, without a method's steps.
    pub fn plain(&self) -> SpaceView {
        let mut dissection = self.around.clone();
        let fabric = fabric::of(&self.mesh, (&self.step.end, &[]), None, None);
        dissection.fabrics.push(Fabric { see_through: true, ..fabric });
        if self.mesh.edges.len() <= MOST_EDGES {
            for ends in &self.mesh.edges {
                dissection.line(ends.map(|p| self.at(p, 1.0)), 0.75, EDGES);
            }
        }
        let bounds = Aabb::around(self.step.start.iter().chain(&self.step.end).copied());
        SpaceView::of(dissection, bounds, self.edition)
    }

    /// The position of a particle at a time from 0 to 1.
    pub fn at(&self, particle: u32, time: f64) -> Point {
        self.step.at(particle as usize, time)
    }

    /// Adds triangles of the cloth at a time, opaque.
    pub fn add(&self, view: &mut SpaceView, faces: &[u32], time: f64, color: Color) {
        let places = (0..self.mesh.rest.len() as u32).map(|p| self.at(p, time)).collect();
        let tints = vec![fabric::both_sides(color); faces.len()];
        let faces = faces.iter().map(|face| self.mesh.faces[*face as usize]).collect();
        view.dissection.fabrics.push(Fabric { places, faces, tints, ..Fabric::default() });
    }
}

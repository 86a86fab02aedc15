//! Movers and brushes as shapes whose distance can be computed.

use std::sync::Arc;

use super::contact::Move;
use super::features::Features;
use crate::geometry::{Mesh, Pose, Shape, Vector};
use crate::world::Body;

/// A mover as a shape.
pub struct MoverShape {
    /// In its own coordinates.
    pub shape: Arc<Shape>,
    /// Where its origin is from the reference point.
    pub shift: Vector,
}

impl MoverShape {
    /// The mover where a move begins, and a solid.
    pub fn bodies(&self, a_move: &Move, solid: Arc<Shape>) -> [Body; 2] {
        let place = a_move.from + self.shift;
        let place = Pose::from_parts(place.into(), nalgebra::UnitQuaternion::identity());
        [Body::at_rest(self.shape.clone(), place), Body::at_rest(solid, Pose::identity())]
    }
}

/// The solid as a shape; its faces share their corners.
pub fn shape(features: &Features) -> Option<Arc<Shape>> {
    let fan = |face: &Vec<u32>| -> Vec<[u32; 3]> {
        face.windows(2).skip(1).map(|two| [face[0], two[0], two[1]]).collect()
    };
    let triangles = features.faces.iter().flat_map(fan).collect();
    Mesh::new(features.corners.clone(), triangles).ok().map(|mesh| Arc::new(Shape::polyhedron(mesh)))
}

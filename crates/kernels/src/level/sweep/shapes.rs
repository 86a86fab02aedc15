//! Movers and brushes as shapes for distance queries.

use std::sync::Arc;

use super::advance::nearest;
use super::contact::Move;
use super::features::Features;
use crate::geometry::{Mesh, Point, Pose, Shape, Solid, Vector};
use crate::world::Body;

/// A mover as a shape.
pub struct MoverShape {
    /// The shape, in its own coordinates.
    pub shape: Arc<Shape>,
    /// Position of the shape's origin relative to the reference point.
    pub shift: Vector,
}

impl MoverShape {
    /// The mover at the start of a move, and a solid, as bodies.
    pub fn bodies(&self, a_move: &Move, solid: Arc<Shape>) -> [Body; 2] {
        let place = a_move.from + self.shift;
        let place = Pose::from_parts(place.into(), nalgebra::UnitQuaternion::identity());
        [Body::at_rest(self.shape.clone(), place), Body::at_rest(solid, Pose::identity())]
    }

    /// The point of the mover, at the start of a move, that is nearest to `p`.
    pub fn nearest(&self, a_move: &Move, p: Point) -> Option<Point> {
        let point = Arc::new(Shape::primitive(Solid::Ball { radius: 0.0 }, 1).ok()?);
        let at = |p: Vector| Pose::from_parts(p.into(), nalgebra::UnitQuaternion::identity());
        let place = a_move.from.coords + self.shift;
        let bodies = [Body::at_rest(point, at(p.coords)), Body::at_rest(self.shape.clone(), at(place))];
        Some(p + nearest(&bodies, &Vector::zeros()).point)
    }
}

/// The solid as a shape whose faces share their corners.
pub fn shape(features: &Features) -> Option<Arc<Shape>> {
    let fan = |face: &Vec<u32>| -> Vec<[u32; 3]> {
        face.windows(2).skip(1).map(|two| [face[0], two[0], two[1]]).collect()
    };
    let triangles = features.faces.iter().flat_map(fan).collect();
    Mesh::new(features.corners.clone(), triangles).ok().map(|mesh| Arc::new(Shape::polyhedron(mesh)))
}

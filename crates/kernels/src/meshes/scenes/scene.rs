//! The description of a scene, and the building blocks of its path.

use std::f64::consts::TAU;
use std::sync::Arc;

use crate::geometry::{Mesh, Pose, Vector};
use nalgebra::{Translation3, UnitQuaternion};

/// Two meshes, and a path of B along A.
pub struct Scene {
    /// Id in links and files, as in `scene=ID`.
    pub id: &'static str,
    /// Menu text in English.
    pub title: &'static str,
    /// Summary, one English sentence.
    pub says: &'static str,
    /// Makes A and B from a seed: closed manifolds of about `triangles` triangles each. From 1,000 triangles
    /// on, the number is right to within 10 %.
    pub meshes: fn(seed: u64, triangles: usize) -> [Arc<Mesh>; 2],
    /// Pose of B in A's coordinates, metres, at a position `t` of the path, from 0 to 1. The path is smooth
    /// and closed: position 1 is position 0.
    pub pose: fn(t: f64) -> Pose,
}

impl Scene {
    /// Poses of the path, evenly spaced from its start.
    pub fn path(&self, count: usize) -> Vec<Pose> {
        (0..count).map(|i| (self.pose)(i as f64 / count as f64)).collect()
    }
}

/// A pose from a position, metres, and a rotation vector: an axis as long as the angle in radians.
pub(super) fn placed(at: Vector, turn: Vector) -> Pose {
    Pose::from_parts(Translation3::from(at), UnitQuaternion::from_scaled_axis(turn))
}

/// A sine wave with this many periods over the whole path.
pub(super) fn wave(t: f64, periods: f64) -> f64 {
    (TAU * t * periods).sin()
}

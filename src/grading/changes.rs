//! Checks without a reference: changes of a question that cannot change its answer.
//!
//! A program that answers a changed question differently keeps state, has a table of answers, or depends on
//! coordinates that do not matter. Pairs that touch exactly get only changes without rounding: a motion by whole metres
//! in place of any motion.

use std::sync::Arc;

use rand::Rng;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64;

use super::families::rotation;
use crate::experiments::scenes::direction;
use crate::experiments::truth::pair::{Case, scaled};
use crate::geometry::{Mesh, Pose, Shape, Vector};
use crate::world::Body;

/// A change that keeps the answer.
pub struct Change {
    /// Id in homework files and reports.
    pub id: &'static str,
    /// The property in one English sentence.
    pub says: &'static str,
    /// The changed bodies; `None` if the change does not apply to this pair.
    pub make: fn(&Case, &mut Pcg64) -> Option<[Body; 2]>,
}

/// All changes.
pub const CHANGES: &[Change] = &[
    Change {
        id: "exchange",
        says: "A and B are exchanged.",
        make: |question, _| {
            let [a, b] = question.bodies.clone();
            Some([b, a])
        },
    },
    Change { id: "motion", says: "Both bodies are moved and turned together.", make: motion },
    Change {
        id: "scale",
        says: "Both bodies and their positions are scaled by a power of two.",
        make: |question, random| {
            let factor =
                2.0_f64.powi(random.random_range(1..12) * if random.random_bool(0.5) { 1 } else { -1 });
            let [a, b] = &question.bodies;
            Some([scaled(a, factor)?, scaled(b, factor)?])
        },
    },
    Change {
        id: "repeat",
        says: "The program gets the pair a second time, after others.",
        make: |question, _| Some(question.bodies.clone()),
    },
    Change {
        id: "vertices",
        says: "The meshes list their vertices and triangles in another order.",
        make: |question, random| {
            let [a, b] = &question.bodies;
            Some([reordered(a, random)?, reordered(b, random)?])
        },
    },
];

impl Change {
    /// The change with this id.
    pub fn named(id: &str) -> Option<&'static Self> {
        CHANGES.iter().find(|change| change.id == id)
    }
}

fn motion(question: &Case, random: &mut Pcg64) -> Option<[Body; 2]> {
    let by = if question.is_exact {
        let metres = Vector::from_fn(|_, _| f64::from(random.random_range(-8..9)));
        Pose::from_parts(metres.into(), nalgebra::UnitQuaternion::identity())
    } else {
        let metres = direction(random) * (random.random_range(0.5..3.0) * question.size());
        Pose::from_parts(metres.into(), rotation(random))
    };
    Some(question.bodies.each_ref().map(|body| {
        let mut pose = by * body.pose;
        if question.is_exact {
            pose.rotation = body.pose.rotation;
        }
        Body::at_rest(body.shape.clone(), pose)
    }))
}

/// The body with its vertices and triangles in another order. A round body keeps its mesh, because the mesh stands for
/// a solid.
fn reordered(body: &Body, random: &mut Pcg64) -> Option<Body> {
    if body.is_round() {
        return None;
    }
    let shuffled = |mesh: &Mesh, random: &mut Pcg64| {
        let mut order: Vec<usize> = (0..mesh.vertices().len()).collect();
        order.shuffle(random);
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, &old)| place[old] = new as u32);
        let vertices = order.iter().map(|&old| mesh.vertices()[old]).collect();
        let mut triangles: Vec<[u32; 3]> =
            mesh.triangles().iter().map(|t| t.map(|v| place[v as usize])).collect();
        triangles.shuffle(random);
        triangles.iter_mut().for_each(|t| t.rotate_left(random.random_range(0..3)));
        Mesh::new(vertices, triangles).ok()
    };
    let mesh = shuffled(body.shape.mesh(), random)?;
    let pieces = body.shape.pieces().iter().map(|piece| piece.mesh().clone()).collect();
    let shape = Shape::concave(mesh, pieces).ok()?;
    Some(Body::at_rest(Arc::new(shape), body.pose))
}

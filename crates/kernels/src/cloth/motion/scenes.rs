//! The scenes: initial pose of the cloth, fixed particles and obstacles.

use std::f64::consts::TAU;

use crate::cloth::mesh::{ClothMesh, MeshError};
use crate::cloth::response::Obstacle;
use crate::geometry::{Mesh, Point, Vector, primitives};

/// A row of [`SCENES`].
pub struct Scene {
    /// Id on the command line and in files; stable.
    pub id: &'static str,
    /// Menu text in English, the key of its translation.
    pub title: &'static str,
    /// Description: an English sentence.
    pub says: &'static str,
    /// Position of the particle at (u, v), both from 0 to 1, at rest and at the start, metres.
    pub place: fn(f64, f64) -> Point,
    /// Whether a particle is fixed, by column, row and particles along a side.
    pub held: fn(usize, usize, usize) -> bool,
    /// Height of the floor in metres, if there is one.
    pub floor: Option<f64>,
    /// Other obstacles.
    pub obstacles: fn() -> Vec<Obstacle>,
}

/// The patent's scene, with the centre fixed.
pub const CENTRE: &str = "centre";
/// A free fall onto a floor, with many contacts.
pub const FOLDS: &str = "folds";
/// A ramp that overlaps itself although all its normals are similar.
pub const SPIRAL: &str = "spiral";

/// All scenes, in the order of the menus.
pub const SCENES: &[Scene] = &[
    Scene {
        id: CENTRE,
        title: "Held at the centre",
        says: "A horizontal cloth falls and hangs from its central particle: the scene of the patent.",
        place: flat,
        held: |u, v, side| (u, v) == (side / 2, side / 2),
        floor: None,
        obstacles: Vec::new,
    },
    Scene {
        id: "corner",
        title: "Held at one corner",
        says: "A horizontal cloth swings down and hangs from one corner.",
        place: flat,
        held: |u, v, _| (u, v) == (0, 0),
        floor: None,
        obstacles: Vec::new,
    },
    Scene {
        id: "corners",
        title: "Held at two corners",
        says: "A horizontal cloth swings down like a curtain on two hooks.",
        place: flat,
        held: |u, v, side| (u == 0 || u + 1 == side) && v == 0,
        floor: None,
        obstacles: Vec::new,
    },
    Scene {
        id: "rod",
        title: "Over a rod",
        says: "A cloth is held along its middle; the two halves swing down and collide.",
        place: flat,
        held: |_, v, side| v == side / 2,
        floor: None,
        obstacles: Vec::new,
    },
    Scene {
        id: FOLDS,
        title: "Dropped in folds",
        says: "An upright cloth falls onto the floor and crumples into folds.",
        place: upright,
        held: |_, _, _| false,
        floor: Some(0.0),
        obstacles: Vec::new,
    },
    Scene {
        id: "ball",
        title: "Over a ball",
        says: "A cloth falls onto a ball and drapes over it.",
        place: |u, v| flat(u, v) + Vector::new(0.0, 0.75, 0.0),
        held: |_, _, _| false,
        floor: Some(0.0),
        obstacles: || vec![solid(primitives::sphere(0.3, 2), Vector::new(0.02, 0.4, 0.01))],
    },
    Scene {
        id: "box",
        title: "Over a box",
        says: "A cloth falls over a box; its corners hang down in folds.",
        place: |u, v| flat(u, v) + Vector::new(0.03, 0.6, 0.02),
        held: |_, _, _| false,
        floor: Some(0.0),
        obstacles: || {
            vec![solid(primitives::cuboid(Vector::new(0.25, 0.2, 0.2)), Vector::new(0.0, 0.35, 0.0))]
        },
    },
    Scene {
        id: "ring",
        title: "Over a ring",
        says: "A cloth falls over a ring and sags into its hole.",
        place: |u, v| flat(u, v) + Vector::new(0.02, 0.6, 0.01),
        held: |_, _, _| false,
        floor: Some(0.0),
        obstacles: || vec![ring(Point::new(0.0, 0.4, 0.0), [0.28, 0.06], [24, 10])],
    },
    Scene {
        id: SPIRAL,
        title: "Flat spiral ramp",
        says: "A spiral ramp of one and a quarter turns falls flat: all normals are similar, and it overlaps itself.",
        place: ramp,
        held: |_, _, _| false,
        floor: Some(0.0),
        obstacles: Vec::new,
    },
];

/// Finds a scene by its id.
pub fn find(id: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| scene.id == id)
}

impl Scene {
    /// The cloth at rest, with `side` × `side` particles.
    pub fn mesh(&self, side: usize) -> Result<ClothMesh, MeshError> {
        ClothMesh::grid(side, self.place)
    }
}

/// A horizontal square with sides of 1 m around the origin.
fn flat(u: f64, v: f64) -> Point {
    Point::new(u - 0.5, 0.0, v - 0.5)
}

/// An upright square with sides of 1 m, above the floor and slightly slanted so that it folds.
fn upright(u: f64, v: f64) -> Point {
    Point::new(u - 0.5, 0.08 + 0.995 * v, 0.1 * v)
}

/// A spiral ramp of one and a quarter turns around the vertical axis, rising by 20 cm, between 0.25 and 0.5 m
/// from the axis.
fn ramp(u: f64, v: f64) -> Point {
    let (angle, radius) = (1.25 * TAU * u, 0.25 * (1.0 + v));
    Point::new(radius * angle.cos(), 0.05 + 0.2 * u, radius * angle.sin())
}

/// A horizontal ring around `centre`. The first array has the radius of the ring and that of its
/// cross-section, the second the number of segments along the ring and around its cross-section.
fn ring(centre: Point, [radius, section]: [f64; 2], [around, across]: [u32; 2]) -> Obstacle {
    let at = |i: u32, j: u32| {
        let turn = |part: u32, of: u32| TAU * f64::from(part) / f64::from(of);
        let ((s, c), (rise, out)) = (turn(i, around).sin_cos(), turn(j, across).sin_cos());
        let away = radius + section * out;
        centre + Vector::new(away * c, section * rise, away * s)
    };
    let parts = || (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
    let index = |i: u32, j: u32| (i % around) * across + j % across;
    let faces = parts().flat_map(|(i, j)| {
        let [a, b, c, d] = [index(i, j), index(i + 1, j), index(i, j + 1), index(i + 1, j + 1)];
        [[a, c, b], [d, b, c]]
    });
    Obstacle::new(parts().map(|(i, j)| at(i, j)).collect(), faces.collect())
}

fn solid(mesh: Mesh, at: Vector) -> Obstacle {
    Obstacle::new(mesh.vertices().iter().map(|p| p + at).collect(), mesh.triangles().to_vec())
}

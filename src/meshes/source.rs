//! Where the two meshes come from, and the path of B.

use std::path::PathBuf;
use std::sync::Arc;

use nalgebra::UnitQuaternion;

use super::scenes::{self, SCENES, Scene};
use crate::geometry::{Aabb, Mesh, Point, Pose, Shape, Vector};

/// Frames of a path: 20 seconds at the usual speed.
pub const PATH_FRAMES: u64 = 600;
/// Scene at first.
const FIRST: &str = "knots";
/// Seed at first.
pub const DEFAULT_SEED: u64 = 1;
/// Triangles of each mesh at first.
pub const DEFAULT_TRIANGLES: usize = 2000;
/// The fewest triangles of a seeded mesh.
pub const FEWEST: usize = 100;
/// The most triangles of a seeded mesh.
pub const MOST: usize = 2_000_000;
/// Poses by which the room of a path is found.
const SAMPLES: u64 = 24;

/// Where the meshes come from.
#[derive(Clone)]
pub enum Source {
    /// A scene from a seed.
    Seeded {
        /// The row of the table.
        scene: &'static Scene,
        /// Start of the random numbers.
        seed: u64,
        /// About how many triangles each mesh has.
        triangles: usize,
    },
    /// The meshes of two files, absolute paths.
    Files([PathBuf; 2]),
}

impl Source {
    /// The scene at first.
    pub fn first() -> Self {
        let scene = scenes::find(FIRST).unwrap_or(&SCENES[0]);
        Self::Seeded { scene, seed: DEFAULT_SEED, triangles: DEFAULT_TRIANGLES }
    }

    /// Scene, seed and number of triangles; those at first for files.
    pub fn parameters(&self) -> (&'static Scene, u64, usize) {
        match *self {
            Self::Seeded { scene, seed, triangles } => (scene, seed, triangles),
            Self::Files(_) => (scenes::find(FIRST).unwrap_or(&SCENES[0]), DEFAULT_SEED, DEFAULT_TRIANGLES),
        }
    }
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Seeded { scene, seed, triangles },
                Self::Seeded { scene: other, seed: other_seed, triangles: other_triangles },
            ) => (scene.id, seed, triangles) == (other.id, other_seed, other_triangles),
            (Self::Files(paths), Self::Files(other)) => paths == other,
            _ => false,
        }
    }
}

/// Two meshes as they are asked about and drawn.
#[derive(Clone)]
pub struct Meshes {
    /// A and B; the same `Arc` twice where a mesh meets its own copy.
    pub meshes: [Arc<Mesh>; 2],
    /// The same as shapes to be drawn.
    pub shapes: [Arc<Shape>; 2],
    /// The box around A and around B everywhere on its path, metres.
    pub bounds: Aabb,
    source: Source,
}

impl Meshes {
    /// The meshes of a seeded source; those that were read for one from files.
    pub fn new(source: Source, read: Option<[Arc<Mesh>; 2]>) -> Self {
        let meshes = match (&source, read) {
            (_, Some(read)) => read,
            (Source::Seeded { scene, seed, triangles }, None) => (scene.meshes)(*seed, *triangles),
            // There is nothing to read: the first scene's stand in.
            (Source::Files(_), None) => (SCENES[0].meshes)(DEFAULT_SEED, DEFAULT_TRIANGLES),
        };
        let a = Arc::new(Shape::polyhedron((*meshes[0]).clone()));
        let b = match Arc::ptr_eq(&meshes[0], &meshes[1]) {
            true => Arc::clone(&a),
            false => Arc::new(Shape::polyhedron((*meshes[1]).clone())),
        };
        let bounds = a.local_aabb();
        let mut made = Self { meshes, shapes: [a, b], bounds, source };
        let poses = (0..SAMPLES).map(|i| made.on_path(i * PATH_FRAMES / SAMPLES));
        made.bounds = poses.fold(bounds, |all, pose| all.union(&made.shapes[1].aabb_at(&pose)));
        made
    }

    /// Where they come from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Where B is at a frame of its path, in A's coordinates.
    pub fn on_path(&self, frame: u64) -> Pose {
        let t = (frame % PATH_FRAMES) as f64 / PATH_FRAMES as f64;
        match &self.source {
            Source::Seeded { scene, .. } => (scene.pose)(t),
            Source::Files(_) => self.there_and_back(t),
        }
    }

    /// The length by which steps and tolerances are measured, metres.
    pub fn size(&self) -> f64 {
        self.shapes[0].size().max(self.shapes[1].size())
    }

    /// All triangles of both.
    pub fn triangles(&self) -> usize {
        self.meshes.iter().map(|mesh| mesh.triangles().len()).sum()
    }

    /// The path of meshes from files: B comes from beside A nearly to its middle and goes back, while it turns once.
    fn there_and_back(&self, t: f64) -> Pose {
        let angle = std::f64::consts::TAU * t;
        let [a, b] = [0, 1].map(|i: usize| self.shapes[i].local_aabb());
        let reach = 0.5 * (a.extents().x + b.extents().norm());
        let way = UnitQuaternion::from_axis_angle(&Vector::y_axis(), 0.3 * angle.sin()) * Vector::x();
        let turn = UnitQuaternion::from_axis_angle(&Vector::y_axis(), angle);
        let center: Point = a.center() + way * reach * (0.6 + 0.5 * angle.cos());
        Pose::from_parts((center.coords - turn * b.center().coords).into(), turn)
    }
}

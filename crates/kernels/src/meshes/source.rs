//! The source of the two meshes, and the path of B.

use std::path::PathBuf;
use std::sync::Arc;

use nalgebra::UnitQuaternion;

use super::scenes::{self, SCENES, Scene};
use crate::geometry::{Aabb, Mesh, Point, Pose, Shape, Vector};

/// Frames of a path: 20 seconds at the usual speed.
pub const PATH_FRAMES: u64 = 600;
/// Id of the default scene.
const FIRST: &str = "knots";
/// Default seed.
pub const DEFAULT_SEED: u64 = 1;
/// Default number of triangles per mesh.
pub const DEFAULT_TRIANGLES: usize = 2000;
/// Minimum number of triangles of a seeded mesh.
pub const FEWEST: usize = 100;
/// Maximum number of triangles of a seeded mesh.
pub const MOST: usize = 2_000_000;
/// Number of poses, evenly spread over a path, from which the bounds of the path are computed.
const SAMPLES: u64 = 24;

/// The source of the meshes.
#[derive(Clone)]
pub enum Source {
    /// A seeded scene.
    Seeded {
        /// Row of the table of scenes.
        scene: &'static Scene,
        /// Seed of the random numbers.
        seed: u64,
        /// Approximate number of triangles per mesh.
        triangles: usize,
    },
    /// The meshes of two files, given by absolute paths.
    Files([PathBuf; 2]),
}

impl Source {
    /// The default source.
    pub fn first() -> Self {
        let scene = scenes::find(FIRST).unwrap_or(&SCENES[0]);
        Self::Seeded { scene, seed: DEFAULT_SEED, triangles: DEFAULT_TRIANGLES }
    }

    /// Scene, seed and number of triangles; the defaults for files.
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

/// Two meshes for queries and drawing.
#[derive(Clone)]
pub struct Meshes {
    /// A and B; the same `Arc` twice for a mesh against its own copy.
    pub meshes: [Arc<Mesh>; 2],
    /// The meshes as drawable shapes.
    pub shapes: [Arc<Shape>; 2],
    /// Box around A and around B at the sampled poses of its path, metres.
    pub bounds: Aabb,
    source: Source,
}

impl Meshes {
    /// Takes the meshes read from files, or generates those of a seeded source.
    pub fn new(source: Source, read: Option<[Arc<Mesh>; 2]>) -> Self {
        let meshes = match (&source, read) {
            (_, Some(read)) => read,
            (Source::Seeded { scene, seed, triangles }, None) => (scene.meshes)(*seed, *triangles),
            // Files that could not be read are replaced by the first scene.
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

    /// Source of the meshes.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Pose of B at a frame of its path, in A's coordinates.
    pub fn on_path(&self, frame: u64) -> Pose {
        let t = (frame % PATH_FRAMES) as f64 / PATH_FRAMES as f64;
        match &self.source {
            Source::Seeded { scene, .. } => (scene.pose)(t),
            Source::Files(_) => self.there_and_back(t),
        }
    }

    /// The size of the larger mesh, metres: the unit of steps and tolerances.
    pub fn size(&self) -> f64 {
        self.shapes[0].size().max(self.shapes[1].size())
    }

    /// Total number of triangles.
    pub fn triangles(&self) -> usize {
        self.meshes.iter().map(|mesh| mesh.triangles().len()).sum()
    }

    /// Path of meshes from files: B moves from beside A nearly to A's middle and back while it rotates once.
    fn there_and_back(&self, t: f64) -> Pose {
        let angle = std::f64::consts::TAU * t;
        let [a, b] = [0, 1].map(|i: usize| self.shapes[i].local_aabb());
        let reach = 0.5 * (a.extents().x + b.extents().norm());
        let direction = UnitQuaternion::from_axis_angle(&Vector::y_axis(), 0.3 * angle.sin()) * Vector::x();
        let turn = UnitQuaternion::from_axis_angle(&Vector::y_axis(), angle);
        let center: Point = a.center() + direction * reach * (0.6 + 0.5 * angle.cos());
        Pose::from_parts((center.coords - turn * b.center().coords).into(), turn)
    }
}

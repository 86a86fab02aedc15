//! Bodies from files: read, decomposed into convex pieces, ready to move in the arena.
//!
//! The decomposition may take long. The window runs it on a thread ([`Loading`]) with progress and cancel;
//! the command line waits for it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::files;
use crate::geometry::{Pose, Shape, import};
use crate::labs::reading::Reading;
use crate::object_space::hybrid_boxes;
use crate::solids::decomposition::{self, DecomposeError, Parameters, Progress};

/// A body loaded from a mesh file.
#[derive(Clone, Debug)]
pub struct Model {
    /// The file's name without its folder.
    pub name: String,
    /// Absolute path of the file.
    pub path: PathBuf,
    /// How far the convex pieces stick out of the mesh, as a share of its longest side. 0 for a convex mesh.
    pub overshoot: f64,
    /// Repairs made while reading the mesh, each in a few words.
    pub notes: Vec<String>,
    /// Pose of a body that keeps the size and the origin of its file; `None` for one that the world places and scales.
    pub placed: Option<Pose>,
    /// The mesh and its pieces, scaled to a longest side of 1 around the origin unless the model is placed.
    shape: Arc<Shape>,
}

impl Model {
    /// Reads the file and decomposes the mesh. `go_on` receives the progress and returns whether to continue.
    /// The error is one line that names the file, the place and the remedy.
    pub fn load(path: &Path, go_on: &mut dyn FnMut(Progress) -> bool) -> Result<Self, String> {
        Self::load_at(path, None, go_on)
    }

    /// Like [`Model::load`]; with a pose, the mesh keeps its size and its origin.
    pub fn load_at(
        path: &Path,
        placed: Option<Pose>,
        go_on: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Self, String> {
        let file = path.display();
        let import::Imported { mesh, notes, numbers } = import::read(path).map_err(|e| e.to_string())?;
        let found = decomposition::decompose(&mesh, &Parameters::default(), go_on).map_err(|e| match e {
            DecomposeError::Broken(why) => {
                let why = mesh.explain(&why, numbers.as_deref());
                format!("{file}: {why}; repair the mesh and export it again")
            }
            DecomposeError::Stopped => format!("{file}: stopped"),
            DecomposeError::TooLarge(_) => format!("{file}: {e}"),
        })?;
        let shape = Shape::concave(mesh, found.pieces).map_err(|e| format!("{file}: a convex piece: {e}"))?;
        let fitted = if placed.is_some() { Some(shape) } else { shape.fitted(1.0) };
        let Some(shape) = fitted else {
            return Err(format!(
                "{file}: coordinates are too large or too small to be scaled; export it in metres"
            ));
        };
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let path = files::absolute(path);
        let shape = Arc::new(shape);
        hybrid_boxes::prepare(&shape);
        Ok(Self { name, path, overshoot: found.overshoot, notes, placed, shape })
    }

    /// Number of convex pieces; 1 if the mesh is convex.
    pub fn piece_count(&self) -> usize {
        self.shape.pieces().len().max(1)
    }

    /// Number of triangles of the mesh.
    pub fn triangle_count(&self) -> usize {
        self.shape.mesh().triangles().len()
    }

    /// The shape, scaled to a longest side of `size` metres unless the model is placed.
    pub fn shape(&self, size: f64) -> Arc<Shape> {
        if size == 1.0 || self.placed.is_some() {
            return self.shape.clone();
        }
        // A shape of size 1 can be scaled to every size that a world accepts.
        self.shape.fitted(size).map_or_else(|| self.shape.clone(), Arc::new)
    }

    /// Summary and repairs of the mesh: lines that begin with its name.
    pub fn lines(&self) -> Vec<String> {
        let mended = self.notes.iter().map(|what| format!("{}: {what}", self.name));
        std::iter::once(format!("{}: {}", self.name, self.says())).chain(mended).collect()
    }

    /// Summary of the mesh in a few words.
    pub fn says(&self) -> String {
        let triangles = self.triangle_count();
        match self.piece_count() {
            1 if self.shape.pieces().is_empty() => format!("{triangles} triangles, convex"),
            count => format!(
                "{triangles} triangles; split into {count} convex piece{}, which {}",
                if count == 1 { "" } else { "s" },
                sticking_out(self.overshoot)
            ),
        }
    }
}

/// How far the convex pieces stick out of the mesh, as the end of a sentence about the pieces: "fit exactly"
/// or "protrude by up to 0.80 % of its size".
pub fn sticking_out(overshoot: f64) -> String {
    if overshoot < 1e-6 {
        "fit exactly".to_owned()
    } else {
        format!("protrude by up to {:.2} % of its size", 100.0 * overshoot)
    }
}

/// A model being loaded on a thread. It has no progress while the file is being read.
pub type Loading = Reading<Model, Progress>;

/// Starts loading a model.
pub fn begin(path: PathBuf) -> Loading {
    Reading::begin(path, |file, go_on| Model::load(file, go_on))
}

//! The ground of a walk: a compiled level with its source, a path and the shapes to draw.

use std::path::PathBuf;
use std::sync::Arc;

use super::drawing::Drawing;
use super::own_level::OwnLevel;
use crate::geometry::{Aabb, Point};
use crate::level::compile::SplitRule;
use crate::level::compiled::Level;
use crate::level::error::LevelError;
use crate::level::made::{self, Part};

/// Default seed.
pub const DEFAULT_SEED: u64 = 1;
/// Default number of faces, approximate.
pub const DEFAULT_FACES: usize = 1500;
/// The fewest faces of a level from a seed.
pub const FEWEST: usize = 1000;
/// The most faces of a level from a seed.
pub const MOST: usize = 100_000;

/// Source of the level.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A generated level.
    Made {
        /// Seed of the random numbers.
        seed: u64,
        /// Approximate number of faces.
        faces: usize,
    },
    /// The solid in this file, an absolute path.
    File(PathBuf),
}

impl Source {
    /// The default level.
    pub fn first() -> Self {
        Self::Made { seed: DEFAULT_SEED, faces: DEFAULT_FACES }
    }

    /// Seed and number of faces of a generated level; for a file, their defaults.
    pub fn parameters(&self) -> (u64, usize) {
        match *self {
            Self::Made { seed, faces } => (seed, faces),
            Self::File(_) => (DEFAULT_SEED, DEFAULT_FACES),
        }
    }
}

/// A level with all that a walk needs.
pub struct Ground {
    source: Source,
    /// The compiled level.
    pub level: Arc<Level>,
    /// Path of a walking figure's lowest point. The walk starts at the first place.
    pub path: Vec<Point>,
    /// The closed path of a driving figure.
    pub round: Vec<Point>,
    /// The box around everything drawn, metres.
    pub bounds: Aabb,
    /// The part that each brush belongs to; `None` in a level from a file.
    pub parts: Vec<Option<Part>>,
    /// The drawing of the whole level.
    pub whole: Arc<Drawing>,
    /// Parts of the file that were left out, one English sentence each.
    pub notes: Vec<String>,
}

impl Ground {
    /// Generates the level, or takes it from the file contents `own`, and compiles it. `go_on` receives the finished
    /// and the total work, and cancels by returning false.
    pub fn new(
        source: Source,
        own: Option<&OwnLevel>,
        go_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Self, LevelError> {
        let (level, path, round, parts) = match (&source, own) {
            (_, Some(own)) => {
                let level = own.compile(go_on)?;
                let path = own.path(&level);
                let round = own.round(&path);
                let parts = vec![None; level.brushes.len()];
                (level, path, round, parts)
            }
            (&Source::Made { seed, faces }, None) => from_seed(seed, faces, go_on)?,
            // If the file's contents are not given, the default level is used instead.
            (Source::File(_), None) => from_seed(DEFAULT_SEED, DEFAULT_FACES, go_on)?,
        };
        let bounds = level.brushes.iter().map(|brush| brush.bounds).reduce(|all, one| all.union(&one));
        let bounds = bounds.unwrap_or_else(|| Aabb::cube(path[0], 1.0));
        let whole = Arc::new(Drawing::new(&level.brushes, &parts, None));
        let notes = own.map_or_else(Vec::new, |own| own.notes().to_vec());
        Ok(Self { source, level: Arc::new(level), path, round, bounds, parts, whole, notes })
    }

    /// Source of the level.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Estimated memory, bytes.
    pub fn bytes(&self) -> usize {
        let tree = &self.level.tree;
        1024 * self.level.faces + 16 * tree.nodes.len() + 32 * tree.planes.len()
    }
}

type Raw = (Level, Vec<Point>, Vec<Point>, Vec<Option<Part>>);

fn from_seed(
    seed: u64,
    faces: usize,
    go_on: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Raw, LevelError> {
    let made = made::make(seed, faces);
    let level = made.compile(SplitRule::Mixed, go_on)?;
    Ok((level, made.path, made.round, made.parts.into_iter().map(Some).collect()))
}

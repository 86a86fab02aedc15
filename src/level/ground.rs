//! The level that is walked through: where it comes from, compiled, with a path and the shapes that are drawn.

use std::path::PathBuf;
use std::sync::Arc;

use super::drawing::Drawing;
use super::own_level::OwnLevel;
use crate::geometry::{Aabb, Point};
use crate::level::compile::SplitRule;
use crate::level::compiled::Level;
use crate::level::error::LevelError;
use crate::level::made::{self, Part};

/// Seed at first.
pub const DEFAULT_SEED: u64 = 1;
/// About how many faces the level has at first.
pub const DEFAULT_FACES: usize = 1500;
/// The fewest faces of a level from a seed.
pub const FEWEST: usize = 1000;
/// The most.
pub const MOST: usize = 100_000;

/// Where the level comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A level from a seed, with about so many faces.
    Made {
        /// Start of the random numbers.
        seed: u64,
        /// About how many faces.
        faces: usize,
    },
    /// The solid in this file, an absolute path.
    File(PathBuf),
}

impl Source {
    /// The level at first.
    pub fn first() -> Self {
        Self::Made { seed: DEFAULT_SEED, faces: DEFAULT_FACES }
    }

    /// Seed and number of faces; those of the default for a file.
    pub fn parameters(&self) -> (u64, usize) {
        match *self {
            Self::Made { seed, faces } => (seed, faces),
            Self::File(_) => (DEFAULT_SEED, DEFAULT_FACES),
        }
    }
}

/// A level that is walked through.
pub struct Ground {
    source: Source,
    /// The compiled level.
    pub level: Arc<Level>,
    /// Places of the lowest point of what walks. The first is where it begins.
    pub path: Vec<Point>,
    /// Places of the same kind for what drives: a closed round.
    pub round: Vec<Point>,
    /// The box around all that is drawn, metres.
    pub bounds: Aabb,
    /// What each brush is part of; `None` in a level from a file.
    pub parts: Vec<Option<Part>>,
    /// The whole level as it is drawn.
    pub whole: Arc<Drawing>,
    /// What of its file was left out, a sentence in English each.
    pub notes: Vec<String>,
}

impl Ground {
    /// Makes or takes the level and compiles it; `go_on` is told what is done of how much, and stops it by saying no.
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
            // There is nothing to read: the first level stands in.
            (Source::File(_), None) => from_seed(DEFAULT_SEED, DEFAULT_FACES, go_on)?,
        };
        let bounds = level.brushes.iter().map(|brush| brush.bounds).reduce(|all, one| all.union(&one));
        let bounds = bounds.unwrap_or_else(|| Aabb::cube(path[0], 1.0));
        let whole = Arc::new(Drawing::new(&level.brushes, &parts, None));
        let notes = own.map_or_else(Vec::new, |own| own.notes().to_vec());
        Ok(Self { source, level: Arc::new(level), path, round, bounds, parts, whole, notes })
    }

    /// Where it comes from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// About how much memory it takes, bytes.
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

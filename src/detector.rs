//! What every narrow-phase method is: something that decides pairs of bodies and says what it cost.

use std::time::Duration;

use crate::world::{Body, Pair};

/// A method at work. It may keep what helps it next time (buffers, last frame's results), but its
/// verdicts depend on the arguments alone.
pub trait Detector {
    /// Decides every pair of `pairs`, which index into `bodies`. One verdict per pair, in order.
    fn detect(&mut self, bodies: &[Body], pairs: &[Pair]) -> Result<Detection, DetectError>;

    /// Decides one pair again, apart from all counting, and keeps the buffers that it was decided
    /// with. `None` where nothing is drawn.
    fn tile(&mut self, _bodies: &[Body], _pair: Pair) -> Result<Option<Tile>, DetectError> {
        Ok(None)
    }

    /// What it has found out about itself, such as the schedule that is fastest here. One line, fit to be
    /// shown.
    fn note(&self) -> Option<String> {
        None
    }
}

/// The buffers of one pair after its last pass. Square, row by row from the bottom.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// Pixels along a side.
    pub side: u32,
    /// 0 is near, 1 is far, as the depth buffer holds it.
    pub depth: Vec<f32>,
    /// As the stencil buffer holds it.
    pub stencil: Vec<u8>,
    /// The stencil value that proves a collision. `None`: the depths are what is worth looking at.
    pub proof: Option<u8>,
    /// What was decided.
    pub verdict: Verdict,
}

/// What a run of [`Detector::detect`] found and what it cost.
#[derive(Clone, Debug, Default)]
pub struct Detection {
    /// One per pair, in the pairs' order.
    pub verdicts: Vec<Verdict>,
    /// Of the whole run.
    pub cost: Cost,
}

/// Colliding or not, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The answer.
    pub colliding: bool,
    /// What it rests on.
    pub evidence: Evidence,
}

/// What a verdict rests on, per family of methods.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evidence {
    /// Image space: samples (or pixels) counted by each round, `None` for a round that was not run because
    /// an earlier one had settled the pair. A boolean query counts 0 or 1. Both rounds of the last view
    /// axis tried.
    Samples {
        /// Round 1 and round 2.
        rounds: [Option<u32>; 2],
        /// 0, 1, 2 for x, y, z: along which the pair was seen.
        axis: u8,
    },
    /// The boxes of the pair do not overlap, so nothing was drawn.
    EmptyWindow,
    /// Exact distance in metres between disjoint solids; 0 when they intersect.
    Distance(f64),
    /// A walk down two trees of bounding volumes, up to the first pair of triangles that touch.
    Traversal {
        /// Pairs of nodes whose volumes were tested.
        node_pairs: u32,
        /// Pairs of triangles that were tested.
        triangle_pairs: u32,
    },
    /// A sandwich: the layer that settled the pair.
    Layer(Layer),
}

/// Which part of a sandwich settles a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// The boxes are apart.
    Boxes,
    /// The bodies, drawn too fat, do not collide: then they are disjoint.
    FatMiss,
    /// The bodies, drawn a hair too thin, collide: then they do.
    ThinHit,
    /// Neither: the exact test had to decide.
    Exact,
}

/// What to call an axis by its number.
pub const AXIS_NAMES: [&str; 3] = ["x", "y", "z"];

/// Counters of one run. Times are wall-clock; GPU time is from a timer query where there is one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// From the call to its return.
    pub cpu: Duration,
    /// Between the first and the last GL command, on the GPU's clock. `None`: not measured.
    pub gpu: Option<Duration>,
    /// Pairs decided.
    pub pairs: u64,
    /// Draw calls.
    pub draws: u64,
    /// Triangles in those draws.
    pub triangles: u64,
    /// Occlusion queries.
    pub queries: u64,
    /// Bytes that came back from the GPU to decide: 4 per query result, and every pixel read.
    pub bytes_read: u64,
    /// Pairs that each stage of the method settled as disjoint: pairs of bodies, or for a method that walks
    /// down trees, pairs of nodes.
    pub rejections: Tally,
    /// Overlap tests made, by the kind of volume.
    pub tests: Tally,
}

/// A few named counters, in a fixed order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    names: &'static [&'static str],
    counts: [u64; Self::MOST],
}

impl Tally {
    /// As many counters as there can be.
    pub const MOST: usize = 8;

    /// One counter per name, all at zero.
    ///
    /// # Panics
    /// With more than [`Tally::MOST`] names, which is a mistake in the program.
    pub const fn of(names: &'static [&'static str]) -> Self {
        assert!(names.len() <= Self::MOST);
        Self { names, counts: [0; Self::MOST] }
    }

    /// Counts `more` for the name at `index`.
    pub fn add(&mut self, index: usize, more: u64) {
        self.counts[index] += more;
    }

    /// Names and counts, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.names.iter().copied().zip(self.counts)
    }

    /// Sum of all counters.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// Why a method could not decide.
#[derive(Debug, thiserror::Error)]
pub enum DetectError {
    /// The method needs convex bodies and this one is not.
    #[error("body {body}: {reason}; this method decides convex bodies only")]
    NotConvex {
        /// Index into the bodies.
        body: usize,
        /// Where and by how much.
        reason: crate::geometry::MeshError,
    },
    /// The method needs solids and this body's surface has a hole.
    #[error("body {body}: {reason}; this method decides closed bodies only")]
    NotClosed {
        /// Index into the bodies.
        body: usize,
        /// Where.
        reason: crate::geometry::MeshError,
    },
    /// What is asked for takes more memory than it may. One line that says what to set.
    #[error("{0}")]
    TooLarge(String),
    /// The GL did not do what it was asked.
    #[error("OpenGL: {0}")]
    Gl(String),
}

/// `Err` names the first body of `pairs` that is not convex, and where.
pub fn require_convex(bodies: &[Body], pairs: &[Pair]) -> Result<(), DetectError> {
    for body in pairs.iter().flat_map(|p| [p.a, p.b]) {
        if let Err(reason) = bodies[body].shape.convexity() {
            return Err(DetectError::NotConvex { body, reason: reason.clone() });
        }
    }
    Ok(())
}

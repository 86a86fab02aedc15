//! The interface of every narrow-phase method: it tests pairs of bodies and reports its cost.

use std::time::Duration;

use crate::geometry::{Aabb, MeshError};
use crate::programs::certificate::Checked;
use crate::programs::{Certificate, FailureKind};
use crate::settings::Settings;
use crate::world::{Body, Pair};

/// A method at work. It may keep state to be faster next time (buffers, results of the last frame), but its verdicts
/// depend on the arguments alone.
pub trait Detector {
    /// Tests whether the bodies of every pair collide; `pairs` index into `bodies`. One verdict per pair, in order.
    fn detect(&mut self, bodies: &[Body], pairs: &[Pair]) -> Result<Detection, DetectError>;

    /// Tests one pair again, without counting costs, and returns the buffers behind the verdict. `None` for a method
    /// that draws nothing.
    fn tile(&mut self, _bodies: &[Body], _pair: Pair) -> Result<Option<Tile>, DetectError> {
        Ok(None)
    }

    /// Takes over other settings of the same method without compiling a shader or uploading a mesh. False if it cannot:
    /// another detector must then be built.
    fn adapt(&mut self, _settings: &Settings) -> bool {
        false
    }

    /// A finding of the method about itself, such as the fastest schedule on this machine: one English line.
    fn note(&self) -> Option<String> {
        None
    }
}

/// The buffers of one pair after its last pass. Square, row by row from the bottom, one entry per pixel.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// Pixels along a side of the tile.
    pub side: u32,
    /// Depth buffer: 0 is near, 1 is far.
    pub depth: Vec<f32>,
    /// Stencil buffer, 8 bits a pixel.
    pub stencil: Vec<u8>,
    /// The stencil value that proves a collision; `None` if the depth buffer, not the stencil buffer, is to be shown.
    pub proof: Option<u8>,
    /// The verdict derived from these buffers.
    pub verdict: Verdict,
    /// View axis: 0, 1, 2 for x, y, z; the camera looks along the positive direction.
    pub axis: u8,
    /// The visible box in world space, depth included, metres.
    pub volume: Aabb,
}

/// Verdicts and cost of one [`Detector::detect`].
#[derive(Clone, Debug, Default)]
pub struct Detection {
    /// One verdict per pair, in the order of the pairs.
    pub verdicts: Vec<Verdict>,
    /// Cost of the whole run.
    pub cost: Cost,
}

/// Colliding or not, with the evidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Whether the bodies share a point, according to the method.
    pub colliding: bool,
    /// The facts that the verdict rests on.
    pub evidence: Evidence,
}

impl Verdict {
    /// Whether the method answered. A program of one's own may fail on a pair; its verdict then means nothing.
    pub fn is_answer(&self) -> bool {
        !matches!(self.evidence, Evidence::NoAnswer(_))
    }
}

/// Largest number of rounds of a table of passes.
pub const MOST_ROUNDS: usize = 8;

/// The count of each round of a table of passes; `None` for rounds that were not run or that the table lacks.
pub type RoundCounts = [Option<u32>; MOST_ROUNDS];

/// Counts of the first rounds; the others are `None`.
pub const fn round_counts<const N: usize>(first: [Option<u32>; N]) -> RoundCounts {
    let mut counts = [None; MOST_ROUNDS];
    let mut round = 0;
    while round < N {
        counts[round] = first[round];
        round += 1;
    }
    counts
}

/// The counts up to the last one that is known, but at least those of two rounds, which most tables have.
pub fn shown_rounds(counts: &RoundCounts) -> &[Option<u32>] {
    let known = counts.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    &counts[..known.max(2)]
}

/// The facts that a verdict rests on, per family of methods.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evidence {
    /// Image space: samples (or pixels) counted by each round; `None` for a round that was skipped because an earlier
    /// round had settled the pair. A boolean query counts 0 or 1. Both counts come from the last view axis tried.
    Samples {
        /// Counts of round 1, of round 2, and so on.
        rounds: RoundCounts,
        /// View axis of the pair: 0, 1, 2 for x, y, z.
        axis: u8,
    },
    /// Image space: the volume that the bodies share, as measured along the last view axis tried.
    Volume {
        /// Samples counted in all slices.
        samples: u32,
        /// The measured volume.
        cubic_metres: f64,
        /// View axis of the pair: 0, 1, 2 for x, y, z.
        axis: u8,
    },
    /// The bounding boxes of the pair do not overlap, so nothing was drawn.
    EmptyWindow,
    /// Exact distance in metres between disjoint solids; 0 when they intersect.
    Distance(f64),
    /// The solids touch, or their gap or overlap is smaller than the rounding of the input: they count as
    /// colliding.
    Touching,
    /// A traversal of two bounding-volume trees, up to the first pair of triangles that touch.
    Traversal {
        /// Pairs of nodes whose volumes were tested.
        node_pairs: u32,
        /// Pairs of triangles that were tested.
        triangle_pairs: u32,
    },
    /// In a view of the whole scene, the bodies were seen not to hide behind each other (`cullide`).
    FullyVisible {
        /// View axis: 0, 1, 2 for x, y, z.
        axis: u8,
        /// Number of the round, from 1.
        round: u8,
    },
    /// A sandwich: the layer that settled the pair.
    Layer(Layer),
    /// A program of one's own: its certificate, if it gave one, and the result of the exact check.
    Program {
        /// A common point, or a plane that parts the bodies.
        certificate: Option<Certificate>,
        /// Whether the certificate proves the verdict.
        checked: Checked,
    },
    /// A program of one's own gave no answer for the pair.
    NoAnswer(FailureKind),
}

/// The layer of a sandwich that settled a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// The bounding boxes are separated: nothing was drawn.
    Boxes,
    /// The enlarged bodies do not collide, so the true bodies are disjoint.
    FatMiss,
    /// The bodies, shrunk by more than all rounding, collide, so the true bodies collide.
    ThinHit,
    /// Neither layer settled the pair, so the exact test did.
    Exact,
}

/// Names of the axes 0, 1, 2.
pub const AXIS_NAMES: [&str; 3] = ["x", "y", "z"];

/// Cost of one run. Times are wall-clock; GPU time comes from a timer query, if there is one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Wall-clock time from the call to its return.
    pub cpu: Duration,
    /// Time between the first and the last GL command, on the GPU's clock. `None`: not measured.
    pub gpu: Option<Duration>,
    /// Number of pairs tested.
    pub pairs: u64,
    /// Number of draw calls.
    pub draws: u64,
    /// Number of triangles in those draws.
    pub triangles: u64,
    /// Number of occlusion queries begun.
    pub queries: u64,
    /// Bytes read back from the GPU for the verdicts: 4 bytes for each query result, and all bytes of the pixels that
    /// are read.
    pub bytes_read: u64,
    /// Pairs that each stage of the method settled as disjoint: pairs of bodies, or pairs of nodes for tree
    /// methods.
    pub rejections: Tally,
    /// Number of overlap tests, by kind of volume.
    pub tests: Tally,
}

/// A few named counters, in a fixed order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    names: &'static [&'static str],
    counts: [u64; Self::MOST],
}

impl Tally {
    /// The largest number of counters in a tally.
    pub const MOST: usize = 8;

    /// One counter per name, all at zero.
    ///
    /// # Panics
    /// Panics with more than [`Tally::MOST`] names, which is a bug.
    pub const fn of(names: &'static [&'static str]) -> Self {
        assert!(names.len() <= Self::MOST);
        Self { names, counts: [0; Self::MOST] }
    }

    /// Adds `more` to the counter at `index`.
    pub fn add(&mut self, index: usize, more: u64) {
        self.counts[index] += more;
    }

    /// Names and counts, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.names.iter().copied().zip(self.counts)
    }

    /// Sum of all counters.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// Reason why a method failed.
#[derive(Debug, thiserror::Error)]
pub enum DetectError {
    /// The method needs convex bodies, and this body is not convex.
    #[error("body {body}: {reason}; this method supports convex bodies only")]
    NotConvex {
        /// Index into the list of bodies.
        body: usize,
        /// Where the body is not convex, and by how much.
        reason: MeshError,
    },
    /// The method needs solids, and this body's surface has a hole.
    #[error("body {body}: {reason}; this method supports closed bodies only")]
    NotClosed {
        /// Index into the list of bodies.
        body: usize,
        /// The edge where the surface is open.
        reason: MeshError,
    },
    /// The request needs more memory than is allowed; one line that names the setting to change.
    #[error("{0}")]
    TooLarge(String),
    /// The method does not answer here; one line that says where it does.
    #[error("{0}")]
    NotHere(&'static str),
    /// OpenGL failed; the message comes from the driver or from the program.
    #[error("OpenGL: {0}")]
    Gl(String),
}

/// Returns an error that names the first non-convex body of `pairs`, and where it is not convex.
pub fn require_convex(bodies: &[Body], pairs: &[Pair]) -> Result<(), DetectError> {
    for body in pairs.iter().flat_map(|p| [p.a, p.b]) {
        if let Err(reason) = bodies[body].shape.convexity() {
            return Err(DetectError::NotConvex { body, reason: reason.clone() });
        }
    }
    Ok(())
}

/// `Err` names the first body of `pairs` whose surface has a hole, because such a body has no inside.
pub fn require_closed(bodies: &[Body], pairs: &[Pair]) -> Result<(), DetectError> {
    for body in pairs.iter().flat_map(|p| [p.a, p.b]) {
        if let Err(reason @ MeshError::Open(..)) = bodies[body].shape.convexity() {
            return Err(DetectError::NotClosed { body, reason: reason.clone() });
        }
    }
    Ok(())
}

/// A wrong verdict, compared with the reference's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// Missed pair: colliding by the reference, separated by the method.
    Missed,
    /// A false hit: the pair is separated according to the reference, colliding according to the method.
    FalseHit,
}

impl Mistake {
    /// Compares a verdict with the reference's (`true`: the pair collides); `None` where the two agree.
    pub fn of(verdict: bool, reference: bool) -> Option<Self> {
        match (verdict, reference) {
            (false, true) => Some(Self::Missed),
            (true, false) => Some(Self::FalseHit),
            _ => None,
        }
    }

    /// The mistake's English name, for lists and for marks over the scene.
    pub fn words(self) -> &'static str {
        match self {
            Self::Missed => "missed",
            Self::FalseHit => "false hit",
        }
    }
}

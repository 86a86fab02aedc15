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
    /// Which of the two is worth looking at for this method.
    pub shows_stencil: bool,
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
    /// Image space: samples counted by each round, `None` for a round that was not run because an
    /// earlier one had settled the pair. Both rounds of the last view axis tried.
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
        reason: crate::geometry::mesh::MeshError,
    },
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

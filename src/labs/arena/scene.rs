//! What the renderer is handed for a frame: plain data, nothing of methods or panels.

use crate::geometry::{Aabb, Point};
use crate::world::{Body, Pair};

/// One frame. Lists that say something per body or per pair may be shorter: what is missing is `false`.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// To be drawn.
    pub bodies: &'a [Body],
    /// Drawn as edges and a floor.
    pub container: Aabb,
    /// Per body, by the shown method.
    pub colliding: &'a [bool],
    /// Gets an outline of its own, and its candidate pairs are drawn even when others are not.
    pub selected: Option<usize>,
    /// From the broad phase.
    pub candidates: &'a [Pair],
    /// Per candidate, by the shown method.
    pub verdicts: &'a [bool],
    /// View windows: eight corners each, x fastest.
    pub windows: &'a [[Point; 8]],
    /// What to draw beside the bodies.
    pub overlays: Overlays,
}

/// Lists that a scene borrows and that nobody keeps otherwise.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// Per candidate, by the shown method.
    pub verdicts: Vec<bool>,
    /// View windows: eight corners each, x fastest.
    pub windows: Vec<[Point; 8]>,
}

/// What is drawn over the bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overlays {
    /// Axis-aligned boxes around the bodies.
    pub aabbs: bool,
    /// Lines between the centres of candidate pairs; those that collide are stronger.
    pub candidates: bool,
    /// Each pair's view window.
    pub windows: bool,
    /// Concave bodies as their convex pieces, a little apart.
    pub pieces: bool,
    /// Arrows that reach where the body will be in [`VELOCITY_FRAMES`] frames.
    pub velocity: bool,
}

/// Frames that a velocity arrow looks ahead.
pub const VELOCITY_FRAMES: f64 = 20.0;

impl Scene<'_> {
    /// Whether a body collides by the shown method.
    pub fn is_colliding(&self, body: usize) -> bool {
        self.colliding.get(body).copied().unwrap_or(false)
    }
}

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
    /// Per body, by the pane's method.
    pub colliding: &'a [bool],
    /// Gets an outline of its own, and its candidate pairs are drawn even when others are not.
    pub selected: Option<usize>,
    /// From the broad phase.
    pub candidates: &'a [Pair],
    /// Per candidate, by the pane's method.
    pub verdicts: &'a [bool],
    /// View windows: eight corners each, x fastest.
    pub windows: &'a [[Point; 8]],
    /// Pairs to be pointed out.
    pub marks: Marks<'a>,
    /// What to draw beside the bodies.
    pub overlays: Overlays,
}

/// Pairs to be pointed out, over everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    /// Colliding, says the reference alone: dashed rings.
    pub missed: &'a [Pair],
    /// Colliding, says the method alone: solid rings, and a crossed line between them.
    pub false_hits: &'a [Pair],
    /// The picked one.
    pub selected: Option<Pair>,
}

/// Lists that a pane's scene borrows and that nobody keeps otherwise.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// Which pane.
    pub pane: usize,
    /// Per candidate, by the pane's method.
    pub verdicts: Vec<bool>,
    /// View windows: eight corners each, x fastest.
    pub windows: Vec<[Point; 8]>,
    /// Pairs that the pane's method misses.
    pub missed: Vec<Pair>,
    /// Pairs that only the pane's method calls colliding.
    pub false_hits: Vec<Pair>,
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
    /// Bodies as of glass, so that those inside others are seen.
    pub see_through: bool,
    /// Arrows that reach where the body will be in [`VELOCITY_FRAMES`] frames.
    pub velocity: bool,
}

/// One of the switches.
pub type Switch = fn(&mut Overlays) -> &mut bool;

impl Overlays {
    /// With the names that files use.
    pub const NAMES: [(&str, Switch); 6] = [
        ("boxes", |overlays| &mut overlays.aabbs),
        ("candidates", |overlays| &mut overlays.candidates),
        ("windows", |overlays| &mut overlays.windows),
        ("pieces", |overlays| &mut overlays.pieces),
        ("velocity", |overlays| &mut overlays.velocity),
        ("see-through", |overlays| &mut overlays.see_through),
    ];
}

/// Frames that a velocity arrow looks ahead.
pub const VELOCITY_FRAMES: f64 = 20.0;

impl Scene<'_> {
    /// Whether a body collides by the shown method.
    pub fn is_colliding(&self, body: usize) -> bool {
        self.colliding.get(body).copied().unwrap_or(false)
    }
}

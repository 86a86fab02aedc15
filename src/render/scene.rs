//! What the renderer is handed for a frame: plain data, nothing of methods or panels.

use crate::geometry::{Aabb, Point};
use crate::settings::{Range, Setting};
use crate::world::{Body, Pair};

/// One frame. Lists that say something per body or per pair may be shorter: what is missing is `false`.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The bodies to draw, by their numbers.
    pub bodies: &'a [Body],
    /// The box that the bodies stay in, in the world, metres: drawn as edges and a floor.
    pub container: Aabb,
    /// Per body, whether it collides by the pane's method.
    pub colliding: &'a [bool],
    /// The picked body: it gets an outline of its own, and its candidate pairs are drawn even when others are not.
    pub selected: Option<usize>,
    /// Candidate pairs from the broad phase.
    pub candidates: &'a [Pair],
    /// Per candidate, whether it collides by the pane's method.
    pub verdicts: &'a [bool],
    /// Corners of the view windows in the world, metres: eight each, x fastest.
    pub windows: &'a [[Point; 8]],
    /// Pairs to be pointed out.
    pub marks: Marks<'a>,
    /// The bodies that alone are drawn, without the box around all; `None`: everything.
    pub only: Option<Pair>,
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
    /// The picked pair, if there is one.
    pub selected: Option<Pair>,
}

/// Lists of one pane that its scene borrows.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// Which pane, from 0.
    pub pane: usize,
    /// Per candidate, whether it collides by the pane's method.
    pub verdicts: Vec<bool>,
    /// Corners of the view windows in the world, metres: eight each, x fastest.
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
    /// The convex hull of every concave body.
    pub hulls: bool,
    /// Bodies as of glass, so that those inside others are seen.
    pub see_through: bool,
    /// Colliding bodies shine through what hides them.
    pub x_ray: bool,
    /// Arrows that reach where the body will be in [`VELOCITY_FRAMES`] frames.
    pub velocity: bool,
}

/// One of the switches of [`Overlays`].
pub struct Overlay {
    /// A switch; its id is the name that files use.
    pub setting: Setting,
    /// The field of [`Overlays`] that the switch sets.
    pub of: fn(&mut Overlays) -> &mut bool,
}

impl Overlays {
    /// All of them, in the order of the panel.
    pub const ROWS: [Overlay; 8] = [
        overlay("boxes", "Boxes", "The axis-aligned bounding box of every body.", |on| &mut on.aabbs),
        overlay("candidates", "Candidate pairs", "A line between two bodies whose boxes overlap.", |on| {
            &mut on.candidates
        }),
        overlay(
            "windows",
            "View windows",
            "What the shown method looks at: the overlap of a pair's boxes, stretched along the view axis. Of the \
             picked pair or body, or of all.",
            |on| &mut on.windows,
        ),
        overlay(
            "pieces",
            "Convex pieces",
            "Concave bodies as the convex pieces by which they are decided, a little apart.",
            |on| &mut on.pieces,
        ),
        overlay(
            "hulls",
            "Convex hulls",
            "The edges of the convex hull of every concave body: what a method for convex bodies would decide.",
            |on| &mut on.hulls,
        ),
        // See [`VELOCITY_FRAMES`].
        overlay(
            "velocity",
            "Velocities",
            "Where each body is going; the arrow is twenty frames long.",
            |on| &mut on.velocity,
        ),
        overlay(
            "x-ray",
            "X-ray for colliders",
            "Colliding bodies shine through the bodies that hide them.",
            |on| &mut on.x_ray,
        ),
        overlay(
            "see-through",
            "See-through bodies",
            "Bodies as of glass, so that what lies inside or behind another one is seen.",
            |on| &mut on.see_through,
        ),
    ];

    /// Whether the one of this id is on.
    pub fn is_on(mut self, id: &str) -> bool {
        Self::ROWS.iter().any(|row| row.setting.id == id && *(row.of)(&mut self))
    }
}

/// A row whose switch is off at first.
const fn overlay(
    id: &'static str,
    label: &'static str,
    help: &'static str,
    of: fn(&mut Overlays) -> &mut bool,
) -> Overlay {
    let range = Range::Switch { default: false };
    Overlay { setting: Setting { id, label, help, unit: "", range }, of }
}

/// Frames that a velocity arrow looks ahead.
pub const VELOCITY_FRAMES: f64 = 20.0;

impl Scene<'_> {
    /// Whether a body is drawn.
    pub fn shows(&self, body: usize) -> bool {
        self.only.is_none_or(|pair| body == pair.a || body == pair.b)
    }

    /// The bodies that are drawn.
    pub fn shown(&self) -> impl Iterator<Item = &Body> {
        self.bodies.iter().enumerate().filter(|(index, _)| self.shows(*index)).map(|(_, body)| body)
    }

    /// Whether a body collides by the shown method.
    pub fn is_colliding(&self, body: usize) -> bool {
        self.colliding.get(body).copied().unwrap_or(false)
    }
}

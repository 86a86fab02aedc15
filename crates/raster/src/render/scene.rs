//! Input of the renderer for a frame: plain data, independent of methods and panels.

use crate::geometry::{Aabb, Point};
use crate::settings::{Range, Setting};
use crate::world::{Body, Pair};

/// One frame. Lists with an entry per body or pair may be shorter; missing entries count as `false`.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The bodies to draw, by index.
    pub bodies: &'a [Body],
    /// The container of the bodies, in the world, metres; drawn as edges and a floor.
    pub container: Aabb,
    /// Whether each body collides according to the pane's method.
    pub colliding: &'a [bool],
    /// The selected body: it is outlined, and its candidate pairs are drawn even if other candidates are not.
    pub selected: Option<usize>,
    /// Candidate pairs from the broad phase.
    pub candidates: &'a [Pair],
    /// Whether each candidate collides according to the pane's method.
    pub verdicts: &'a [bool],
    /// Corners of the view windows in the world, metres: eight each, x varying fastest.
    pub windows: &'a [[Point; 8]],
    /// Pairs to mark.
    pub marks: Marks<'a>,
    /// The only bodies to draw, without the container; `None` draws everything.
    pub only: Option<Pair>,
    /// Overlays to draw, such as boxes and velocities.
    pub overlays: Overlays,
}

/// Marked pairs, drawn over everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    /// Misses (colliding only by the reference): dashed rings.
    pub missed: &'a [Pair],
    /// False hits (colliding only by the method): solid rings, and a crossed line between them.
    pub false_hits: &'a [Pair],
    /// The selected pair, if any.
    pub selected: Option<Pair>,
}

/// A pane's lists, from which its scene borrows.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// Index of the pane.
    pub pane: usize,
    /// Whether each candidate collides according to the pane's method.
    pub verdicts: Vec<bool>,
    /// Corners of the view windows in the world, metres: eight each, x varying fastest.
    pub windows: Vec<[Point; 8]>,
    /// Pairs that the pane's method misses.
    pub missed: Vec<Pair>,
    /// False hits of the pane's method.
    pub false_hits: Vec<Pair>,
}

/// Overlays that can be drawn over the bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overlays {
    /// Axis-aligned boxes around the bodies.
    pub aabbs: bool,
    /// Lines between the centres of candidate pairs; colliding ones are thicker.
    pub candidates: bool,
    /// Each pair's view window.
    pub windows: bool,
    /// Concave bodies as their convex pieces, with gaps.
    pub pieces: bool,
    /// The convex hull of every concave body.
    pub hulls: bool,
    /// Translucent bodies, so that bodies inside others are visible.
    pub see_through: bool,
    /// Colliding bodies are visible through the bodies that hide them.
    pub x_ray: bool,
    /// Arrows to the bodies' positions after [`VELOCITY_FRAMES`] frames.
    pub velocity: bool,
}

/// One of the switches of [`Overlays`].
pub struct Overlay {
    /// The setting; its id is the name in files.
    pub setting: Setting,
    /// The field of [`Overlays`] that the switch sets.
    pub of: fn(&mut Overlays) -> &mut bool,
}

impl Overlays {
    /// All overlays, in the order of the panel.
    pub const ROWS: [Overlay; 8] = [
        overlay("boxes", "Boxes", "The axis-aligned bounding box of every body.", |on| &mut on.aabbs),
        overlay("candidates", "Candidate pairs", "A line between two bodies whose boxes overlap.", |on| {
            &mut on.candidates
        }),
        overlay(
            "windows",
            "View windows",
            "View window of a pair in the shown method: the overlap of its boxes, stretched along the view axis. Shown for the selected pair or body, otherwise for all pairs.",
            |on| &mut on.windows,
        ),
        overlay(
            "pieces",
            "Convex pieces",
            "Shows concave bodies as the convex pieces that are tested, with small gaps between them.",
            |on| &mut on.pieces,
        ),
        overlay(
            "hulls",
            "Convex hulls",
            "Edges of the convex hull of every concave body: the shape that a method for convex bodies would test.",
            |on| &mut on.hulls,
        ),
        // See [`VELOCITY_FRAMES`].
        overlay(
            "velocity",
            "Velocities",
            "Velocity of each body; the arrow shows its path over the next 20 frames.",
            |on| &mut on.velocity,
        ),
        overlay(
            "x-ray",
            "X-ray for colliding bodies",
            "Shows colliding bodies through the bodies that hide them.",
            |on| &mut on.x_ray,
        ),
        overlay(
            "see-through",
            "See-through bodies",
            "Makes bodies translucent, so that bodies inside or behind others are visible.",
            |on| &mut on.see_through,
        ),
    ];

    /// Whether the overlay with this id is on.
    pub fn is_on(mut self, id: &str) -> bool {
        Self::ROWS.iter().any(|row| row.setting.id == id && *(row.of)(&mut self))
    }
}

/// A row whose switch is off by default.
const fn overlay(
    id: &'static str,
    label: &'static str,
    help: &'static str,
    of: fn(&mut Overlays) -> &mut bool,
) -> Overlay {
    let range = Range::Switch { default: false };
    Overlay { setting: Setting { id, label, help, unit: "", range }, of }
}

/// Number of frames that a velocity arrow covers.
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

    /// Whether a body collides according to the shown method.
    pub fn is_colliding(&self, body: usize) -> bool {
        self.colliding.get(body).copied().unwrap_or(false)
    }
}

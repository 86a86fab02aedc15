//! One pixel of a recording: both bodies' intervals on its ray, their relation, and the effect of every step.

use super::relation::Relation;
use crate::geometry::Point;
use crate::image_space::depth_lists::overlaps_itself;
use crate::image_space::pass::{Surface, Takes, Who};
use crate::image_space::recording::{FARTHEST, Fragment, PassRecording, Step};

/// One pixel of a recording.
#[derive(Clone, Debug)]
pub struct Probe {
    /// x and y, counted from the lower left.
    pub pixel: [u32; 2],
    /// Depth intervals of A and B on the ray as drawn, `[near, far]`, the nearest first. None where a body does not
    /// cover the pixel, at most one for a convex body.
    pub intervals: [Vec<[u32; 2]>; 2],
    /// Whether the ray enters A, and B, a second time before it leaves: a part of the body lies in another part of it.
    /// `false` in tables for convex bodies.
    pub overlaps_itself: [bool; 2],
    /// Relation of B's interval to A's, to the last bit of the depth buffer; `None` unless each has one.
    pub relation: Option<Relation>,
    /// Depth and stencil before the first step.
    pub before: (u32, u8),
    /// The pixel after each step.
    pub history: Vec<Moment>,
    /// The pixel's centre on the near plane and on the far plane, in the world.
    pub ray: [Point; 2],
}

/// A pixel after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Depth, from 0 (near) to [`FARTHEST`].
    pub depth: u32,
    /// Value of the stencil buffer.
    pub stencil: u8,
    /// Fragments of the step on this pixel, in drawing order.
    pub fragments: Vec<Fragment>,
}

impl Probe {
    /// Probes `pixel`, counted from the lower left and clamped to the tile.
    pub fn at(recording: &PassRecording, pixel: [u32; 2]) -> Self {
        let side = recording.side() as u32;
        let [x, y] = pixel.map(|coordinate| coordinate.min(side.saturating_sub(1)));
        let index = (y * side + x) as usize;
        let intervals = intervals(recording, index);
        let relation = match intervals.each_ref().map(Vec::as_slice) {
            [[a], [b]] => Some(Relation::of(a.map(f64::from), b.map(f64::from))),
            _ => None,
        };
        let overlaps_itself = [Who::First, Who::Second].map(|who| {
            recording.table.takes == Takes::Closed
                && overlaps_itself(&mut sides(recording, index, who).collect::<Vec<_>>())
        });
        let moment = |step: &Step| Moment {
            depth: step.depth[index],
            stencil: step.stencil[index],
            fragments: step.fragments_at(index).collect(),
        };
        Self {
            pixel: [x, y],
            intervals,
            overlaps_itself,
            relation,
            before: recording.before(0, index),
            history: recording.steps.iter().map(moment).collect(),
            ray: recording.ray([x, y]),
        }
    }

    /// Point of the ray at a depth, in the world.
    pub fn point(&self, depth: u32) -> Point {
        let share = f64::from(depth) / f64::from(FARTHEST);
        self.ray[0] + (self.ray[1] - self.ray[0]) * share
    }

    /// Metres from the near plane to a depth.
    pub fn metres(&self, depth: u32) -> f64 {
        (self.point(depth) - self.ray[0]).norm()
    }
}

/// The intervals of both bodies on a pixel. A table for closed bodies draws all their faces, in one row or in
/// two, and every second surface on the ray leaves the body.
fn intervals(recording: &PassRecording, pixel: usize) -> [Vec<[u32; 2]>; 2] {
    if recording.table.takes == Takes::Convex {
        return recording.intervals.each_ref().map(|of_body| of_body[pixel].into_iter().collect());
    }
    [Who::First, Who::Second].map(|who| {
        let mut depths: Vec<u32> = sides(recording, pixel, who).map(|(depth, _)| depth).collect();
        depths.sort_unstable();
        depths.chunks_exact(2).map(|ends| [ends[0], ends[1]]).collect()
    })
}

/// The surfaces of a body on a pixel, in drawing order: depth, and whether the ray enters the body there.
pub fn sides(recording: &PassRecording, pixel: usize, who: Who) -> impl Iterator<Item = (u32, bool)> {
    let drawn = |surface| recording.steps.iter().find(|step| step.pass.draw == surface);
    let steps = match drawn(Surface::Whole(who)) {
        Some(whole) => [Some(whole), None],
        None => [drawn(Surface::Near(who)), drawn(Surface::Far(who))],
    };
    let fragments = steps.into_iter().flatten().flat_map(move |step| step.fragments_at(pixel));
    fragments.map(|fragment| (fragment.depth, fragment.is_near))
}

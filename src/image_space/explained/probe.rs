//! One pixel of a recording: where both bodies lie on its ray, how they lie to each other, and what every step did
//! to it.

use super::relation::Relation;
use crate::geometry::Point;
use crate::image_space::recording::{FARTHEST, Fragment, PassRecording, Step};

/// A pixel, seen through a recording.
#[derive(Clone, Debug)]
pub struct Probe {
    /// From the lower left.
    pub pixel: [u32; 2],
    /// Where A and B lie on the ray as they are drawn, near and far depth; `None` where a body does not cover the
    /// pixel.
    pub intervals: [Option<[u32; 2]>; 2],
    /// How B's interval lies to A's, to the last bit of the depth buffer, where both cover the pixel.
    pub relation: Option<Relation>,
    /// Depth and stencil before the first step.
    pub before: (u32, u8),
    /// What it holds after each step.
    pub history: Vec<Moment>,
    /// The middle of the pixel on the near plane and on the far plane, in the world.
    pub ray: [Point; 2],
}

/// A pixel after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// 0 near to [`FARTHEST`].
    pub depth: u32,
    /// What the stencil buffer holds.
    pub stencil: u8,
    /// What the step drew there, in the order in which it was drawn.
    pub fragments: Vec<Fragment>,
}

impl Probe {
    /// `pixel` counts from the lower left; one outside the tile is taken for the nearest inside.
    pub fn at(recording: &PassRecording, pixel: [u32; 2]) -> Self {
        let side = recording.side() as u32;
        let [x, y] = pixel.map(|coordinate| coordinate.min(side.saturating_sub(1)));
        let index = (y * side + x) as usize;
        let intervals = [0, 1].map(|body| recording.intervals[body][index]);
        let relation = match intervals {
            [Some(a), Some(b)] => Some(Relation::of(a.map(f64::from), b.map(f64::from))),
            _ => None,
        };
        let moment = |step: &Step| Moment {
            depth: step.depth[index],
            stencil: step.stencil[index],
            fragments: step.fragments_at(index).collect(),
        };
        Self {
            pixel: [x, y],
            intervals,
            relation,
            before: recording.before(0, index),
            history: recording.steps.iter().map(moment).collect(),
            ray: recording.ray([x, y]),
        }
    }

    /// Where a depth lies on the ray, in the world.
    pub fn point(&self, depth: u32) -> Point {
        let share = f64::from(depth) / f64::from(FARTHEST);
        self.ray[0] + (self.ray[1] - self.ray[0]) * share
    }

    /// Metres from the near plane to a depth.
    pub fn metres(&self, depth: u32) -> f64 {
        (self.point(depth) - self.ray[0]).norm()
    }
}

//! Recording of one pair in a table of passes, row by row: the buffers after each row, and the outcome of
//! every fragment. Plain data; [`super::schedule::step_by_step`] creates it, the inspector shows it.

use super::options::Options;
use super::pass::{Pass, PassProgram};
use super::view::View;
use crate::detector::Verdict;
use crate::geometry::Point;

/// The largest depth of a 24-bit buffer: the far plane.
pub const FARTHEST: u32 = 0xff_ffff;
/// Depth as a fraction: 0 at the near plane, 1 at the far plane.
pub fn depth_share(depth: u32) -> f64 {
    f64::from(depth) / f64::from(FARTHEST)
}

/// Depth and stencil of every pixel before the first step.
pub const CLEARED: (u32, u8) = (FARTHEST, 0);

/// One pair run through one table of passes, along the view axis that gave the verdict.
#[derive(Clone, Debug)]
pub struct PassRecording {
    /// The table of the method.
    pub table: PassProgram,
    /// The settings of the method.
    pub options: Options,
    /// The pair's window in the world.
    pub view: View,
    /// Bodies drawn as A and as B: 0 for the pair's first, 1 for its second.
    pub roles: [usize; 2],
    /// Metres by which the surfaces of A and B are moved outwards; negative for inwards.
    pub margins: [f64; 2],
    /// Near and far depth (0 to [`FARTHEST`]) of A and B on each pixel, measured by drawing each alone. `None` where
    /// a body draws nothing. Where the window's near or far plane clips a side, the plane's depth replaces it.
    pub intervals: [Vec<Option<[u32; 2]>>; 2],
    /// The executed rows, in order. Rounds that an earlier round made unnecessary are missing.
    pub steps: Vec<Step>,
    /// The method's verdict on the pair.
    pub verdict: Verdict,
}

/// One executed row of the table. Lists have one entry per pixel, row by row from the bottom.
#[derive(Clone, Debug)]
pub struct Step {
    /// Index of the round in the table.
    pub round: usize,
    /// Number of the round's turn, from 0; 0 in a table that does not repeat.
    pub turn: usize,
    /// Index of the row in the round. An index past the last row is the query that counts pixels with the stencil
    /// value.
    pub row: usize,
    /// The pass as executed.
    pub pass: Pass,
    /// The first two fragments on each pixel, in drawing order: the near and the far side of a body. More are
    /// in [`Step::more`]; [`Step::fragments_at`] gives all.
    pub fragments: Vec<[Option<Fragment>; 2]>,
    /// Further fragments, each with the index of its pixel, sorted by pixel and drawing order. A convex body has none,
    /// unless the raster snaps its corners so that its surface is folded at the silhouette; this was not observed with
    /// llvmpipe.
    pub more: Vec<(u32, Fragment)>,
    /// The depth buffer after the row, 0 near to [`FARTHEST`].
    pub depth: Vec<u32>,
    /// The stencil buffer after the row, a byte per pixel.
    pub stencil: Vec<u8>,
    /// Samples that passed, counted by the GPU in every row, even where the table does not count.
    pub samples: u32,
}

/// A body's surface on a pixel, and the outcome of its tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// Depth, 0 at the near plane to [`FARTHEST`].
    pub depth: u32,
    /// Whether the surface faces the eye.
    pub is_near: bool,
    /// Result of the fragment's tests.
    pub outcome: Outcome,
}

/// Result of a fragment's tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Passed the stencil and the depth test.
    Passed,
    /// Failed the stencil test; its depth is not tested.
    StencilFailed,
    /// Passed the stencil test, failed the depth test.
    DepthFailed,
}

impl PassRecording {
    /// Pixels along a side.
    pub fn side(&self) -> usize {
        self.options.resolution as usize
    }

    /// Depth and stencil of a pixel before step `index`; [`CLEARED`] before the first.
    pub fn before(&self, index: usize, pixel: usize) -> (u32, u8) {
        match index.checked_sub(1).and_then(|last| self.steps.get(last)) {
            Some(step) => (step.depth[pixel], step.stencil[pixel]),
            None => CLEARED,
        }
    }

    /// A pixel's centre (x, y from the lower left) on the near plane and on the far plane, in the world, metres.
    pub fn ray(&self, pixel: [u32; 2]) -> [Point; 2] {
        let extents = self.view.volume.extents();
        let [across, up, (along, _)] = self.view.axes();
        let mut near = self.view.volume.center();
        for ((axis, sign), coordinate) in [across, up].into_iter().zip(pixel) {
            let share = (f64::from(coordinate) + 0.5) / self.side() as f64 - 0.5;
            near[axis] += sign * extents[axis] * share;
        }
        let mut far = near;
        near[along] = self.view.volume.min[along];
        far[along] = self.view.volume.max[along];
        [near, far]
    }
}

impl Step {
    /// All fragments of the pass on a pixel, in drawing order.
    pub fn fragments_at(&self, pixel: usize) -> impl Iterator<Item = Fragment> + '_ {
        let first = self.more.partition_point(|(at, _)| (*at as usize) < pixel);
        let more = self.more[first..].iter().take_while(move |(at, _)| *at as usize == pixel);
        self.fragments[pixel].into_iter().flatten().chain(more.map(|(_, fragment)| *fragment))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image_space::pass::Surface;

    #[test]
    fn a_third_fragment_comes_after_the_first_two_of_its_own_pixel() {
        let fragment = |depth| Fragment { depth, is_near: true, outcome: Outcome::Passed };
        let step = Step {
            round: 0,
            turn: 0,
            row: 0,
            pass: Pass::draw(Surface::Tile),
            fragments: vec![[Some(fragment(1)), None], [Some(fragment(2)), Some(fragment(3))], [None; 2]],
            more: vec![(1, fragment(4)), (1, fragment(5))],
            depth: vec![0; 3],
            stencil: vec![0; 3],
            samples: 5,
        };
        let depths = |pixel| step.fragments_at(pixel).map(|fragment| fragment.depth).collect::<Vec<_>>();
        assert_eq!([depths(0), depths(1), depths(2)], [vec![1], vec![2, 3, 4, 5], vec![]]);
    }
}

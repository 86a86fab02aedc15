//! A pair's way through a table of passes, row by row: what the buffers hold after each, and what became of every
//! fragment. Plain data; [`super::schedule::step_by_step`] makes it, the inspector shows it.

use super::options::Options;
use super::pass::{Pass, PassProgram};
use super::view::View;
use crate::detector::Verdict;
use crate::geometry::Point;

/// The largest depth of a 24-bit buffer: the far plane.
pub const FARTHEST: u32 = 0xff_ffff;
/// A depth as a share of the way from the near plane, 0, to the far one, 1.
pub fn depth_share(depth: u32) -> f64 {
    f64::from(depth) / f64::from(FARTHEST)
}

/// Depth and stencil of every pixel before the first step.
pub const CLEARED: (u32, u8) = (FARTHEST, 0);

/// One pair run through one table, along the axis that decided.
#[derive(Clone, Debug)]
pub struct PassRecording {
    /// The table of the method.
    pub table: &'static PassProgram,
    /// The settings of the method.
    pub options: Options,
    /// The pair's window in the world.
    pub view: View,
    /// The bodies that are drawn as A and as B: 0 for the pair's first, 1 for its second.
    pub roles: [usize; 2],
    /// Metres by which the surfaces of A and B are moved outwards, negative for inwards.
    pub margins: [f64; 2],
    /// Near and far depth (0 to [`FARTHEST`]) of A and B on each pixel as they are drawn: measured by drawing
    /// them alone. `None` where nothing of a body is drawn. Where the window's near or far plane cuts a side
    /// off, it stands for it.
    pub intervals: [Vec<Option<[u32; 2]>>; 2],
    /// The rows that were run, in order. A round that an earlier one made needless is not run.
    pub steps: Vec<Step>,
    /// The method's verdict on the pair.
    pub verdict: Verdict,
}

/// One row of the table, run. Lists hold a pixel each, row by row from the bottom.
#[derive(Clone, Debug)]
pub struct Step {
    /// Which round of the table, from 0.
    pub round: usize,
    /// Which row of the round, from 0. The row after the last is the query that counts the pixels of a value.
    pub row: usize,
    /// The row as it was run.
    pub pass: Pass,
    /// What the pass drew on each pixel, in the order in which it was drawn: the near and the far side of a body.
    /// The further ones are in [`Step::more`]; [`Step::fragments_at`] gives all.
    pub fragments: Vec<[Option<Fragment>; 2]>,
    /// What came after these two, with its pixel, by pixel and order. Empty for a convex body, unless snapping its
    /// corners to the raster folds it over at the silhouette; llvmpipe was not seen to do it.
    pub more: Vec<(u32, Fragment)>,
    /// The depth buffer afterwards, 0 near to [`FARTHEST`].
    pub depth: Vec<u32>,
    /// The stencil buffer afterwards, a byte per pixel.
    pub stencil: Vec<u8>,
    /// Samples that passed, as the GPU counted them, in every row, whether the table counts it or not.
    pub samples: u32,
}

/// A body's surface on a pixel, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// 0 at the near plane to [`FARTHEST`].
    pub depth: u32,
    /// Whether the surface faces the eye.
    pub is_near: bool,
    /// The first test that it failed, if any.
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

    /// Depth and stencil of a pixel before step `index`. A recording begins with depth far and stencil 0.
    pub fn before(&self, index: usize, pixel: usize) -> (u32, u8) {
        match index.checked_sub(1).and_then(|last| self.steps.get(last)) {
            Some(step) => (step.depth[pixel], step.stencil[pixel]),
            None => CLEARED,
        }
    }

    /// Centre of a pixel (x, y from the lower left) on the near plane and on the far plane, in the world,
    /// metres.
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
    /// What the pass drew on a pixel, in the order in which it was drawn.
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

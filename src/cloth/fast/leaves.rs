//! The end of the walk: pairs of cells, and a cell with itself, taken apart into pairs of features.

use super::apart::{Corners, Within};
use super::inner::{Beside, Inner, is_inner, take};
use super::levels::Levels;
use super::moving::Gap;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::Features;
use crate::simd::lanes::{Lanes, Task};

/// A pair of cells by the indices of their nodes, or one with itself.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// The one cell.
    pub a: u32,
    /// The other one, or the same.
    pub b: u32,
    /// Where the other one lies.
    pub beside: Beside,
}

impl Leaf {
    /// Whether a direction has the corners of both apart, so that none of their features come near.
    #[cold]
    pub fn is_apart(&self, levels: &Levels, gap: Gap) -> bool {
        let at = self.places(levels);
        let [one, other] = at.map(|at| {
            let mut corners = Corners::none();
            corners.set(levels.cells, at, levels.points());
            corners
        });
        self.a != self.b && one.apart(&other, self.beside, is_at_border(levels, at), within(levels, gap))
    }

    /// Columns and rows of both.
    #[inline(always)]
    fn places(&self, levels: &Levels) -> [[usize; 2]; 2] {
        [self.a, self.b].map(|index| levels.column_and_row(index as usize))
    }
}

/// Whether one of two cells is in the last column or row.
#[inline(always)]
fn is_at_border(levels: &Levels, at: [[usize; 2]; 2]) -> bool {
    !is_inner(levels.cells, at[0]) || !is_inner(levels.cells, at[1])
}

/// How far corners lie apart whose features do not come near.
#[inline(always)]
fn within(levels: &Levels, gap: Gap) -> Within {
    Within::new(gap.metres(), levels.positions(0).farthest())
}

/// Cells that were asked for last, with their corners and with the boxes of what they own.
pub struct Known {
    corners: Kept<Corners>,
    inner: Kept<Inner>,
}

impl Known {
    /// None yet.
    pub fn new() -> Self {
        Self { corners: Kept::none(), inner: Kept::none() }
    }
}

/// Something of the cells that were asked for last.
struct Kept<T> {
    /// The index of the node by the place of its cell.
    of: Vec<u32>,
    values: Vec<T>,
}

/// As many cells as are kept: all of a small cloth, and what is near to each other of a large one.
const KEPT: usize = 256;
/// No node has it.
const NONE: u32 = u32::MAX;

impl<T: Clone> Kept<T> {
    fn none() -> Self {
        Self { of: Vec::new(), values: Vec::new() }
    }

    /// Forgets all, since the particles have moved.
    fn forget(&mut self, empty: T) {
        self.of.clear();
        self.of.resize(KEPT, NONE);
        self.values.resize(KEPT + 1, empty);
    }

    /// That of two cells by the indices of their nodes; what is not there is made.
    #[inline(always)]
    fn two(&mut self, [a, b]: [u32; 2], mut set: impl FnMut(&mut T, usize)) -> [&T; 2] {
        let [first, mut second] = [a, b].map(|index| index as usize % KEPT);
        if self.of[first] != a {
            self.of[first] = a;
            set(&mut self.values[first], 0);
        }
        if second == first {
            second = KEPT;
            set(&mut self.values[KEPT], 1);
        } else if self.of[second] != b {
            self.of[second] = b;
            set(&mut self.values[second], 1);
        }
        [&self.values[first], &self.values[second]]
    }
}

/// All that the walk has left.
pub struct Leaves<'a> {
    /// The cells.
    pub levels: &'a Levels,
    /// The cloth, whose triangles and edges say which features share a particle.
    pub mesh: &'a ClothMesh,
    /// How near is near.
    pub gap: Gap,
    /// What is taken apart.
    pub leaves: &'a [Leaf],
    /// Whether pairs are left out whose corners a direction has apart.
    pub corners: bool,
    /// Memory alone.
    pub known: &'a mut Known,
    /// Is given the pairs whose boxes come near.
    pub features: &'a mut Vec<Features>,
}

impl Task for Leaves<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { levels, gap, leaves, corners, known, .. } = self;
        known.corners.forget(Corners::none());
        known.inner.forget(Inner::EMPTY);
        let (cells, points, lanes) = (levels.cells, levels.points(), gap.lanes::<L>());
        let within = within(levels, gap);
        for leaf @ &Leaf { a, b, beside } in leaves {
            let at = leaf.places(levels);
            let is_at_border = is_at_border(levels, at);
            if corners && a != b {
                let [one, other] = known.corners.two([a, b], |of, place| of.set(cells, at[place], points));
                if one.apart(other, beside, is_at_border, within) {
                    continue;
                }
            }
            if a == b || is_at_border {
                at_border(levels, self.mesh, gap, at, beside, self.features);
                continue;
            }
            let [one, other] = known.inner.two([a, b], |of, place| of.set(cells, at[place], points));
            let near = one.near(other, beside, lanes);
            if near != 0 {
                take(near, cells, at[0], at[1], self.features);
            }
        }
    }
}

/// A cell with itself, or two of which one is in the last column or row.
#[inline(never)]
fn at_border(
    levels: &Levels,
    mesh: &ClothMesh,
    gap: Gap,
    [one, other]: [[usize; 2]; 2],
    beside: Beside,
    features: &mut Vec<Features>,
) {
    let first = levels.cell(one);
    if one == other {
        first.alone(|pair| {
            if !pair.share(mesh) {
                features.push(pair);
            }
        });
    } else {
        first.against(&levels.cell(other), gap, |pair| {
            if beside == Beside::No || !pair.share(mesh) {
                features.push(pair);
            }
        });
    }
}

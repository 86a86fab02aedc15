//! Expansion of the traversal's leaves: pairs of cells, and cells with themselves, become pairs of features.

use super::apart::{Clearance, Corners};
use super::inner::{Beside, Inner, is_inner, take};
use super::levels::Levels;
use super::moving::Gap;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::Features;
use crate::simd::lanes::{Lanes, Task};

/// A pair of cells, or a cell with itself, by the indices of their nodes.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// The first cell.
    pub a: u32,
    /// The second cell; may equal the first.
    pub b: u32,
    /// Position of the second cell relative to the first.
    pub beside: Beside,
}

impl Leaf {
    /// True if a direction separates the corners of the two cells, so that no features are within the gap.
    #[cold]
    pub fn is_separated(&self, levels: &Levels, gap: Gap) -> bool {
        let at = self.places(levels);
        let [one, other] = at.map(|at| {
            let mut corners = Corners::none();
            corners.set(levels.cells, at, levels.points());
            corners
        });
        self.a != self.b
            && one.separated(&other, self.beside, is_at_border(levels, at), clearance(levels, gap))
    }

    /// Columns and rows of both cells.
    #[inline(always)]
    fn places(&self, levels: &Levels) -> [[usize; 2]; 2] {
        [self.a, self.b].map(|index| levels.column_and_row(index as usize))
    }
}

/// True if either cell is in the last column or row.
#[inline(always)]
fn is_at_border(levels: &Levels, at: [[usize; 2]; 2]) -> bool {
    !is_inner(levels.cells, at[0]) || !is_inner(levels.cells, at[1])
}

/// The distance between corners which guarantees that all features are farther apart than the gap.
#[inline(always)]
fn clearance(levels: &Levels, gap: Gap) -> Clearance {
    Clearance::new(gap.metres(), levels.positions(0).farthest())
}

/// A cache of the most recently used cells: their corners, and the boxes of their features.
pub struct CellCache {
    corners: CacheSlots<Corners>,
    inner: CacheSlots<Inner>,
}

impl CellCache {
    /// An empty cache.
    pub fn new() -> Self {
        Self { corners: CacheSlots::none(), inner: CacheSlots::none() }
    }
}

/// A direct-mapped cache of one value per cell.
struct CacheSlots<T> {
    /// Node index stored in each slot.
    of: Vec<u32>,
    values: Vec<T>,
}

/// Number of slots: enough for all cells of a small cloth, and for a neighbourhood in a large one.
const SLOTS: usize = 256;
/// Marks an empty slot.
const NONE: u32 = u32::MAX;

impl<T: Clone> CacheSlots<T> {
    fn none() -> Self {
        Self { of: Vec::new(), values: Vec::new() }
    }

    /// Invalidates all slots, because the particles have moved.
    fn invalidate(&mut self, empty: T) {
        self.of.clear();
        self.of.resize(SLOTS, NONE);
        // The last one is for the second of two cells that share a slot.
        self.values.resize(SLOTS + 1, empty);
    }

    /// The values of two cells, by the indices of their nodes; missing values are computed.
    #[inline(always)]
    fn two(&mut self, [a, b]: [u32; 2], mut set: impl FnMut(&mut T, usize)) -> [&T; 2] {
        let [first, mut second] = [a, b].map(|index| index as usize % SLOTS);
        if self.of[first] != a {
            self.of[first] = a;
            set(&mut self.values[first], 0);
        }
        if second == first {
            second = SLOTS;
            set(&mut self.values[SLOTS], 1);
        } else if self.of[second] != b {
            self.of[second] = b;
            set(&mut self.values[second], 1);
        }
        [&self.values[first], &self.values[second]]
    }
}

/// All leaves of a traversal.
pub struct Leaves<'a> {
    /// The levels over the cloth.
    pub levels: &'a Levels,
    /// The cloth, for the particles that features share.
    pub mesh: &'a ClothMesh,
    /// The gap within which features count as near.
    pub gap: Gap,
    /// The leaves to expand.
    pub leaves: &'a [Leaf],
    /// Whether pairs of cells are culled if a direction separates their corners.
    pub corners: bool,
    /// A cache; its contents do not affect the result.
    pub cache: &'a mut CellCache,
    /// Output: pairs of features whose boxes are within the gap.
    pub features: &'a mut Vec<Features>,
}

impl Task for Leaves<'_> {
    type Out = ();
    const FILLS_512_BITS: bool = false;

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { levels, gap, leaves, corners, cache, .. } = self;
        cache.corners.invalidate(Corners::none());
        cache.inner.invalidate(Inner::EMPTY);
        let (cells, points, lanes) = (levels.cells, levels.points(), gap.lanes::<L>());
        let clearance = clearance(levels, gap);
        for leaf @ &Leaf { a, b, beside } in leaves {
            let at = leaf.places(levels);
            let is_at_border = is_at_border(levels, at);
            if corners && a != b {
                let [one, other] = cache.corners.two([a, b], |of, place| of.set(cells, at[place], points));
                if one.separated(other, beside, is_at_border, clearance) {
                    continue;
                }
            }
            if a == b || is_at_border {
                at_border(levels, self.mesh, gap, at, beside, self.features);
                continue;
            }
            let [one, other] = cache.inner.two([a, b], |of, place| of.set(cells, at[place], points));
            let near = one.near(other, beside, lanes);
            if near != 0 {
                take(near, cells, at[0], at[1], self.features);
            }
        }
    }
}

/// Expands a cell with itself, or a pair with a cell in the last column or row.
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

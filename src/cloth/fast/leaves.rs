//! The end of the walk: pairs of cells, and a cell with itself, taken apart into pairs of features.

use super::inner::{Beside, Inner, is_inner, take};
use super::levels::Levels;
use super::moving::Gap;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::Features;
use crate::hierarchies::fast::lanes::{Lanes, Task};

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

/// Cells that were asked for last, with the boxes of what they own.
pub struct Known {
    /// The index of the node by the place of its cell.
    of: Vec<u32>,
    cells: Vec<Inner>,
}

/// As many cells as are kept: all of a small cloth, and what is near to each other of a large one.
const KEPT: usize = 256;
/// No node has it.
const NONE: u32 = u32::MAX;

impl Known {
    /// None yet.
    pub fn new() -> Self {
        Self { of: Vec::new(), cells: Vec::new() }
    }

    /// Forgets all, since the particles have moved.
    fn forget(&mut self) {
        self.of.clear();
        self.of.resize(KEPT, NONE);
        self.cells.resize(KEPT + 1, Inner::EMPTY);
    }

    /// The place of the cell of a node, but not that one.
    #[inline(always)]
    fn place(&mut self, index: u32, but: usize, levels: &Levels, at: [usize; 2]) -> usize {
        let place = index as usize % KEPT;
        if place == but {
            self.cells[KEPT].set(levels.cells, at, levels.points());
            return KEPT;
        }
        if self.of[place] != index {
            self.of[place] = index;
            self.cells[place].set(levels.cells, at, levels.points());
        }
        place
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
    /// Memory alone.
    pub known: &'a mut Known,
    /// Is given the pairs whose boxes come near.
    pub features: &'a mut Vec<Features>,
}

impl Task for Leaves<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { levels, gap, leaves, known, .. } = self;
        known.forget();
        let (cells, lanes) = (levels.cells, gap.lanes::<L>());
        for &Leaf { a, b, beside } in leaves {
            let (one, other) = (levels.column_and_row(a as usize), levels.column_and_row(b as usize));
            if a == b || !is_inner(cells, one) || !is_inner(cells, other) {
                at_border(levels, self.mesh, gap, (one, other), beside, self.features);
                continue;
            }
            let first = known.place(a, KEPT, levels, one);
            let second = known.place(b, first, levels, other);
            let near = known.cells[first].near(&known.cells[second], beside, lanes);
            if near != 0 {
                take(near, cells, one, other, self.features);
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
    (one, other): ([usize; 2], [usize; 2]),
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

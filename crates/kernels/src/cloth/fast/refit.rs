//! Refit of the boxes: particles first, then the cells in Morton order. Every node follows right after its
//! children, while they are in cache.

use super::levels::{Levels, Node};
use super::moving::{FourBoxes, Moving};
use super::threads::in_order;
use crate::cloth::step::Step;
use crate::geometry::Point;
use crate::simd::lanes::{Lanes, Task};

/// Number of particles per job.
const PARTICLES: usize = 4096;
/// Minimum number of particles for which threads pay off.
const WITH_THREADS: usize = 16_384;
/// The level whose subtrees are distributed to threads.
const DEALT: usize = 2;

impl Levels {
    /// Updates all boxes; returns their number.
    pub fn refit(&mut self, step: &Step, threads: usize) -> u64 {
        let origin = step.start[step.start.len() / 2];
        self.origin = origin;
        let threads = self.threads(threads);
        if threads > 1 {
            let ends = step.start.chunks(PARTICLES).zip(step.end.chunks(PARTICLES));
            let jobs = self.points.chunks_mut(PARTICLES).zip(ends).collect();
            let set = self.set;
            in_order(threads, jobs, |(boxes, (start, end))| set.run(Particles { boxes, start, end, origin }));
        } else {
            let (boxes, start, end) = (&mut self.points[..], &step.start[..], &step.end[..]);
            self.set.run(Particles { boxes, start, end, origin });
        }
        self.fit(threads, None);
        let (cells, depth) = (self.cells, self.depth);
        (0..=depth).map(|level| cells.div_ceil(1 << (depth - level)).pow(2) as u64).sum()
    }

    /// Number of threads worth starting, at most `threads`.
    pub(super) fn threads(&self, threads: usize) -> usize {
        if self.points.len() < WITH_THREADS { 1 } else { threads }
    }

    /// Computes all nodes, or only the `changed` nodes, from the boxes of the particles.
    pub(super) fn fit(&mut self, threads: usize, changed: Option<&[bool]>) {
        let Self { cells, depth, nodes, positions, points, set, columns_and_rows, .. } = self;
        let grid = RefitGrid { cells: *cells, points, changed, places: columns_and_rows };
        if *depth == 0 {
            positions[0].set(Levels::among_four(0).1, &grid.cell([0, 0], &mut nodes[0]));
            return;
        }
        let top = if threads > 1 { DEALT.min(*depth - 1) } else { 0 };
        let above = Levels::first(top + 1);
        let mut subtrees: Vec<Subtree> =
            (0..1 << (2 * top)).map(|at| Subtree { at, top, rows: Vec::new() }).collect();
        let (mut nodes_left, mut boxes_left) = (&mut nodes[above..], &mut positions[above.div_ceil(4)..]);
        for level in top + 1..=*depth {
            let (row, below) = std::mem::take(&mut nodes_left).split_at_mut(1 << (2 * level));
            let (boxes, boxes_below) = std::mem::take(&mut boxes_left).split_at_mut(1 << (2 * level - 2));
            (nodes_left, boxes_left) = (below, boxes_below);
            let fours = 1 << (2 * (level - top) - 2);
            let parts = row.chunks_mut(4 * fours).zip(boxes.chunks_mut(fours));
            for (subtree, (nodes, positions)) in subtrees.iter_mut().zip(parts) {
                subtree.rows.push(Row { nodes, positions });
            }
        }
        in_order(threads, subtrees, |mut subtree| set.run(Fit { subtree: &mut subtree, grid: &grid }));
        // The nodes above the subtrees, bottom-up.
        for index in (0..above).rev() {
            let (upper, lower) = nodes.split_at_mut(index + 1);
            set.run(Join { of: &mut upper[index], four: four(lower, 3 * index) });
            let around = positions[index + 1].around();
            let (four, place) = Levels::among_four(index);
            positions[four].set(place, &around);
        }
    }
}

fn four(nodes: &[Node], from: usize) -> &[Node; 4] {
    nodes[from..].first_chunk().expect("a node above the cells has four children")
}

/// Input of the refit.
struct RefitGrid<'a> {
    cells: usize,
    points: &'a [Moving],
    changed: Option<&'a [bool]>,
    /// Column and row of every cell.
    places: &'a [[u16; 2]],
}

/// Job: computes the boxes of particles.
struct Particles<'a> {
    boxes: &'a mut [Moving],
    start: &'a [Point],
    end: &'a [Point],
    origin: Point,
}

impl Task for Particles<'_> {
    type Out = ();
    const FILLS_512_BITS: bool = false;

    #[inline(always)]
    fn run<L: Lanes>(self) {
        for (of, (a, b)) in self.boxes.iter_mut().zip(self.start.iter().zip(self.end)) {
            *of = Moving::of_point(a, b, &self.origin);
        }
    }
}

/// The nodes under node number `at` of level `top`: one row per level.
struct Subtree<'a> {
    at: usize,
    top: usize,
    rows: Vec<Row<'a>>,
}

/// The nodes of a subtree on one level.
struct Row<'a> {
    nodes: &'a mut [Node],
    positions: &'a mut [FourBoxes],
}

/// Job: refits a subtree.
struct Fit<'a, 'b> {
    subtree: &'a mut Subtree<'b>,
    grid: &'a RefitGrid<'a>,
}

impl Task for Fit<'_, '_> {
    type Out = ();
    const FILLS_512_BITS: bool = false;

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { subtree: Subtree { at, top, rows }, grid } = self;
        let (at, top, bottom) = (*at, *top, rows.len() - 1);
        let is_asked = |row: usize, index: usize| {
            let of_level = (at << (2 * (row + 1))) + index;
            grid.changed.is_none_or(|changed| changed[Levels::first(top + row + 1) + of_level])
        };
        for cell in 0..rows[bottom].nodes.len() {
            let Row { nodes, positions } = &mut rows[bottom];
            let [x, y] = grid.places[(at << (2 * (bottom + 1))) + cell].map(usize::from);
            if x < grid.cells && y < grid.cells && is_asked(bottom, cell) {
                positions[cell / 4].set(cell % 4, &grid.cell([x, y], &mut nodes[cell]));
            }
            // All ancestors whose last descendant is this cell.
            let (mut row, mut index) = (bottom, cell);
            while row > 0 && index % 4 == 3 {
                (row, index) = (row - 1, index / 4);
                if is_asked(row, index) {
                    let (above, under) = rows.split_at_mut(row + 1);
                    let (above, under) = (&mut above[row], &under[0]);
                    above.nodes[index].join::<L>(four(under.nodes, 4 * index));
                    above.positions[index / 4].set(index % 4, &under.positions[index].around());
                }
            }
        }
    }
}

/// Job: joins four children to a node.
struct Join<'a> {
    of: &'a mut Node,
    four: &'a [Node; 4],
}

impl Task for Join<'_> {
    type Out = ();
    const FILLS_512_BITS: bool = false;

    #[inline(always)]
    fn run<L: Lanes>(self) {
        self.of.join::<L>(self.four);
    }
}

impl RefitGrid<'_> {
    /// Sets the edges of the cell in this column and row; returns the box of its positions.
    #[inline(always)]
    fn cell(&self, [x, y]: [usize; 2], node: &mut Node) -> Moving {
        let corner = y * (self.cells + 1) + x;
        let (low, high) = (&self.points[corner..corner + 2], &self.points[corner + self.cells + 1..][..2]);
        let ([a, b], [c, d]) = ([&low[0], &low[1]], [&high[0], &high[1]]);
        node.us = b.difference(a).union(&d.difference(c));
        node.vs = c.difference(a).union(&d.difference(b));
        a.union(b).union(&c.union(d))
    }
}

//! Boxes brought up to date: particles first, then every node after its children, which are still at hand.

use super::levels::{Levels, Node, unspread};
use super::moving::Moving;
use super::threads::in_order;
use crate::cloth::step::Step;

/// Particles that one thread takes at a time.
const PARTICLES: usize = 4096;
/// With fewer particles, to start a thread takes longer than what it saves.
const WITH_THREADS: usize = 16_384;
/// The level whose subtrees are dealt out to threads.
const DEALT: usize = 2;

impl Levels {
    /// Brings all boxes up to date. Returns how many.
    pub fn refit(&mut self, step: &Step, threads: usize) -> u64 {
        let origin = step.start[step.start.len() / 2];
        self.origin = origin;
        let threads = self.threads(threads);
        if threads > 1 {
            let ends = step.start.chunks(PARTICLES).zip(step.end.chunks(PARTICLES));
            let jobs = self.points.chunks_mut(PARTICLES).zip(ends).collect();
            in_order(threads, jobs, |(boxes, (start, end))| {
                for (of, (a, b)) in boxes.iter_mut().zip(start.iter().zip(end)) {
                    *of = Moving::of_point(a, b, &origin);
                }
            });
        } else {
            for (of, (a, b)) in self.points.iter_mut().zip(step.start.iter().zip(&step.end)) {
                *of = Moving::of_point(a, b, &origin);
            }
        }
        self.fit(threads, None);
        let (cells, depth) = (self.cells, self.depth);
        (0..=depth).map(|level| cells.div_ceil(1 << (depth - level)).pow(2) as u64).sum()
    }

    /// Brings up to date what has one of these particles; no other has moved since all were up to date, and nothing starts
    /// elsewhere. `nodes` is what [`Levels::nodes_with`] says of them.
    pub fn refit_changed(&mut self, step: &Step, particles: &[bool], nodes: &[bool], threads: usize) {
        let origin = self.origin;
        for (p, of) in self.points.iter_mut().enumerate().filter(|(p, _)| particles[*p]) {
            *of = Moving::of_point(&step.start[p], &step.end[p], &origin);
        }
        self.fit(self.threads(threads), Some(nodes));
    }

    /// As many threads as pay.
    fn threads(&self, threads: usize) -> usize {
        if self.points.len() < WITH_THREADS { 1 } else { threads }
    }

    /// All nodes from the boxes of the particles; with `changed`, only those.
    fn fit(&mut self, threads: usize, changed: Option<&[bool]>) {
        let Self { cells, depth, nodes, points, .. } = self;
        let grid = Grid { cells: *cells, depth: *depth, points, changed };
        let top = if threads > 1 { DEALT.min(*depth) } else { 0 };
        let above = Levels::first(top);
        let mut rest = &mut nodes[above..];
        let mut subtrees: Vec<Subtree> =
            (0..1 << (2 * top)).map(|at| Subtree { at, top, rows: Vec::new() }).collect();
        for level in top..=*depth {
            let (row, below) = std::mem::take(&mut rest).split_at_mut(1 << (2 * level));
            rest = below;
            for (subtree, part) in subtrees.iter_mut().zip(row.chunks_mut(1 << (2 * (level - top)))) {
                subtree.rows.push(part);
            }
        }
        in_order(threads, subtrees, |mut subtree| {
            let (x, y) = (unspread(subtree.at as u32), unspread(subtree.at as u32 >> 1));
            subtree.fit(&grid, 0, 0, x as usize, y as usize);
        });
        // What is above the subtrees, from below.
        for index in (0..above).rev() {
            let (upper, lower) = nodes.split_at_mut(index + 1);
            upper[index].join(&lower[3 * index..3 * index + 4]);
        }
    }
}

/// What nodes are made from.
struct Grid<'a> {
    cells: usize,
    depth: usize,
    points: &'a [Moving],
    changed: Option<&'a [bool]>,
}

/// The nodes under one, which is number `at` of level `top`: a row per level.
struct Subtree<'a> {
    at: usize,
    top: usize,
    rows: Vec<&'a mut [Node]>,
}

impl Subtree<'_> {
    /// Brings the node with this place in its row, and all under it, up to date. x and y are its column and row in its level.
    fn fit(&mut self, grid: &Grid, row: usize, index: usize, x: usize, y: usize) {
        let level = self.top + row;
        let below = grid.depth - level;
        if x << below >= grid.cells || y << below >= grid.cells {
            return;
        }
        let changed = |changed: &[bool]| changed[Levels::first(level) + (self.at << (2 * row)) + index];
        if !grid.changed.is_none_or(changed) {
            return;
        }
        if below == 0 {
            grid.cell(x, y, &mut self.rows[row][index]);
            return;
        }
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            self.fit(grid, row + 1, 4 * index + 2 * dy + dx, 2 * x + dx, 2 * y + dy);
        }
        let (above, under) = self.rows.split_at_mut(row + 1);
        above[row][index].join(&under[0][4 * index..4 * index + 4]);
    }
}

impl Grid<'_> {
    #[inline(always)]
    fn cell(&self, x: usize, y: usize, node: &mut Node) {
        let corner = y * (self.cells + 1) + x;
        let (low, high) = (&self.points[corner..corner + 2], &self.points[corner + self.cells + 1..][..2]);
        let ([a, b], [c, d]) = ([&low[0], &low[1]], [&high[0], &high[1]]);
        node.positions = a.union(b).union(&c.union(d));
        node.us = b.difference(a).union(&d.difference(c));
        node.vs = c.difference(a).union(&d.difference(b));
    }
}

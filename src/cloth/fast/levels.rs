//! Moving boxes of positions and of edges, a level per power of four, in Morton order.
//!
//! Node i of a level has the children 4i … 4i + 3 of the next: bit 0 of a child is its column, bit 1 its row. A grid whose cells
//! are no power of two is filled up with empty nodes.

use super::lanes::Moving;
use crate::cloth::step::Step;
use crate::geometry::{Point, Vector};

/// The levels over the cells of a grid.
#[derive(Clone, Debug)]
pub struct Levels {
    /// Cells along a side.
    pub cells: usize,
    /// Level of the cells; the root is level 0.
    pub depth: usize,
    /// Boxes of the particles.
    points: Vec<Moving>,
    /// Boxes of positions, of edges along u and of edges along v; all levels, the root first.
    boxes: Vec<Moving>,
    us: Vec<Moving>,
    vs: Vec<Moving>,
    /// By how much boxes of positions are grown on every side.
    pad: f32,
    /// A column's bits, spread.
    spread: Vec<u32>,
}

/// A node by its level, column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// 0 is the root.
    pub level: usize,
    /// Column among those of the level.
    pub x: usize,
    /// Row.
    pub y: usize,
}

impl Levels {
    /// For a grid of `side` × `side` particles.
    pub fn new(side: usize) -> Self {
        let cells = side - 1;
        let depth = cells.next_power_of_two().trailing_zeros() as usize;
        let count = Self::first(depth + 1);
        let spread = (0..1_u32 << depth).map(spread).collect();
        let empty = || vec![Moving::empty(); count];
        let points = vec![Moving::empty(); side * side];
        Self { cells, depth, points, boxes: empty(), us: empty(), vs: empty(), pad: LEAST, spread }
    }

    /// Index of the first node of a level.
    #[inline(always)]
    fn first(level: usize) -> usize {
        ((1 << (2 * level)) - 1) / 3
    }

    /// Index of a node.
    #[inline(always)]
    pub fn index(&self, place: Place) -> usize {
        Self::first(place.level) + (self.spread[place.x] | self.spread[place.y] << 1) as usize
    }

    /// Whether the node has any cell.
    #[inline(always)]
    pub fn has(&self, place: Place) -> bool {
        let shift = self.depth - place.level;
        place.x << shift < self.cells && place.y << shift < self.cells
    }

    /// Boxes of the particles.
    pub fn points(&self) -> &[Moving] {
        &self.points
    }

    /// Box of the positions under a node.
    #[inline(always)]
    pub fn positions(&self, index: usize) -> &Moving {
        &self.boxes[index]
    }

    /// Boxes of the edges under a node: along u and along v.
    #[inline(always)]
    pub fn edges(&self, index: usize) -> [&Moving; 2] {
        [&self.us[index], &self.vs[index]]
    }

    /// By how much boxes of positions are grown on every side, since the last refit, in metres.
    pub fn pad(&self) -> f32 {
        self.pad
    }

    /// By node: whether one of these particles is under it.
    pub fn nodes_with(&self, particles: &[bool]) -> Vec<bool> {
        let (side, leaves) = (self.cells + 1, Self::first(self.depth));
        let mut nodes = vec![false; self.boxes.len()];
        for v in 0..self.cells {
            for u in 0..self.cells {
                let corner = v * side + u;
                let any = [0, 1, side, side + 1].into_iter().any(|next| particles[corner + next]);
                nodes[leaves + (self.spread[u] | self.spread[v] << 1) as usize] = any;
            }
        }
        for index in (0..leaves).rev() {
            nodes[index] = nodes[4 * index + 1..][..4].contains(&true);
        }
        nodes
    }

    /// Brings all boxes up to date. Positions grow by half of `gap` on every side. Returns how many boxes.
    pub fn refit(&mut self, step: &Step, gap: f64) -> u64 {
        let (cells, side) = (self.cells, self.cells + 1);
        let leaves = Self::first(self.depth);
        let pad = (0.5 * gap) as f32 * (1.0 + f32::EPSILON) + LEAST;
        self.pad = pad;
        let ends = step.start.iter().zip(&step.end);
        self.points.iter_mut().zip(ends).for_each(|(of, (a, b))| *of = moving(&a.coords, &b.coords, pad));
        let row_of = |v: usize, along: &mut Vec<Moving>| {
            let at = v * side..(v + 1) * side;
            let (start, end) = (&step.start[at.clone()], &step.end[at]);
            along.clear();
            along.extend(
                start
                    .windows(2)
                    .zip(end.windows(2))
                    .map(|(a, b)| moving(&(a[1] - a[0]), &(b[1] - b[0]), LEAST)),
            );
        };
        let [mut along, mut next_along, mut up] = [const { Vec::new() }; 3];
        row_of(0, &mut along);
        for v in 0..cells {
            row_of(v + 1, &mut next_along);
            let (row, next) = self.points[v * side..].split_at(side);
            up.clear();
            up.extend((v * side..(v + 1) * side).map(|p| {
                let rise = |at: &[Point]| at[p + side] - at[p];
                moving(&rise(&step.start), &rise(&step.end), LEAST)
            }));
            let up_bits = self.spread[v] << 1;
            for u in 0..cells {
                let index = leaves + (self.spread[u] | up_bits) as usize;
                self.boxes[index] = row[u].union(&row[u + 1]).union(&next[u].union(&next[u + 1]));
                self.us[index] = along[u].union(&next_along[u]);
                self.vs[index] = up[u].union(&up[u + 1]);
            }
            std::mem::swap(&mut along, &mut next_along);
        }
        for level in (0..self.depth).rev() {
            let (first, below) = (Self::first(level), Self::first(level + 1));
            for boxes in [&mut self.boxes, &mut self.us, &mut self.vs] {
                let (upper, lower) = boxes.split_at_mut(below);
                for (node, four) in upper[first..].iter_mut().zip(lower.chunks_exact(4)) {
                    *node = four[0].union(&four[1]).union(&four[2].union(&four[3]));
                }
            }
        }
        (0..=self.depth).map(|level| cells.div_ceil(1 << (self.depth - level)).pow(2) as u64).sum()
    }
}

/// More than underflow can take.
const LEAST: f32 = 1e-36;

/// The box of a point or vector that moves straight: rounded outward to single precision, and grown by `pad`. The fourth
/// direction is x + z: layers that hang down are rarely across an axis. It is √2 long, so it grows by twice the pad.
///
/// Why it encloses: rounding to nearest is off by at most 2⁻²⁴ of the result, and 2⁻²³ of it is taken away, with one more
/// rounding of at most 2⁻²⁴.
#[inline(always)]
pub fn moving(start: &Vector, end: &Vector, pad: f32) -> Moving {
    let ends = |v: &Vector| {
        let near = [v.x as f32, v.y as f32, v.z as f32, (v.x + v.z) as f32];
        let mut out = near.map(|c| c.abs() * f32::EPSILON + pad);
        out[3] += pad;
        let low: [f32; 4] = std::array::from_fn(|i| near[i] - out[i]);
        let high: [f32; 4] = std::array::from_fn(|i| -near[i] - out[i]);
        [low, high]
    };
    let ([a, b], [c, d]) = (ends(start), ends(end));
    Moving::new([a, b, c, d])
}

/// The lower 16 bits at the even places.
fn spread(x: u32) -> u32 {
    let x = (x | x << 8) & 0x00ff_00ff;
    let x = (x | x << 4) & 0x0f0f_0f0f;
    let x = (x | x << 2) & 0x3333_3333;
    (x | x << 1) & 0x5555_5555
}

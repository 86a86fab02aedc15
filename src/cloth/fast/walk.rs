//! The walk: patches against themselves, against their neighbours, and against all others.
//!
//! Where a patch has no certificate, the halves of it are asked next, since one that has covers both its quarters and what
//! lies between them. Likewise at a border between two patches: first the square of four children around its middle.

use super::cells::Cell;
use super::certificate;
use super::lanes::Moving;
use super::levels::{Levels, Place};
use crate::cloth::detect::{Counts, Event, Outcome, Patch};
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::Features;

/// One walk: what it counts, and the pairs of features that it leaves.
pub struct Walk<'a, T> {
    /// Brought up to date for this step.
    pub levels: &'a Levels,
    /// The cloth.
    pub mesh: &'a ClothMesh,
    /// Features this close count as touching, in metres.
    pub gap: f64,
    /// By node: whether a particle under it has changed its motion. Pairs without one are left out.
    pub changed: Option<&'a [bool]>,
    /// Whether certificates are asked for.
    pub certificates: bool,
    /// What was done.
    pub counts: &'a mut Counts,
    /// Is told of every decision.
    pub tell: &'a mut T,
    /// What is left.
    pub features: &'a mut Vec<Features>,
}

impl<T: FnMut(Event)> Walk<'_, T> {
    /// The whole cloth against itself.
    pub fn run(&mut self) {
        self.alone(Place { level: 0, x: 0, y: 0 });
    }

    /// A patch against itself.
    fn alone(&mut self, place: Place) {
        let index = self.levels.index(place);
        if !self.levels.has(place) || self.unchanged(index, index) {
            return;
        }
        if self.certified(&[place]) {
            self.told(place, place, Outcome::Certificate);
        } else if self.is_cell(place) {
            self.told(place, place, Outcome::Leaf);
            self.cell(place);
        } else {
            self.told(place, place, Outcome::Opened);
            self.open(place);
        }
    }

    /// The children of a patch without certificate.
    fn open(&mut self, place: Place) {
        let four = children(place);
        let mut covered = [false; 4];
        for (a, b) in [(0, 1), (2, 3), (0, 2), (1, 3)] {
            if self.beside(four[a], four[b]) {
                (covered[a], covered[b]) = (true, true);
            }
        }
        for (child, covered) in four.into_iter().zip(covered) {
            if !covered {
                self.alone(child);
            }
        }
        // The rectangle around two that touch at a corner is the patch, which has no certificate.
        self.open_beside(four[0], four[3]);
        self.open_beside(four[1], four[2]);
    }

    /// Two patches with a common side. Returns whether both together have a certificate.
    fn beside(&mut self, a: Place, b: Place) -> bool {
        let certified = self.levels.has(a) && self.levels.has(b) && self.certified(&[a, b]);
        if certified {
            self.told(a, b, Outcome::Certificate);
        } else {
            self.open_beside(a, b);
        }
        certified
    }

    /// Two patches with a common side or corner and no certificate.
    fn open_beside(&mut self, a: Place, b: Place) {
        let levels = self.levels;
        if !levels.has(a) || !levels.has(b) || self.unchanged(levels.index(a), levels.index(b)) {
            return;
        }
        if self.is_cell(a) {
            self.told(a, b, Outcome::Leaf);
            self.cells(a, b, true);
            return;
        }
        self.told(a, b, Outcome::Opened);
        let is_near = |p: Place, q: Place| p.x.abs_diff(q.x) <= 1 && p.y.abs_diff(q.y) <= 1;
        let (firsts, seconds) = (children(a), children(b));
        // The four children around the middle of the common side, or around the common corner.
        let middle = Place {
            level: a.level + 1,
            x: if a.x == b.x { 2 * a.x } else { 2 * a.x.max(b.x) - 1 },
            y: if a.y == b.y { 2 * a.y } else { 2 * a.y.max(b.y) - 1 },
        };
        let square = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| Place {
            x: middle.x + x,
            y: middle.y + y,
            ..middle
        });
        let certified = self.certified(&square);
        for first in firsts {
            for second in seconds {
                if !is_near(first, second) {
                    self.away(first, second);
                } else if certified {
                    self.told(first, second, Outcome::Certificate);
                } else if first.x == second.x || first.y == second.y {
                    self.beside(first, second);
                } else {
                    self.open_beside(first, second);
                }
            }
        }
    }

    /// Two patches without a common particle.
    fn away(&mut self, a: Place, b: Place) {
        let levels = self.levels;
        let (first, second) = (levels.index(a), levels.index(b));
        if self.unchanged(first, second) {
            return;
        }
        self.counts.box_tests += 1;
        if !levels.positions(first).meets(levels.positions(second)) {
            self.told(a, b, Outcome::Boxes);
        } else if self.is_cell(a) {
            self.told(a, b, Outcome::Leaf);
            self.cells(a, b, false);
        } else {
            self.told(a, b, Outcome::Opened);
            for first in children(a) {
                children(b).into_iter().for_each(|second| self.away(first, second));
            }
        }
    }

    #[inline(always)]
    fn is_cell(&self, place: Place) -> bool {
        place.level == self.levels.depth
    }

    #[inline(always)]
    fn unchanged(&self, a: usize, b: usize) -> bool {
        self.changed.is_some_and(|changed| !changed[a] && !changed[b])
    }

    /// Whether the rectangle of these nodes has a certificate. Nodes beyond the cloth add nothing to it.
    #[inline(always)]
    fn certified(&mut self, nodes: &[Place]) -> bool {
        if !self.certificates {
            return false;
        }
        let (mut us, mut vs) = (Moving::empty(), Moving::empty());
        for node in nodes {
            let [u, v] = self.levels.edges(self.levels.index(*node));
            (us, vs) = (us.union(u), vs.union(v));
        }
        let holds = certificate::holds(&us, &vs, self.gap);
        self.counts.certificates += 1;
        self.counts.certified += u64::from(holds);
        holds
    }

    /// A pair of cells.
    fn cells(&mut self, a: Place, b: Place, beside: bool) {
        self.counts.leaf_pairs += 1;
        let [first, second] = [a, b].map(|place| self.owned(place));
        let (mesh, features) = (self.mesh, &mut *self.features);
        first.against(&second, |pair| {
            if !beside || !pair.share(mesh) {
                features.push(pair);
            }
        });
    }

    /// A cell against itself.
    fn cell(&mut self, place: Place) {
        self.counts.leaf_pairs += 1;
        let (cell, mesh) = (self.owned(place), self.mesh);
        cell.alone(|pair| {
            if !pair.share(mesh) {
                self.features.push(pair);
            }
        });
    }

    #[inline(always)]
    fn owned(&self, place: Place) -> Cell {
        Cell::new(self.levels.cells, place.x, place.y, self.levels.points())
    }

    #[inline(always)]
    fn told(&mut self, a: Place, b: Place, outcome: Outcome) {
        let (a, b) = (self.levels.patch(a), self.levels.patch(b));
        (self.tell)(Event::Patches(a, b, outcome));
    }
}

/// The four children of a node, in Morton order.
#[inline(always)]
pub fn children(place: Place) -> [Place; 4] {
    let Place { level, x, y } = place;
    [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| Place { level: level + 1, x: 2 * x + dx, y: 2 * y + dy })
}

impl Levels {
    /// The cells of a node.
    #[inline(always)]
    pub fn patch(&self, place: Place) -> Patch {
        let shift = self.depth - place.level;
        let from = [place.x << shift, place.y << shift];
        let to = from.map(|c| (c + (1 << shift)).min(self.cells));
        Patch::Cells { from: from.map(|c| c as u16), to: to.map(|c| c as u16) }
    }
}

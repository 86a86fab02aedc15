//! The walk: patches against themselves, against their neighbours, and against all others.

use super::cells::Cell;
use super::certificate;
use super::lanes::Moving;
use super::levels::{Levels, Place};
use crate::cloth::detect::{Counts, Event, Outcome, Patch};
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::{Features, Step};

/// One walk: what it counts, and the pairs of features that it leaves.
pub struct Walk<'a, T> {
    /// Brought up to date for this step.
    pub levels: &'a Levels,
    /// The cloth.
    pub mesh: &'a ClothMesh,
    /// The step.
    pub step: &'a Step,
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
    /// A patch against itself.
    pub fn alone(&mut self, place: Place) {
        let levels = self.levels;
        let index = levels.index(place);
        if !levels.has(place) || self.unchanged(index, index) {
            return;
        }
        let leaf = place.level == levels.depth;
        let outcome = if self.certified(|| {
            let [us, vs] = levels.edges(index);
            (*us, *vs)
        }) {
            Outcome::Certificate
        } else if leaf {
            Outcome::Leaf
        } else {
            Outcome::Opened
        };
        self.tell_patches(place, place, outcome);
        match outcome {
            Outcome::Certificate => {}
            Outcome::Leaf => self.cell(place),
            _ => {
                let four = children(place);
                four.into_iter().for_each(|child| self.alone(child));
                for (a, b) in [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)] {
                    self.beside(four[a], four[b]);
                }
            }
        }
    }

    /// Two patches with a common side or corner.
    fn beside(&mut self, a: Place, b: Place) {
        let levels = self.levels;
        if !levels.has(a) || !levels.has(b) || self.unchanged(levels.index(a), levels.index(b)) {
            return;
        }
        let certified = self.certified(|| {
            // The rectangle around both: of two that touch at a corner it has four.
            let join = |a: usize, b: usize| {
                let ([u, v], [p, q]) = (levels.edges(a), levels.edges(b));
                (u.union(p), v.union(q))
            };
            let (us, vs) = join(levels.index(a), levels.index(b));
            if a.x == b.x || a.y == b.y {
                return (us, vs);
            }
            let (other_us, other_vs) =
                join(levels.index(Place { x: b.x, ..a }), levels.index(Place { x: a.x, ..b }));
            (us.union(&other_us), vs.union(&other_vs))
        });
        let leaf = a.level == levels.depth;
        let outcome = match (certified, leaf) {
            (true, _) => Outcome::Certificate,
            (_, true) => Outcome::Leaf,
            _ => Outcome::Opened,
        };
        self.tell_patches(a, b, outcome);
        match outcome {
            Outcome::Certificate => {}
            Outcome::Leaf => self.cells(a, b, true),
            _ => {
                for first in children(a) {
                    for second in children(b) {
                        if first.x.abs_diff(second.x) <= 1 && first.y.abs_diff(second.y) <= 1 {
                            self.beside(first, second);
                        } else {
                            self.away(first, second);
                        }
                    }
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
        let meet = levels.positions(first).meets(levels.positions(second));
        let leaf = a.level == levels.depth;
        let outcome = match (meet, leaf) {
            (false, _) => Outcome::Boxes,
            (_, true) => Outcome::Leaf,
            _ => Outcome::Opened,
        };
        self.tell_patches(a, b, outcome);
        match outcome {
            Outcome::Boxes => {}
            Outcome::Leaf => self.cells(a, b, false),
            _ => {
                for first in children(a) {
                    children(b).into_iter().for_each(|second| self.away(first, second));
                }
            }
        }
    }

    #[inline(always)]
    fn unchanged(&self, a: usize, b: usize) -> bool {
        self.changed.is_some_and(|changed| !changed[a] && !changed[b])
    }

    fn certified(&mut self, edges: impl FnOnce() -> (Moving, Moving)) -> bool {
        if !self.certificates {
            return false;
        }
        let (us, vs) = edges();
        let holds = certificate::holds(&us, &vs, self.gap);
        self.counts.certified += u64::from(holds);
        holds
    }

    /// A pair of cells.
    fn cells(&mut self, a: Place, b: Place, beside: bool) {
        self.counts.leaf_pairs += 1;
        let [first, second] = [a, b].map(|place| self.owned(place));
        let (mesh, features) = (self.mesh, &mut *self.features);
        if beside {
            first.against(&second, |pair| {
                if !pair.share(mesh) {
                    features.push(pair);
                }
            });
        } else {
            first.against(&second, |pair| features.push(pair));
        }
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

    fn owned(&self, place: Place) -> Cell {
        Cell::new(self.levels.cells, place.x, place.y, self.step, self.levels.pad())
    }

    #[inline(always)]
    fn tell_patches(&mut self, a: Place, b: Place, outcome: Outcome) {
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

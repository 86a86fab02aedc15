//! The walk: patches against themselves, against their neighbours, and against all others.
//!
//! Where a patch has no certificate, the halves of it are asked next, since one that has covers both its quarters and what
//! lies between them. Likewise at a border between two patches: first the square of four children around its middle.

use super::certificate;
use super::inner::Beside::{self, Right, Up, UpLeft, UpRight};
use super::inner::Inner;
use super::levels::{Levels, Place, children};
use super::moving::Gap;
use super::threads::in_order;
use crate::cloth::detect::{Counts, Event, Outcome};
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::Features;

/// What is walked over, and what is looked for.
#[derive(Clone, Copy)]
pub struct Search<'a> {
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
}

/// One walk: what it counts, and the pairs of features that it leaves.
pub struct Walk<'a, T> {
    search: Search<'a>,
    gap: Gap,
    /// A bound of the gap from above.
    gap_at_most: f32,
    counts: Counts,
    /// Is told of every decision.
    tell: T,
    /// What is left.
    features: &'a mut Vec<Features>,
    /// What is put off at this level, for other threads.
    put_off: Option<(usize, Vec<Task>)>,
}

/// A part of a walk: nodes of a level by their indices.
#[derive(Clone, Copy, Debug)]
enum Task {
    /// A patch against itself.
    Alone(usize),
    /// Two patches with a common side and no certificate; the second one is to the right, or above.
    Beside(Beside, usize, usize),
    /// Four patches around a corner and no certificate: those that touch there only.
    Corner([usize; 4]),
    /// Two patches without a common particle.
    Away(usize, usize),
}

impl<'a> Search<'a> {
    /// The whole cloth against itself: adds the pairs of features that may meet, and tells every decision.
    pub fn told(self, features: &'a mut Vec<Features>, tell: impl FnMut(Event)) -> Counts {
        let mut walk = self.walk(features, tell, None);
        walk.alone(0, 0);
        walk.counts
    }

    /// The same on several threads. The features come in the same order.
    pub fn on_threads(self, threads: usize, features: &'a mut Vec<Features>) -> Counts {
        if threads <= 1 {
            return self.told(features, |_| {});
        }
        let level = self.levels.depth / 2;
        let mut front = self.walk(features, |_| {}, Some((level, Vec::new())));
        front.alone(0, 0);
        let (mut counts, put_off) = (front.counts, front.put_off);
        let tasks = put_off.map(|(_, tasks)| tasks).unwrap_or_default();
        let done = in_order(threads, tasks, |task| {
            let mut features = Vec::new();
            let mut walk = self.walk(&mut features, |_| {}, None);
            walk.go_on(level, task);
            (walk.counts, features)
        });
        for (of_task, found) in done {
            counts += of_task;
            features.extend(found);
        }
        counts
    }

    fn walk<'b, T: FnMut(Event)>(
        self,
        features: &'b mut Vec<Features>,
        tell: T,
        put_off: Option<(usize, Vec<Task>)>,
    ) -> Walk<'b, T>
    where
        'a: 'b,
    {
        let gap_at_most = (self.gap * (1.0 + f64::from(f32::EPSILON))) as f32;
        let gap = Gap::new(self.gap);
        Walk { search: self, gap, gap_at_most, counts: Counts::default(), tell, features, put_off }
    }
}

impl<T: FnMut(Event)> Walk<'_, T> {
    fn go_on(&mut self, level: usize, task: Task) {
        match task {
            Task::Alone(index) => self.alone(level, index),
            Task::Beside(beside, a, b) => self.open_beside(level, beside, a, b),
            Task::Corner(four) => self.open_corner(level, four),
            Task::Away(a, b) => self.away(level, a, b),
        }
    }

    /// A patch against itself.
    fn alone(&mut self, level: usize, index: usize) {
        if !self.has(index) || self.unchanged(index, index) || self.is_put_off(level, Task::Alone(index)) {
            return;
        }
        if self.certified(&[index]) {
            self.told(level, index, index, Outcome::Certificate);
        } else if level == self.search.levels.depth {
            self.told(level, index, index, Outcome::Leaf);
            self.cell(index);
        } else {
            self.told(level, index, index, Outcome::Opened);
            self.open(level, index);
        }
    }

    /// The children of a patch without certificate.
    fn open(&mut self, level: usize, index: usize) {
        let four = children(index);
        let mut covered = [false; 4];
        for (beside, a, b) in [(Right, 0, 1), (Right, 2, 3), (Up, 0, 2), (Up, 1, 3)] {
            if self.beside(level + 1, beside, four[a], four[b]) {
                (covered[a], covered[b]) = (true, true);
            }
        }
        for (child, covered) in four.into_iter().zip(covered) {
            if !covered {
                self.alone(level + 1, child);
            }
        }
        // The rectangle around those that touch at the corner is the patch, which has no certificate.
        self.open_corner(level + 1, four);
    }

    /// Two patches with a common side. Returns whether both together have a certificate.
    fn beside(&mut self, level: usize, beside: Beside, a: usize, b: usize) -> bool {
        if !self.has(a) || !self.has(b) {
            return false;
        }
        let certified = self.certified(&[a, b]);
        if certified {
            self.told(level, a, b, Outcome::Certificate);
        } else {
            self.open_beside(level, beside, a, b);
        }
        certified
    }

    /// Two patches with a common side and no certificate.
    fn open_beside(&mut self, level: usize, beside: Beside, a: usize, b: usize) {
        if self.unchanged(a, b) || self.is_put_off(level, Task::Beside(beside, a, b)) {
            return;
        }
        if level == self.search.levels.depth {
            self.told(level, a, b, Outcome::Leaf);
            self.cells(a, b, beside);
            return;
        }
        self.told(level, a, b, Outcome::Opened);
        let (firsts, seconds) = (children(a), children(b));
        // Those at the common side, in its order; together the square around its middle.
        let ([i, j], [k, l]) = if beside == Right { ([1, 3], [0, 2]) } else { ([2, 3], [0, 1]) };
        let (own, others) = ([firsts[i], firsts[j]], [seconds[k], seconds[l]]);
        let square = if beside == Right {
            [own[0], others[0], own[1], others[1]]
        } else {
            [own[0], own[1], others[0], others[1]]
        };
        if self.certified(&square) {
            for (first, second) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                self.told(level + 1, own[first], others[second], Outcome::Certificate);
            }
        } else {
            self.beside(level + 1, beside, own[0], others[0]);
            self.beside(level + 1, beside, own[1], others[1]);
            self.open_corner(level + 1, square);
        }
        for first in [firsts[3 - j], firsts[3 - i]] {
            self.away_from(level + 1, first, b);
        }
        for second in [seconds[3 - l], seconds[3 - k]] {
            own.into_iter().for_each(|first| self.away(level + 1, first, second));
        }
    }

    /// Four patches around a corner, in Morton order, without a certificate: those that touch there only.
    fn open_corner(&mut self, level: usize, four: [usize; 4]) {
        let unchanged = self.unchanged(four[0], four[3]) && self.unchanged(four[1], four[2]);
        if unchanged || self.is_put_off(level, Task::Corner(four)) {
            return;
        }
        let pairs = [(UpRight, four[0], four[3]), (UpLeft, four[1], four[2])];
        let is_leaf = level == self.search.levels.depth;
        for (beside, a, b) in pairs {
            if !self.has(a) || !self.has(b) || self.unchanged(a, b) {
                continue;
            }
            if is_leaf {
                self.told(level, a, b, Outcome::Leaf);
                self.cells(a, b, beside);
                continue;
            }
            self.told(level, a, b, Outcome::Opened);
            let (firsts, seconds) = (children(a), children(b));
            let touching = if beside == UpRight { (3, 0) } else { (2, 1) };
            for (place, first) in firsts.into_iter().enumerate() {
                if place != touching.0 {
                    self.away_from(level + 1, first, b);
                }
            }
            for (place, second) in seconds.into_iter().enumerate() {
                if place != touching.1 {
                    self.away(level + 1, firsts[touching.0], second);
                }
            }
        }
        if is_leaf {
            return;
        }
        let [a, b, c, d] = four;
        let around = [children(a)[3], children(b)[2], children(c)[1], children(d)[0]];
        if self.certified(&around) {
            self.told(level + 1, around[0], around[3], Outcome::Certificate);
            self.told(level + 1, around[1], around[2], Outcome::Certificate);
        } else {
            self.open_corner(level + 1, around);
        }
    }

    /// A patch of a level, and the children of one of the level above, with which it has no common particle: most are apart
    /// from all four at once.
    #[inline(always)]
    fn away_from(&mut self, level: usize, first: usize, parent: usize) {
        self.counts.box_tests += 1;
        let levels = self.search.levels;
        if levels.node(first).positions.meets(&levels.node(parent).positions, self.gap) {
            children(parent).into_iter().for_each(|second| self.away(level, first, second));
        } else {
            for second in children(parent) {
                self.told(level, first, second, Outcome::Boxes);
            }
        }
    }

    /// Two patches without a common particle.
    #[inline(always)]
    fn away(&mut self, level: usize, a: usize, b: usize) {
        if self.unchanged(a, b) || self.is_put_off(level, Task::Away(a, b)) {
            return;
        }
        self.counts.box_tests += 1;
        let levels = self.search.levels;
        if levels.node(a).positions.meets(&levels.node(b).positions, self.gap) {
            self.open_away(level, a, b);
        } else {
            self.told(level, a, b, Outcome::Boxes);
        }
    }

    /// The same where the boxes meet.
    fn open_away(&mut self, level: usize, a: usize, b: usize) {
        if level == self.search.levels.depth {
            self.told(level, a, b, Outcome::Leaf);
            self.cells(a, b, Beside::No);
        } else {
            self.told(level, a, b, Outcome::Opened);
            for first in children(a) {
                for second in children(b) {
                    self.away(level + 1, first, second);
                }
            }
        }
    }

    /// Whether the node has any cell.
    #[inline(always)]
    fn has(&self, index: usize) -> bool {
        !self.search.levels.node(index).positions.is_empty()
    }

    #[inline(always)]
    fn unchanged(&self, a: usize, b: usize) -> bool {
        self.search.changed.is_some_and(|changed| !changed[a] && !changed[b])
    }

    #[inline(always)]
    fn is_put_off(&mut self, at: usize, task: Task) -> bool {
        match &mut self.put_off {
            Some((level, tasks)) if *level == at => {
                tasks.push(task);
                true
            }
            _ => false,
        }
    }

    /// Whether the rectangle of these nodes has a certificate. Nodes beyond the cloth add nothing to it.
    #[inline(always)]
    fn certified<const N: usize>(&mut self, nodes: &[usize; N]) -> bool {
        if !self.search.certificates {
            return false;
        }
        let node = |place: usize| self.search.levels.node(nodes[place]);
        let (mut us, mut vs) = (node(0).us, node(0).vs);
        for place in 1..N {
            us = us.union(&node(place).us);
            vs = vs.union(&node(place).vs);
        }
        let holds = certificate::holds(&us, &vs, self.gap_at_most);
        self.counts.certificates += 1;
        self.counts.certified += u64::from(holds);
        holds
    }

    /// A pair of cells, of which the second lies so beside the first.
    fn cells(&mut self, a: usize, b: usize, beside: Beside) {
        self.counts.leaf_pairs += 1;
        let (levels, mesh) = (self.search.levels, self.search.mesh);
        let (a, b) = (levels.place(levels.depth, a), levels.place(levels.depth, b));
        let features = &mut *self.features;
        let is_inner = |place: Place| Inner::is_one(levels.cells, place.x, place.y);
        if is_inner(a) && is_inner(b) {
            let first = Inner::new(levels.cells, a.x, a.y, levels.points());
            let second = Inner::new(levels.cells, b.x, b.y, levels.points());
            first.against(&second, beside, levels.cells, self.gap, |pair| features.push(pair));
        } else {
            levels.cell(a).against(&levels.cell(b), self.gap, |pair| {
                if beside == Beside::No || !pair.share(mesh) {
                    features.push(pair);
                }
            });
        }
    }

    /// A cell against itself.
    fn cell(&mut self, index: usize) {
        self.counts.leaf_pairs += 1;
        let (levels, mesh) = (self.search.levels, self.search.mesh);
        levels.cell(levels.place(levels.depth, index)).alone(|pair| {
            if !pair.share(mesh) {
                self.features.push(pair);
            }
        });
    }

    #[inline(always)]
    fn told(&mut self, level: usize, a: usize, b: usize, outcome: Outcome) {
        let levels = self.search.levels;
        let patch = |index| levels.patch(levels.place(level, index));
        (self.tell)(Event::Patches(patch(a), patch(b), outcome));
    }
}

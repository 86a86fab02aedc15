//! The traversal: tests patches against themselves, their neighbours and all other patches.
//!
//! If a patch has no certificate, its halves are tried next: a certificate of a half covers both its quarters
//! and the pairs between them. Likewise, at the border between two patches, the square of the four children
//! around the border's middle is tried first.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::boxes::{AWAY, ChildPairs, Pairs, RIGHT, UP, UP_LEFT, UP_RIGHT, bit};
use super::certificate::Rectangle;
use super::inner::Beside::{self, Right, Up, UpLeft, UpRight};
use super::leaves::{CellCache, Leaf, Leaves};
use super::levels::{Levels, children};
use super::moving::Gap;
use super::threads::in_order_with;
use crate::cloth::detect::{Counts, Event, Outcome};
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::Features;

/// Jobs per thread: few enough that none is tiny, and enough that no thread waits for long.
const JOBS: usize = 32;

/// Input and options of a traversal.
#[derive(Clone, Copy)]
pub struct Search<'a> {
    /// The levels, refitted for this step.
    pub levels: &'a Levels,
    /// The cloth.
    pub mesh: &'a ClothMesh,
    /// Distance in metres up to which features count as touching.
    pub gap: f64,
    /// For each node, whether it contains a particle whose motion has changed. Pairs without such a node are
    /// skipped.
    pub changed: Option<&'a [bool]>,
    /// Whether certificates are used.
    pub certificates: bool,
    /// Whether pairs of cells are culled if a direction separates their corners.
    pub corners: bool,
    /// Limit on the pairs of cells; the search ends beyond it.
    pub most: usize,
}

/// A traversal in progress: its counts, and the pairs of cells found so far that need tests of their features.
struct Walk<'a, 't> {
    search: Search<'a>,
    gap: Gap,
    /// The gap, rounded up.
    gap_at_most: f32,
    counts: Counts,
    /// Observer called for every decision.
    observer: Option<&'t mut dyn FnMut(Event)>,
    /// Leaves found so far.
    leaves: Vec<Leaf>,
    /// The level at which subtrees are deferred to other threads, and the deferred tasks.
    deferred: Option<(usize, Vec<WalkTask>)>,
}

/// A part of a traversal: nodes of one level by their indices.
#[derive(Clone, Copy, Debug)]
enum WalkTask {
    /// Compare a patch with itself.
    Alone(usize),
    /// Compare two patches with a common side and no certificate; the second is to the right of the first, or
    /// above it.
    Beside(Beside, usize, usize),
    /// Compare the two diagonal pairs of four patches around a corner, which touch only there; the four
    /// patches have no common certificate.
    Corner([usize; 4]),
    /// Compare two patches without a common particle whose boxes overlap.
    Away(usize, usize),
}

impl<'a> Search<'a> {
    /// Traverses the whole cloth: appends the pairs of features that may collide, and reports every decision.
    /// `None` if there are too many pairs of cells.
    pub fn traverse(
        self,
        features: &mut Vec<Features>,
        cache: &mut CellCache,
        observer: Option<&mut dyn FnMut(Event)>,
    ) -> Option<Counts> {
        let mut walk = self.walk(observer, None);
        walk.alone(0, 0);
        walk.take_apart(features, cache)?;
        Some(walk.counts)
    }

    /// The traversal on several threads. Each job passes its pairs of features to `then`; the results are in
    /// job order. `None` if there are too many pairs of cells.
    pub fn on_threads<R: Send>(
        self,
        threads: usize,
        then: impl Fn(&[Features]) -> R + Sync,
    ) -> Option<(Counts, Vec<R>)> {
        let level = self.levels.depth / 2;
        let mut front = self.walk(None, Some((level, Vec::new())));
        front.alone(0, 0);
        let (mut counts, deferred) = (front.counts, front.deferred);
        let tasks = deferred.map(|(_, tasks)| tasks).unwrap_or_default();
        let jobs = tasks.chunks(tasks.len().div_ceil(threads * JOBS).max(1)).collect();
        let memory = || (CellCache::new(), Vec::new());
        let found = AtomicUsize::new(0);
        let done = in_order_with(threads, jobs, memory, |(cache, features), tasks: &[WalkTask]| {
            if found.load(Relaxed) > self.most {
                return None;
            }
            let mut walk = self.walk(None, None);
            tasks.iter().for_each(|task| walk.resume(level, *task));
            if found.fetch_add(walk.leaves.len(), Relaxed) > self.most {
                return None;
            }
            features.clear();
            walk.take_apart(features, cache)?;
            Some((walk.counts, then(features)))
        });
        let of_jobs = done.into_iter().map(|of_job| {
            let (of_job, result) = of_job?;
            counts += of_job;
            Some(result)
        });
        let results = of_jobs.collect::<Option<_>>()?;
        Some((counts, results))
    }

    fn walk<'t>(
        self,
        observer: Option<&'t mut dyn FnMut(Event)>,
        deferred: Option<(usize, Vec<WalkTask>)>,
    ) -> Walk<'a, 't> {
        let gap_at_most = (self.gap * (1.0 + f64::from(f32::EPSILON))) as f32;
        let gap = Gap::new(self.gap);
        Walk {
            search: self,
            gap,
            gap_at_most,
            counts: Counts::default(),
            observer,
            leaves: Vec::new(),
            deferred,
        }
    }
}

impl Walk<'_, '_> {
    /// Expands all leaves to pairs of features; `None` if there are too many leaves.
    fn take_apart(&mut self, features: &mut Vec<Features>, cache: &mut CellCache) -> Option<()> {
        let Search { levels, mesh, corners, .. } = self.search;
        if self.is_overfull() {
            return None;
        }
        self.counts.leaf_pairs += self.leaves.len() as u64;
        levels.set.run(Leaves {
            levels,
            mesh,
            gap: self.gap,
            leaves: &self.leaves,
            corners,
            cache,
            features,
        });
        Some(())
    }

    /// True if the search has ended, because there are too many leaves.
    #[inline(always)]
    fn is_overfull(&self) -> bool {
        self.leaves.len() > self.search.most
    }

    fn resume(&mut self, level: usize, task: WalkTask) {
        match task {
            WalkTask::Alone(index) => self.alone(level, index),
            WalkTask::Beside(beside, a, b) => self.open_beside(level, beside, a, b),
            WalkTask::Corner(four) => self.open_corner(level, four),
            WalkTask::Away(a, b) => self.open_away(level, a, b),
        }
    }

    /// Compares a patch with itself.
    fn alone(&mut self, level: usize, index: usize) {
        if !self.has(index) || self.unchanged(index, index) || self.is_deferred(level, WalkTask::Alone(index))
        {
            return;
        }
        if self.certified(&[index]) {
            self.report(level, index, index, Outcome::Certificate);
        } else if level == self.search.levels.depth {
            self.leaf(level, index, index, Beside::No);
        } else {
            self.report(level, index, index, Outcome::Opened);
            self.open(level, index);
        }
    }

    /// Compares the children of a patch without a certificate with themselves and with each other.
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
        // The rectangle around the diagonal pairs is the patch itself, which has no certificate.
        self.open_corner(level + 1, four);
    }

    /// Tests two patches with a common side; returns true if they have a common certificate.
    fn beside(&mut self, level: usize, beside: Beside, a: usize, b: usize) -> bool {
        if !self.has(a) || !self.has(b) {
            return false;
        }
        let certified = self.certified(&[a, b]);
        if certified {
            self.report(level, a, b, Outcome::Certificate);
        } else {
            self.open_beside(level, beside, a, b);
        }
        certified
    }

    /// Opens two patches with a common side and no certificate.
    fn open_beside(&mut self, level: usize, beside: Beside, a: usize, b: usize) {
        if self.unchanged(a, b) || self.is_deferred(level, WalkTask::Beside(beside, a, b)) {
            return;
        }
        if level == self.search.levels.depth {
            self.leaf(level, a, b, beside);
            return;
        }
        self.report(level, a, b, Outcome::Opened);
        let (firsts, seconds) = (children(a), children(b));
        // The two children of each patch at the common side, in order along the side. The four together form
        // a square around the middle of the side.
        let ([i, j], [k, l]) = if beside == Right { ([1, 3], [0, 2]) } else { ([2, 3], [0, 1]) };
        let (own, others) = ([firsts[i], firsts[j]], [seconds[k], seconds[l]]);
        let square = if beside == Right {
            [own[0], others[0], own[1], others[1]]
        } else {
            [own[0], own[1], others[0], others[1]]
        };
        if self.certified(&square) {
            for (first, second) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                self.report(level + 1, own[first], others[second], Outcome::Certificate);
            }
        } else {
            self.beside(level + 1, beside, own[0], others[0]);
            self.beside(level + 1, beside, own[1], others[1]);
            self.open_corner(level + 1, square);
        }
        self.away(level + 1, a, b, if beside == Right { &RIGHT } else { &UP });
    }

    /// Opens the two diagonal pairs of four patches around a corner, which touch only there. The four
    /// patches, in Morton order, have no common certificate.
    fn open_corner(&mut self, level: usize, four: [usize; 4]) {
        let unchanged = self.unchanged(four[0], four[3]) && self.unchanged(four[1], four[2]);
        if unchanged || self.is_deferred(level, WalkTask::Corner(four)) {
            return;
        }
        let pairs = [(UpRight, four[0], four[3]), (UpLeft, four[1], four[2])];
        let is_leaf = level == self.search.levels.depth;
        for (beside, a, b) in pairs {
            if !self.has(a) || !self.has(b) || self.unchanged(a, b) {
                continue;
            }
            if is_leaf {
                self.leaf(level, a, b, beside);
                continue;
            }
            self.report(level, a, b, Outcome::Opened);
            self.away(level + 1, a, b, if beside == UpRight { &UP_RIGHT } else { &UP_LEFT });
        }
        if is_leaf {
            return;
        }
        let [a, b, c, d] = four;
        let around = [children(a)[3], children(b)[2], children(c)[1], children(d)[0]];
        if self.certified(&around) {
            self.report(level + 1, around[0], around[3], Outcome::Certificate);
            self.report(level + 1, around[1], around[2], Outcome::Certificate);
        } else {
            self.open_corner(level + 1, around);
        }
    }

    /// Tests the pairs of children of two patches, except pairs with a common particle. `level` is the level
    /// of the children.
    fn away(&mut self, level: usize, a: usize, b: usize, pairs: &'static Pairs) {
        if self.is_overfull() {
            return;
        }
        let levels = self.search.levels;
        let overlaps = levels.set.run(ChildPairs { levels, patches: [a, b], pairs, gap: self.gap });
        self.counts.box_tests += u64::from(overlaps.tests);
        let (firsts, seconds) = (children(a), children(b));
        if self.observer.is_none() && pairs.in_rows {
            let mut left = overlaps.pairs;
            while left != 0 {
                let place = left.trailing_zeros() as usize / 4;
                left &= left - 1;
                self.meet(level, firsts[0] + place / 4, seconds[0] + place % 4);
            }
        } else if self.observer.is_some() || overlaps.pairs != 0 {
            for &(i, j) in pairs.in_order() {
                if overlaps.pairs & bit(i, j) != 0 {
                    self.meet(level, firsts[i], seconds[j]);
                } else {
                    self.report(level, firsts[i], seconds[j], Outcome::Boxes);
                }
            }
        }
    }

    /// Opens two patches without a common particle whose boxes overlap, now or on another thread.
    #[inline(always)]
    fn meet(&mut self, level: usize, a: usize, b: usize) {
        if !self.unchanged(a, b) && !self.is_deferred(level, WalkTask::Away(a, b)) {
            self.open_away(level, a, b);
        }
    }

    /// Opens two patches without a common particle whose boxes overlap.
    fn open_away(&mut self, level: usize, a: usize, b: usize) {
        if level == self.search.levels.depth {
            self.leaf(level, a, b, Beside::No);
        } else {
            self.report(level, a, b, Outcome::Opened);
            self.away(level + 1, a, b, &AWAY);
        }
    }

    /// True if the node contains a cell.
    #[inline(always)]
    fn has(&self, index: usize) -> bool {
        !self.search.levels.is_empty(index)
    }

    #[inline(always)]
    fn unchanged(&self, a: usize, b: usize) -> bool {
        self.search.changed.is_some_and(|changed| !changed[a] && !changed[b])
    }

    #[inline(always)]
    fn is_deferred(&mut self, at: usize, task: WalkTask) -> bool {
        match &mut self.deferred {
            Some((level, tasks)) if *level == at => {
                tasks.push(task);
                true
            }
            _ => false,
        }
    }

    /// True if the rectangle of these nodes has a certificate. Nodes outside the cloth have no effect.
    #[inline(always)]
    fn certified<const N: usize>(&mut self, nodes: &[usize; N]) -> bool {
        if !self.search.certificates {
            return false;
        }
        let levels = self.search.levels;
        let mut rectangle = Rectangle { nodes: [levels.node(nodes[0]); N], gap: self.gap_at_most };
        for (node, index) in rectangle.nodes.iter_mut().zip(nodes) {
            *node = levels.node(*index);
        }
        let holds = levels.set.run(rectangle);
        self.counts.certificates += 1;
        self.counts.certified += u64::from(holds);
        holds
    }

    /// Adds a pair of cells, the second in position `beside` of the first, or a cell with itself.
    #[inline(always)]
    fn leaf(&mut self, level: usize, a: usize, b: usize, beside: Beside) {
        let leaf = Leaf { a: a as u32, b: b as u32, beside };
        if self.observer.is_some() {
            let Search { levels, corners, .. } = self.search;
            let is_separated = corners && leaf.is_separated(levels, self.gap);
            self.report(level, a, b, if is_separated { Outcome::Corners } else { Outcome::Leaf });
        }
        self.leaves.push(leaf);
    }

    #[inline(always)]
    fn report(&mut self, level: usize, a: usize, b: usize, outcome: Outcome) {
        let levels = self.search.levels;
        let patch = |index| levels.patch(levels.place(level, index));
        if let Some(observer) = &mut self.observer {
            observer(Event::Patches(patch(a), patch(b), outcome));
        }
    }
}

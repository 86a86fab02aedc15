//! A binary tree of sets of triangles, before it has volumes.

use super::made::Made;
use crate::geometry::Obb;

/// A binary tree of sets of triangles.
pub struct Parts<V> {
    /// The root first.
    pub parts: Vec<Part<V>>,
    /// Indices of triangles, those of a part side by side.
    pub order: Vec<u32>,
}

/// A set of triangles.
pub struct Part<V> {
    /// Place of its first triangle in the order.
    pub first: usize,
    /// How many there are.
    pub count: usize,
    /// The two sets that it was split into.
    pub children: Option<[usize; 2]>,
    /// The volume around it, if the construction needed that.
    pub volume: Option<V>,
}

/// How volumes are laid around triangles.
pub struct Fitter<'a, V> {
    /// The volume around the triangles with these indices.
    pub fit: &'a dyn Fn(&[u32]) -> V,
    /// A box around a volume: the axes along which a set can be split. `None` if the volume has no axes.
    pub frame: &'a dyn Fn(&V) -> Option<Obb>,
}

/// Called with every step of a construction that is recorded.
pub type See<'a> = dyn FnMut(Made) + 'a;

/// Tells progress and steps, and whether to go on.
pub struct Meter<'a> {
    done: f64,
    expected: f64,
    told: f64,
    progress: &'a mut dyn FnMut(f64) -> bool,
    see: Option<&'a mut See<'a>>,
}

impl<'a> Meter<'a> {
    /// For about `expected` units of work; steps are handed to `see`, if there is one.
    pub fn new(
        expected: f64,
        progress: &'a mut dyn FnMut(f64) -> bool,
        see: Option<&'a mut See<'a>>,
    ) -> Self {
        Self { done: 0.0, expected, told: f64::NEG_INFINITY, progress, see }
    }

    /// A step was made.
    pub fn made(&mut self, step: Made) {
        if let Some(see) = &mut self.see {
            see(step);
        }
    }

    /// So many units are done; `None` if the work is cancelled. Tells every hundredth.
    pub fn add(&mut self, units: usize) -> Option<()> {
        self.done += units as f64;
        let share = (self.done / self.expected).min(1.0);
        if share < self.told + 0.01 {
            return Some(());
        }
        self.told = share;
        (self.progress)(share).then_some(())
    }
}

impl<V> Parts<V> {
    /// The tree in which triangle number `i` of `leaves` is node i and node `leaves.len() + k` has the two nodes `joints[k]`
    /// below it; the last joint is the root.
    pub fn of_joints(leaves: &[u32], joints: &[[u32; 2]], root: u32) -> Self {
        let mut parts = vec![Part { first: 0, count: 0, children: None, volume: None }];
        let mut order = Vec::with_capacity(leaves.len());
        // A part is finished, with its count, once all below it has been.
        enum Task {
            Begin(u32, usize),
            Finish(usize),
        }
        let mut open = vec![Task::Begin(root, 0)];
        while let Some(task) = open.pop() {
            match task {
                Task::Finish(part) => parts[part].count = order.len() - parts[part].first,
                Task::Begin(node, part) => {
                    parts[part].first = order.len();
                    match (node as usize).checked_sub(leaves.len()) {
                        None => {
                            order.push(leaves[node as usize]);
                            parts[part].count = 1;
                        }
                        Some(joint) => {
                            let first = parts.len();
                            parts[part].children = Some([first, first + 1]);
                            for _ in 0..2 {
                                parts.push(Part { first: 0, count: 0, children: None, volume: None });
                            }
                            open.push(Task::Finish(part));
                            open.push(Task::Begin(joints[joint][1], first + 1));
                            open.push(Task::Begin(joints[joint][0], first));
                        }
                    }
                }
            }
        }
        Self { parts, order }
    }
}

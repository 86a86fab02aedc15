//! The input of a construction ([`Pieces`]), the binary tree of sets of triangles that it makes before volumes are
//! fitted, and its steps for recordings ([`Made`]).

use super::plan::AxisChoice;
use crate::geometry::{Aabb, Mesh, Obb, Vector};

/// A binary tree of sets of triangles.
pub struct Parts {
    /// All sets, the root first.
    pub parts: Vec<Part>,
    /// Triangle indices; the triangles of a set are contiguous.
    pub order: Vec<u32>,
}

/// A set of triangles.
pub struct Part {
    /// Position of the set's first triangle in [`Parts::order`].
    pub first: usize,
    /// Number of triangles.
    pub count: usize,
    /// Indices of the two subsets; `None` for a set that was not split.
    pub children: Option<[usize; 2]>,
}

/// Functions that fit volumes to triangles.
pub struct Fitter<'a, V> {
    /// Fits a volume around the triangles with these indices.
    pub fit: &'a dyn Fn(&[u32]) -> V,
    /// The box whose axes a split may use; `None` if the volume has no axes.
    pub frame: &'a dyn Fn(&V) -> Option<Obb>,
}

/// Observer called with every step of a recorded construction.
pub type See<'a> = dyn FnMut(Made) + 'a;

/// Reports progress and steps of a construction, and checks for cancellation.
pub struct Meter<'a> {
    done: f64,
    expected: f64,
    reported: f64,
    progress: &'a mut dyn FnMut(f64) -> bool,
    see: Option<&'a mut See<'a>>,
}

impl<'a> Meter<'a> {
    /// Creates a meter for about `expected` units of work; the optional observer `see` receives every step.
    pub fn new(
        expected: f64,
        progress: &'a mut dyn FnMut(f64) -> bool,
        see: Option<&'a mut See<'a>>,
    ) -> Self {
        Self { done: 0.0, expected, reported: f64::NEG_INFINITY, progress, see }
    }

    /// Reports a step.
    pub fn made(&mut self, step: Made) {
        if let Some(see) = &mut self.see {
            see(step);
        }
    }

    /// Adds `units` of work; `None` if the caller has cancelled. Reports progress every hundredth.
    pub fn add(&mut self, units: usize) -> Option<()> {
        self.done += units as f64;
        let share = (self.done / self.expected).min(1.0);
        if share < self.reported + 0.01 {
            return Some(());
        }
        self.reported = share;
        (self.progress)(share).then_some(())
    }
}

impl Parts {
    /// Converts a list of merges to a tree. Node i is triangle `leaves[i]`; node `leaves.len() + k` has the
    /// children `joints[k]`. `root` is the node of the last merge.
    pub fn of_joints(leaves: &[u32], joints: &[[u32; 2]], root: u32) -> Self {
        let mut parts = vec![Part { first: 0, count: 0, children: None }];
        let mut order = Vec::with_capacity(leaves.len());
        // The count of a set is known only after all sets below it are finished.
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
                                parts.push(Part { first: 0, count: 0, children: None });
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

/// One step of a construction.
#[derive(Clone, Copy, Debug)]
pub enum Made<'a> {
    /// A set of triangles was split in two, at `middle`.
    Split {
        /// Indices of the triangles.
        triangles: &'a [u32],
        /// Number of triangles in the first part.
        middle: usize,
        /// The box whose axes the split rule uses; `None` for rules along x, y and z.
        frame: Option<&'a Obb>,
        /// The axis of the split, and the rule's reason for it; `None` if the set was simply halved.
        axis: Option<AxisChoice>,
    },
    /// Two clusters were merged.
    Merged {
        /// The box of each cluster.
        boxes: [&'a Aabb; 2],
    },
    /// A triangle was inserted beside a node.
    Inserted {
        /// The box around the triangle.
        triangle: &'a Aabb,
        /// The box around the node; `None` for the first triangle.
        beside: Option<&'a Aabb>,
        /// Growth of the sum of the half surfaces of all inner nodes, square metres.
        growth: f64,
    },
}

/// Centroid and box of every triangle of a mesh, by triangle index.
#[derive(Clone, Debug)]
pub struct Pieces {
    /// Centroids (means of the corners), metres.
    pub centroids: Vec<Vector>,
    /// Bounding boxes of the triangles.
    pub bounds: Vec<Aabb>,
}

impl Pieces {
    /// The centroids and boxes of a mesh, in its coordinates.
    pub fn of(mesh: &Mesh) -> Self {
        let corners = (0..mesh.triangles().len()).map(|t| mesh.corners(t).map(|p| p.coords));
        Self::of_triangles(corners)
    }

    /// The centroids and boxes of a sequence of triangles.
    pub fn of_triangles(corners: impl Iterator<Item = [Vector; 3]>) -> Self {
        let mut pieces = Self { centroids: vec![], bounds: vec![] };
        for [p, q, r] in corners {
            pieces.centroids.push((p + q + r) / 3.0);
            pieces.bounds.push(Aabb::around([p, q, r].map(Into::into)));
        }
        pieces
    }

    /// The box around these triangles.
    pub fn around(&self, triangles: &[u32]) -> Aabb {
        triangles.iter().fold(Aabb::EMPTY, |all, &t| all.union(&self.bounds[t as usize]))
    }
}

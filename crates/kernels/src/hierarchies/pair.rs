//! The interface of a method that has prepared two meshes, and the events of a traversal, for recordings. Timed
//! traversals run the same code with an empty observer, which is compiled away; so a recording shows exactly the
//! comparisons that determine the answer.

use std::time::Duration;

use super::build::parts::Made;
use super::query::{Answer, Cost, Query};
use super::tree::{Outline, TreeView};
use super::unit_costs::Replayed;
use super::walk::descent::DescentRule;
use crate::geometry::{Pose, Vector};

/// Progress callback during construction, with the share done, 0 to 1; `false` cancels.
pub type Progress<'a> = dyn FnMut(f64) -> bool + 'a;

/// Two meshes prepared by a method. Answers depend on the arguments alone. State from the last pose (a front,
/// a pair) may change the cost, and which of several touching pairs `Detect` finds, but nothing else.
pub trait MeshPair: Send {
    /// Answers `query` with B at `b_in_a`.
    fn answer(&mut self, b_in_a: &Pose, query: &Query) -> Answer;

    /// [`MeshPair::answer`] with an observer that receives every step. The call leaves no state behind, and
    /// starts without state from earlier queries unless the method is set to start from the last pose.
    fn watch(&mut self, b_in_a: &Pose, query: &Query, see: &mut dyn FnMut(Seen)) -> Answer;

    /// Answers within a budget: `go_on` receives the cost so far before every test of volumes or triangles,
    /// and `false` ends the traversal. The most promising pairs are tested first. `None` if the method has no
    /// such traversal.
    fn answer_within(
        &mut self,
        b_in_a: &Pose,
        query: &Query,
        go_on: &mut dyn FnMut(&Cost) -> bool,
    ) -> Option<Partial>;

    /// [`MeshPair::answer_within`] with an observer that receives every step, including [`Seen::Opened`] for
    /// every pair expanded.
    fn watch_within(
        &mut self,
        _b_in_a: &Pose,
        _query: &Query,
        _go_on: &mut dyn FnMut(&Cost) -> bool,
        _see: &mut dyn FnMut(Seen),
    ) -> Option<Partial> {
        None
    }

    /// Whether [`MeshPair::watch`] uses a different traversal of the same trees than [`MeshPair::answer`]:
    /// equal answers, different counts.
    fn is_watched_otherwise(&self) -> bool {
        false
    }

    /// Repeats the tests and updates of [`MeshPair::answer`], each kind in a loop of its own, and times the
    /// loops. `None` if the method cannot separate them from its traversal. Leaves no state behind.
    fn replay(&mut self, _b_in_a: &Pose, _query: &Query) -> Option<Replayed> {
        None
    }

    /// Rebuilds the tree of A (0) or of B (1) with an observer for every step; `false` if the method reports
    /// none.
    fn watch_construction(&self, _body: usize, _see: &mut dyn FnMut(Made)) -> bool {
        false
    }

    /// The method's volume around some triangles of A (0) or of B (1), for drawing; `None` if it has no volumes.
    fn volume_around(&self, _body: usize, _triangles: &[u32]) -> Option<Outline> {
        None
    }

    /// A pair with the same trees for another thread; `None` if the method cannot share them.
    fn sharing(&self) -> Option<Box<dyn MeshPair>> {
        None
    }

    /// Size and cost of the preparation so far.
    fn built(&self) -> Built;

    /// The tree of A (0) or of B (1), for drawing; `None` if the method has none.
    fn tree(&self, body: usize) -> Option<&dyn TreeView>;

    /// The nodes that [`MeshPair::watch`] replaces by their children when it opens this pair; `None` if the
    /// method has no trees.
    fn opening(&self, _nodes: [u32; 2]) -> Option<Opening> {
        None
    }

    /// Pairs of nodes where the last traversal ended; empty if the method keeps no front.
    fn front(&self) -> Vec<[u32; 2]>;

    /// Drops state from earlier poses, so that the next cost is that of a first query.
    fn forget(&mut self) {}
}

/// The nodes that a traversal replaces by their children when it opens a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Whether A's node is replaced, and whether B's is; neither for two leaves.
    pub opens: [bool; 2],
    /// Whether A's node is a leaf, and whether B's is.
    pub leaves: [bool; 2],
    /// The descent rule of the traversal.
    pub rule: DescentRule,
}

/// Result of a traversal when its budget ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Partial {
    /// The result so far. `colliding: true` is final; `false` is final only if `undecided` is empty. For
    /// `Determine`, the pairs found so far. For `Distance`, an upper bound.
    pub answer: Answer,
    /// Pairs of unvisited nodes, [of A's tree, of B's tree]. Every missing triangle pair lies below one of
    /// these pairs. If empty, the answer is complete.
    pub undecided: Vec<[u32; 2]>,
    /// Number of triangle pairs below the undecided nodes.
    pub undecided_triangles: u64,
    /// Lower bound on the distance, metres; 0 if unknown.
    pub distance_at_least: f64,
}

/// Size and cost of the preparation of two meshes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Built {
    /// Construction time of both trees; 0 for trees that already existed.
    pub time: Duration,
    /// Size of each tree in bytes, without the mesh. If the trees are shared, both entries are the size of
    /// the one tree.
    pub bytes: [usize; 2],
    /// Whether both meshes share one tree.
    pub shared: bool,
}

/// A traversal event. Nodes are [index in A's tree, index in B's].
#[derive(Clone, Copy, Debug)]
pub enum Seen<'a> {
    /// Two volumes were tested.
    Nodes {
        /// The nodes.
        nodes: [u32; 2],
        /// Outcome of the test.
        outcome: Outcome,
        /// For distance queries, the lower bound on the distance of the contents, metres. Otherwise the
        /// overlap depth, metres, negative if separated.
        measure: f64,
        /// Cost so far, including this test.
        cost: &'a Cost,
    },
    /// A pair of nodes was taken from the stack or heap and replaced by its child pairs.
    Opened {
        /// The nodes.
        nodes: [u32; 2],
    },
    /// A pair of nodes was taken from the heap and dropped, because its contents cannot be closer than the
    /// best result so far.
    Dropped {
        /// The nodes.
        nodes: [u32; 2],
        /// Lower bound on the distance of the contents, metres.
        bound: f64,
    },
    /// Two triangles were tested.
    Triangles {
        /// The leaves that contain the triangles.
        nodes: [u32; 2],
        /// Indices of the triangles in A's mesh and in B's.
        triangles: [u32; 2],
        /// Corners of the triangles, in A's coordinates.
        corners: [&'a [Vector; 3]; 2],
        /// Whether the triangles touch; for `Within`, whether they are close enough.
        found: bool,
        /// Distance in metres, if the query needs it.
        distance: Option<f64>,
        /// Cost so far, including this test.
        cost: &'a Cost,
    },
}

/// Outcome of a test of two volumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Pruned: the contents cannot matter for the query.
    Apart,
    /// Kept to be expanded later.
    Kept,
}

//! Two meshes, prepared by a method: what answers queries.

use std::time::Duration;

use super::build::made::Made;
use super::query::{Answer, Cost, Query};
use super::seen::Seen;
use super::view::TreeView;
use crate::geometry::Pose;

/// Called now and then while trees are built with the share that is done, 0 to 1; `false` cancels.
pub type Progress<'a> = dyn FnMut(f64) -> bool + 'a;

/// Two meshes, prepared by a method. Answers depend on the arguments alone: what is remembered from the last pose (a front, a
/// pair) may change costs, and which of several touching pairs `Detect` finds, nothing else.
pub trait MeshPair: Send {
    /// Answers `query` with B at `b_in_a`.
    fn answer(&mut self, b_in_a: &Pose, query: &Query) -> Answer;

    /// The same, with every step handed to `see`. Nothing is remembered from it, and it begins as if nothing had been asked
    /// before, unless the method was set to start from the last pose.
    fn watch(&mut self, b_in_a: &Pose, query: &Query, see: &mut dyn FnMut(Seen)) -> Answer;

    /// Answers under a budget: `go_on` is called before every test of volumes or triangles with the cost so far, and `false`
    /// ends it. Most promising pairs first. `None` if the method has no such walk.
    fn answer_within(
        &mut self,
        b_in_a: &Pose,
        query: &Query,
        go_on: &mut dyn FnMut(&Cost) -> bool,
    ) -> Option<Partial>;

    /// The same, with every step handed to `see`, and every pair that is looked into as [`Seen::Opened`].
    fn watch_within(
        &mut self,
        _b_in_a: &Pose,
        _query: &Query,
        _go_on: &mut dyn FnMut(&Cost) -> bool,
        _see: &mut dyn FnMut(Seen),
    ) -> Option<Partial> {
        None
    }

    /// Whether [`MeshPair::watch`] shows another walk over the same trees than [`MeshPair::answer`] takes: the same answer, other
    /// counts.
    fn is_watched_otherwise(&self) -> bool {
        false
    }

    /// Builds the tree of A (0) or of B (1) once more, with every step handed to `see`; `false` if the method tells none.
    fn watch_construction(&self, _body: usize, _see: &mut dyn FnMut(Made)) -> bool {
        false
    }

    /// Size and cost of what was prepared.
    fn built(&self) -> Built;

    /// The tree of A (0) or of B (1), to be drawn; `None` if the method has none.
    fn tree(&self, body: usize) -> Option<&dyn TreeView>;

    /// Pairs of nodes at which the last walk stopped, if the method keeps a front; empty otherwise.
    fn front(&self) -> Vec<[u32; 2]>;

    /// Forgets what is remembered from earlier poses, so that costs are those of a first answer.
    fn forget(&mut self) {}
}

/// What a walk under a budget knows when the budget ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Partial {
    /// What was found so far. `colliding` is right if it says so; if it does not and `undecided` is not empty, it is open.
    /// Of `Determine`: some of the pairs. Of `Distance`: an upper bound.
    pub answer: Answer,
    /// Pairs of nodes that were not looked into, [of A's tree, of B's tree]. Every triangle pair that is missing lies below
    /// one of them. Empty: the answer is complete.
    pub undecided: Vec<[u32; 2]>,
    /// How many pairs of triangles lie below the undecided nodes.
    pub undecided_triangles: u64,
    /// Metres: the distance is not below this. 0 where it is not known.
    pub distance_at_least: f64,
}

/// Size and cost of what a method prepared for two meshes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Built {
    /// Time for both; 0 for one that was there.
    pub time: Duration,
    /// Bytes of A's tree and of B's, without the mesh. A mesh with itself has one tree, told in both places.
    pub bytes: [usize; 2],
    /// Whether both are one.
    pub shared: bool,
}

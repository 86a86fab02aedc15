//! Detection on a recorded step: the question, the answer and what it cost.

pub mod brute_force;
pub mod exact;

use std::ops::AddAssign;
use std::time::Duration;

use super::step::{Contact, Features, Step};

/// A method that finds what meets during a step.
pub trait Detect {
    /// All contacts of the step.
    fn detect(&mut self, step: &Step) -> Found;

    /// The same, and every decision is handed to the closure as it is made. Times are then not comparable.
    fn watch(&mut self, step: &Step, tell: &mut dyn FnMut(Event)) -> Found;
}

/// Pairs of features that a step may leave for the exact tests, 12 bytes each.
pub const MOST_PAIRS: usize = 40_000_000;
/// Contacts of a step, 24 bytes each.
pub const MOST_CONTACTS: usize = 8_000_000;

/// The answer.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Every pair of features once, in ascending order.
    pub contacts: Vec<Contact>,
    /// What every stage left.
    pub counts: Counts,
    /// Whether it was given up, since more pairs or contacts were left than [`MOST_PAIRS`] and [`MOST_CONTACTS`]: then it has none.
    pub overfull: bool,
    /// What every stage took.
    pub times: Times,
}

/// The funnel: how much work every stage had, and what it dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Boxes refitted.
    pub refitted: u64,
    /// Pairs of boxes compared.
    pub box_tests: u64,
    /// Patches, or pairs of adjacent patches, that a normal cone showed to be free (with the contour, if that is asked, too).
    pub cone_prunes: u64,
    /// Patches within the cone's bound whose contour could cross itself: not pruned.
    pub contour_refusals: u64,
    /// Patches for which a certificate was asked.
    pub certificates: u64,
    /// Patches that the certificate showed to be free.
    pub certified: u64,
    /// Pairs of triangles, or of cells, that are left after boxes and cones.
    pub leaf_pairs: u64,
    /// Of these, those whose centroids were too far apart.
    pub centroid_drops: u64,
    /// Pairs of features that were looked at.
    pub feature_pairs: u64,
    /// Of these, those whose own boxes were apart.
    pub feature_box_drops: u64,
    /// Of these, those that stayed on one side.
    pub same_side_drops: u64,
    /// Exact tests.
    pub exact_tests: u64,
    /// Exact tests that found a contact, each pair of features as often as it was tested.
    pub hits: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.refitted += other.refitted;
        self.box_tests += other.box_tests;
        self.cone_prunes += other.cone_prunes;
        self.contour_refusals += other.contour_refusals;
        self.certificates += other.certificates;
        self.certified += other.certified;
        self.leaf_pairs += other.leaf_pairs;
        self.centroid_drops += other.centroid_drops;
        self.feature_pairs += other.feature_pairs;
        self.feature_box_drops += other.feature_box_drops;
        self.same_side_drops += other.same_side_drops;
        self.exact_tests += other.exact_tests;
        self.hits += other.hits;
    }
}

/// Time per stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Boxes and cones brought up to date.
    pub refit: Duration,
    /// The walk down the tree, with all that prunes there.
    pub walk: Duration,
    /// Same-side filter and exact tests.
    pub exact: Duration,
}

impl Times {
    /// All stages together.
    pub fn total(&self) -> Duration {
        self.refit + self.walk + self.exact
    }
}

/// A part of a cloth that a node of a tree stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Patch {
    /// The cells from (u, v) = `from` to `to`, that one excluded.
    Cells {
        /// The first column and row.
        from: [u16; 2],
        /// The ones after the last.
        to: [u16; 2],
    },
    /// One triangle.
    Face(u32),
    /// A node of a tree without regard to place, by its index.
    Node(u32),
}

/// What became of a patch compared with itself, or of a pair of patches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Their boxes are apart.
    Boxes,
    /// All normals lie within a cone, and so does no contact.
    Cone,
    /// All normals lie within a cone, and the contour cannot cross itself.
    Contour,
    /// The certificate of a monotone map.
    Certificate,
    /// A direction has the corners of one cell beyond those of the other.
    Corners,
    /// Nothing could be shown: the parts are compared.
    Opened,
    /// The end of the walk: pairs of features follow.
    Leaf,
}

/// What became of a pair of features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Their own boxes are apart.
    Boxes,
    /// They stay on one side of each other.
    SameSide,
    /// The exact test: the time of contact, if any.
    Exact(Option<f64>),
}

/// A decision of a method, as it is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// A patch against itself, or two patches.
    Patches(Patch, Patch, Outcome),
    /// Two triangles whose centroids are too far apart.
    Centroids(u32, u32),
    /// Two features.
    Features(Features, Verdict),
}

/// Contacts in ascending order, each once: a pair has the same time whenever it is tested.
pub(super) fn sorted(mut contacts: Vec<Contact>) -> Vec<Contact> {
    contacts.sort_unstable_by_key(|contact| contact.features);
    contacts.dedup_by_key(|contact| contact.features);
    contacts
}

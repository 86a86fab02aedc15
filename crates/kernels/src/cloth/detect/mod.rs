//! Detection of the contacts in a recorded step: the interface of methods, their answer, its cost, and its comparison
//! with that of the reference.

#[cfg(feature = "methods")]
pub mod brute_force;
pub mod exact;

use std::ops::AddAssign;
use std::time::Duration;

use super::step::{Contact, Features, Step};

/// A method that finds the contacts of a step.
pub trait Detect {
    /// All contacts of the step.
    fn detect(&mut self, step: &Step) -> Found;

    /// Like [`Detect::detect`], but reports every decision to the callback. Times are then not comparable.
    #[cfg(feature = "methods")]
    fn watch(&mut self, step: &Step, observer: &mut dyn FnMut(Event)) -> Found;
}

/// The most pairs of features that may remain for the exact tests, 12 bytes each.
pub const MOST_PAIRS: usize = 40_000_000;
/// The most contacts of a step, 24 bytes each.
pub const MOST_CONTACTS: usize = 8_000_000;

/// The answer of a method.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The contacts, each pair of features once, in ascending order.
    pub contacts: Vec<Contact>,
    /// Work of each stage.
    pub counts: Counts,
    /// True if detection was abandoned because pairs or contacts exceeded [`MOST_PAIRS`] or
    /// [`MOST_CONTACTS`]; there are no contacts then.
    pub overfull: bool,
    /// Time of each stage.
    pub times: Times,
}

/// Counts of the pipeline: how much work each stage had, and how much it dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Boxes refitted.
    pub refitted: u64,
    /// Pairs of boxes compared.
    pub box_tests: u64,
    /// Cells of space with at least two triangles.
    pub cells: u64,
    /// Entries of triangles in those cells that are not divided further.
    pub entries: u64,
    /// Patches, or pairs of adjacent patches, that were proved free of contacts by their cone of normals, or
    /// by the cone and the contour where the contour is tested as well.
    pub cone_prunes: u64,
    /// Patches whose cone of normals was narrow enough, but which were not pruned because their contour might
    /// cross itself.
    pub contour_refusals: u64,
    /// Patches for which a certificate was computed.
    pub certificates: u64,
    /// Patches that a certificate proved free of contacts.
    pub certified: u64,
    /// Pairs of triangles, or of cells, that neither boxes nor cones could prune.
    pub leaf_pairs: u64,
    /// Leaf pairs dropped because their centroids were too far from each other.
    pub centroid_drops: u64,
    /// Pairs of features examined.
    pub feature_pairs: u64,
    /// Pairs of features dropped because their own boxes did not overlap.
    pub feature_box_drops: u64,
    /// Pairs of features dropped because they stayed on one side of each other.
    pub same_side_drops: u64,
    /// Exact tests.
    pub exact_tests: u64,
    /// Exact tests that found a contact; a pair of features counts each time it is tested.
    pub hits: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.refitted += other.refitted;
        self.box_tests += other.box_tests;
        self.cells += other.cells;
        self.entries += other.entries;
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
    /// Update of boxes and cones.
    pub refit: Duration,
    /// Traversal of the tree with all pruning.
    pub walk: Duration,
    /// Same-side filter and exact tests.
    pub exact: Duration,
}

impl Times {
    /// The sum of all stages.
    pub fn total(&self) -> Duration {
        self.refit + self.walk + self.exact
    }
}

/// The part of a cloth that a node of a tree represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Patch {
    /// The cells from (u, v) = `from` up to but excluding `to`.
    Cells {
        /// The first column and row.
        from: [u16; 2],
        /// The column and row after the last.
        to: [u16; 2],
    },
    /// A triangle.
    Face(u32),
    /// A node of a tree that ignores positions, by its index.
    Node(u32),
}

/// The result of comparing a patch with itself, or two patches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The boxes of the patches do not overlap.
    Boxes,
    /// All normals of the patches lie within a cone, which excludes contacts as published.
    Cone,
    /// All normals of the patches lie within a cone, and the contour cannot cross itself.
    Contour,
    /// A certificate proves that the features of the patches cannot collide.
    Certificate,
    /// A direction separates the corners of the two cells.
    Corners,
    /// Nothing could be proved: the children are compared.
    Opened,
    /// A leaf of the traversal: its pairs of features follow.
    Leaf,
}

/// The result for a pair of features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// The boxes of the features do not overlap.
    Boxes,
    /// The features stay on one side of each other.
    SameSide,
    /// The exact test was made: the time of contact, if any.
    Exact(Option<f64>),
}

/// A decision of a method, reported immediately.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// A patch compared with itself, or two patches.
    Patches(Patch, Patch, Outcome),
    /// Two triangles whose centroids are too far from each other.
    Centroids(u32, u32),
    /// A pair of features.
    Features(Features, Verdict),
}

/// Sorts contacts and removes duplicates. If a pair was tested several times, all tests found the same time.
pub(super) fn sorted(mut contacts: Vec<Contact>) -> Vec<Contact> {
    contacts.sort_unstable_by_key(|contact| contact.features);
    contacts.dedup_by_key(|contact| contact.features);
    contacts
}

/// A method's errors relative to the reference.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// Contacts of the reference that the method misses.
    pub missed: Vec<Contact>,
    /// Contacts that only the method reports.
    pub false_hits: Vec<Contact>,
}

impl Judged {
    /// Compares the answers of a method and of the reference, both in ascending order of features.
    pub fn of(found: &Found, truth: &Found) -> Self {
        let without = |all: &Found, other: &Found| {
            let has = |contact: &Contact| {
                other.contacts.binary_search_by(|c| c.features.cmp(&contact.features)).is_ok()
            };
            all.contacts.iter().filter(|contact| !has(contact)).copied().collect()
        };
        Self { missed: without(truth, found), false_hits: without(found, truth) }
    }

    /// True if the method made no error.
    pub fn is_right(&self) -> bool {
        self.missed.is_empty() && self.false_hits.is_empty()
    }
}

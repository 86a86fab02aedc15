//! The settings of the tree methods.

use super::build::plan::{Construction, Nearness, Plan, Rule, Size};
use super::tree_pair::{Start, Traversal};
use super::walk::descent::DescentRule;
use crate::geometry::Fit;
use crate::settings::{Choice, Meaning, Range, Setting, Settings, words};

/// The setting for the tree construction, with a default.
pub const fn construction(default: &'static str) -> Choice<Construction> {
    Choice::new(
        Setting {
            id: "construction",
            label: "Construction",
            help: "Construction of the tree: top-down by a split rule, bottom-up, or by inserting triangles one by one.",
            unit: "",
            range: Range::Choice { options: CONSTRUCTION_WORDS, default },
        },
        &CONSTRUCTIONS,
    )
}
const CONSTRUCTION_WORDS: &[(&str, &str)] = &words(&CONSTRUCTIONS);
const CONSTRUCTIONS: [Meaning<Construction>; 13] = [
    (
        "middle",
        "split at the middle of the volume's longest side, as in the OBBTree paper",
        Construction::TopDown(Rule::Middle),
    ),
    (
        "mean",
        "split at the mean of the centroids, along the volume's longest side",
        Construction::TopDown(Rule::Mean),
    ),
    (
        "median",
        "split into halves of equal number, along the volume's longest side",
        Construction::TopDown(Rule::Median),
    ),
    (
        "min-sum",
        "split along the axis with the smallest sum of the children's volumes",
        Construction::TopDown(Rule::MinSum),
    ),
    (
        "min-max",
        "split along the axis on which the larger child is smallest",
        Construction::TopDown(Rule::MinMax),
    ),
    (
        "splatter",
        "split along the axis on which the centroids have the largest variance",
        Construction::TopDown(Rule::Splatter),
    ),
    (
        "longest-side",
        "split along the longest side among x, y and z",
        Construction::TopDown(Rule::LongestSide),
    ),
    (
        "surface-area",
        "split where the surface-area heuristic expects the fewest tests",
        Construction::TopDown(Rule::SurfaceArea),
    ),
    (
        "unbalanced",
        "split off the eighth of the triangles with the largest x and halve it; then the same for the rest",
        Construction::TopDown(Rule::Unbalanced),
    ),
    (
        "bottom-up",
        "merge the triangles with the smallest joint box, then the resulting clusters",
        Construction::BottomUp(Nearness::JointSurface),
    ),
    (
        "bottom-up-distance",
        "merge the triangles closest to each other, then the resulting clusters, as in the lecture",
        Construction::BottomUp(Nearness::Distance),
    ),
    (
        "insertion",
        "insert triangles one by one where the total surface area of the boxes grows least",
        Construction::Insertion(Size::Surface),
    ),
    (
        "insertion-volume",
        "insert triangles one by one where the total volume of the boxes grows least, as in the lecture",
        Construction::Insertion(Size::Volume),
    ),
];

/// The setting for the time of construction.
pub const BUILT: Choice<bool> = Choice::new(
    Setting {
        id: "built",
        label: "Built",
        help: "Time of construction. Only top-down constructions can grow on demand; others are built at once.",
        unit: "",
        range: Range::Choice { options: &words(&TIMES), default: "at-once" },
    },
    &TIMES,
);
const TIMES: [Meaning<bool>; 2] = [
    ("at-once", "the whole tree before the first query", false),
    ("on-demand", "a node gets its children when a query first opens it", true),
];

/// The setting for the maximum number of children of a node.
pub const ARITY: Choice<usize> = Choice::new(
    Setting {
        id: "arity",
        label: "Children",
        help: "Maximum number of children of a node.",
        unit: "",
        range: Range::Choice { options: &words(&ARITIES), default: "2" },
    },
    &ARITIES,
);
const ARITIES: [Meaning<usize>; 3] = [
    ("2", "a binary tree", 2),
    ("4", "two levels of a binary tree merged into one", 4),
    ("8", "three levels of a binary tree merged into one", 8),
];

/// The setting for the maximum number of triangles in a leaf, with a default.
pub const fn leaf_size(default: u64) -> Setting {
    Setting {
        id: "leaf-size",
        label: "Leaf size",
        help: "Maximum number of triangles in a leaf: larger leaves mean fewer volumes and more triangle tests.",
        unit: "triangles",
        range: Range::Whole { min: 1, max: 40, default },
    }
}

/// Ways to update a volume with fixed directions for a pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// Encloses the rotated corners of the original volume.
    Approximation,
    /// Climbs on the convex hull from the extreme vertices of the last pose.
    HillClimbing,
    /// Encloses all vertices, bottom-up.
    Refit,
}

/// The setting for the update of k-DOPs.
pub const UPDATE: Choice<Update> = Choice::new(
    Setting {
        id: "update",
        label: "Update",
        help: "Update of the rotated mesh's volumes in every pose.",
        unit: "",
        range: Range::Choice { options: &words(&UPDATES), default: "approximation" },
    },
    &UPDATES,
);
const UPDATES: [Meaning<Update>; 3] = [
    (
        "approximation",
        "fit the volume around the rotated corners of the original one: cheap, but slightly larger",
        Update::Approximation,
    ),
    (
        "hill-climbing",
        "fit the volume tightly around the hull's extreme vertices, found by hill climbing from the last pose's extreme vertices",
        Update::HillClimbing,
    ),
    (
        "refit",
        "fit every volume of the tree tightly around all its rotated vertices, for every pose",
        Update::Refit,
    ),
];

/// The setting for the axes of oriented volumes.
pub const FIT: Choice<Fit> = Choice::new(
    Setting {
        id: "fit",
        label: "Fit",
        help: "Computation of the volumes' axes.",
        unit: "",
        range: Range::Choice { options: &words(&FITS), default: "hull-area" },
    },
    &FITS,
);
const FITS: [Meaning<Fit>; 2] = [
    ("hull-area", "area-weighted covariance of the convex hull's surface", Fit::HullArea),
    ("vertex-pca", "covariance of all vertices", Fit::VertexPca),
];

/// The setting for the starting point of a traversal.
pub const START: Choice<Start> = Choice::new(
    Setting {
        id: "start",
        label: "Start",
        help: "Start of a traversal, and what it reuses from the last pose.",
        unit: "",
        range: Range::Choice { options: &words(&STARTS), default: "roots" },
    },
    &STARTS,
);
const STARTS: [Meaning<Start>; 3] = [
    ("roots", "begin at the roots in every pose", Start::Roots),
    ("seed", "begin at the touching pair of the last pose, then at the roots", Start::Seed),
    ("front", "begin at the pairs of nodes where the last traversal ended (front tracking)", Start::Front),
];

/// The setting for the descent rule.
pub const DESCENT: Choice<DescentRule> = Choice::new(
    Setting {
        id: "descent",
        label: "Descent",
        help: "Descent rule: which of two overlapping nodes is replaced by its children; a leaf never is.",
        unit: "",
        range: Range::Choice { options: &words(&DESCENTS), default: "larger" },
    },
    &DESCENTS,
);
/// The setting for the descent rule of a method whose kernels permit only one.
pub const FIXED_DESCENT: Setting = Setting {
    help: "Descent rule: which of two overlapping nodes is replaced by its children. This method has only one.",
    range: Range::Choice { options: &[words(&DESCENTS)[1]], default: "both" },
    ..DESCENT.setting
};
const DESCENTS: [Meaning<DescentRule>; 4] = [
    ("larger", "the node with the larger volume", DescentRule::Larger),
    ("both", "both nodes at once: four pairs of children in binary trees", DescentRule::Both),
    ("a-first", "A's node down to its leaves, then B's", DescentRule::AFirst),
    (
        "alternating",
        "alternating: the node on the upper level, or A's if both are on the same level",
        DescentRule::Alternating,
    ),
];

/// Reads how two trees are traversed from settings.
pub fn traversal(settings: &Settings) -> Traversal {
    Traversal { start: START.of(settings), rule: DESCENT.of(settings) }
}

/// Reads the construction plan of a tree from settings.
pub fn plan(settings: &Settings) -> Plan {
    Plan {
        // The default given here has no effect: all declarations of this setting offer the same choices.
        construction: construction("middle").of(settings),
        arity: ARITY.of(settings),
        leaf_size: settings.whole("leaf-size").unwrap_or(1) as usize,
        on_demand: BUILT.of(settings),
    }
}

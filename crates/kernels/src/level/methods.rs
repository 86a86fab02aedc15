//! The table of methods that sweep a mover through a level; `--method`, the tests and `bench` are driven by it.

use std::ops::Deref;

use super::compile::SplitRule;
use super::compiled::Level;
use super::sweep::bevels::{Place, Rule};
use super::sweep::{BrushPlanes, Exact, Offset, Shift, Sweep};
use crate::about::{MethodInfo, Promise};
use crate::geometry::held::Held;
use crate::settings::{Choice, Meaning, Range, Setting, Settings, words};

/// A row of [`METHODS`]: the description of a method, and its constructor.
pub struct Method {
    /// Id, title, source, promise and settings; also accessible through `Deref`: `method.id`.
    pub about: MethodInfo,
    make: for<'a> fn(Held<'a, Level>, &Settings) -> Box<dyn Sweep + 'a>,
}

impl Deref for Method {
    type Target = MethodInfo;

    fn deref(&self) -> &MethodInfo {
        &self.about
    }
}

impl Method {
    /// Prepares the method for a borrowed or shared level.
    pub fn make<'a>(&self, level: impl Into<Held<'a, Level>>, settings: &Settings) -> Box<dyn Sweep + 'a> {
        (self.make)(level.into(), settings)
    }
}

/// Id of the method that shifts the planes of the tree.
pub const BSP_SHIFT: &str = "bsp-shift";
/// Id of the method that shifts the planes of the tree and adds bevels.
pub const BSP_SHIFT_BEVELS: &str = "bsp-shift-bevels";
/// Id of the method that compiles a separate tree for each size of mover.
pub const BSP_OFFSET: &str = "bsp-offset";
/// Id of the method that clips by the planes of single brushes, which a tree of boxes finds.
pub const BRUSH_PLANES: &str = "brush-planes";
/// Id of the reference method.
pub const REFERENCE: &str = "exact";

/// The edges of a cell that get bevels.
pub const BEVELS: Choice<Rule> = Choice::new(
    Setting {
        id: "bevels",
        label: "Bevels",
        help: "Edges of a solid cell that get a bevel: an additional plane half-way between the two faces.",
        unit: "",
        range: Range::Choice { options: BEVEL_WORDS, default: "published" },
    },
    &BEVEL_RULES,
);
const BEVEL_WORDS: &[(&str, &str)] = &words(&BEVEL_RULES);
const BEVEL_RULES: [Meaning<Rule>; 2] = [
    ("published", "at edges whose face normals differ by more than 90°", Rule::Published),
    ("all-edges", "at every edge", Rule::AllEdges),
];

/// Place of the bevels. It affects the cost of answers, not the answers.
pub const BEVEL_NODES: Choice<Place> = Choice::new(
    Setting {
        id: "bevel-nodes",
        label: "Bevels in",
        help: "Place of the bevels: lists that a sweep reads at the solid leaves, or nodes of a second tree. The contacts are the same.",
        unit: "",
        range: Range::Choice { options: PLACE_WORDS, default: "leaves" },
    },
    &PLACES,
);
const PLACE_WORDS: &[(&str, &str)] = &words(&PLACES);
const PLACES: [Meaning<Place>; 2] = [
    ("leaves", "a list at each solid leaf; the tree stays the same", Place::Leaves),
    ("nodes", "a chain of nodes above each solid leaf, as published", Place::Nodes),
];

/// The rule for split planes. It affects the cost of answers, not the answers.
pub const SPLIT: Choice<SplitRule> = Choice::new(
    Setting {
        id: "split",
        label: "Split planes",
        help: "The rule that selects the face along which a cell is split when the tree is compiled.",
        unit: "",
        range: Range::Choice { options: SPLIT_WORDS, default: "mixed" },
    },
    &SPLIT_RULES,
);
const SPLIT_WORDS: &[(&str, &str)] = &words(&SPLIT_RULES);
const SPLIT_RULES: [Meaning<SplitRule>; 5] = [
    ("balance", "equal numbers of faces in front and behind", SplitRule::Balance),
    ("splits", "the fewest faces cut in two", SplitRule::Splits),
    ("mixed", "compromise: one cut face counts as much as eight surplus faces on one side", SplitRule::Mixed),
    (
        "area",
        "the fewest expected nodes on a path through the cell (surface-area heuristic)",
        SplitRule::Area,
    ),
    ("first-face", "the first face in the list: a bad rule, for comparison", SplitRule::FirstFace),
];

/// All methods, in the order of the menus.
pub const METHODS: &[Method] = &[
    Method {
        about: MethodInfo {
            id: BSP_SHIFT,
            title: "Shifted planes",
            source: "Melax 2000",
            says: "Traces the mover's reference point through one tree for all sizes, shifting every plane by the mover's extent.",
            promise: Promise::NeverLate,
            settings: &[],
            compare_with: REFERENCE,
        },
        make: |level, _| Box::new(Shift::new(&level, None)),
    },
    Method {
        about: MethodInfo {
            id: BSP_SHIFT_BEVELS,
            title: "Shifted planes with bevels",
            source: "Melax 2000",
            says: "Like shifted planes, with additional planes at the edges of the solid cells that the path reaches.",
            promise: Promise::NeverLate,
            settings: &[BEVELS.setting, BEVEL_NODES.setting],
            compare_with: BSP_SHIFT,
        },
        make: |level, settings| {
            Box::new(Shift::new(&level, Some((BEVELS.of(settings), BEVEL_NODES.of(settings)))))
        },
    },
    Method {
        about: MethodInfo {
            id: BSP_OFFSET,
            title: "Tree for one size",
            source: "id Software, Quake 1996, as described by Melax 2000",
            says: "Moves all planes of the level outwards by the mover's extent, compiles a separate tree for that size, and traces a point through it.",
            promise: Promise::NeverLate,
            settings: &[],
            compare_with: BSP_SHIFT,
        },
        make: |level, _| Box::new(Offset::new(level, SplitRule::Mixed)),
    },
    Method {
        about: MethodInfo {
            id: BRUSH_PLANES,
            title: "Brushes with bevels along the axes",
            source: "id Software, Quake III Arena 1999",
            says: "Finds the brushes near the path with a tree of boxes, and clips the path by their shifted planes and axis-aligned bevels.",
            promise: Promise::NeverLate,
            settings: &[],
            compare_with: BSP_SHIFT_BEVELS,
        },
        make: |level, _| Box::new(BrushPlanes::new(level)),
    },
    Method {
        about: MethodInfo {
            id: REFERENCE,
            title: "Exact",
            source: "van den Bergen 2004, and this project",
            says: "Computes the first contact with every convex piece of the level near the path, in closed form or, in difficult cases, by distances.",
            promise: Promise::Exact,
            settings: &[],
            compare_with: BSP_SHIFT,
        },
        make: |level, _| Box::new(Exact::new(level)),
    },
];

/// Finds a method by its id.
pub fn find(id: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.id == id)
}

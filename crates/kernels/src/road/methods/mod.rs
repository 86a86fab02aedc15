//! The table of ray casters; menus, `--method`, the tests and `bench road` are driven by it.
//!
//! A new method needs a file here, a row, an arm in `record` of `src/labs/road/subject.rs`, which makes its
//! story for the inspector, and two translations. `tests/window/labs.rs` fails while the story is missing.

pub mod aabb_tree;
pub mod brute_force;
pub mod node;

use std::ops::Deref;

use super::ray::RayCaster;
use super::triangle::{MollerTrumbore, Watertight};
use super::wheel::{SEARCH_RULES, SearchRule};
use crate::about::{MethodInfo, Promise};
use crate::geometry::Mesh;
use crate::settings::{Range, Setting, Settings};
use aabb_tree::AabbTree;
use brute_force::BruteForce;

/// A row of [`METHODS`]: the description of a method, and its constructor.
pub struct Method {
    /// Id, title, source, promise and settings; also accessible through `Deref`: `method.id`.
    pub about: MethodInfo,
    make: fn(&Mesh, &Settings) -> Box<dyn RayCaster>,
}

impl Deref for Method {
    type Target = MethodInfo;

    fn deref(&self) -> &MethodInfo {
        &self.about
    }
}

impl Method {
    /// Prepares the method for a mesh; building a tree may take time.
    pub fn make(&self, mesh: &Mesh, settings: &Settings) -> Box<dyn RayCaster> {
        (self.make)(mesh, settings)
    }
}

/// Id of the method in `brute_force.rs`.
pub const BRUTE_FORCE: &str = "brute-force";
/// Id of the method in `aabb_tree.rs`.
pub const AABB_TREE: &str = "aabb-tree";
/// Id of the reference method.
pub const REFERENCE: &str = BRUTE_FORCE;

/// All methods of the road lab, in the order of the menus.
pub const METHODS: &[Method] = &[
    Method {
        about: MethodInfo {
            id: AABB_TREE,
            title: "AABB tree",
            source: "Northeastern lecture (hierarchy); surface-area heuristic: Goldsmith & Salmon 1987",
            says: "Traverses a tree of boxes, the nearer box first, and skips boxes that the ray misses or enters beyond the nearest hit.",
            promise: Promise::Exact,
            settings: &[ORIGIN, LEAF_SIZE, EDGES],
            compare_with: REFERENCE,
        },
        make: |mesh, settings| {
            // The declaration of the setting limits the leaf size to 64, so it fits into 32 bits.
            let leaf_size = settings.whole(LEAF_SIZE.id).unwrap_or(1) as u32;
            match settings.word(EDGES.id) {
                Some("plain") => Box::new(AabbTree::<MollerTrumbore>::new(mesh, leaf_size)),
                _ => Box::new(AabbTree::<Watertight>::new(mesh, leaf_size)),
            }
        },
    },
    Method {
        about: MethodInfo {
            id: BRUTE_FORCE,
            title: "Brute force",
            source: "Northeastern lecture, rays against the environment",
            says: "Tests the ray against every triangle.",
            promise: Promise::Exact,
            settings: &[ORIGIN, EDGES],
            compare_with: AABB_TREE,
        },
        make: |mesh, settings| match settings.word(EDGES.id) {
            Some("plain") => Box::new(BruteForce::<MollerTrumbore>::new(mesh)),
            _ => Box::new(BruteForce::<Watertight>::new(mesh)),
        },
    },
];

/// Finds a method by its id.
pub fn find(id: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.id == id)
}

const EDGES: Setting = Setting {
    id: "edges",
    label: "Edges",
    help: "Intersection test of a ray and a triangle.",
    unit: "",
    range: Range::Choice {
        options: &[
            (
                "watertight",
                "Exact on shared edges: no ray passes between two triangles (Woop, Benthin & Wald 2013).",
            ),
            (
                "plain",
                "Möller–Trumbore as published: a ray through an edge may pass between its two triangles.",
            ),
        ],
        default: "watertight",
    },
};

/// The rule that these settings of a method choose for the origins of its rays; `of_car` if they choose none.
pub fn rule(settings: &Settings, of_car: SearchRule) -> SearchRule {
    let own = SEARCH_RULES.iter().find(|row| settings.word(ORIGIN.id) == Some(row.id));
    own.map_or(of_car, |row| row.rule)
}

const ORIGIN: Setting = Setting {
    id: "origin",
    label: "Origin",
    help: "Origin of the rays that this pane casts; the car is driven by its own rule.",
    unit: "",
    range: Range::Choice {
        options: &[
            ("of-the-car", "The same rays as those that drive the car."),
            (SEARCH_RULES[0].id, SEARCH_RULES[0].says),
            (SEARCH_RULES[1].id, SEARCH_RULES[1].says),
            (SEARCH_RULES[2].id, SEARCH_RULES[2].says),
        ],
        default: "of-the-car",
    },
};

const LEAF_SIZE: Setting = Setting {
    id: "leaf-size",
    label: "Leaf size",
    help: "Maximum number of triangles in a leaf: larger leaves mean fewer nodes and more triangle tests.",
    unit: "triangles",
    range: Range::Whole { min: 1, max: 64, default: 4 },
};

//! The table of methods that find the contacts of a cloth; `--method`, the tests and `bench` are driven by it.

use std::ops::Deref;

use super::detect::Detect;
use super::detect::brute_force::BruteForce;
use super::detect::exact::SameSide;
use super::fast::{self, Fast};
use super::mesh::ClothMesh;
use super::tree;
use super::tree::bounds::Span;
use super::tree::detect::{Centroid, Cones, Stages, Tree};
use crate::about::{MethodInfo, Promise};
use crate::broad_phase::subdivision::{Cut, Rules};
use crate::settings::{Choice, Meaning, Range, Scale, Setting, Settings, words};

/// A row of [`METHODS`]: the description of a method, and its constructor.
pub struct Method {
    /// Id, title, source, promise and settings; also accessible through `Deref`: `method.id`.
    pub about: MethodInfo,
    /// Whether it accepts a garment, a cloth that is not a grid.
    pub takes_garments: bool,
    make: for<'a> fn(&'a ClothMesh, &Settings) -> Option<Box<dyn Detect + 'a>>,
}

impl Deref for Method {
    type Target = MethodInfo;

    fn deref(&self) -> &MethodInfo {
        &self.about
    }
}

impl Method {
    /// Prepares the method for a cloth; `None` if it needs a grid and the cloth is not one.
    pub fn make<'a>(&self, mesh: &'a ClothMesh, settings: &Settings) -> Option<Box<dyn Detect + 'a>> {
        (self.make)(mesh, settings)
    }
}

/// Id of the reference method.
pub const REFERENCE: &str = "brute-force";
/// Id of the patent's baseline.
pub const BINARY: &str = "binary";
/// Id of the patent's method.
pub const AS_PUBLISHED: &str = "quad-as-published";
/// Id of the patent's method in a form without misses.
pub const SAFE: &str = "quad-safe";
/// Id of the rival that divides space in eight.
pub const OCTREE: &str = "octree";
/// Id of the rival that divides space in two.
pub const KD_TREE: &str = "kd-tree";
/// Id of this project's fastest method.
pub const FAST: &str = "cloth-fast";

/// The times at which boxes and cones enclose a patch.
const SPAN: Choice<Span> = Choice::new(span("swept"), &SPANS);
const SPAN_WORDS: &[(&str, &str)] = &words(&SPANS);
const SPANS: [Meaning<Span>; 2] = [
    (
        "end-of-step",
        "only at the end of the step, as published: contacts during the step can be missed",
        Span::End,
    ),
    ("swept", "during the whole step", Span::Swept),
];
const fn span(default: &'static str) -> Setting {
    let help = "Times at which boxes and normal cones enclose a patch.";
    choice("span", "Boxes and cones", help, SPAN_WORDS, default)
}

/// Whether patches are pruned by their cones of normals.
const CONES: Choice<Cones> = Choice::new(cones("with-contour"), &CONE_RULES);
const CONE_WORDS: &[(&str, &str)] = &words(&CONE_RULES);
const CONE_RULES: [Meaning<Cones>; 3] = [
    ("off", "no cones", Cones::Off),
    ("alone", "a narrow cone is enough, as published: misses contacts of a spiral ramp", Cones::Alone),
    ("with-contour", "narrow cone, and a contour that cannot cross itself", Cones::WithContour),
];
const fn cones(default: &'static str) -> Setting {
    choice(
        "cones",
        "Normal cones",
        "Condition for skipping a patch because its normals are similar.",
        CONE_WORDS,
        default,
    )
}

/// The rule for dropping pairs of triangles that are too far from each other.
const CENTROID: Choice<CentroidRule> = Choice::new(centroid("bound"), &CENTROID_RULES);
const CENTROID_WORDS: &[(&str, &str)] = &words(&CENTROID_RULES);
const CENTROID_RULES: [Meaning<CentroidRule>; 3] = [
    ("off", "no pairs are skipped", CentroidRule::Off),
    (
        "threshold",
        "pairs farther apart than the threshold, as published: can lose contacts",
        CentroidRule::Threshold,
    ),
    ("bound", "pairs farther apart than the sum of their radii: loses nothing", CentroidRule::Bound),
];
#[derive(Clone, Copy)]
enum CentroidRule {
    Off,
    Threshold,
    Bound,
}
const fn centroid(default: &'static str) -> Setting {
    let help = "Pairs of triangles that are skipped because their centroids are far apart.";
    choice("centroid", "Centroids", help, CENTROID_WORDS, default)
}

/// The published threshold of the centroids' distance, as a multiple of the longest edge.
pub const THRESHOLD: Setting = Setting {
    id: "threshold",
    label: "Centroid threshold",
    help: "Centroid distance beyond which a pair of triangles is skipped, in longest edges of the cloth at rest.",
    unit: "L",
    range: Range::Real { min: 0.5, max: 1.5, default: 1.1, scale: Scale::Linear },
};

/// The rule for dropping features that stay on one side of each other.
const SAME_SIDE: Choice<SameSide> = Choice::new(same_side("cubic"), &SAME_SIDE_RULES);
const SAME_SIDE_WORDS: &[(&str, &str)] = &words(&SAME_SIDE_RULES);
const SAME_SIDE_RULES: [Meaning<SameSide>; 3] = [
    ("off", "all pairs are tested exactly", SameSide::Off),
    (
        "one-plane",
        "particles on the same side of one plane at both times, as published: can lose contacts",
        SameSide::OnePlane,
    ),
    ("cubic", "pairs whose coplanarity cubic keeps its sign: loses nothing", SameSide::Cubic),
];
const fn same_side(default: &'static str) -> Setting {
    let help = "Pairs of features that are skipped before the exact test because they stay on one side of each other.";
    choice("same-side", "Same side", help, SAME_SIDE_WORDS, default)
}

const fn once(default: bool) -> Setting {
    Setting {
        id: "once",
        label: "Every pair once",
        help: "Test each pair of features only once, instead of in every pair of triangles that contains it.",
        unit: "",
        range: Range::Switch { default },
    }
}

/// The size at which space is not divided further.
const CELL: Setting = Setting {
    id: "cell",
    label: "Smallest cell",
    help: "Smallest side of a cell of space, in mean sides of the boxes of the triangles in it.",
    unit: "×",
    range: Range::Real { min: 0.25, max: 64.0, default: 1.0, scale: Scale::Logarithmic },
};
/// Maximum number of triangles in a cell that is not divided further, whatever its size.
const LEAF: usize = 4;
const IN_SPACE: &[Setting] =
    &[span("swept"), centroid("bound"), THRESHOLD, same_side("cubic"), once(true), CELL];

/// Whether patches are certified.
const CERTIFICATES: Setting = Setting {
    id: "certificates",
    label: "Certificates",
    help: "Skip a patch whose map into space is proved monotone: it cannot collide with itself.",
    unit: "",
    range: Range::Switch { default: true },
};

/// Number of threads.
const THREADS: Setting = Setting {
    id: "threads",
    label: "Threads",
    help: "Number of threads; it does not change the contacts. Up to 65² particles, several threads are slower.",
    unit: "",
    range: Range::Whole { min: 1, max: 16, default: 1 },
};

const fn choice(
    id: &'static str,
    label: &'static str,
    help: &'static str,
    options: &'static [(&'static str, &'static str)],
    default: &'static str,
) -> Setting {
    Setting { id, label, help, unit: "", range: Range::Choice { options, default } }
}

/// All methods, in the order of the menus.
pub const METHODS: &[Method] = &[
    Method {
        about: MethodInfo {
            id: REFERENCE,
            title: "Brute force",
            source: "this project",
            says: "Tests every particle with every triangle, and every edge with every other edge, exactly over the whole step.",
            promise: Promise::Exact,
            settings: &[],
            compare_with: FAST,
        },
        takes_garments: true,
        make: |mesh, _| Some(Box::new(BruteForce::new(mesh))),
    },
    Method {
        about: MethodInfo {
            id: BINARY,
            title: "Binary tree",
            source: "CN101593367, the baseline",
            says: "Traverses a binary tree of boxes, built bottom-up without regard to positions, and tests all features of the remaining triangles.",
            promise: Promise::Exact,
            settings: &[span("swept"), centroid("off"), THRESHOLD, same_side("off"), once(false)],
            compare_with: SAFE,
        },
        takes_garments: true,
        make: |mesh, settings| Some(Box::new(Tree::new(mesh, tree::binary(mesh), stages(settings)))),
    },
    Method {
        about: MethodInfo {
            id: AS_PUBLISHED,
            title: "Quad tree as published",
            source: "CN101593367",
            says: "Traverses a quad tree with normal cones; filters triangles by centroids and planes.",
            promise: Promise::AsPublished,
            settings: &[
                span("end-of-step"),
                cones("alone"),
                centroid("threshold"),
                THRESHOLD,
                same_side("one-plane"),
                once(false),
            ],
            compare_with: SAFE,
        },
        takes_garments: false,
        make: quad,
    },
    Method {
        about: MethodInfo {
            id: SAFE,
            title: "Quad tree, safe",
            source: "CN101593367, with Volino and Magnenat-Thalmann 1994, and Tang and others 2010",
            says: "The published quad tree, with stages that miss nothing during the whole step.",
            promise: Promise::Exact,
            settings: &[
                span("swept"),
                cones("with-contour"),
                centroid("bound"),
                THRESHOLD,
                same_side("cubic"),
                once(true),
            ],
            compare_with: AS_PUBLISHED,
        },
        takes_garments: false,
        make: quad,
    },
    Method {
        about: MethodInfo {
            id: OCTREE,
            title: "Octree",
            source: "CN101593367, named as a rival; Meagher 1982",
            says: "Divides the space around the cloth into eight cubes wherever triangles crowd, in every step; compares triangles that share a cube.",
            promise: Promise::Exact,
            settings: IN_SPACE,
            compare_with: SAFE,
        },
        takes_garments: true,
        make: |mesh, settings| Some(Box::new(in_space(OCTREE, mesh, settings)?)),
    },
    Method {
        about: MethodInfo {
            id: KD_TREE,
            title: "k-d tree",
            source: "CN101593367, which names BSP trees as rivals; Bentley 1975",
            says: "Halves the space around the cloth on its longest axis, again and again, wherever triangles crowd: a BSP tree with planes across the axes.",
            promise: Promise::Exact,
            settings: IN_SPACE,
            compare_with: OCTREE,
        },
        takes_garments: true,
        make: |mesh, settings| Some(Box::new(in_space(KD_TREE, mesh, settings)?)),
    },
    Method {
        about: MethodInfo {
            id: FAST,
            title: "Moving boxes with certificates",
            source: "this project",
            says: "Traverses moving boxes; skips monotone patches, separated cells, and cubics of one sign.",
            promise: Promise::Exact,
            settings: &[CERTIFICATES, same_side("cubic"), THREADS],
            compare_with: SAFE,
        },
        takes_garments: false,
        make: |mesh, settings| Some(Box::new(Fast::new(mesh, fast_stages(settings))?)),
    },
];

/// Finds a method by its id.
pub fn find(id: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.id == id)
}

fn quad<'a>(mesh: &'a ClothMesh, settings: &Settings) -> Option<Box<dyn Detect + 'a>> {
    Some(Box::new(Tree::new(mesh, tree::quad(mesh.side? - 1), stages(settings))))
}

/// The method with this id, if it divides space; otherwise `None`.
pub fn in_space<'a>(id: &str, mesh: &'a ClothMesh, settings: &Settings) -> Option<Tree<'a>> {
    let cut = match id {
        OCTREE => Cut::Octree,
        KD_TREE => Cut::KdTree,
        _ => return None,
    };
    let smallest = settings.real(CELL.id).unwrap_or(1.0);
    Some(Tree::in_space(mesh, Rules { cut, leaf: LEAF, smallest }, stages(settings)))
}

/// Reads the settings of the fastest method.
pub fn fast_stages(settings: &Settings) -> fast::Stages {
    fast::Stages {
        certificates: settings.switch(CERTIFICATES.id).unwrap_or(true),
        same_side: SAME_SIDE.of(settings),
        threads: settings.whole(THREADS.id).unwrap_or(1) as usize,
    }
}

/// The same-side rule of the settings; `Off` if the method has no such setting.
pub fn same_side_rule(settings: &Settings) -> SameSide {
    SAME_SIDE.if_declared(settings).unwrap_or(SameSide::Off)
}

/// True if a setting has no effect with the current values of the others.
pub fn is_idle(settings: &Settings, id: &str) -> bool {
    id == THRESHOLD.id && !matches!(CENTROID.if_declared(settings), None | Some(CentroidRule::Threshold))
}

/// True if some stage is set to a published rule with which contacts are missed.
pub fn loses(settings: &Settings) -> bool {
    matches!(SPAN.if_declared(settings), Some(Span::End))
        || matches!(CONES.if_declared(settings), Some(Cones::Alone))
        || matches!(CENTROID.if_declared(settings), Some(CentroidRule::Threshold))
        || same_side_rule(settings) == SameSide::OnePlane
}

/// Reads the settings of a tree; a tree without the cone setting uses no cones.
pub fn stages(settings: &Settings) -> Stages {
    Stages {
        span: SPAN.of(settings),
        cones: CONES.if_declared(settings).unwrap_or(Cones::Off),
        centroid: match CENTROID.of(settings) {
            CentroidRule::Threshold => settings.real(THRESHOLD.id).map_or(Centroid::Off, Centroid::Threshold),
            CentroidRule::Off => Centroid::Off,
            CentroidRule::Bound => Centroid::Bound,
        },
        same_side: SAME_SIDE.of(settings),
        once: settings.switch(once(true).id).unwrap_or(true),
    }
}

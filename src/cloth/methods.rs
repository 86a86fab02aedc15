//! The table of methods that find what meets in a cloth. `--method`, the tests and `bench` come from it.

use std::ops::Deref;

use super::detect::Detect;
use super::detect::brute_force::BruteForce;
use super::detect::exact::SameSide;
use super::fast::{self, Fast};
use super::mesh::ClothMesh;
use super::tree::bounds::Span;
use super::tree::detect::{Centroid, Cones, Stages, Tree};
use super::tree::nodes;
use crate::about::{About, Promise};
use crate::settings::{Choice, Meaning, Range, Scale, Setting, Settings, words};

/// One row of [`METHODS`]: what is said of a method, and how it is prepared for a cloth.
pub struct Method {
    /// Id, title, source, promise and settings. The row's own through `Deref`: `method.id`.
    pub about: About,
    /// Whether it takes a cloth that is no grid.
    pub takes_garments: bool,
    make: for<'a> fn(&'a ClothMesh, &Settings) -> Option<Box<dyn Detect + 'a>>,
}

impl Deref for Method {
    type Target = About;

    fn deref(&self) -> &About {
        &self.about
    }
}

impl Method {
    /// Prepares the method for a cloth; `None` if the cloth is no grid and the method needs one.
    pub fn make<'a>(&self, mesh: &'a ClothMesh, settings: &Settings) -> Option<Box<dyn Detect + 'a>> {
        (self.make)(mesh, settings)
    }
}

/// The id of the method that all others are compared with.
pub const REFERENCE: &str = "brute-force";
/// The id of the patent's baseline.
pub const BINARY: &str = "binary";
/// The id of the patent's method.
pub const AS_PUBLISHED: &str = "quad-as-published";
/// The id of the patent's method in a form that misses nothing.
pub const SAFE: &str = "quad-safe";
/// The id of our fastest.
pub const FAST: &str = "cloth-fast";

/// At which times boxes and cones enclose a patch.
const SPAN: Choice<Span> = Choice::new(span("swept"), &SPANS);
const SPAN_WORDS: &[(&str, &str)] = &words(&SPANS);
const SPANS: [Meaning<Span>; 2] = [
    ("end-of-step", "at the end of the step, as published: what happens on the way can be missed", Span::End),
    ("swept", "all over the step", Span::Swept),
];
const fn span(default: &'static str) -> Setting {
    let help = "At which times the boxes and the cones of normals enclose a patch.";
    choice("span", "Boxes and cones", help, SPAN_WORDS, default)
}

/// Whether cones of normals prune.
const CONES: Choice<Cones> = Choice::new(cones("with-contour"), &CONE_RULES);
const CONE_WORDS: &[(&str, &str)] = &words(&CONE_RULES);
const CONE_RULES: [Meaning<Cones>; 3] = [
    ("off", "no cones", Cones::Off),
    ("alone", "a narrow cone is enough, as published: a spiral ramp is missed", Cones::Alone),
    ("with-contour", "a narrow cone, and a contour that cannot cross itself", Cones::WithContour),
];
const fn cones(default: &'static str) -> Setting {
    choice(
        "cones",
        "Normal cones",
        "When a patch is left out because its normals are alike.",
        CONE_WORDS,
        default,
    )
}

/// Which triangles are too far apart.
const CENTROID: Choice<CentroidRule> = Choice::new(centroid("bound"), &CENTROID_RULES);
const CENTROID_WORDS: &[(&str, &str)] = &words(&CENTROID_RULES);
const CENTROID_RULES: [Meaning<CentroidRule>; 3] = [
    ("off", "no pair is left out", CentroidRule::Off),
    (
        "threshold",
        "farther apart than the threshold, as published: contacts are lost",
        CentroidRule::Threshold,
    ),
    ("bound", "farther apart than both together reach: nothing is lost", CentroidRule::Bound),
];
#[derive(Clone, Copy)]
enum CentroidRule {
    Off,
    Threshold,
    Bound,
}
const fn centroid(default: &'static str) -> Setting {
    let help = "Which pairs of triangles are left out because their centroids are far apart.";
    choice("centroid", "Centroids", help, CENTROID_WORDS, default)
}

/// The published threshold, in longest edges.
pub const THRESHOLD: Setting = Setting {
    id: "threshold",
    label: "Centroid threshold",
    help: "Triangle pairs whose centroids are farther apart than this are dropped. Unit: longest edge of the cloth at rest.",
    unit: "L",
    range: Range::Real { min: 0.5, max: 1.5, default: 1.1, scale: Scale::Linear },
};

/// Which features stay on one side.
const SAME_SIDE: Choice<SameSide> = Choice::new(same_side("cubic"), &SAME_SIDE_RULES);
const SAME_SIDE_WORDS: &[(&str, &str)] = &words(&SAME_SIDE_RULES);
const SAME_SIDE_RULES: [Meaning<SameSide>; 3] = [
    ("off", "all pairs come to the exact test", SameSide::Off),
    (
        "one-plane",
        "particles on the same side of one plane at both times, as published: contacts are lost",
        SameSide::OnePlane,
    ),
    ("cubic", "the coplanarity cubic keeps its sign: nothing is lost", SameSide::Cubic),
];
const fn same_side(default: &'static str) -> Setting {
    let help = "Which pairs of features are left out before the exact test because they stay on one side of each other.";
    choice("same-side", "Same side", help, SAME_SIDE_WORDS, default)
}

const fn once(default: bool) -> Setting {
    Setting {
        id: "once",
        label: "Every pair once",
        help: "Test every pair of features once, and not at every pair of triangles that has it.",
        unit: "",
        range: Range::Switch { default },
    }
}

/// Whether patches are certified.
const CERTIFICATES: Setting = Setting {
    id: "certificates",
    label: "Certificates",
    help: "Leave out a patch whose map into space is shown to be monotone: it cannot meet itself.",
    unit: "",
    range: Range::Switch { default: true },
};

/// On how many threads.
const THREADS: Setting = Setting {
    id: "threads",
    label: "Threads",
    help: "Share the work among so many threads. The contacts found are the same; up to 65² particles take longer.",
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
        about: About {
            id: REFERENCE,
            title: "Brute force",
            source: "this project",
            says: "Tests every particle with every triangle and every edge with every other over the step, exactly.",
            promise: Promise::Exact,
            settings: &[],
            compare_with: FAST,
        },
        takes_garments: true,
        make: |mesh, _| Some(Box::new(BruteForce::new(mesh))),
    },
    Method {
        about: About {
            id: BINARY,
            title: "Binary tree",
            source: "CN101593367, the baseline",
            says: "Walks down a binary tree of boxes, built from the bottom up without regard to place, and tests all features of the triangles that are left.",
            promise: Promise::Exact,
            settings: &[span("swept"), centroid("off"), THRESHOLD, same_side("off"), once(false)],
            compare_with: SAFE,
        },
        takes_garments: true,
        make: |mesh, settings| Some(Box::new(Tree::new(mesh, nodes::binary(mesh), stages(settings)))),
    },
    Method {
        about: About {
            id: AS_PUBLISHED,
            title: "Quad tree as published",
            source: "CN101593367",
            says: "Walks down a quad tree over the grid with cones of normals, drops triangles by their centroids and particles on one side of one plane.",
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
        about: About {
            id: SAFE,
            title: "Quad tree, safe",
            source: "CN101593367, with Volino and Magnenat-Thalmann 1994, and Tang and others 2010",
            says: "The same stages in a form that misses nothing: boxes and cones over the step, the contour, a bound for the centroids, the signs of the cubic.",
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
        about: About {
            id: FAST,
            title: "Moving boxes with certificates",
            source: "this project",
            says: "Walks down levels of moving boxes; patches that are shown to be monotone maps are left out, and cells whose corners a direction has apart; the signs of the cubic go before the exact test.",
            promise: Promise::Exact,
            settings: &[CERTIFICATES, same_side("cubic"), THREADS],
            compare_with: SAFE,
        },
        takes_garments: false,
        make: |mesh, settings| Some(Box::new(Fast::new(mesh, fast_stages(settings))?)),
    },
];

/// The row of this id.
pub fn find(id: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.id == id)
}

fn quad<'a>(mesh: &'a ClothMesh, settings: &Settings) -> Option<Box<dyn Detect + 'a>> {
    Some(Box::new(Tree::new(mesh, nodes::quad(mesh.side? - 1), stages(settings))))
}

/// What the settings of the fastest method say.
pub fn fast_stages(settings: &Settings) -> fast::Stages {
    fast::Stages {
        certificates: settings.switch(CERTIFICATES.id),
        same_side: SAME_SIDE.of(settings),
        threads: settings.whole(THREADS.id) as usize,
    }
}

/// Which pairs of features the settings leave out before the exact test; none where nothing is said of it.
pub fn same_side_rule(settings: &Settings) -> SameSide {
    SAME_SIDE.if_declared(settings).unwrap_or(SameSide::Off)
}

/// Whether a setting has no effect beside the others.
pub fn is_idle(settings: &Settings, id: &str) -> bool {
    id == THRESHOLD.id && !matches!(CENTROID.if_declared(settings), None | Some(CentroidRule::Threshold))
}

/// Whether a stage is set to a published form that loses contacts.
pub fn loses(settings: &Settings) -> bool {
    matches!(SPAN.if_declared(settings), Some(Span::End))
        || matches!(CONES.if_declared(settings), Some(Cones::Alone))
        || matches!(CENTROID.if_declared(settings), Some(CentroidRule::Threshold))
        || same_side_rule(settings) == SameSide::OnePlane
}

/// What the settings of a tree say; a tree without a setting for cones has none.
pub fn stages(settings: &Settings) -> Stages {
    Stages {
        span: SPAN.of(settings),
        cones: CONES.if_declared(settings).unwrap_or(Cones::Off),
        centroid: match CENTROID.of(settings) {
            CentroidRule::Off => Centroid::Off,
            CentroidRule::Threshold => Centroid::Threshold(settings.real(THRESHOLD.id)),
            CentroidRule::Bound => Centroid::Bound,
        },
        same_side: SAME_SIDE.of(settings),
        once: settings.switch(once(true).id),
    }
}

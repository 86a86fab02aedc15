//! `sphere-aabb-obb`, `obb-sphere`, `aabb-obb`, `obb`: hybrid trees of bounding boxes.
//!
//! Answers whether two solids share a point, each a closed mesh, convex or not; a round solid is replaced by
//! its inscribed mesh, as drawn. With `stage=surfaces` meshes may be open; they collide where their triangles
//! share a point.
//! Source: Lin, Zou & Zhang (source 3), algorithm 1, on the OBBTree of Gottschalk, Lin & Manocha (1996).
//! Idea: every node of a tree over the triangles has an oriented box, an axis-aligned box around that, and a
//! sphere around that. The cheapest volume that proves a pair of nodes disjoint prunes it; otherwise the
//! larger node is replaced by its children, down to pairs of triangles. The first touching pair ends the
//! traversal. If there is none, one body may still lie wholly inside the other.
//! The paper ends at the boxes, and so does `stage=boxes`: it reports a collision where the bodies' own
//! boxes, the roots, intersect.
//! Fails where: gaps within the rounding of the poses, 1e-14 of the bodies' size, count as touching;
//! `stage=boxes` has false hits.
//! Cost: building takes about n log n, once per shape. A pair far apart costs one comparison of spheres, a
//! close pair a few hundred node pairs. The containment test costs a solid angle per triangle of the other body.

pub mod cascade;
pub mod seen;
pub mod trace;
mod traversal;
pub mod tree;

use std::sync::Arc;
use std::time::Instant;

use cascade::PosedRoot;
use seen::{Counts, STAGES, VOLUMES};
use traversal::{Scratch, Side, Walk};

pub use traversal::End;
use tree::Tree;

use crate::detector::{Cost, DetectError, Detection, Detector, Evidence, Tally, Verdict, require_closed};
use crate::geometry::{Fit, MeshError, Shape};
use crate::settings::{Choice, Meaning, Range, Setting, Settings, words};
use crate::world::{Body, Pair};

/// Settings of all four methods.
pub const SETTINGS: &[Setting] = &[STAGE.setting, FIT.setting];

const STAGE: Choice<End> = Choice::new(
    Setting {
        id: "stage",
        label: "Test down to",
        help: "End of the test: at the bodies' own boxes, as in the paper, or at the triangles, with or without counting a body inside the other.",
        unit: "",
        range: Range::Choice { options: &words(&STAGE_WORDS), default: "triangles" },
    },
    &STAGE_WORDS,
);
const STAGE_WORDS: [Meaning<End>; 3] = [
    ("triangles", "exact: traverses the trees down to pairs of triangles", End::Solids),
    (
        "surfaces",
        "common points of the surfaces, which may be open; a body inside the other does not count",
        End::Surfaces,
    ),
    ("boxes", "as in the paper: intersection of the bodies' own boxes", End::Boxes),
];
const FIT: Choice<Fit> = Choice::new(
    Setting {
        id: "fit",
        label: "Box fit",
        help: "Choice of axes and centres of the oriented boxes.",
        unit: "",
        range: Range::Choice { options: &words(&FITS), default: "hull-area" },
    },
    &FITS,
);
const FITS: [Meaning<Fit>; 3] = [
    ("hull-area", "area-weighted covariance of the convex hull, centred between the extremes", Fit::HullArea),
    (
        "hull-area-centroid",
        "area-weighted covariance of the convex hull, centred on its surface's centroid, as published",
        Fit::HullAreaCentroid,
    ),
    ("vertex-pca", "covariance of all vertices, centred between the extremes", Fit::VertexPca),
];

/// Volumes that are tested before the oriented boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Volumes {
    /// `sphere-aabb-obb`: spheres, then axis-aligned boxes, as the paper proposes.
    SpheresAndAabbs,
    /// `obb-sphere`: spheres only; the paper's first comparator.
    Spheres,
    /// `aabb-obb`: axis-aligned boxes only; the paper's second comparator.
    Aabbs,
    /// `obb`: no volume before the oriented boxes.
    None,
}

/// One of the four methods.
pub struct HybridBoxes {
    volumes: Volumes,
    end: End,
    fit: Fit,
    scratch: Scratch,
}

impl HybridBoxes {
    /// A detector with these volumes; `settings` are those of [`SETTINGS`].
    pub fn new(volumes: Volumes, settings: &Settings) -> Self {
        Self { volumes, end: STAGE.of(settings), fit: FIT.of(settings), scratch: Scratch::default() }
    }

    /// An exact detector with these volumes and the default box fit, for closed bodies.
    pub fn of_solids(volumes: Volumes) -> Self {
        Self::new(volumes, &Settings::defaults(SETTINGS))
    }

    /// Like [`HybridBoxes::of_solids`], for common points of the surfaces, which may be open.
    pub fn of_surfaces(volumes: Volumes) -> Self {
        Self { end: End::Surfaces, ..Self::of_solids(volumes) }
    }

    fn decide<const SPHERES: bool, const AABBS: bool>(
        &mut self,
        bodies: &[Body],
        pairs: &[Pair],
    ) -> (Vec<Verdict>, Counts) {
        // 1. Per-body work, once for every body of a pair.
        let mut posed: Vec<Option<(Arc<Tree>, PosedRoot)>> = vec![None; bodies.len()];
        for body in pairs.iter().flat_map(|p| [p.a, p.b]) {
            posed[body].get_or_insert_with(|| {
                let tree = tree::tree_of(&bodies[body].shape, self.fit);
                let root = PosedRoot::new::<AABBS>(&tree, &bodies[body].pose);
                (tree, root)
            });
        }
        // 2. The pairs.
        let mut counts = Counts::default();
        let decide = |pair: &Pair| {
            let [Some((a_tree, a)), Some((b_tree, b))] = [&posed[pair.a], &posed[pair.b]] else {
                unreachable!("every body of a pair was posed above")
            };
            let sides = [Side { tree: a_tree, root: a }, Side { tree: b_tree, root: b }];
            let walk = self.scratch.decide::<SPHERES, AABBS>(sides, self.end, &mut counts, &mut |_| ());
            let Walk { touching, node_pairs, triangle_pairs } = walk;
            Verdict { colliding: touching, evidence: Evidence::Traversal { node_pairs, triangle_pairs } }
        };
        let verdicts = pairs.iter().map(decide).collect();
        (verdicts, counts)
    }
}

impl Detector for HybridBoxes {
    fn detect(&mut self, bodies: &[Body], pairs: &[Pair]) -> Result<Detection, DetectError> {
        let start = Instant::now();
        if self.end != End::Surfaces {
            require_closed(bodies, pairs)?;
        }
        tree::forget_unused();
        let (verdicts, counts) = match self.volumes {
            Volumes::SpheresAndAabbs => self.decide::<true, true>(bodies, pairs),
            Volumes::Spheres => self.decide::<true, false>(bodies, pairs),
            Volumes::Aabbs => self.decide::<false, true>(bodies, pairs),
            Volumes::None => self.decide::<false, false>(bodies, pairs),
        };
        let (mut rejections, mut tests) = (Tally::of(STAGES), Tally::of(VOLUMES));
        counts.rejections().iter().enumerate().for_each(|(i, count)| rejections.add(i, *count));
        counts.tests().iter().enumerate().for_each(|(i, count)| tests.add(i, *count));
        let cost =
            Cost { cpu: start.elapsed(), pairs: pairs.len() as u64, rejections, tests, ..Cost::default() };
        Ok(Detection { verdicts, cost })
    }
}

/// The settings of the exact test of these bodies: defaults, but only the surfaces count if one of them is open.
pub fn exact_settings(bodies: &[Body; 2]) -> Settings {
    let mut settings = Settings::defaults(SETTINGS);
    if bodies.iter().any(|body| matches!(body.shape.convexity(), Err(MeshError::Open(..)))) {
        settings.set(STAGE.setting.id, "surfaces").expect("an option of the setting");
    }
    settings
}

/// Builds the tree of a shape for the default box fit, so that the first detection need not wait: a second
/// for 100,000 triangles.
pub fn prepare(shape: &Arc<Shape>) {
    tree::tree_of(shape, FIT.of(&Settings::defaults(SETTINGS)));
}

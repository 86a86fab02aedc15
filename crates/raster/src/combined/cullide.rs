//! `cullide`: the whole scene is drawn to find the bodies that may collide; exact tests decide their pairs.
//!
//! Source: Govindaraju, Redon, Lin & Manocha 2003 (CULLIDE): image space culls, object space decides. The set comes from
//! [`crate::image_space::cullide`]. Candidate pairs with both bodies in the set get the exact test of the triangles
//! (trees of oriented boxes instead of the paper's sub-objects). The scene is all bodies that occur in the candidate
//! pairs. With `quick`, pairs of which the earlier body collides with no later one, or the later with no earlier one,
//! need no test.
//! Bodies may be concave, and open: of an open body the surface counts, of a closed one also its inside.
//! Fails where: no sample of the scene's picture meets the contact; with `reliable` nowhere. It reports no false hit.
//! Cost: that of the set plus the exact tests of the remaining pairs. Few bodies leave where the scene is dense.

use std::time::Instant;

use crate::detector::{Cost, DetectError, Detection, Detector, Evidence, Tally, Verdict};
use crate::geometry::{Aabb, MeshError};
use crate::gpu::{Gpu, GpuError};
use crate::image_space::cullide::PotentialSet;
use crate::image_space::cullide::rules::Culling;
use crate::image_space::options::CullideOptions;
use crate::image_space::{of_another_method, require_context};
use crate::object_space::hybrid_boxes::{HybridBoxes, Volumes};
use crate::settings::Settings;
use crate::world::{Body, Pair};

/// Names of the stages that prove a pair disjoint, in the order of the counters.
pub const REJECTIONS: &[&str] = &["view along x", "view along y", "view along z", "exact"];
/// Names of the counted tests.
pub const TESTS: &[&str] = &["views", "exact"];

/// The set, and the exact tests for closed and for open bodies.
pub struct Cullide {
    set: PotentialSet,
    solids: HybridBoxes,
    surfaces: HybridBoxes,
    last: Culling,
}

impl Cullide {
    /// Compiles the shader and creates the target. `Err` if there is no context.
    pub fn new(gpu: Option<&Gpu>, settings: &Settings) -> Result<Self, GpuError> {
        let options = CullideOptions::of(settings).ok_or_else(of_another_method)?;
        let set = PotentialSet::new(require_context(gpu)?, options)?;
        Ok(Self {
            set,
            solids: HybridBoxes::of_solids(Volumes::SpheresAndAabbs),
            surfaces: HybridBoxes::of_surfaces(Volumes::SpheresAndAabbs),
            last: Culling::default(),
        })
    }

    /// The sets and views of the last detection.
    pub fn last(&self) -> &Culling {
        &self.last
    }

    /// The potentially colliding set of all bodies: the first step of a frame without a broad phase. Candidate pairs
    /// are then the pairs of the set whose boxes overlap and that the result does not exclude.
    pub fn cull_all(
        &mut self,
        bodies: &[Body],
        boxes: &[Aabb],
        cost: &mut Cost,
    ) -> Result<Culling, DetectError> {
        self.set.cull(bodies, boxes, (0..bodies.len()).collect(), cost)
    }

    /// The exact verdicts of these pairs.
    pub fn decide(&mut self, bodies: &[Body], pairs: &[Pair]) -> Result<Vec<Verdict>, DetectError> {
        let is_open = |pair: &Pair| {
            let open = |body: usize| matches!(bodies[body].shape.convexity(), Err(MeshError::Open(..)));
            open(pair.a) || open(pair.b)
        };
        let open: Vec<bool> = pairs.iter().map(is_open).collect();
        let of = |kind: bool| (0..pairs.len()).filter(|&i| open[i] == kind).map(|i| pairs[i]).collect();
        let (closed_pairs, open_pairs): (Vec<Pair>, Vec<Pair>) = (of(false), of(true));
        let mut closed = self.solids.detect(bodies, &closed_pairs)?.verdicts.into_iter();
        let mut opened = self.surfaces.detect(bodies, &open_pairs)?.verdicts.into_iter();
        Ok(open.iter().filter_map(|open| if *open { opened.next() } else { closed.next() }).collect())
    }
}

impl Detector for Cullide {
    fn adapt(&mut self, settings: &Settings) -> bool {
        CullideOptions::of(settings).is_some_and(|options| self.set.adapt(options))
    }

    fn detect(&mut self, bodies: &[Body], pairs: &[Pair]) -> Result<Detection, DetectError> {
        let start = Instant::now();
        let mut cost = Cost { rejections: Tally::of(REJECTIONS), tests: Tally::of(TESTS), ..Cost::default() };
        // 1. The scene: all bodies of the pairs.
        let mut boxes = vec![Aabb::EMPTY; bodies.len()];
        let mut members: Vec<usize> = Vec::new();
        for body in pairs.iter().flat_map(|pair| [pair.a, pair.b]) {
            if boxes[body] == Aabb::EMPTY {
                boxes[body] = bodies[body].aabb();
                members.push(body);
            }
        }
        members.sort_unstable();
        // 2. The bodies that may collide, and the pairs that may.
        let culling = self.set.cull(bodies, &boxes, members, &mut cost)?;
        let seen: Vec<_> = pairs.iter().map(|pair| culling.excludes(pair.a, pair.b)).collect();
        let open: Vec<Pair> =
            pairs.iter().zip(&seen).filter(|(_, seen)| seen.is_none()).map(|(pair, _)| *pair).collect();
        // 3. The exact tests.
        let mut exact = self.decide(bodies, &open)?.into_iter();
        let verdicts: Vec<Verdict> = (seen.iter())
            .filter_map(|seen| match seen {
                Some(seen) => {
                    cost.rejections.add(usize::from(seen.axis), 1);
                    let evidence = Evidence::FullyVisible { axis: seen.axis, round: seen.round };
                    Some(Verdict { colliding: false, evidence })
                }
                None => exact.next(),
            })
            .collect();
        let apart = |verdict: &&Verdict| {
            !verdict.colliding && !matches!(verdict.evidence, Evidence::FullyVisible { .. })
        };
        cost.rejections.add(3, verdicts.iter().filter(apart).count() as u64);
        cost.tests.add(0, culling.views.len() as u64);
        cost.tests.add(1, open.len() as u64);
        cost.pairs = pairs.len() as u64;
        self.last = culling;
        cost.cpu = start.elapsed();
        cost.gpu = cost.gpu.filter(|time| *time <= cost.cpu);
        Ok(Detection { verdicts, cost })
    }

    fn note(&self) -> Option<String> {
        let (first, last) = (self.last.views.first()?, self.last.views.last()?);
        let Culling { views, .. } = &self.last;
        Some(format!("{} of {} bodies remain after {} views", last.after, first.before, views.len()))
    }
}

//! `occlusion-sandwich`: exact verdicts, as many of them as possible from image space.
//!
//! The pair is drawn twice. If bodies enlarged by half a pixel's diagonal do not collide, the true bodies are
//! separated; if bodies shrunk slightly collide, the true bodies share a point ([`crate::image_space::conservative`]
//! proves both). Pairs in the ring between, about two pixels wide, get the exact test, so every verdict equals the
//! reference's. The cost gives the number of pairs that each layer tested and settled; pairs without an exact test
//! were settled by the rasteriser alone.
//! The sandwich is this project's own; only its passes are those of Xu et al. (source 1).
//! Fails where: nowhere; at a low resolution, or for bodies far thinner than a pixel, most pairs need the exact test.
//! Cost: twice that of the occlusion query for colliding pairs, once for others, plus the exact tests.

use std::time::Instant;

use crate::detector::{Cost, DetectError, Detection, Detector, Evidence, Layer, Tally, Tile, Verdict};
use crate::gpu::{Gpu, GpuError};
use crate::image_space::conservative::{FAT, THIN};
use crate::image_space::options::Options;
use crate::image_space::{self, ImageSpace};
use crate::object_space::reference::Reference;
use crate::settings::Settings;
use crate::world::{Body, Pair};

/// Names of the layers that prove a pair disjoint, in the order of the counters.
pub const REJECTIONS: &[&str] = &["boxes", "fat bodies", "exact"];
/// Names of the layers that test a pair, in the order of the counters.
pub const TESTS: &[&str] = &["fat bodies", "thin bodies", "exact"];

/// Fat bodies, thin bodies and the exact reference, run in this order.
pub struct Sandwich {
    fat: ImageSpace,
    thin: ImageSpace,
    exact: Reference,
}

impl Sandwich {
    /// Two image-space methods with the same settings, and the reference for pairs that they leave undecided.
    pub fn new(gpu: Option<&Gpu>, settings: &Settings) -> Result<Self, GpuError> {
        let gpu = image_space::require_context(gpu)?;
        let options = Options::of(settings).ok_or_else(image_space::of_another_method)?;
        Ok(Self {
            fat: ImageSpace::new(gpu, &FAT, options)?,
            thin: ImageSpace::new(gpu, &THIN, options)?,
            exact: Reference,
        })
    }
}

impl Detector for Sandwich {
    fn adapt(&mut self, settings: &Settings) -> bool {
        self.fat.adapt(settings) && self.thin.adapt(settings)
    }

    fn detect(&mut self, bodies: &[Body], pairs: &[Pair]) -> Result<Detection, DetectError> {
        let start = Instant::now();
        let mut cost = Cost { rejections: Tally::of(REJECTIONS), tests: Tally::of(TESTS), ..Cost::default() };

        // 1. Fat bodies that do not collide are separated.
        let fat = self.fat.detect(bodies, pairs)?;
        add(&mut cost, &fat.cost);
        let mut verdicts: Vec<Option<Verdict>> = (fat.verdicts.iter())
            .map(|fat| match (fat.colliding, fat.evidence) {
                (true, _) => None,
                (false, Evidence::EmptyWindow) => Some(decided_by(false, Layer::Boxes)),
                (false, _) => Some(decided_by(false, Layer::FatMiss)),
            })
            .collect();

        // 2. Thin bodies that collide prove a collision.
        let open = Undecided::of(&verdicts, pairs);
        let thin = self.thin.detect(bodies, &open.pairs)?;
        add(&mut cost, &thin.cost);
        cost.gpu = match (fat.cost.gpu, thin.cost.gpu) {
            (fat, None) if open.pairs.is_empty() => fat,
            (fat, thin) => fat.zip(thin).map(|(fat, thin)| fat + thin),
        };
        for (&index, thin) in open.indices.iter().zip(&thin.verdicts) {
            verdicts[index] = thin.colliding.then(|| decided_by(true, Layer::ThinHit));
        }

        // 3. The exact test for the remaining pairs.
        let ring = Undecided::of(&verdicts, pairs);
        for (&index, exact) in ring.indices.iter().zip(self.exact.detect(bodies, &ring.pairs)?.verdicts) {
            verdicts[index] = Some(decided_by(exact.colliding, Layer::Exact));
        }

        let verdicts: Vec<Verdict> = verdicts.into_iter().flatten().collect();
        let apart_by = |layer| {
            let by_layer = |v: &&Verdict| !v.colliding && v.evidence == Evidence::Layer(layer);
            verdicts.iter().filter(by_layer).count() as u64
        };
        for (index, layer) in [Layer::Boxes, Layer::FatMiss, Layer::Exact].into_iter().enumerate() {
            cost.rejections.add(index, apart_by(layer));
        }
        cost.tests.add(0, pairs.len() as u64 - apart_by(Layer::Boxes));
        cost.tests.add(1, open.pairs.len() as u64);
        cost.tests.add(2, ring.pairs.len() as u64);
        cost.pairs = pairs.len() as u64;
        cost.cpu = start.elapsed();
        Ok(Detection { verdicts, cost })
    }

    /// The fat bodies' tile if it settles the pair, otherwise the thin bodies'.
    fn tile(&mut self, bodies: &[Body], pair: Pair) -> Result<Option<Tile>, DetectError> {
        let verdict = self.detect(bodies, &[pair])?.verdicts[0];
        let fat = [Evidence::Layer(Layer::FatMiss), Evidence::Layer(Layer::Boxes)];
        let layer = if fat.contains(&verdict.evidence) { &mut self.fat } else { &mut self.thin };
        Ok(layer.tile(bodies, pair)?.map(|tile| Tile { verdict, ..tile }))
    }
}

/// The pairs that no layer has settled yet.
struct Undecided {
    indices: Vec<usize>,
    pairs: Vec<Pair>,
}

impl Undecided {
    fn of(verdicts: &[Option<Verdict>], pairs: &[Pair]) -> Self {
        let indices: Vec<usize> = (0..pairs.len()).filter(|&i| verdicts[i].is_none()).collect();
        Self { pairs: indices.iter().map(|&i| pairs[i]).collect(), indices }
    }
}

fn decided_by(colliding: bool, layer: Layer) -> Verdict {
    Verdict { colliding, evidence: Evidence::Layer(layer) }
}

/// Adds the drawing cost of a layer.
fn add(cost: &mut Cost, layer: &Cost) {
    cost.draws += layer.draws;
    cost.triangles += layer.triangles;
    cost.queries += layer.queries;
    cost.bytes_read += layer.bytes_read;
}

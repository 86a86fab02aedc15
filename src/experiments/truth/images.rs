//! `truth-images`: the adversarial pairs of [`families`](super::families) for methods that draw concave bodies whole.
//! A hit of a [`Promise::CertainHits`] method must be true up to the `rounding` of depths, and `cullide` with enlarged
//! surfaces must miss nothing.
//!
//! Only pairs whose meshes equal the solids are tested. `cullide` gets every pair as a scene of its own, because other
//! bodies in a view could only keep the pair in the set.

use super::families::{BAND, FAMILIES};
use super::pair::Case;
use super::{BATCH, Tally, Trial, TruthCounts, decide, detectors, exponent, report};
use crate::about::Promise;
use crate::experiments::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::image_space::view::{AxisChoice, View, ViewVolume};
use crate::methods::{self, METHODS, Method};
use crate::world::Body;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "truth-images",
    lab: "arena",
    title: "Adversarial pairs drawn whole",
    source: "our own experiment, not in any source",
    says: "Missed pairs and false hits of the methods that draw concave bodies whole, on needles, plates, extreme size ratios and pairs far from the origin.",
    needs_gpu: true,
    plot: PlotKind::lines(
        MISSED_SHARE,
        Axis::linear("gap or overlap relative to the larger body, power of ten"),
        Axis::linear("missed pairs, % of all"),
    ),
    run,
    claims,
};

const MISSED_SHARE: &str = "missed_share";
/// Pairs of each family that `cullide` and the first method with certain hits test. Somewhat more than half of them
/// have meshes that equal the solids: a million in all.
const FULL: u64 = 220_000;
/// Pairs of each family for the other methods.
const FEWER: u64 = 22_000;
const QUICK: u64 = 40;
const CULLIDE: &str = "cullide";
/// The settings of `cullide`: enlarged surfaces, and the coarsest picture of the scene.
const RELIABLE: [(&str, &str); 2] = [("reliable", "on"), ("scene-resolution", "64")];

fn run(run: &mut Run) -> Result<(), RunError> {
    let gpu = run.gpu()?;
    let mut chosen: Vec<(&'static Method, u64)> = Vec::new();
    let certain = METHODS.iter().filter(|method| method.promise == Promise::CertainHits);
    for method in certain.chain(methods::find(CULLIDE)) {
        let is_first = chosen.is_empty() || method.id == CULLIDE;
        match method.why_not(Some(gpu.capabilities())) {
            Some(missing) => run.note(format!("{} cannot run here: this OpenGL lacks {missing}", method.id)),
            None if run.quick => chosen.push((method, QUICK)),
            None => chosen.push((method, if is_first { FULL } else { FEWER })),
        }
    }
    run.setting("band", format!("{BAND:e}"));
    run.setting("pairs_per_family", if run.quick { QUICK } else { FULL });
    run.setting("pairs_per_family_of_others", if run.quick { QUICK } else { FEWER });
    run.setting("cullide_scene_resolution", RELIABLE[1].1);
    run.expect(chosen.len() * FAMILIES.len());
    for (method, pairs) in chosen {
        let (mut detectors, batch) = match method.id {
            CULLIDE => (vec![run.detector(CULLIDE, &RELIABLE)?], 1),
            _ => (detectors(run, method)?, BATCH),
        };
        let trial = Trial { method, pairs, batch, rounding };
        let mut tally = Tally::default();
        for family in FAMILIES {
            run.step(format!("{}: {}", method.id, family.id))?;
            tally.family = TruthCounts::default();
            decide(run, &trial, &mut detectors, family, &mut tally)?;
            if tally.family.pairs > 0 {
                report(run, &format!("{}/{}", method.id, family.id), &tally.family);
            }
        }
        for (class, counts) in tally.classes.iter().enumerate().filter(|(_, counts)| counts.pairs > 0) {
            let percent = 100.0 * counts.missed as f64 / counts.pairs as f64;
            run.measured(method.id, (exponent(class), "power of ten"), MISSED_SHARE, (percent, "%"));
        }
    }
    Ok(())
}

/// The largest gap that rounding can close, metres: a hundredth of a pixel across the view, because rasterisers place
/// corners on a grid within the pixel, and four units of a depth buffer of 24 bits along it.
fn rounding(case: &Case, resolution: u32) -> f64 {
    let [a, b] = case.bodies.each_ref().map(Body::aabb);
    let of = |view: View| {
        let depth = view.volume.extents()[view.axis as usize];
        0.01 * view.pixel(resolution) + depth / f64::from(1 << 22)
    };
    let axis = AxisChoice::SmallestWindow.axes(&a, &b).next();
    axis.and_then(|axis| View::of(&a, &b, axis, ViewVolume::Union)).map_or(0.0, of)
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let of = |metric: &str, is_of: &dyn Fn(&str) -> bool, guarantee: &str| {
        let of_method = |figure: &&Figure| figure.series.split('/').next().is_some_and(is_of);
        let measured = || figures.iter().filter(of_method).filter(|figure| figure.metric == metric);
        let pairs: f64 = measured().map(|figure| figure.x).sum();
        let wrong: f64 = measured().map(|figure| figure.value).sum();
        Claim::judged_or(guarantee, "no pair was tested", || {
            (pairs > 0.0).then(|| (format!("{wrong} of {pairs} pairs"), wrong == 0.0))
        })
    };
    let mut claims: Vec<Claim> = METHODS
        .iter()
        .filter(|method| method.promise == Promise::CertainHits)
        .map(|method| {
            let guarantee = format!("our guarantee: no false hit of {}", method.id);
            of("false_hits", &|id| id == method.id, &guarantee)
        })
        .collect();
    let guarantee = "our guarantee: cullide with enlarged surfaces misses no pair";
    claims.push(of("missed", &|id| id == CULLIDE, guarantee));
    claims
}

//! `table-3-cascades`: the mean time to test a pair with four cascades of bounding volumes.
//!
//! Lin, Zou & Zhang (source 3), table 3; its claim is known, its numbers are lost. In a space of fixed size with a
//! growing number of bodies, every pair is tested by Sphere-AABB-OBB, OBB-Sphere and AABB-OBB, and here also by the
//! OBB alone. As in the paper, a test ends at the bodies' own boxes (`pair_time_ns`). Two further measurements use
//! only the broad phase's candidates, which are close to each other (`candidate_time_ns`), and continue down to the
//! triangles (`exact_time_ns`). A second sweep packs a small number of bodies ever more densely (`density_time_ns`),
//! to find the density at which the outer volumes stop paying off. The times are those of whole detections, including
//! posing every body's boxes, in turns. All cascades use the same recorded frames; of very many pairs, an even sample
//! is timed.

use std::time::{Duration, Instant};

use super::published::{HYBRID_BOXES, claim};
use super::scenes::{Frame, record};
use super::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError, measure};
use crate::world::{Pair, Parameters};

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "table-3-cascades",
    lab: "arena",
    title: "Cascades of bounding volumes",
    source: "Lin, Zou & Zhang, table 3",
    says: "Mean time of four cascades to test a pair, against the number of bodies in a fixed space and against density.",
    needs_gpu: false,
    plot: PlotKind::lines(
        "pair_time_ns",
        Axis::linear("bodies in a fixed space"),
        Axis::linear("mean time per pair, all pairs (ns)"),
    ),
    run,
    claims,
};

const SAO: &str = "sphere-aabb-obb";
const CASCADES: [&str; 4] = [SAO, "obb-sphere", "aabb-obb", "obb"];
const BOXES: &[(&str, &str)] = &[("stage", "boxes")];

/// Density at the largest number of bodies in the fixed space.
const FULLEST: f64 = 0.2;
/// Number of bodies in the density sweep: few enough that most pairs are close when packed.
const PACKED: usize = 24;

fn run(run: &mut Run) -> Result<(), RunError> {
    let counts: &[usize] = if run.quick { &[40, 200] } else { &[40, 100, 200, 400, 600, 800, 1000] };
    let densities: &[f64] =
        if run.quick { &[0.002, 0.3] } else { &[0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3] };
    let turns = if run.quick { 5 } else { 31 };
    run.expect(counts.len() + densities.len());
    run.note("times are of whole detections, including posing every body's volumes and writing the verdicts");
    let most = counts[counts.len() - 1];
    for &count in counts {
        run.step(format!("{count} bodies"))?;
        let density = FULLEST * count as f64 / most as f64;
        let parameters = Parameters { seed: run.seed, count, density, ..Parameters::default() };
        let candidates = record(run, parameters, if run.quick { 20 } else { 60 }, 20)?;
        let all = all_pairs(&candidates);
        let x = (count as f64, "bodies");
        times(run, x, &sample(&all, 50_000), BOXES, turns, "pair_time_ns")?;
        times(run, x, &candidates, BOXES, turns, "candidate_time_ns")?;
        times(run, x, &sample(&candidates, 200), &[], turns, "exact_time_ns")?;
        rejections(run, x, &all)?;
    }
    for &density in densities {
        run.step(format!("density {density}"))?;
        let parameters = Parameters { seed: run.seed, count: PACKED, density, ..Parameters::default() };
        let (frames, every) = if run.quick { (80, 8) } else { (800, 8) };
        let all = all_pairs(&record(run, parameters, frames, every)?);
        let x = (density, "density");
        times(run, x, &all, BOXES, turns, "density_time_ns")?;
    }
    Ok(())
}

fn all_pairs(frames: &[Frame]) -> Vec<Frame> {
    let with_all = |(bodies, _): &Frame| {
        let n = bodies.len();
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| Pair { a, b }));
        (bodies.clone(), pairs.collect())
    };
    frames.iter().map(with_all).collect()
}

/// The frames with at most `most` pairs each: an even sample of the frame's pairs. With fewer pairs a timed run is
/// short, and the system is less likely to interrupt it.
fn sample(frames: &[Frame], most: usize) -> Vec<Frame> {
    let thinned = |(bodies, pairs): &Frame| {
        let stride = pairs.len().div_ceil(most).max(1);
        (bodies.clone(), pairs.iter().step_by(stride).copied().collect())
    };
    frames.iter().map(thinned).collect()
}

/// Times every cascade over these frames, in nanoseconds per pair: for each frame the median over the turns. The
/// cascades run one after the other within a turn; an additional first turn does not count.
fn times(
    run: &mut Run,
    x: (f64, &'static str),
    frames: &[Frame],
    set: &[(&str, &str)],
    turns: usize,
    metric: &'static str,
) -> Result<(), RunError> {
    let pairs: usize = frames.iter().map(|(_, pairs)| pairs.len()).sum();
    if pairs == 0 {
        return Ok(());
    }
    let mut detectors =
        CASCADES.iter().map(|id| run.detector(id, set)).collect::<Result<Vec<_>, RunError>>()?;
    let mut sums = [Duration::ZERO; CASCADES.len()];
    for (bodies, pairs) in frames {
        let mut times: [Vec<Duration>; CASCADES.len()] = Default::default();
        for turn in 0..=turns {
            run.check()?;
            for (detector, times) in detectors.iter_mut().zip(&mut times) {
                let start = Instant::now();
                detector.detect(bodies, pairs)?;
                if turn > 0 {
                    times.push(start.elapsed());
                }
            }
        }
        sums.iter_mut().zip(times).for_each(|(sum, times)| *sum += measure::median(times));
    }
    for (id, sum) in CASCADES.into_iter().zip(sums) {
        run.measured(id, x, metric, (sum.as_secs_f64() * 1e9 / pairs as f64, "ns"));
    }
    Ok(())
}

/// Reports for each stage of the paper's cascade the fraction of all pairs that this stage rejects.
fn rejections(run: &mut Run, x: (f64, &'static str), frames: &[Frame]) -> Result<(), RunError> {
    let mut detector = run.detector(SAO, BOXES)?;
    let costs = measure::cost_of(run, detector.as_mut(), frames)?;
    let pairs: u64 = costs.iter().map(|cost| cost.pairs).sum();
    let stages = costs.first().map(|cost| cost.rejections).unwrap_or_default();
    for (index, (stage, _)) in stages.iter().enumerate() {
        let rejected: u64 =
            costs.iter().filter_map(|cost| cost.rejections.iter().nth(index)).map(|c| c.1).sum();
        if stage != "triangles" {
            run.measured(stage, x, "rejected_share", (rejected as f64 / pairs as f64, ""));
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let published = |index| claim(&HYBRID_BOXES, EXPERIMENT.id, index);
    let always = [("pair_time_ns", "all pairs"), ("candidate_time_ns", "the broad phase's candidates only")];
    let always = always.map(|(metric, what)| {
        Claim::judged(format!("{} ({what})", published(0).says), || {
            let others =
                [ratios(figures, metric, "obb-sphere"), ratios(figures, metric, "aabb-obb")].concat();
            let slower = others.iter().filter(|(_, ratio)| *ratio >= 1.0).count();
            let (x, worst) = others.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
            let here = format!(
                "faster in {} of {} comparisons; at worst {worst:.2} × the other's time, at {x} bodies",
                others.len() - slower,
                others.len()
            );
            Some((here, slower == 0))
        })
        .quoting(published(0))
    });
    // The source tests all pairs and stops at the boxes, so only the first of these metrics was measured under the
    // source's conditions.
    let outer = [
        ("pair_time_ns", "all pairs"),
        ("candidate_time_ns", "candidates only, which are already close"),
        ("exact_time_ns", "candidates, down to the triangles"),
    ];
    let outer = outer.map(|(metric, what)| {
        Claim::judged(format!("{} ({what})", published(1).says), || {
            let alone = ratios(figures, metric, "obb");
            let (x, worst) = alone.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
            let here = format!("at most {worst:.2} × the time of the OBB alone (at {x} bodies)");
            Some((here, Judgement::reproduced(*worst < 0.95)))
        })
        .quoting(published(1))
    });
    let dense = Claim::judged(
        format!("sphere and AABB pay off at every density ({PACKED} bodies, all pairs)"),
        || {
            let dense = ratios(figures, "density_time_ns", "obb");
            let lost = dense.iter().find(|(_, ratio)| *ratio >= 1.0);
            let (x, last) = dense.last()?;
            let here = match lost {
                Some((x, _)) => {
                    format!(
                        "advantage only below density {x}; {last:.2} × the time of the OBB alone at the highest density"
                    )
                }
                None => format!("advantage up to density {x}: {last:.2} × the time of the OBB alone there"),
            };
            Some((here, lost.is_none()))
        },
    );
    let eight = Claim::of_source(published(2), || {
        let of = figures.iter().filter(|f| f.series == "inequality (8)");
        let rejected = of.map(|f| f.value).reduce(f64::max)?;
        let here = format!(
            "inequality (8) rejects {rejected} of all pairs, because inequality (5) has already tested the same"
        );
        Some((here, rejected > 0.0))
    });
    always.into_iter().chain(outer).chain([dense, eight]).collect()
}

/// Ratio of the time of the paper's cascade to that of another, with its x, wherever both were measured.
fn ratios(figures: &[Figure], metric: &str, other: &str) -> Vec<(f64, f64)> {
    let of = |series: &str| -> Vec<(f64, f64)> {
        let there = figures.iter().filter(|f| f.metric == metric && f.series == series);
        there.map(|f| (f.x, f.value)).collect()
    };
    let others = of(other);
    let both = of(SAO).into_iter().filter_map(|(x, time)| {
        let (_, other) = others.iter().find(|(at, _)| *at == x)?;
        Some((x, time / other))
    });
    both.collect()
}

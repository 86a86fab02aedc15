//! `broad-phase`: the cost of finding candidate pairs among 1,000 to 100,000 bodies.
//!
//! Bodies move as in the experiment of Xu et al. (source 1): density 5 %, steps of 1 to 6 % of a body's size,
//! rotations of up to 10°; colliding pairs, found by the exact reference, bounce. The bounding boxes of all frames are
//! recorded first. Then every broad phase finds the pairs of every frame, one broad phase after the other within a
//! frame, and their pairs are compared. The first frame, in which nothing is cached yet, is reported separately
//! (`first-time`). The next few frames are a warm-up and are not measured, because data kept between frames, such as
//! box margins, needs some frames to settle. All other figures are the median (`time`) or the mean (counters) over the
//! remaining frames.
//!
//! The Northeastern lecture (source 2) claims that sweep and prune takes near-linear time under coherence. Here the
//! claim is judged by the exponent e in time ∝ nᵉ, where n is the number of bodies. It is the slope of the
//! least-squares line through the points (log n, log time).

use std::time::Instant;

use super::claims::{EXPONENT_TOLERANCE, exponent};
use super::measure::median;
use super::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};
use crate::broad_phase::{AabbTree, BROAD_PHASES, BroadCost, BroadPhase, BroadPhaseRow};
use crate::geometry::Aabb;
use crate::object_space::reference::distance;
use crate::world::{Body, Pair, Parameters, World};

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "broad-phase",
    lab: "arena",
    title: "Broad phases against the number of bodies",
    source: "Cohen et al. 1995 (I-COLLIDE), as described in a lecture",
    says: "Time per frame and counters of every broad phase, 1,000 to 100,000 bodies that move as in the \
           published experiment.",
    needs_gpu: false,
    plot: PlotKind::lines("time", Axis::log("Bodies"), Axis::log("Time per frame (ms)")),
    run,
    claims,
};

/// Number of warm-up frames before the measured ones.
const WARM_UP: usize = 6;

/// The extent of a full or a quick run.
struct Extent {
    bodies: &'static [usize],
    /// Number of measured frames, after the warm-up.
    frames: usize,
    /// Largest number of bodies for which brute force runs.
    most_for_brute_force: usize,
}

const FULL: Extent = Extent {
    bodies: &[1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000],
    frames: 12,
    most_for_brute_force: 20_000,
};
const QUICK: Extent = Extent { bodies: &[1_000, 2_000, 4_000], frames: 6, most_for_brute_force: 2_000 };

fn run(run: &mut Run) -> Result<(), RunError> {
    let Extent { bodies, frames, most_for_brute_force } = if run.quick { QUICK } else { FULL };
    run.expect(2 * bodies.iter().sum::<usize>());
    for &count in bodies {
        run.step_of(count, format!("moving {count} bodies"))?;
        let recorded = record(run, count, WARM_UP + frames)?;
        run.step_of(count, format!("finding pairs of {count} bodies"))?;
        let rows: Vec<_> = BROAD_PHASES
            .iter()
            .filter(|row| row.id != "brute-force" || count <= most_for_brute_force)
            .collect();
        measure(run, &rows, &recorded, WARM_UP)?;
    }
    if bodies.iter().any(|&count| count > most_for_brute_force) {
        run.note(format!(
            "brute force was left out above {most_for_brute_force} bodies: its time grows with their square"
        ));
    }
    Ok(())
}

/// The bounding boxes of all bodies, in `frames` frames.
pub fn record(run: &Run, count: usize, frames: usize) -> Result<Vec<Vec<Aabb>>, RunError> {
    let mut world = World::new(Parameters { seed: run.seed, count, ..Parameters::default() })?;
    let mut broad_phase = AabbTree::default();
    let mut recorded = Vec::with_capacity(frames);
    while recorded.len() < frames {
        run.check()?;
        world.advance();
        let bodies = world.bodies();
        let boxes: Vec<Aabb> = bodies.iter().map(Body::aabb).collect();
        let mut pairs = broad_phase.find(&boxes);
        pairs.retain(|pair| distance(&bodies[pair.a], &bodies[pair.b]) == 0.0);
        recorded.push(boxes);
        world.respond(&pairs);
    }
    Ok(recorded)
}

/// A broad phase under measurement, with its times, costs and numbers of pairs: one entry per frame.
struct Contestant {
    row: &'static BroadPhaseRow,
    phase: Box<dyn BroadPhase>,
    times: Vec<std::time::Duration>,
    costs: Vec<BroadCost>,
    pairs: Vec<usize>,
}

/// Runs one broad phase for each of `rows` (rows of the table of broad phases) over the frames and reports their
/// figures. The first `warm_up` frames, at least 1, are not measured.
pub fn measure(
    run: &mut Run,
    rows: &[&'static BroadPhaseRow],
    frames: &[Vec<Aabb>],
    warm_up: usize,
) -> Result<(), RunError> {
    let fresh = |row: &&'static BroadPhaseRow| {
        let (times, costs, pairs) = (vec![], vec![], vec![]);
        Contestant { row, phase: (row.make)(), times, costs, pairs }
    };
    let mut contestants: Vec<_> = rows.iter().map(fresh).collect();
    for boxes in frames {
        let mut first_answer: Option<(&str, Vec<Pair>)> = None;
        for contestant in &mut contestants {
            run.check()?;
            let start = Instant::now();
            let pairs = contestant.phase.find(boxes);
            contestant.times.push(start.elapsed());
            contestant.costs.push(contestant.phase.cost());
            contestant.pairs.push(pairs.len());
            match &first_answer {
                None => first_answer = Some((contestant.row.id, pairs)),
                Some((id, expected)) if *expected != pairs => {
                    run.note(format!("{} and {id} found different pairs: one is wrong", contestant.row.id));
                }
                Some(_) => {}
            }
        }
    }
    let bodies = frames.first().map_or(0, Vec::len);
    contestants.iter().for_each(|contestant| report(run, contestant, bodies, warm_up));
    Ok(())
}

fn report(run: &mut Run, contestant: &Contestant, bodies: usize, warm_up: usize) {
    let mut figure = |metric, value, unit| {
        run.measured(contestant.row.id, (bodies as f64, "bodies"), metric, (value, unit));
    };
    let Contestant { times, costs, pairs, .. } = contestant;
    let milliseconds = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    figure("time", milliseconds(median(times[warm_up..].to_vec())), "ms");
    figure("first-time", milliseconds(times[0]), "ms");
    let frames = (costs.len() - warm_up) as f64;
    figure("pairs", pairs[warm_up..].iter().sum::<usize>() as f64 / frames, "");
    for (index, (name, _)) in BroadCost::default().counters().into_iter().enumerate() {
        let sum: u64 = costs[warm_up..].iter().map(|cost| cost.counters()[index].1).sum();
        figure(name, sum as f64 / frames, "");
    }
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let published = "sweep and prune: time nearly linear in the number of bodies, for coherent motion";
    let near_linear = 1.0 + EXPONENT_TOLERANCE;
    vec![Claim::judged_or(published, "too few sizes measured yet", || {
        let power = exponent(figures, "sweep-and-prune", "time")?;
        let of_row =
            |row: &BroadPhaseRow| Some(format!("{} {:.2}", row.id, exponent(figures, row.id, "time")?));
        let all: Vec<_> = BROAD_PHASES.iter().filter_map(of_row).collect();
        let here = format!(
            "time grows with the number of bodies to the power {power:.2} (near-linear: up to {near_linear}), swaps to the power {}; exponents of all times: {}",
            exponent(figures, "sweep-and-prune", "swaps").map_or("?".into(), |e| format!("{e:.2}")),
            all.join(", ")
        );
        Some((here, Judgement::reproduced(power <= near_linear)))
    })]
}

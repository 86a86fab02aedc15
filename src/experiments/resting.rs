//! `resting`: candidate pairs of *n* moving and *m* resting bodies, for every broad phase.
//!
//! The Northeastern lecture (source 2): the cost grows with n and m, so a clever method is needed. Each broad phase runs
//! twice over the same frames: over all boxes in every frame (`ID`), and over the moving boxes alone, with a tree for
//! the resting ones (`ID apart`, [`CandidateSearch`]). Times are medians over the frames: `time` includes computing the
//! boxes, which is part of the work that rest saves; `search` is the search for pairs alone.

use std::time::{Duration, Instant};

use super::claims::value;
use super::measure::median;
use super::published::{LECTURE, claim};
use super::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};
use crate::broad_phase::{BROAD_PHASES, BroadCost, CandidateSearch};
use crate::object_space::reference::distance;
use crate::world::{Motion, Parameters, World};

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: ID,
    lab: "arena",
    title: "Bodies at rest",
    source: "a lecture on collision detection, many objects",
    says: "Time per frame and counters of every broad phase for 1,000 moving and up to 63,000 resting bodies, with and without a tree for those at rest.",
    needs_gpu: false,
    plot: PlotKind::lines(TIME, Axis::log("Resting bodies"), Axis::log("Time per frame (ms)")),
    run,
    claims,
};

const ID: &str = "resting";
const TIME: &str = "time";
const SEARCH: &str = "search";
/// Number of frames before the measured ones: margins of boxes need some frames to settle.
const WARM_UP: usize = 6;
/// Largest number of bodies that brute force compares with each other.
const MOST_FOR_BRUTE_FORCE: usize = 16_000;

/// Moving bodies, frames, and the numbers of resting bodies.
type Extent = (usize, usize, &'static [usize]);
const FULL: Extent = (1_000, 12, &[1_000, 3_000, 7_000, 15_000, 31_000, 63_000]);
const QUICK: Extent = (200, 4, &[200, 1_000]);

fn run(run: &mut Run) -> Result<(), RunError> {
    let (moving, frames, counts) = if run.quick { QUICK } else { FULL };
    run.setting("moving bodies", moving);
    run.expect(counts.iter().map(|resting| moving + resting).sum());
    for &resting in counts {
        run.step_of(moving + resting, format!("{moving} moving and {resting} resting bodies"))?;
        let (world, frames) = record(run, moving, resting, WARM_UP + frames)?;
        measure(run, world, &frames, resting)?;
    }
    run.note(format!("brute force over all boxes was left out above {MOST_FOR_BRUTE_FORCE} bodies"));
    Ok(())
}

/// A world at its start, and the motions of its bodies in the frames that follow.
fn record(
    run: &Run,
    moving: usize,
    resting: usize,
    frames: usize,
) -> Result<(World, Vec<Vec<Motion>>), RunError> {
    let count = moving + resting;
    let share = resting as f64 / count as f64;
    let mut world =
        World::new(Parameters { seed: run.seed, count, resting: share, ..Parameters::default() })?;
    let start = world.clone();
    let mut search = CandidateSearch::new(&BROAD_PHASES[0]);
    let mut recorded = Vec::with_capacity(frames);
    while recorded.len() < frames {
        run.check()?;
        world.advance();
        search.fit(world.bodies(), world.moving());
        let mut pairs = search.find();
        let bodies = world.bodies();
        pairs.retain(|pair| distance(&bodies[pair.a], &bodies[pair.b]) == 0.0);
        recorded.push(world.motions());
        world.respond(&pairs);
    }
    Ok((start, recorded))
}

/// Runs every broad phase over the frames, over all boxes and with resting bodies apart, in turns within a frame.
fn measure(run: &mut Run, mut world: World, frames: &[Vec<Motion>], resting: usize) -> Result<(), RunError> {
    let (all, moving) = (world.bodies().len(), world.moving());
    let contestants = BROAD_PHASES.iter().flat_map(|row| [(row, all), (row, moving)]);
    let is_left_out =
        |id: &str, moving: usize| id == "brute-force" && moving == all && all > MOST_FOR_BRUTE_FORCE;
    let mut contestants: Vec<_> = contestants
        .filter(|(row, moving)| !is_left_out(row.id, *moving))
        .map(|(row, moving)| (CandidateSearch::new(row), moving, Vec::<([Duration; 2], BroadCost)>::new()))
        .collect();
    for (number, motions) in frames.iter().enumerate() {
        world.restore(number as u64, motions);
        let mut found: Option<usize> = None;
        for (search, first_at_rest, measured) in &mut contestants {
            run.check()?;
            let start = Instant::now();
            search.fit(world.bodies(), *first_at_rest);
            let fitted = start.elapsed();
            let mut pairs = search.find();
            let done = start.elapsed();
            measured.push(([done, done - fitted], search.cost()));
            // Over all boxes, pairs of resting bodies are found as well.
            pairs.retain(|pair| pair.a < moving);
            if found.replace(pairs.len()).is_some_and(|before| before != pairs.len()) {
                run.note(format!("{} found other pairs than the broad phase before it", search.row().id));
            }
        }
    }
    for (search, first_at_rest, measured) in &contestants {
        let series = if *first_at_rest == all { search.row().id.to_owned() } else { apart(search.row().id) };
        let x = (resting as f64, "resting bodies");
        let (times, costs): (Vec<_>, Vec<_>) = measured[WARM_UP..].iter().copied().unzip();
        for (index, metric) in [TIME, SEARCH].into_iter().enumerate() {
            let times = times.iter().map(|times: &[Duration; 2]| times[index]).collect();
            run.measured(&series, x, metric, (1e3 * median(times).as_secs_f64(), "ms"));
        }
        for (index, (name, _)) in BroadCost::default().counters().into_iter().enumerate() {
            let sum: u64 = costs.iter().map(|cost| cost.counters()[index].1).sum();
            run.measured(&series, x, name, (sum as f64 / costs.len() as f64, ""));
        }
    }
    Ok(())
}

/// The series of a broad phase with resting bodies in a tree of their own.
fn apart(id: &str) -> String {
    format!("{id} apart")
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let ends = || {
        let counts = figures.iter().filter(|f| f.metric == TIME).map(|f| f.x);
        Some((counts.clone().reduce(f64::min)?, counts.reduce(f64::max)?))
    };
    // The broad phases that were measured at both ends.
    let rows = || BROAD_PHASES.iter().filter(|row| row.id != "brute-force");
    let grows = || {
        let (few, many) = ends()?;
        let growth =
            |series: &str| Some(value(figures, series, TIME, many)? / value(figures, series, TIME, few)?);
        let all: Vec<f64> = rows().map(|row| growth(row.id)).collect::<Option<_>>()?;
        let kept_apart: Vec<f64> = rows().map(|row| growth(&apart(row.id))).collect::<Option<_>>()?;
        let range = |of: &[f64]| {
            let (least, most) = of.iter().fold((f64::MAX, 0.0_f64), |(l, m), &v| (l.min(v), m.max(v)));
            format!("{least:.1}–{most:.1}")
        };
        let here = format!(
            "from {few} to {many} resting bodies the time over all boxes grows {} times, with a tree for those at rest {} times",
            range(&all),
            range(&kept_apart)
        );
        let cases: Vec<_> =
            all.iter().zip(&kept_apart).map(|(all, apart)| *all > 2.0 && apart < all).collect();
        Some((here, Judgement::of_cases(&cases, Judgement::NotReproduced)))
    };
    let coherent = || {
        let (_, many) = ends()?;
        let time = |id: &'static str| Some((value(figures, id, SEARCH, many)?, id));
        let of = |ids: &[&'static str]| ids.iter().map(|id| time(id)).collect::<Option<Vec<_>>>();
        let keeping = of(&["sweep-and-prune", "aabb-tree"])?;
        let fresh = of(&["box-pruning", "uniform-grid", "octree"])?;
        let best = fresh.iter().copied().min_by(|a, b| a.0.total_cmp(&b.0))?;
        let said: Vec<_> =
            keeping.iter().chain(&fresh).map(|(time, id)| format!("{id} {time:.1} ms")).collect();
        let cases: Vec<_> = keeping.iter().map(|(time, _)| *time < best.0).collect();
        Some((
            format!("at {many} resting bodies the search takes: {}", said.join(", ")),
            Judgement::of_cases(&cases, false.into()),
        ))
    };
    vec![
        Claim::of_source(claim(&LECTURE, ID, 0), grows),
        Claim::judged(
            "our expectation: where most bodies rest, broad phases that keep the last frame are the fastest",
            coherent,
        ),
    ]
}

//! `bsp-peers`: every method compared with parry's casts against the level as a triangle mesh.
//!
//! No source prints such a comparison; the targets are our own, from measurements of a prototype. Within a
//! turn all contestants make the same moves, and ratios are taken within a turn.
//!
//! The lecture (source 2) prints the price of shifted planes relative to unshifted ones: 2.5 to 3.5 times, 66 µs of a
//! frame of 33,000 µs. Here it is the time of a sphere, a cylinder or a hull relative to that of a point in the same
//! tree.

use super::contest::{Contestant, PARRY, movers};
use super::ground::{Ground, LATE, LENGTHS, RADIUS, SPLIT, SWEEP_TIME, early, in_turns, per_move, ratio};
use crate::experiments::claims::{range, value, xs};
use crate::experiments::published::{LECTURE, claim};
use crate::experiments::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};
use crate::level::methods::BSP_SHIFT;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "bsp-peers",
    lab: "level",
    title: "Sweeps compared with parry's shape casts",
    source: "our own targets; no source prints such times",
    says: "Time of moves of 0.2 m and 5 m by every method and by parry's shape casts and ray cast, two levels.",
    needs_gpu: false,
    plot: PlotKind::bars(
        OVER,
        Axis::linear("faces of the level"),
        Axis::log("parry's time / the method's time"),
    ),
    run,
    claims,
};

const OVER: &str = "parry_over_time";

fn run(run: &mut Run) -> Result<(), RunError> {
    let (sizes, count, turns) =
        if run.quick { ([2_000, 4_000], 60, 3) } else { ([11_000, 100_000], 4_000, 9) };
    run.expect(sizes.len() * movers(RADIUS).len() * LENGTHS.len());
    run.setting("moves", count);
    run.setting("turns", turns);
    run.setting("split", SPLIT);
    run.setting("optimised", if cfg!(debug_assertions) { "no" } else { "yes" });
    for faces in sizes {
        let ground = Ground::new(run, faces)?;
        let x = (ground.level.faces as f64, "faces");
        let mut contestants = ground.methods()?;
        contestants.push(Contestant::parry(&ground.level).map_err(RunError::Setting)?);
        for (name, mover) in movers(RADIUS) {
            for length in LENGTHS {
                run.step(format!("{faces} faces, {name}, moves of {length} m"))?;
                let moves = ground.moves(run, &mover, length, count)?;
                let times = in_turns(run, &mut contestants, &moves, turns)?;
                let parry = &times[contestants.len() - 1];
                for (contestant, times) in contestants.iter().zip(&times) {
                    let series = format!("{}/{name} {length} m", contestant.id);
                    run.measured(&series, x, SWEEP_TIME, (per_move(times, &moves), "µs"));
                    if contestant.id != PARRY {
                        run.measured(&series, x, OVER, (ratio(parry, times), ""));
                    }
                }
                for (id, early) in early(&mut contestants, &moves, length)? {
                    let late = early.iter().filter(|gap| **gap < -LATE).count();
                    run.measured(format!("{id}/{name} {length} m"), x, "late", (late as f64, ""));
                }
            }
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let [short, long] = LENGTHS;
    let targets =
        [("sphere", [3.5, 10.0]), ("cylinder", [3.5, 10.0]), ("hull", [2.5, 6.0]), ("point", [1.6, 1.6])]
            .map(|(name, bars)| {
                let published = format!(
                    "our target: parry takes {} and {} times as long with a {name}",
                    bars[0], bars[1]
                );
                let least = |length: f64| {
                    let series = format!("{BSP_SHIFT}/{name} {length} m");
                    let of = figures.iter().filter(|f| f.metric == OVER && f.series == series);
                    of.map(|f| f.value).reduce(f64::min)
                };
                Claim::judged(published, || {
                    let (a, b) = (least(short)?, least(long)?);
                    let here = format!(
                        "{a:.2} times at {short} m, {b:.2} times at {long} m, the lower of both levels"
                    );
                    Some((here, a >= bars[0] && b >= bars[1]))
                })
            });
    [price_of_shifting(figures)].into_iter().chain(targets).collect()
}

/// The claim about the price of shifted planes: the time of a sphere, a cylinder or a hull, divided by the time of a
/// point in the same tree. For a point no planes are shifted.
fn price_of_shifting(figures: &[Figure]) -> Claim {
    let ratios = |mover: &str, length: f64| -> Vec<f64> {
        let [own, point] = [mover, "point"].map(|name| format!("{BSP_SHIFT}/{name} {length} m"));
        let sizes = xs(figures, &own, SWEEP_TIME).into_iter();
        let ratio = |x| Some(value(figures, &own, SWEEP_TIME, x)? / value(figures, &point, SWEEP_TIME, x)?);
        sizes.filter_map(ratio).collect()
    };
    let of = |mover: &str| LENGTHS.map(|length| ratios(mover, length)).concat();
    Claim::of_source(claim(&LECTURE, EXPERIMENT.id, 0), || {
        let all = ["sphere", "cylinder", "hull"].map(of);
        let [sphere, cylinder, hull] = [range(&all[0])?, range(&all[1])?, range(&all[2])?];
        let text = |(least, most): (f64, f64)| format!("{least:.2}–{most:.2}");
        let here = format!(
            "{} times the time with a sphere, {} with a cylinder, {} with a hull",
            text(sphere),
            text(cylinder),
            text(hull)
        );
        let cases: Vec<bool> = all.concat().iter().map(|ratio| (2.5..=3.5).contains(ratio)).collect();
        Some((here, Judgement::of_cases(&cases, Judgement::NotReproduced)))
    })
}

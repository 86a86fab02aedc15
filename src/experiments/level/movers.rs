//! `bsp-movers`: movers of every kind and size, swept through one tree by every method.
//!
//! One tree serves movers of all sizes (Melax 2000). The experiment measures the cost of larger movers, the distance
//! by which methods stop them too early, and whether any method stops them late. A full run makes 10⁶ moves of every
//! mover.

use super::contest::movers;
use super::ground::{Ground, LATE, LENGTHS, SPLIT, SWEEP_TIME, early, in_turns, per_move};
use crate::experiments::claims::all_of;
use crate::experiments::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::level::methods::REFERENCE;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "bsp-movers",
    lab: "level",
    title: "Movers of all sizes with one tree",
    source: "Melax 2000 (plane shifting)",
    says: "Time, early hits and late hits of every method for a point, a sphere, a cylinder and a hull, by radius; moves of 0.2 m.",
    needs_gpu: false,
    plot: PlotKind::lines(SWEEP_TIME, Axis::log("radius of the mover (m)"), Axis::log("time per sweep (µs)")),
    run,
    claims,
};

fn run(run: &mut Run) -> Result<(), RunError> {
    let (faces, count, timed, turns) =
        if run.quick { (2_000, 100, 100, 3) } else { (10_000, 250_000, 4_000, 7) };
    let radii: &[f64] = if run.quick { &[0.2, 0.4] } else { &[0.1, 0.2, 0.4, 0.8] };
    let kinds = movers(radii[0]).len();
    run.expect(radii.len() * kinds);
    run.setting("moves", count);
    run.setting("turns", turns);
    run.setting("split", SPLIT);
    let ground = Ground::new(run, faces)?;
    run.setting("faces", ground.level.faces);
    let mut contestants = ground.methods()?;
    let length = LENGTHS[0];
    for &radius in radii {
        for (name, mover) in movers(radius) {
            run.step(format!("{name}, radius {radius} m"))?;
            let x = (radius, "m");
            let moves = ground.moves(run, &mover, length, timed)?;
            let times = in_turns(run, &mut contestants, &moves, turns)?;
            for (contestant, times) in contestants.iter().zip(&times) {
                let series = format!("{}/{name}", contestant.id);
                run.measured(series, x, SWEEP_TIME, (per_move(times, &moves), "µs"));
            }
            let moves = ground.moves(run, &mover, length, count)?;
            for (id, early) in early(&mut contestants, &moves, length)? {
                if id == REFERENCE {
                    continue;
                }
                let late = early.iter().filter(|gap| **gap < -LATE).count();
                let mean = early.iter().map(|gap| gap.max(0.0)).sum::<f64>() / early.len().max(1) as f64;
                run.measured(format!("{id}/{name}"), x, "late", (late as f64, ""));
                run.measured(format!("{id}/{name}"), x, "early_mean_m", (mean, "m"));
            }
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let published = "shifted planes overestimate and are never late";
    vec![Claim::judged(published, || {
        let late = all_of(figures, "late")?;
        let sum: f64 = late.iter().sum();
        let here = format!("{sum} late moves in {} comparisons of methods, movers and sizes", late.len());
        Some((here, sum == 0.0))
    })]
}

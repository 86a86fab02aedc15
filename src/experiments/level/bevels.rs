//! `bsp-bevels`: the cost of bevels, and the remaining early stops of movers.
//!
//! No source prints the cost of bevels; our target is that sweeps with bevels take at most 1.3 times as long as
//! without. An early stop is the distance along the path, in metres, by which a method stops before the exact method.
//! The published factor of 2.5 to 3.5 is the price of shifted planes, not of bevels; `bsp-peers` measures it.

use super::contest::{Contestant, movers};
use super::ground::{ALL_EDGES, Ground, LATE, LENGTHS, RADIUS, SPLIT, early, in_turns, ratio};
use crate::experiments::claims::{all_of, range};
use crate::experiments::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::level::methods::{BSP_SHIFT, BSP_SHIFT_BEVELS};

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "bsp-bevels",
    lab: "level",
    title: "Bevels: cost and error",
    source: "our own targets, after Melax 2000 (plane shifting)",
    says: "Time with bevels divided by time without bevels; percentiles of the early-stop error in moves of 5 m.",
    needs_gpu: false,
    plot: PlotKind::lines(
        EARLY,
        Axis::linear("percentile of the moves with a hit"),
        Axis::linear("stops too early by (m)"),
    ),
    run,
    claims,
};

const EARLY: &str = "early_m";
const OVER: &str = "time_over_shift";
const PERCENTILES: [f64; 5] = [50.0, 75.0, 90.0, 99.0, 100.0];

fn run(run: &mut Run) -> Result<(), RunError> {
    let (faces, count, turns) = if run.quick { (2_000, 200, 3) } else { (10_000, 20_000, 9) };
    run.expect(2 * movers(RADIUS).len());
    run.setting("moves", count);
    run.setting("turns", turns);
    run.setting("split", SPLIT);
    let ground = Ground::new(run, faces)?;
    run.setting("faces", ground.level.faces);
    let mut contestants = ground.methods()?;
    for (name, mover) in movers(RADIUS) {
        for length in LENGTHS {
            run.step(format!("{name}, moves of {length} m"))?;
            let moves = ground.moves(run, &mover, length, count)?;
            if length == LENGTHS[1] {
                for (id, mut early) in early(&mut contestants, &moves, length)? {
                    let late = early.iter().filter(|gap| **gap < -LATE).count();
                    run.measured(format!("{id}/{name}"), (length, "m"), "late", (late as f64, ""));
                    // Only moves that stop early are kept: most moves end exactly where the exact method's do, and
                    // would hide the distribution of the early stops.
                    early.retain(|gap| *gap > LATE);
                    for percent in PERCENTILES {
                        let last = early.len().saturating_sub(1);
                        let gap = early.get((percent / 100.0 * last as f64) as usize).copied().unwrap_or(0.0);
                        run.measured(format!("{id}/{name}"), (percent, "%"), EARLY, (gap, "m"));
                    }
                    let share = early.len() as f64 / count as f64;
                    run.measured(format!("{id}/{name}"), (length, "m"), "share_early", (share, ""));
                }
            }
            let times = in_turns(run, &mut contestants, &moves, turns)?;
            let place = |id: &str| contestants.iter().position(|c: &Contestant| c.id == id);
            let Some(plain) = place(BSP_SHIFT) else { continue };
            for (i, contestant) in contestants.iter().enumerate().filter(|(i, _)| *i != plain) {
                let over = ratio(&times[i], &times[plain]);
                run.measured(format!("{}/{name}", contestant.id), (length, "m"), OVER, (over, ""));
            }
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let of = |id: &'static str, metric: &'static str| {
        figures.iter().filter(move |f| f.metric == metric && f.series.split('/').next() == Some(id))
    };
    let mut claims = Vec::new();
    for (id, published) in [
        (
            BSP_SHIFT_BEVELS,
            "our target: with bevels by the published rule, a move takes at most 1.3 times the time that it takes without",
        ),
        (
            ALL_EDGES,
            "our target: with bevels at all edges, a move takes at most 1.3 times the time that it takes without",
        ),
        ("exact", "our target: the exact method takes at most 3 times as long as shifted planes"),
    ] {
        let most = if id == "exact" { 3.0 } else { 1.3 };
        claims.push(Claim::judged(published, || {
            let over: Vec<f64> = of(id, OVER).map(|f| f.value).collect();
            let (least, worst) = range(&over)?;
            Some((format!("{least:.2} to {worst:.2} times in {} comparisons", over.len()), worst <= most))
        }));
    }
    claims.push(Claim::judged("shifted planes are never late", || {
        let sum: f64 = all_of(figures, "late")?.iter().sum();
        Some((format!("{sum} late moves"), sum == 0.0))
    }));
    claims
}

//! `bsp-scale`: the cost of a sweep as the level grows.
//!
//! According to Melax 2000, the cost of a traversal grows about with the logarithm of the number of faces.
//! Our target: 100 times the faces take at most three times the time.

use super::contest::{Contestant, movers};
use super::ground::{Ground, LENGTHS, RADIUS, SPLIT, SWEEP_TIME, find, in_turns, per_move};
use crate::experiments::claims::{range, value};
use crate::experiments::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};
use crate::level::methods::BSP_SHIFT;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "bsp-scale",
    lab: "level",
    title: "Sweeps against the size of a level",
    source: "Melax 2000 (plane shifting)",
    says: "Time and nodes of a sweep with shifted planes, and time of compilation, levels of 1,000 to 1,000,000 faces.",
    needs_gpu: false,
    plot: PlotKind::lines(SWEEP_TIME, Axis::log("faces of the level"), Axis::log("time per sweep (µs)")),
    run,
    claims,
};

fn run(run: &mut Run) -> Result<(), RunError> {
    let (sizes, count, turns): (&[usize], _, _) = if run.quick {
        (&[2_000, 4_000], 100, 3)
    } else {
        (&[1_000, 10_000, 30_000, 100_000, 300_000, 1_000_000], 4_000, 9)
    };
    let weight = |faces: usize| 1 + faces / 20_000;
    run.expect(sizes.iter().map(|faces| weight(*faces)).sum());
    run.setting("moves", count);
    run.setting("turns", turns);
    run.setting("split", SPLIT);
    for &size in sizes {
        run.step_of(weight(size), format!("a level of {size} faces"))?;
        let ground = Ground::new(run, size)?;
        let faces = (ground.level.faces as f64, "faces");
        run.measured("compile", faces, "compile_ms", (ground.compiled, "ms"));
        run.measured("compile", faces, "tree_nodes", (ground.level.tree.nodes.len() as f64, ""));
        let method = find(BSP_SHIFT)?;
        let mut ours = [Contestant::ours(BSP_SHIFT, method, &method.default_settings(), &ground.level)];
        for (name, mover) in movers(RADIUS) {
            for length in LENGTHS {
                let moves = ground.moves(run, &mover, length, count)?;
                let times = in_turns(run, &mut ours, &moves, turns)?;
                let series = format!("{name}/{length} m");
                run.measured(&series, faces, SWEEP_TIME, (per_move(&times[0], &moves), "µs"));
                let (_, cost) = ours[0].answers(&moves).map_err(RunError::Setting)?;
                let nodes = cost.nodes as f64 / moves.ours.len() as f64;
                run.measured(&series, faces, "nodes_per_sweep", (nodes, ""));
            }
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let published = "about logarithmic; our target: 100 times the faces take at most 3 times the time";
    let mut xs: Vec<f64> = figures.iter().filter(|f| f.metric == SWEEP_TIME).map(|f| f.x).collect();
    xs.sort_by(f64::total_cmp);
    let (Some(first), Some(last)) = (xs.first(), xs.iter().rfind(|x| **x <= 120.0 * xs[0])) else {
        return vec![Claim::open(published, "not measured yet")];
    };
    let of = |name: &str, length: f64| {
        let series = format!("{name}/{length} m");
        Some(value(figures, &series, SWEEP_TIME, *last)? / value(figures, &series, SWEEP_TIME, *first)?)
    };
    let growth: Vec<f64> = movers(RADIUS)
        .iter()
        .flat_map(|(name, _)| LENGTHS.map(|length| of(name, length)))
        .flatten()
        .collect();
    let times = last / first;
    vec![Claim::judged(published, || {
        let (least, most) = range(&growth)?;
        let here = format!("{times:.0} times the faces take {least:.1} to {most:.1} times the time");
        let judgement = if times >= 10.0 { Judgement::from(most <= 3.0) } else { Judgement::Open };
        Some((here, judgement))
    })]
}

//! `cloth-rivals`: the rivals that the patent names, trees over space, against trees over the cloth, by the size of the
//! cells.

use super::frames::{Contestant, StepSelection, measure, record, report_settings};
use crate::cloth::methods::{BINARY, KD_TREE, OCTREE, SAFE};
use crate::cloth::motion::scenes::{CENTRE, FOLDS};
use crate::cloth::tree;
use crate::experiments::claims::value;
use crate::experiments::published::{PATENT, claim};
use crate::experiments::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};
use crate::geometry::Aabb;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "cloth-rivals",
    lab: "cloth",
    title: "Cloth: octree and k-d tree as rivals",
    source: "our own, after patent CN101593367",
    says: "Time, calls, box tests and memory per step of an octree and of a k-d tree by their smallest cell, and of the binary tree and of the quad tree, on two scenes with 33² particles.",
    needs_gpu: false,
    plot: PlotKind::lines(
        "time",
        Axis::log("smallest cell (mean sides of its boxes)"),
        Axis::log("time per step (ms)"),
    ),
    run,
    claims,
};

const SCENES: [&str; 2] = [FOLDS, CENTRE];
const CELLS: [f64; 8] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
const UNIT: &str = "mean sides";
const RIVALS: [&str; 2] = [OCTREE, KD_TREE];
/// Bytes of a cell, if the tree over space were kept: indices of its first part and of its first entry.
const CELL_BYTES: usize = 2 * size_of::<u32>();
/// Relative difference of two times that counts.
const TOLERANCE: f64 = 0.1;

/// The stages of the rivals without those of the quad tree that compare normals: only the search for pairs differs.
const ALIKE: &[(&str, &str)] = &[("centroid", "bound"), ("same-side", "cubic"), ("once", "on")];
const BOXES_ALONE: &[(&str, &str)] = &[("cones", "off")];

fn run(run: &mut Run) -> Result<(), RunError> {
    let (side, turns) = if run.quick { (9, 1) } else { (33, 5) };
    let (count, every) = if run.quick { (48, 12) } else { (120, 10) };
    run.expect(SCENES.len() * CELLS.len());
    let selection = |scene| StepSelection { scene, side, count, every, guarded: true, stiff: true };
    report_settings(run, &selection(SCENES[0]));
    run.setting("particles along a side", side);
    for scene in SCENES {
        let frames = record(run, &selection(scene))?;
        let mesh = &frames.mesh;
        let kept = |nodes: Vec<tree::Node>| tree::bytes(&nodes) + nodes.len() * size_of::<Aabb>();
        let trees = [kept(tree::binary(mesh)), kept(tree::quad(side - 1))];
        for cell in CELLS {
            run.step(format!("{scene}, cells of {cell}"))?;
            let size = [("cell", cell.to_string())];
            let size: Vec<(&str, &str)> = size.iter().map(|(id, value)| (*id, value.as_str())).collect();
            let rows = [(BINARY, ALIKE), (SAFE, BOXES_ALONE), (OCTREE, &size), (KD_TREE, &size)];
            let made = rows.map(|(id, changes)| Contestant::new(id, changes, mesh));
            let mut contestants = made.into_iter().collect::<Result<Vec<_>, _>>()?;
            let measured = measure(run, &mut contestants, &frames.steps, turns)?;
            for (place, (contestant, of)) in contestants.iter_mut().zip(&measured).enumerate() {
                let (series, x) = (format!("{}/{scene}", contestant.series), (cell, UNIT));
                let in_space = mesh.faces.len() * size_of::<Aabb>()
                    + of.mean(|c| c.cells) as usize * CELL_BYTES
                    + of.mean(|c| c.entries) as usize * size_of::<u32>();
                let calls = |contestant: &mut Contestant| -> f64 {
                    let all: u64 = frames.steps.iter().map(|step| contestant.calls(step)).sum();
                    all as f64 / frames.steps.len() as f64
                };
                let calls = if place < trees.len() { calls(contestant) } else { of.mean(|c| c.cells) };
                let memory = *trees.get(place).unwrap_or(&in_space);
                run.measured(&series, x, "time", (of.time.as_secs_f64() * 1e3, "ms"));
                run.measured(&series, x, "calls", (calls, ""));
                run.measured(&series, x, "box_tests", (of.mean(|c| c.box_tests), ""));
                run.measured(&series, x, "memory", (memory as f64, "B"));
                run.measured(&series, x, "pairs", (of.mean(|c| c.leaf_pairs), ""));
                run.measured(&series, x, "contacts", (of.count() as f64, ""));
                run.measured(&series, x, "contacts_missed", (of.misses(&measured[0]) as f64, ""));
            }
        }
    }
    Ok(())
}

/// The values of a metric at all sizes of cells, for a method on a scene; `None` if one is missing.
fn by_size(figures: &[Figure], method: &str, scene: &str, metric: &str) -> Option<Vec<f64>> {
    let series = format!("{method}/{scene}");
    CELLS.iter().map(|cell| value(figures, &series, metric, *cell)).collect()
}

/// The value of `of` for both rivals on both scenes.
fn cases<T>(of: impl Fn(&str, &str) -> Option<T>) -> Option<Vec<T>> {
    RIVALS
        .iter()
        .flat_map(|rival| SCENES.iter().map(move |scene| (rival, scene)))
        .map(|(r, s)| of(r, s))
        .collect()
}

fn least(of: &[f64]) -> f64 {
    of.iter().copied().fold(f64::INFINITY, f64::min)
}

fn most(of: &[f64]) -> f64 {
    of.iter().copied().fold(0.0, f64::max)
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let of = |metric: &'static str| move |method: &str, scene: &str| by_size(figures, method, scene, metric);
    let hard = Claim::of_source(claim(&PATENT, EXPERIMENT.id, 0), || {
        let times = cases(of("time"))?;
        let loss = |at: usize| most(&times.iter().map(|t| t[at] / least(t) - 1.0).collect::<Vec<_>>());
        let losses: Vec<f64> = (0..CELLS.len()).map(loss).collect();
        let best = losses.iter().position(|loss| *loss == least(&losses))?;
        let here = format!(
            "cells of {} mean sides cost at most {:.0} % more time than the best size of each tree and scene",
            CELLS[best],
            100.0 * losses[best]
        );
        Some((here, losses[best] > TOLERANCE))
    });
    let wasteful = Claim::of_source(claim(&PATENT, EXPERIMENT.id, 1), || {
        let of_best = |metric: &'static str| {
            cases(|rival, scene| {
                let (times, all) = (of("time")(rival, scene)?, of(metric)(rival, scene)?);
                let best = times.iter().position(|time| *time == least(&times))?;
                Some(most(&all) / all[best])
            })
        };
        let [time, memory] = [of_best("time")?, of_best("memory")?];
        let range = |of: &[f64]| format!("{:.1} to {:.1} times", least(of), most(of));
        let here = format!("{} the time, and {} the memory, of the best size", range(&time), range(&memory));
        let is_worse: Vec<bool> =
            [time, memory].concat().iter().map(|times| *times > 1.0 + TOLERANCE).collect();
        Some((here, Judgement::of_cases(&is_worse, Judgement::Contradicted)))
    });
    let slower = Claim::judged(
        "our expectation: the quad tree, by its boxes alone, is as fast as both rivals at their best size",
        || {
            let ratios = cases(|rival, scene| {
                Some(least(&of("time")(rival, scene)?) / least(&of("time")(SAFE, scene)?))
            })?;
            let here = format!("{:.2} to {:.2} times the quad tree's time", least(&ratios), most(&ratios));
            let cases: Vec<bool> = ratios.iter().map(|ratio| *ratio > 1.0 - TOLERANCE).collect();
            Some((here, Judgement::of_cases(&cases, Judgement::Contradicted)))
        },
    );
    let nothing = Claim::judged("our target: no rival misses a contact", || {
        let missed: f64 = cases(of("contacts_missed"))?.concat().iter().sum();
        Some((format!("{missed} missed"), missed == 0.0))
    });
    vec![hard, wasteful, slower, nothing]
}

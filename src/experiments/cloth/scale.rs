//! `cloth-scale`: detection time by size of the cloth, and the time of a guarded step.

use std::time::Duration;

use super::frames::{Contestant, SIDE, StepSelection, measure, record, report_settings};
use crate::cloth::methods::{AS_PUBLISHED, BINARY, FAST, REFERENCE, SAFE};
use crate::cloth::motion::scenes::FOLDS;
use crate::experiments::claims::{value, xs};
use crate::experiments::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "cloth-scale",
    lab: "cloth",
    title: "Cloth: detection time against size",
    source: "our own, after patent CN101593367",
    says: "Detection time per step of every method on a cloth that falls in folds, 5² to 257² particles, with and without collision response; and the time of a step with response.",
    needs_gpu: false,
    plot: PlotKind::lines("time", Axis::log("particles along a side"), Axis::log("time per step (ms)")),
    run,
    claims,
};

/// Suffix of the names of series that were measured on steps with response to self-collision. These steps have no
/// contacts. The other series use steps without response, many of which have thousands of contacts.
const WITH_RESPONSE: &str = "/kept apart";
const SIDES: [usize; 7] = [5, 9, 17, 33, 65, 129, 257];
/// Largest number of particles along a side for which the reference tests every feature against every other.
const MOST_FOR_REFERENCE: usize = 17;
/// Target speed-up of the fastest method over the binary tree, by particles along a side.
const TARGETS: [(f64, f64); 2] = [(17.0, 100.0), (65.0, 35.0)];

fn run(run: &mut Run) -> Result<(), RunError> {
    let sides = if run.quick { &SIDES[..3] } else { &SIDES[..] };
    let (count, every, turns) = if run.quick { (48, 12, 1) } else { (120, 10, 3) };
    run.expect(sides.iter().map(|side| side * side).sum());
    let selection = |side| StepSelection { scene: FOLDS, side, count, every, guarded: true, stiff: true };
    report_settings(run, &selection(0));
    for &side in sides {
        run.step_of(side * side, format!("{side} × {side} particles"))?;
        let frames = record(run, &selection(side))?;
        let x = (side as f64, SIDE);
        let mut all = vec![BINARY, AS_PUBLISHED, SAFE, FAST];
        if side <= MOST_FOR_REFERENCE {
            all.push(REFERENCE);
        }
        for (steps, of, ids) in
            [(&frames.steps, "", &all[..]), (&frames.taken, WITH_RESPONSE, &[BINARY, FAST])]
        {
            let made = ids.iter().map(|id| Contestant::new(id, &[], &frames.mesh));
            let mut contestants = made.collect::<Result<Vec<_>, _>>()?;
            let measured = measure(run, &mut contestants, steps, turns)?;
            // The first contestant, the binary tree, is the reference for missed contacts: it has no filters, and unit
            // tests compare it with brute force.
            let binary = &measured[0];
            for (id, measured) in ids.iter().zip(&measured) {
                let series = format!("{id}{of}");
                run.measured(&series, x, "time", (measured.time.as_secs_f64() * 1e3, "ms"));
                run.measured(&series, x, "exact_tests", (measured.mean(|c| c.exact_tests), ""));
                run.measured(&series, x, "contacts", (measured.count() as f64, ""));
                run.measured(&series, x, "contacts_missed", (measured.misses(binary) as f64, ""));
                let times = binary.time.as_secs_f64() / measured.time.as_secs_f64().max(1e-9);
                run.measured(&series, x, "times_as_fast_as_binary", (times, ""));
            }
        }
        let mut steps = frames.simulation.clone();
        steps.sort_unstable();
        for (metric, share) in [("step_time_median", 50), ("step_time_95_percent", 95)] {
            let time: Duration = steps[(steps.len() * share / 100).min(steps.len() - 1)];
            run.measured("guarded step", x, metric, (time.as_secs_f64() * 1e3, "ms"));
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let target = |(side, times): (f64, f64)| {
        let published = format!("our target: cloth-fast is {times} times as fast as binary at {side}²");
        let measured = |of: &str| value(figures, &format!("{FAST}{of}"), "times_as_fast_as_binary", side);
        Claim::judged_or(published, "not measured", || {
            let (with, without) = (measured("")?, measured(WITH_RESPONSE)?);
            let here = format!("{with:.0} times on steps with contacts, {without:.0} times on those without");
            let cases = [with >= times, without >= times];
            Some((here, Judgement::of_cases(&cases, Judgement::Contradicted)))
        })
    };
    let published = "our target: quad-safe and cloth-fast miss no contact";
    let missed = |id: &str| -> Option<f64> {
        let xs = xs(figures, id, "contacts_missed");
        (!xs.is_empty()).then(|| xs.iter().filter_map(|x| value(figures, id, "contacts_missed", *x)).sum())
    };
    let nothing = Claim::judged(published, || {
        let (safe, fast) = (missed(SAFE)?, missed(FAST)?);
        Some((format!("{safe} and {fast} missed"), safe + fast == 0.0))
    });
    TARGETS.into_iter().map(target).chain([nothing]).collect()
}

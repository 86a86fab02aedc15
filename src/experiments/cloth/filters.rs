//! `cloth-filters`: the benefit of every filter stage, measured by leaving it out.

use super::frames::{Contestant, SIDE, StepSelection, measure, record, report_settings};
use crate::cloth::methods::{FAST, SAFE};
use crate::cloth::motion::scenes::FOLDS;
use crate::experiments::claims::{value, xs};
use crate::experiments::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "cloth-filters",
    lab: "cloth",
    title: "Cloth: benefit of every filter stage",
    source: "our own, after patent CN101593367",
    says: "Time and tests per step of the safe quad tree and of the fastest method, complete and with one stage left out, on a cloth that falls in folds.",
    needs_gpu: false,
    plot: PlotKind::bars("time", Axis::linear("particles along a side"), Axis::log("time per step (ms)")),
    run,
    claims,
};

/// Name of the series, id of the method, and the settings that differ from the defaults: each switches one filter off.
type Variant = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const WITHOUT: [Variant; 8] = [
    ("quad-safe", SAFE, &[]),
    ("quad-safe/no cones", SAFE, &[("cones", "off")]),
    ("quad-safe/no centroids", SAFE, &[("centroid", "off")]),
    ("quad-safe/no cubic", SAFE, &[("same-side", "off")]),
    ("quad-safe/pairs repeated", SAFE, &[("once", "off")]),
    ("cloth-fast", FAST, &[]),
    ("cloth-fast/no certificates", FAST, &[("certificates", "off")]),
    ("cloth-fast/no cubic", FAST, &[("same-side", "off")]),
];

fn run(run: &mut Run) -> Result<(), RunError> {
    let (sides, turns) = if run.quick { (&[5, 9][..], 1) } else { (&[17, 33, 65][..], 3) };
    let (count, every) = if run.quick { (48, 12) } else { (120, 10) };
    run.expect(sides.iter().map(|side| side * side).sum());
    let selection = |side| StepSelection { scene: FOLDS, side, count, every, guarded: true, stiff: true };
    report_settings(run, &selection(0));
    for &side in sides {
        run.step_of(side * side, format!("{side} × {side} particles"))?;
        let frames = record(run, &selection(side))?;
        let made = WITHOUT
            .iter()
            .map(|(series, id, off)| Ok(Contestant::new(id, off, &frames.mesh)?.called(*series)));
        let mut contestants = made.collect::<Result<Vec<_>, RunError>>()?;
        let measured = measure(run, &mut contestants, &frames.steps, turns)?;
        for (contestant, measured) in contestants.iter().zip(&measured) {
            let (series, x) = (&contestant.series, (side as f64, SIDE));
            run.measured(series, x, "time", (measured.time.as_secs_f64() * 1e3, "ms"));
            run.measured(series, x, "box_tests", (measured.mean(|c| c.box_tests), ""));
            run.measured(series, x, "pairs_left", (measured.mean(|c| c.leaf_pairs), ""));
            run.measured(series, x, "feature_pairs", (measured.mean(|c| c.feature_pairs), ""));
            run.measured(series, x, "exact_tests", (measured.mean(|c| c.exact_tests), ""));
            run.measured(series, x, "contacts", (measured.count() as f64, ""));
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let pays = |(series, whole, what): (&str, &str, &str)| {
        let published = format!("{what} pay in {whole}");
        Claim::judged(published, || {
            let side = *xs(figures, series, "time").last()?;
            let [without, with] =
                [series, whole].map(|series| value(figures, series, "time", side).unwrap_or(f64::NAN));
            let times = without / with;
            Some((format!("without them {times:.2} times as long, at {side}²"), times > 1.0))
        })
    };
    vec![
        pays(("quad-safe/no cones", "quad-safe", "cones with contours")),
        pays(("quad-safe/no centroids", "quad-safe", "bounds for the centroids")),
        pays(("quad-safe/no cubic", "quad-safe", "signs of the cubic")),
        pays(("cloth-fast/no certificates", "cloth-fast", "certificates")),
        pays(("cloth-fast/no cubic", "cloth-fast", "signs of the cubic")),
    ]
}

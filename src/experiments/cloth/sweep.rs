//! `cloth-table-6` and `cloth-threshold`: pairs dropped and contacts lost by the centroid filter, as a function of its
//! threshold.

use super::frames::{Contestant, StepSelection, figure, measure, record, report_settings};
use crate::cloth::methods::SAFE;
use crate::cloth::motion::scenes::{CENTRE, FOLDS, SPIRAL};
use crate::experiments::claims::{value, xs};
use crate::experiments::published::{PATENT, claim};
use crate::experiments::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};

/// Table 6 of the patent: filtered pairs and missed contacts for a cloth of 17 × 17 particles.
pub const TABLE_6: Experiment = Experiment {
    id: "cloth-table-6",
    lab: "cloth",
    title: "Cloth: the centroid threshold",
    source: "Patent CN101593367 (Beihang University)",
    says: "Pairs of triangles that the centroid filter drops and contacts that it loses, at 17² particles, against its threshold.",
    needs_gpu: false,
    plot: PlotKind::lines(
        "share",
        Axis::linear("threshold (longest edges at rest)"),
        Axis::linear("share (%)"),
    ),
    run: |run| {
        let selection = StepSelection::published(run, 17);
        run.expect(THRESHOLDS.len());
        report_settings(run, &selection);
        for (threshold, shares) in THRESHOLDS.into_iter().zip(sweep(run, &selection)?) {
            for ((series, share), published) in
                [DROPPED, LOST].into_iter().zip(shares).zip(printed(threshold))
            {
                run.figure(figure(series, (threshold, UNIT), "share", (share, "%"), Some(published)));
            }
        }
        Ok(())
    },
    claims: |figures| vec![smaller_loses_more(figures, LOST, "share")],
};

/// Like table 6, on more scenes.
pub const THRESHOLD: Experiment = Experiment {
    id: "cloth-threshold",
    lab: "cloth",
    title: "Cloth: contacts lost by the centroid filter",
    source: "our own, after patent CN101593367",
    says: "Contacts that the centroid filter loses on four scenes, and pairs that it drops, over thresholds of 0.5 to 1.5 L.",
    needs_gpu: false,
    plot: PlotKind::lines(
        "contacts_lost",
        Axis::linear("threshold (longest edges at rest)"),
        Axis::linear("contacts lost (%)"),
    ),
    run: |run| {
        let side = if run.quick { 9 } else { 17 };
        run.expect(SCENES.len() * THRESHOLDS.len());
        report_settings(run, &StepSelection::published(run, side));
        run.setting("particles along a side", side);
        for scene in SCENES {
            let selection = StepSelection { scene, ..StepSelection::published(run, side) };
            for (threshold, [dropped, lost]) in THRESHOLDS.into_iter().zip(sweep(run, &selection)?) {
                run.measured(scene, (threshold, UNIT), "pairs_dropped", (dropped, "%"));
                run.measured(scene, (threshold, UNIT), "contacts_lost", (lost, "%"));
            }
        }
        Ok(())
    },
    claims: |figures| {
        SCENES.iter().map(|scene| smaller_loses_more(figures, scene, "contacts_lost")).collect()
    },
};

const SCENES: [&str; 4] = [CENTRE, FOLDS, "ball", SPIRAL];
const UNIT: &str = "L";
const DROPPED: &str = "dropped";
const LOST: &str = "contacts lost";
const THRESHOLDS: [f64; 11] = [0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5];
/// The patent's table 6, one row per threshold, in percent: the share of pairs that are filtered out, and the share of
/// contacts that are missed.
const PRINTED: [[f64; 2]; 11] = [
    [81.10, 49.21],
    [70.38, 39.96],
    [64.02, 32.23],
    [55.97, 25.72],
    [48.02, 18.76],
    [36.39, 12.91],
    [29.59, 9.89],
    [25.93, 7.42],
    [22.79, 5.25],
    [21.10, 3.93],
    [19.92, 3.10],
];

fn printed(threshold: f64) -> [f64; 2] {
    let place = THRESHOLDS.iter().position(|known| *known == threshold).unwrap_or_default();
    PRINTED[place]
}

/// For each threshold two percentages: of the triangle pairs, those that the filter drops; of the contacts, those that
/// it loses. All other stages are conservative, so they lose nothing.
fn sweep(run: &mut Run, selection: &StepSelection) -> Result<Vec<[f64; 2]>, RunError> {
    let frames = record(run, selection)?;
    let mut truth = [Contestant::new(SAFE, &[("centroid", "off")], &frames.mesh)?];
    let truth = measure(run, &mut truth, &frames.steps, 1)?.remove(0);
    let mut shares = Vec::new();
    for threshold in THRESHOLDS {
        run.step(format!("{} at {threshold} L", selection.scene))?;
        let threshold = threshold.to_string();
        let settings = [("centroid", "threshold"), ("threshold", threshold.as_str())];
        let mut filtered = [Contestant::new(SAFE, &settings, &frames.mesh)?];
        let filtered = measure(run, &mut filtered, &frames.steps, 1)?.remove(0);
        let percent = |part: f64, all: f64| 100.0 * part / all.max(1.0);
        shares.push([
            percent(filtered.sum(|c| c.centroid_drops), filtered.sum(|c| c.leaf_pairs)),
            percent(filtered.misses(&truth) as f64, truth.count() as f64),
        ]);
    }
    Ok(shares)
}

fn smaller_loses_more(figures: &[Figure], series: &str, metric: &str) -> Claim {
    let source = claim(&PATENT, TABLE_6.id, 0);
    let published = format!("{series}: {} (the patent's table says the opposite)", source.says);
    let xs = xs(figures, series, metric);
    let at = |x: Option<&f64>| x.and_then(|x| value(figures, series, metric, *x));
    let ends = (at(xs.first()), at(xs.last()));
    if ends == (Some(0.0), Some(0.0)) {
        return Claim::open(published, "nothing is lost at 0.5 L or at 1.5 L in these steps").quoting(source);
    }
    let judged = Claim::judged(published, || {
        let (least, most) = (ends.0?, ends.1?);
        Some((format!("{least:.1} % lost at 0.5 L, {most:.1} % at 1.5 L"), most > least))
    });
    judged.quoting(source)
}

//! `cloth-table-1` … `cloth-table-6`: the tables of patent CN101593367, compared with measurements on
//! identical steps.
//!
//! The patent counts pairs over ten seconds of each method's own running time, in which the methods see
//! different motions and numbers of frames. Here all methods see the same steps: ten seconds of the cloth
//! that is held at its centre.

use super::frames::{
    Contestant, Frames, Measured, SIDE, SIDES, StepSelection, figure, measure, record, report_settings,
};
use crate::cloth::methods::{AS_PUBLISHED, BINARY};
use crate::cloth::tree;
use crate::cloth::tree::bounds::Cone;
use crate::experiments::claims::value;
use crate::experiments::published::{PATENT, PublishedClaim, claim};
use crate::experiments::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};
use crate::geometry::Aabb;

const SOURCE: &str = "Patent CN101593367 (Beihang University)";

const fn table(
    id: &'static str,
    title: &'static str,
    says: &'static str,
    (metric, y): (&'static str, Axis),
    run: fn(&mut Run) -> Result<(), RunError>,
    claims: fn(&[Figure]) -> Vec<Claim>,
) -> Experiment {
    let plot = PlotKind::bars(metric, Axis::linear(SIDE), y);
    Experiment { id, lab: "cloth", title, source: SOURCE, says, needs_gpu: false, plot, run, claims }
}

/// Table 1: number of boxes; and depth and memory of both trees, for which the patent prints no numbers.
pub const TABLE_1: Experiment = table(
    "cloth-table-1",
    "Cloth: number of boxes",
    "Boxes, depth and memory of the binary tree and of the quad tree over a cloth of 5², 9² and 17² particles.",
    ("boxes", Axis::log("boxes")),
    |run| {
        over_sizes(run, TREES, 1, 1, |run, measured, frames, side| {
            let published = [[63.0, 255.0, 1023.0], [53.0, 213.0, 853.0]];
            for (series, measured, published) in by_tree(measured, published, side) {
                let boxes = (measured.mean(|counts| counts.refitted), "");
                run.figure(figure(series, at(side), "boxes", boxes, published));
            }
            let trees = [(BINARY, tree::binary(&frames.mesh)), (AS_PUBLISHED, tree::quad(side - 1))];
            for (series, nodes) in trees {
                let boxes = tree::bytes(&nodes) + nodes.len() * size_of::<Aabb>();
                let cones = nodes.len() * size_of::<Cone>();
                run.measured(series, at(side), "depth", (tree::depth(&nodes) as f64, ""));
                run.measured(series, at(side), "memory", (boxes as f64, "B"));
                run.measured(series, at(side), "memory_with_cones", ((boxes + cones) as f64, "B"));
            }
            Ok(())
        })
    },
    |figures| {
        let source = |index| claim(&PATENT, "cloth-table-1", index);
        vec![
            all_as_printed(figures, source(0)),
            shallower(figures, source(1)),
            less_memory(figures, source(2)),
        ]
    },
);

/// Table 2: pairs that reach the exact test; and the recursive calls of the traversal, for which the patent prints no
/// numbers.
pub const TABLE_2: Experiment = table(
    "cloth-table-2",
    "Cloth: pairs of triangles passed to the exact test",
    "Pairs of triangles left after boxes and cones in ten seconds, and recursive calls per step, by the binary tree and by the quad tree.",
    ("pairs", Axis::log("pairs of triangles in 10 s")),
    |run| {
        over_sizes(run, TREES, ALL, 1, |run, measured, frames, side| {
            let published = [[30_488.0, 504_154.0, 895_692.0], [21_960.0, 186_565.0, 352_657.0]];
            for (series, measured, published) in by_tree(measured, published, side) {
                // The patent's number is a total over ten seconds, so the mean per step is multiplied by 600 steps.
                let pairs = (600.0 * measured.mean(|counts| counts.leaf_pairs), "");
                run.figure(figure(series, at(side), "pairs", pairs, published));
            }
            let [binary, quad] = TREES;
            for (series, (id, changes)) in
                [(binary.0, binary), (quad.0, quad), (BOXES_ALONE, (AS_PUBLISHED, BOXES))]
            {
                run.check()?;
                let mut contestant = Contestant::new(id, changes, &frames.mesh)?;
                let calls: u64 = frames.steps.iter().map(|step| contestant.calls(step)).sum();
                run.measured(series, at(side), "calls", (calls as f64 / frames.steps.len() as f64, ""));
            }
            Ok(())
        })
    },
    |figures| {
        let source = |index| claim(&PATENT, "cloth-table-2", index);
        vec![fewer_pairs(figures, source(0)), fewer_calls(figures, source(1))]
    },
);

/// Table 3: frames per second.
pub const TABLE_3: Experiment = table(
    "cloth-table-3",
    "Cloth: frames per second of both trees",
    "Frames per second of simulation and detection together, by the binary tree and by the quad tree with cones.",
    ("frame_rate", Axis::log("frames per second")),
    |run| {
        over_sizes(run, TREES, ALL, 3, |run, measured, frames, side| {
            let published = [[65.09, 56.82, 16.65], [68.58, 62.20, 37.64]];
            for (series, measured, published) in by_tree(measured, published, side) {
                report_rate(run, series, side, (measured, frames), published);
            }
            Ok(())
        })
    },
    |figures| {
        vec![Claim::of_source(claim(&PATENT, "cloth-table-3", 0), || {
            let gains = SIDES.map(|side| {
                let of = |id| value(figures, id, "frame_rate", side as f64);
                Some(of(AS_PUBLISHED)? / of(BINARY)?)
            });
            let [a, b, c] = [gains[0]?, gains[1]?, gains[2]?];
            let here =
                format!("{a:.2}, {b:.2} and {c:.2} times as many frames (printed: 1.05, 1.09 and 2.26)");
            Some((here, Judgement::of_cases(&[a < b, b < c], Judgement::Contradicted)))
        })]
    },
);

/// Table 4: pairs with the centroid filter.
pub const TABLE_4: Experiment = table(
    "cloth-table-4",
    "Cloth: pairs kept by the centroid filter",
    "Number of pairs, of 100,000 pairs of triangles, that the centroid filter at 1.1 L keeps.",
    ("pairs_left", Axis::linear("pairs kept of 100,000")),
    |run| {
        over_sizes(run, FILTER, ALL, 3, |run, [with, without], _, side| {
            for (measured, series, published) in
                [(without, WITHOUT, Some(100_000.0)), (with, WITH, of(side, [83_193.0, 76_025.0, 63_606.0]))]
            {
                let all = measured.sum(|counts| counts.leaf_pairs);
                let left = all - measured.sum(|counts| counts.centroid_drops);
                // In a coarse cloth boxes and cones may cull all pairs; then there is no ratio to report.
                if all > 0.0 {
                    run.figure(figure(series, at(side), "pairs_left", (1e5 * left / all, ""), published));
                }
            }
            let (lost, all) = (with.misses(without) as f64, without.count() as f64);
            run.measured(WITH, at(side), "contacts_lost", (100.0 * lost / all.max(1.0), "%"));
            run.measured(WITHOUT, at(side), "contacts", (all, ""));
            Ok(())
        })
    },
    |figures| {
        vec![Claim::of_source(claim(&PATENT, "cloth-table-4", 0), || {
            let left = SIDES.iter().filter_map(|side| value(figures, WITH, "pairs_left", *side as f64));
            let dropped: Vec<f64> = left.map(|left| 100.0 - left / 1000.0).collect();
            let [a, b, c] = dropped[..] else { return None };
            let here = format!("{a:.2}, {b:.2} and {c:.2} % of the pairs (printed: 16.8, 24.0 and 36.4 %)");
            Some((here, Judgement::of_cases(&[a < b, b < c], Judgement::Contradicted)))
        })]
    },
);

/// Table 5: frames per second with the centroid filter.
pub const TABLE_5: Experiment = table(
    "cloth-table-5",
    "Cloth: frames per second with the centroid filter",
    "Frames per second of simulation and detection together, with and without the centroid filter at 1.1 L.",
    ("frame_rate", Axis::log("frames per second")),
    |run| {
        over_sizes(run, FILTER, ALL, 3, |run, [with, without], frames, side| {
            report_rate(run, WITH, side, (with, frames), of(side, [74.90, 74.36, 56.75]));
            // In the patent's row without the filter, only the first value is legible.
            report_rate(run, WITHOUT, side, (without, frames), (side == 5).then_some(73.46));
            Ok(())
        })
    },
    |figures| {
        vec![Claim::of_source(claim(&PATENT, "cloth-table-5", 0), || {
            let rates = SIDES.map(|side| {
                let [with, without] = [WITH, WITHOUT].map(|s| value(figures, s, "frame_rate", side as f64));
                Some(with? / without?)
            });
            let [a, b, c] = [rates[0]?, rates[1]?, rates[2]?];
            let verdict = Judgement::of_cases(&[a, b, c].map(|r| r > 1.0), Judgement::NotReproduced);
            Some((format!("{a:.2}, {b:.2} and {c:.2} times"), verdict))
        })]
    },
);

const WITH: &str = "with the filter";
const WITHOUT: &str = "without it";

/// A method's id, and the settings (id and value) that differ from their defaults.
type Variant = (&'static str, &'static [(&'static str, &'static str)]);

/// Both trees, the quad tree without the centroid filter. The ids of the methods also name the series.
const TREES: [Variant; 2] = [(BINARY, &[]), (AS_PUBLISHED, &[("centroid", "off")])];
/// The quad tree with and without the centroid filter.
const FILTER: [Variant; 2] = [(AS_PUBLISHED, &[]), (AS_PUBLISHED, &[("centroid", "off")])];
/// The quad tree with the boxes of the binary tree and no other stage: only the shape of the tree differs.
const BOXES: &[(&str, &str)] =
    &[("span", "swept"), ("cones", "off"), ("centroid", "off"), ("same-side", "off")];
const BOXES_ALONE: &str = "quad-as-published/boxes alone";
/// All recorded steps.
const ALL: usize = usize::MAX;

/// Measures both variants at every size of the patent, on the first `steps` recorded steps. The shortest time of
/// `turns` turns counts. Passes the results for each size to `each`.
fn over_sizes(
    run: &mut Run,
    variants: [Variant; 2],
    steps: usize,
    turns: usize,
    each: fn(&mut Run, [&Measured; 2], &Frames, usize) -> Result<(), RunError>,
) -> Result<(), RunError> {
    run.expect(SIDES.iter().map(|side| side * side).sum());
    report_settings(run, &StepSelection::published(run, SIDES[0]));
    for side in SIDES {
        run.step_of(side * side, format!("{side} × {side} particles"))?;
        let frames = record(run, &StepSelection::published(run, side))?;
        let [first, second] = variants.map(|(id, changes)| Contestant::new(id, changes, &frames.mesh));
        let measured =
            measure(run, &mut [first?, second?], &frames.steps[..steps.min(frames.steps.len())], turns)?;
        each(run, [&measured[0], &measured[1]], &frames, side)?;
    }
    Ok(())
}

/// The results of both trees for the cloth with `side` particles along a side. Each comes with the name of its series
/// and the patent's value for this size.
fn by_tree(
    measured: [&Measured; 2],
    published: [[f64; 3]; 2],
    side: usize,
) -> impl Iterator<Item = (&'static str, &Measured, Option<f64>)> {
    let of_tree = move |((series, _), (measured, row))| (series, measured, of(side, row));
    TREES.into_iter().zip(measured.into_iter().zip(published)).map(of_tree)
}

fn report_rate(
    run: &mut Run,
    series: &str,
    side: usize,
    (measured, frames): (&Measured, &Frames),
    published: Option<f64>,
) {
    let time = (measured.time.as_secs_f64() * 1e3, "ms");
    run.measured(series, at(side), "time", time);
    run.figure(figure(series, at(side), "frame_rate", (measured.rate(frames), "1/s"), published));
}

fn at(side: usize) -> (f64, &'static str) {
    (side as f64, SIDE)
}

/// The entry of `published` for the cloth with `side` particles along a side; `None` if the patent has no such size.
fn of(side: usize, published: [f64; 3]) -> Option<f64> {
    SIDES.iter().position(|known| *known == side).map(|place| published[place])
}

fn all_as_printed(figures: &[Figure], source: &PublishedClaim) -> Claim {
    let printed: Vec<&Figure> = figures.iter().filter(|f| f.published.is_some()).collect();
    let same = printed.iter().filter(|f| f.published == Some(f.value)).count();
    Claim::of_source(source, || {
        let here = format!("{same} of {} as printed", printed.len());
        (!printed.is_empty()).then_some((here, same == printed.len()))
    })
}

fn shallower(figures: &[Figure], source: &PublishedClaim) -> Claim {
    Claim::of_source(source, || {
        let depths = [BINARY, AS_PUBLISHED].map(|id| by_size(|side| value(figures, id, "depth", side)));
        let [[a, b, c], [d, e, f]] = [depths[0]?, depths[1]?];
        let here = format!("depth {d}, {e} and {f} instead of {a}, {b} and {c}");
        Some((here, Judgement::of_cases(&[d < a, e < b, f < c], Judgement::Contradicted)))
    })
}

/// The patent's binary tree has no cones: it needs boxes only.
fn less_memory(figures: &[Figure], source: &PublishedClaim) -> Claim {
    Claim::of_source(source, || {
        let ratios = ["memory", "memory_with_cones"].map(|metric| {
            let ratio = |side| {
                Some(value(figures, AS_PUBLISHED, metric, side)? / value(figures, BINARY, "memory", side)?)
            };
            by_size(ratio)
        });
        let [[a, b, c], [d, e, f]] = [ratios[0]?, ratios[1]?];
        let here = format!(
            "{a:.2}, {b:.2} and {c:.2} times the binary tree's bytes; {d:.2}, {e:.2} and {f:.2} times with the cones"
        );
        let cases = [a, b, c, d, e, f].map(|ratio| ratio < 1.0);
        Some((here, Judgement::of_cases(&cases, Judgement::Contradicted)))
    })
}

fn fewer_pairs(figures: &[Figure], source: &PublishedClaim) -> Claim {
    Claim::of_source(source, || {
        let [a, b, c] = percent_fewer(figures, AS_PUBLISHED, "pairs")?;
        Some((format!("{a:.0}, {b:.0} and {c:.0} % fewer"), [a, b, c].iter().all(|less| *less > 0.0)))
    })
}

fn fewer_calls(figures: &[Figure], source: &PublishedClaim) -> Claim {
    Claim::of_source(source, || {
        let [a, b, c] = percent_fewer(figures, AS_PUBLISHED, "calls")?;
        let [d, e, f] = percent_fewer(figures, BOXES_ALONE, "calls")?;
        let here = format!(
            "{a:.0}, {b:.0} and {c:.0} % fewer; {d:.0}, {e:.0} and {f:.0} % without cones, by the tree's shape alone"
        );
        let cases = [a, b, c, d, e, f].map(|less| less > 0.0);
        Some((here, Judgement::of_cases(&cases, Judgement::Contradicted)))
    })
}

/// By how many percent the metric of `series` is below that of the binary tree, at every size.
fn percent_fewer(figures: &[Figure], series: &str, metric: &str) -> Option<[f64; 3]> {
    by_size(|side| {
        let [binary, other] = [BINARY, series].map(|id| value(figures, id, metric, side));
        Some(100.0 * (1.0 - other? / binary?))
    })
}

/// The values of a function of the side length, at every size; `None` if one is missing.
fn by_size(of: impl Fn(f64) -> Option<f64>) -> Option<[f64; 3]> {
    let [a, b, c] = SIDES.map(|side| of(side as f64));
    Some([a?, b?, c?])
}

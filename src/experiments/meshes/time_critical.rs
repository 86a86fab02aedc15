//! `time-critical`: the pairs that a limited budget of tests leaves undecided.
//!
//! Northeastern lecture (source 2), "other topics": the traversal visits the most promising pairs first and,
//! when the budget is spent, answers from what it has found so far. Here the budget is a number of tests of
//! volumes and triangles together. The error is the share of the touching triangle pairs that were not found.
//! The budget must not be exceeded, and no reported pair may be wrong.

use super::path_query::{self, prepare, tree_methods};
use crate::experiments::claims::{all_of, range, value, xs};
use crate::experiments::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::hierarchies::methods::OBB_TREE;
use crate::hierarchies::query::{Cost, Query};
use crate::ui::format::number;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "time-critical",
    lab: "meshes",
    title: "Error against budget",
    source: "Northeastern lecture, other topics",
    says: "Touching pairs of triangles that are not found within a budget of tests, by every tree of volumes.",
    needs_gpu: false,
    plot: PlotKind::lines(MISSING, Axis::log("budget, tests per pose"), Axis::linear("pairs not found, %")),
    run,
    claims,
};

/// Share of the touching pairs that are not found.
const MISSING: &str = "missing";
/// Number of poses with a pair that does not touch, or with an incomplete answer that is reported as
/// complete.
const WRONG: &str = "wrong";
/// Largest number of tests beyond the budget in any pose.
const EXCEEDED: &str = "exceeded";

fn run(run: &mut Run) -> Result<(), RunError> {
    let (triangles, poses, budgets): (_, _, &[u64]) = if run.quick {
        (300, 4, &[30, 300, 3_000])
    } else {
        (10_000, 60, &[30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000])
    };
    run.expect(tree_methods().count());
    path_query::report_extent(run, triangles, poses, 1);
    let scene = path_query::scene("blobs")?;
    let (meshes, poses) = ((scene.meshes)(run.seed, triangles), scene.path(poses));
    for method in tree_methods() {
        run.step(method.id)?;
        let mut pair = prepare(method.id, &[], &meshes)?;
        let all: Vec<_> =
            poses.iter().map(|pose| pair.answer(pose, &Query::Determine).sorted_pairs()).collect();
        for &budget in budgets {
            let (mut found, mut wrong, mut exceeded) = (0, 0, 0);
            for (pose, all) in poses.iter().zip(&all) {
                run.check()?;
                let mut go_on = |cost: &Cost| cost.volume_tests + cost.triangle_tests < budget;
                let Some(partial) = pair.answer_within(pose, &Query::Determine, &mut go_on) else { continue };
                let pairs = partial.answer.sorted_pairs();
                let is_right = pairs.iter().all(|pair| all.binary_search(pair).is_ok())
                    && (!partial.undecided.is_empty() || pairs.len() == all.len());
                let cost = partial.answer.cost;
                found += pairs.len();
                wrong += usize::from(!is_right);
                exceeded = exceeded.max((cost.volume_tests + cost.triangle_tests).saturating_sub(budget));
            }
            let (x, touching) = ((budget as f64, "tests"), all.iter().map(Vec::len).sum::<usize>());
            let missing = 100.0 * (1.0 - found as f64 / touching.max(1) as f64);
            run.measured(method.id, x, MISSING, (missing, "%"));
            run.measured(method.id, x, WRONG, (wrong as f64, ""));
            run.measured(method.id, x, EXCEEDED, (exceeded as f64, ""));
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let none_of = |published: &str, metric: &str, what: &str| {
        Claim::judged(published, || {
            let (_, most) = range(&all_of(figures, metric)?)?;
            Some((format!("{} {what}", number(most)), most == 0.0))
        })
    };
    vec![
        none_of("the budget is kept", EXCEEDED, "tests over the budget at most"),
        none_of("decided pairs are right", WRONG, "wrong poses at most"),
        more_budget_less_error(figures),
    ]
}

fn more_budget_less_error(figures: &[Figure]) -> Claim {
    let published = "the larger the budget, the smaller the error";
    let budgets = xs(figures, OBB_TREE, MISSING);
    let errors: Vec<f64> = budgets.iter().filter_map(|x| value(figures, OBB_TREE, MISSING, *x)).collect();
    Claim::judged(published, || {
        let [first, .., last] = errors[..] else { return None };
        let here = format!(
            "{} % of the pairs are missing at {} tests, {} % at {} ({OBB_TREE})",
            number(first),
            number(budgets[0]),
            number(last),
            number(budgets[budgets.len() - 1])
        );
        let falls = errors.windows(2).all(|pair| pair[1] <= pair[0]);
        Some((here, falls && last < first))
    })
}

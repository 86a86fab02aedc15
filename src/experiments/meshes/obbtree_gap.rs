//! `obbtree-gap`: the number of volume tests that separate two nested shells, against the gap between them.
//!
//! The argument of Gottschalk, Lin, Manocha 1996: the thickness of an oriented box around a piece of a curved
//! surface is proportional to the square of its length; that of a sphere or an axis-aligned box is
//! proportional to its length. So to separate two surfaces at a gap g, oriented boxes may have length √g and
//! the others length g; about 1/g of the former and 1/g² of the latter cover the surface. Here these
//! exponents are the slopes of least-squares lines through the logarithms. All trees are binary with one
//! triangle per leaf, split at the middle of the longest side. The gaps are larger than a triangle, because
//! at smaller gaps the traversal reaches the leaves and the number of triangles limits the count.

use nalgebra::{Translation3, UnitQuaternion};
use rand::SeedableRng;
use rand_pcg::Pcg64;

use super::path_query::{self, VOLUME_TESTS, ask, prepare, tree_methods};
use crate::experiments::claims::{EXPONENT_TOLERANCE, exponent, is_exponent, value, xs};
use crate::experiments::published::{LECTURE, claim};
use crate::experiments::scenes::direction;
use crate::experiments::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};
use crate::geometry::Pose;
use crate::hierarchies::methods::{AABB_TREE, OBB_TREE};
use crate::hierarchies::query::Query;
use crate::meshes::scenes::shells;
use crate::ui::format::number;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "obbtree-gap",
    lab: "meshes",
    title: "Volume tests against the gap",
    source: "Gottschalk, Lin, Manocha 1996 (OBBTree)",
    says: "Volume tests that separate two nested shells, against the gap between them, for every tree of volumes.",
    needs_gpu: false,
    plot: PlotKind::lines(
        VOLUME_TESTS,
        Axis::log("gap, as a share of the radius"),
        Axis::log("volume tests"),
    ),
    run,
    claims,
};

/// The extent of a full or a quick run.
struct Extent {
    triangles: usize,
    gaps: &'static [f64],
    poses: usize,
    turns: usize,
}

const FULL: Extent = Extent {
    triangles: 80_000,
    gaps: &[0.4, 0.28, 0.2, 0.14, 0.1, 0.07, 0.05, 0.035, 0.025],
    poses: 4,
    turns: 3,
};
const QUICK: Extent = Extent { triangles: 600, gaps: &[0.4, 0.28, 0.2], poses: 1, turns: 1 };

fn run(run: &mut Run) -> Result<(), RunError> {
    let Extent { triangles, gaps, poses, turns } = if run.quick { QUICK } else { FULL };
    run.expect(gaps.len() * tree_methods().count());
    path_query::report_extent(run, triangles, poses, turns);
    // The shells stay concentric; only the inner one is rotated.
    let mut random = Pcg64::seed_from_u64(run.seed);
    let mut turned = || UnitQuaternion::from_scaled_axis(direction(&mut random) * 2.0);
    let poses: Vec<Pose> = (0..poses).map(|_| Pose::from_parts(Translation3::identity(), turned())).collect();
    for &gap in gaps {
        let meshes = shells::meshes(run.seed, triangles, gap);
        for method in tree_methods() {
            run.step(format!("{} at a gap of {gap}", method.id))?;
            let mut pair = prepare(method.id, &[("construction", "middle"), ("leaf-size", "1")], &meshes)?;
            let measured = ask(run, &mut *pair, &poses, &Query::Detect, turns)?;
            measured.report(run, method.id, (gap, "gap"));
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    vec![grows_slower(figures), fewer_than_kdops(figures)]
}

/// The claim that OBB trees take about 1/g tests and AABB trees about 1/g² (g: the gap). It holds if both exponents
/// agree with the measured ones, and in part if only the difference of the exponents agrees.
fn grows_slower(figures: &[Figure]) -> Claim {
    let published = "as a gap g closes, OBBs take about 1/g tests, axis-aligned boxes about 1/g²";
    Claim::judged(published, || {
        let [obb, aabb] = [OBB_TREE, AABB_TREE].map(|series| exponent(figures, series, VOLUME_TESTS));
        let (obb, aabb) = (-obb?, -aabb?);
        let here = format!(
            "1/g^{obb:.2} for {OBB_TREE}, 1/g^{aabb:.2} for {AABB_TREE}; agreement within {EXPONENT_TOLERANCE}"
        );
        let verdict = if is_exponent(obb, 1.0) && is_exponent(aabb, 2.0) {
            Judgement::Holds
        } else if is_exponent(aabb - obb, 1.0) {
            Judgement::HoldsInPart
        } else {
            Judgement::NotReproduced
        };
        Some((here, verdict))
    })
}

/// The claim that OBB trees take fewer tests than k-DOP trees, judged at the smallest gap. The lecture compares only
/// these two; the best of all other trees is reported too.
fn fewer_than_kdops(figures: &[Figure]) -> Claim {
    Claim::of_source(claim(&LECTURE, EXPERIMENT.id, 0), || {
        let gap = *xs(figures, OBB_TREE, VOLUME_TESTS).first()?;
        let own = value(figures, OBB_TREE, VOLUME_TESTS, gap)?;
        let others =
            figures.iter().filter(|f| f.metric == VOLUME_TESTS && f.x == gap && f.series != OBB_TREE);
        let Figure { series, value: best, .. } = others.min_by(|a, b| a.value.total_cmp(&b.value))?;
        let kdops = figures
            .iter()
            .filter(|f| f.metric == VOLUME_TESTS && f.x == gap && f.series.starts_with("kdop-"));
        let kdop = kdops.min_by(|a, b| a.value.total_cmp(&b.value))?;
        let here = format!(
            "volume tests at a gap of {gap}: OBB {}, {} {}; the fewest of the other trees: {series} {}",
            number(own),
            kdop.series,
            number(kdop.value),
            number(*best)
        );
        Some((here, own < kdop.value))
    })
}

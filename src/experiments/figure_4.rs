//! Figure 4 of Xu et al. (source 1): detection time by number of triangles, for the occlusion query, RECODE,
//! and all other image-space methods.
//!
//! 100 bodies in mixes of the four kinds that have 10,000 to 150,000 triangles together: a sphere has twelve
//! times as many triangles as a cylinder, so the share of spheres sets the total. The values in the published
//! figure are lost.

use super::claims::{takes_less, value, xs};
use super::contest::{self, PUBLISHED_LOOP, PUBLISHED_METHOD, Plan};
use super::published::{OCCLUSION_QUERY, STENCIL, claim};
use super::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError, scenes};
use crate::world::{Kind, Mix, Parameters};

/// The experiment's row in the table of experiments.
pub const FIGURE_4: Experiment = Experiment {
    id: ID,
    lab: "arena",
    title: "Detection time against the number of triangles",
    source: "Xu et al., figure 4",
    says: "Mean time of collision detection per frame, 100 bodies of 10,000 to 150,000 triangles together.",
    needs_gpu: true,
    plot: PlotKind::lines(
        "time",
        Axis::linear("triangles of all bodies"),
        Axis::log("mean time per frame, ms (logarithmic)"),
    )
    .of_series(&[PUBLISHED_LOOP, "recode"]),
    run,
    claims,
};

const ID: &str = "figure-4";
/// Number of bodies.
pub const BODIES: usize = 100;
/// Triangles of all bodies together, as on the figure's axis.
pub const TRIANGLES: [usize; 6] = [10_000, 25_000, 50_000, 75_000, 100_000, 150_000];
const QUICK_TRIANGLES: [usize; 3] = [10_000, 75_000, 150_000];

fn run(run: &mut Run) -> Result<(), RunError> {
    let wanted = if run.quick { &QUICK_TRIANGLES[..] } else { &TRIANGLES[..] };
    let series = contest::series(run)?;
    let plan = Plan::of(run, 75);
    run.setting("bodies", BODIES);
    // The expected time of a step is about proportional to the number of triangles, plus a constant part.
    let weight = |triangles: usize| 20 + triangles / 1000;
    run.expect(wanted.iter().map(|t| weight(*t)).sum());
    for &triangles in wanted {
        run.step_of(
            weight(triangles),
            format!("{triangles} triangles, {} series measured in turn", series.len()),
        )?;
        let parameters = Parameters { seed: run.seed, count: BODIES, ..Parameters::default() };
        let parameters = Parameters { mix: mix(triangles, parameters.level), ..parameters };
        let frames = scenes::record(run, parameters, plan.run_for, plan.every)?;
        let really: usize = frames[0].0.iter().map(|body| body.shape.mesh().triangles().len()).sum();
        contest::run_contest(run, &series, &frames, plan, (really as f64, "triangles"))?;
    }
    Ok(())
}

/// A mix of kinds of body with about `triangles` triangles in total: as many spheres as are needed for this, and equal
/// numbers of the other kinds.
pub fn mix(triangles: usize, level: u32) -> Mix {
    let of = |kind: Kind| kind.shape(1.0, level).mesh().triangles().len() as f64;
    let others = [Kind::Cone, Kind::Cylinder, Kind::Cube].map(of);
    let (sphere, other) = (of(Kind::Sphere), others.iter().sum::<f64>() / 3.0);
    let bodies = BODIES as f64;
    let spheres = ((triangles as f64 - bodies * other) / (sphere - other)).round().clamp(0.0, bodies);
    let share = (bodies - spheres) / (3.0 * bodies);
    Mix { shares: [share, share, share, spheres / bodies] }
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let less = claim(&OCCLUSION_QUERY, ID, 0);
    let both = [(PUBLISHED_LOOP, "as published"), (PUBLISHED_METHOD, "with this program's schedule")];
    let mut claims: Vec<Claim> = both
        .map(|(series, how)| {
            let published = format!("{} ({how})", less.says);
            takes_less(figures, &published, (series, "recode"), (0.1, 0.0)).quoting(less)
        })
        .into();
    let stencil = claim(&STENCIL, ID, 0);
    claims.push(hardly_depends(figures, &stencil.says).quoting(stencil));
    claims
}

/// Huang & Tian (source 4) give no number, so at most 25 % more time for ten times the triangles counts as "hardly".
/// The time is measured per pair, because other mixes of kinds have other boxes and therefore other numbers of pairs.
pub fn hardly_depends(figures: &[Figure], published: &str) -> Claim {
    let xs = xs(figures, "stencil", "time");
    let (Some(&few), Some(&many)) = (xs.first(), xs.last()) else {
        return Claim::open(published, "stencil has not been measured");
    };
    let per_pair = |x| {
        let pairs = value(figures, "candidates", "pairs_per_frame", x)?;
        Some(value(figures, "stencil", "time", x)? / pairs).filter(|time| time.is_finite())
    };
    let triangles = many / few;
    Claim::judged_or(published, "not enough has been measured", || {
        let time = per_pair(many)? / per_pair(few)?;
        let here = format!("{triangles:.0} times the triangles take {time:.1} times as long per pair");
        (triangles >= 2.0).then_some((here, time < 1.25))
    })
}

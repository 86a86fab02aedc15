//! Figure 3 of Xu et al. (source 1): detection time by number of bodies, for the occlusion query, RECODE, and
//! all other image-space methods.
//!
//! 20 to 100 bodies of four kinds, 443 triangles on average, density 5 %; the mean over 1200 consecutive
//! frames of the detection time alone. The values in the published figure are lost.

use super::claims::{takes_less, value};
use super::contest::{self, PUBLISHED_LOOP, PUBLISHED_METHOD, Plan};
use super::published::{OCCLUSION_QUERY, claim};
use super::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError, scenes};
use crate::world::Parameters;

/// The experiment's row in the table of experiments.
pub const FIGURE_3: Experiment = Experiment {
    id: ID,
    lab: "arena",
    title: "Detection time against the number of bodies",
    source: "Xu et al., figure 3",
    says: "Mean time of collision detection per frame, 20 to 100 bodies, every image-space method.",
    needs_gpu: true,
    plot: PlotKind::lines("time", Axis::linear("bodies"), Axis::log("mean time per frame, ms (logarithmic)")),
    run,
    claims,
};

const ID: &str = "figure-3";
const BODIES: [usize; 5] = [20, 40, 60, 80, 100];

fn run(run: &mut Run) -> Result<(), RunError> {
    let series = contest::series(run)?;
    let plan = Plan::of(run, 30);
    run.expect(BODIES.iter().sum());
    for count in BODIES {
        run.step_of(count, format!("{count} bodies, {} series in turns", series.len()))?;
        let parameters = Parameters { seed: run.seed, count, ..Parameters::default() };
        let frames = scenes::record(run, parameters, plan.run_for, plan.every)?;
        contest::run_contest(run, &series, &frames, plan, (count as f64, "bodies"))?;
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let (small, large) = (claim(&OCCLUSION_QUERY, ID, 0), claim(&OCCLUSION_QUERY, ID, 1));
    let both = [(PUBLISHED_LOOP, "as published"), (PUBLISHED_METHOD, "with this program's schedule")];
    let below = both.map(|(series, how)| stays_below(figures, series, &format!("{small} ({how})")));
    let less = both.map(|(series, how)| {
        takes_less(figures, &format!("{large} ({how})"), (series, "recode"), (0.2, 60.0))
    });
    below.into_iter().chain(less).collect()
}

fn stays_below(figures: &[Figure], series: &str, published: &str) -> Claim {
    Claim::judged_or(published, format!("{series} has not been measured at 20 and 40 bodies"), || {
        let [twenty, forty] = [20.0, 40.0].map(|bodies| value(figures, series, "time", bodies));
        let (twenty, forty) = (twenty?, forty?);
        Some((format!("{twenty:.2} and {forty:.2} ms"), twenty < 1.0 && forty < 1.0))
    })
}

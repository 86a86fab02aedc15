//! Figure 3 of Xu et al. (source 1): detection time by number of bodies, for the occlusion query, RECODE, and
//! all other image-space methods.
//!
//! 20 to 100 bodies of four kinds, 443 triangles on average, density 5 %; the mean over 1200 consecutive
//! frames of the detection time alone. The values in the published figure are lost.

use super::claims::{takes_less, value};
use super::contest::{self, PUBLISHED_LOOP, PUBLISHED_METHOD, Plan};
use super::published::{OCCLUSION_QUERY, claim};
use super::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError, scenes};
use crate::world::Parameters;

/// The experiment's row in the table of experiments.
pub const FIGURE_3: Experiment = Experiment {
    id: ID,
    lab: "arena",
    title: "Detection time against the number of bodies",
    source: "Xu et al., figure 3",
    says: "Mean time of collision detection per frame, 20 to 100 bodies, every image-space method.",
    needs_gpu: true,
    plot: PlotKind::lines("time", Axis::linear("bodies"), Axis::log("mean time per frame, ms (logarithmic)"))
        .of_series(&[PUBLISHED_LOOP, RECODE]),
    run,
    claims,
};

const ID: &str = "figure-3";
const RECODE: &str = "recode";
const BODIES: [usize; 5] = [20, 40, 60, 80, 100];

fn run(run: &mut Run) -> Result<(), RunError> {
    let series = contest::series(run)?;
    let plan = Plan::of(run, 30);
    run.expect(BODIES.iter().sum());
    for count in BODIES {
        run.step_of(count, format!("{count} bodies, {} series measured in turn", series.len()))?;
        let parameters = Parameters { seed: run.seed, count, ..Parameters::default() };
        let frames = scenes::record(run, parameters, plan.run_for, plan.every)?;
        contest::run_contest(run, &series, &frames, plan, (count as f64, "bodies"))?;
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let (small, large) = (claim(&OCCLUSION_QUERY, ID, 0), claim(&OCCLUSION_QUERY, ID, 1));
    let both = [(PUBLISHED_LOOP, "as published"), (PUBLISHED_METHOD, "with this program's schedule")];
    let below = both
        .map(|(series, how)| stay_below(figures, series, &format!("{} ({how})", small.says)).quoting(small));
    let less = both.map(|(series, how)| {
        let published = format!("{} ({how})", large.says);
        takes_less(figures, &published, (series, RECODE), (0.2, 60.0)).quoting(large)
    });
    below.into_iter().chain(less).collect()
}

/// The claim that both algorithms, the occlusion query and RECODE, stay below 1 ms.
fn stay_below(figures: &[Figure], series: &str, published: &str) -> Claim {
    let open = format!("{series} and {RECODE} have not both been measured at 20 and 40 bodies");
    Claim::judged_or(published, open, || {
        let times = |series: &str| {
            let [twenty, forty] = [20.0, 40.0].map(|bodies| value(figures, series, "time", bodies));
            Some([twenty?, forty?])
        };
        let ([a, b], [c, d]) = (times(series)?, times(RECODE)?);
        let cases = [a, b, c, d].map(|time| time < 1.0);
        let here = format!("{a:.2} and {b:.2} ms per frame; RECODE: {c:.2} and {d:.2} ms");
        Some((here, Judgement::of_cases(&cases, Judgement::NotReproduced)))
    })
}

//! `limit`: every schedule of `occlusion-query` as a multiple of the least work that the rasteriser can have.
//!
//! The limit draws the triangles of each pair's first round, uploaded before, into sheets of the same size: without
//! clears, queries and read-backs, and with one change of state per row of the table. It ends with one wait. Its time
//! bounds every schedule that draws these pairs and does not tell them apart beforehand. Pairs that continue draw more
//! than that: about one in twenty-five. All series keep freed memory and take turns in one run, so that their ratios
//! hold on a machine that is busy elsewhere, too.

use super::claims::value;
use super::measure::alternating;
use super::scenes::record;
use super::schedules::{Amount, HARDWARE, PUBLISHED, QUICK, words};
use super::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::image_space::occlusion_query::PROGRAM;
use crate::image_space::options::Options;
use crate::image_space::{self, ImageSpace};
use crate::methods;
use crate::world::Parameters;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "limit",
    lab: "arena",
    title: "Schedules beside the limit",
    source: "our own experiment, not measured by any source",
    says: "Time of each schedule of occlusion-query as a multiple of drawing alone, without clears, queries and read-backs, 20 to 10,000 bodies, or 100 to 100,000 on a GPU.",
    needs_gpu: true,
    plot: PlotKind::lines("multiple", Axis::log("bodies"), Axis::linear("time, as a multiple of the limit")),
    run,
    claims,
};

const METHOD: &str = "occlusion-query";

/// The series without clears, queries and read-backs.
const LIMIT: &str = "limit";

/// The series of `auto` that does not draw pairs which oriented boxes separate.
const ORIENTED: &str = "auto-oriented-boxes";

/// Target: the time of the fastest schedule as a multiple of the limit.
const TARGET: f64 = 1.3;

/// Target: the time of `auto` as a multiple of the fastest schedule's.
const AUTO_TARGET: f64 = 1.05;

/// Detections by `auto` that suffice for its measurement.
const UNTIL_CHOSEN: usize = 30;

/// The numbers of bodies of a full run by a software rasteriser.
const SOFTWARE: [Amount; 8] = [
    Amount { bodies: 20, frames: 20, turns: 15 },
    Amount { bodies: 50, frames: 20, turns: 15 },
    Amount { bodies: 100, frames: 20, turns: 15 },
    Amount { bodies: 200, frames: 20, turns: 15 },
    Amount { bodies: 500, frames: 20, turns: 15 },
    Amount { bodies: 1000, frames: 10, turns: 15 },
    Amount { bodies: 3000, frames: 3, turns: 9 },
    Amount { bodies: 10_000, frames: 2, turns: 7 },
];

fn run(run: &mut Run) -> Result<(), RunError> {
    let gpu = run.gpu()?;
    let is_software = gpu.capabilities().is_software();
    gpu.keep_freed_memory();
    let amounts: &[Amount] = match (run.quick, is_software) {
        (true, _) => &QUICK,
        (false, true) => &SOFTWARE,
        (false, false) => &HARDWARE,
    };
    let method = methods::find(METHOD).ok_or_else(|| RunError::NoMethod(METHOD.into()))?;
    let options = Options::of(&method.default_settings()).ok_or_else(image_space::of_another_method)?;
    let words: Vec<&str> = words(method).iter().map(|(word, _)| *word).chain([ORIENTED]).collect();
    run.expect(amounts.iter().map(|a| a.bodies * a.frames * a.turns).sum());
    for &Amount { bodies, frames, turns } in amounts {
        let step = format!("{bodies} bodies, {} series measured in turn", words.len() + 1);
        run.step_of(bodies * frames * turns, step)?;
        let parameters = Parameters { seed: run.seed, count: bodies, ..Parameters::default() };
        let scenes = record(run, parameters, 10 * frames, 10)?;
        let mut detectors = Vec::new();
        for word in &words {
            let culling = if *word == PUBLISHED { "none" } else { "split" };
            let (schedule, boxes) = if *word == ORIENTED { ("auto", "oriented") } else { (*word, "aligned") };
            let set = [("schedule", schedule), ("culling", culling), ("boxes", boxes)];
            detectors.push(run.detector(METHOD, &set)?);
        }
        for (word, detector) in words.iter().zip(&mut detectors) {
            let unmeasured = if ["auto", ORIENTED].contains(word) { UNTIL_CHOSEN } else { 0 };
            for (bodies, pairs) in scenes.iter().cycle().take(unmeasured) {
                run.check()?;
                detector.detect(bodies, pairs)?;
            }
        }
        let mut space = ImageSpace::new(run.gpu()?, &PROGRAM, options)?;
        let bare: Vec<_> =
            scenes.iter().map(|(bodies, pairs)| space.bare(bodies, pairs)).collect::<Result<_, _>>()?;
        let times = alternating(run, words.len() + 1, frames, turns, &mut |series, frame| {
            let (bodies, pairs) = &scenes[frame];
            match series.checked_sub(1) {
                Some(word) => drop(detectors[word].detect(bodies, pairs)?),
                None => bare[frame].draw(),
            }
            Ok(())
        })?;
        for (series, time) in [LIMIT].into_iter().chain(words.iter().copied()).zip(&times) {
            let at = (bodies as f64, "bodies");
            run.measured(series, at, "time", (1e3 * time.as_secs_f64(), "ms"));
            run.measured(series, at, "multiple", (time.as_secs_f64() / times[0].as_secs_f64(), ""));
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let multiples = || figures.iter().filter(|f| f.metric == "multiple");
    let fixed = |bodies| {
        multiples().filter(move |f| f.x == bodies && ![LIMIT, "auto", ORIENTED].contains(&f.series.as_str()))
    };
    let fastest = |bodies| fixed(bodies).min_by(|a, b| a.value.total_cmp(&b.value));
    let sizes = || multiples().filter(|f| f.series == LIMIT).map(|f| f.x);
    vec![
        within(
            "our target: the fastest schedule takes ≤ 1.3 times the limit at every number of bodies",
            sizes().filter_map(fastest).collect(),
        ),
        within(
            "our target: auto takes ≤ 1.3 times the limit where oriented boxes are tested first",
            multiples().filter(|f| f.series == ORIENTED).collect(),
        ),
        Claim::judged(
            "our target: auto takes ≤ 1.05 times the time of the fastest schedule, and no longer than the published loop",
            || {
                let ratios = sizes().filter_map(|bodies| {
                    let of = |series| value(figures, series, "multiple", bodies);
                    let auto = of("auto")?;
                    Some((auto / fastest(bodies)?.value, auto <= of(PUBLISHED)?, bodies))
                });
                let ratios: Vec<_> = ratios.collect();
                let (worst, _, bodies) = ratios.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
                let holds = *worst <= AUTO_TARGET && ratios.iter().all(|(_, is_no_slower, _)| *is_no_slower);
                Some((format!("at most {worst:.2} times, {bodies} bodies"), holds))
            },
        ),
    ]
}

/// The claim that all these multiples of the limit are at most the target.
fn within(text: &'static str, multiples: Vec<&Figure>) -> Claim {
    Claim::judged(text, || {
        let worst = multiples.into_iter().max_by(|a, b| a.value.total_cmp(&b.value))?;
        let here = format!("at most {:.2} times, by {}, {} bodies", worst.value, worst.series, worst.x);
        Some((here, worst.value <= TARGET))
    })
}

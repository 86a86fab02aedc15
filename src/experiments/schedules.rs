//! `schedules`: every image-space method with every schedule that can run it, for growing numbers of bodies.
//!
//! `method/pair-by-pair` is the published loop: it draws whole bodies and leaves the allocator unchanged. The other
//! schedules make the allocator keep the memory that the rasteriser frees, for the rest of the process. So all
//! published loops run first, and only the other schedules are measured in turns.

use std::time::Duration;

use super::claims::{EXPONENT_TOLERANCE, value};
use super::measure::{cost_of, in_turns};
use super::scenes::{Frame, record};
use super::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::detector::Detector;
use crate::methods::{Method, published};
use crate::settings::Range;
use crate::world::Parameters;

/// The experiment's row in the table of experiments.
pub const SCHEDULES: Experiment = Experiment {
    id: "schedules",
    lab: "arena",
    title: "Schedules",
    source: "Xu et al., §3, and our own schedules",
    says: "Time of each image-space method with each schedule that it supports, 20 to 1,000 bodies, or 100 to 100,000 on a GPU.",
    needs_gpu: true,
    plot: PlotKind::lines("time", Axis::log("bodies"), Axis::log("time per frame (ms)")),
    run,
    claims,
};

/// The value of the setting `schedule` for the loop as Xu et al. draw it.
pub(super) const PUBLISHED: &str = "pair-by-pair";

/// The number of bodies at which the claims are judged.
const CLAIMED_AT: f64 = 100.0;

/// Target of two claims: the speed-up of the fastest schedule over the published loop, and the speed-up of occlusion
/// queries over RECODE, which reads its pixels back.
const TARGET: f64 = 2.5;

/// A number of bodies, and how often it is measured: each of `frames` frames in `turns` turns.
pub(super) struct Amount {
    pub(super) bodies: usize,
    pub(super) frames: usize,
    pub(super) turns: usize,
}

/// The numbers of bodies of a full run by a software rasteriser.
const SOFTWARE: [Amount; 6] = [
    Amount { bodies: 20, frames: 20, turns: 15 },
    Amount { bodies: 50, frames: 20, turns: 15 },
    Amount { bodies: 100, frames: 20, turns: 15 },
    Amount { bodies: 200, frames: 20, turns: 15 },
    Amount { bodies: 500, frames: 20, turns: 15 },
    Amount { bodies: 1000, frames: 20, turns: 15 },
];

/// The numbers of bodies of a full run by a GPU.
pub(super) const HARDWARE: [Amount; 4] = [
    Amount { bodies: 100, frames: 10, turns: 7 },
    Amount { bodies: 1000, frames: 5, turns: 5 },
    Amount { bodies: 10_000, frames: 2, turns: 3 },
    Amount { bodies: 100_000, frames: 1, turns: 1 },
];

/// The numbers of bodies of a quick run.
pub(super) const QUICK: [Amount; 2] =
    [Amount { bodies: 20, frames: 4, turns: 3 }, Amount { bodies: 100, frames: 4, turns: 3 }];

/// Longest time per frame that is expected of a series that is measured.
const LONGEST_FRAME: Duration = Duration::from_secs(3);

fn run(run: &mut Run) -> Result<(), RunError> {
    let capabilities = run.gpu()?.capabilities().clone();
    let amounts: &[Amount] = match (run.quick, capabilities.is_software()) {
        (true, _) => &QUICK,
        (false, true) => &SOFTWARE,
        (false, false) => &HARDWARE,
    };
    if run.gpu()?.keeps_freed_memory() {
        run.note(
            "memory freed earlier in this process makes the published loops faster than in a separate run",
        );
    }
    let mut series: [Vec<(&Method, &str)>; 2] = Default::default();
    for method in published() {
        match (words(method), method.why_not(Some(&capabilities))) {
            (words, None) => {
                for word in words.iter().map(|(word, _)| *word).filter(|word| *word != "auto") {
                    series[usize::from(word != PUBLISHED)].push((method, word));
                }
            }
            ([], _) => {}
            (_, Some(missing)) => run.note(format!("{} is left out: this OpenGL lacks {missing}", method.id)),
        }
    }
    let detections = |amount: &Amount, times: usize| amount.bodies * amount.frames * times;
    let weight = |series: &[_], amount: &Amount| detections(amount, amount.turns * series.len());
    let recording = amounts.iter().map(|amount| detections(amount, 10)).sum();
    let measuring = series.iter().flat_map(|series| amounts.iter().map(|amount| weight(series, amount)));
    run.expect(recording + measuring.sum::<usize>());
    run.step_of(recording, "recording the scenes")?;
    let mut scenes = Vec::new();
    for amount in amounts {
        let parameters = Parameters { seed: run.seed, count: amount.bodies, ..Parameters::default() };
        scenes.push((amount, record(run, parameters, 10 * amount.frames, 10)?));
    }
    for mut series in series {
        for (amount, frames) in &scenes {
            let kind =
                if series.iter().all(|s| s.1 == PUBLISHED) { "the published loops" } else { "the others" };
            run.step_of(weight(&series, amount), format!("{kind}, {} bodies", amount.bodies))?;
            let times = measure(run, &series, amount, frames)?;
            leave_out_slow(run, &mut series, &times, amount, amounts);
        }
    }
    Ok(())
}

/// Removes the series that would take longer than [`LONGEST_FRAME`] at the next number of bodies, and notes them.
fn leave_out_slow(
    run: &mut Run,
    series: &mut Vec<(&Method, &str)>,
    times: &[(String, Duration)],
    amount: &Amount,
    amounts: &[Amount],
) {
    let Some(next) = amounts.iter().map(|a| a.bodies).find(|bodies| *bodies > amount.bodies) else { return };
    let growth = next as f64 / amount.bodies as f64;
    for (name, time) in times {
        if time.mul_f64(growth) > LONGEST_FRAME {
            run.note(format!(
                "{name} is left out from {next} bodies on: a frame of {} takes {time:.1?}",
                amount.bodies
            ));
            series.retain(|(method, word)| format!("{}/{word}", method.id) != *name);
        }
    }
}

/// Measures some series over one scene and reports all figures; returns the time per frame of each series.
fn measure(
    run: &mut Run,
    series: &[(&Method, &str)],
    amount: &Amount,
    frames: &[Frame],
) -> Result<Vec<(String, Duration)>, RunError> {
    let mut names = Vec::new();
    let mut detectors: Vec<Box<dyn Detector>> = Vec::new();
    for (method, word) in series {
        let mut set = vec![("schedule", *word)];
        if *word == PUBLISHED && method.settings.iter().any(|s| s.id == "culling") {
            set.push(("culling", "none"));
        }
        match run.detector(method.id, &set) {
            Ok(detector) => {
                names.push(format!("{}/{word}", method.id));
                detectors.push(detector);
            }
            Err(RunError::Gpu(why)) => run.note(format!("{}/{word} is left out: {why}", method.id)),
            Err(other) => return Err(other),
        }
    }
    let times = in_turns(run, &mut detectors, frames, amount.turns)?;
    let named: Vec<_> = names.into_iter().zip(times).collect();
    for ((name, time), detector) in named.iter().zip(&mut detectors) {
        let costs = cost_of(run, detector.as_mut(), frames)?;
        let mean = |of: fn(&crate::detector::Cost) -> u64| {
            costs.iter().map(of).sum::<u64>() as f64 / costs.len().max(1) as f64
        };
        for (metric, value, unit) in [
            ("time", 1e3 * time.as_secs_f64(), "ms"),
            ("pairs", mean(|c| c.pairs), ""),
            ("draws", mean(|c| c.draws), ""),
            ("bytes read", mean(|c| c.bytes_read), "bytes"),
        ] {
            run.measured(name, (amount.bodies as f64, "bodies"), metric, (value, unit));
        }
    }
    Ok(named)
}

/// The values of a method's setting `schedule`.
pub(super) fn words(method: &Method) -> &'static [(&'static str, &'static str)] {
    match method.settings.iter().find(|s| s.id == "schedule").map(|s| &s.range) {
        Some(Range::Choice { options, .. }) => options,
        _ => &[],
    }
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let times = |method: &str| -> Vec<&Figure> {
        let at = figures.iter().filter(|f| f.metric == "time" && f.x == CLAIMED_AT);
        at.filter(|f| f.series.split('/').next() == Some(method)).collect()
    };
    let queries = times("occlusion-query");
    let is_published = |f: &&&Figure| f.series.ends_with(PUBLISHED);
    let fastest = queries.iter().filter(|f| !is_published(f)).min_by(|a, b| a.value.total_cmp(&b.value));
    let claim = |published: &str, slow: Option<&&Figure>| {
        Claim::judged(published, || {
            let (fastest, slow) = (fastest?, slow?);
            let ratio = slow.value / fastest.value;
            Some((format!("{ratio:.2}× faster, by {}", fastest.series), ratio >= TARGET))
        })
    };
    vec![
        claim(
            "our target: the fastest schedule of occlusion-query ≥ 2.5× faster than the published loop, 100 bodies",
            queries.iter().find(is_published),
        ),
        claim("our target: occlusion-query ≥ 2.5× faster than recode, 100 bodies", times("recode").first()),
        growth(figures),
    ]
}

/// The claim that time grows at most linearly with the pairs, from [`CLAIMED_AT`] bodies to the largest measured
/// number.
fn growth(figures: &[Figure]) -> Claim {
    let published = "our target: no schedule grows faster than linearly in the number of pairs";
    let most = figures.iter().map(|f| f.x).fold(0.0, f64::max);
    let exponents = figures.iter().filter(|f| f.metric == "time" && f.x == most && most > CLAIMED_AT);
    let exponents = exponents.filter_map(|f| {
        let grown = |metric| {
            Some(
                (value(figures, &f.series, metric, most)? / value(figures, &f.series, metric, CLAIMED_AT)?)
                    .ln(),
            )
        };
        Some((grown("time")? / grown("pairs")?, &f.series))
    });
    Claim::judged(published, || {
        let (exponent, series) = exponents.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let here = format!("steepest: {series}, time ~ pairs^{exponent:.2} from 100 to {most} bodies");
        Some((here, exponent <= 1.0 + EXPONENT_TOLERANCE))
    })
}

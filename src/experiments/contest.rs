//! All image-space methods on the same frames, in turns: the comparison of figures 3 and 4 of Xu et al.
//! (source 1).

use std::time::{Duration, Instant};

use super::measure::median;
use super::scenes::Frame;
use super::{Run, RunError};
use crate::detector::{Cost, Detector};
use crate::methods::{METHODS, published};
use crate::object_space::reference::distance;
use crate::settings::Range;

/// Number of frames that a series processes per turn.
const TURN: usize = 5;

/// Warm-up frames, run by every method before measurement. After them shaders are compiled, meshes are uploaded, and a
/// method that selects its own schedule has selected it.
const WARM_UP: usize = 24;

/// The selection of the measured frames.
#[derive(Clone, Copy)]
pub struct Plan {
    /// Number of frames that the world runs.
    pub run_for: usize,
    /// Number of frames from one measured frame to the next; 1 measures every frame.
    pub every: usize,
    /// Number of times that each frame is measured; the median time counts.
    pub times: usize,
}

impl Plan {
    /// 1200 consecutive frames, once each, as published. A quick run samples the first 600 and measures each frame of
    /// this small sample three times, so that a single interruption does not matter.
    pub fn of(run: &mut Run, quick_every: usize) -> Self {
        let plan = match run.quick {
            true => Self { run_for: 600, every: quick_every, times: 3 },
            false => Self { run_for: 1200, every: 1, times: 1 },
        };
        run.setting("frames", plan.run_for / plan.every);
        run.setting("every", plan.every);
        run.setting("times", plan.times);
        run.setting("resolution", default_resolution());
        plan
    }
}

/// A running method and the name of its series.
struct Contender {
    series: String,
    detector: Box<dyn Detector>,
}

/// The measurements of one contender: the time of every frame, and the sums of its counters.
#[derive(Default)]
struct Tally {
    times: Vec<Duration>,
    cost: Cost,
    disagreements: u64,
}

/// The names of all series that run on this machine; a note names each method that cannot. Every method runs
/// with its default settings. The method of Xu et al. (source 1) also runs as published, as
/// `occlusion-query/pair-by-pair`.
pub fn series(run: &mut Run) -> Result<Vec<String>, RunError> {
    let gpu = run.gpu()?;
    // One of the schedules changes the allocator of the whole process. The change is made here for all methods, so
    // that their order does not matter.
    gpu.keep_freed_memory();
    run.setting("freed_memory", "kept, for all alike");
    let mut series = Vec::new();
    for method in published().filter(|m| m.settings.iter().any(|s| s.id == "resolution")) {
        if let Some(missing) = method.why_not(Some(gpu.capabilities())) {
            run.note(format!("{} cannot run here: this OpenGL lacks {missing}", method.id));
            continue;
        }
        series.push(method.id.to_owned());
        if method.id == PUBLISHED_METHOD {
            series.push(PUBLISHED_LOOP.to_owned());
        }
    }
    Ok(series)
}

/// Id of the method of Xu et al. (source 1), also the name of its series with this program's schedule.
pub const PUBLISHED_METHOD: &str = "occlusion-query";
/// Series of [`PUBLISHED_METHOD`] with its loop as published.
pub const PUBLISHED_LOOP: &str = "occlusion-query/pair-by-pair";
/// The settings of the method as published.
const AS_PUBLISHED: &[(&str, &str)] = &[("schedule", "pair-by-pair"), ("culling", "none")];

/// Runs all of `series` on the same frames and reports, at `x`, the mean time per frame, the mean costs, and the
/// number of wrong verdicts per frame.
pub fn run_contest(
    run: &mut Run,
    series: &[String],
    frames: &[Frame],
    plan: Plan,
    x: (f64, &'static str),
) -> Result<(), RunError> {
    let truth = |(bodies, pairs): &Frame| {
        run.check()?;
        Ok(pairs.iter().map(|p| distance(&bodies[p.a], &bodies[p.b]) == 0.0).collect())
    };
    let truth = frames.iter().map(truth).collect::<Result<Vec<Vec<bool>>, RunError>>()?;
    let mut contenders = Vec::new();
    for name in series {
        let published = name == PUBLISHED_LOOP;
        let (id, set) = if published { (PUBLISHED_METHOD, AS_PUBLISHED) } else { (name.as_str(), &[][..]) };
        contenders.push(Contender { series: name.clone(), detector: run.detector(id, set)? });
    }
    for contender in &mut contenders {
        for (bodies, pairs) in frames.iter().cycle().take(WARM_UP) {
            run.check()?;
            contender.detector.detect(bodies, pairs)?;
        }
    }
    let mut tallies: Vec<Tally> = contenders.iter().map(|_| Tally::default()).collect();
    for (turn, chunk) in frames.chunks(TURN).enumerate() {
        for (contender, tally) in contenders.iter_mut().zip(&mut tallies) {
            decide(run, contender.detector.as_mut(), chunk, &truth[turn * TURN..], plan.times, tally)?;
        }
    }
    for (contender, tally) in contenders.iter().zip(&tallies) {
        report(run, contender, tally, frames.len(), x);
    }
    let pairs: usize = frames.iter().map(|(_, pairs)| pairs.len()).sum();
    run.measured("candidates", x, "pairs_per_frame", (pairs as f64 / frames.len() as f64, ""));
    Ok(())
}

fn decide(
    run: &Run,
    detector: &mut dyn Detector,
    frames: &[Frame],
    truth: &[Vec<bool>],
    times: usize,
    tally: &mut Tally,
) -> Result<(), RunError> {
    for ((bodies, pairs), truth) in frames.iter().zip(truth) {
        let mut taken = Vec::with_capacity(times);
        let mut decide = || {
            run.check()?;
            let start = Instant::now();
            let detection = detector.detect(bodies, pairs);
            taken.push(start.elapsed());
            Ok::<_, RunError>(detection?)
        };
        for _ in 1..times {
            decide()?;
        }
        let detection = decide()?;
        tally.times.push(median(taken));
        tally.cost.draws += detection.cost.draws;
        tally.cost.bytes_read += detection.cost.bytes_read;
        let differ = detection.verdicts.iter().zip(truth).filter(|(v, truth)| v.colliding != **truth);
        tally.disagreements += differ.count() as u64;
    }
    Ok(())
}

fn report(run: &mut Run, contender: &Contender, tally: &Tally, frames: usize, x: (f64, &'static str)) {
    let per_frame = |total: u64| total as f64 / frames as f64;
    let milliseconds = |time: Duration| 1e3 * time.as_secs_f64();
    let mean = milliseconds(tally.times.iter().sum()) / frames as f64;
    for (metric, value, unit) in [
        ("time", mean, "ms"),
        ("median_time", milliseconds(median(tally.times.clone())), "ms"),
        ("draws", per_frame(tally.cost.draws), ""),
        ("bytes_read", per_frame(tally.cost.bytes_read), "B"),
        ("disagreements", per_frame(tally.disagreements), ""),
    ] {
        run.measured(&contender.series, x, metric, (value, unit));
    }
    if let Some(note) = contender.detector.note() {
        run.note(format!("{} {}, {}: {note}", x.0, x.1, contender.series));
    }
}

/// Default tile resolution in pixels per side, for the settings column of the CSV file.
fn default_resolution() -> u64 {
    let settings = METHODS.iter().flat_map(|m| m.settings);
    let resolution = settings.filter(|s| s.id == "resolution").find_map(|s| match s.range {
        Range::Whole { default, .. } => Some(default),
        _ => None,
    });
    resolution.unwrap_or_default()
}

//! `overlap`: work of the processor while the GPU answers queries, as Xu et al. (source 1) describe it in section 1.
//!
//! The work is real: exact tests of pairs of the same frame. It is done after the answers have been read, or between
//! the last query of the first round and its first answer. With boolean queries, each of which is awaited, only the
//! first order is possible.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::claims::value;
use super::measure::alternating;
use super::published::{OCCLUSION_QUERY, claim};
use super::scenes::{Frame, record};
use super::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};
use crate::detector::Detector;
use crate::image_space::occlusion_query::{BOOLEAN, PROGRAM};
use crate::image_space::options::Options;
use crate::image_space::pass::PassProgram;
use crate::image_space::{self, ImageSpace};
use crate::methods;
use crate::object_space::reference::distance;
use crate::world::Parameters;

const ID: &str = "overlap";

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: ID,
    lab: "arena",
    title: "Work beside the queries",
    source: "Xu et al., section 1; the work is our own choice: exact tests of pairs of the frame",
    says: "Time of a frame of 100 bodies with queries and other work of the processor, one after the other or overlapped.",
    needs_gpu: true,
    plot: PlotKind::lines(
        "time",
        Axis::linear("work, as a multiple of the queries' time"),
        Axis::linear("time per frame (ms)"),
    ),
    run,
    claims,
};

/// Work as a multiple of the time of the counted queries alone.
const WORK: [f64; 5] = [0.0, 0.25, 0.5, 1.0, 2.0];

/// Series: frames whose work follows the answers.
pub const AFTER: &str = "work after the answers";
/// Series: frames whose work overlaps the queries.
pub const BESIDE: &str = "work before the first answer";
const BOOLEAN_AFTER: &str = "each answer awaited, work after them";
const SERIES: [&str; 3] = [AFTER, BESIDE, BOOLEAN_AFTER];

/// Largest share of the time in turn that overlapped work may take to count as "much more efficient".
const MUCH: f64 = 0.8;

fn run(run: &mut Run) -> Result<(), RunError> {
    let (count, frames, turns) = if run.quick { (50, 4, 3) } else { (100, 20, 25) };
    run.setting("bodies", count);
    run.setting("frames", frames);
    run.setting("turns", turns);
    run.expect(WORK.len());
    let parameters = Parameters { seed: run.seed, count, ..Parameters::default() };
    let frames = Rc::new(record(run, parameters, 10 * frames, 10)?);
    let mut plain = detector(run, &PROGRAM)?;
    let mut boolean = detector(run, &BOOLEAN)?;
    let mut overlapped = detector(run, &PROGRAM)?;

    // The tests of the current frame that the next round does while its queries run.
    let due = Rc::new(Cell::new((0, 0)));
    let (of_round, scenes) = (due.clone(), frames.clone());
    overlapped.beside(move || {
        let (frame, tests) = of_round.take();
        work(&scenes[frame], tests);
    });

    let alone =
        alternating(run, 1, frames.len(), turns, &mut |_, frame| detect(&mut plain, &frames[frame]))?[0];
    let test = cost_of_a_test(&frames);
    for multiple in WORK {
        run.step(format!("work {multiple} times as long as the queries"))?;
        let tests = (multiple * alone.as_secs_f64() / test.as_secs_f64()).round() as usize;
        let measured = alternating(run, SERIES.len(), frames.len(), turns, &mut |series, frame| {
            let detector = match SERIES[series] {
                BESIDE => {
                    due.set((frame, tests));
                    return detect(&mut overlapped, &frames[frame]);
                }
                AFTER => &mut plain,
                _ => &mut boolean,
            };
            detect(detector, &frames[frame])?;
            work(&frames[frame], tests);
            Ok(())
        })?;
        for (series, time) in SERIES.into_iter().zip(measured) {
            run.measured(series, (multiple, "times the queries"), "time", (1e3 * time.as_secs_f64(), "ms"));
        }
    }
    Ok(())
}

fn detector(run: &Run, table: &PassProgram) -> Result<ImageSpace, RunError> {
    let method =
        methods::find("occlusion-query").ok_or_else(|| RunError::NoMethod("occlusion-query".into()))?;
    let mut settings = method.default_settings();
    settings.set("schedule", "pair-by-pair").map_err(RunError::Setting)?;
    let options = Options::of(&settings).ok_or_else(image_space::of_another_method)?;
    Ok(ImageSpace::new(run.gpu()?, table, options)?)
}

fn detect(detector: &mut ImageSpace, (bodies, pairs): &Frame) -> Result<(), RunError> {
    detector.detect(bodies, pairs)?;
    Ok(())
}

/// Exact tests of a frame's pairs, in turn, until `tests` are done.
fn work((bodies, pairs): &Frame, tests: usize) {
    for pair in pairs.iter().cycle().take(tests) {
        std::hint::black_box(distance(&bodies[pair.a], &bodies[pair.b]));
    }
}

/// Mean time of an exact test: the least of several passes over all frames.
fn cost_of_a_test(frames: &[Frame]) -> Duration {
    let tests: usize = frames.iter().map(|(_, pairs)| pairs.len()).sum();
    let pass = || {
        let start = Instant::now();
        frames.iter().for_each(|frame| work(frame, frame.1.len()));
        start.elapsed()
    };
    (0..5).map(|_| pass()).min().unwrap_or_default() / tests.max(1) as u32
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    vec![Claim::of_source(claim(&OCCLUSION_QUERY, ID, 0), || {
        let at = |series, multiple| value(figures, series, "time", multiple);
        let (alone, after, beside) = (at(AFTER, 0.0)?, at(AFTER, 1.0)?, at(BESIDE, 1.0)?);
        let hidden = 100.0 * (after - beside) / (after - alone).min(alone);
        let here = format!(
            "with as much work as queries: {after:.2} ms in turn, {beside:.2} ms overlapped, {hidden:.0} % of the work hidden"
        );
        Some((here, Judgement::reproduced(beside <= MUCH * after)))
    })]
}

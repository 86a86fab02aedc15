//! `processor-load`: processor time of a frame, for methods of image space and of object space.
//!
//! Huang & Tian (source 4) write that the stencil method lightens the load of the processor. Measured is the processor
//! time of the whole process: on a graphics card the drawing is not part of it; a software rasteriser draws on the same
//! processor, so there the claim has to fail.

use std::time::Duration;

use super::claims::value;
use super::figure_4::{BODIES, mix};
use super::published::{STENCIL, claim};
use super::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError, scenes};
use crate::detector::Detector;
use crate::world::Parameters;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: ID,
    lab: "arena",
    title: "Load of the processor",
    source: "Huang & Tian, abstract and end",
    says: "Processor time of the program per frame, 100 bodies of 10,000 to 150,000 triangles together, image space beside object space.",
    needs_gpu: true,
    plot: PlotKind::lines(
        LOAD,
        Axis::linear("triangles of all bodies"),
        Axis::log("processor time per frame, ms (logarithmic)"),
    ),
    run,
    claims,
};

const ID: &str = "processor-load";
const LOAD: &str = "processor_time";
/// Methods of image space: the source's, and the occlusion query.
const DRAWN: [&str; 2] = ["stencil", "occlusion-query"];
/// Methods of object space that decide the same convex bodies.
const COMPUTED: [&str; 2] = ["gjk", "sphere-aabb-obb"];
const TRIANGLES: [usize; 3] = [10_000, 50_000, 150_000];
/// Shortest processor time that is measured: its clock may tick in hundredths of a second.
const SHORTEST: Duration = Duration::from_millis(300);

fn run(run: &mut Run) -> Result<(), RunError> {
    let (frames, shortest) = if run.quick { (2, SHORTEST / 30) } else { (20, SHORTEST) };
    run.setting("bodies", BODIES);
    run.setting("frames", frames);
    run.expect(TRIANGLES.len());
    for triangles in TRIANGLES {
        run.step(format!("{triangles} triangles"))?;
        let parameters = Parameters { seed: run.seed, count: BODIES, ..Parameters::default() };
        let parameters = Parameters { mix: mix(triangles, parameters.level), ..parameters };
        let frames = scenes::record(run, parameters, 10 * frames, 10)?;
        let really: usize = frames[0].0.iter().map(|body| body.shape.mesh().triangles().len()).sum();
        for id in DRAWN.into_iter().chain(COMPUTED) {
            let settings: &[_] = if DRAWN.contains(&id) { &[("schedule", "fast")] } else { &[] };
            let mut detector = run.detector(id, settings)?;
            match load(run, detector.as_mut(), &frames, shortest)? {
                Some(time) => {
                    let time = 1e3 * time.as_secs_f64();
                    run.measured(id, (really as f64, "triangles"), LOAD, (time, "ms"));
                }
                None => run.note("this system does not tell the processor time of a program"),
            }
        }
    }
    Ok(())
}

/// Processor time of a frame, the mean over as many rounds through the frames as take at least `shortest`.
fn load(
    run: &Run,
    detector: &mut dyn Detector,
    frames: &[scenes::Frame],
    shortest: Duration,
) -> Result<Option<Duration>, RunError> {
    let mut round = || -> Result<(), RunError> {
        for (bodies, pairs) in frames {
            run.check()?;
            detector.detect(bodies, pairs)?;
        }
        Ok(())
    };
    round()?;
    let Some(start) = processor_time() else { return Ok(None) };
    let mut rounds = 0;
    loop {
        round()?;
        rounds += 1;
        let Some(spent) = processor_time().map(|now| now.saturating_sub(start)) else { return Ok(None) };
        if spent >= shortest {
            return Ok(Some(spent / (rounds * frames.len() as u32)));
        }
    }
}

/// Processor time of all threads of this process so far; `None` where the system does not tell.
fn processor_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Some(Duration::new(now.tv_sec.try_into().ok()?, now.tv_nsec.try_into().ok()?))
    }
    #[cfg(not(unix))]
    None
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    vec![Claim::of_source(claim(&STENCIL, ID, 0), || {
        let own = figures.iter().filter(|f| f.series == DRAWN[0] && f.metric == LOAD);
        let ratio = |f: &Figure| Some(f.value / value(figures, COMPUTED[0], LOAD, f.x)?);
        let ratios: Vec<f64> = own.filter_map(ratio).collect();
        let least = ratios.iter().copied().reduce(f64::min)?;
        let most = ratios.iter().copied().fold(0.0, f64::max);
        let here = format!("stencil takes {least:.1} to {most:.1} times the processor time of gjk");
        let agrees: Vec<bool> = ratios.iter().map(|ratio| *ratio < 1.0).collect();
        Some((here, Judgement::of_cases(&agrees, Judgement::NotReproduced)))
    })]
}

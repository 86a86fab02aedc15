//! Recorded steps of a cloth, and measurements of methods on them.

use std::time::{Duration, Instant};

use crate::cloth::detect::{Counts, Detect, Event, Found};
use crate::cloth::mesh::ClothMesh;
use crate::cloth::methods;
use crate::cloth::motion::scenes::{self, CENTRE};
use crate::cloth::motion::simulation::{Cloth, Parameters};
use crate::cloth::response::Response;
use crate::cloth::step::{Features, Step};
use crate::experiments::measure::median;
use crate::experiments::{Figure, Run, RunError};

/// Unit of x in all tables over sizes.
pub const SIDE: &str = "particles along a side";
/// The patent's sizes, in particles along a side.
pub const SIDES: [usize; 3] = [5, 9, 17];

/// Bending stiffness of a soft cloth such as silk, in m⁴/s². Such a cloth crumples and has many contacts.
const SOFT: f64 = 1e-5;

/// Recorded steps of one cloth, and the simulation times.
pub struct Frames {
    pub mesh: ClothMesh,
    /// The recorded steps as simulated without response to self-collision.
    pub steps: Vec<Step>,
    /// These steps as simulated with response to self-collision. The response may divide a step into several parts;
    /// then only the last part is recorded.
    pub taken: Vec<Step>,
    /// The duration of every simulated step, recorded or not.
    pub simulation: Vec<Duration>,
}

/// The selection of steps to record.
#[derive(Clone, Copy)]
pub struct StepSelection {
    pub scene: &'static str,
    pub side: usize,
    /// Number of simulated steps, of which one in `every` is recorded.
    pub count: usize,
    pub every: usize,
    /// Whether the response prevents self-intersection.
    pub guarded: bool,
    /// Whether the cloth is stiff like denim, not soft like silk.
    pub stiff: bool,
}

impl StepSelection {
    /// The patent's experiment: a cloth held at its centre for ten seconds, without response, which the
    /// patent does not mention.
    pub fn published(run: &Run, side: usize) -> Self {
        let (count, every) = if run.quick { (60, 12) } else { (600, 6) };
        Self { scene: CENTRE, side, count, every, guarded: false, stiff: false }
    }
}

/// Reports the settings that apply to all figures.
pub fn report_settings(run: &mut Run, selection: &StepSelection) {
    run.setting("steps", selection.count);
    run.setting("kept", format!("one of {}", selection.every));
    run.setting("response to self-collision", if selection.guarded { "on" } else { "off" });
    run.setting("cloth", if selection.stiff { "stiff" } else { "soft" });
}

/// Simulates the cloth and records its steps.
pub fn record(run: &Run, selection: &StepSelection) -> Result<Frames, RunError> {
    let refused = |why: String| RunError::Setting(why);
    let scene =
        scenes::find(selection.scene).ok_or_else(|| refused(format!("no scene {}", selection.scene)))?;
    let response = Response { itself: selection.guarded, obstacles: true };
    let usual = Parameters { seed: run.seed, response, ..Parameters::new(selection.side) };
    let parameters = if selection.stiff { usual } else { Parameters { bending: SOFT, ..usual } };
    let mut cloth = Cloth::new(scene, parameters).map_err(|why| refused(why.to_string()))?;
    let mut frames =
        Frames { mesh: cloth.mesh().clone(), steps: Vec::new(), taken: Vec::new(), simulation: Vec::new() };
    for index in 1..=selection.count {
        run.check()?;
        let unguarded = (index % selection.every == 0).then(|| cloth.unguarded());
        let start = Instant::now();
        let mut moved = cloth.advance();
        frames.simulation.push(start.elapsed());
        if let Some(unguarded) = unguarded {
            frames.steps.push(unguarded);
            frames.taken.extend(moved.taken.pop());
        }
    }
    Ok(frames)
}

/// A method prepared for the cloth.
pub struct Contestant<'a> {
    pub series: String,
    detect: Box<dyn Detect + 'a>,
}

/// The results of a method on all steps.
pub struct Measured {
    /// Mean over the steps; each step counts with its shortest time of all turns.
    pub time: Duration,
    pub counts: Vec<Counts>,
    pub contacts: Vec<Vec<Features>>,
}

impl<'a> Contestant<'a> {
    /// The method with this id, prepared for `mesh`: default settings, except for `changes` (setting ids and values).
    pub fn new(id: &str, changes: &[(&str, &str)], mesh: &'a ClothMesh) -> Result<Self, RunError> {
        let method = methods::find(id).ok_or_else(|| RunError::NoMethod(id.to_owned()))?;
        let mut settings = method.default_settings();
        for (name, value) in changes {
            settings.set(name, value).map_err(RunError::Setting)?;
        }
        let detect = method.make(mesh, &settings).ok_or_else(|| RunError::NoMethod(id.to_owned()))?;
        Ok(Self { series: id.to_owned(), detect })
    }

    /// The contacts in a step.
    pub fn detect(&mut self, step: &Step) -> Found {
        self.detect.detect(step)
    }

    /// Number of recursive calls in a step: patches that the traversal compares with themselves or with each other.
    pub fn calls(&mut self, step: &Step) -> u64 {
        let mut calls = 0;
        self.detect.watch(step, &mut |event| calls += u64::from(matches!(event, Event::Patches(..))));
        calls
    }

    /// This contestant with another name, `series`, under which its figures are reported.
    pub fn called(self, series: impl Into<String>) -> Self {
        Self { series: series.into(), ..self }
    }
}

/// Runs all contestants on all steps, one after the other on each step, so that disturbances of the machine
/// affect all of them.
pub fn measure(
    run: &Run,
    contestants: &mut [Contestant],
    steps: &[Step],
    turns: usize,
) -> Result<Vec<Measured>, RunError> {
    let none = || Measured { time: Duration::ZERO, counts: Vec::new(), contacts: Vec::new() };
    let mut measured: Vec<Measured> = contestants.iter().map(|_| none()).collect();
    for step in steps {
        let mut least = vec![Duration::MAX; contestants.len()];
        for turn in 0..turns.max(1) {
            for (index, contestant) in contestants.iter_mut().enumerate() {
                run.check()?;
                let start = Instant::now();
                let found = contestant.detect.detect(step);
                least[index] = least[index].min(start.elapsed());
                if turn == 0 {
                    measured[index].counts.push(found.counts);
                    measured[index].contacts.push(found.contacts.iter().map(|c| c.features).collect());
                }
            }
        }
        measured.iter_mut().zip(least).for_each(|(m, least)| m.time += least);
    }
    measured.iter_mut().for_each(|m| m.time /= steps.len().max(1) as u32);
    Ok(measured)
}

impl Measured {
    /// The sum of a counter over all steps.
    pub fn sum(&self, of: fn(&Counts) -> u64) -> f64 {
        self.counts.iter().map(|counts| of(counts) as f64).sum()
    }

    /// The mean of a counter over the steps.
    pub fn mean(&self, of: fn(&Counts) -> u64) -> f64 {
        self.sum(of) / self.counts.len().max(1) as f64
    }

    /// The number of contacts in all steps.
    pub fn count(&self) -> usize {
        self.contacts.iter().map(Vec::len).sum()
    }

    /// The number of contacts that `truth` contains and these results lack.
    pub fn misses(&self, truth: &Self) -> usize {
        let of = |(mine, all): (&Vec<Features>, &Vec<Features>)| {
            all.iter().filter(|features| mine.binary_search(features).is_err()).count()
        };
        self.contacts.iter().zip(&truth.contacts).map(of).sum()
    }

    /// Frames per second of simulation plus detection.
    pub fn rate(&self, frames: &Frames) -> f64 {
        1.0 / (self.time + median(frames.simulation.clone())).as_secs_f64().max(1e-9)
    }
}

/// A figure with the measured `value` and, if it is known, the patent's value (`published`).
pub fn figure(
    series: &str,
    x: (f64, &'static str),
    metric: &'static str,
    value: (f64, &'static str),
    published: Option<f64>,
) -> Figure {
    Figure { published, ..Figure::new(series, x, metric, value) }
}

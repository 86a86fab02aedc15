//! Recorded steps and what a method does on them.

use std::time::{Duration, Instant};

use crate::cloth::detect::{Counts, Detect, Found};
use crate::cloth::mesh::ClothMesh;
use crate::cloth::methods;
use crate::cloth::motion::scenes::{self, CENTRE};
use crate::cloth::motion::simulation::{Cloth, Parameters};
use crate::cloth::response::Response;
use crate::cloth::step::{Features, Step};
use crate::experiments::measure::median;
use crate::experiments::{Figure, Run, RunError};

/// Unit of x of all tables over sizes.
pub const SIDE: &str = "particles along a side";
/// The sizes of the patent.
pub const SIDES: [usize; 3] = [5, 9, 17];

/// Stiffness against bending of a soft cloth, in m⁴/s²: a silk's. It crumples and is rich in contacts.
const SOFT: f64 = 1e-5;

/// Steps of one cloth, and how long it took to make one.
pub struct Frames {
    pub mesh: ClothMesh,
    /// As the cloth would have taken them if nothing had kept it from passing through itself.
    pub steps: Vec<Step>,
    /// The same as it took them; of steps with several parts, the last part.
    pub taken: Vec<Step>,
    /// Of every simulated step, whether it was kept or not.
    pub simulation: Vec<Duration>,
}

/// Which steps.
#[derive(Clone, Copy)]
pub struct Wanted {
    pub scene: &'static str,
    pub side: usize,
    /// How many are simulated, of which one in `every` is kept.
    pub count: usize,
    pub every: usize,
    /// Whether the cloth is kept from passing through itself.
    pub guarded: bool,
    /// Whether it is as stiff as denim, and not as soft as silk.
    pub stiff: bool,
}

impl Wanted {
    /// The patent's experiment: held at the centre, ten seconds. It says nothing of a response.
    pub fn published(run: &Run, side: usize) -> Self {
        let (count, every) = if run.quick { (60, 12) } else { (600, 6) };
        Self { scene: CENTRE, side, count, every, guarded: false, stiff: false }
    }
}

/// Says what holds for all figures.
pub fn tell(run: &mut Run, wanted: &Wanted) {
    run.setting("steps", wanted.count);
    run.setting("kept", format!("one of {}", wanted.every));
    run.setting("response to self-collision", if wanted.guarded { "on" } else { "off" });
    run.setting("cloth", if wanted.stiff { "stiff" } else { "soft" });
}

/// Simulates and records.
pub fn record(run: &Run, wanted: &Wanted) -> Result<Frames, RunError> {
    let refused = |why: String| RunError::Setting(why);
    let scene = scenes::find(wanted.scene).ok_or_else(|| refused(format!("no scene {}", wanted.scene)))?;
    let response = Response { itself: wanted.guarded, obstacles: true };
    let usual = Parameters { seed: run.seed, response, ..Parameters::new(wanted.side) };
    let parameters = if wanted.stiff { usual } else { Parameters { bending: SOFT, ..usual } };
    let mut cloth = Cloth::new(scene, parameters).map_err(|why| refused(why.to_string()))?;
    let mut frames =
        Frames { mesh: cloth.mesh().clone(), steps: Vec::new(), taken: Vec::new(), simulation: Vec::new() };
    for index in 1..=wanted.count {
        run.check()?;
        let unguarded = (index % wanted.every == 0).then(|| cloth.unguarded());
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

/// A method that is prepared for the cloth of these steps.
pub struct Contestant<'a> {
    pub series: String,
    detect: Box<dyn Detect + 'a>,
}

/// What a method did on all steps.
pub struct Measured {
    /// Mean over the steps of the least of all turns.
    pub time: Duration,
    pub counts: Vec<Counts>,
    pub contacts: Vec<Vec<Features>>,
}

impl<'a> Contestant<'a> {
    /// By its id, with some settings changed.
    pub fn new(id: &str, changes: &[(&str, &str)], mesh: &'a ClothMesh) -> Result<Self, RunError> {
        let method = methods::find(id).ok_or_else(|| RunError::NoMethod(id.to_owned()))?;
        let mut settings = method.default_settings();
        for (name, value) in changes {
            settings.set(name, value).map_err(RunError::Setting)?;
        }
        let detect = method.make(mesh, &settings).ok_or_else(|| RunError::NoMethod(id.to_owned()))?;
        Ok(Self { series: id.to_owned(), detect })
    }

    /// What it finds in a step.
    pub fn detect(&mut self, step: &Step) -> Found {
        self.detect.detect(step)
    }

    /// Under another name.
    pub fn called(self, series: impl Into<String>) -> Self {
        Self { series: series.into(), ..self }
    }
}

/// All contestants on all steps, one after the other on each, so that whatever slows the machine slows all.
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
    /// The sum over all steps.
    pub fn sum(&self, of: fn(&Counts) -> u64) -> f64 {
        self.counts.iter().map(|counts| of(counts) as f64).sum()
    }

    /// The mean over the steps.
    pub fn mean(&self, of: fn(&Counts) -> u64) -> f64 {
        self.sum(of) / self.counts.len().max(1) as f64
    }

    /// How many contacts there are.
    pub fn count(&self) -> usize {
        self.contacts.iter().map(Vec::len).sum()
    }

    /// How many contacts of the other it has not.
    pub fn misses(&self, truth: &Self) -> usize {
        let of = |(mine, all): (&Vec<Features>, &Vec<Features>)| {
            all.iter().filter(|features| mine.binary_search(features).is_err()).count()
        };
        self.contacts.iter().zip(&truth.contacts).map(of).sum()
    }

    /// Frames per second of simulation and detection together.
    pub fn rate(&self, frames: &Frames) -> f64 {
        1.0 / (self.time + median(frames.simulation.clone())).as_secs_f64().max(1e-9)
    }
}

/// A figure beside the number that the patent prints.
pub fn figure(
    series: &str,
    x: (f64, &'static str),
    metric: &'static str,
    value: (f64, &'static str),
    published: Option<f64>,
) -> Figure {
    Figure { published, ..Figure::new(series, x, metric, value) }
}

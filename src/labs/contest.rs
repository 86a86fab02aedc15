//! The lanes of a lab (a lane is a method with its settings, prepared and running in a pane), and their measurements
//! in a run.
//!
//! Lanes are shared by all labs except the arena, which queries methods whether a pane shows them or not
//! (`crates/raster/src/comparison/lineup.rs`). Each lab queries its lanes and compares their answers itself, because
//! the queries differ too much: four rays in one call, single moves, traversals with a budget, answers from threads.
//! Each lab also has its own reference.

use std::mem::{replace, take};
use std::ops::{Deref, DerefMut};

use super::lab::LabError;
use super::measured::{Measured, Metric, Row};
use crate::about::MethodInfo;
use crate::comparison::panes::Panes;
use crate::gpu::Gpu;
use crate::settings::Settings;

/// A prepared method of a lab with its current answer.
pub trait Contestant: Sized + 'static {
    /// A row of the lab's table of methods.
    type Method: Deref<Target = MethodInfo>;
    /// The input that methods are prepared for: a terrain, two meshes, a cloth.
    type Place;
    /// The answer from which a row of measurements is made.
    type Answer: 'static;
    /// Totals over the answers in a run.
    type Total: Copy + Default;

    /// The lab's table of methods.
    const METHODS: &'static [Self::Method];
    /// Ids of the methods most worth comparing, best first: new panes show them in this order, then the others.
    const NEXT_PANES: &'static [&'static str] = &[];
    /// Columns of the lab's measurements file.
    const METRICS: &'static [Metric<Self::Answer>];

    /// Prepares a method, or starts a job that prepares it.
    fn prepare(method: &'static Self::Method, settings: &Settings, place: &Self::Place) -> Self;

    /// Whether this prepared method is also valid for another input `_place`. The default suits labs that drop all
    /// lanes when the input changes.
    fn fits(&self, _place: &Self::Place) -> bool {
        true
    }
}

/// The initial panes: a single pane with the lab's first method; see [`Panes::new`].
pub fn first_panes<C: Contestant>() -> Panes {
    Panes::new(C::METHODS.iter().map(|method| &**method), C::NEXT_PANES)
}

/// Index of a method in the lab's table of methods.
pub fn row_of<C: Contestant>(method: &C::Method) -> usize {
    C::METHODS.iter().position(|row| row.id == method.id).unwrap_or(0)
}

/// A prepared method with its settings and its totals.
pub struct Lane<C: Contestant> {
    method: &'static C::Method,
    settings: Settings,
    /// The prepared method with its current answer.
    pub contestant: C,
    /// Totals over the answers in the current run. Seeking adds nothing to them.
    pub total: C::Total,
}

impl<C: Contestant> Lane<C> {
    /// A lane that prepares its method for the input `place`, at once or by a job.
    pub fn new(method: &'static C::Method, settings: &Settings, place: &C::Place) -> Self {
        let contestant = C::prepare(method, settings, place);
        Self { method, settings: settings.clone(), contestant, total: C::Total::default() }
    }

    /// Prepares the method again, for another input; the totals are kept.
    pub fn prepare_again(&mut self, place: &C::Place) {
        self.contestant = C::prepare(self.method, &self.settings, place);
    }

    /// The method.
    pub fn method(&self) -> &'static C::Method {
        self.method
    }

    /// The settings that the method was prepared with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether both lanes run one method with equal settings, so that comparing them shows nothing.
    pub fn is_same_as(&self, other: &Self) -> bool {
        self.method.id == other.method.id && self.settings == other.settings
    }

    /// Whether this lane can be reused for these arguments.
    pub fn is(&self, method: &C::Method, settings: &Settings, place: &C::Place) -> bool {
        self.method.id == method.id && self.settings == *settings && self.contestant.fits(place)
    }

    /// A row of the lab's measurements file, for an answer of this lane.
    pub fn row(&self, frame: u64, question: String, answer: &C::Answer) -> Row {
        Row::of(frame, (self.method, &self.settings), question, C::METRICS, answer)
    }
}

impl<C: Contestant> Deref for Lane<C> {
    type Target = C;

    fn deref(&self) -> &C {
        &self.contestant
    }
}

impl<C: Contestant> DerefMut for Lane<C> {
    fn deref_mut(&mut self) -> &mut C {
        &mut self.contestant
    }
}

/// The panes of a lab with their lanes, and the measurements of the current run.
pub struct Contest<C: Contestant> {
    /// The open panes.
    pub panes: Panes,
    /// One lane per open pane; empty before [`Contest::show`].
    pub lanes: Vec<Lane<C>>,
    /// The answers of every lane in every frame.
    pub measured: Measured,
    /// Id of the current run, and number of runs started.
    run_ids: [u64; 2],
}

/// Measurements of a run that is not the current one.
#[derive(Clone)]
pub struct Run<T> {
    measured: Measured,
    /// Id of the run.
    run_id: u64,
    /// Totals of each lane with its method and settings, in the order of the panes.
    totals: Vec<(&'static str, Settings, T)>,
}

impl<C: Contestant> Default for Contest<C> {
    fn default() -> Self {
        Self { panes: first_panes::<C>(), lanes: vec![], measured: Measured::default(), run_ids: [0; 2] }
    }
}

impl<C: Contestant> Contest<C> {
    /// Shows these panes. Lanes that match a pane are reused with their totals.
    pub fn show(&mut self, panes: Panes, place: &C::Place) {
        self.panes = panes;
        self.panes.refill(
            &mut self.lanes,
            |lane, pane| lane.is(&C::METHODS[pane.method], &pane.settings, place),
            |pane| Lane::new(&C::METHODS[pane.method], &pane.settings, place),
        );
    }

    /// The lane of the active pane.
    pub fn in_focus(&self) -> &Lane<C> {
        &self.lanes[self.panes.focus()]
    }

    /// Id of the current run.
    pub fn run_id(&self) -> u64 {
        self.run_ids[0]
    }

    /// Starts a new run with empty measurements; returns the measurements of the previous run.
    pub fn begin_run(&mut self) -> Run<C::Total> {
        let before = self.take_run();
        self.run_ids = [self.run_ids[1] + 1; 2];
        self.lanes.iter_mut().for_each(|lane| lane.total = C::Total::default());
        before
    }

    /// Removes and returns the current run's measurements. Until [`Contest::put_run`] is called with a run, answers
    /// are not part of any run.
    pub fn take_run(&mut self) -> Run<C::Total> {
        let total = |lane: &Lane<C>| (lane.method.id, lane.settings.clone(), lane.total);
        let totals = self.lanes.iter().map(total).collect();
        Run { measured: take(&mut self.measured), run_id: self.run_ids[0], totals }
    }

    /// Makes `run` the current run. A lane that has no totals in it starts from zero.
    pub fn put_run(&mut self, run: Run<C::Total>) {
        let Run { measured, run_id, totals } = run;
        (self.measured, self.run_ids[0]) = (measured, run_id);
        for (at, lane) in self.lanes.iter_mut().enumerate() {
            let is_it =
                |(id, settings, _): &&(_, Settings, _)| *id == lane.method.id && *settings == lane.settings;
            // Two panes may show one method with equal settings: prefer the totals at the lane's own index.
            let known = totals.get(at).filter(is_it).or_else(|| totals.iter().find(is_it));
            lane.total = known.map_or_else(C::Total::default, |(_, _, total)| *total);
        }
    }

    /// Exchanges the measurements with those of another run: undo and redo.
    pub fn swap_run(&mut self, run: &mut Run<C::Total>) {
        let now = self.take_run();
        self.put_run(replace(run, now));
    }

    /// The measurements file; see [`Measured::file`].
    pub fn file(&self, lab: &str, gpu: Option<&Gpu>, scene: &str) -> Option<Result<Vec<u8>, LabError>> {
        self.measured.file(lab, gpu, scene, C::METRICS)
    }
}

impl<T> Run<T> {
    /// The newest measured frame.
    pub fn last_frame(&self) -> Option<u64> {
        self.measured.last_frame()
    }

    /// Approximate memory use, bytes.
    pub fn bytes(&self) -> usize {
        self.measured.bytes()
    }
}

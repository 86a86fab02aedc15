//! The road: a car on a terrain, held up by four rays. Source 2, "rays against the environment".
//!
//! Read these files, in this order:
//! 1. `lab.rs`: the row of the table, and the traits that the window calls;
//! 2. `road_lab.rs`: the lab's state, [`road_lab::RoadLab`], which the files below and the panels share;
//! 3. `words.rs`: the settings, declared once;
//! 4. this file: one frame of the simulation, [`Road`];
//! 5. `crates/kernels/src/road/methods/mod.rs`: the methods that are compared, a row each;
//! 6. `panels/driver.rs`: a panel;
//! 7. `subject.rs`: the ray that the inspector shows, and the story of each method.
//!
//! The simulation's parts are in `crates/kernels/src/road/`: the car, its wheels' rays, the terrain, and the record of
//! a frame. The rest can wait: `lane.rs` (methods compared), `put.rs` (parameters applied), `undo.rs`, `saved.rs`
//! (state beyond parameters), `picture.rs`, the other panels, and `src/stories/road/` (a descent, step by step).
//!
//! A frame: a watertight tree answers the four rays that move the car; the current [`SearchRule`] sets their origins.
//! Then brute force and every lane cast the four rays at the new pose. The lanes do not influence the
//! motion. The simulation depends neither on the window nor on OpenGL; only `lane.rs` reads a clock, to time a
//! method.

mod headline;
pub mod lab;
pub mod lane;
pub mod panels;
pub mod picture;
mod put;
pub mod road_lab;
pub mod saved;
mod spots;
pub mod subject;
pub mod viewpoints;
pub mod words;

use std::ops::RangeInclusive;
use std::sync::Arc;

use lane::{Caster, Difference, Lane, Statistics};

use super::kept_frames::{FrameMark, FrameMarks};
use crate::comparison::panes::Panes;
use crate::geometry::fingerprint::{self, folded};
use crate::labs::contest::{Contest, Run};
use crate::labs::timeline::{Branch, Timeline};
use crate::road::car::{Car, Controls};
use crate::road::driver::{DEFAULT_SPEED, Driver, Recovery};
use crate::road::methods;
use crate::road::methods::aabb_tree::AabbTree;
use crate::road::ray::{RayCaster, RayError};
use crate::road::recorded::{Event, Recorded, State, What};
use crate::road::terrain::Terrain;
use crate::road::triangle::Watertight;
use crate::road::wheel::{self, SearchRule, WheelAnswer, WheelRay, WheelSight};

/// Most recorded frames: five minutes at 60 frames a second.
pub const MOST_STATES: usize = 18_000;

/// The lab: terrain, car, and the methods that are compared.
pub struct Road {
    terrain: Terrain,
    rule: SearchRule,
    driver: Driver,
    /// The methods that are compared.
    pub contest: Contest<Caster>,
    timeline: Timeline<Recorded>,
    answers: Option<[WheelAnswer; 4]>,
    /// Signed distance of each wheel from the road below it, metres; `None` without ground.
    roads: [Option<f64>; 4],
}

impl Road {
    /// A road without lanes. The car is at the start of the terrain's route.
    pub fn new(terrain: Terrain) -> Self {
        let mut road = Self {
            rule: SearchRule::Travel,
            driver: Driver::Route(DEFAULT_SPEED),
            contest: Contest::default(),
            timeline: Timeline::new(0, Recorded::at_start(&terrain), MOST_STATES),
            answers: None,
            roads: [None; 4],
            terrain,
        };
        road.look_and_tell_now();
        road
    }

    /// Sets the methods to compare. Lanes that are already running keep their totals.
    pub fn compare(&mut self, panes: Panes) {
        self.contest.show(panes, &self.terrain);
        self.ask(|lane| lane.answers().is_none());
    }

    /// Advances one frame and queries all lanes. Returns the discarded recorded future, if any.
    pub fn step(&mut self) -> Option<Branch<Recorded>> {
        let left = self.advance();
        self.ask(|_| true);
        left
    }

    /// Advances the simulation one frame without querying lanes. Returns the discarded recorded future, if any.
    pub fn advance(&mut self) -> Option<Branch<Recorded>> {
        let Self { terrain, rule, driver, timeline, .. } = self;
        let mut next = Recorded { state: timeline.now().state, events: Vec::new() };
        let state = &mut next.state;
        let bounds = terrain.bounds();
        let controls = state.progress.controls(*driver, &state.car, terrain.route());
        let mut found = false;
        let moved = state.car.step(controls, |wheels| {
            let answers = lane::ask_all(&**terrain.tree(), &bounds, *rule, wheels)?;
            found = answers.iter().any(|answer| answer.distance.is_some());
            let contact = |(wheel, answer): (&WheelRay, &WheelAnswer)| {
                let hit = answer.cast.hit?;
                Some((answer.distance?, terrain.normal(hit.triangle, &-wheel.down)))
            };
            Ok(std::array::from_fn(|i| contact((&wheels[i], &answers[i]))))
        });
        state.frame += 1;
        // A car whose position is NaN has left the terrain too.
        let gone = moved.err().map(|_| Recovery::Fallen);
        let recovery = gone
            .or_else(|| state.progress.update(*driver, &state.car, (terrain.route(), bounds.min.y), found));
        if let Some(recovery) = recovery {
            state.car = state.progress.recover(terrain.route());
            state.recoveries += 1;
            next.events.push(What::Recovered(recovery));
        }
        self.look_and_tell(&mut next);
        let left = self.timeline.push(next);
        self.mark(false);
        left
    }

    /// Restarts with all counters at zero; terrain, lanes, rule and driver stay. Returns the previous drive and its
    /// measurements.
    pub fn restart(&mut self) -> (Branch<Recorded>, Run<Statistics>) {
        let left = self.timeline.restart(Recorded::at_start(&self.terrain));
        let run = self.contest.begin_run();
        self.look_and_tell_now();
        self.ask(|_| true);
        (left, run)
    }

    /// Makes `state`, which [`Road::state`] returned on this terrain, the current state, and discards all recorded
    /// frames.
    pub fn restore(&mut self, state: State) {
        self.timeline = Timeline::new(state.frame, Recorded { state, events: Vec::new() }, MOST_STATES);
        self.contest.lanes.iter_mut().for_each(|lane| lane.total = Statistics::default());
        self.look();
        self.ask(|_| true);
    }

    /// Sets the rule that determines the origins of the wheels' rays. If frames after the current one are recorded,
    /// they are returned with the current frame, because all of them were computed under the old rule.
    pub fn set_rule(&mut self, rule: SearchRule) -> Option<Branch<Recorded>> {
        let left = self.timeline.has_future().then(|| self.timeline.cut());
        self.rule = rule;
        self.look_and_tell_now();
        self.ask(|_| true);
        left
    }

    /// Undo and redo of a branch: exchanges its frames with the frames recorded in their place, and its rule with the
    /// current rule.
    pub fn swap(&mut self, branch: &mut Branch<Recorded>, rule: &mut SearchRule) {
        self.timeline.swap(branch);
        std::mem::swap(&mut self.rule, rule);
        self.look_again();
    }

    /// Seeks to the recorded frame nearest to `frame`; true if the current frame changed. The lanes' totals stay.
    pub fn seek(&mut self, frame: u64) -> bool {
        let moved = self.timeline.seek(frame);
        if moved {
            self.look_again();
        }
        moved
    }

    /// Steps one frame back; returns false and changes nothing at the oldest frame.
    pub fn step_back(&mut self) -> bool {
        let moved = self.timeline.step_back();
        if moved {
            self.look_again();
        }
        moved
    }

    /// Sets the driver from the next frame on.
    pub fn set_driver(&mut self, driver: Driver) {
        self.driver = driver;
    }

    /// Casts the wheels' rays at the car's pose. Adds to the events of the frame the wheels that become blind (their
    /// ray misses the road) or see the road again.
    fn look_and_tell(&mut self, recorded: &mut Recorded) {
        let Recorded { state, events } = recorded;
        self.look_from(&state.car);
        for (wheel, sight) in self.sights().into_iter().enumerate() {
            let since = &mut state.blind_since[wheel];
            match (since.is_some(), sight.is_blind()) {
                (false, true) => {
                    *since = Some(state.frame);
                    state.blindings += 1;
                    events.push(What::WentBlind(wheel, sight));
                }
                (true, false) => {
                    *since = None;
                    events.push(What::BlindNoLonger(wheel));
                }
                _ => {}
            }
        }
    }

    fn look_and_tell_now(&mut self) {
        let mut now = self.timeline.now().clone();
        self.look_and_tell(&mut now);
        *self.timeline.now_mut() = now;
    }

    /// Recomputes all answers of a recorded frame without adding to the lanes' totals.
    fn look_again(&mut self) {
        let run = self.contest.take_run();
        self.look();
        self.ask(|_| true);
        self.contest.put_run(run);
    }

    fn look(&mut self) {
        let car = self.state().car;
        self.look_from(&car);
    }

    /// Computes the driving tree's answers at the car's pose, and each wheel's distance from the road below it.
    fn look_from(&mut self, car: &Car) {
        let wheels = car.wheels();
        self.answers = lane::ask_all(&**self.terrain.tree(), &self.terrain.bounds(), self.rule, &wheels).ok();
        self.roads = wheels.map(|wheel| wheel::road_below(&**self.terrain.tree(), &wheel).ok().flatten());
    }

    /// Casts the four rays with each lane for which `concerned` is true and with brute force from the same origins;
    /// then marks the frame.
    fn ask(&mut self, concerned: impl Fn(&Lane) -> bool) {
        if self.contest.lanes.iter().any(&concerned) {
            self.ask_lanes(concerned);
        }
        self.mark(true);
    }

    fn ask_lanes(&mut self, concerned: impl Fn(&Lane) -> bool) {
        let (wheels, bounds) = (self.car().wheels(), self.terrain.bounds());
        let (all, mut truths) = (&**self.terrain.all(), Vec::new());
        let mut ask = |lane: &mut Lane| -> Result<(), RayError> {
            let rule = methods::rule(lane.settings(), self.rule);
            let truth = match truths.iter().find(|(of, _)| *of == rule) {
                Some((_, truth)) => *truth,
                None => {
                    let truth = lane::ask_all(all, &bounds, rule, &wheels)?;
                    truths.push((rule, truth));
                    truth
                }
            };
            let took = lane.ask(&bounds, rule, &wheels, &truth, &self.roads)?;
            lane.total += took;
            Ok(())
        };
        let asked = self.contest.lanes.iter_mut().filter(|lane| concerned(lane)).try_for_each(&mut ask);
        debug_assert!(asked.is_ok(), "a car that is nowhere was put back before");
    }

    /// Sets the mark of the current frame: the number of wheels that are blind in the car or, if `asked`, in a lane,
    /// and the errors of the lanes.
    fn mark(&mut self, asked: bool) {
        let asked = self.contest.lanes.iter().filter(|_| asked);
        let sights: Vec<_> = asked.clone().map(|lane| lane.sights()).chain([self.sights()]).collect();
        let blind = |wheel: &usize| sights.iter().any(|sights| sights[*wheel].is_blind());
        let mut mark = FrameMark { missed: (0..4).filter(blind).count() as u32, ..FrameMark::default() };
        for difference in asked.flat_map(|lane| lane.differences()).flatten() {
            match difference {
                Difference::Missed => mark.missed += 1,
                Difference::FalseHit | Difference::Elsewhere => mark.false_hits += 1,
            }
        }
        self.timeline.mark(mark);
    }

    /// The ground and the route.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// The tree whose answers drive the car. Stories of a ray are recorded on it too.
    pub fn tree(&self) -> &Arc<AabbTree<Watertight>> {
        self.terrain.tree()
    }

    /// Brute force over the terrain's triangles, the reference.
    pub fn reference(&self) -> &dyn RayCaster {
        &**self.terrain.all()
    }

    /// The rule for the origins of the wheels' rays.
    pub fn rule(&self) -> SearchRule {
        self.rule
    }

    /// The car's driver.
    pub fn driver(&self) -> Driver {
        self.driver
    }

    /// The car with its pose and motion.
    pub fn car(&self) -> &Car {
        &self.state().car
    }

    /// The simulation's state at the current frame.
    pub fn state(&self) -> &State {
        &self.timeline.now().state
    }

    /// Distance that the car has travelled along the route, metres.
    pub fn along(&self) -> f64 {
        self.state().progress.along
    }

    /// Frames since the start.
    pub fn frame(&self) -> u64 {
        self.timeline.frame()
    }

    /// The recorded frames.
    pub fn span(&self) -> RangeInclusive<u64> {
        self.timeline.span()
    }

    /// Number of frames that can be stepped back.
    pub fn steps_back(&self) -> usize {
        self.timeline.steps_back()
    }

    /// Whether the car has stood still for a while, with no speed set and no key held.
    pub fn stands(&self) -> bool {
        let is_left_alone = match self.driver {
            Driver::Keys(controls) => controls == Controls::default(),
            Driver::Route(speed) => speed <= 0.0,
        };
        is_left_alone && self.timeline.stands(|recorded| recorded.state.car.pose.translation.vector.into())
    }

    /// Numbers of errors in each recorded frame, for the timeline.
    pub fn marks(&self) -> &FrameMarks {
        self.timeline.marks()
    }

    /// The driving tree's answers for the wheels in this frame, in the order of
    /// [`WHEEL_NAMES`](crate::road::car::WHEEL_NAMES). `None` if the car's position is not finite.
    pub fn answers(&self) -> Option<&[WheelAnswer; 4]> {
        self.answers.as_ref()
    }

    /// For each wheel, whether the driving tree's answer is the road below the wheel, or in what way the wheel is
    /// blind.
    pub fn sights(&self) -> [WheelSight; 4] {
        let answers = self.answers.as_ref();
        let sight = |i| answers.map_or(WheelSight::NoGround, |of| wheel::sight(&of[i], self.roads[i]));
        std::array::from_fn(sight)
    }

    /// Events of the recorded frames up to the current one, oldest first.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = Event> {
        let events = |(frame, recorded): &(u64, Recorded)| {
            let frame = *frame;
            recorded.events.clone().into_iter().map(move |what| Event { frame, what })
        };
        self.timeline.until_now().flat_map(events)
    }

    /// Events of a recorded frame, which may be in the recorded future.
    pub fn events_at(&self, frame: u64) -> &[What] {
        self.timeline.at(frame).map_or(&[], |recorded| &recorded.events)
    }

    /// A fingerprint of the car's state, to the last bit (FNV-1a over the numbers in order). Equal terrain, rule and
    /// controls give equal fingerprints at every frame.
    pub fn state_hash(&self) -> u64 {
        folded(fingerprint::START, self.car().numbers().chain(self.state().progress.numbers()))
    }
}

//! The road: a car on a terrain, held up by four rays. Source 2, "rays against the environment".
//!
//! Read these files, in this order:
//! 1. `lab.rs`: the row of the table, and what the window asks of the lab;
//! 2. `road_lab.rs`: the lab's state, [`road_lab::RoadLab`], which everything below and the panels share;
//! 3. `words.rs`: what can be set in it, declared once;
//! 4. this file: one frame of the simulation, [`Road`];
//! 5. `methods/mod.rs`: the methods that are compared, a row each;
//! 6. `panels/method.rs`: a panel;
//! 7. `subject.rs`: what the inspector takes apart, and the story of each method.
//!
//! The rest can wait. The simulation: `ray.rs` and `triangle.rs` (one ray, one triangle), `wheel.rs` (the question and
//! its rules), `caster.rs` and `methods/` (what answers it, and how fast), `car.rs` and `driver.rs` (what the answers do),
//! `lane.rs` (methods compared), `terrain.rs`, `route.rs` and `course.rs` (the ground). Around it: `put.rs` (words
//! put on show), `saved.rs` (what words cannot say), `measured.rs` (the CSV), `picture.rs` and `car_shapes.rs`, `car_body.rs`
//! (for walls, which the lab of the level has), the other
//! panels, `trace.rs` and `story/` (a descent, taken apart).
//!
//! A frame: the car moves by the answers of the watertight tree under the rule that is set; then the four rays of the
//! new place are put to brute force and to every lane. What happens does not depend on the lanes. The simulation knows
//! no window and no OpenGL; only `lane.rs` looks at a clock, to time a method.

pub mod car;
pub mod car_body;
pub mod car_shapes;
pub mod caster;
mod course;
pub mod driver;
pub mod lab;
pub mod lane;
pub mod measured;
pub mod methods;
mod panels;
pub mod picture;
mod put;
pub mod ray;
pub mod restart;
pub mod road_lab;
pub mod route;
pub mod saved;
pub mod story;
pub mod subject;
pub mod terrain;
pub mod trace;
pub mod triangle;
pub mod viewpoints;
pub mod wheel;
pub mod timeline;
mod ways;
pub mod words;

use std::collections::VecDeque;
use std::sync::Arc;

use car::Car;
use caster::RayCaster;
use driver::{DEFAULT_SPEED, Driver, Progress, Recovery};
use lane::Lane;
use methods::Method;
use methods::aabb_tree::AabbTree;
use ray::RayError;
use terrain::Terrain;
use triangle::Watertight;
use wheel::{SearchRule, WheelAnswer, WheelRay, WheelSight};

use crate::geometry::fingerprint::{self, folded};
use crate::labs::lab::Dropped;
use crate::labs::marks::FrameMarks;
use crate::settings::Settings;
use crate::world::KeptFrames;

/// Most states that can be gone to: five minutes at 60 frames a second.
pub const MOST_STATES: usize = 18_000;
/// Most events that are kept.
pub const MOST_EVENTS: usize = 1000;

/// Something that is listed for the user.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// The frame after which it happened.
    pub frame: u64,
    /// What happened.
    pub what: What,
}

/// What an [`Event`] tells of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// A wheel (index into [`car::WHEEL_NAMES`]) went blind, in this way.
    WentBlind(usize, WheelSight),
    /// It is blind no longer: it sees the ground, or there is none to be seen.
    BlindNoLonger(usize),
    /// The car was put back onto the route.
    Recovered(Recovery),
}

/// All that a frame changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// Frames since the start.
    pub frame: u64,
    /// Where the car is and how it moves.
    pub car: Car,
    /// How far it has come along the route, and what goes wrong for how long.
    pub progress: Progress,
    /// Per wheel, the frame since which it is blind.
    pub blind_since: [Option<u64>; 4],
    /// How often a wheel went blind since the start.
    pub blindings: u64,
    /// How often the car was put back onto the route since the start.
    pub recoveries: u64,
}

/// The lab: terrain, car, and the methods that are compared.
pub struct Road {
    terrain: Terrain,
    rule: SearchRule,
    driver: Driver,
    lanes: Vec<Lane>,
    state: State,
    answers: Option<[WheelAnswer; 4]>,
    sights: [WheelSight; 4],
    /// States by their frames: all before the one on show, and those after it that were gone back from.
    kept: KeptFrames<State>,
    marks: FrameMarks,
    events: VecDeque<Event>,
    /// What a change did away with since it was last asked for.
    dropped: Option<Dropped>,
}

impl Road {
    /// The car stands at the start of the terrain's route; no lanes yet.
    pub fn new(terrain: Terrain) -> Self {
        let mut road = Self {
            rule: SearchRule::Travel,
            driver: Driver::Route(DEFAULT_SPEED),
            lanes: Vec::new(),
            state: at_start(&terrain),
            answers: None,
            sights: [WheelSight::NoGround; 4],
            kept: KeptFrames::default(),
            marks: FrameMarks::default(),
            events: VecDeque::new(),
            dropped: None,
            terrain,
        };
        road.look_and_tell();
        road
    }

    /// Compares these methods from now on, a lane each. What was counted of one that is compared already stays.
    pub fn compare(&mut self, wanted: impl IntoIterator<Item = (&'static Method, Settings)>) {
        let mut before = std::mem::take(&mut self.lanes);
        for (method, settings) in wanted {
            let is_it = |lane: &Lane| lane.method().id == method.id && *lane.settings() == settings;
            self.lanes.push(match before.iter().position(is_it) {
                Some(at) => before.remove(at),
                None => Lane::new(method, settings, &self.terrain),
            });
        }
        self.ask(|lane| lane.answers().is_none());
    }

    /// One frame, then the question to all lanes.
    pub fn step(&mut self) {
        self.advance();
        self.ask(|_| true);
    }

    /// One frame of the simulation alone: no lane is asked. Later frames that are kept stay as long as the car comes to
    /// the same state again.
    pub fn advance(&mut self) {
        let later = self.take_later();
        self.kept.keep_newest(MOST_STATES - 1);
        self.kept.put(self.state.frame, self.state);
        let Self { terrain, rule, driver, state, .. } = self;
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
        // A place that is no number has left the terrain as well.
        let gone = moved.err().map(|_| Recovery::Fallen);
        let recovery = gone
            .or_else(|| state.progress.update(*driver, &state.car, (terrain.route(), bounds.min.y), found));
        if let Some(recovery) = recovery {
            state.car = state.progress.recover(terrain.route());
            state.recoveries += 1;
            self.tell(What::Recovered(recovery));
        }
        self.look_and_tell();
        self.mark(false);
        if let Some(later) = later {
            self.go_on_beside(later);
        }
    }

    /// To the start, with all counters at zero. Terrain, lanes, rule and driver stay.
    pub fn reset(&mut self) {
        self.state = at_start(&self.terrain);
        self.forget_all();
        self.look_and_tell();
        self.ask(|_| true);
    }

    /// Puts the car into a state that [`Road::state`] gave, on the same terrain. What was before is forgotten.
    pub fn restore(&mut self, state: State) {
        self.state = state;
        self.forget_all();
        self.look();
        self.ask(|_| true);
    }

    fn forget_all(&mut self) {
        self.kept.clear();
        self.marks.clear();
        self.events.clear();
        self.dropped = None;
        self.lanes.iter_mut().for_each(Lane::forget);
    }

    /// Where the wheels' rays begin, from now on: what came later came by another rule.
    pub fn set_rule(&mut self, rule: SearchRule) {
        self.part_with_later();
        self.rule = rule;
        self.look_and_tell();
        self.ask(|_| true);
    }

    /// Sets what steers the car from the next frame on.
    pub fn set_driver(&mut self, driver: Driver) {
        self.driver = driver;
    }

    /// Looks, and tells which wheels have gone blind and which are blind no longer.
    fn look_and_tell(&mut self) {
        self.look();
        for wheel in 0..4 {
            let (sight, since) = (self.sights[wheel], &mut self.state.blind_since[wheel]);
            match (since.is_some(), sight.is_blind()) {
                (false, true) => {
                    *since = Some(self.state.frame);
                    self.state.blindings += 1;
                    self.tell(What::WentBlind(wheel, sight));
                }
                (true, false) => {
                    *since = None;
                    self.tell(What::BlindNoLonger(wheel));
                }
                _ => {}
            }
        }
    }

    /// What the wheels are told where the car stands, and whether that is the truth.
    fn look(&mut self) {
        let wheels = self.state.car.wheels();
        let answers = lane::ask_all(&**self.terrain.tree(), &self.terrain.bounds(), self.rule, &wheels).ok();
        self.sights = std::array::from_fn(|i| {
            let road = wheel::road_below(&**self.terrain.tree(), &wheels[i]).ok().flatten();
            answers.as_ref().map_or(WheelSight::NoGround, |answers| wheel::sight(&answers[i], road))
        });
        self.answers = answers;
    }

    /// Puts the four rays to brute force, and to every lane that is `concerned`.
    fn ask(&mut self, concerned: impl Fn(&Lane) -> bool) {
        if self.lanes.iter().any(&concerned) {
            self.ask_lanes(concerned);
        }
        self.mark(true);
    }

    fn ask_lanes(&mut self, concerned: impl Fn(&Lane) -> bool) {
        let (wheels, bounds) = (self.state.car.wheels(), self.terrain.bounds());
        let truth = lane::ask_all(&**self.terrain.all(), &bounds, self.rule, &wheels);
        let asked: Result<(), RayError> = truth.and_then(|truth| {
            let mut lanes = self.lanes.iter_mut().filter(|lane| concerned(lane));
            lanes.try_for_each(|lane| lane.ask(&bounds, self.rule, &wheels, &truth))
        });
        debug_assert!(asked.is_ok(), "a car that is nowhere was put back before");
    }

    fn tell(&mut self, what: What) {
        if self.events.len() >= MOST_EVENTS {
            self.events.pop_front();
        }
        self.events.push_back(Event { frame: self.state.frame, what });
    }

    /// The ground and the route.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// The tree that drives; the descent of a ray is recorded on it.
    pub fn tree(&self) -> &Arc<AabbTree<Watertight>> {
        self.terrain.tree()
    }

    /// Brute force over the same triangles.
    pub fn reference(&self) -> &dyn RayCaster {
        &**self.terrain.all()
    }

    /// Where the wheels' rays begin.
    pub fn rule(&self) -> SearchRule {
        self.rule
    }

    /// What steers the car.
    pub fn driver(&self) -> Driver {
        self.driver
    }

    /// The methods that are compared.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// Where the car is and how it moves.
    pub fn car(&self) -> &Car {
        &self.state.car
    }

    /// All that a frame changes.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Metres along the route.
    pub fn along(&self) -> f64 {
        self.state.progress.along
    }

    /// Frames since the start.
    pub fn frame(&self) -> u64 {
        self.state.frame
    }

    /// What each wheel is told in this frame, in the order of [`car::WHEEL_NAMES`]. `None` if the car is nowhere.
    pub fn answers(&self) -> Option<&[WheelAnswer; 4]> {
        self.answers.as_ref()
    }

    /// Whether each wheel is told the truth.
    pub fn sights(&self) -> [WheelSight; 4] {
        self.sights
    }

    /// What happened until now, oldest first; at most [`MOST_EVENTS`].
    pub fn events(&self) -> impl DoubleEndedIterator<Item = &Event> {
        self.events.iter().filter(|event| event.frame <= self.state.frame)
    }

    /// A fingerprint of the car's state, to the last bit (FNV-1a over the numbers in order). The same terrain, rule
    /// and controls give the same one at the same frame.
    pub fn state_hash(&self) -> u64 {
        folded(fingerprint::START, self.state.car.numbers().chain(self.state.progress.numbers()))
    }
}

/// At rest where the route begins.
fn at_start(terrain: &Terrain) -> State {
    let route = terrain.route();
    let car = Car::at_rest(&route.at(0.0), &route.tangent(0.0));
    State {
        frame: 0,
        car,
        progress: Progress::default(),
        blind_since: [None; 4],
        blindings: 0,
        recoveries: 0,
    }
}

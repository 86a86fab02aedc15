//! The walk: what a frame changes, and how the mover comes from place to place.
//!
//! A frame takes 1/30 s. A car drives ([`Drive`]); everything else walks. By itself the mover walks along the level's path,
//! towards the next place, and is set onto the path again where it gets stuck or falls out of the level.

use std::ops::RangeInclusive;

use super::done::{Done, FRAME, Steering};
use super::driving::Drive;
use super::figure::Figure;
use super::ground::Ground;
use crate::geometry::fingerprint::folded;
use crate::geometry::{Point, Vector};
use crate::level::error::LevelError;
use crate::level::sweep::Sweep;
use crate::level::walk::{self, Frame};

/// Metres per second.
pub const SPEEDS: RangeInclusive<f64> = 0.0..=12.0;
/// How fast it walks at first, metres per second.
pub const DEFAULT_SPEED: f64 = 3.0;
/// How long the move is that methods are asked about, metres; 0: that of the frame.
pub const AHEAD: RangeInclusive<f64> = 0.0..=20.0;
/// At first, metres.
pub const DEFAULT_AHEAD: f64 = 5.0;
/// How near it comes to a place of its path, metres in the plan.
const NEAR: f64 = 0.3;
/// The same where it does not come nearer for a while.
const NEAR_ENOUGH: f64 = 1.5;
/// Seconds that it may come no nearer to the next place.
const PATIENCE: f64 = 1.5;
/// Metres below the level at which it has fallen out of it.
const DEPTH: f64 = 5.0;
/// Over a place of the path, where it is set, metres.
const OVER: f64 = 0.01;

/// All that a frame changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// Frames since the start.
    pub frame: u64,
    /// Where the mover is and how it moves.
    pub walker: walk::State,
    /// The direction that it faces: radians around the upright, from +z to +x.
    pub heading: f64,
    /// The place of the path that is walked to, by its index.
    pub next: usize,
    /// How near it has come to that, metres, and for how many seconds it has come no nearer.
    pub nearest: [f64; 2],
    /// How often it was set onto the path again.
    pub set_back: u64,
    /// The car, if it is one; `walker` then stands for it.
    pub drive: Option<Drive>,
}

/// A recorded frame of the walk. Two are the same if they lead to the same state.
#[derive(Clone, Debug)]
pub struct Walked {
    /// What the frame came to.
    pub state: State,
    /// What was done in it.
    pub done: Done,
}

impl PartialEq for Walked {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl Walked {
    /// At a state that was not walked to.
    pub fn at(state: State) -> Self {
        Self { state, done: Done::default() }
    }
}

impl State {
    /// At the start of the path, towards the next place.
    pub fn start(ground: &Ground, figure: &Figure) -> Self {
        let mut state = Self {
            frame: 0,
            walker: walk::State::at(on(ground.path[0], figure)),
            heading: 0.0,
            next: 1 % ground.path.len(),
            nearest: [f64::INFINITY, 0.0],
            set_back: 0,
            drive: None,
        };
        state.face(ground.path[state.next] - ground.path[0]);
        if figure.is_car() {
            state.drives(Drive::start(ground, figure.scale()), figure.scale());
        }
        state
    }

    /// One frame on. `sweep` decides where it is stopped, or answers the wheels' rays; `body` decides where a car's body is
    /// stopped.
    pub fn step(
        &mut self,
        ground: &Ground,
        figure: &Figure,
        [sweep, body]: [&mut dyn Sweep; 2],
        (steering, speed): (Steering, f64),
    ) -> Result<Done, LevelError> {
        if let Some(mut drive) = self.drive {
            let (done, walker) = drive.step(ground, figure.scale(), [sweep, body], (steering, speed))?;
            self.frame += 1;
            self.set_back += u64::from(done.set_back);
            self.drives(drive, figure.scale());
            self.walker = walker;
            return Ok(done);
        }
        let foot = self.foot(figure);
        let wish = match steering {
            Steering::Path => self.towards_next(ground, &foot) * speed,
            Steering::Keys([right, ahead], towards) => {
                let way =
                    direction(towards) * ahead + direction(towards - std::f64::consts::FRAC_PI_2) * right;
                way.cap_magnitude(1.0) * speed
            }
        };
        self.face(wish);
        let mover = figure.mover();
        let frame: Frame = walk::walk(sweep, &mover, &self.walker, wish, FRAME)?;
        self.walker = frame.state;
        self.frame += 1;
        let is_out = self.walker.place.y < ground.bounds.min.y - DEPTH;
        let is_lost = match steering {
            Steering::Path => self.nearest[1] > PATIENCE || frame.is_stuck,
            Steering::Keys(..) => false,
        };
        let set_back = is_out || is_lost;
        if set_back {
            self.set_back += 1;
            self.walker = walk::State::at(on(ground.path[self.next], figure));
            self.nearest = [f64::INFINITY, 0.0];
        }
        let Frame { way, touches, climbed, sweeps, .. } = frame;
        Ok(Done { way, touches, climbed, set_back, wished: wish * FRAME, sweeps })
    }

    /// Another mover stands where the one before stood. Inside the solid it is carried out of it in the next frame.
    pub fn exchange(&mut self, ground: &Ground, before: &Figure, now: &Figure) {
        self.walker.place.y += now.foot() - before.foot();
        let drive = match self.drive {
            _ if !now.is_car() => None,
            Some(drive) => Some(drive.resized(before.scale(), now.scale())),
            None => Some(Drive::put(&self.walker.place, &self.facing(), ground, now.scale())),
        };
        match drive {
            Some(drive) => self.drives(drive, now.scale()),
            None => self.drive = None,
        }
    }

    /// The car, and what stands for it; whether it stands on a floor stays.
    fn drives(&mut self, drive: Drive, scale: f64) {
        self.walker = drive.as_walker(scale, self.walker.floor);
        self.face(drive.car.ahead());
        self.drive = Some(drive);
    }

    /// Its lowest point in the middle, metres.
    pub fn foot(&self, figure: &Figure) -> Point {
        self.walker.place - Vector::y() * figure.foot()
    }

    /// The direction that it faces, level.
    pub fn facing(&self) -> Vector {
        direction(self.heading)
    }

    fn face(&mut self, way: Vector) {
        if way.x.hypot(way.z) > 1e-9 {
            self.heading = way.x.atan2(way.z);
        }
    }

    /// The direction of the next place of the path, level; slower just before it.
    fn towards_next(&mut self, ground: &Ground, foot: &Point) -> Vector {
        for _ in 0..ground.path.len() {
            let to = ground.path[self.next] - foot;
            let level = Vector::new(to.x, 0.0, to.z);
            // A place on another floor is not reached from below it. A large mover may not come near to one at all.
            let near = if self.nearest[1] > 0.5 * PATIENCE { NEAR_ENOUGH } else { NEAR };
            if level.norm() > near || to.y.abs() > 1.0 {
                let [nearest, seconds] = self.nearest;
                let left = level.norm() + to.y.abs();
                self.nearest = if left < nearest - 1e-3 { [left, 0.0] } else { [nearest, seconds + FRAME] };
                return level.cap_magnitude(1.0);
            }
            self.next = (self.next + 1) % ground.path.len();
            self.nearest = [f64::INFINITY, 0.0];
        }
        Vector::zeros()
    }

    /// Folds all numbers into one: the same level, mover and steering give the same one at the same frame.
    pub fn hash(&self) -> u64 {
        let numbers =
            [self.heading, self.next as f64, self.nearest[0], self.nearest[1], self.set_back as f64];
        let hash = folded(self.walker.hash(self.frame), numbers);
        self.drive.map_or(hash, |drive| drive.hash(hash))
    }
}

/// Level, of length 1: radians around the upright from +z to +x.
pub fn direction(heading: f64) -> Vector {
    Vector::new(heading.sin(), 0.0, heading.cos())
}

/// The reference point of a mover that stands at a place of a path.
fn on(place: Point, figure: &Figure) -> Point {
    place + Vector::y() * (figure.foot() + OVER)
}

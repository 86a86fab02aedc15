//! The walk, frame by frame: its state, its steering and its recovery.
//!
//! A frame takes 1/30 s. A car drives ([`Drive`]); every other mover walks. Unless keys steer it, the mover
//! follows the level's path from place to place. It is reset to the path if it gets stuck or falls out of the
//! level.

use std::ops::RangeInclusive;

use super::driving::Drive;
use super::figure::Figure;
use super::ground::Ground;
use super::walk::{Done, FRAME, Steering};
use crate::geometry::fingerprint::folded;
use crate::geometry::{Point, Vector};
use crate::level::error::LevelError;
use crate::level::sweep::Sweep;
use crate::level::walk::{self, Frame};

/// Allowed walking speeds, metres per second.
pub const SPEEDS: RangeInclusive<f64> = 0.0..=12.0;
/// Default speed, metres per second.
pub const DEFAULT_SPEED: f64 = 3.0;
/// Allowed lengths of the *query move*, the move ahead of the mover whose sweep the methods answer, metres. 0 means
/// the frame's own move.
pub const AHEAD: RangeInclusive<f64> = 0.0..=20.0;
/// Default length of the query move, metres.
pub const DEFAULT_AHEAD: f64 = 5.0;
/// Horizontal distance at which a place of the path counts as reached, metres.
const NEAR: f64 = 0.3;
/// The larger distance that suffices after half of [`PATIENCE`] without progress, metres.
const NEAR_ENOUGH: f64 = 1.5;
/// Time without progress towards the next place after which the mover is put back onto the path, seconds.
const PATIENCE: f64 = 1.5;
/// Depth below the level's lowest point at which a mover has fallen out of the level, metres.
const DEPTH: f64 = 5.0;
/// Height above a place of the path to which a mover is put, metres.
const OVER: f64 = 0.01;

/// The state that a frame changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// Frames since the start.
    pub frame: u64,
    /// Position and motion of the mover.
    pub walker: walk::State,
    /// Heading: radians around the vertical, from +z to +x.
    pub heading: f64,
    /// Index of the path's place that is the current target.
    pub next: usize,
    /// The shortest distance from the target so far, metres, and the seconds since it last shrank.
    pub nearest: [f64; 2],
    /// Number of resets to the path.
    pub set_back: u64,
    /// The car, for a driving figure; `walker` then mirrors it.
    pub drive: Option<Drive>,
}

/// A recorded frame of the walk. Frames with equal states are equal.
#[derive(Clone, Debug)]
pub struct Walked {
    /// The state after the frame.
    pub state: State,
    /// The events of the frame.
    pub done: Done,
}

impl PartialEq for Walked {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl Walked {
    /// A frame without events, for a state that does not result from a frame.
    pub fn at(state: State) -> Self {
        Self { state, done: Done::default() }
    }
}

impl State {
    /// The state at the start of the path, facing the next place.
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

    /// Simulates one frame. `sweep` stops a walker or answers the wheels' rays; `body` sweeps a car's body.
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
            Steering::Path => (speed > 0.0 && self.nearest[1] > PATIENCE) || frame.is_stuck,
            Steering::Keys(..) => false,
        };
        if speed <= 0.0 {
            // A mover that is to stand makes no progress.
            self.nearest[1] = 0.0;
        }
        let set_back = is_out || is_lost;
        if set_back {
            self.set_back += 1;
            self.walker = walk::State::at(on(ground.path[self.next], figure));
            self.nearest = [f64::INFINITY, 0.0];
        }
        let Frame { way, touches, climbed, sweeps, .. } = frame;
        Ok(Done { way, touches, climbed, set_back, wished: wish * FRAME, sweeps })
    }

    /// Replaces the mover at the same place. If the new mover is inside the solid, the next frame moves it out.
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

    /// Sets the car and updates the walker that mirrors it; the walker's floor stays.
    fn drives(&mut self, drive: Drive, scale: f64) {
        self.walker = drive.as_walker(scale, self.walker.floor);
        self.face(drive.car.ahead());
        self.drive = Some(drive);
    }

    /// Position of the mover's foot, metres.
    pub fn foot(&self, figure: &Figure) -> Point {
        self.walker.place - Vector::y() * figure.foot()
    }

    /// The horizontal direction that the mover faces.
    pub fn facing(&self) -> Vector {
        direction(self.heading)
    }

    fn face(&mut self, way: Vector) {
        if way.x.hypot(way.z) > 1e-9 {
            self.heading = way.x.atan2(way.z);
        }
    }

    /// The horizontal direction to the next place of the path, shorter than 1 just before it.
    fn towards_next(&mut self, ground: &Ground, foot: &Point) -> Vector {
        for _ in 0..ground.path.len() {
            let to = ground.path[self.next] - foot;
            let level = Vector::new(to.x, 0.0, to.z);
            // A place on another floor does not count as reached. A large mover may be unable to come near a place,
            // so the limit grows after a while.
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

    /// A hash of the state: equal levels, movers and steering give equal hashes at equal frames.
    pub fn hash(&self) -> u64 {
        let numbers =
            [self.heading, self.next as f64, self.nearest[0], self.nearest[1], self.set_back as f64];
        let hash = folded(self.walker.hash(self.frame), numbers);
        self.drive.map_or(hash, |drive| drive.hash(hash))
    }
}

/// The horizontal unit vector of a heading: radians around the vertical, from +z to +x.
pub fn direction(heading: f64) -> Vector {
    Vector::new(heading.sin(), 0.0, heading.cos())
}

/// The position of a mover's reference point above a place of a path.
fn on(place: Point, figure: &Figure) -> Point {
    place + Vector::y() * (figure.foot() + OVER)
}

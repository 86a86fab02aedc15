//! The road lab's car in a level: each wheel measures its ground distance by a ray through the level.
//!
//! Source 2, "rays against the environment". A ray is the move of a point, so the level's methods answer it,
//! and one tree serves both rays and bodies. As in the road's rule
//! [`SearchRule::Travel`](crate::road::wheel::SearchRule), a ray starts as far up as the suspension can be
//! compressed. The body is swept as a convex hull by the exact method and slides along obstacles, so the
//! rays, which start inside the body, start outside the solid.
//! The car keeps its own units: a car of another size is the same car in a scaled level. Its clock runs
//! slower by the root of the scale, so that it falls at the right rate (Froude scaling).

use nalgebra::Translation3;

use super::ground::Ground;
use super::walk::{Done, FRAME, Steering};
use crate::geometry::fingerprint::folded;
use crate::geometry::{Point, Vector};
use crate::level::error::LevelError;
use crate::level::mover::Mover;
use crate::level::slide::{Legs, Phase};
use crate::level::sweep::{Hit, Move, Sweep};
use crate::level::walk;
use crate::road::car::{self, Car, Contact, Controls, SAG, TRAVEL};
use crate::road::driver::{Driver, Progress};
use crate::road::route::Route;
use crate::road::wheel::WheelRay;

/// Length of the driving rays below the wheels' contact points, in metres of the car's own units.
const REACH: f64 = 4.0;
/// The longest step of the car's clock, seconds.
const LONGEST: f64 = car::FRAME / car::SUBSTEPS as f64;

/// State of the car. Positions and times are in the car's own units, see [`super::figure::Figure::scale`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// The car.
    pub car: Car,
    /// Progress along the round.
    pub progress: Progress,
}

impl Drive {
    /// A car at rest in the level, heading along `ahead`.
    pub fn at(place: &Point, ahead: &Vector, scale: f64) -> Self {
        Self { car: Car::at_rest(&(place / scale), ahead), progress: Progress::default() }
    }

    /// A car at rest at the start of the round.
    pub fn start(ground: &Ground, scale: f64) -> Self {
        let route = route(ground, scale);
        Self { car: Car::at_rest(&route.at(0.0), &route.tangent(0.0)), progress: Progress::default() }
    }

    /// A car at rest in the level, which continues its round from the point of the round nearest to `place`.
    pub fn put(place: &Point, ahead: &Vector, ground: &Ground, scale: f64) -> Self {
        let mut drive = Self::at(place, ahead, scale);
        let route = route(ground, scale);
        drive.progress.along = route.foot(&(place / scale));
        drive
    }

    /// Converts the state from the car scale `before` to the scale `now`; the car's position and motion in the level
    /// stay the same.
    pub fn resized(mut self, before: f64, now: f64) -> Self {
        let by = before / now;
        let ground = self.car.ground();
        let up = self.car.pose.translation.vector - ground.coords;
        self.car.pose.translation = Translation3::from(by * ground.coords + up);
        self.car.velocity *= by.sqrt();
        self.car.spin /= by.sqrt();
        self.progress.along *= by;
        self
    }

    /// The state of a walker with the same position and motion.
    pub fn as_walker(&self, scale: f64, floor: Option<Vector>) -> walk::State {
        walk::State { place: scale * self.car.ground(), velocity: scale.sqrt() * self.car.velocity, floor }
    }

    /// The rays of the four wheels. Each ray ends `below` metres of the level below its wheel's contact point.
    pub fn rays(&self, scale: f64, below: f64) -> [Move; 4] {
        self.car.wheels().map(|wheel| ray(&wheel, scale, below))
    }

    /// Simulates one frame. `rays` sweeps the wheels' rays, `body` sweeps the car's body.
    pub fn step(
        &mut self,
        ground: &Ground,
        scale: f64,
        [rays, body]: [&mut dyn Sweep; 2],
        (steering, speed): (Steering, f64),
    ) -> Result<(Done, walk::State), LevelError> {
        let route = route(ground, scale);
        let driver = match steering {
            Steering::Path => Driver::Route(speed / scale.sqrt()),
            Steering::Keys([right, ahead], _) => Driver::Keys(Controls { throttle: ahead, steer: -right }),
        };
        let controls = self.progress.controls(driver, &self.car, &route);
        let before = scale * self.car.ground();

        // 1. Wheels, in substeps short enough for the springs.
        let from = self.car.pose.translation.vector;
        let seconds = FRAME / scale.sqrt();
        let steps = (seconds / LONGEST).ceil();
        let (mut floor, mut found, mut sweeps) = (None, false, 0);
        for _ in 0..steps as u32 {
            let wheels = self.car.wheels();
            let mut contacts: [Contact; 4] = [None; 4];
            floor = None;
            for (wheel, contact) in wheels.iter().zip(&mut contacts) {
                let (hit, _) = rays.sweep(&ray(wheel, scale, scale * REACH))?;
                sweeps += 1;
                let Some((distance, hit)) = told(hit, scale, scale * REACH) else { continue };
                found = true;
                *contact = Some((distance / scale, hit.normal));
                floor = floor.or((distance < scale * SAG).then_some(hit.normal));
            }
            self.car.substep(controls, &wheels, &contacts, seconds / steps);
        }

        // 2. Body: sweep it from its old position in its new orientation.
        let mover = Mover::Hull { hull: car::hull(&self.car, scale) };
        let moved = scale * (self.car.pose.translation.vector - from);
        let mut legs = Legs::new(body, &mover, (scale * from).into());
        legs.slide(moved, Phase::Along)?;
        let mut touches = std::mem::take(&mut legs.touches);
        sweeps += legs.sweeps;
        self.car.pose.translation.vector = legs.place.coords / scale;
        for touch in &mut touches {
            let arm = car::touched(&self.car, &touch.hit.normal);
            self.car.stop_at(&touch.hit.normal, &arm);
            touch.place += scale * arm;
        }

        // 3. Recovery: put the car back onto its round if necessary.
        let lowest = ground.bounds.min.y / scale;
        let recovery = self.progress.update(driver, &self.car, (&route, lowest), found);
        if recovery.is_some() {
            self.car = self.progress.recover(&route);
        }
        let state = self.as_walker(scale, floor);
        let way = vec![before, state.place];
        let done = Done { way, touches, set_back: recovery.is_some(), sweeps, ..Done::default() };
        Ok((done, state))
    }

    /// Folds the whole state into a hash.
    pub fn hash(&self, before: u64) -> u64 {
        folded(before, self.car.numbers().chain(self.progress.numbers()))
    }
}

/// The signed distance of a wheel from the ground, in metres of the level, and the hit of the wheel's ray. `None` if
/// the ray hits nothing, or starts inside the solid.
pub fn told(hit: Option<Hit>, scale: f64, below: f64) -> Option<(f64, Hit)> {
    let hit = hit.filter(|hit| !hit.inside)?;
    let back = scale * TRAVEL;
    Some((hit.time * (back + below) - back, hit))
}

/// A wheel's ray as the move of a point.
fn ray(wheel: &WheelRay, scale: f64, below: f64) -> Move {
    let contact = scale * wheel.contact;
    let from = contact - scale * wheel.travel * wheel.down;
    Move { mover: Mover::Point, from, to: contact + below * wheel.down }
}

/// The level's round, in metres of the car.
fn route(ground: &Ground, scale: f64) -> Route {
    Route::closed(ground.round.iter().map(|p| p / scale).collect())
}

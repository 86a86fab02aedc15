//! The car of the road in the level: every wheel asks by a ray through the level how far the ground is.
//!
//! Source 2, "rays against the environment". A ray is the move of a point, so the methods of the level answer it, and one
//! tree serves rays and bodies. As in the road's rule [`SearchRule::Travel`](crate::road::wheel::SearchRule), a ray
//! begins as far back as the suspension can be pressed in. The body is swept as a convex hull by the exact method and slides
//! along what it meets: so the rays, which begin within it, begin outside the solid.
//! The car keeps its own metres: a car of another size is the same car in a level of another size. Its clock goes slower by
//! the root of that scale, so that it falls as everything falls (Froude).

use nalgebra::Translation3;

use super::done::{Done, FRAME, Steering};
use super::ground::Ground;
use crate::geometry::fingerprint::folded;
use crate::geometry::{Point, Vector};
use crate::level::error::LevelError;
use crate::level::mover::Mover;
use crate::level::slide::{Legs, Phase};
use crate::level::sweep::{Hit, Move, Sweep};
use crate::level::walk;
use crate::road::car::{self, Car, Contact, Controls, SAG, TRAVEL};
use crate::road::car_body;
use crate::road::driver::{Driver, Progress};
use crate::road::route::Route;
use crate::road::wheel::WheelRay;

/// How far below the contact points the rays that drive reach, metres of the car.
const REACH: f64 = 4.0;
/// The longest step of the car's clock, seconds.
const LONGEST: f64 = car::FRAME / car::SUBSTEPS as f64;

/// The car as it stands. Places and times are its own, see [`super::figure::Figure::scale`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// The car.
    pub car: Car,
    /// How far it has come on its round.
    pub progress: Progress,
}

impl Drive {
    /// At rest on a place of the level, headed along `ahead`.
    pub fn at(place: &Point, ahead: &Vector, scale: f64) -> Self {
        Self { car: Car::at_rest(&(place / scale), ahead), progress: Progress::default() }
    }

    /// At rest where the round begins.
    pub fn start(ground: &Ground, scale: f64) -> Self {
        let route = route(ground, scale);
        Self { car: Car::at_rest(&route.at(0.0), &route.tangent(0.0)), progress: Progress::default() }
    }

    /// At rest near to a place of the level; it goes on with its round at the part of it that is nearest.
    pub fn put(place: &Point, ahead: &Vector, ground: &Ground, scale: f64) -> Self {
        let mut drive = Self::at(place, ahead, scale);
        let route = route(ground, scale);
        drive.progress.along = route.nearest(&(place / scale), 0.0, 0.5 * route.length());
        drive
    }

    /// The same car when it becomes another size: it stands and moves as before.
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

    /// The walker's state that stands for it.
    pub fn as_walker(&self, scale: f64, floor: Option<Vector>) -> walk::State {
        walk::State { place: scale * self.car.ground(), velocity: scale.sqrt() * self.car.velocity, floor }
    }

    /// The rays of the wheels, down to so many metres of the level below their contact points.
    pub fn rays(&self, scale: f64, below: f64) -> [Move; 4] {
        self.car.wheels().map(|wheel| ray(&wheel, scale, below))
    }

    /// One frame. `rays` answers the wheels, `body` says what the body meets.
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

        // 1. The wheels, in steps that are short enough for the springs.
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

        // 2. The body, from where it was, as it is turned now.
        let mover = Mover::Hull { hull: car_body::hull(&self.car, scale) };
        let moved = scale * (self.car.pose.translation.vector - from);
        let mut legs = Legs::new(body, &mover, (scale * from).into());
        legs.slide(moved, Phase::Along)?;
        let mut touches = std::mem::take(&mut legs.touches);
        sweeps += legs.sweeps;
        self.car.pose.translation.vector = legs.place.coords / scale;
        for touch in &mut touches {
            let arm = car_body::touched(&self.car, &touch.hit.normal);
            self.car.stop_at(&touch.hit.normal, &arm);
            touch.place += scale * arm;
        }

        // 3. Whether it must be put back onto its round.
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

    /// Folds all numbers into a hash of what was before.
    pub fn hash(&self, before: u64) -> u64 {
        folded(before, self.car.numbers().chain(self.progress.numbers()))
    }
}

/// The signed distance of a wheel from the ground, metres of the level, by the answer to its ray, and what it met. `None`
/// if it met nothing, or begins in the solid.
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

/// The level's round in metres of the car.
fn route(ground: &Ground, scale: f64) -> Route {
    Route::closed(ground.round.iter().map(|p| p / scale).collect())
}

//! The car's steering, by arrow keys or along the route, and its recovery onto the route.

use std::ops::RangeInclusive;

use super::car::{Car, Controls, FRAME, MOST_STEER};
use super::route::Route;

/// The largest sideways acceleration of the car in the route's curves, m/s².
const CORNERING: f64 = 4.0;
/// Distance between front and rear wheels, metres.
const WHEELBASE: f64 = 2.7;
/// The car's new position is sought within this distance of its old position along the route, metres.
const WINDOW: f64 = 6.0;
/// Depth below the terrain's box at which the car counts as fallen, metres.
const DEPTH: f64 = 5.0;
/// A car that is on its roof, without ground or stuck for this time is recovered, seconds.
const PATIENCE: f64 = 2.0;
/// Distance from the route beyond which the car counts as astray, metres.
const ASTRAY: f64 = 15.0;
/// Distance that a recovery moves the car ahead along the route, metres.
const FARTHER: f64 = 12.0;

/// Default speed of the self-driving car, metres per second.
pub const DEFAULT_SPEED: f64 = 12.0;
/// Allowed speeds of the self-driving car, metres per second.
pub const DRIVING_SPEEDS: RangeInclusive<f64> = 0.0..=40.0;

/// The source of the steering.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Driver {
    /// The car follows the route at this speed, metres per second, slower in curves.
    Route(f64),
    /// The car obeys the arrow keys.
    Keys(Controls),
}

/// The reason why the car was put back onto the route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recovery {
    /// The car fell below the terrain.
    Fallen,
    /// No wheel found ground for a while.
    NoGround,
    /// The car lay on its side or roof for a while.
    Overturned,
    /// The self-driving car left the route or stood still.
    Astray,
}

impl Recovery {
    /// All reasons.
    pub const ALL: [Self; 4] = [Self::Fallen, Self::NoGround, Self::Overturned, Self::Astray];

    /// The event as an English sentence.
    pub fn words(self) -> &'static str {
        match self {
            Self::Fallen => "The car fell off the terrain and was reset to the route.",
            Self::NoGround => "No wheel found any ground; the car was reset to the route.",
            Self::Overturned => "The car turned over and was reset to the route.",
            Self::Astray => "The car left the route and was reset to it.",
        }
    }
}

/// The car's position along the route, and how long it has been in trouble.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Metres along the route.
    pub along: f64,
    /// For how long the car has been on its side or roof, without ground, and without motion, seconds.
    pub trouble: [f64; 3],
}

impl Progress {
    /// Throttle and steering for the car's current state.
    pub fn controls(&self, driver: Driver, car: &Car, route: &Route) -> Controls {
        let cruise = match driver {
            Driver::Keys(controls) => return controls,
            Driver::Route(speed) => speed,
        };
        // Pure pursuit: steer along the circle through the rear axle and a target point ahead (Coulter,
        // CMU-RI-TR-92-01).
        let speed = car.speed();
        let target = car.pose.inverse() * route.at(self.along + 4.0 + 0.4 * speed.abs());
        let steer = match target.z {
            // The target is behind the car. The circle would reach it in reverse, so the car turns as sharply as
            // possible.
            z if z < 0.0 => MOST_STEER.copysign(target.x),
            z => (2.0 * WHEELBASE * target.x).atan2(target.x * target.x + z * z),
        };
        // The speed is limited by the sharpest curve of the next 16 metres.
        let bends = (0..5).map(|i| route.curvature(self.along + 4.0 * f64::from(i)));
        let bend = bends.fold(1e-6, f64::max);
        let wanted = cruise.min((CORNERING / bend).sqrt());
        Controls { throttle: 0.6 * (wanted - speed), steer: steer / MOST_STEER }
    }

    /// Updates the position along the route after a frame; returns the reason for a recovery if one is
    /// necessary. `lowest` is the height of the lowest ground, metres; `found` is true if any wheel found
    /// ground.
    pub fn update(
        &mut self,
        driver: Driver,
        car: &Car,
        (route, lowest): (&Route, f64),
        found: bool,
    ) -> Option<Recovery> {
        let place = car.pose.translation.vector.into();
        self.along = route.nearest(&place, self.along, WINDOW);
        let by_route = matches!(driver, Driver::Route(speed) if speed > 1.0);
        let wrong = [car.up().y < 0.2, !found, by_route && car.velocity.norm() < 0.3];
        for (seconds, wrong) in self.trouble.iter_mut().zip(wrong) {
            *seconds = if wrong { *seconds + FRAME } else { 0.0 };
        }
        let beside = (route.at(self.along) - place).xz().norm();
        let [overturned, blind, stuck] = self.trouble.map(|seconds| seconds > PATIENCE);
        match () {
            () if place.y < lowest - DEPTH => Some(Recovery::Fallen),
            () if blind => Some(Recovery::NoGround),
            () if overturned => Some(Recovery::Overturned),
            () if by_route && (stuck || beside > ASTRAY) => Some(Recovery::Astray),
            () => None,
        }
    }

    /// Puts the car at rest onto the route, past the place where it got into trouble.
    pub fn recover(&mut self, route: &Route) -> Car {
        *self = Self { along: (self.along + FARTHER).rem_euclid(route.length().max(1.0)), trouble: [0.0; 3] };
        Car::at_rest(&route.at(self.along), &route.tangent(self.along))
    }

    /// All numbers of the state, in the order of the fingerprint.
    pub fn numbers(&self) -> impl Iterator<Item = f64> {
        [self.along].into_iter().chain(self.trouble)
    }
}

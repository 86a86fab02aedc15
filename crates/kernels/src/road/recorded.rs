//! A recorded frame of the drive: the car's state, and the events.

use super::car::Car;
use super::driver::{Progress, Recovery};
use super::terrain::Terrain;
use super::wheel::WheelSight;

/// An entry of the event list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// The frame after which it occurred.
    pub frame: u64,
    /// The kind of event.
    pub what: What,
}

/// The kind of an [`Event`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// A wheel (index into [`WHEEL_NAMES`](super::car::WHEEL_NAMES)) became blind. The second value tells how the
    /// wheel's answer differs from the road.
    WentBlind(usize, WheelSight),
    /// A wheel (index) is no longer blind: its ray finds the road, or there is no ground to find.
    BlindNoLonger(usize),
    /// The car was put back onto the route.
    Recovered(Recovery),
}

/// The state that a frame changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// Frames since the start.
    pub frame: u64,
    /// Position and motion of the car.
    pub car: Car,
    /// Position along the route, and how long the car has been in trouble.
    pub progress: Progress,
    /// For each wheel, the frame in which its current blindness began; `None` if the wheel is not
    /// blind.
    pub blind_since: [Option<u64>; 4],
    /// Number of times that a wheel went blind since the start.
    pub blindings: u64,
    /// Number of recoveries onto the route since the start.
    pub recoveries: u64,
}

/// A recorded frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// The state after the frame.
    pub state: State,
    /// The events of the frame.
    pub events: Vec<What>,
}

impl Recorded {
    /// The car at rest at the start of the route.
    pub fn at_start(terrain: &Terrain) -> Self {
        let route = terrain.route();
        let car = Car::at_rest(&route.at(0.0), &route.tangent(0.0));
        let state = State {
            frame: 0,
            car,
            progress: Progress::default(),
            blind_since: [None; 4],
            blindings: 0,
            recoveries: 0,
        };
        Self { state, events: Vec::new() }
    }
}

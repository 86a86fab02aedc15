//! A recorded frame of the drive: where the car is, and what happened.

use super::car::Car;
use super::driver::{Progress, Recovery};
use super::terrain::Terrain;
use super::wheel::WheelSight;

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
    /// A wheel (index into [`WHEEL_NAMES`](super::car::WHEEL_NAMES)) went blind, in this way.
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

/// A recorded frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// All that the frame changed.
    pub state: State,
    /// What happened in it.
    pub events: Vec<What>,
}

impl Recorded {
    /// At rest where the route begins.
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

//! The marked spots of a pane: blind wheels, and wheels whose rays the method answers wrongly.

use super::headline::why_blind;
use super::lane::Difference;
use super::panels::distances::signed;
use super::{Road, picture, viewpoints};
use crate::detector::Mistake;
use crate::labs::car_words::WHEELS;
use crate::labs::spots::Spot;
use crate::language::{t, tr};
use crate::road::car::{WHEEL_NAMES, WHEEL_RADIUS};

/// The spots of a pane.
pub fn of(road: &Road, pane: usize) -> Vec<Spot> {
    (0..4).filter_map(|wheel| spot(road, pane, wheel)).collect()
}

fn spot(road: &Road, pane: usize, wheel: usize) -> Option<Spot> {
    let lane = road.contest.lanes.get(pane)?;
    let answer = lane.answers().map(|answers| &answers[wheel]);
    let (mistake, why) = match (lane.differences()[wheel], why_blind(lane, wheel)) {
        (None, why) => (Mistake::Missed, why?),
        (Some(differs), _) => {
            let is_missed = differs != Difference::FalseHit;
            let mistake = if is_missed { Mistake::Missed } else { Mistake::FalseHit };
            (mistake, t!("Brute force answers differently on the same ray.").into_owned())
        }
    };
    let name = tr(WHEEL_NAMES[wheel]);
    let name = match answer.and_then(|answer| answer.distance) {
        Some(told) => t!("%{wheel}: reports %{told} m", wheel = name, told = signed(told)),
        None => t!("%{wheel}: hits nothing", wheel = name),
    };
    Some(Spot {
        at: picture::hub(road, wheel),
        radius: 1.2 * WHEEL_RADIUS,
        mistake: Some(mistake),
        name: name.into_owned(),
        why,
        around: viewpoints::beside(road, wheel, answer).0,
        subject: format!("wheel={}", WHEELS[wheel].0),
    })
}

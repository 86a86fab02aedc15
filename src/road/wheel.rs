//! The wheel's question: how far is the ground from the point where the wheel should touch it?
//!
//! Source 2, "rays against the environment": one ray per wheel, from the contact point. *Signed distance* in metres:
//! 0 on the ground, positive in the air, negative sunk in. The sign drives the response: negative pushes the car up
//! at this wheel, positive lets it down.
//!
//! **What the lecture says.** "To avoid searching in two directions, move the ray's origin back until it is outside
//! the environment's bounding box, then intersect." The distance from the contact point is then the hit's minus the
//! offset; the slides leave that to the reader, and do not say which direction is meant.
//!
//! **Which direction.** Down along the car's own suspension axis, always. The distance is then the suspension's
//! compression itself, without a cosine; a car on its side gets no support from below; and world-down would push a
//! wheel on a slope sideways through the ground. The price: the offset depends on how the car is turned, and is far
//! longer for a tilted one.
//!
//! **Where the lecture is wrong.**
//! 1. One search from outside is not two searches from the contact point: it finds the *first* surface, not the
//!    nearest. Under a bridge that is the deck overhead; the wheel is told that it sank by metres, and the car is
//!    thrown up. See [`SearchRule::Travel`].
//! 2. "Distance 0: on the ground" does not survive rounding: `hit − offset` carries an error of about offset · 2⁻⁵²,
//!    so the response must not depend on the sign of tiny distances.
//! 3. No hit at all (the terrain's edge, a hole) has no distance, and no response is given for it: here the wheel
//!    gets no support.
//!
//! **Without moving the origin back** a ray starts on the ground that it looks for. The slightest sinking puts the
//! ground behind it: no hit, or the next surface below. The wheel is *blind*, gets no support, and sinks for good.

use super::caster::{Cast, RayCaster};
use super::ray::{Ray, RayError};
use crate::geometry::{Aabb, Point, Vector};

/// How far outside the box the origin is put, relative to the offset, so that rounding cannot leave it inside.
const MARGIN: f64 = 1e-9;

/// Below this absolute distance from the ground, metres, a wheel is shown as on the ground.
pub const ON_GROUND: f64 = 1e-3;
/// Two distances are the same if they differ by at most this share of the longest length that is computed with.
const SAME: f64 = 1e-9;

/// Where the search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchRule {
    /// At the contact point: the origin is not moved back.
    ContactPoint,
    /// Outside the environment's bounding box, as in the lecture.
    OutsideBox,
    /// As far back as the suspension can be pressed in.
    Travel,
}

/// A rule and what is said of it.
pub struct SearchRow {
    /// The rule that the row is about.
    pub rule: SearchRule,
    /// The word in links and scene files, as in `rule=travel`: does not change.
    pub id: &'static str,
    /// Its name in menus, in English.
    pub title: &'static str,
    /// What it does, and where it fails, in English.
    pub says: &'static str,
}

/// All rules, in the order of the menus.
pub const SEARCH_RULES: &[SearchRow] = &[
    SearchRow {
        rule: SearchRule::Travel,
        id: "travel",
        title: "Back by the suspension's travel",
        says: "Starts as far up as the suspension can be pressed in: finds the road under a bridge. A wheel that sinks deeper than that goes blind.",
    },
    SearchRow {
        rule: SearchRule::OutsideBox,
        id: "outside-box",
        title: "Back outside the bounding box",
        says: "As in the lecture: the first surface from outside. Right where there is one layer; under a bridge it finds the deck overhead.",
    },
    SearchRow {
        rule: SearchRule::ContactPoint,
        id: "contact-point",
        title: "Not moved back",
        says: "Starts at the contact point: a wheel that sinks in at all goes blind.",
    },
];

/// One wheel's ray before any rule is applied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelRay {
    /// Where the wheel touches level ground under the car's weight.
    pub contact: Point,
    /// Unit vector along the suspension, away from the car.
    pub down: Vector,
    /// How far the suspension can be pressed in, metres.
    pub travel: f64,
    /// How far above the contact point the car's roof is: what is higher cannot be what it drives on. Metres.
    pub roof: f64,
}

/// The answer to a wheel's ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelAnswer {
    /// The rule by which the origin was moved back.
    pub rule: SearchRule,
    /// How far the origin was moved back, metres.
    pub offset: f64,
    /// The ray that was cast.
    pub ray: Ray,
    /// Its nearest hit, and what it took.
    pub cast: Cast,
    /// Metres from the contact point to the hit, along the suspension: 0 on the ground, positive in the air, negative
    /// sunk in. `None` if nothing was hit.
    pub distance: Option<f64>,
}

/// Whether a wheel is told the truth: where the road is, the first surface below the car's roof. (The surface
/// *nearest* to the contact point would be the wrong truth: on a thin deck a sunk wheel is nearer to the underside.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WheelSight {
    /// It sees: it is told where the road is.
    Sees,
    /// Blind: there is ground on the line, but the ray found none.
    FindsNothing {
        /// Signed distance to the road, metres.
        road: f64,
    },
    /// Blind: the ray found another surface than the road.
    WrongSurface {
        /// Signed distance to the road, metres.
        road: f64,
    },
    /// There is no ground on the whole line: nothing to be seen.
    NoGround,
}

impl WheelSight {
    /// Whether there is ground that the wheel is not told of.
    pub fn is_blind(self) -> bool {
        matches!(self, Self::FindsNothing { .. } | Self::WrongSurface { .. })
    }
}

impl SearchRule {
    /// Its row in [`SEARCH_RULES`].
    pub fn row(self) -> &'static SearchRow {
        SEARCH_RULES.iter().find(|row| row.rule == self).unwrap_or(&SEARCH_RULES[0])
    }

    /// How far the origin is moved back, metres; never negative.
    fn offset(self, wheel: &WheelRay, bounds: &Aabb) -> Result<f64, RayError> {
        match self {
            Self::ContactPoint => Ok(0.0),
            Self::Travel => Ok(wheel.travel),
            Self::OutsideBox => {
                // Where the way back leaves the box; 0 if it never is inside.
                let back = Ray::new(wheel.contact, -wheel.down)?;
                let exit = back.line_through(bounds).map_or(0.0, |[_, exit]| exit.max(0.0));
                Ok(if exit > 0.0 { exit * (1.0 + MARGIN) + MARGIN } else { 0.0 })
            }
        }
    }
}

/// Casts the wheel's ray by a rule. The error names a contact point or axis that is no number.
pub fn ask(
    caster: &dyn RayCaster,
    bounds: &Aabb,
    rule: SearchRule,
    wheel: &WheelRay,
) -> Result<WheelAnswer, RayError> {
    let offset = rule.offset(wheel, bounds)?;
    let ray = Ray::new(wheel.contact - offset * wheel.down, wheel.down)?;
    let cast = caster.cast(&ray, f64::INFINITY);
    Ok(WheelAnswer { rule, offset, ray, cast, distance: cast.hit.map(|hit| hit.t - offset) })
}

/// Signed distance to the road: the first surface below the car's roof or, if there is none, the next one above it.
/// `None` if there is no surface on the suspension's whole line.
pub fn road_below(caster: &dyn RayCaster, wheel: &WheelRay) -> Result<Option<f64>, RayError> {
    let roof = wheel.contact - wheel.roof * wheel.down;
    let search = |direction: Vector| {
        let ray = Ray::new(roof, direction)?;
        Ok(caster.cast(&ray, f64::INFINITY).hit.map(|hit| hit.t))
    };
    Ok(match search(wheel.down)? {
        Some(below) => Some(below - wheel.roof),
        None => search(-wheel.down)?.map(|above| -above - wheel.roof),
    })
}

/// Whether the answer is the road, as [`road_below`] found it.
pub fn sight(answer: &WheelAnswer, road: Option<f64>) -> WheelSight {
    let Some(road) = road else { return WheelSight::NoGround };
    let size = 1.0 + answer.offset + answer.ray.origin().coords.amax();
    match answer.distance {
        None => WheelSight::FindsNothing { road },
        Some(distance) if (distance - road).abs() <= SAME * size => WheelSight::Sees,
        Some(_) => WheelSight::WrongSurface { road },
    }
}

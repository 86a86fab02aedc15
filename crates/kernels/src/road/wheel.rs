//! The wheel's query: how far is the ground from the point where the wheel should touch it?
//!
//! Source 2, "rays against the environment": one ray per wheel, from the contact point. *Signed distance* in
//! metres: 0 on the ground, positive in the air, negative below the surface. The sign drives the response: a
//! negative distance pushes the car up at this wheel, a positive one lets it down.
//!
//! **The lecture.** "To avoid searching in two directions, move the ray's origin back until it is outside the
//! environment's bounding box, then intersect." The distance from the contact point is then the hit's
//! distance minus the offset; the slides leave that to the reader, and do not specify the direction.
//!
//! **Direction.** Always down along the car's own suspension axis. The distance then equals the suspension's
//! compression, without a cosine, and a car on its side gets no support from below; straight down in the
//! world would push a wheel on a slope sideways through the ground. The price: the offset depends on the
//! car's orientation and is much longer for a tilted car.
//!
//! **Errors in the lecture.**
//! 1. One search from outside does not replace two searches from the contact point: it finds the *first*
//!    surface, not the nearest. Under a bridge that is the deck overhead; the distance then says that the
//!    wheel has sunk by metres, and the car is thrown up. See [`SearchRule::Travel`].
//! 2. "Distance 0: on the ground" does not survive rounding: `hit − offset` has an error of about offset ·
//!    2⁻⁵², so the response must not depend on the sign of tiny distances.
//! 3. Without any hit (at the terrain's edge, over a hole) there is no distance, and the lecture does not say
//!    what to do: here the wheel gets no support.
//!
//! **Without moving the origin back**, a ray starts on the ground that it should find. The slightest sinking
//! puts the ground behind it: no hit, or the next surface below. The wheel is *blind*, gets no support, and
//! sinks for good.

use super::ray::{Cast, Ray, RayCaster, RayError};
use crate::geometry::{Aabb, Point, Vector};

/// Margin by which the origin is moved farther than necessary, as a share of the offset and in metres, so that
/// rounding cannot leave the origin inside the box.
const MARGIN: f64 = 1e-9;

/// Below this absolute distance from the ground, metres, a wheel is shown as on the ground.
pub const ON_GROUND: f64 = 1e-3;
/// Two signed distances count as equal if they differ by at most this share of the longest length in the computation
/// of either.
const SAME: f64 = 1e-9;

/// The point at which a wheel's ray starts its search for the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchRule {
    /// At the contact point: the origin is not moved back.
    ContactPoint,
    /// Outside the environment's bounding box, as in the lecture.
    OutsideBox,
    /// As far back as the suspension's travel.
    Travel,
}

/// A rule with its texts.
pub struct SearchRow {
    /// The rule.
    pub rule: SearchRule,
    /// Id in links and scene files, as in `rule=travel`; stable.
    pub id: &'static str,
    /// Name in menus, in English.
    pub title: &'static str,
    /// Effect and failures, in English.
    pub says: &'static str,
}

/// All rules, in the order of the menus.
pub const SEARCH_RULES: &[SearchRow] = &[
    SearchRow {
        rule: SearchRule::Travel,
        id: "travel",
        title: "Moved back by the suspension travel",
        says: "From one suspension travel above: right under bridges, blind if a wheel sinks deeper.",
    },
    SearchRow {
        rule: SearchRule::OutsideBox,
        id: "outside-box",
        title: "Moved back out of the bounding box",
        says: "From outside, as in the lecture: under a bridge, rays hit the deck overhead.",
    },
    SearchRow {
        rule: SearchRule::ContactPoint,
        id: "contact-point",
        title: "At the contact point",
        says: "The ray starts at the contact point: a wheel goes blind as soon as it sinks in.",
    },
];

/// A wheel's ray before a rule is applied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelRay {
    /// The wheel's contact point with level ground while the car stands.
    pub contact: Point,
    /// Unit vector along the suspension, away from the car.
    pub down: Vector,
    /// Upward travel of the suspension, metres.
    pub travel: f64,
    /// Height of the car's roof above the contact point, metres: a surface above the roof cannot be the road.
    pub roof: f64,
}

/// The answer to a wheel's ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelAnswer {
    /// The rule that moved the origin back.
    pub rule: SearchRule,
    /// Distance by which the origin was moved back, metres.
    pub offset: f64,
    /// The ray that was cast.
    pub ray: Ray,
    /// Nearest hit of the ray, and its cost.
    pub cast: Cast,
    /// Signed distance from the contact point to the hit along the suspension, metres: 0 on the ground,
    /// positive in the air, negative below the surface. `None` without a hit.
    pub distance: Option<f64>,
}

/// Whether a wheel's answer is the road, which is the first surface below the car's roof. (The surface *nearest* to
/// the contact point would be a wrong definition: a wheel that has sunk into a thin deck is nearer to the deck's
/// underside.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WheelSight {
    /// Correct: the answer is the road.
    Sees,
    /// Blind: there is ground on the line, but the ray found none.
    FindsNothing {
        /// Signed distance to the road, metres.
        road: f64,
    },
    /// Blind: the ray found a surface that is not the road.
    WrongSurface {
        /// Signed distance to the road, metres.
        road: f64,
    },
    /// There is no ground on the whole line.
    NoGround,
}

impl WheelSight {
    /// Whether the wheel misses the road although there is ground.
    pub fn is_blind(self) -> bool {
        matches!(self, Self::FindsNothing { .. } | Self::WrongSurface { .. })
    }
}

impl SearchRule {
    /// The rule's row in [`SEARCH_RULES`].
    pub fn row(self) -> &'static SearchRow {
        SEARCH_RULES.iter().find(|row| row.rule == self).unwrap_or(&SEARCH_RULES[0])
    }

    /// Distance by which the origin is moved back, metres; never negative.
    fn offset(self, wheel: &WheelRay, bounds: &Aabb) -> Result<f64, RayError> {
        match self {
            Self::ContactPoint => Ok(0.0),
            Self::Travel => Ok(wheel.travel),
            Self::OutsideBox => {
                // Distance from the contact point at which the line upwards leaves the box; 0 if the line never
                // enters the box.
                let back = Ray::new(wheel.contact, -wheel.down)?;
                let exit = back.line_through(bounds).map_or(0.0, |[_, exit]| exit.max(0.0));
                Ok(if exit > 0.0 { exit * (1.0 + MARGIN) + MARGIN } else { 0.0 })
            }
        }
    }
}

/// Casts the wheel's ray by a rule. Fails if the contact point or the axis is not finite.
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

/// Signed distance to the road: the first surface below the car's roof or, without one, the next surface
/// above it. `None` if there is no surface on the suspension's whole line.
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

/// Compares the wheel's answer with the distance to the road from [`road_below`].
pub fn sight(answer: &WheelAnswer, road: Option<f64>) -> WheelSight {
    let Some(road) = road else { return WheelSight::NoGround };
    let size = 1.0 + answer.offset + answer.ray.origin().coords.amax();
    match answer.distance {
        None => WheelSight::FindsNothing { road },
        Some(distance) if (distance - road).abs() <= SAME * size => WheelSight::Sees,
        Some(_) => WheelSight::WrongSurface { road },
    }
}

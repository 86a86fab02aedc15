//! The walk over simplices towards the origin, which ends with a certificate.
//!
//! After Gilbert, Johnson & Keerthi (1988): A and B share a point exactly when A ⊖ B holds the origin. A few points of
//! the difference, the simplex, have a point nearest to the origin; along the way from there to the origin the farthest
//! point of the difference joins, and what the new nearest point does not need is dropped.
//!
//! # What is proved
//! Nothing rests on how the walk came about, only on numbers that are checked at the end:
//! - *apart*: the plane across a direction, through the farthest point of A ⊖ B against it, keeps the origin out. Its
//!   distance is a lower bound on the distance of the solids.
//! - *together*: a mean of points of A ⊖ B, with weights that are not negative, lies at the origin. Its distance from
//!   there is an upper bound.
//!
//! Both are off by [`Real::ROUNDING`] times the largest number involved. If neither bound comes to its side of
//! [`Cores::touching`], the walk ends undecided, and is done again with twice the digits.

use super::cores::{Cores, Difference};
use super::nearest::{Nearest, nearest};
use super::real::{Real, dot, length, times};

/// The distance is known well enough when both bounds are this near, in units.
const NEAR_ENOUGH: f64 = 1e-10;

/// One direction of the walk, and what came of it.
pub struct Look<'a, T> {
    /// Along which the farthest point was looked for; not zero, any length.
    pub direction: [T; 3],
    /// The farthest point of A ⊖ B there.
    pub found: Difference<T>,
    /// Whether it became part of the simplex.
    pub joined: bool,
    /// The simplex afterwards.
    pub simplex: &'a [Difference<T>],
    /// How much each of its points counts in the nearest one.
    pub weights: &'a [T],
    /// The point of the simplex nearest to the origin.
    pub nearest: [T; 3],
}

impl<T: Real> Look<'_, T> {
    /// The plane through the found point keeps the origin so far away, in units, if it is positive.
    pub fn bound(&self) -> T {
        bound(&self.direction, &self.found)
    }
}

/// Distance of the origin in front of the plane across `direction` through a point.
fn bound<T: Real>(direction: &[T; 3], found: &Difference<T>) -> T {
    -dot(direction, &found.point) / length(direction)
}

/// Why a walk ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Both are balls, and their centres alone decide.
    TwoBalls,
    /// The simplex holds the origin.
    OriginInside,
    /// The simplex is at the origin, up to what counts as touching.
    Touching,
    /// Upper and lower bound agree.
    BoundsMeet,
    /// No farther point, or none that leads nearer, and the bounds do not decide.
    Undecided,
}

impl Ending {
    /// The reason as one English sentence, the key of its translation.
    pub fn says(self) -> &'static str {
        match self {
            Self::TwoBalls => "Two balls: the difference of their centres is a single point.",
            Self::OriginInside => "The simplex holds the origin: the bodies share a point.",
            Self::Touching => "The origin lies on the boundary: the bodies touch.",
            Self::BoundsMeet => "Both bounds agree: this is the distance.",
            Self::Undecided => "No farther point leads nearer, and the bounds do not decide.",
        }
    }
}

/// Where a walk came to.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Why it ended.
    pub ending: Ending,
    /// The cores are at least so far apart, in units.
    pub at_least: f64,
    /// They are at most so far apart, in units.
    pub at_most: f64,
}

/// Up to four points of the difference.
struct Simplex<T> {
    points: [Difference<T>; 4],
    count: usize,
    nearest: Nearest<T>,
}

/// Walks for at most `most` directions, and shows each to `see`.
pub fn walk<T: Real>(cores: &Cores, most: usize, see: &mut impl FnMut(Look<T>)) -> Outcome {
    let first_direction = cores.first_direction().map(T::of);
    let first = cores.support(&first_direction, false);
    let mut simplex = Simplex::of(first);
    let rounding = T::ROUNDING * cores.reach();
    let margin = cores.margin();
    let mut at_least = f64::NEG_INFINITY;
    let mut at_most = length(&first.point).near();
    let mut show = |direction, found, joined, simplex: &Simplex<T>| {
        let weights = &simplex.nearest.weights[..simplex.count];
        see(Look {
            direction,
            found,
            joined,
            simplex: simplex.points(),
            weights,
            nearest: simplex.nearest.point,
        });
    };
    show(first_direction, first, true, &simplex);
    if cores.are_points() {
        return Outcome { ending: Ending::TwoBalls, at_least: at_most, at_most };
    }
    let mut exhaustive = false;
    let mut ending = Ending::Undecided;
    for _ in 0..most {
        // 1. At the origin, or within the margins of balls?
        if at_most <= margin + cores.touching {
            let inside = simplex.count == 4 || at_most < margin - cores.touching;
            ending = if inside { Ending::OriginInside } else { Ending::Touching };
            break;
        }
        if simplex.count == 4 {
            // A tetrahedron so flat that its weights are rounding errors.
            break;
        }
        // 2. The farthest point from the nearest one straight to the origin.
        let Nearest { point, direction, .. } = simplex.nearest;
        let direction = times(if is_zero(&direction) { &point } else { &direction }, T::of(-1.0));
        let mut found = cores.support(&direction, exhaustive);
        let mut below = bound(&direction, &found).near() - rounding;
        let mut is_proved = exhaustive;
        if !exhaustive && (at_most - below <= NEAR_ENOUGH || simplex.has(&found)) {
            // A search that ended early proves nothing: all vertices are looked at before anything rests on them.
            found = cores.support(&direction, true);
            let all = bound(&direction, &found).near() - rounding;
            exhaustive = all < below;
            below = all;
            is_proved = true;
        }
        if is_proved {
            at_least = at_least.max(below);
        }
        let decided = at_least - margin > cores.touching;
        if decided && at_most - at_least <= NEAR_ENOUGH {
            show(direction, found, false, &simplex);
            ending = Ending::BoundsMeet;
            break;
        }
        if simplex.has(&found) {
            show(direction, found, false, &simplex);
            break;
        }
        // 3. It joins, and what the nearest point does not need is dropped.
        simplex.join(found);
        show(direction, found, true, &simplex);
        let now = length(&simplex.nearest.point).near();
        if now > at_most * (1.0 + 4.0 * f64::EPSILON) {
            break;
        }
        // Where the direction still turns, the length may stay the same to the last digit.
        at_most = now.min(at_most);
    }
    Outcome { ending, at_least, at_most }
}

fn is_zero<T: Real>(v: &[T; 3]) -> bool {
    v.iter().all(|c| *c == T::of(0.0))
}

impl<T: Real> Simplex<T> {
    fn of(point: Difference<T>) -> Self {
        Self { points: [point; 4], count: 1, nearest: nearest(&[point.point]) }
    }

    fn points(&self) -> &[Difference<T>] {
        &self.points[..self.count]
    }

    fn has(&self, found: &Difference<T>) -> bool {
        self.points().iter().any(|p| p.point == found.point)
    }

    fn join(&mut self, point: Difference<T>) {
        self.points[self.count] = point;
        self.count += 1;
        let corners = self.points.map(|p| p.point);
        self.nearest = nearest(&corners[..self.count]);
        // What does not count is dropped, the others close up.
        let mut kept = 0;
        for i in 0..self.count {
            if self.nearest.weights[i] > T::of(0.0) {
                self.points[kept] = self.points[i];
                self.nearest.weights[kept] = self.nearest.weights[i];
                kept += 1;
            }
        }
        self.count = kept;
    }
}

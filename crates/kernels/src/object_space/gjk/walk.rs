//! The GJK iteration: a simplex approaches the origin and ends with a certificate.
//!
//! After Gilbert, Johnson & Keerthi (1988): A and B share a point exactly when A ⊖ B contains the origin. The
//! simplex holds up to four points of the difference. Each step adds the farthest point along the direction
//! from the simplex to the origin, then drops the points that the new nearest point does not need.
//!
//! # Certificates
//! The certificate depends only on numbers that are checked at the end, not on the course of the iteration:
//! - *separated*: a plane separates the origin from A ⊖ B. It is perpendicular to a search direction and
//!   passes through the farthest point of A ⊖ B along it. Its distance from the origin is a lower bound on
//!   the solids' distance.
//! - *colliding*: a weighted mean of points of A ⊖ B, with non-negative weights, lies at the origin up to
//!   rounding. Its remaining distance from the origin is an upper bound on the solids' distance.
//!
//! Both are off by at most [`Real::ROUNDING`] times the largest number involved. If the lower bound is not
//! above [`Cores::touching`] and the upper bound not below it, the iteration ends undecided and is repeated
//! in double-double arithmetic.

use super::cores::{Cores, Difference};
use super::nearest::{Nearest, nearest};
use super::real::{Real, dot, length, times};

/// Convergence: the two bounds on the distance differ by at most this, in units.
const NEAR_ENOUGH: f64 = 1e-10;

/// One iteration: a search direction and its result.
pub struct Iteration<'a, T> {
    /// Search direction; not zero, of any length.
    pub direction: [T; 3],
    /// The farthest point of A ⊖ B along the direction.
    pub found: Difference<T>,
    /// Whether the point was added to the simplex.
    pub joined: bool,
    /// The simplex after the iteration.
    pub simplex: &'a [Difference<T>],
    /// Barycentric weights of the nearest point, one per point of the simplex.
    pub weights: &'a [T],
    /// The point of the simplex nearest to the origin.
    pub nearest: [T; 3],
}

impl<T: Real> Iteration<'_, T> {
    /// Lower bound on the distance of the origin from A ⊖ B, in units. If it is positive, the plane through
    /// the found point separates the origin from A ⊖ B.
    pub fn bound(&self) -> T {
        bound(&self.direction, &self.found)
    }
}

/// Signed distance of the origin from the plane through the found point, perpendicular to `direction`;
/// positive in front of it.
fn bound<T: Real>(direction: &[T; 3], found: &Difference<T>) -> T {
    -dot(direction, &found.point) / length(direction)
}

/// Why the iteration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Both solids are balls: the distance of their centres gives the result.
    TwoBalls,
    /// The simplex contains the origin.
    OriginInside,
    /// The simplex reaches the origin within the touching tolerance.
    Touching,
    /// Upper and lower bound agree.
    BoundsMeet,
    /// No farther point was found, or no progress was made, and the bounds leave the result open.
    Undecided,
}

impl Ending {
    /// The reason as one English sentence, the key of its translation.
    pub fn says(self) -> &'static str {
        match self {
            Self::TwoBalls => "Two balls: the difference of their centres is a single point.",
            Self::OriginInside => "The simplex contains the origin: the bodies share a point.",
            Self::Touching => "The origin lies on the boundary: the bodies touch.",
            Self::BoundsMeet => "Both bounds agree: the distance is found.",
            Self::Undecided => {
                "No further point is nearer to the origin, and the bounds leave the result open."
            }
        }
    }
}

/// Result of an iteration.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Why the iteration ended.
    pub ending: Ending,
    /// Lower bound on the distance of the cores (solids without margins), in units.
    pub at_least: f64,
    /// Upper bound on the distance of the cores (solids without margins), in units.
    pub at_most: f64,
}

/// Up to four points of the difference.
struct Simplex<T> {
    points: [Difference<T>; 4],
    count: usize,
    nearest: Nearest<T>,
}

/// Iterates at most `most` times and reports each iteration to `observe`.
pub fn walk<T: Real>(cores: &Cores, most: usize, observe: &mut impl FnMut(Iteration<T>)) -> Outcome {
    let first_direction = cores.first_direction().map(T::of);
    let first = cores.support(&first_direction, false);
    let mut simplex = Simplex::of(first);
    let rounding = T::ROUNDING * cores.reach();
    let margin = cores.margin();
    let mut at_least = f64::NEG_INFINITY;
    let mut at_most = length(&first.point).near();
    let mut show = |direction, found, joined, simplex: &Simplex<T>| {
        let weights = &simplex.nearest.weights[..simplex.count];
        observe(Iteration {
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
        // 1. Does the simplex reach the origin, up to the margins of the balls?
        if at_most <= margin + cores.touching {
            let inside = simplex.count == 4 || at_most < margin - cores.touching;
            ending = if inside { Ending::OriginInside } else { Ending::Touching };
            break;
        }
        if simplex.count == 4 {
            // The tetrahedron is so flat that its weights are rounding errors.
            break;
        }
        // 2. Search from the nearest point towards the origin.
        let Nearest { point, direction, .. } = simplex.nearest;
        let direction = times(if is_zero(&direction) { &point } else { &direction }, T::of(-1.0));
        let mut found = cores.support(&direction, exhaustive);
        let mut below = bound(&direction, &found).near() - rounding;
        let mut is_proved = exhaustive;
        if !exhaustive && (at_most - below <= NEAR_ENOUGH || simplex.has(&found)) {
            // A point found by hill climbing proves nothing: search all vertices before relying on the bound.
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
        // 3. Add the point and drop points that the nearest point does not need.
        simplex.join(found);
        show(direction, found, true, &simplex);
        let now = length(&simplex.nearest.point).near();
        if now > at_most * (1.0 + 4.0 * f64::EPSILON) {
            break;
        }
        // While the direction still changes, the length may stay equal to the last digit; that does not end
        // the iteration.
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
        // Drop points of weight 0 and close the gaps.
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

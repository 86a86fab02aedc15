//! Search for a proof: the point of A ⊖ B nearest to the origin, in integers.
//!
//! Among at most four points of the difference, the nearest mean is found by trying every subset; the
//! farthest point of the difference from there towards the origin is added. In exact arithmetic the search
//! ends for polyhedra, because every mean is nearer than the previous one. Rims have no last point: there the
//! search ends when a proof is found and the distance is known to 1e-11 of itself and of a metre, or without
//! a proof.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::pair::{Pair, Whole, cross, dot, minus, near, plus, times};
use super::proof::Proof;

/// Maximum number of points; only rims come close.
const MOST: usize = 2000;
/// Bits of a direction if there are rims.
const BITS: u64 = 320;

/// The truth about a pair.
#[derive(Debug)]
pub struct Found {
    /// The proof; `None` if rims are so close to touching that none was found.
    pub proof: Option<Proof>,
    /// Lower and upper bound of the distance, metres; 0 if the solids share a point.
    pub distance: [f64; 2],
    /// The vector from B's closest point to A's, metres; accurate to about 1e-9 of itself for rims.
    pub nearest: [f64; 3],
}

impl Found {
    /// True if the solids share a point; `None` if nothing was proved.
    pub fn together(&self) -> Option<bool> {
        self.proof.as_ref().map(|proof| matches!(proof, Proof::Together(_)))
    }
}

/// A point of the difference, and the two points of the solids that it comes from, in own coordinates.
#[derive(Clone)]
struct Difference {
    point: Whole,
    of: [Whole; 2],
}

/// Finds and checks a proof; `size` is that of the larger body in metres.
pub fn search(pair: &Pair, size: f64) -> Found {
    let found = attempt(pair, size);
    if let Some(proof) = &found.proof {
        assert!(proof.holds(pair), "{proof:?} proves nothing");
    }
    found
}

fn attempt(pair: &Pair, size: f64) -> Found {
    let farthest = |direction: &Whole| {
        let of = pair.farthest(direction);
        Difference { point: pair.difference(&of), of }
    };
    let mut simplex = vec![farthest(&pair.first_direction())];
    let mut parting: Option<(Whole, f64)> = None;
    let radius = near(pair.radius.clone(), pair.metre.clone());
    let mut nearest = [0.0; 3];
    let mut at_most = f64::INFINITY;
    for _ in 0..MOST {
        let points: Vec<&Whole> = simplex.iter().map(|p| &p.point).collect();
        let (weights, direction) = nearest_mean(&points);
        let needed: Vec<_> = weights.iter().map(|(index, _)| simplex[*index].clone()).collect();
        let weights = weights.into_iter().map(|(_, weight)| weight);
        let mean = weights
            .clone()
            .zip(&needed)
            .fold([0, 0, 0].map(BigInt::from), |sum, (weight, p)| plus(&sum, &times(&p.point, &weight)));
        let sum: BigInt = weights.clone().sum();
        simplex = needed;
        // 1. Does the mean prove a common point?
        if dot(&mean, &mean) <= &pair.radius * &pair.radius * &sum * &sum {
            let points = weights.zip(simplex.into_iter().map(|p| p.of)).collect();
            return Found { proof: Some(Proof::Together(points)), distance: [0.0; 2], nearest: [0.0; 3] };
        }
        let under = &sum * &pair.metre;
        nearest = mean.each_ref().map(|c| near(c.clone(), under.clone()));
        at_most = near(dot(&mean, &mean), &under * &under).sqrt() - radius;
        // 2. The plane perpendicular to the direction to the origin, and the point farthest along it.
        let direction = if pair.is_curved() { shortened(&direction) } else { direction };
        let joining = farthest(&direction.each_ref().map(|c| -c));
        let along = -pair.reach(&direction.each_ref().map(|c| -c));
        let metres = &pair.metre * &pair.metre * dot(&direction, &direction);
        let at_least = near(&along * &along * along.signum(), metres);
        let at_least = at_least.signum() * at_least.abs().sqrt() - radius;
        if along.is_positive() && parting.as_ref().is_none_or(|(_, best)| *best <= at_least) {
            parting = Some((direction.clone(), at_least));
        }
        // 3. Stop if no point is farther, or if the distance is accurate enough.
        let here = dot(&direction, &joining.point);
        let known = parting.as_ref().is_some_and(|(_, best)| *best > 0.0 && at_most - best <= 1e-11 * size);
        if simplex.iter().any(|p| dot(&direction, &p.point) <= here) || (pair.is_curved() && known) {
            break;
        }
        simplex.push(joining);
    }
    let proof = parting.as_ref().map(|(direction, _)| Proof::Apart(direction.clone()));
    let at_least = parting.map_or(0.0, |(_, at_least)| at_least.max(0.0));
    Found { proof: proof.filter(|proof| proof.holds(pair)), distance: [at_least, at_most], nearest }
}

/// The mean of one to four points that is nearest to the origin: the points with their weights, and the
/// direction from the origin to the mean, of any length.
fn nearest_mean(points: &[&Whole]) -> (Vec<(usize, BigInt)>, Whole) {
    for mask in 1_usize..1 << points.len() {
        let subset: Vec<usize> = (0..points.len()).filter(|i| mask >> i & 1 == 1).collect();
        let chosen: Vec<&Whole> = subset.iter().map(|i| points[*i]).collect();
        let Some((weights, direction)) = projection(&chosen) else { continue };
        let here = dot(&direction, chosen[0]);
        // Nearest if no other point lies on the origin's side of the plane.
        if points.iter().all(|p| dot(&direction, p) >= here) {
            return (subset.into_iter().zip(weights).collect(), direction);
        }
    }
    unreachable!("one subset holds the nearest mean inside")
}

/// The origin's projection onto the plane, line or point of these points, if it lies strictly inside their
/// hull: its weights and its direction.
fn projection(points: &[&Whole]) -> Option<(Vec<BigInt>, Whole)> {
    let zero = || [0, 0, 0].map(BigInt::from);
    let p = points[0];
    let to: Vec<Whole> = points[1..].iter().map(|q| minus(q, p)).collect();
    let origin = minus(&zero(), p);
    let (mut weights, whole, direction) = match &to[..] {
        [] => return Some((vec![BigInt::from(1)], p.clone())),
        [e] => {
            let (share, whole) = (dot(&origin, e), dot(e, e));
            let direction = plus(&times(p, &whole), &times(e, &share));
            (vec![share], whole, direction)
        }
        [e, f] => {
            let normal = cross(e, f);
            let shares = vec![dot(&cross(&origin, f), &normal), dot(&cross(e, &origin), &normal)];
            (shares, dot(&normal, &normal), times(&normal, &dot(&normal, p).signum()))
        }
        [e, f, g] => {
            let volume = dot(e, &cross(f, g));
            let shares = [cross(f, g), cross(g, e), cross(e, f)];
            let sign = volume.signum();
            (shares.iter().map(|n| dot(&origin, n) * &sign).collect(), volume.abs(), zero())
        }
        _ => unreachable!("four points at most"),
    };
    weights.insert(0, &whole - weights.iter().sum::<BigInt>());
    (!whole.is_zero() && weights.iter().all(BigInt::is_positive)).then_some((weights, direction))
}

/// The direction approximated in [`BITS`] bits: short, and long enough that a root may be rounded to an
/// integer.
fn shortened(direction: &Whole) -> Whole {
    let bits = direction.iter().map(BigInt::bits).max().unwrap_or(0);
    direction.each_ref().map(|c| if bits > BITS { c >> (bits - BITS) } else { c << (BITS - bits) })
}

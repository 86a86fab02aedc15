//! The point of a simplex that is nearest to the origin, and the direction in which the origin lies.
//!
//! The point is a convex combination of the corners (weights are not negative), so it lies in A ⊖ B however
//! the weights are rounded. The direction is computed from the simplex and not from the point: near the
//! origin the point is a small difference of large numbers, while the normal of a triangle is not.

use std::cmp::Ordering;

use super::real::{Real, cross, dot, minus, plus, times};

/// Result of [`nearest`].
#[derive(Clone, Copy)]
pub struct Nearest<T> {
    /// Barycentric weight of each corner: not negative, and 1 in sum. Corners of weight 0 can be dropped.
    pub weights: [T; 4],
    /// The weighted mean of the corners.
    pub point: [T; 3],
    /// A vector of any length from the origin towards the simplex; zero if the simplex contains the origin.
    pub direction: [T; 3],
}

/// The nearest point of the convex hull of one to four points.
pub fn nearest<T: Real>(corners: &[[T; 3]]) -> Nearest<T> {
    match *corners {
        [p] => found(corners, &[(0, T::of(1.0))], p),
        [p, q] => edge(corners, 0, 1, p, q),
        [_, _, _] => triangle(corners, [0, 1, 2]),
        _ => tetrahedron(corners),
    }
}

fn found<T: Real>(corners: &[[T; 3]], needed: &[(usize, T)], direction: [T; 3]) -> Nearest<T> {
    let zero = T::of(0.0);
    let (mut weights, mut point) = ([zero; 4], [zero; 3]);
    for &(corner, weight) in needed {
        weights[corner] = weight;
        point = plus(&point, &times(&corners[corner], weight));
    }
    Nearest { weights, point, direction }
}

fn edge<T: Real>(corners: &[[T; 3]], i: usize, j: usize, p: [T; 3], q: [T; 3]) -> Nearest<T> {
    let (zero, one) = (T::of(0.0), T::of(1.0));
    let along = minus(&q, &p);
    let share = -dot(&p, &along) / dot(&along, &along);
    // For an edge of length zero `share` is NaN, and the edge's first corner is the nearest point.
    if is_beyond(share) || share == zero {
        return found(corners, &[(i, one)], p);
    }
    if share >= one {
        return found(corners, &[(j, one)], q);
    }
    let mut nearest = found(corners, &[(i, one - share), (j, share)], p);
    let point = nearest.point;
    nearest.direction = minus(&point, &times(&along, dot(&point, &along) / dot(&along, &along)));
    nearest
}

fn triangle<T: Real>(corners: &[[T; 3]], [i, j, k]: [usize; 3]) -> Nearest<T> {
    let zero = T::of(0.0);
    let [p, q, r] = [i, j, k].map(|corner| corners[corner]);
    let (e, f) = (minus(&q, &p), minus(&r, &p));
    let normal = cross(&e, &f);
    let square = dot(&normal, &normal);
    let to_origin = times(&p, T::of(-1.0));
    let at_q = dot(&cross(&to_origin, &f), &normal) / square;
    let at_r = dot(&cross(&e, &to_origin), &normal) / square;
    let at_p = T::of(1.0) - at_q - at_r;
    if at_p >= zero && at_q >= zero && at_r >= zero {
        let side = if dot(&normal, &p) < zero { T::of(-1.0) } else { T::of(1.0) };
        return found(corners, &[(i, at_p), (j, at_q), (k, at_r)], times(&normal, side));
    }
    // A degenerate triangle has NaN weights, so all its edges are tried.
    let edges = [(at_p, j, k, q, r), (at_q, i, k, p, r), (at_r, i, j, p, q)];
    least(edges.into_iter().filter(|edge| is_beyond(edge.0)).map(|(_, i, j, p, q)| edge(corners, i, j, p, q)))
}

fn tetrahedron<T: Real>(corners: &[[T; 3]]) -> Nearest<T> {
    let zero = T::of(0.0);
    let p = corners[0];
    let [e, f, g] = [1, 2, 3].map(|corner| minus(&corners[corner], &p));
    let to_origin = times(&p, T::of(-1.0));
    let volume = dot(&e, &cross(&f, &g));
    let at = [cross(&f, &g), cross(&g, &e), cross(&e, &f)].map(|across| dot(&to_origin, &across) / volume);
    let at_p = T::of(1.0) - at[0] - at[1] - at[2];
    let weights = [at_p, at[0], at[1], at[2]];
    if weights.iter().all(|weight| *weight >= zero) {
        let needed = [(0, weights[0]), (1, weights[1]), (2, weights[2]), (3, weights[3])];
        return found(corners, &needed, [zero; 3]);
    }
    let faces = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]];
    let beyond = faces.into_iter().zip(weights).filter(|(_, weight)| is_beyond(*weight));
    least(beyond.map(|(face, _)| triangle(corners, face)))
}

/// Whether the nearest point does not need the corner with this weight: the weight is negative, or NaN
/// because the simplex is degenerate.
fn is_beyond<T: Real>(weight: T) -> bool {
    weight.partial_cmp(&T::of(0.0)).is_none_or(Ordering::is_lt)
}

/// The candidate nearest to the origin.
fn least<T: Real>(candidates: impl Iterator<Item = Nearest<T>>) -> Nearest<T> {
    let square = |nearest: &Nearest<T>| dot(&nearest.point, &nearest.point);
    let nearer = |a: Nearest<T>, b: Nearest<T>| if square(&b) < square(&a) { b } else { a };
    candidates.reduce(nearer).expect("at least one weight is negative or NaN, so one part is tried")
}

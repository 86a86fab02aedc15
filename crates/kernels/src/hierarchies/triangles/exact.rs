//! Exact test of whether two triangles share a point. It uses only signs of determinants. Adaptive predicates (Shewchuk
//! 1997) compute them correctly unless a product underflows; then integers decide. Two triangles share a point exactly
//! if an edge of one meets the other. A triangle with collinear corners counts as a segment or a point.

use num_bigint::{BigInt, Sign};
use robust::{Coord, Coord3D, orient2d, orient3d};

use super::super::scaling::near_one;
use crate::geometry::Vector;

/// 2⁻³⁰⁰. Coordinates of at least this size, and 0, are multiples of 2⁻³⁵², so products of three differences are
/// multiples of 2⁻¹⁰⁵⁶ and do not underflow.
const SMALLEST: f64 = f64::from_bits((1023 - 300) << 52);
/// 2⁻⁹⁰⁰. A determinant of coordinates up to 2 that exceeds it has the right sign: all underflow in its computation
/// together is below 2⁻¹⁰⁵⁰.
const CERTAIN: f64 = f64::from_bits((1023 - 900) << 52);

/// The three corners, metres.
pub type Triangle = [Vector; 3];

/// The three sides, from each corner to the next.
pub fn sides(t: &Triangle) -> [[Vector; 2]; 3] {
    [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]]
}

/// Whether the triangles share a point, for any finite coordinates.
pub fn meet(a: &Triangle, b: &Triangle) -> bool {
    let [a, b] = scaled(a, b);
    sides(&a).iter().any(|side| crosses(side, &b)) || sides(&b).iter().any(|side| crosses(side, &a))
}

/// The triangles, scaled by the power of two, which is exact, that brings the largest coordinate to about 1.
pub fn scaled(a: &Triangle, b: &Triangle) -> [Triangle; 2] {
    let scale = near_one(a.iter().chain(b).map(|p| p.amax()).fold(0.0, f64::max));
    [a, b].map(|t| t.map(|p| p * scale))
}

/// Whether the segment and the triangle share a point; exact for coordinates up to 2.
pub fn crosses(&[p, q]: &[Vector; 2], triangle: &Triangle) -> bool {
    let [a, b, c] = triangle;
    let (from, to) = (volume(a, b, c, &p), volume(a, b, c, &q));
    if from == 0.0 && to == 0.0 {
        return crosses_in_plane(&[p, q], triangle);
    }
    if from != 0.0 && to != 0.0 && !opposite(from, to) {
        return false;
    }
    // The segment meets the plane in one point; it is inside if the segment passes all edges on one side.
    let turns = sides(triangle).map(|[from, to]| volume(&p, &q, &from, &to));
    turns.iter().all(|turn| *turn >= 0.0) || turns.iter().all(|turn| *turn <= 0.0)
}

/// [`crosses`] for five coplanar points, projected along an axis for which the triangle keeps an area.
fn crosses_in_plane(segment: &[Vector; 2], triangle: &Triangle) -> bool {
    let Some(projected) = (0..3).find_map(|axis| {
        let projected = triangle.map(|p| flat(&p, axis));
        (area(projected[0], projected[1], projected[2]) != 0.0).then_some((axis, projected))
    }) else {
        // The triangle is a segment or a point.
        return sides(triangle).iter().any(|side| segments_meet(segment, side));
    };
    let (axis, [a, b, c]) = projected;
    let [p, q] = segment.map(|p| flat(&p, axis));
    let one_sign = |values: &[f64]| values.iter().all(|v| *v >= 0.0) || values.iter().all(|v| *v <= 0.0);
    let inside = |p| one_sign(&[area(a, b, p), area(b, c, p), area(c, a, p)]);
    let crossing = |from, to| {
        opposite(area(p, q, from), area(p, q, to)) && opposite(area(from, to, p), area(from, to, q))
    };
    [p, q].into_iter().any(inside)
        || [a, b, c].into_iter().any(|corner| is_between(p, q, corner))
        || [(a, b), (b, c), (c, a)].into_iter().any(|(from, to)| crossing(from, to))
}

/// Whether two segments share a point. Either may be degenerate.
fn segments_meet([p, q]: &[Vector; 2], [r, s]: &[Vector; 2]) -> bool {
    if volume(p, q, r, s) != 0.0 {
        return false;
    }
    // Coplanar segments share a point if their projections along every axis do. A projection that flattens
    // the plane to a line adds no condition to those of the other projections.
    (0..3).all(|axis| {
        let [p, q, r, s] = [p, q, r, s].map(|point| flat(point, axis));
        opposite(area(p, q, r), area(p, q, s)) && opposite(area(r, s, p), area(r, s, q))
            || is_between(p, q, r)
            || is_between(p, q, s)
            || is_between(r, s, p)
            || is_between(r, s, q)
    })
}

/// Whether `point` is on the segment from `p` to `q`.
fn is_between(p: Coord<f64>, q: Coord<f64>, point: Coord<f64>) -> bool {
    let within = |from: f64, to: f64, x: f64| from.min(to) <= x && x <= from.max(to);
    area(p, q, point) == 0.0 && within(p.x, q.x, point.x) && within(p.y, q.y, point.y)
}

/// Whether the signs are opposite. Compares signs, because the product might underflow.
fn opposite(x: f64, y: f64) -> bool {
    x < 0.0 && y > 0.0 || x > 0.0 && y < 0.0
}

/// Six times the volume of the tetrahedron with these corners, or another number of its sign, which is exact.
fn volume(a: &Vector, b: &Vector, c: &Vector, d: &Vector) -> f64 {
    let corners = [a, b, c, d];
    let [a, b, c, d] = corners.map(|p| Coord3D { x: p.x, y: p.y, z: p.z });
    let volume = orient3d(a, b, c, d);
    if volume.abs() > CERTAIN { volume } else { sure(volume, corners.map(|p| [p.x, p.y, p.z])) }
}

/// Twice the area of the triangle with these corners, or another number of its sign, which is exact.
fn area(a: Coord<f64>, b: Coord<f64>, c: Coord<f64>) -> f64 {
    let area = orient2d(a, b, c);
    // The fourth corner, above the third, makes the triangle a tetrahedron of the opposite sign.
    let lifted = || [[a.x, a.y, 0.0], [b.x, b.y, 0.0], [c.x, c.y, 0.0], [c.x, c.y, 1.0]];
    if area.abs() > CERTAIN { area } else { -sure(-area, lifted()) }
}

/// The volume, which is tiny or 0, if no product can have underflowed, otherwise its sign from integers.
#[cold]
fn sure(volume: f64, corners: [[f64; 3]; 4]) -> f64 {
    if corners.iter().flatten().all(|c| *c == 0.0 || c.abs() >= SMALLEST) {
        return volume;
    }
    let [a, b, c, d] = corners.map(|corner| corner.map(whole));
    let from_d = |p: [BigInt; 3]| -> [BigInt; 3] { std::array::from_fn(|i| &p[i] - &d[i]) };
    let [a, b, c] = [a, b, c].map(from_d);
    let minor = |i: usize, j: usize| &b[i] * &c[j] - &b[j] * &c[i];
    match (&a[0] * minor(1, 2) + &a[1] * minor(2, 0) + &a[2] * minor(0, 1)).sign() {
        Sign::Minus => -1.0,
        Sign::NoSign => 0.0,
        Sign::Plus => 1.0,
    }
}

/// A finite number in units of 2⁻¹⁰⁷⁴, of which every f64 is a multiple.
fn whole(c: f64) -> BigInt {
    let (exponent, fraction) = (c.to_bits() >> 52 & 0x7ff, c.to_bits() & ((1 << 52) - 1));
    let digits =
        BigInt::from(if exponent == 0 { fraction } else { fraction | 1 << 52 }) << (exponent.max(1) - 1);
    if c < 0.0 { -digits } else { digits }
}

/// The point projected along an axis.
fn flat(p: &Vector, axis: usize) -> Coord<f64> {
    Coord { x: p[(axis + 1) % 3], y: p[(axis + 2) % 3] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    type WholeVector = [i128; 3];

    fn minus(p: WholeVector, q: WholeVector) -> WholeVector {
        [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
    }

    fn cross(p: WholeVector, q: WholeVector) -> WholeVector {
        [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]
    }

    /// Whether the triangles are disjoint: then they are separated along a normal, a cross product of two
    /// edges, or an edge's normal in its plane. Coordinates below 2²⁸ give products below 2¹¹⁸, without
    /// rounding.
    fn disjoint(a: &[WholeVector; 3], b: &[WholeVector; 3]) -> bool {
        let edges = |t: &[WholeVector; 3]| [minus(t[1], t[0]), minus(t[2], t[1]), minus(t[0], t[2])];
        let (d, e) = (edges(a), edges(b));
        let normals = [cross(d[0], d[1]), cross(e[0], e[1])];
        let mut axes = normals.to_vec();
        for edge in d {
            axes.extend(e.map(|other| cross(edge, other)));
        }
        axes.extend(d.map(|edge| cross(normals[0], edge)));
        axes.extend(e.map(|edge| cross(normals[1], edge)));
        axes.iter().any(|axis| {
            let along = |t: &[WholeVector; 3]| t.map(|p| axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2]);
            let (s, t) = (along(a), along(b));
            s.iter().max() < t.iter().min() || t.iter().max() < s.iter().min()
        })
    }

    #[test]
    fn as_separating_axes_in_whole_numbers_decide() {
        let mut random = Pcg64::seed_from_u64(91);
        let mut counts = [0; 2];
        for round in 0..200_000 {
            let largest = [2_i64, 5, 300, 1 << 26][round % 4];
            let mut point = || [(); 3].map(|()| i128::from(random.random_range(-largest..=largest)));
            let (mut a, b) = ([point(), point(), point()], [point(), point(), point()]);
            // Half of the large pairs touch: a corner of one triangle lies on a side of the other. In half of
            // these the corner is then moved by one unit.
            if round % 8 == 3 {
                a[0] = [0, 1, 2].map(|i| b[0][i] + 2 * ((b[1][i] - b[0][i]) / 4));
                a[0][round / 8 % 3] += i128::from(round % 16 == 3);
            } else if round % 16 == 7 {
                // A sliver with almost no area.
                a[2] = [a[1][0] + 1, a[1][1], a[1][2] - 1];
            }
            if [a, b].iter().any(|t| cross(minus(t[1], t[0]), minus(t[2], t[0])) == [0; 3]) {
                continue;
            }
            let float = |t: [WholeVector; 3]| t.map(|p| Vector::from(p.map(|c| c as f64)));
            let shared = !disjoint(&a, &b);
            assert_eq!(meet(&float(a), &float(b)), shared, "{a:?} {b:?}");
            counts[usize::from(shared)] += 1;
        }
        assert!(counts.iter().all(|&count| count > 30_000), "{counts:?}");
    }

    #[test]
    fn the_size_of_the_triangles_does_not_matter() {
        let a = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Vector::from);
        let corner = |z: f64| [[1.0, 1.0, z], [1.0, 2.0, 3.0], [2.0, 1.0, 3.0]].map(Vector::from);
        for exponent in [-300, -120, 0, 120, 300] {
            let sized = |t: Triangle| t.map(|p| p * 2.0_f64.powi(exponent));
            assert!(meet(&sized(a), &sized(corner(0.0))), "{exponent}");
            assert!(!meet(&sized(a), &sized(corner(1e-15))), "{exponent}");
        }
    }
}

//! The evidence of an answer, checked in exact arithmetic.
//!
//! A *point* proves that two bodies collide if it lies in both closed bodies; a *plane* proves that they are separated
//! if all corners of A lie on one side and all corners of B on the other. The check computes in integers and rounds
//! once, to the metres by which a certificate falls short.
//!
//! A certificate may fall short by the [`tolerance`] of its pair. No f64 needs more: a point common to both bodies
//! that is rounded to f64 moves by at most 2⁻⁵³ of its coordinates, one computed as R·v + t by a few times that, and
//! the offset n·x of a plane likewise; 16 units in the last place of the farthest coordinate cover it, and 1e-9 of the
//! larger body's size covers the rounding inside the bodies. Nothing that falls short by more is accepted: the
//! distance is measured to a point of the surface, so it is never too small by more than its rounding.

use num_bigint::{BigInt, Sign};

use super::exact::Placed;
use super::{Answer, Certificate};
use crate::geometry::whole::{Whole, aligned, det, dot, parts, quotient};
use crate::geometry::{Point, Solid, Vector};
use crate::world::Body;

/// The state of an answer's evidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Checked {
    /// The evidence proves the verdict.
    Proved,
    /// The answer has no evidence.
    Bare,
    /// The evidence does not prove the verdict.
    False(Flaw),
}

/// The reason why a certificate proves nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Flaw {
    /// The point lies outside body 0 or 1 (A or B), at least this many metres from it.
    Outside(usize, f64),
    /// Body 0 or 1 reaches through the plane by this many metres.
    Cut(usize, f64),
    /// Body 0 or 1 lies wholly on the other body's side of the plane, by up to this many metres.
    SameSide(usize, f64),
}

impl Flaw {
    /// The flaw in one English sentence, with the distance.
    pub fn says(self) -> String {
        let name = |body: usize| ["A", "B"][body];
        match self {
            Self::Outside(body, by) => format!("your point lies {} outside {}", metres(by), name(body)),
            Self::Cut(body, by) => format!("your plane cuts {} by {}", name(body), metres(by)),
            Self::SameSide(body, by) => format!(
                "{} lies on {}'s side of your plane, by up to {}",
                name(body),
                name(1 - body),
                metres(by)
            ),
        }
    }

    /// Metres by which the certificate falls short.
    pub fn by(self) -> f64 {
        match self {
            Self::Outside(_, by) | Self::Cut(_, by) | Self::SameSide(_, by) => by,
        }
    }
}

/// A length for a reader, such as "3 mm".
pub fn metres(length: f64) -> String {
    let (value, unit) = match length.abs() {
        1e-6..1e-3 => (1e6 * length, "µm"),
        1e-3..1.0 => (1e3 * length, "mm"),
        1.0..1e4 | 0.0 => (length, "m"),
        _ => return format!("{length:.2e} m"),
    };
    // Three significant digits, without a decimal point for whole numbers.
    let digits = (2.0 - value.abs().max(1.0).log10().floor()).max(0.0) as usize;
    let text = format!("{value:.digits$}");
    let short = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{short} {unit}")
}

/// Metres by which a certificate for this pair may fall short: 1e-9 of the larger body's size, and 16 units in the
/// last place of the farthest coordinate.
pub fn tolerance(pair: &[Body; 2]) -> f64 {
    let size = pair.iter().map(|body| body.shape.size()).fold(0.0, f64::max);
    let reach = |body: &Body| body.pose.translation.vector.amax() + reach_of(body);
    let farthest = pair.iter().map(reach).fold(0.0, f64::max);
    1e-9 * size + 16.0 * f64::EPSILON * farthest
}

/// Bound on the distance of a body's corners from its origin, metres.
fn reach_of(body: &Body) -> f64 {
    let around = body.shape.local_aabb();
    Vector::from_fn(|i, _| around.min[i].abs().max(around.max[i].abs())).norm()
}

/// Checks an answer's evidence. Bodies are the meshes that are drawn; a point may also lie in the exact solid of a
/// round body.
pub fn check(pair: &[Body; 2], answer: &Answer) -> Checked {
    let flaw = match answer.certificate {
        None => return Checked::Bare,
        Some(Certificate::Point(point)) => flaw_of_point(pair, point),
        Some(Certificate::Plane(normal, offset)) => flaw_of_plane(pair, normal, offset),
    };
    match flaw.filter(|flaw| flaw.by() > tolerance(pair)) {
        Some(flaw) => Checked::False(flaw),
        None => Checked::Proved,
    }
}

/// The body from which the point is farther away, if it is outside of one.
fn flaw_of_point(pair: &[Body; 2], point: [f64; 3]) -> Option<Flaw> {
    let of = |body: usize| Flaw::Outside(body, outside(&pair[body], point));
    [of(0), of(1)].into_iter().filter(|flaw| flaw.by() > 0.0).max_by(|f, g| f.by().total_cmp(&g.by()))
}

/// Metres from a point outside the closed body to its surface; 0 if the point is inside.
fn outside(body: &Body, point: [f64; 3]) -> f64 {
    let placed = Placed::of(body, point);
    let triangles = body.shape.mesh().triangles();
    if winding_number(&placed, triangles) != 0 {
        return 0.0;
    }
    let corners = placed.rounded();
    let to = |t: &[u32; 3]| distance(t.map(|v| corners[v as usize]));
    let from_mesh = triangles.iter().map(to).fold(f64::INFINITY, f64::min);
    from_mesh.min(outside_solid(body, point))
}

/// How often the surface winds around the origin, exactly; 0 outside. On the surface it may be anything, and there
/// the distance is 0.
///
/// A ray from the origin counts the triangles that it crosses, with their sign. A ray that meets an edge is replaced.
/// Directions lie on a curve that crosses any plane through the origin at most twice, so that each edge spoils at most
/// two of them.
fn winding_number(placed: &Placed, triangles: &[[u32; 3]]) -> i64 {
    let corners = placed.rounded();
    let most = 2 * 3 * triangles.len() as i64 + 1;
    (1..=most).find_map(|k| crossings(placed, &corners, triangles, [1, k, k * k])).unwrap_or(0)
}

/// The signed crossings of the ray along `direction`; `None` if it meets an edge.
fn crossings(
    placed: &Placed,
    rounded: &[Vector],
    triangles: &[[u32; 3]],
    direction: [i64; 3],
) -> Option<i64> {
    let along = Vector::from(direction.map(|c| c as f64));
    let exactly = direction.map(BigInt::from);
    let mut count = 0;
    for t in triangles {
        let [a, b, c] = t.map(|v| &rounded[v as usize]);
        let whole = |i: usize| &placed.corners[t[i] as usize];
        // A triangle whose plane goes through the origin is not crossed away from the origin: a ray in the plane meets
        // an edge of another triangle, too.
        let facing = sign_of(a, b, c, || det(whole(0), whole(1), whole(2)));
        if facing == 0 {
            continue;
        }
        let side = |p: &Vector, q: &Vector, i: usize, j: usize| {
            sign_of(&along, p, q, || det(&exactly, whole(i), whole(j)))
        };
        let sides = [side(a, b, 0, 1), side(b, c, 1, 2), side(c, a, 2, 0)];
        let (positive, negative) = (sides.contains(&1), sides.contains(&-1));
        if positive && negative {
            continue;
        }
        if sides.contains(&0) {
            // The line meets an edge. Behind the origin that does not matter, but another direction is simpler.
            return None;
        }
        let turn = if positive { 1 } else { -1 };
        // The line meets the plane at det(a, b, c) / (sum of the three sides).
        if facing == turn {
            count += i64::from(turn);
        }
    }
    Some(count)
}

/// The sign of det(p, q, r), from rounded vectors if their rounding cannot change it, else exactly.
fn sign_of(p: &Vector, q: &Vector, r: &Vector, exactly: impl FnOnce() -> BigInt) -> i32 {
    let value = q.cross(r).dot(p);
    // The sum of the sizes of all products; each has a relative error below 1e-14.
    let (p, q, r) = (p.abs(), q.abs(), r.abs());
    let sizes = p.x * (q.y * r.z + q.z * r.y) + p.y * (q.z * r.x + q.x * r.z) + p.z * (q.x * r.y + q.y * r.x);
    if value.abs() > 1e-13 * sizes && sizes > 1e-200 {
        return if value > 0.0 { 1 } else { -1 };
    }
    match exactly().sign() {
        Sign::Plus => 1,
        Sign::Minus => -1,
        Sign::NoSign => 0,
    }
}

/// Distance from the origin to a triangle: to its nearest point inside, if there is one, or to its sides. Every
/// candidate is a point of the triangle, so the result is not too small.
fn distance([a, b, c]: [Vector; 3]) -> f64 {
    let to_side = |p: &Vector, q: &Vector| {
        let along = q - p;
        let t = (-p.dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
        if t.is_nan() { p.norm() } else { (p + along * t).norm().min(p.norm()) }
    };
    let sides = to_side(&a, &b).min(to_side(&b, &c)).min(to_side(&c, &a));
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(&ac);
    let square = normal.norm_squared();
    let v = normal.dot(&(-a).cross(&ac)) / square;
    let w = normal.dot(&ab.cross(&-a)) / square;
    let is_inside = v >= 0.0 && w >= 0.0 && v + w <= 1.0;
    if is_inside { sides.min((a + ab * v + ac * w).norm()) } else { sides }
}

/// Metres from a point outside a round solid to the nearest of its faces; infinite for other bodies.
fn outside_solid(body: &Body, point: [f64; 3]) -> f64 {
    let Point { coords: p } = body.pose.inverse_transform_point(&Point::from(point));
    let across = p.x.hypot(p.z);
    let beyond = match body.shape.solid() {
        Solid::Ball { radius } => p.norm() - radius,
        Solid::Cylinder { radius, height } => (across - radius).max(p.y.abs() - 0.5 * height),
        Solid::Cone { radius, height } => {
            let side = (across * height + (p.y - 0.5 * height) * radius) / radius.hypot(height);
            side.max(-0.5 * height - p.y)
        }
        Solid::Cuboid { .. } | Solid::Polyhedron => return f64::INFINITY,
    };
    beyond.max(0.0)
}

/// The body that reaches through the plane, with the sides chosen so that this is least.
fn flaw_of_plane(pair: &[Body; 2], normal: [f64; 3], offset: f64) -> Option<Flaw> {
    let [a, b] = [0, 1].map(|i| extent(&pair[i], normal, offset));
    // With A behind the plane and B in front of it, and the reverse.
    let flaws = |[a, b]: [[f64; 2]; 2]| {
        let of = |body: usize, [low, high]: [f64; 2]| match low > 0.0 {
            true => Flaw::SameSide(body, high),
            false => Flaw::Cut(body, high),
        };
        let (a, b) = (of(0, a), of(1, [-b[1], -b[0]]));
        if a.by() >= b.by() { a } else { b }
    };
    let turned = |[low, high]: [f64; 2]| [-high, -low];
    let (straight, turned) = (flaws([a, b]), flaws([turned(a), turned(b)]));
    let least = if straight.by() <= turned.by() { straight } else { turned };
    (least.by() > 0.0).then_some(least)
}

/// The least and the greatest signed distance of a body's corners from the plane n·x = d, metres.
fn extent(body: &Body, normal: [f64; 3], offset: f64) -> [f64; 2] {
    let placed = Placed::of(body, [0.0; 3]);
    let (n, power_of_n): (Whole, i32) = aligned(normal);
    let (d, power_of_d) = parts(offset);
    let d = d * &placed.scale;
    // Both sides of n·x − d in units of the finer power of two.
    let power = placed.power + power_of_n;
    let finer = power.min(power_of_d);
    let d = d << (power_of_d - finer) as usize;
    let by = (power - finer) as usize;
    let values: Vec<BigInt> = placed.corners.iter().map(|x| (dot(&n, x) << by) - &d).collect();
    let length = Vector::from(normal).norm();
    let metres =
        |value: Option<&BigInt>| value.map_or(0.0, |value| quotient(value, &placed.scale, finer) / length);
    [metres(values.iter().min()), metres(values.iter().max())]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use nalgebra::UnitQuaternion;

    use super::*;
    use crate::geometry::{Mesh, Pose, Shape, primitives};

    fn at(mesh: Mesh, place: [f64; 3], turn: [f64; 3]) -> Body {
        let pose = Pose::from_parts(place.into(), UnitQuaternion::from_scaled_axis(Vector::from(turn)));
        Body::at_rest(Arc::new(Shape::polyhedron(mesh)), pose)
    }

    fn cube(place: [f64; 3]) -> Body {
        at(primitives::cuboid(Vector::repeat(0.5)), place, [0.0; 3])
    }

    fn of(pair: &[Body; 2], certificate: Certificate) -> Checked {
        let colliding = matches!(certificate, Certificate::Point(_));
        check(pair, &Answer { colliding, certificate: Some(certificate) })
    }

    #[test]
    fn a_point_of_both_proves_and_one_outside_is_named_with_its_distance() {
        let pair = [cube([0.0; 3]), cube([0.75, 0.25, 0.0])];
        assert_eq!(of(&pair, Certificate::Point([0.4, 0.1, 0.1])), Checked::Proved);
        // Corner, edge and face count as inside, and so does the tolerance.
        assert_eq!(of(&pair, Certificate::Point([0.5, 0.5, 0.5])), Checked::Proved);
        assert_eq!(of(&pair, Certificate::Point([0.5 + 5e-10, 0.0, 0.0])), Checked::Proved);
        let Checked::False(flaw) = of(&pair, Certificate::Point([0.503, 0.0, 0.0])) else { panic!() };
        assert_eq!(flaw.says(), "your point lies 3 mm outside A");
        let Checked::False(flaw) = of(&pair, Certificate::Point([0.0, 0.0, 0.0])) else { panic!() };
        assert_eq!(flaw.says(), "your point lies 250 mm outside B");
    }

    #[test]
    fn a_plane_parts_or_is_named_with_its_cut() {
        let pair = [cube([0.0; 3]), cube([1.25, 0.0, 0.0])];
        for plane in [
            ([1.0, 0.0, 0.0], 0.6),
            ([-8.0, 0.0, 0.0], -4.8),
            ([1.0, 0.0, 0.0], 0.5),
            ([1e-60, 0.0, 0.0], 0.7e-60),
        ] {
            assert_eq!(of(&pair, Certificate::Plane(plane.0, plane.1)), Checked::Proved, "{plane:?}");
        }
        let says = |normal, d| match of(&pair, Certificate::Plane(normal, d)) {
            Checked::False(flaw) => flaw.says(),
            other => panic!("{other:?}"),
        };
        assert_eq!(says([2.0, 0.0, 0.0], 0.994), "your plane cuts A by 3 mm");
        assert_eq!(says([1.0, 0.0, 0.0], 0.76), "your plane cuts B by 10 mm");
        assert_eq!(says([1.0, 0.0, 0.0], -3.0), "A lies on B's side of your plane, by up to 3.5 m");
        assert_eq!(says([0.0, 1.0, 0.0], 0.0), "your plane cuts A by 500 mm");
    }

    /// The tolerance far from the origin is that of the coordinates, and no more.
    #[test]
    fn far_away_the_spacing_of_numbers_is_allowed() {
        let far = 2.0_f64.powi(40);
        let pair = [cube([far, 0.0, 0.0]), cube([far + 2.0, 0.0, 0.0])];
        assert!((1e-3..1e-2).contains(&tolerance(&pair)));
        assert_eq!(of(&pair, Certificate::Plane([1.0, 0.0, 0.0], far + 1.0)), Checked::Proved);
        assert!(matches!(of(&pair, Certificate::Plane([1.0, 0.0, 0.0], far + 0.4)), Checked::False(_)));
    }

    /// Compared with the distance from the faces of a turned box, computed in its own coordinates, at random points.
    #[test]
    fn inside_and_distance_are_those_of_a_turned_box() {
        use rand::{Rng, SeedableRng};
        let mut random = rand_pcg::Pcg64::seed_from_u64(5);
        let mut inside = 0;
        for _ in 0..2000 {
            let half = Vector::from_fn(|_, _| 10_f64.powf(random.random_range(-4.0..0.0)));
            let mut three = || [(); 3].map(|()| random.random_range(-2.0..2.0));
            let body = at(primitives::cuboid(half), three(), three());
            let own = Vector::from_fn(|i, _| half[i] * random.random_range(-1.5..1.5));
            let point = body.pose * Point::from(own);
            let beyond = Vector::from_fn(|i, _| (own[i].abs() - half[i]).max(0.0)).norm();
            let found = outside(&body, point.coords.into());
            assert!((found - beyond).abs() < 1e-14 || found < 1e-14 && beyond < 1e-14, "{found} {beyond}");
            inside += usize::from(found == 0.0);
        }
        assert!((300..1700).contains(&inside), "{inside}");
    }
}

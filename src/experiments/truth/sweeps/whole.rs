//! Checks the proofs that the exact sweep gives with its answers, in integer arithmetic.
//!
//! The *reach* of a move is the longest side of the box around the volume that the mover sweeps. All lengths are
//! converted to integer multiples of a *unit* that is far smaller than the reach (see `FINE`); directions are
//! converted likewise.
//!
//! A proof is a point that mover and brush share, or a plane between them. Neither needs to be trusted: a check
//! computes exactly, in integers, by how many metres the point or plane fails to prove the answer.

use num_bigint::{BigInt, Sign};

use crate::geometry::{Aabb, Point, Vector};
use crate::level::mover::Mover;
use crate::level::sweep::proof::Parting;
use crate::level::sweep::{Hit, Move};

type Integer = BigInt;
type ExactPoint = [Integer; 3];

/// A convex solid with few planes, in exact numbers: n · x + d ≤ 0 for all planes.
pub struct Solid {
    /// The unit of length is 2 to this power, in metres.
    unit: i32,
    planes: Vec<ExactPlane>,
    /// Every corner as a fraction: the numerators of x, y and z, in units, and their common positive denominator.
    corners: Vec<(ExactPoint, Integer)>,
}

/// A plane n · x + d = 0: its normal n and its offset d, both multiplied by the same power of two, with x and d in
/// units; and the length of n.
struct ExactPlane {
    normal: ExactPoint,
    d: Integer,
    length: f64,
}

/// The reach of a move is about 2 to this power, in units. Numbers are therefore converted without loss, unless they
/// are tiny compared with the reach.
const FINE: i32 = 150;

/// If a separating plane proves that the mover penetrates the brush by at most this depth (a fraction of the reach),
/// the plane is accepted as it is. Otherwise a brush without a thin layer is tried, see `deepest`.
const FAIR: f64 = 1e-11;
/// Thicknesses of these thin layers, as fractions of the reach.
const LAYERS: [f64; 3] = [1e-12, 1e-11, 5e-11];

impl Solid {
    /// The solid where n · x + d ≤ 0 for all planes `[nx, ny, nz, d]`. It is used for moves whose reach is about
    /// `reach` metres, which determines the unit.
    pub fn new(planes: &[[f64; 4]], reach: f64) -> Self {
        let unit = reach.log2().ceil() as i32 - FINE;
        let slab = |[x, y, z, d]: &[f64; 4]| {
            let largest = x.abs().max(y.abs()).max(z.abs());
            let scale = largest.log2().ceil() as i32 - FINE;
            let normal = [x, y, z].map(|c| whole(*c, scale));
            let length = ratio(&dot(&normal, &normal), &Integer::from(1)).sqrt();
            ExactPlane { normal, d: whole(*d, scale + unit), length }
        };
        let planes: Vec<ExactPlane> = planes.iter().map(slab).collect();
        Self { unit, corners: corners(&planes.iter().collect::<Vec<_>>()), planes }
    }

    /// The corners of a part of the solid near a move: its planes are moved inwards by `layer` metres, and the box
    /// around the swept volume, enlarged by two reaches on each side, clips the solid. No mover comes near the walls
    /// of this box, and the solid is convex. So a plane that separates the mover from this part separates it from the
    /// whole solid.
    fn near(&self, a_move: &Move, layer: f64) -> Vec<(ExactPoint, Integer)> {
        let Aabb { min, max } = a_move.mover.swept(&a_move.from, &a_move.to);
        let by = Vector::repeat(2.0 * a_move.reach());
        let [min, max] = [min - by, max + by].map(|p| self.place(&p.coords));
        let wall = |i: usize, side: i32, at: &Integer| {
            let mut normal = [Integer::ZERO, Integer::ZERO, Integer::ZERO];
            normal[i] = side.into();
            ExactPlane { normal, d: at * -side, length: 1.0 }
        };
        let walls: Vec<ExactPlane> =
            (0..3).flat_map(|i| [wall(i, 1, &max[i]), wall(i, -1, &min[i])]).collect();
        let cuts = |slab: &&ExactPlane| {
            // The corner of the box that is farthest in front of the plane.
            let farthest =
                |i: usize| if slab.normal[i] > Integer::ZERO { max[i].clone() } else { min[i].clone() };
            dot(&slab.normal, &[farthest(0), farthest(1), farthest(2)]) + &slab.d > Integer::ZERO
        };
        let inner: Vec<ExactPlane> =
            self.planes.iter().filter(cuts).map(|slab| self.inwards(slab, layer)).collect();
        corners(&inner.iter().chain(&walls).collect::<Vec<_>>())
    }

    /// A plane moved inwards by `layer` metres.
    fn inwards(&self, slab: &ExactPlane, layer: f64) -> ExactPlane {
        ExactPlane {
            normal: slab.normal.clone(),
            d: &slab.d + whole(layer * slab.length, self.unit),
            length: slab.length,
        }
    }

    /// A bound, in metres, for the depth to which a mover penetrates the solid. The proof is the plane with this
    /// `normal` through `point`; the mover extends at most `behind` metres behind it.
    ///
    /// Remove a layer of thickness d from the solid, and let the rest extend at most s in front of a parallel plane
    /// that the mover does not cross. Then no point of the mover lies deeper than d + s in the solid: a ball of that
    /// radius around the point would contain a point of the rest that is farther in front. Even a thin layer cuts off
    /// a sharp tip, so several layers are tried and the best bound counts.
    fn deepest(&self, a_move: &Move, normal: &Vector, point: &ExactPoint, behind: f64) -> f64 {
        let over = |layer: f64| self.over(&self.near(a_move, layer), normal, point);
        let as_given = over(0.0).max(behind);
        let reach = a_move.reach();
        if as_given <= FAIR * reach {
            return as_given;
        }
        let with_layer = LAYERS.map(|share| share * reach + (over(share * reach) + behind).max(0.0));
        with_layer.into_iter().fold(as_given, f64::min)
    }

    /// Whether the solid has an interior.
    pub fn is_solid(&self) -> bool {
        self.corners.len() >= 4
    }

    fn place(&self, p: &Vector) -> ExactPoint {
        [p.x, p.y, p.z].map(|c| whole(c, self.unit))
    }

    /// Position of a mover's reference point at a time.
    fn at(&self, a_move: &Move, time: f64) -> ExactPoint {
        let (from, to) = (self.place(&a_move.from.coords), self.place(&a_move.to.coords));
        // The time is converted to a multiple of 2⁻²⁰⁰.
        let time = whole(time, -200);
        let [x, y, z] = from;
        let [u, v, w] = to;
        let between = |a: Integer, b: Integer| &a + (((b - &a) * &time) >> 200);
        [between(x, u), between(y, v), between(z, w)]
    }

    fn metres(&self, units: &Integer, den: &Integer) -> f64 {
        ratio(units, den) * f64::from(self.unit).exp2()
    }

    /// The largest signed distance in metres from a point to one of the solid's planes: positive outside the solid,
    /// negative inside.
    fn outside(&self, p: &ExactPoint) -> f64 {
        let over = |slab: &ExactPlane| {
            self.metres(&(dot(&slab.normal, p) + &slab.d), &Integer::from(1)) / slab.length
        };
        self.planes.iter().map(over).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Whether the reference point of a move begins inside, exact to the last bit.
    pub fn holds(&self, a_move: &Move) -> bool {
        let begin = self.at(a_move, 0.0);
        self.planes.iter().all(|slab| dot(&slab.normal, &begin) + &slab.d < Integer::ZERO)
    }

    /// The largest distance, in metres, by which one of the corners lies in front of the plane with this `normal`
    /// through the point `through`; negative if all lie behind it.
    fn over(&self, corners: &[(ExactPoint, Integer)], normal: &Vector, through: &ExactPoint) -> f64 {
        let normal = [normal.x, normal.y, normal.z].map(|c| whole(c, -FINE));
        let level = dot(&normal, through);
        let over = |(p, den): &(ExactPoint, Integer)| {
            self.metres(&(dot(&normal, p) - den * &level), den) * f64::from(-FINE).exp2()
        };
        corners.iter().map(over).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The distance, in metres, to which a mover at a time extends behind the plane with this `normal` through the
    /// point `through`; negative if it stays in front.
    fn behind(&self, a_move: &Move, time: f64, normal: &Vector, through: &ExactPoint) -> f64 {
        let at = self.at(a_move, time);
        let whole_normal = [normal.x, normal.y, normal.z].map(|c| whole(c, -FINE));
        let unit = f64::from(-FINE).exp2();
        let over = |p: &ExactPoint| {
            self.metres(&(dot(&whole_normal, p) - dot(&whole_normal, through)), &1.into()) * unit
        };
        match &a_move.mover {
            Mover::Hull { hull } => {
                let corner = |m: &Point| plus(&at, &self.place(&m.coords));
                hull.vertices().iter().map(|m| -over(&corner(m))).fold(f64::NEG_INFINITY, f64::max)
            }
            mover => mover.reach(normal) - over(&at),
        }
    }

    /// The amount, in metres, by which the proof of a hit fails: before the hit the mover must not penetrate
    /// the solid (`late`), and at the hit it must touch the solid (`early`).
    pub fn hit(&self, a_move: &Move, hit: &Hit, contact: &Vector) -> Failure {
        let point = plus(&self.at(a_move, hit.time), &self.place(contact));
        let off = outside_mover(&a_move.mover, contact).max(self.outside(&point));
        if hit.inside {
            return Failure { late: 0.0, early: off };
        }
        let behind = [0.0, hit.time].map(|time| self.behind(a_move, time, &hit.normal, &point));
        let late = self.deepest(a_move, &hit.normal, &point, behind[0].max(behind[1]));
        Failure { late, early: off }
    }

    /// Checks a free move whose box shares no point with the brush's box: a plane along a side of the boxes
    /// separates them.
    pub fn far(&self, a_move: &Move) -> Failure {
        let sides = (0..3).flat_map(|i| [1.0, -1.0].map(|side| Vector::ith(i, side)));
        // The whole brush is tested, not a part near the move: the boxes are separated, so nothing of the brush is
        // near.
        let late = sides.map(|normal| {
            // The plane is placed at the brush's corner that is farthest along the normal.
            let from = self.at(a_move, 0.0);
            let over = self.over(&self.corners, &normal, &from);
            let plane = Parting { brush: 0, normal, offset: over };
            self.free(a_move, &plane).late
        });
        Failure { late: late.fold(f64::INFINITY, f64::min), early: 0.0 }
    }

    /// The amount, in metres, by which the proof of a free move fails.
    pub fn free(&self, a_move: &Move, plane: &Parting) -> Failure {
        let through = plus(&self.at(a_move, 0.0), &self.place(&(plane.normal * plane.offset)));
        let behind = [0.0, 1.0].map(|time| self.behind(a_move, time, &plane.normal, &through));
        let late = self.deepest(a_move, &plane.normal, &through, behind[0].max(behind[1]));
        Failure { late, early: 0.0 }
    }
}

/// The amounts, in metres, by which a proof fails to prove an answer; zero or negative if it proves the answer.
#[derive(Clone, Copy, Debug)]
pub struct Failure {
    /// Bound on the penetration before the hit is reported.
    pub late: f64,
    /// Bound on the distance from the solid when the hit is reported.
    pub early: f64,
}

/// Distance of a point outside a mover in metres; the point is relative to the mover's reference point.
fn outside_mover(mover: &Mover, p: &Vector) -> f64 {
    match mover {
        Mover::Point => p.norm(),
        Mover::Sphere { radius } => p.norm() - radius,
        Mover::Cylinder { radius, height } => (p.x.hypot(p.z) - radius).max(-p.y).max(p.y - height),
        Mover::Rod { radius, ends: [a, b], is_round } => {
            let (axis, p) = ((b - a).try_normalize(0.0).unwrap_or_default(), p - a);
            let (along, length) = (p.dot(&axis), (b - a).norm());
            if *is_round {
                (p - axis * along.clamp(0.0, length)).norm() - radius
            } else {
                ((p - axis * along).norm() - radius).max(-along).max(along - length)
            }
        }
        Mover::Hull { hull } => {
            let over = |t: usize| {
                let normal = hull.area_normal(t).normalize();
                normal.dot(&(p - hull.corners(t)[0].coords))
            };
            (0..hull.triangles().len()).map(over).fold(f64::NEG_INFINITY, f64::max)
        }
    }
}

/// The corners of the region behind all planes.
fn corners(planes: &[&ExactPlane]) -> Vec<(ExactPoint, Integer)> {
    let mut all = Vec::new();
    for (i, a) in planes.iter().enumerate() {
        for (j, b) in planes.iter().enumerate().skip(i + 1) {
            for c in &planes[j + 1..] {
                all.extend(corner([a, b, c]));
            }
        }
    }
    let is_inside = |(p, den): &(ExactPoint, Integer)| {
        planes.iter().all(|slab| dot(&slab.normal, p) + &slab.d * den <= Integer::ZERO)
    };
    all.retain(is_inside);
    all
}

/// The intersection of three planes: numerators, and a positive denominator.
fn corner([a, b, c]: [&ExactPlane; 3]) -> Option<(ExactPoint, Integer)> {
    let crosses = [cross(&b.normal, &c.normal), cross(&c.normal, &a.normal), cross(&a.normal, &b.normal)];
    let den = dot(&a.normal, &crosses[0]);
    let turn = match den.sign() {
        Sign::NoSign => return None,
        Sign::Plus => Integer::from(-1),
        Sign::Minus => Integer::from(1),
    };
    let along = |i: usize| (&a.d * &crosses[0][i] + &b.d * &crosses[1][i] + &c.d * &crosses[2][i]) * &turn;
    Some(([along(0), along(1), along(2)], -den * turn))
}

fn dot([a, b, c]: &ExactPoint, [x, y, z]: &ExactPoint) -> Integer {
    a * x + b * y + c * z
}

fn cross([a, b, c]: &ExactPoint, [x, y, z]: &ExactPoint) -> ExactPoint {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

fn plus([a, b, c]: &ExactPoint, [x, y, z]: &ExactPoint) -> ExactPoint {
    [a + x, b + y, c + z]
}

/// A number as a multiple of a power of two, rounded down.
fn whole(number: f64, power: i32) -> Integer {
    let bits = number.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let (digits, exponent) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    let digits = if number < 0.0 { -Integer::from(digits) } else { Integer::from(digits) };
    match exponent - power {
        by if by >= 0 => digits << by as usize,
        by => digits >> (-by) as usize,
    }
}

/// The quotient of two integers as a floating-point number, to about 15 digits.
fn ratio(a: &Integer, b: &Integer) -> f64 {
    let rounded = |n: &Integer| {
        let by = n.bits().saturating_sub(60);
        let top = i64::try_from(n >> by as usize).unwrap_or_default();
        (top as f64, by as i32)
    };
    let ((a, i), (b, j)) = (rounded(a), rounded(b));
    // The scaling takes two steps, because a single power of two may overflow.
    let power = i - j;
    a / b * f64::from(power / 2).exp2() * f64::from(power - power / 2).exp2()
}

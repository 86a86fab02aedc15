//! Two posed solids in integers, without rounding.
//!
//! Every f64 is a fraction whose denominator is a power of two, so one unit makes all lengths of a pair
//! integers. A quaternion q rotates p to q p q⁻¹; multiplied by |q|² that is a polynomial of its components,
//! an integer as well. So the solids are exactly those of the pair's numbers, even if |q| differs from 1 by
//! rounding.

use collidoscope::geometry::{Shape, Solid};
use collidoscope::world::Body;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// A vector of integers.
pub type Whole = [BigInt; 3];

/// A solid in its own coordinates, in the pair's unit. A ball is its centre; its radius is in
/// [`Pair::radius`].
enum Core {
    Corners(Vec<Whole>),
    Cylinder { radius: BigInt, half: BigInt },
    Cone { radius: BigInt, half: BigInt },
}

/// Two solids. A point of their difference is `A's point − B's`, along the world's axes.
pub struct Pair {
    cores: [Core; 2],
    /// The maps from own coordinates to those of the difference, which are [`Pair::factor`] times larger.
    turns: [[Whole; 3]; 2],
    /// B's origin minus A's.
    shift: Whole,
    /// Sum of the radii of the balls.
    pub radius: BigInt,
    /// One metre in the difference's coordinates.
    pub metre: BigInt,
    /// One metre in the pair's unit.
    unit: BigInt,
    factor: BigInt,
}

impl Pair {
    /// The pair with the exact values of its numbers.
    pub fn of([a, b]: [&Body; 2]) -> Self {
        let bodies = [a, b];
        let quaternions = bodies.map(|body| turn(body.pose.rotation.coords.as_slice()));
        let place = |body: &Body| [0, 1, 2].map(|i| exactly(body.pose.translation.vector[i]));
        let shift = [0, 1, 2].map(|i| &place(b)[i] - &place(a)[i]);
        // Points on rims are irrational: the unit is so small that rounding them inwards does not matter.
        let fine = BigInt::one() << (100 - a.shape.size().max(b.shape.size()).log2().floor() as i64).max(0);
        let lengths = bodies.iter().flat_map(|body| lengths(&body.shape)).map(exactly);
        let unit = lengths.chain(shift.clone()).map(|length| length.denom().clone()).fold(fine, BigInt::max);
        let [(turn_a, norm_a), (turn_b, norm_b)] = quaternions;
        let factor = &norm_a * &norm_b;
        let whole = |length: &BigRational| length.numer() * (&unit / length.denom());
        let of = |length: f64| whole(&exactly(length));
        let radii = bodies.map(|body| match body.shape.solid() {
            Solid::Ball { radius } => of(radius),
            _ => BigInt::zero(),
        });
        Self {
            cores: bodies.map(|body| core(&body.shape, &of)),
            turns: [scaled(&turn_a, &norm_b), scaled(&turn_b, &norm_a)],
            shift: shift.map(|length| whole(&length) * &factor),
            radius: (&radii[0] + &radii[1]) * &factor,
            metre: &unit * &factor,
            unit,
            factor,
        }
    }

    /// The pair with B moved by `by` metres, rounded to the pair's unit.
    pub fn moved(mut self, by: [f64; 3]) -> Self {
        for (shift, by) in self.shift.iter_mut().zip(by) {
            let by = exactly(by);
            *shift += by.numer() * &self.unit / by.denom() * &self.factor;
        }
        self
    }

    /// True if one of the pair is a cone or cylinder.
    pub fn is_curved(&self) -> bool {
        !self.cores.iter().all(|core| matches!(core, Core::Corners(_)))
    }

    /// The direction from A's origin to B's.
    pub fn first_direction(&self) -> Whole {
        let zero = self.shift.iter().all(BigInt::is_zero);
        if zero { [1, 0, 0].map(BigInt::from) } else { self.shift.clone() }
    }

    /// The points of both cores, in own coordinates, whose difference lies farthest along `direction`. On a
    /// rim they are rounded inwards.
    pub fn farthest(&self, direction: &Whole) -> [Whole; 2] {
        let [along_a, along_b] = self.in_own(direction);
        [self.cores[0].farthest(&along_a), self.cores[1].farthest(&along_b)]
    }

    /// The difference of two points given in own coordinates.
    pub fn difference(&self, [a, b]: &[Whole; 2]) -> Whole {
        let turned = |turn: &[Whole; 3], p: &Whole| [0, 1, 2].map(|i| dot(&turn[i], p));
        minus(&minus(&turned(&self.turns[0], a), &turned(&self.turns[1], b)), &self.shift)
    }

    /// Upper bound of the cores' difference along `direction`; exact if no solid is curved.
    pub fn reach(&self, direction: &Whole) -> BigInt {
        let [along_a, along_b] = self.in_own(direction);
        self.cores[0].reach(&along_a) + self.cores[1].reach(&along_b) - dot(direction, &self.shift)
    }

    /// True if both points, in own coordinates, lie in their cores; corners count as inside.
    pub fn holds(&self, points: &[Whole; 2]) -> bool {
        self.cores.iter().zip(points).all(|(core, point)| core.holds(point))
    }

    /// The direction in each solid's own axes; reversed for B.
    fn in_own(&self, direction: &Whole) -> [Whole; 2] {
        let along = |turn: &[Whole; 3]| {
            [0, 1, 2].map(|j| (0..3).map(|i| &turn[i][j] * &direction[i]).sum::<BigInt>())
        };
        [along(&self.turns[0]), along(&self.turns[1]).map(|c| -c)]
    }
}

impl Core {
    fn farthest(&self, along: &Whole) -> Whole {
        let rim = |radius: &BigInt, y: BigInt| {
            let square = &along[0] * &along[0] + &along[2] * &along[2];
            // √(radius² c² / square), rounded towards zero.
            let part = |c: &BigInt| match square.is_zero() {
                true => BigInt::zero(),
                false => (radius * radius * c * c / &square).sqrt() * c.signum(),
            };
            [part(&along[0]), y, part(&along[2])]
        };
        match self {
            Self::Corners(corners) => {
                let mut best = (&corners[0], dot(along, &corners[0]));
                for corner in &corners[1..] {
                    let here = dot(along, corner);
                    if here > best.1 {
                        best = (corner, here);
                    }
                }
                best.0.clone()
            }
            Self::Cylinder { radius, half } => {
                rim(radius, if along[1].is_negative() { -half } else { half.clone() })
            }
            Self::Cone { radius, half } => {
                let base = rim(radius, -half);
                let apex = [BigInt::zero(), half.clone(), BigInt::zero()];
                if dot(along, &apex) > dot(along, &base) { apex } else { base }
            }
        }
    }

    fn reach(&self, along: &Whole) -> BigInt {
        // The root rounded up.
        let across = || (&along[0] * &along[0] + &along[2] * &along[2]).sqrt() + BigInt::one();
        match self {
            Self::Corners(_) => dot(along, &self.farthest(along)),
            Self::Cylinder { radius, half } => half * along[1].abs() + radius * across(),
            Self::Cone { radius, half } => (half * &along[1]).max(radius * across() - half * &along[1]),
        }
    }

    fn holds(&self, [x, y, z]: &Whole) -> bool {
        let square = x * x + z * z;
        match self {
            Self::Corners(corners) => corners.iter().any(|[cx, cy, cz]| cx == x && cy == y && cz == z),
            Self::Cylinder { radius, half } => y.abs() <= *half && square <= radius * radius,
            // At height y, x² + z² ≤ (radius (half − y) / 2 half)².
            Self::Cone { radius, half } => {
                let (across, height) = (radius * (half - y), BigInt::from(2) * half);
                y.abs() <= *half && square * &height * &height <= &across * &across
            }
        }
    }
}

fn exactly(number: f64) -> BigRational {
    BigRational::from_float(number).expect("bodies have finite numbers")
}

/// All lengths that define a solid.
fn lengths(shape: &Shape) -> Vec<f64> {
    match shape.solid() {
        Solid::Ball { radius } => vec![radius],
        Solid::Cuboid { half_extents } => half_extents.iter().copied().collect(),
        Solid::Cone { radius, height } | Solid::Cylinder { radius, height } => vec![radius, 0.5 * height],
        Solid::Polyhedron => shape.mesh().vertices().iter().flat_map(|p| [p.x, p.y, p.z]).collect(),
    }
}

fn core(shape: &Shape, of: &impl Fn(f64) -> BigInt) -> Core {
    match shape.solid() {
        Solid::Ball { .. } => Core::Corners(vec![[0, 0, 0].map(BigInt::from)]),
        Solid::Cuboid { half_extents: h } => {
            let sign = |corner: usize, axis: usize| if corner >> axis & 1 == 0 { 1.0 } else { -1.0 };
            Core::Corners((0..8).map(|corner| [0, 1, 2].map(|i| of(sign(corner, i) * h[i]))).collect())
        }
        Solid::Cylinder { radius, height } => Core::Cylinder { radius: of(radius), half: of(0.5 * height) },
        Solid::Cone { radius, height } => Core::Cone { radius: of(radius), half: of(0.5 * height) },
        Solid::Polyhedron => {
            Core::Corners(shape.mesh().vertices().iter().map(|p| [p.x, p.y, p.z].map(of)).collect())
        }
    }
}

/// The rotation matrix of a quaternion x, y, z, w times |q|², and |q|², both times the same square.
fn turn(quaternion: &[f64]) -> ([Whole; 3], BigInt) {
    let parts: Vec<BigRational> = quaternion.iter().map(|c| exactly(*c)).collect();
    let unit = parts.iter().map(|c| c.denom().clone()).max().expect("a quaternion has four parts");
    let [x, y, z, w] = [0, 1, 2, 3].map(|i| parts[i].numer() * (&unit / parts[i].denom()));
    let norm = &x * &x + &y * &y + &z * &z + &w * &w;
    let two = BigInt::from(2);
    let diagonal = |p: &BigInt, q: &BigInt| &norm - &two * (p * p + q * q);
    let matrix = [
        [diagonal(&y, &z), &two * (&x * &y - &w * &z), &two * (&x * &z + &w * &y)],
        [&two * (&x * &y + &w * &z), diagonal(&x, &z), &two * (&y * &z - &w * &x)],
        [&two * (&x * &z - &w * &y), &two * (&y * &z + &w * &x), diagonal(&x, &y)],
    ];
    (matrix, norm)
}

fn scaled(matrix: &[Whole; 3], factor: &BigInt) -> [Whole; 3] {
    matrix.each_ref().map(|row| times(row, factor))
}

/// The fraction `over / under` rounded to an f64.
pub fn near(over: BigInt, under: BigInt) -> f64 {
    BigRational::new_raw(over, under).to_f64().expect("fractions of bodies' sizes")
}

/// The inner product.
pub fn dot(a: &Whole, b: &Whole) -> BigInt {
    (0..3).map(|i| &a[i] * &b[i]).sum()
}

/// The cross product.
pub fn cross(a: &Whole, b: &Whole) -> Whole {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| &a[i] * &b[j] - &a[j] * &b[i])
}

/// a + b.
pub fn plus(a: &Whole, b: &Whole) -> Whole {
    [0, 1, 2].map(|i| &a[i] + &b[i])
}

/// a − b.
pub fn minus(a: &Whole, b: &Whole) -> Whole {
    [0, 1, 2].map(|i| &a[i] - &b[i])
}

/// a times a number.
pub fn times(a: &Whole, factor: &BigInt) -> Whole {
    a.each_ref().map(|c| c * factor)
}

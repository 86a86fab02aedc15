//! Principal axes of eight sets of points at once, from sums over their points, in f32.

use crate::geometry::Vector;

/// Sets of points processed at once.
pub const LANES: usize = 8;

/// A value per set.
pub type Eight = [f32; LANES];

/// Three axes, as rows.
pub type Axes = [[f32; 3]; 3];

/// Sweeps of Jacobi rotations: the axes need not be exact.
const SWEEPS: usize = 3;

/// Sums over points: of x, y, z, and of xx, xy, xz, yy, yz, zz.
#[derive(Clone, Copy)]
pub struct Sums {
    pub first: [f32; 3],
    pub second: [f32; 6],
}

impl Sums {
    pub const ZERO: Self = Self { first: [0.0; 3], second: [0.0; 6] };

    #[inline(always)]
    pub fn add_point(&mut self, [x, y, z]: [f32; 3]) {
        self.add(&Self { first: [x, y, z], second: [x * x, x * y, x * z, y * y, y * z, z * z] });
    }

    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        for i in 0..3 {
            self.first[i] += other.first[i];
        }
        for i in 0..6 {
            self.second[i] += other.second[i];
        }
    }

    /// The principal axes of `count` points with these sums, right-handed; the last one has the least spread.
    #[inline(always)]
    pub fn principal_axes(&self, count: usize) -> Axes {
        let mut sums = EightSums::ZERO;
        sums.add(&[1.0; LANES], self);
        let (axes, variances) = sums.principal_axes(&[count as f32; LANES]);
        let of = |i: usize| [axes[i][0][0], axes[i][1][0], axes[i][2][0]];
        let [x, y, z] = [variances[0][0], variances[1][0], variances[2][0]];
        if z <= x && z <= y {
            [of(0), of(1), of(2)]
        } else if y <= x {
            [of(2), of(0), of(1)]
        } else {
            [of(1), of(2), of(0)]
        }
    }
}

/// [`Sums`] of eight sets.
pub struct EightSums {
    first: [Eight; 3],
    second: [Eight; 6],
}

impl EightSums {
    pub const ZERO: Self = Self { first: [[0.0; LANES]; 3], second: [[0.0; LANES]; 6] };

    /// Adds sums, times a factor per set.
    #[inline(always)]
    pub fn add(&mut self, factor: &Eight, sums: &Sums) {
        let of_all = self.first.iter_mut().zip(sums.first).chain(self.second.iter_mut().zip(sums.second));
        for (of_each, sum) in of_all {
            for lane in 0..LANES {
                of_each[lane] += factor[lane] * sum;
            }
        }
    }

    /// The principal axes of sets of `count` points: index of the axis, coordinate, set. Also the variances along the
    /// axes, as shares of their sum.
    #[inline(always)]
    pub fn principal_axes(&self, count: &Eight) -> ([[Eight; 3]; 3], [Eight; 3]) {
        let mut covariance = self.second;
        for (k, (i, j)) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)].into_iter().enumerate() {
            for lane in 0..LANES {
                covariance[k][lane] -= self.first[i][lane] * self.first[j][lane] / count[lane];
            }
        }
        let mut scale = [0.0; LANES];
        for lane in 0..LANES {
            let sum = covariance[0][lane] + covariance[3][lane] + covariance[5][lane];
            scale[lane] = 1.0 / (sum.abs() + f32::MIN_POSITIVE);
        }
        for covariance in &mut covariance {
            for lane in 0..LANES {
                covariance[lane] *= scale[lane];
            }
        }
        let [mut xx, mut xy, mut xz, mut yy, mut yz, mut zz] = covariance;
        let (zero, one) = ([0.0; LANES], [1.0; LANES]);
        let [mut a, mut b, mut c] = [[one, zero, zero], [zero, one, zero], [zero, zero, one]];
        for _ in 0..SWEEPS {
            rotate([&mut xx, &mut yy, &mut xy], [&mut xz, &mut yz], [&mut a, &mut b]);
            rotate([&mut xx, &mut zz, &mut xz], [&mut xy, &mut yz], [&mut a, &mut c]);
            rotate([&mut yy, &mut zz, &mut yz], [&mut xy, &mut xz], [&mut b, &mut c]);
        }
        ([a, b, c], [xx, yy, zz])
    }
}

/// The Jacobi rotation of the axes p and q that makes element pq zero; r is the third axis.
#[inline(always)]
fn rotate([pp, qq, pq]: [&mut Eight; 3], [rp, rq]: [&mut Eight; 2], [p, q]: [&mut [Eight; 3]; 2]) {
    for lane in 0..LANES {
        // The tangent t is the smaller root of t² + t d / pq = 1, here without a division by zero.
        let (d, twice) = (qq[lane] - pp[lane], 2.0 * pq[lane]);
        let root = (d * d + twice * twice).sqrt() + f32::MIN_POSITIVE;
        let t = twice / (d.abs() + root) * 1_f32.copysign(d);
        let cos = 1.0 / (t * t + 1.0).sqrt();
        let sin = t * cos;
        pp[lane] -= t * pq[lane];
        qq[lane] += t * pq[lane];
        pq[lane] = 0.0;
        (rp[lane], rq[lane]) = (cos * rp[lane] - sin * rq[lane], sin * rp[lane] + cos * rq[lane]);
        for i in 0..3 {
            (p[i][lane], q[i][lane]) =
                (cos * p[i][lane] - sin * q[i][lane], sin * p[i][lane] + cos * q[i][lane]);
        }
    }
}

/// A point as seen from another one near it, so that rounding is small.
#[inline(always)]
pub fn seen_from(origin: &Vector, p: &Vector) -> [f32; 3] {
    [(p.x - origin.x) as f32, (p.y - origin.y) as f32, (p.z - origin.z) as f32]
}

#[inline(always)]
pub fn along(axis: &[f32; 3], p: &[f32; 3]) -> f32 {
    axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2]
}

/// The smaller number, in one instruction.
#[inline(always)]
pub fn least(a: f32, b: f32) -> f32 {
    if b < a { b } else { a }
}

/// The larger number, in one instruction.
#[inline(always)]
pub fn most(a: f32, b: f32) -> f32 {
    if b > a { b } else { a }
}

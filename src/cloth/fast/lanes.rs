//! Numbers side by side (SIMD): four of single precision, two of double. The only file of the room with `unsafe`.

use std::ops::{Add, Mul, Sub};

/// Four numbers side by side. All operations work lane by lane.
#[derive(Clone, Copy, Debug, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(transparent)]
pub struct Four(set::Register);

impl Four {
    /// `x` in every lane.
    #[inline(always)]
    pub fn splat(x: f32) -> Self {
        Self::new([x; 4])
    }

    /// From its numbers.
    #[inline(always)]
    pub fn new(numbers: [f32; 4]) -> Self {
        Self(bytemuck::cast(numbers))
    }

    /// From numbers of double precision: the nearest ones.
    #[inline(always)]
    pub fn rounded(numbers: [f64; 4]) -> Self {
        Self(set::rounded(numbers))
    }

    /// Its numbers.
    #[inline(always)]
    pub fn numbers(self) -> [f32; 4] {
        bytemuck::cast(self.0)
    }

    /// The smaller one; that of `other` where either is no number.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        Self(set::min(self.0, other.0))
    }

    /// The larger one; that of `other` where either is no number.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        Self(set::max(self.0, other.0))
    }

    /// Without signs.
    #[inline(always)]
    pub fn abs(self) -> Self {
        Self(set::abs(self.0))
    }

    /// The lanes in the other order.
    #[inline(always)]
    pub fn reversed(self) -> Self {
        Self(set::reversed(self.0))
    }

    /// A bit per lane, lane 0 lowest: whether it is greater than that of `other`. Not if either is no number.
    #[inline(always)]
    pub fn above(self, other: Self) -> u32 {
        set::above(self.0, other.0)
    }

    /// Lanes 0 and 1 of this, and lanes 2 and 3 of `other`.
    #[inline(always)]
    pub fn first_half_with_second_of(self, other: Self) -> Self {
        Self(set::halves(self.0, other.0))
    }

    /// Lanes 2, 3, 0 and 1.
    #[inline(always)]
    pub fn halves_swapped(self) -> Self {
        Self(set::swapped(self.0))
    }

    /// The first three columns of four rows.
    #[inline(always)]
    pub fn columns(rows: [Self; 4]) -> [Self; 3] {
        let [a, b, c, d] = rows;
        let [x, y, z] = set::columns([a.0, b.0, c.0, d.0]);
        [Self(x), Self(y), Self(z)]
    }
}

/// Two numbers of double precision side by side.
#[derive(Clone, Copy, Debug)]
pub struct Two(set::Register2);

impl Two {
    /// From its numbers.
    #[inline(always)]
    pub fn new(numbers: [f64; 2]) -> Self {
        Self(bytemuck::cast(numbers))
    }

    /// The lanes in the other order.
    #[inline(always)]
    pub fn swapped(self) -> Self {
        Self(set::swapped2(self.0))
    }

    /// Whether both lanes of both are greater than those of `than`. Not if any is no number.
    #[inline(always)]
    pub fn both_above(self, other: Self, than: Self) -> bool {
        set::all_above2(self.0, other.0, than.0)
    }
}

macro_rules! lane_by_lane {
    ($($of:ident: $trait:ident $name:ident by $set:ident),* $(,)?) => {$(
        impl $trait for $of {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self(set::$set(self.0, other.0))
            }
        }
    )*};
}
lane_by_lane! {
    Four: Add add by add,
    Four: Sub sub by sub,
    Four: Mul mul by mul,
    Two: Add add by add2,
    Two: Sub sub by sub2,
    Two: Mul mul by mul2,
}

/// SSE2, which every x86-64 has: no choice at run time is needed, and so the calls are sound; none takes a pointer.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod set {
    use std::arch::x86_64::*;

    pub type Register = __m128;
    pub type Register2 = __m128d;

    #[inline(always)]
    pub fn add(a: Register, b: Register) -> Register {
        // SAFETY: see the module's head; likewise below.
        unsafe { _mm_add_ps(a, b) }
    }

    #[inline(always)]
    pub fn sub(a: Register, b: Register) -> Register {
        unsafe { _mm_sub_ps(a, b) }
    }

    #[inline(always)]
    pub fn mul(a: Register, b: Register) -> Register {
        unsafe { _mm_mul_ps(a, b) }
    }

    #[inline(always)]
    pub fn add2(a: Register2, b: Register2) -> Register2 {
        unsafe { _mm_add_pd(a, b) }
    }

    #[inline(always)]
    pub fn sub2(a: Register2, b: Register2) -> Register2 {
        unsafe { _mm_sub_pd(a, b) }
    }

    #[inline(always)]
    pub fn mul2(a: Register2, b: Register2) -> Register2 {
        unsafe { _mm_mul_pd(a, b) }
    }

    #[inline(always)]
    pub fn swapped2(a: Register2) -> Register2 {
        unsafe { _mm_shuffle_pd::<0b01>(a, a) }
    }

    #[inline(always)]
    pub fn all_above2(a: Register2, b: Register2, than: Register2) -> bool {
        unsafe { _mm_movemask_pd(_mm_and_pd(_mm_cmpgt_pd(a, than), _mm_cmpgt_pd(b, than))) == 0b11 }
    }

    #[inline(always)]
    pub fn min(a: Register, b: Register) -> Register {
        unsafe { _mm_min_ps(a, b) }
    }

    #[inline(always)]
    pub fn max(a: Register, b: Register) -> Register {
        unsafe { _mm_max_ps(a, b) }
    }

    #[inline(always)]
    pub fn abs(a: Register) -> Register {
        unsafe { _mm_andnot_ps(_mm_set1_ps(-0.0), a) }
    }

    #[inline(always)]
    pub fn reversed(a: Register) -> Register {
        unsafe { _mm_shuffle_ps::<0b00_01_10_11>(a, a) }
    }

    #[inline(always)]
    pub fn above(a: Register, b: Register) -> u32 {
        unsafe { _mm_movemask_ps(_mm_cmpgt_ps(a, b)) as u32 }
    }

    #[inline(always)]
    pub fn halves(a: Register, b: Register) -> Register {
        unsafe { _mm_shuffle_ps::<0b11_10_01_00>(a, b) }
    }

    #[inline(always)]
    pub fn swapped(a: Register) -> Register {
        unsafe { _mm_shuffle_ps::<0b01_00_11_10>(a, a) }
    }

    #[inline(always)]
    pub fn columns([a, b, c, d]: [Register; 4]) -> [Register; 3] {
        unsafe {
            let (low, high) = (_mm_unpacklo_ps(a, b), _mm_unpacklo_ps(c, d));
            let z = _mm_movelh_ps(_mm_unpackhi_ps(a, b), _mm_unpackhi_ps(c, d));
            [_mm_movelh_ps(low, high), _mm_movehl_ps(high, low), z]
        }
    }

    #[inline(always)]
    pub fn rounded([x, y, z, w]: [f64; 4]) -> Register {
        unsafe { _mm_movelh_ps(_mm_cvtpd_ps(_mm_set_pd(y, x)), _mm_cvtpd_ps(_mm_set_pd(w, z))) }
    }
}

/// The same for other processors: the compiler finds their registers.
#[cfg(not(target_arch = "x86_64"))]
mod set {
    pub type Register = [f32; 4];
    pub type Register2 = [f64; 2];

    macro_rules! lane_by_lane {
        ($($name:ident, $name2:ident: $a:ident $b:ident $of:expr;)*) => {$(
            #[inline(always)]
            pub fn $name(a: Register, b: Register) -> Register {
                let of = |i: usize| { let ($a, $b) = (a[i], b[i]); $of };
                [of(0), of(1), of(2), of(3)]
            }

            #[inline(always)]
            pub fn $name2(a: Register2, b: Register2) -> Register2 {
                let of = |i: usize| { let ($a, $b) = (a[i], b[i]); $of };
                [of(0), of(1)]
            }
        )*};
    }
    lane_by_lane! {
    add, add2: a b a + b;
    sub, sub2: a b a - b;
    mul, mul2: a b a * b;
    }

    #[inline(always)]
    pub fn min(a: Register, b: Register) -> Register {
        let of = |i: usize| if a[i] < b[i] { a[i] } else { b[i] };
        [of(0), of(1), of(2), of(3)]
    }

    #[inline(always)]
    pub fn max(a: Register, b: Register) -> Register {
        let of = |i: usize| if a[i] > b[i] { a[i] } else { b[i] };
        [of(0), of(1), of(2), of(3)]
    }

    #[inline(always)]
    pub fn swapped2([a, b]: Register2) -> Register2 {
        [b, a]
    }

    #[inline(always)]
    pub fn all_above2(a: Register2, b: Register2, than: Register2) -> bool {
        (0..2).all(|i| a[i] > than[i] && b[i] > than[i])
    }

    #[inline(always)]
    pub fn abs(a: Register) -> Register {
        a.map(f32::abs)
    }

    #[inline(always)]
    pub fn reversed([x, y, z, w]: Register) -> Register {
        [w, z, y, x]
    }

    #[inline(always)]
    pub fn above(a: Register, b: Register) -> u32 {
        (0..4).map(|i| u32::from(a[i] > b[i]) << i).sum()
    }

    #[inline(always)]
    pub fn halves(a: Register, b: Register) -> Register {
        [a[0], a[1], b[2], b[3]]
    }

    #[inline(always)]
    pub fn swapped([x, y, z, w]: Register) -> Register {
        [z, w, x, y]
    }

    #[inline(always)]
    pub fn columns(rows: [Register; 4]) -> [Register; 3] {
        [0, 1, 2].map(|column| rows.map(|row| row[column]))
    }

    #[inline(always)]
    pub fn rounded(numbers: [f64; 4]) -> Register {
        numbers.map(|x| x as f32)
    }
}

//! The instruction sets of x86-64 as implementations of `Lanes`.
//!
//! SAFETY of all calls below: an intrinsic requires its instruction set, and valid pointers if it takes any;
//! all pointers come from references to arrays of the right length. SSE2 is part of every x86-64. The types
//! of the other sets are private to the module `simd` and reachable only through `run_avx2` and `run_avx512`.
//! Only `Level::run` calls these, and only `Level::available`, which queries the processor, creates a
//! `Level`.
#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::ops::{Add, Mul, Neg, Sub};

use super::lanes::{Lanes, Task};

#[target_feature(enable = "avx2,fma")]
pub(super) unsafe fn run_avx2<T: Task>(task: T) -> T::Out {
    task.run::<Eight>()
}

#[target_feature(enable = "avx512f,avx2,fma")]
pub(super) unsafe fn run_avx512<T: Task>(task: T) -> T::Out {
    task.run::<Sixteen>()
}

/// Prefetches the cache lines of `x`.
#[inline(always)]
pub(super) fn prefetch<T>(x: &T) {
    let at = std::ptr::from_ref(x).cast::<i8>();
    for line in 0..size_of::<T>().div_ceil(64) {
        // SAFETY: a prefetch reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.wrapping_add(64 * line)) };
    }
}

/// Defines a register type with its operations.
macro_rules! lanes {
    (
        $(#[$attribute:meta])*
        $name:ident: [$register:ty; $width:literal],
        splat: $splat:ident,
        load: $load:ident,
        store: $store:ident,
        add: $add:ident,
        sub: $sub:ident,
        mul: $mul:ident,
        div: $div:ident,
        min: $min:ident,
        max: $max:ident,
        sqrt: $sqrt:ident,
        neg: $neg:expr,
        abs: $abs:expr,
        mul_add: $mul_add:expr,
        sub_product: $sub_product:expr,
        select_lt: $select_lt:expr,
        above: $above:expr,
        of_a: $of_a:expr,
        of_b: $of_b:expr,
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $name($register);

        impl Add for $name {
            type Output = Self;
            #[inline(always)]
            fn add(self, b: Self) -> Self {
                Self(unsafe { $add(self.0, b.0) })
            }
        }
        impl Sub for $name {
            type Output = Self;
            #[inline(always)]
            fn sub(self, b: Self) -> Self {
                Self(unsafe { $sub(self.0, b.0) })
            }
        }
        impl Mul for $name {
            type Output = Self;
            #[inline(always)]
            fn mul(self, b: Self) -> Self {
                Self(unsafe { $mul(self.0, b.0) })
            }
        }
        impl Neg for $name {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                Self(unsafe { $neg(self.0) })
            }
        }
        impl Lanes for $name {
            const WIDTH: usize = $width;
            #[inline(always)]
            fn splat(x: f32) -> Self {
                Self(unsafe { $splat(x) })
            }
            #[inline(always)]
            fn of_a(a: &[f32; 4], part: usize) -> Self {
                Self(unsafe { $of_a(a, part) })
            }
            #[inline(always)]
            fn of_b(b: &[f32; 4]) -> Self {
                Self(unsafe { $of_b(_mm_loadu_ps(b.as_ptr())) })
            }
            #[inline(always)]
            fn load(from: &[f32; 16], part: usize) -> Self {
                let from: &[f32] = &from[$width * part..][..$width];
                Self(unsafe { $load(from.as_ptr()) })
            }
            #[inline(always)]
            fn store(self, to: &mut [f32; 16], part: usize) {
                let to: &mut [f32] = &mut to[$width * part..][..$width];
                unsafe { $store(to.as_mut_ptr(), self.0) };
            }
            #[inline(always)]
            fn mul_add(self, b: Self, c: Self) -> Self {
                Self(unsafe { $mul_add(self.0, b.0, c.0) })
            }
            #[inline(always)]
            fn sub_product(self, b: Self, c: Self) -> Self {
                Self(unsafe { $sub_product(self.0, b.0, c.0) })
            }
            #[inline(always)]
            fn div(self, divisor: Self) -> Self {
                Self(unsafe { $div(self.0, divisor.0) })
            }
            #[inline(always)]
            fn abs(self) -> Self {
                Self(unsafe { $abs(self.0) })
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                Self(unsafe { $min(self.0, other.0) })
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                Self(unsafe { $max(self.0, other.0) })
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                Self(unsafe { $sqrt(self.0) })
            }
            #[inline(always)]
            fn select_lt(self, yes: Self, less: Self, than: Self) -> Self {
                Self(unsafe { $select_lt(self.0, yes.0, less.0, than.0) })
            }
            #[inline(always)]
            fn above(self, other: Self) -> u32 {
                unsafe { $above(self.0, other.0) }
            }
        }
    };
}

lanes! {
    /// Four numbers, by SSE2.
    Four: [__m128; 4],
    splat: _mm_set1_ps,
    load: _mm_loadu_ps,
    store: _mm_storeu_ps,
    add: _mm_add_ps,
    sub: _mm_sub_ps,
    mul: _mm_mul_ps,
    div: _mm_div_ps,
    min: _mm_min_ps,
    max: _mm_max_ps,
    sqrt: _mm_sqrt_ps,
    neg: |x| _mm_xor_ps(_mm_set1_ps(-0.0), x),
    abs: |x| _mm_andnot_ps(_mm_set1_ps(-0.0), x),
    mul_add: |a, b, c| _mm_add_ps(_mm_mul_ps(a, b), c),
    sub_product: |a, b, c| _mm_sub_ps(a, _mm_mul_ps(b, c)),
    select_lt: |no, yes, less, than| {
        let is_less = _mm_cmplt_ps(less, than);
        _mm_or_ps(_mm_and_ps(is_less, yes), _mm_andnot_ps(is_less, no))
    },
    above: |x, y| _mm_movemask_ps(_mm_cmpgt_ps(x, y)) as u32,
    of_a: |a: &[f32; 4], part: usize| _mm_set1_ps(a[part]),
    of_b: |b| b,
}

lanes! {
    /// Eight numbers, by AVX2 with FMA.
    Eight: [__m256; 8],
    splat: _mm256_set1_ps,
    load: _mm256_loadu_ps,
    store: _mm256_storeu_ps,
    add: _mm256_add_ps,
    sub: _mm256_sub_ps,
    mul: _mm256_mul_ps,
    div: _mm256_div_ps,
    min: _mm256_min_ps,
    max: _mm256_max_ps,
    sqrt: _mm256_sqrt_ps,
    neg: |x| _mm256_xor_ps(_mm256_set1_ps(-0.0), x),
    abs: |x| _mm256_andnot_ps(_mm256_set1_ps(-0.0), x),
    mul_add: |a, b, c| _mm256_fmadd_ps(a, b, c),
    sub_product: |a, b, c| _mm256_fnmadd_ps(b, c, a),
    select_lt: |no, yes, less, than| _mm256_blendv_ps(no, yes, _mm256_cmp_ps::<_CMP_LT_OQ>(less, than)),
    above: |x, y| _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(x, y)) as u32,
    of_a: |a: &[f32; 4], part: usize| {
        let p = 2 * part as i32;
        let lanes = _mm256_setr_epi32(p, p, p, p, p + 1, p + 1, p + 1, p + 1);
        _mm256_permutevar_ps(_mm256_broadcast_ps(&_mm_loadu_ps(a.as_ptr())), lanes)
    },
    of_b: |b| _mm256_broadcast_ps(&b),
}

lanes! {
    /// Sixteen numbers, by AVX-512F.
    Sixteen: [__m512; 16],
    splat: _mm512_set1_ps,
    load: _mm512_loadu_ps,
    store: _mm512_storeu_ps,
    add: _mm512_add_ps,
    sub: _mm512_sub_ps,
    mul: _mm512_mul_ps,
    div: _mm512_div_ps,
    min: _mm512_min_ps,
    max: _mm512_max_ps,
    sqrt: _mm512_sqrt_ps,
    neg: |x| {
        let sign = _mm512_castps_si512(_mm512_set1_ps(-0.0));
        _mm512_castsi512_ps(_mm512_xor_si512(sign, _mm512_castps_si512(x)))
    },
    abs: |x| _mm512_abs_ps(x),
    mul_add: |a, b, c| _mm512_fmadd_ps(a, b, c),
    sub_product: |a, b, c| _mm512_fnmadd_ps(b, c, a),
    select_lt: |no, yes, less, than| {
        _mm512_mask_blend_ps(_mm512_cmp_ps_mask::<_CMP_LT_OQ>(less, than), no, yes)
    },
    above: |x, y| u32::from(_mm512_cmp_ps_mask::<_CMP_GT_OQ>(x, y)),
    of_a: |a: &[f32; 4], _| {
        let lanes = _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
        _mm512_permutevar_ps(_mm512_broadcast_f32x4(_mm_loadu_ps(a.as_ptr())), lanes)
    },
    of_b: |b| _mm512_broadcast_f32x4(b),
}

impl Four {
    /// Transposes four rows and returns the first three columns. Written lane by lane, it would compile to
    /// twelve loads for rows in memory.
    #[inline(always)]
    pub fn columns([a, b, c, d]: [Self; 4]) -> [Self; 3] {
        unsafe {
            let (low, high) = (_mm_unpacklo_ps(a.0, b.0), _mm_unpacklo_ps(c.0, d.0));
            let z = _mm_movelh_ps(_mm_unpackhi_ps(a.0, b.0), _mm_unpackhi_ps(c.0, d.0));
            [Self(_mm_movelh_ps(low, high)), Self(_mm_movehl_ps(high, low)), Self(z)]
        }
    }
}

//! The instruction sets of x86-64 as `Lanes`, and the choice among them at run time. The only file here with `unsafe`.
//!
//! [`Level::run`] compiles a whole `Task`, with everything that is inlined into it, once per instruction set, and calls the
//! version of the level.
//!
//! Why that is sound: an intrinsic needs its instruction set, and nothing else where it takes no pointer; pointers come from
//! references to arrays of the right length. Intrinsics can be reached only through the types of the module `x86`, which are
//! private, so only through `Task::run::<L>`, which only `Level::run` calls; and a `Level` is made only by
//! [`Level::available`], which asks the processor.

use super::lanes::Task;
use super::portable::Array;

/// An instruction set that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Sse2,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// All that this processor has, the best one last.
    pub fn available() -> Vec<Self> {
        #[allow(unused_mut)]
        let mut levels = vec![Self(Kind::Portable)];
        #[cfg(target_arch = "x86_64")]
        {
            levels.push(Self(Kind::Sse2));
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                levels.push(Self(Kind::Avx2));
                if is_x86_feature_detected!("avx512f") {
                    levels.push(Self(Kind::Avx512));
                }
            }
        }
        levels
    }

    /// The best that this processor has.
    pub fn best() -> Self {
        *Self::available().last().expect("one is portable")
    }

    /// The best of those with registers of at most 256 bits: for work of which most does not fill wider ones.
    pub fn best_of_256_bits() -> Self {
        let mut levels = Self::available();
        #[cfg(target_arch = "x86_64")]
        levels.retain(|level| level.0 != Kind::Avx512);
        levels.pop().expect("one is portable")
    }

    /// Its name, such as "avx2".
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Sse2 => "sse2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "avx512",
        }
    }

    /// Runs the version of the task for this level.
    #[allow(unsafe_code)]
    #[inline]
    pub fn run<T: Task>(self, task: T) -> T::Out {
        match self.0 {
            Kind::Portable => task.run::<Array>(),
            #[cfg(target_arch = "x86_64")]
            Kind::Sse2 => task.run::<x86::Sse4>(),
            // SAFETY: `available` has found these on the processor.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { x86::run_avx2(task) },
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { x86::run_avx512(task) },
        }
    }
}

/// Asks for the cache line of `x` before it is needed.
#[inline(always)]
#[allow(unsafe_code)]
pub fn prefetch<T>(x: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing; SSE belongs to every x86-64.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let at = std::ptr::from_ref(x).cast::<i8>();
        for line in 0..size_of::<T>().div_ceil(64) {
            _mm_prefetch::<_MM_HINT_T0>(at.wrapping_add(64 * line));
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = x;
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86 {
    use std::arch::x86_64::*;

    use std::ops::{Add, Mul, Neg, Sub};

    use super::super::lanes::Lanes;
    use super::Task;

    #[target_feature(enable = "avx2,fma")]
    pub unsafe fn run_avx2<T: Task>(task: T) -> T::Out {
        task.run::<Avx8>()
    }

    #[target_feature(enable = "avx512f,avx2,fma")]
    pub unsafe fn run_avx512<T: Task>(task: T) -> T::Out {
        task.run::<Avx16>()
    }

    /// A register type with its operations. SAFETY of all: see the file's head.
    macro_rules! lanes {
        ($name:ident($register:ty, $width:expr): $splat:ident $add:ident $sub:ident $mul:ident $div:ident $min:ident
         $max:ident $sqrt:ident $store:ident $load:ident; $of_a:expr, $of_b:expr, $mul_add:expr, $minus_product:expr, $abs:expr,
         $negated:expr, $or_if:expr, $above:expr) => {
            #[derive(Clone, Copy)]
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
                    Self(unsafe { $negated(self.0) })
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
                    Self(unsafe { $of_b(b.as_ptr()) })
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
                fn minus_product(self, b: Self, c: Self) -> Self {
                    Self(unsafe { $minus_product(self.0, b.0, c.0) })
                }
                #[inline(always)]
                fn over(self, divisor: Self) -> Self {
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
                fn or_if(self, yes: Self, less: Self, than: Self) -> Self {
                    Self(unsafe { $or_if(self.0, yes.0, less.0, than.0) })
                }
                #[inline(always)]
                fn above(self, other: Self) -> u32 {
                    unsafe { $above(self.0, other.0) }
                }
            }
        };
    }

    // What every x86-64 has.
    lanes!(Sse4(__m128, 4): _mm_set1_ps _mm_add_ps _mm_sub_ps _mm_mul_ps _mm_div_ps _mm_min_ps _mm_max_ps _mm_sqrt_ps
        _mm_storeu_ps _mm_loadu_ps; |a: &[f32; 4], part: usize| _mm_set1_ps(a[part]), |b| _mm_loadu_ps(b),
        |a, b, c| _mm_add_ps(_mm_mul_ps(a, b), c), |a, b, c| _mm_sub_ps(a, _mm_mul_ps(b, c)),
        |x| _mm_andnot_ps(_mm_set1_ps(-0.0), x), |x| _mm_xor_ps(_mm_set1_ps(-0.0), x),
        |no, yes, x, y| {
            let less = _mm_cmplt_ps(x, y);
            _mm_or_ps(_mm_and_ps(less, yes), _mm_andnot_ps(less, no))
        },
        |x, y| _mm_movemask_ps(_mm_cmpgt_ps(x, y)) as u32);
    // AVX2 with FMA.
    lanes!(Avx8(__m256, 8): _mm256_set1_ps _mm256_add_ps _mm256_sub_ps _mm256_mul_ps _mm256_div_ps _mm256_min_ps
        _mm256_max_ps _mm256_sqrt_ps _mm256_storeu_ps _mm256_loadu_ps;
        |a: &[f32; 4], part: usize| {
            let p = 2 * part as i32;
            let lanes = _mm256_setr_epi32(p, p, p, p, p + 1, p + 1, p + 1, p + 1);
            _mm256_permutevar_ps(_mm256_broadcast_ps(&_mm_loadu_ps(a.as_ptr())), lanes)
        },
        |b| _mm256_broadcast_ps(&_mm_loadu_ps(b)),
        |a, b, c| _mm256_fmadd_ps(a, b, c), |a, b, c| _mm256_fnmadd_ps(b, c, a),
        |x| _mm256_andnot_ps(_mm256_set1_ps(-0.0), x), |x| _mm256_xor_ps(_mm256_set1_ps(-0.0), x),
        |no, yes, x, y| _mm256_blendv_ps(no, yes, _mm256_cmp_ps::<_CMP_LT_OQ>(x, y)),
        |x, y| _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(x, y)) as u32);
    // AVX-512F.
    lanes!(Avx16(__m512, 16): _mm512_set1_ps _mm512_add_ps _mm512_sub_ps _mm512_mul_ps _mm512_div_ps _mm512_min_ps
        _mm512_max_ps _mm512_sqrt_ps _mm512_storeu_ps _mm512_loadu_ps;
        |a: &[f32; 4], _| {
            let lanes = _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
            _mm512_permutevar_ps(_mm512_broadcast_f32x4(_mm_loadu_ps(a.as_ptr())), lanes)
        },
        |b| _mm512_broadcast_f32x4(_mm_loadu_ps(b)),
        |a, b, c| _mm512_fmadd_ps(a, b, c), |a, b, c| _mm512_fnmadd_ps(b, c, a), |x| _mm512_abs_ps(x),
        |x| _mm512_sub_ps(_mm512_setzero_ps(), x),
        |no, yes, x, y| _mm512_mask_blend_ps(_mm512_cmp_ps_mask::<_CMP_LT_OQ>(x, y), no, yes),
        |x, y| u32::from(_mm512_cmp_ps_mask::<_CMP_GT_OQ>(x, y)));
}

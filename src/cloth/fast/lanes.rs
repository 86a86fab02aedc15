//! Sixteen numbers of single precision: a moving box, as four registers of four. The only file of the room with `unsafe`.

/// The box of something that moves straight, at both ends of a step: least coordinates at time 0, greatest ones negated, and
/// the same at time 1. The fourth lane of each register is a fourth direction.
#[derive(Clone, Copy, Debug)]
pub struct Moving(Registers);

impl Moving {
    /// Contains nothing: apart from everything, and nothing is added by it to a union.
    #[inline(always)]
    pub fn empty() -> Self {
        Self::of([[f32::INFINITY; 4]; 4])
    }

    /// From its numbers.
    #[inline(always)]
    pub fn new(numbers: [[f32; 4]; 4]) -> Self {
        Self::of(numbers)
    }

    /// Encloses both.
    #[inline(always)]
    pub fn union(&self, other: &Self) -> Self {
        self.min(other)
    }
}

#[cfg(target_arch = "x86_64")]
use x86::Registers;
#[cfg(not(target_arch = "x86_64"))]
type Registers = [[f32; 4]; 4];

/// SSE, which every x86-64 has: no choice at run time is needed, and so the calls are sound; none takes a pointer.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86 {
    use std::arch::x86_64::*;

    use crate::cloth::fast::lanes::Moving;

    pub type Registers = [__m128; 4];

    impl Moving {
        #[inline(always)]
        pub(super) fn of(numbers: [[f32; 4]; 4]) -> Self {
            Self(bytemuck::cast(numbers))
        }

        /// Its numbers.
        #[inline(always)]
        pub fn numbers(&self) -> [[f32; 4]; 4] {
            bytemuck::cast(self.0)
        }

        #[inline(always)]
        pub(super) fn min(&self, other: &Self) -> Self {
            let (a, b) = (&self.0, &other.0);
            // SAFETY: see the module's head.
            Self([0, 1, 2, 3].map(|i| unsafe { _mm_min_ps(a[i], b[i]) }))
        }

        /// Whether no direction has them apart, the same way round at both ends of the step. The difference of two numbers
        /// has the sign of the comparison, even where it underflows.
        #[inline(always)]
        pub fn meets(&self, other: &Self) -> bool {
            let (a, b) = (&self.0, &other.0);
            // SAFETY: see the module's head.
            unsafe {
                let zero = _mm_setzero_ps();
                let above0 = _mm_cmpgt_ps(_mm_add_ps(a[0], b[1]), zero);
                let above1 = _mm_cmpgt_ps(_mm_add_ps(a[2], b[3]), zero);
                let below0 = _mm_cmpgt_ps(_mm_add_ps(a[1], b[0]), zero);
                let below1 = _mm_cmpgt_ps(_mm_add_ps(a[3], b[2]), zero);
                _mm_movemask_ps(_mm_or_ps(_mm_and_ps(above0, above1), _mm_and_ps(below0, below1))) == 0
            }
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Moving {
    fn of(numbers: [[f32; 4]; 4]) -> Self {
        Self(numbers)
    }

    /// Its numbers.
    #[inline(always)]
    pub fn numbers(&self) -> [[f32; 4]; 4] {
        self.0
    }

    #[inline(always)]
    fn min(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| std::array::from_fn(|j| self.0[i][j].min(other.0[i][j]))))
    }

    /// Whether no direction has them apart, the same way round at both ends of the step.
    #[inline(always)]
    pub fn meets(&self, other: &Self) -> bool {
        let (a, b) = (&self.0, &other.0);
        let beyond = |i: usize, j: usize, k: usize| a[i][k] + b[j][k] > 0.0;
        !(0..4).any(|k| (beyond(0, 1, k) & beyond(2, 3, k)) | (beyond(1, 0, k) & beyond(3, 2, k)))
    }
}

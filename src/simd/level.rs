//! The instruction sets that there are, and the choice among them at run time.
//!
//! [`Level::run`] compiles a whole `Task`, with everything that is inlined into it, once per instruction set, and calls the
//! version of the level.

use super::lanes::Task;
use super::portable::Array;
#[cfg(target_arch = "x86_64")]
use super::x86;

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
            Kind::Sse2 => task.run::<x86::Four>(),
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
pub fn prefetch<T>(x: &T) {
    #[cfg(target_arch = "x86_64")]
    x86::prefetch(x);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = x;
}

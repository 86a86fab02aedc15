//! The available instruction sets, and the choice among them at run time.
//!
//! [`Level::run`] compiles a whole `Task`, with everything inlined into it, once per instruction set, and
//! calls the version for the level.

use super::lanes::Task;
#[cfg(any(feature = "methods", not(target_arch = "x86_64")))]
use super::portable::Array;
#[cfg(target_arch = "x86_64")]
use super::x86;

/// An instruction set of this processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    // On x86-64 for comparison only: SSE2 does the same everywhere.
    #[cfg(any(feature = "methods", not(target_arch = "x86_64")))]
    Portable,
    #[cfg(target_arch = "x86_64")]
    Sse2,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// All instruction sets of this processor, the best one last.
    pub fn available() -> Vec<Self> {
        #[allow(unused_mut)]
        let mut levels = vec![
            #[cfg(any(feature = "methods", not(target_arch = "x86_64")))]
            Self(Kind::Portable),
            #[cfg(target_arch = "x86_64")]
            Self(Kind::Sse2),
        ];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                levels.push(Self(Kind::Avx2));
                if is_x86_feature_detected!("avx512f") {
                    levels.push(Self(Kind::Avx512));
                }
            }
        }
        levels
    }

    /// The best instruction set of this processor.
    pub fn best() -> Self {
        *Self::available().last().expect("there is one for every processor")
    }

    /// Name, such as "avx2".
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(any(feature = "methods", not(target_arch = "x86_64")))]
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Sse2 => "sse2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "avx512",
        }
    }

    /// Runs the version of the task for this instruction set.
    #[allow(unsafe_code)]
    #[inline]
    pub fn run<T: Task>(self, task: T) -> T::Out {
        match self.0 {
            #[cfg(any(feature = "methods", not(target_arch = "x86_64")))]
            Kind::Portable => task.run::<Array>(),
            #[cfg(target_arch = "x86_64")]
            Kind::Sse2 => task.run::<x86::Four>(),
            // SAFETY: `available` has detected these instruction sets on the processor.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { x86::run_avx2(task) },
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 if T::FILLS_512_BITS => unsafe { x86::run_avx512(task) },
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { x86::run_avx2(task) },
        }
    }
}

/// Prefetches the cache lines of `x`.
#[inline(always)]
pub fn prefetch<T>(x: &T) {
    #[cfg(target_arch = "x86_64")]
    x86::prefetch(x);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = x;
}

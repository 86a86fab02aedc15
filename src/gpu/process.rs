//! What is done to the whole process for the driver's sake: the heap under a software rasteriser, and ending at once.
//!
//! llvmpipe allocates and frees megabytes for every flush. glibc hands such blocks back to the system at
//! once and fetches them again, zeroed page by page, for the next flush. Raising two thresholds keeps
//! them in the process.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether this process keeps freed blocks.
static KEPT: AtomicBool = AtomicBool::new(false);

/// Blocks up to this many bytes stay on the heap when freed, and the heap keeps as much at its top.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const KEPT_BYTES: i32 = 64 << 20;

/// Makes the allocator keep what a software rasteriser frees. Does nothing with other allocators than
/// glibc's.
pub fn keep_freed_blocks() {
    KEPT.store(true, Ordering::Relaxed);
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: mallopt only changes thresholds; a value out of its range is ignored.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, KEPT_BYTES);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 2 * KEPT_BYTES);
        libc::mallopt(libc::M_TOP_PAD, KEPT_BYTES / 4);
    }
}

/// Whether [`keep_freed_blocks`] has been called in this process.
pub fn keeps_freed_blocks() -> bool {
    KEPT.load(Ordering::Relaxed)
}

/// Ends the process without what runs at a usual end: that takes down the driver, which another thread may be in.
pub fn leave_at_once(status: i32) -> ! {
    // SAFETY: ends the process without touching its memory.
    #[cfg(unix)]
    unsafe {
        libc::_exit(status)
    }
    #[cfg(not(unix))]
    std::process::exit(status)
}

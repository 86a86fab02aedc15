//! Process-wide settings for the driver: heap thresholds for a software rasteriser, and immediate exit.
//!
//! llvmpipe allocates and frees megabytes for every flush. glibc returns such blocks to the system at once and
//! requests them again, zeroed page by page, for the next flush. Raising two thresholds keeps the blocks in the
//! process.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether this process keeps freed blocks.
static KEEPS_FREED_BLOCKS: AtomicBool = AtomicBool::new(false);

/// Freed blocks of up to this many bytes stay on the heap. The threshold above which the heap is trimmed is derived
/// from it, too.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const KEPT_BYTES: i32 = 64 << 20;

/// Makes the allocator keep freed blocks, for a software rasteriser. Only affects glibc.
pub fn keep_freed_blocks() {
    KEEPS_FREED_BLOCKS.store(true, Ordering::Relaxed);
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
    KEEPS_FREED_BLOCKS.load(Ordering::Relaxed)
}

/// Ends the process without exit handlers: they would shut down the driver, which another thread may be using.
pub fn leave_at_once(status: i32) -> ! {
    // SAFETY: ends the process without touching its memory.
    #[cfg(unix)]
    unsafe {
        libc::_exit(status)
    }
    #[cfg(not(unix))]
    std::process::exit(status)
}

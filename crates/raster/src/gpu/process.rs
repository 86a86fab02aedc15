//! Calls into the C library, which only this room may make: heap thresholds for a software rasteriser, immediate exit,
//! and the time of day.
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

/// Hours and minutes in the local time zone; in UTC where the system does not tell its zone.
pub fn time_of_day() -> [u32; 2] {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let seconds = since.as_secs();
    local(seconds).unwrap_or_else(|| {
        let minutes = (seconds / 60 % (24 * 60)) as u32;
        [minutes / 60, minutes % 60]
    })
}

#[cfg(unix)]
fn local(seconds: u64) -> Option<[u32; 2]> {
    let time = libc::time_t::try_from(seconds).ok()?;
    // SAFETY: plain numbers and a pointer that is not read; the call below overwrites all of them.
    let mut parts: libc::tm = unsafe { std::mem::zeroed() };
    // SAFETY: both arguments are valid for the call, which keeps neither.
    let known = unsafe { !libc::localtime_r(&time, &mut parts).is_null() };
    known.then(|| Some([u32::try_from(parts.tm_hour).ok()?, u32::try_from(parts.tm_min).ok()?]))?
}

#[cfg(not(unix))]
fn local(_: u64) -> Option<[u32; 2]> {
    None
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_time_of_day_is_that_of_the_clock() {
        let [hours, minutes] = super::time_of_day();
        assert!(hours < 24 && minutes < 60);
        // Every zone lies a whole number of quarters of an hour from UTC.
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() / 60;
        let apart = (now as i64 - i64::from(minutes)).rem_euclid(15);
        assert!(apart <= 1, "{hours}:{minutes}");
    }
}

//! The time of day. It is here because only this room may call the C library.

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

//! Bytes as a `.map` file. What comes out must be planes; a refusal must be one line.
#![no_main]

use collidoscope::level::map::{UNITS, read};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    match read(&String::from_utf8_lossy(bytes), UNITS) {
        Ok(map) => {
            let is_plane = |n: f64, d: f64| (n - 1.0).abs() < 1e-9 && d.is_finite();
            assert!(map.brushes.iter().flatten().all(|plane| is_plane(plane.normal.norm(), plane.offset)));
        }
        Err(why) => collidoscope_fuzz::assert_one_line(&why.to_string()),
    }
});

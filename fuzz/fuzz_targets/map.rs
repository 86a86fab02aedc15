//! Reads the bytes as a `.map` file. All planes of the result must be valid; an error must be one line.
#![no_main]

use collidoscope::level::map::{UNITS, read};

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    collidoscope_fuzz::mutate::mutated(data, size, max_size, seed, collidoscope_fuzz::maps::changed)
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let map = read(&String::from_utf8_lossy(bytes), UNITS);
    collidoscope_fuzz::count(map.is_ok());
    match map {
        Ok(map) => {
            let is_plane = |n: f64, d: f64| (n - 1.0).abs() < 1e-9 && d.is_finite();
            assert!(map.brushes.iter().flatten().all(|plane| is_plane(plane.normal.norm(), plane.offset)));
        }
        Err(why) => collidoscope_fuzz::assert_one_line(&why.to_string()),
    }
});

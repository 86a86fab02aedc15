//! Imports the bytes as an `.stl` file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| collidoscope_fuzz::import("stl", bytes));

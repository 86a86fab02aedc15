//! Imports the bytes as a `.glb` file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| collidoscope_fuzz::import("glb", bytes));

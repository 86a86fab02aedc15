//! Imports the bytes as a `.gltf` file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| collidoscope_fuzz::import("gltf", bytes));

//! Imports the bytes as an `.obj` file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| collidoscope_fuzz::import("obj", bytes));

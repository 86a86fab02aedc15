//! Reads the text as a homework file of `grade`.
#![no_main]

use collidoscope::grading::homework::Homework;
use collidoscope_fuzz::assert_one_line;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Err(why) = Homework::read(text) {
        assert_one_line(&why);
    }
});

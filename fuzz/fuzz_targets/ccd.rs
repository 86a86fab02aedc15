//! Reads the bytes as an input file of `ccd`, and answers its queries with the safe method.
#![no_main]

use collidoscope::cli::ccd::queries;
use collidoscope::continuous::Kind;
use collidoscope::continuous::methods::METHODS;
use collidoscope_fuzz::{assert_one_line, file};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    match queries::read(&file("csv", bytes), Kind::EdgeEdge) {
        Ok(all) => {
            for given in all {
                let time = METHODS[0].answer(&given.asked);
                assert!(time.is_none_or(|t| (0.0..=1.0).contains(&t)), "{time:?}");
            }
        }
        Err(why) => assert_one_line(&format!("{why:#}")),
    }
});

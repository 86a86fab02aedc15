//! Reads the bytes as an input file of `query`. The only mesh that it can name is `m.obj`, beside it.
#![no_main]

use collidoscope::cli::cases::{self, MeshesAre};
use collidoscope_fuzz::{assert_one_line, file};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Err(why) = cases::load(&file("json", bytes), 1, MeshesAre::Solids) {
        assert_one_line(&why.to_string());
    }
});

//! Reads the bytes as an input file of `sweep`, and answers its moves with every method. The only mesh and
//! map that it can name are `m.obj` and `m.map`, beside it.
#![no_main]

use collidoscope::cli::sweep::cases::{self, Levels};
use collidoscope::level::compile::SplitRule;
use collidoscope::level::methods::METHODS;
use collidoscope_fuzz::{assert_one_line, count, file};

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    collidoscope_fuzz::mutate::mutated(data, size, max_size, seed, collidoscope_fuzz::moves::changed)
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let loaded = cases::load(&file("json", bytes));
    count(loaded.is_ok());
    let cases = match loaded {
        Ok(cases) => cases,
        Err(why) => return assert_one_line(&why.to_string()),
    };
    let levels = match Levels::of(&cases, &mut |_, _| true) {
        Ok(levels) => levels,
        Err(why) => return assert_one_line(&why.to_string()),
    };
    for (group, moves) in levels.groups().enumerate() {
        let level = match levels.compile(group, SplitRule::Mixed, &mut |_, _| true) {
            Ok(level) => level,
            Err(why) => return assert_one_line(&why.to_string()),
        };
        for method in METHODS {
            let mut sweep = method.make(&level, &method.default_settings());
            for a_move in moves.iter().map(|index| &cases.moves[*index]) {
                // A method's own form of the level may be refused if its shifted planes are too far away.
                let Ok((hit, _)) = sweep.sweep(a_move) else { continue };
                if let Some(hit) = hit {
                    assert!((0.0..=1.0).contains(&hit.time), "{} {hit:?} of {a_move:?}", method.id);
                    assert!((hit.normal.norm() - 1.0).abs() < 1e-6, "{} {hit:?} of {a_move:?}", method.id);
                }
                // The answer must be the same whether the traversal starts at the root or further down.
                let watched = sweep.watch(a_move, &mut |_| ()).map(|(hit, _)| hit);
                assert_eq!(watched, Ok(hit), "{} of {a_move:?}", method.id);
            }
        }
    }
});

//! The queries of the public data set in `data/`, with the truth that comes with them.

use std::path::PathBuf;

use collidoscope::cli::ccd::queries::{KnownQuery, read};
use collidoscope::continuous::methods::{self, METHODS, find};
use collidoscope::continuous::pair::Kind;

/// All files of this kind.
fn files(kind: Kind) -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/continuous/data");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths.filter(|path| path.to_string_lossy().contains(kind.id())).collect();
    files.sort();
    files
}

#[test]
fn nothing_is_missed_on_the_public_queries() {
    let exact = find(methods::EXACT).unwrap();
    let (mut most_false, mut queries) = (vec![0; METHODS.len()], 0);
    let mut naive_missed = 0;
    for kind in Kind::ALL {
        for file in files(kind) {
            for (i, KnownQuery { asked, touches }) in read(&file, kind).unwrap().iter().enumerate() {
                queries += 1;
                let truth = exact.answer(asked);
                assert_eq!(truth.is_some(), *touches, "{}, {i}", file.display());
                for (method, false_hits) in METHODS.iter().zip(&mut most_false) {
                    // Some queries take up to a second: a sixteenth of them is enough here.
                    if method.id == methods::INCLUSION && i % 16 != 0 {
                        continue;
                    }
                    let said = method.answer(asked);
                    *false_hits += usize::from(said.is_some() && !touches);
                    if method.id == methods::NAIVE {
                        naive_missed += usize::from(said.is_none() && *touches);
                    } else if let Some(truth) = truth {
                        assert!(said.is_some_and(|t| t <= truth), "{}: {}, {i}", method.id, file.display());
                    }
                }
            }
        }
    }
    assert_eq!(queries, 1074);
    assert!(naive_missed > 0);
    let of = |id: &str| most_false[METHODS.iter().position(|m| m.id == id).unwrap()];
    assert_eq!(of(methods::EXACT), 0);
    assert!(of(methods::HYBRID) <= 57, "{most_false:?}");
}

//! The queries of the public data set in `data/`, with the truth that comes with them.

use std::path::PathBuf;

use collidoscope::cli::ccd::queries::{KnownQuery, read};
use collidoscope::continuous::Kind;
use collidoscope::continuous::methods::{self, METHODS, find};

/// All files of this kind.
fn files(kind: Kind) -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/continuous/data");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths.filter(|path| path.to_string_lossy().contains(kind.id())).collect();
    files.sort();
    files
}

#[test]
fn nothing_is_missed_on_the_public_queries() {
    let exact = find(methods::EXACT).unwrap();
    let (mut most_false, mut queries) = (vec![0; METHODS.len()], 0);
    let (mut naive_missed, mut naive_late) = (0, Vec::new());
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
                        let delay = said.zip(truth).map(|(said, truth)| said - truth);
                        naive_late.extend(delay.filter(|delay| *delay > 0.0));
                    } else if let Some(truth) = truth {
                        assert!(said.is_some_and(|t| t <= truth), "{}: {}, {i}", method.id, file.display());
                    }
                }
            }
        }
    }
    assert_eq!(queries, 1074);
    // The numbers of lesson 51.
    assert_eq!(naive_missed, 25);
    let largest = naive_late.iter().copied().fold(0.0, f64::max);
    let beyond_rounding = naive_late.iter().filter(|delay| **delay > 1e-9).count();
    assert_eq!((naive_late.len(), beyond_rounding), (87, 6));
    assert!((largest - 0.479).abs() < 0.001, "{largest}");
    let of = |id: &str| most_false[METHODS.iter().position(|m| m.id == id).unwrap()];
    assert_eq!(of(methods::EXACT), 0);
    assert!(of(methods::HYBRID) <= 57, "{most_false:?}");
}

//! Damaged query files give queries or an error of one line, never a panic.

use collidoscope::cli::ccd::queries::read;
use collidoscope::continuous::Kind;
use collidoscope::continuous::methods::{HYBRID, find};
use rand::Rng as _;
use rand_pcg::Pcg64;

const WHOLE: &str = "1,3,1,3,1,3,1\n0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,1,1,0,1,1\n\
    1,3,1,3,-1,3,1\n0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,1,1,0,1,1\n";
/// Pieces that are inserted at random places.
const PIECES: [&[u8]; 14] = [
    b"",
    b",",
    b"\n",
    b"\r\n",
    b"-",
    b"0",
    b"9",
    b"\"",
    b"\x00",
    b"\xff",
    b"1e9",
    b"99999999999999999999999999",
    b"\xef\xbb\xbf",
    b"\x1b[2J",
];

#[test]
fn damaged_files_give_queries_or_one_line() {
    let mut random = Pcg64::new(21, 7);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q.csv");
    let (mut answered, mut refused) = (0, 0);
    for _ in 0..3000 {
        let mut bytes = WHOLE.as_bytes().to_vec();
        for _ in 0..random.random_range(1..4) {
            let from = random.random_range(0..bytes.len());
            let to = (from + random.random_range(0..3)).min(bytes.len());
            let piece = PIECES[random.random_range(0..PIECES.len())];
            bytes.splice(from..to, piece.iter().copied());
        }
        std::fs::write(&path, &bytes).unwrap();
        match read(&path, Kind::VertexFace) {
            Ok(all) => {
                answered += 1;
                let times = all.iter().map(|given| find(HYBRID).unwrap().answer(&given.asked));
                assert!(times.flatten().all(|t| (0.0..=1.0).contains(&t)));
            }
            Err(why) => {
                refused += 1;
                let line = format!("{why:#}");
                assert!(
                    !line.chars().any(char::is_control),
                    "{line:?} of {:?}",
                    String::from_utf8_lossy(&bytes)
                );
            }
        }
    }
    assert!(answered > 100 && refused > 1000, "{answered} {refused}");
}

//! Damaged homework files, recordings and answers give a value or one line, never a panic.

use collidoscope::grading::homework::Homework;
use collidoscope::programs::protocol::{Refusal, read_answer, read_hello};
use collidoscope::programs::recording::Replay;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

const FILES: [&str; 2] = [
    include_str!("../../../examples/own-method/homework/01-sphere-box.toml"),
    include_str!("../../../examples/own-method/homework/02-convex.toml"),
];

/// Words that files and lines are made of, right and wrong.
const WORDS: [&str; 24] = [
    "count",
    "families",
    "= ",
    "\n",
    "[title]",
    "[[checks]]",
    "name",
    "\"far\"",
    "1e999",
    "-1",
    "nan",
    "inf",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "0x7fffffffffffffff",
    "9223372036854775808",
    "\u{7f}",
    "zh-CN",
    "weight",
    "limits",
    "1979-05-27",
];

/// The text with up to four changes: a byte, a piece that is cut, copied or replaced by a word.
fn mutated(text: &str, random: &mut Pcg64) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.random_range(1..5) {
        let at = random.random_range(0..=bytes.len());
        let end = (at + random.random_range(0..30)).min(bytes.len());
        let word = WORDS[random.random_range(0..WORDS.len())].bytes();
        match random.random_range(0..5) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.random_range(0..8),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            3 => drop(bytes.splice(at..end, word)),
            _ => drop(bytes.splice(at..at, word)),
        }
    }
    bytes
}

fn is_one_line(why: &str) -> bool {
    !why.is_empty() && !why.contains(char::is_control)
}

#[test]
fn five_thousand_damaged_homework_files() {
    let mut random = Pcg64::seed_from_u64(9);
    let (mut good, mut bad) = (0, 0);
    for round in 0..5000 {
        let bytes = mutated(FILES[round % 2], &mut random);
        match Homework::read(&String::from_utf8_lossy(&bytes)) {
            Ok(homework) => {
                // Everything that the program computes from it is computable.
                let _ = (homework.limits(), homework.title(), homework.text());
                assert!(homework.families.iter().all(|part| part.family().is_some() && part.count > 0));
                good += 1;
            }
            Err(why) => {
                assert!(is_one_line(&why), "{why:?}");
                bad += 1;
            }
        }
    }
    assert!(good > 100 && bad > 1000, "{good} good, {bad} bad");
}

#[test]
fn damaged_answers_and_recordings() {
    let mut random = Pcg64::seed_from_u64(4);
    let line = r#"{"id":7,"colliding":false,"plane":[0.25,-1e-3,2.0,1e9]}"#;
    let recording = "{\"recording\":1,\"name\":\"x\",\"baseline_us\":20.0}\n\
                     {\"asked\":\"00\",\"colliding\":true,\"point\":[1.0,2.0,3.0],\"us\":12.5}\n\
                     {\"asked\":\"01\",\"failure\":{\"kind\":\"time-out\",\"says\":\"late\"},\"us\":1e6}\n";
    Replay::read(recording).unwrap();
    let mut good = 0;
    for _ in 0..5000 {
        let bytes = mutated(line, &mut random);
        match read_answer(&bytes, 7) {
            Ok(_) => good += 1,
            Err(Refusal::Malformed(why)) => assert!(is_one_line(&why), "{why:?}"),
            Err(Refusal::OtherId(_)) => {}
        }
        if let Err(why) = read_hello(&bytes) {
            assert!(is_one_line(&why), "{why:?}");
        }
        let text = String::from_utf8_lossy(&mutated(recording, &mut random)).into_owned();
        if let Err(why) = Replay::read(&text) {
            assert!(!why.is_empty() && !why.contains('\n'), "{why:?}");
        }
    }
    assert!(good > 20, "{good}");
}

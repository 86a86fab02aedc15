//! Mutations that keep files valid, shared by the mutators of `scene`, `map` and `sweep`.

use rand::{Rng as _, SeedableRng as _, seq::IndexedRandom as _};
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

/// The random number generator of a mutation.
pub type Random = Pcg64Mcg;

/// One input in this many is mutated as raw bytes by libFuzzer.
const AS_BYTES: u32 = 24;

/// The generator for a seed of libFuzzer.
pub fn random(seed: u32) -> Random {
    Random::seed_from_u64(seed.into())
}

/// Mutates the input of `size` bytes in `data`, which has room for `most`, and returns its new size. `change`
/// computes the new content, except when raw bytes are mutated.
pub fn mutated(
    data: &mut [u8],
    size: usize,
    most: usize,
    seed: u32,
    change: impl Fn(&[u8], &mut Random) -> Vec<u8>,
) -> usize {
    let mut random = random(seed);
    if random.random_ratio(1, AS_BYTES) {
        return libfuzzer_sys::fuzzer_mutate(data, size, most);
    }
    let made = change(&data[..size], &mut random);
    if made.len() > most.min(data.len()) {
        return size;
    }
    data[..made.len()].copy_from_slice(&made);
    made.len()
}

/// Changes one random value below `value`: a number, a switch, or an element that is duplicated or removed. A
/// string becomes one of `texts`.
pub fn change(value: &mut Value, texts: &[&str], random: &mut Random) {
    // Sometimes stops early, so that whole lists and objects change as well.
    let stops = random.random_ratio(1, 8);
    match value {
        Value::Array(items) if !items.is_empty() => {
            let at = random.random_range(0..items.len());
            match stops {
                false => change(&mut items[at], texts, random),
                true if random.random() => drop(items.remove(at)),
                true => items.insert(at, items[at].clone()),
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let name = fields.keys().nth(random.random_range(0..fields.len())).cloned().unwrap_or_default();
            match stops {
                false => change(&mut fields[&name], texts, random),
                true => drop(fields.shift_remove(&name)),
            }
        }
        Value::Number(number) => match number.as_u64() {
            Some(whole) if random.random_ratio(3, 4) => *value = whole_near(whole, random).into(),
            _ => *value = real_near(number.as_f64().unwrap_or_default(), random).into(),
        },
        Value::Bool(on) => *on = !*on,
        Value::String(text) => {
            *text = texts.choose(random).map_or_else(String::new, |text| (*text).to_owned())
        }
        Value::Null => *value = real_near(1.0, random).into(),
        Value::Array(_) | Value::Object(_) => {}
    }
}

/// A whole number next to `was`, a small one, or one at a limit.
pub fn whole_near(was: u64, random: &mut Random) -> u64 {
    match random.random_range(0..8) {
        0 => was.saturating_add(1),
        1 => was.saturating_sub(1),
        2 => was.saturating_mul(2),
        3 => *[u64::from(u32::MAX), u64::MAX, 1 << 53, 100_001].choose(random).unwrap_or(&0),
        _ => random.random_range(0..20),
    }
}

/// A number near `was`, or one for which arithmetic is likely to fail.
pub fn real_near(was: f64, random: &mut Random) -> f64 {
    const HARD: [f64; 16] = [
        0.0, -0.0, 1.0, -1.0, 0.5, 1e-9, -1e-9, 1e-300, 5e-324, 1e6, -1e9, 1e12, 1e15, -1e50, 1e154, 1.7e308,
    ];
    match random.random_range(0..8) {
        0 => *HARD.choose(random).unwrap_or(&0.0),
        1 => -was,
        2 => was.next_up(),
        3 => was.next_down(),
        4 => was * (1.0 + random.random_range(-1e-6..1e-6)),
        5 => f64::from(random.random_range(-4..5_i32)),
        _ => random.random_range(-9.0..9.0),
    }
}

//! Mutations that keep input files of `sweep` valid: the mutator of `sweep`.

use rand::{Rng as _, seq::IndexedRandom as _};
use serde_json::{Value, json};

use crate::mutate::{Random, change};

/// Mutates the file in `bytes`.
pub fn changed(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let read = serde_json::from_slice::<Value>(bytes)
        .ok()
        .filter(|file| file["level"].is_object() && file["moves"].is_array());
    let mut file = read.unwrap_or_else(|| json!({"level": level(random), "moves": [a_move(random)]}));
    for _ in 0..random.random_range(1..4) {
        match random.random_range(0..8) {
            0 if random.random_ratio(1, 4) => file["level"] = level(random),
            0 | 1 => match file
                .pointer_mut("/level/brushes")
                .and_then(Value::as_array_mut)
                .filter(|brushes| brushes.len() < 12)
            {
                Some(brushes) => brushes.push(brush(random)),
                None => file["level"] = level(random),
            },
            2 | 3 => {
                let made = a_move(random);
                if let Some(moves) =
                    file.pointer_mut("/moves").and_then(Value::as_array_mut).filter(|moves| moves.len() < 8)
                {
                    moves.push(made);
                }
            }
            4 => rescale(&mut file, 10.0_f64.powi(random.random_range(-9..10))),
            _ => change(&mut file, &["m.obj", "m.map", "gone.stl"], random),
        }
    }
    file.to_string().into_bytes()
}

fn level(random: &mut Random) -> Value {
    match random.random_range(0..8) {
        0 => json!({"mesh": {"path": "m.obj"}}),
        1 => json!({"map": {"path": "m.map", "units": 32}}),
        _ => json!({"brushes": [brush(random), brush(random)]}),
    }
}

/// A coordinate, half of the time on the integer grid, where touching is likely.
fn length(random: &mut Random) -> f64 {
    if random.random() { f64::from(random.random_range(-4..5_i32)) } else { random.random_range(-5.0..5.0) }
}

fn brush(random: &mut Random) -> Value {
    let min = [0; 3].map(|_| length(random));
    let max = min.map(|x| x + [1.0, 2.0, 0.25, 1e-6].choose(random).unwrap_or(&1.0));
    if random.random_ratio(2, 3) {
        return json!({"box": {"min": min, "max": max}});
    }
    // The box cut by a slanted plane: a wedge.
    let mut planes: Vec<[f64; 4]> = (0..3)
        .flat_map(|axis| {
            let side = |sign: f64, at: f64| {
                std::array::from_fn(|i| {
                    if i == axis {
                        sign
                    } else if i == 3 {
                        -sign * at
                    } else {
                        0.0
                    }
                })
            };
            [side(-1.0, min[axis]), side(1.0, max[axis])]
        })
        .collect();
    let [x, y, z] = [0; 3].map(|_| length(random) + 0.1);
    planes.push([x, y, z, -(x * (min[0] + max[0]) + y * (min[1] + max[1]) + z * (min[2] + max[2])) / 2.0]);
    json!({"planes": planes})
}

fn a_move(random: &mut Random) -> Value {
    let size = *[0.5, 0.25, 1.0, 0.1].choose(random).unwrap_or(&0.5);
    let mover = match random.random_range(0..4) {
        0 => json!({"point": {}}),
        1 => json!({"sphere": {"radius": size}}),
        2 => json!({"cylinder": {"radius": size, "height": 2.0 * size}}),
        _ => {
            let points: Vec<_> =
                (0..random.random_range(4..8)).map(|_| [0; 3].map(|_| size * length(random))).collect();
            json!({"hull": {"points": points}})
        }
    };
    let [from, to] = [0; 2].map(|_| [0; 3].map(|_| length(random)));
    json!({"mover": mover, "from": from, "to": to})
}

/// Multiplies all numbers of a file by a factor, except those of `planes`.
fn rescale(value: &mut Value, factor: f64) {
    match value {
        Value::Number(number) => *value = (number.as_f64().unwrap_or_default() * factor).into(),
        Value::Array(items) => items.iter_mut().for_each(|item| rescale(item, factor)),
        Value::Object(fields) => fields
            .iter_mut()
            .filter(|(name, _)| *name != "planes")
            .for_each(|(_, field)| rescale(field, factor)),
        _ => {}
    }
}

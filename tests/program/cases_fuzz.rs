//! Damaged input files of `query` give cases or an error of one line, never a panic.

use proptest::{prelude::*, sample::Index};
use serde_json::Value;

use crate::program::cases::{CONTRACT, contract_folder, read_in};

/// Descends into `value`, choosing a child at each step, and replaces the one it reaches.
pub fn mutate(value: &mut Value, steps: &[Index], replacement: &Value) {
    let Some((step, rest)) = steps.split_first() else {
        *value = replacement.clone();
        return;
    };
    match value {
        Value::Array(items) if !items.is_empty() => {
            let i = step.index(items.len());
            mutate(&mut items[i], rest, replacement);
        }
        Value::Object(fields) if !fields.is_empty() => {
            let name = fields.keys().nth(step.index(fields.len())).unwrap().clone();
            mutate(&mut fields[&name], rest, replacement);
        }
        leaf => *leaf = replacement.clone(),
    }
}

/// Random documents, with keys and names from case files.
pub fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-3..4_i32).prop_map(Value::from),
        ".{0,6}".prop_map(Value::from),
        prop::sample::select(vec!["cube", "ball", "h", "meshes/m.stl", "..", "/dev/zero", "\n"])
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        let names = prop::sample::select(vec![
            "a", "b", "a_pose", "box", "hull", "points", "radius", "x\ny", "pairs",
        ]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(names, inner, 0..4)
                .prop_map(|fields| fields.into_iter().map(|(k, v)| (k.to_owned(), v)).collect()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// [`read_in`] checks the error's line.
    #[test]
    fn mutated_documents_give_cases_or_one_line(
        changes in prop::collection::vec((prop::collection::vec(any::<Index>(), 0..7), any_json()), 1..4),
    ) {
        let mut document: Value = serde_json::from_str(CONTRACT).unwrap();
        for (steps, replacement) in &changes {
            mutate(&mut document, steps, replacement);
        }
        if let Ok(cases) = read_in(&contract_folder(), document.to_string().as_bytes()) {
            for body in cases.pairs.iter().flatten() {
                prop_assert!(body.aabb().extents().iter().all(|side| side.is_finite() && *side >= 0.0));
                prop_assert!((body.pose.rotation.norm() - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn damaged_text_gives_cases_or_one_line(
        flips in prop::collection::vec((any::<Index>(), 0..8_u32), 0..4),
        cut in any::<Option<Index>>(),
    ) {
        let mut bytes = CONTRACT.as_bytes().to_vec();
        for (at, bit) in flips {
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let _ = read_in(&contract_folder(), &bytes);
    }
}

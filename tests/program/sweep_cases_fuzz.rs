//! Damaged input files of `sweep` give a level and moves that every method answers, or an error of one line,
//! never a panic.

use collidoscope::cli::sweep::cases::{Levels, load};
use collidoscope::level::compile::SplitRule;
use collidoscope::level::methods::METHODS;
use proptest::{prelude::*, sample::Index};
use serde_json::{Value, json};

use crate::program::cases_fuzz::{any_json, mutate};
use crate::program::sweep_command::CASES;

/// Runs every method on every move of a file; the error is one line.
fn answered(bytes: &[u8]) -> Result<usize, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cases.json");
    std::fs::write(&path, bytes).unwrap();
    let cases = load(&path).map_err(|why| why.to_string())?;
    let levels = Levels::of(&cases, &mut |_, _| true).map_err(|why| why.to_string())?;
    for (group, moves) in levels.groups().enumerate() {
        let level =
            levels.compile(group, SplitRule::Mixed, &mut |_, _| true).map_err(|why| why.to_string())?;
        for method in METHODS {
            let mut sweep = method.make(&level, &method.default_settings());
            for a_move in moves.iter().map(|index| &cases.moves[*index]) {
                // A method's own level may be refused, if moved planes are too far off.
                let Ok((hit, _)) = sweep.sweep(a_move) else { continue };
                if let Some(hit) = hit {
                    assert!((0.0..=1.0).contains(&hit.time), "{} {hit:?} of {a_move:?}", method.id);
                    assert!((hit.normal.norm() - 1.0).abs() < 1e-6, "{} {hit:?} of {a_move:?}", method.id);
                }
                // The observed traversal begins at the root.
                let watched = sweep.watch(a_move, &mut |_| ()).map(|(hit, _)| hit);
                assert_eq!(watched, Ok(hit), "{} of {a_move:?}", method.id);
            }
        }
    }
    Ok(cases.moves.len())
}

fn assert_one_line(answered: &Result<usize, String>) {
    if let Err(why) = answered {
        assert!(!why.is_empty() && !why.chars().any(char::is_control), "{why:?}");
    }
}

#[test]
fn the_file_that_is_damaged_is_a_good_one() {
    assert_eq!(answered(CASES.as_bytes()), Ok(5));
}

/// A coordinate, valid or not.
fn length() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => -9.0..9.0_f64,
        4 => (-3..4_i32).prop_map(f64::from),
        1 => prop::sample::select(vec![0.0, 1e-9, -1e-300, 1e9, 1e12, 1e13]),
    ]
}

/// A mover of any shape, valid or not.
fn mover() -> impl Strategy<Value = Value> {
    let points = prop::collection::vec(prop::array::uniform3(length()), 0..9);
    prop_oneof![
        Just(json!({"point": {}})),
        length().prop_map(|radius| json!({"sphere": {"radius": radius}})),
        (length(), length()).prop_map(|(r, h)| json!({"cylinder": {"radius": r, "height": h}})),
        points.prop_map(|points| json!({"hull": {"points": points}})),
    ]
}

/// A brush of any planes, valid or not.
fn brush() -> impl Strategy<Value = Value> {
    let corner = || prop::array::uniform3(length());
    prop_oneof![
        (corner(), corner()).prop_map(|(min, max)| json!({"box": {"min": min, "max": max}})),
        prop::collection::vec(prop::array::uniform4(length()), 0..8)
            .prop_map(|planes| json!({"planes": planes})),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn mutated_documents_are_answered_or_refused_in_one_line(
        changes in prop::collection::vec((prop::collection::vec(any::<Index>(), 0..7), any_json()), 1..4),
    ) {
        let mut document: Value = serde_json::from_str(CASES).unwrap();
        for (steps, replacement) in &changes {
            mutate(&mut document, steps, replacement);
        }
        assert_one_line(&answered(document.to_string().as_bytes()));
    }

    #[test]
    fn damaged_text_is_answered_or_refused_in_one_line(
        flips in prop::collection::vec((any::<Index>(), 0..8_u32), 0..4),
        cut in any::<Option<Index>>(),
    ) {
        let mut bytes = CASES.as_bytes().to_vec();
        for (at, bit) in flips {
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        assert_one_line(&answered(&bytes));
    }

    #[test]
    fn any_brushes_and_moves_are_answered_or_refused_in_one_line(
        brushes in prop::collection::vec(brush(), 0..5),
        moves in prop::collection::vec((mover(), prop::array::uniform3(length()), prop::array::uniform3(length())), 1..4),
    ) {
        let moves: Vec<Value> =
            moves.into_iter().map(|(mover, from, to)| json!({"mover": mover, "from": from, "to": to})).collect();
        assert_one_line(&answered(json!({"level": {"brushes": brushes}, "moves": moves}).to_string().as_bytes()));
    }
}

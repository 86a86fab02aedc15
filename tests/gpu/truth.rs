//! Compares the exact reference with pairs whose truth is known by construction, and both with exact
//! arithmetic.

mod exact;
mod pair;
mod proof;
mod search;

use collidoscope::experiments::truth::families::{BAND, FAMILIES};
use collidoscope::experiments::truth::pair::Truth;
use collidoscope::object_space::gjk::{Certainty, decide};

/// Number of pairs per family: 100,000 in eight families.
const PAIRS: u64 = 12_500;

#[test]
fn the_reference_is_right_about_every_family() {
    for family in FAMILIES {
        let mut precise = 0;
        for index in 0..PAIRS {
            let case = family.case(1, index);
            let [a, b] = &case.bodies;
            let decision = decide(a, b);
            let name = format!("{} {index}: {:?} {decision:?}", family.id, case.truth);
            precise += u32::from(decision.precise);
            assert_ne!(decision.certainty, Certainty::Unproved, "{name}");
            match case.truth {
                Truth::Apart { gap, .. } => {
                    assert!(decision.distance > 0.0, "{name}");
                    assert!(decision.distance >= gap - 1e-9 * case.size(), "{name}");
                }
                Truth::Colliding { depth, .. } => {
                    assert_eq!(decision.distance, 0.0, "{name}");
                    // Overlaps of up to seven times the tolerance may be reported as touching within
                    // rounding.
                    let deep = depth > 1e-11 * case.size();
                    assert!(!deep || decision.certainty == Certainty::Proved, "{name}");
                }
            }
        }
        println!("{}: {precise} of {PAIRS} needed 32 digits", family.id);
    }
}

#[test]
fn families_hold_both_kinds_of_pairs_and_near_ones() {
    for family in FAMILIES {
        let (mut apart, mut near, mut total) = (0, 0, 0);
        for index in 0..1000 {
            let case = family.case(2, index);
            let margin = match case.truth {
                Truth::Apart { gap, direction } => {
                    apart += 1;
                    assert!((direction.unwrap().norm() - 1.0).abs() < 1e-12);
                    gap
                }
                Truth::Colliding { depth, .. } => depth,
            } / case.size();
            assert!(margin > BAND, "{} {index}: {margin:e}", family.id);
            near += u32::from(margin < 1e-6);
            total += 1;
        }
        assert!((200..800).contains(&apart), "{}: {apart} of {total} apart", family.id);
        assert!(near > 100 || family.id == "far-away", "{}: {near} of {total} nearer than 1e-6", family.id);
    }
}

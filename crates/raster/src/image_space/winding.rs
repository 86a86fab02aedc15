//! `winding` and `winding-as-published`: Myszkowski, Okunev & Kunii 1995, "Fast collision detection between complex
//! solids using rasterizing graphics hardware". Read through surveys: the order of the draws and the comparisons
//! are reconstructed.
//!
//! Two solids share an interval of a ray exactly when an entry of one of them lies in the other (the lemma of entries,
//! `docs/proofs/entries.md`). Entries of A are written into the depth buffer. Then the faces of B in front of them are
//! counted in the stencil buffer: +1 where the ray enters B, −1 where it leaves. A pixel whose sum is not zero has an
//! entry of A in B. Then the roles are exchanged.
//! The published form stores one entry per pixel, the nearest. `winding` tests all of them: turn k stores the k-th
//! near fragment of each pixel in drawing order. The stencil buffer counts the fragments, and only the one whose
//! number is k passes. The order does not matter, because every entry is tested in some turn.
//! The bodies are closed and otherwise of any shape: no convex pieces are needed.
//! Fails where: the overlap is thinner than a pixel. The published form also misses overlaps behind the first entry of
//! both bodies, such as a finger in the inner wall of a bowl.
//! Cost: per layer and body four draws, linear in the triangles, and two queries; the published form has three draws
//! and one query per body.
//! Schedules: pair by pair only, because the number of layers differs from pair to pair.

use super::pass::{
    DEPTH_0_STENCIL_0, DEPTH_1_STENCIL_0, Depth::*, Outline, Pass, PassProgram, Read, Repeat, Rounds,
    STENCIL_0, Surface, Surface::*, Takes, Who, Who::*,
};
use crate::gpu::{Compare::*, StencilOp::*};

/// Writes the depth of one fragment of `surface` per pixel, whose number in drawing order is that of the turn. Other
/// pixels keep depth 0, which no face is in front of.
pub const fn one_fragment(surface: Surface) -> Pass {
    Pass::draw(surface)
        .clear(DEPTH_0_STENCIL_0)
        .depth(Always, Write)
        .stencil_of_turn(Equal, 0xff)
        .then(Increment, Increment, Increment)
}

/// Adds 1 for every face of the body through which the ray enters it, up to the stored depth.
pub const fn add_entries(who: Who) -> Pass {
    Pass::draw(Near(who)).clear(STENCIL_0).depth(LessEqual, ReadOnly).stencil(Always, 0, 0xff).then(
        Keep,
        Keep,
        IncrementWrap,
    )
}

/// Subtracts 1 for every face of the body through which the ray leaves it, in front of the stored depth.
pub const fn subtract_exits(who: Who) -> Pass {
    Pass::draw(Far(who)).depth(Less, ReadOnly).stencil(Always, 0, 0xff).then(Keep, Keep, DecrementWrap)
}

/// Counts the pixels whose winding number is not zero.
pub const COUNT_INSIDE: Pass = Pass::draw(Tile).stencil(NotEqual, 0, 0xff).counted();

/// Every entry of A against B, then every entry of B against A.
#[rustfmt::skip]
pub const PROGRAM: PassProgram = PassProgram {
    rounds: Rounds::BuiltIn(&[
        &[
            one_fragment(Near(First)).counted().says("Store the depth of A's next entry on each pixel, in drawing order"),
            add_entries(Second).says("Add 1 for every entry into B up to that depth"),
            subtract_exits(Second).says("Subtract 1 for every exit from B before that depth"),
            COUNT_INSIDE.says("Count the pixels where A's entry lies in B"),
        ],
        &[
            one_fragment(Near(Second)).counted().says("Store the depth of B's next entry on each pixel, in drawing order"),
            add_entries(First).says("Add 1 for every entry into A up to that depth"),
            subtract_exits(First).says("Subtract 1 for every exit from A before that depth"),
            COUNT_INSIDE.says("Count the pixels where B's entry lies in A"),
        ],
    ]),
    read: Read::AnyCount,
    symmetric: true,
    outline: Outline::True,
    repeat: Repeat::Layers,
    takes: Takes::Closed,
    turns: None,
};

/// The depth of the nearest entry.
const fn nearest_entry(who: Who) -> Pass {
    Pass::draw(Near(who)).clear(DEPTH_1_STENCIL_0).depth(Less, Write)
}

/// The winding number of the stored depth in the body, by one draw with two-sided stencil operations. An exit at the
/// stored depth counts, so bodies that touch there without overlapping are not found.
const fn winding_number(who: Who) -> Pass {
    Pass::draw(Whole(who))
        .depth(LessEqual, ReadOnly)
        .stencil(Always, 0, 0xff)
        .then(Keep, Keep, IncrementWrap)
        .then_behind(DecrementWrap)
}

/// The nearest entry of A against B, then the nearest entry of B against A.
#[rustfmt::skip]
pub const PUBLISHED: PassProgram = PassProgram {
    rounds: Rounds::BuiltIn(&[
        &[
            nearest_entry(First).says("Store the depth of A's nearest entry"),
            winding_number(Second).says("Add 1 for every entry into B up to that depth, subtract 1 for every exit"),
            COUNT_INSIDE.says("Count the pixels where A's entry lies in B"),
        ],
        &[
            nearest_entry(Second).says("Store the depth of B's nearest entry"),
            winding_number(First).says("Add 1 for every entry into A up to that depth, subtract 1 for every exit"),
            COUNT_INSIDE.says("Count the pixels where B's entry lies in A"),
        ],
    ]),
    repeat: Repeat::Once,
    ..PROGRAM
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image_space::pass::Turn;
    use crate::image_space::pixel_twin::{Incoming, history_of};

    type Intervals = Vec<[u32; 2]>;

    /// Sides of a body with these closed intervals on the pixel, nearest first or farthest first.
    fn sides(intervals: &Intervals, farthest_first: bool) -> Vec<Incoming> {
        let side = |depth: u32, is_near| Incoming { depth: f64::from(depth) / 10.0, is_near };
        let mut sides: Vec<_> =
            intervals.iter().flat_map(|&[near, far]| [side(near, true), side(far, false)]).collect();
        if farthest_first {
            sides.reverse();
        }
        sides
    }

    /// All bodies with up to two intervals with ends from 1 to 6; intervals of a body share no point.
    fn bodies() -> Vec<Intervals> {
        let mut bodies = vec![vec![]];
        let intervals: Vec<[u32; 2]> =
            (1..6).flat_map(|near| (near + 1..7).map(move |far| [near, far])).collect();
        for &first in &intervals {
            bodies.push(vec![first]);
            bodies.extend(intervals.iter().filter(|next| next[0] > first[1]).map(|&next| vec![first, next]));
        }
        bodies
    }

    /// Counts of the last row of each round, added over two turns.
    fn counts(table: &PassProgram, first: &[Incoming], second: &[Incoming]) -> [u32; 2] {
        let turns: Vec<Turn> = match table.repeat {
            Repeat::Layers => (0..3).map(|number| Turn { number, ..Turn::ONLY }).collect(),
            _ => vec![Turn::ONLY],
        };
        let history = history_of(table, &turns, [first, second]);
        let mut rounds = history.chunks(turns.len() * table.rounds[0].len());
        [(); 2].map(|()| {
            let turns = rounds.next().unwrap().chunks(table.rounds[0].len());
            turns.map(|turn| turn[turn.len() - 1].passed).sum()
        })
    }

    #[test]
    fn two_solids_share_a_point_exactly_where_an_entry_of_one_lies_in_the_other() {
        let bodies = bodies();
        let inside =
            |depth: u32, body: &Intervals| body.iter().any(|[near, far]| (*near..=*far).contains(&depth));
        let (mut shared, mut apart, mut missed) = (0, 0, 0);
        for a in &bodies {
            for b in &bodies {
                let entries_inside = |of: &Intervals, other: &Intervals| {
                    of.iter().filter(|interval| inside(interval[0], other)).count() as u32
                };
                let is_shared = a.iter().any(|a| b.iter().any(|b| a[0].max(b[0]) <= a[1].min(b[1])));
                let expected = [entries_inside(a, b), entries_inside(b, a)];
                assert_eq!(expected != [0, 0], is_shared, "the lemma: {a:?}, {b:?}");
                for order in [false, true] {
                    let (first, second) = (sides(a, order), sides(b, !order));
                    assert_eq!(counts(&PROGRAM, &first, &second), expected, "{a:?}, {b:?}");
                    // The published form tests the nearest entries, and an exit at an entry cancels.
                    let nearest = |of: &Intervals, other: &Intervals| {
                        let lies_in = |near: u32| other.iter().any(|o| (o[0]..o[1]).contains(&near));
                        u32::from(of.first().is_some_and(|interval| lies_in(interval[0])))
                    };
                    let published = counts(&PUBLISHED, &first, &second);
                    assert_eq!(published, [nearest(a, b), nearest(b, a)], "{a:?}, {b:?}");
                    missed += usize::from(is_shared && published == [0, 0]);
                }
                if is_shared { shared += 1 } else { apart += 1 }
            }
        }
        assert!(shared > 500 && apart > 90 && missed > 50, "{shared} shared, {apart} apart, {missed} missed");
    }
}

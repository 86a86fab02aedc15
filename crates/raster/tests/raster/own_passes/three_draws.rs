//! Three draws cannot decide whether two intervals overlap, whatever the order of triangles; four can.
//!
//! The search covers more than a table can say. Draw 1 has stored a depth of A, or a constant. In draw 2, whether a
//! fragment passes the stencil test may depend on everything that is known of the fragments before it. In the end the
//! verdict may be any function of which fragments passed, in their order. A table is refuted by two pixels with the
//! same fragments passed and different truth.

use collidoscope_raster::image_space::own::pixel::{Common, Pixel, Touching};
use collidoscope_raster::image_space::own::relations::{A, Allen, Answer, MOST, pixel, relations};
use collidoscope_raster::image_space::own::text::read;

/// The depth tests.
const TESTS: [fn(u32, u32) -> bool; 8] = [
    |new, stored| new < stored,
    |new, stored| new <= stored,
    |new, stored| new > stored,
    |new, stored| new >= stored,
    |new, stored| new == stored,
    |new, stored| new != stored,
    |_, _| true,
    |_, _| false,
];

/// The sides of a body that a draw draws.
const SIDES: [&[bool]; 3] = [&[true], &[false], &[true, false]];

/// A draw: body, sides, depth test, depth writes, cleared depth.
#[derive(Clone, Copy)]
struct Draw {
    body: usize,
    sides: &'static [bool],
    test: fn(u32, u32) -> bool,
    writes: bool,
    clear: Option<u32>,
    /// Whether the first fragment passes the stencil test, and whether the second does: a bit for each of what
    /// happened to the first, blocked or failed or passed, and its side.
    gates: (bool, u8),
}

/// Depths of the near and far plane, which no body reaches.
const PLANES: [u32; 2] = [0, MOST + 2];

fn draws(gated: bool) -> Vec<Draw> {
    let mut all = Vec::new();
    for body in 0..2 {
        for sides in SIDES {
            for test in TESTS {
                for (writes, clear) in [false, true]
                    .into_iter()
                    .flat_map(|w| [None, Some(PLANES[0]), Some(PLANES[1])].map(|c| (w, c)))
                {
                    let gates: Vec<(bool, u8)> = match gated && sides.len() == 2 {
                        // Blocked, near or far; failed or passed, near or far.
                        true => (0..4).map(|g| (false, g)).chain((0..16).map(|g| (true, g << 2))).collect(),
                        false => vec![(true, u8::MAX)],
                    };
                    all.extend(gates.into_iter().map(|gates| Draw {
                        body,
                        sides,
                        test,
                        writes,
                        clear,
                        gates,
                    }));
                }
            }
        }
    }
    all
}

/// Runs a draw: changes the stored depth, and appends what happened to every fragment.
fn run(draw: &Draw, ends: [[u32; 2]; 2], far_first: bool, stored: &mut u32, seen: &mut u64) {
    *stored = draw.clear.unwrap_or(*stored);
    let mut first: Option<(u8, bool)> = None;
    for index in 0..draw.sides.len() {
        let is_near = draw.sides[if far_first { draw.sides.len() - 1 - index } else { index }];
        let depth = ends[draw.body][usize::from(!is_near)];
        let is_open = match first {
            None => draw.gates.0,
            Some((what, was_near)) => draw.gates.1 >> (2 * what + u8::from(was_near)) & 1 == 1,
        };
        let what = match (is_open, (draw.test)(depth, *stored)) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        };
        if what == 2 && draw.writes {
            *stored = depth;
        }
        first = Some((what, is_near));
        *seen = *seen << 3 | u64::from(what) << 1 | u64::from(is_near);
    }
}

/// Depths of the ends, and whether the intervals overlap; without touching ones, which may count as either.
fn pixels() -> Vec<([[u32; 2]; 2], bool)> {
    let of = |(_, b): (Allen, [u32; 2])| match pixel(b).common() {
        Common::Touch => None,
        common => Some(([A, b].map(|ends| ends.map(|end| end + 1)), common == Common::Overlap)),
    };
    Allen::ALL.into_iter().filter_map(of).collect()
}

/// Depth of the buffer and what was seen, on each pixel.
type States = Vec<(u32, u64)>;

fn after(draw: &Draw, before: &States, pixels: &[([[u32; 2]; 2], bool)], far_first: bool) -> States {
    let mut states = before.clone();
    for ((depth, seen), (ends, _)) in states.iter_mut().zip(pixels) {
        run(draw, *ends, far_first, depth, seen);
    }
    states
}

/// Whether some verdict by what was seen is right on all pixels after a last draw.
fn decides(last: &Draw, before: &States, pixels: &[([[u32; 2]; 2], bool)], far_first: bool) -> bool {
    let mut known = [(0_u64, false); 16];
    for (index, ((depth, seen), (ends, truth))) in before.iter().zip(pixels).enumerate() {
        let (mut depth, mut seen) = (*depth, *seen);
        run(last, *ends, far_first, &mut depth, &mut seen);
        if known[..index].iter().any(|(same, other)| *same == seen && other != truth) {
            return false;
        }
        known[index] = (seen, *truth);
    }
    true
}

/// What draw 1 may have stored.
const STORED: [fn([u32; 2]) -> u32; 4] = [|a| a[0], |a| a[1], |_| PLANES[0], |_| PLANES[1]];

#[test]
fn no_three_draws_decide_in_both_orders_and_some_do_in_one() {
    let pixels = pixels();
    assert_eq!(pixels.len(), 11);
    let (second, third) = (draws(true), draws(false));
    let mut in_one_order = [0; 2];
    for stored in STORED {
        let first: States = pixels.iter().map(|(ends, _)| (stored(ends[0]), 1)).collect();
        for two in &second {
            let [near_first, far_first] = [false, true].map(|far| after(two, &first, &pixels, far));
            for three in &third {
                let right = [(&near_first, false), (&far_first, true)]
                    .map(|(states, far)| decides(three, states, &pixels, far));
                assert!(!(right[0] && right[1]), "{} {:?}", two.body, two.gates);
                in_one_order[0] += usize::from(right[0]);
                in_one_order[1] += usize::from(right[1]);
            }
        }
    }
    assert!(in_one_order.iter().all(|count| *count > 0), "{in_one_order:?}");
}

#[test]
fn the_search_finds_the_four_draws_of_recode() {
    let whole = |body, test, writes, clear| Draw {
        body,
        sides: SIDES[2],
        test: TESTS[test],
        writes,
        clear,
        gates: (true, u8::MAX),
    };
    // Draw 1 stores A's near side; 3 and 4 run where both sides of B passed, which the verdict knows.
    let [two, three, four] =
        [whole(1, 2, false, None), whole(1, 1, true, Some(PLANES[1])), whole(0, 2, false, None)];
    let pixels = pixels();
    let first: States = pixels.iter().map(|(ends, _)| (STORED[0](ends[0]), 1)).collect();
    for far in [false, true] {
        let second = after(&two, &first, &pixels, far);
        assert!(!decides(&three, &second, &pixels, far), "a draw less is not enough");
        assert!(decides(&four, &after(&three, &second, &pixels, far), &pixels, far));
    }
}

/// Three rows that are right if B's far side is drawn before its near side.
const FAR_FIRST: &str = "read stencil = 7\nround\n clear depth 0 stencil 0\n \
    draw A far depth greater write stencil always 1 pass replace\n \
    draw B whole depth less write stencil equal 7 mask 01 pass replace back incr\n \
    draw A near depth less stencil equal 7 mask 02 pass replace\n";

#[test]
fn a_table_of_three_rows_is_right_if_the_far_side_comes_first_and_the_page_says_that_it_depends() {
    let program = read(FAR_FIRST).unwrap().lowered();
    for (_, b) in Allen::ALL {
        let right = pixel(b).common().colliding(Touching::IsEither);
        let verdict = |far| Pixel { farthest_first: [false, far], ..pixel(b) }.collides(&program);
        assert!(right.is_none_or(|right| verdict(true) == right), "{b:?}");
    }
    let strip = relations(&program).unwrap();
    assert!(strip.wrong(Touching::IsEither) != [0, 0]);
    assert!(strip.relations.iter().any(|(_, cell)| cell.answers.contains(&Answer::DependsOnOrder)));
}

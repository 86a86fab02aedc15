//! Pixels on which a table is wrong: a random family, and the smallest pixel of all.

use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::pixel::{Common, Intervals, Pixel, Touching, can_be_judged};
use super::relations::orders;
use crate::image_space::pass::{PassProgram, Takes};

/// The largest number in a small pixel.
pub const SMALL: u32 = 6;
/// The largest number in a large random pixel; depths are then multiples of 1/1024.
const LARGE: u32 = 1022;
/// Number of random pixels that are searched if no small pixel is wrong.
const SEARCHED: usize = 2000;

/// Number of pixels after which a search asks whether to go on.
const ASKED_EVERY: usize = 32;

/// A pixel on which a table is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The pixel.
    pub pixel: Pixel,
    /// The part that both bodies cover.
    pub common: Common,
    /// The table's answer: `true` is a false hit, `false` a miss.
    pub colliding: bool,
}

/// Mistakes on a family of pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mistakes {
    /// Number of pixels.
    pub pixels: usize,
    /// Pixels on which the bodies share a point and the table does not say so.
    pub missed: usize,
    /// Pixels on which the bodies share no point and the table says that they do.
    pub false_hits: usize,
}

/// Random pixels, the same for the same seed: bodies of up to one interval, or up to two for closed bodies; half of
/// the pixels with ends so few that many of them coincide.
pub fn family(takes: Takes, seed: u64, count: usize) -> Vec<Pixel> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut pixel = |index: usize| {
        let most = if index.is_multiple_of(2) { SMALL } else { LARGE };
        let mut body = || {
            let intervals = match (random.random_range(0..8), takes) {
                (0, _) => 0,
                (_, Takes::Convex) => 1,
                (_, Takes::Closed) => random.random_range(1..=2),
            };
            let mut ends: Vec<u32> = Vec::with_capacity(2 * intervals);
            while ends.len() < 2 * intervals {
                let end = random.random_range(0..=most);
                if !ends.contains(&end) {
                    ends.push(end);
                }
            }
            ends.sort_unstable();
            ends.chunks_exact(2).map(|ends| [ends[0], ends[1]]).collect::<Intervals>()
        };
        let bodies = [body(), body()];
        Pixel { bodies, farthest_first: [random.random(), random.random()], most }
    };
    (0..count).map(&mut pixel).collect()
}

/// The table's mistakes on these pixels.
pub fn mistakes(table: &PassProgram, pixels: &[Pixel], touching: Touching) -> Mistakes {
    let mut all = Mistakes { pixels: pixels.len(), ..Mistakes::default() };
    for wrong in pixels.iter().filter_map(|pixel| mistake(table, pixel, touching)) {
        *(if wrong.colliding { &mut all.false_hits } else { &mut all.missed }) += 1;
    }
    all
}

/// The mistake on a pixel, if the table makes one.
pub fn mistake(table: &PassProgram, pixel: &Pixel, touching: Touching) -> Option<Counterexample> {
    let common = pixel.common();
    let colliding = pixel.collides(table);
    let right = common.colliding(touching)?;
    (right != colliding).then(|| Counterexample { pixel: pixel.clone(), common, colliding })
}

/// The smallest pixel on which the table is wrong: with the fewest intervals, then the smallest numbers. All pixels
/// with ends from 0 to [`SMALL`] are tried; if the table is right on all of them, random ones, and the first mistake is
/// shrunk. `None` if none is found, or if pixels cannot judge the table.
///
/// Takes up to a few hundredths of a second for a table of many slices that is right, otherwise far less.
pub fn smallest_counterexample(table: &PassProgram, touching: Touching, seed: u64) -> Option<Counterexample> {
    smallest_counterexample_while(table, touching, seed, &mut || true)
}

/// Like [`smallest_counterexample`]. Once `go_on` returns `false`, the search ends soon, and its result means nothing.
pub fn smallest_counterexample_while(
    table: &PassProgram,
    touching: Touching,
    seed: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Counterexample> {
    if !can_be_judged(table) {
        return None;
    }
    let mut first_mistake = |pixels: Vec<Pixel>| {
        let searched = pixels.chunks(ASKED_EVERY).take_while(|_| go_on());
        searched.flatten().find_map(|pixel| mistake(table, pixel, touching))
    };
    first_mistake(smallest_first(table)).or_else(|| {
        let found = first_mistake(family(table.takes, seed, SEARCHED))?;
        Some(shrunk(table, found, touching))
    })
}

/// Most pixels on which a search decides a table for bodies of this kind.
pub fn pixels_to_search(takes: Takes) -> usize {
    let ends = u64::from(SMALL) + 1;
    let one = ends * (ends - 1) / 2;
    let two = if takes == Takes::Closed { one * (ends - 2) * (ends - 3) / 12 } else { 0 };
    // Two bodies in four orders of drawing.
    4 * ((1 + one + two) as usize).pow(2) + SEARCHED
}

/// All small pixels of the bodies that the table decides, in all orders of drawing that matter, the smallest first.
fn smallest_first(table: &PassProgram) -> Vec<Pixel> {
    let mut intervals = Vec::new();
    for far in 1..=SMALL {
        intervals.extend((0..far).map(|near| [near, far]));
    }
    let mut bodies: Vec<Intervals> = vec![vec![]];
    bodies.extend(intervals.iter().map(|one| vec![*one]));
    if table.takes == Takes::Closed {
        for second in &intervals {
            let firsts = intervals.iter().filter(|first| first[1] < second[0]);
            bodies.extend(firsts.map(|first| vec![*first, *second]));
        }
    }
    let mut pairs: Vec<[&Intervals; 2]> =
        bodies.iter().flat_map(|a| bodies.iter().map(move |b| [a, b])).collect();
    pairs.sort_by_key(|bodies| {
        let ends = || bodies.iter().flat_map(|body| body.iter().flatten());
        let count = bodies.iter().map(|body| body.len()).sum::<usize>();
        (count, ends().max().copied(), ends().sum::<u32>())
    });
    let orders = match table.takes {
        Takes::Convex => orders(table),
        Takes::Closed => &[[false, false], [false, true], [true, false], [true, true]],
    };
    let mut pixels = Vec::with_capacity(pairs.len() * orders.len());
    for bodies in pairs {
        for order in orders {
            // A body without surfaces has no order.
            if (0..2).all(|body| !order[body] || !bodies[body].is_empty()) {
                let bodies = bodies.map(Clone::clone);
                pixels.push(Pixel { bodies, farthest_first: *order, most: SMALL });
            }
        }
    }
    pixels
}

/// A mistake with intervals left out and ends moved down, as far as the table stays wrong.
fn shrunk(table: &PassProgram, mut found: Counterexample, touching: Touching) -> Counterexample {
    loop {
        let smaller = smaller(&found.pixel).into_iter().find_map(|pixel| mistake(table, &pixel, touching));
        match smaller {
            Some(smaller) => found = smaller,
            None => return found,
        }
    }
}

/// Pixels that are one step smaller: an interval less, or an end moved down by half of its distance to the one before
/// it, or by one.
fn smaller(pixel: &Pixel) -> Vec<Pixel> {
    let mut all = Vec::new();
    for body in 0..2 {
        for index in 0..pixel.bodies[body].len() {
            let mut less = pixel.clone();
            less.bodies[body].remove(index);
            all.push(less);
        }
    }
    for body in 0..2 {
        for index in 0..pixel.bodies[body].len() {
            for end in 0..2 {
                let at = pixel.bodies[body][index][end];
                // The smallest number that keeps the body's intervals apart and not empty.
                let least = match (end, index) {
                    (1, _) => pixel.bodies[body][index][0] + 1,
                    (_, 0) => 0,
                    _ => pixel.bodies[body][index - 1][1] + 1,
                };
                for down in [(at - least.min(at)).div_ceil(2), 1] {
                    if down > 0 && at >= least + down {
                        let mut less = pixel.clone();
                        less.bodies[body][index][end] = at - down;
                        all.push(less);
                    }
                }
            }
        }
    }
    for body in 0..2 {
        if pixel.farthest_first[body] {
            let mut less = pixel.clone();
            less.farthest_first[body] = false;
            all.push(less);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image_space::own::settings::BUILT_IN;
    use crate::image_space::own::table::OwnTable;
    use crate::image_space::own::text::read;
    use crate::image_space::{occlusion_query, parity_slice, stencil};

    #[test]
    fn a_family_is_made_of_bodies_as_the_table_takes_them_and_the_same_for_the_same_seed() {
        for takes in [Takes::Convex, Takes::Closed] {
            let pixels = family(takes, 5, 400);
            assert_eq!(pixels, family(takes, 5, 400));
            assert_ne!(pixels, family(takes, 6, 400));
            let bodies = || pixels.iter().flat_map(|pixel| pixel.bodies.iter());
            let most = if takes == Takes::Convex { 1 } else { 2 };
            assert_eq!(bodies().map(Vec::len).max(), Some(most));
            assert!(bodies().all(|body| body.iter().flatten().is_sorted_by(|a, b| a < b)));
            let of = |common| pixels.iter().filter(|pixel| pixel.common() == common).count();
            for common in [Common::Nothing, Common::Touch, Common::Overlap] {
                assert!(of(common) > 10, "{takes:?} {common:?}");
            }
        }
    }

    #[test]
    fn right_tables_have_no_counterexample_and_the_printed_one_has_the_smallest() {
        for (id, program) in BUILT_IN {
            let program = OwnTable::of_program(id, program).lowered();
            let found = smallest_counterexample(&program, Touching::IsEither, 1);
            if id == "parity-slice" {
                // Slices miss overlaps thinner than their distance, which no small pixel has.
                assert!(found.is_some_and(|found| !found.colliding && found.pixel.most == LARGE));
                continue;
            }
            assert_eq!(found.is_some(), id.ends_with("as-published"), "{id}: {found:?}");
        }
        let found = smallest_counterexample(&stencil::PUBLISHED, Touching::IsEither, 1).unwrap();
        assert_eq!(found.pixel.bodies, [vec![[0, 1]], vec![[0, 1]]], "two equal slabs");
        assert_eq!((found.colliding, found.common), (false, Common::Overlap));
        // Touching: the occlusion query counts it, the stencil method does not.
        let touch = |table, touching| smallest_counterexample(table, touching, 1).unwrap();
        let query = touch(&occlusion_query::PROGRAM, Touching::IsSeparated);
        assert_eq!((query.colliding, query.common, query.pixel.most), (true, Common::Touch, SMALL));
        assert!(!touch(&stencil::CORRECTED, Touching::Collides).colliding);
    }

    #[test]
    fn no_pixel_is_smaller_than_the_one_found() {
        let wrong = read(
            "read counts\nround\n clear depth 1\n draw A near depth lequal write\n draw B far depth greater count\n",
        );
        let program = wrong.unwrap().lowered();
        let found = smallest_counterexample(&program, Touching::Collides, 1).unwrap();
        let size = |pixel: &Pixel| {
            let ends: Vec<u32> = pixel.bodies.iter().flatten().flatten().copied().collect();
            (ends.len(), ends.iter().max().copied(), ends.iter().sum::<u32>())
        };
        let all = smallest_first(&program);
        let wrong = all.iter().filter(|pixel| mistake(&program, pixel, Touching::Collides).is_some());
        assert_eq!(wrong.map(size).min(), Some(size(&found.pixel)));
        assert!(all.is_sorted_by_key(size), "found by search, not by luck");
    }

    #[test]
    fn a_mistake_outside_the_small_pixels_is_found_and_shrunk() {
        // Wrong only where B lies behind the far tenth of the window: depth 0.9 lies between the small numbers.
        let text = "read stencil = 1\nround\n clear depth 0.99 stencil 0\n draw A near depth less stencil always 1 pass replace\n";
        let table = read(text).unwrap().lowered();
        let first = smallest_counterexample(&table, Touching::Collides, 3).unwrap();
        assert_eq!(first.pixel.bodies, [vec![[0, 1]], vec![]], "A alone counts");
        let fine = "read counts\nround\n clear depth 0.99\n draw A far depth greater count\n";
        let table = read(fine).unwrap().lowered();
        let missed = family(Takes::Convex, 3, SEARCHED)
            .iter()
            .filter_map(|pixel| mistake(&table, pixel, Touching::Collides))
            .find(|mistake| mistake.colliding)
            .unwrap();
        let small = shrunk(&table, missed.clone(), Touching::Collides);
        assert!(small.colliding && small.pixel.bodies[0][0][1] >= 1012);
        assert_eq!(small.pixel.bodies[0][0][0], 0, "{small:?}");
        assert_eq!(mistake(&table, &small.pixel, Touching::Collides), Some(small.clone()));
    }

    #[test]
    fn few_slices_miss_what_lies_between_them() {
        let coarse = PassProgram { turns: Some(1), ..parity_slice::PROGRAM };
        let found = smallest_counterexample(&coarse, Touching::IsEither, 1).unwrap();
        assert!(!found.colliding, "slices only miss: {found:?}");
        let pixels = family(Takes::Closed, 2, 1000);
        let count = |turns| {
            mistakes(
                &PassProgram { turns: Some(turns), ..parity_slice::PROGRAM },
                &pixels,
                Touching::IsEither,
            )
        };
        let all = [1, 4, 64].map(count);
        assert!(all.iter().all(|all| all.false_hits == 0), "{all:?}");
        assert!(all[0].missed > all[1].missed && all[1].missed > all[2].missed, "{all:?}");
    }
}

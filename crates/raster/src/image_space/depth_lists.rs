//! `depth-lists`: Shinya & Forgue 1991, "Interference detection through rasterization", and for concave bodies
//! Heidelberger, Teschner & Gross 2003 and 2004 (layered depth images). Read through surveys; the unsorted layers
//! follow the description of 2004.
//!
//! All depths at which the rays of the pixels enter and leave both bodies are read back. The processor sorts the list
//! of each pixel and walks through it with the winding numbers of both bodies: where both are positive, the bodies
//! share an interval of the ray. The lengths of these intervals, times the area of a pixel, approximate the common
//! volume. Where the winding number of one body is 2 or more, it passes through itself.
//! Turn k stores the k-th fragment of each pixel in drawing order, as in [`winding`](super::winding); the lists are
//! sorted afterwards.
//! The bodies are closed and otherwise of any shape: no convex pieces are needed.
//! Fails where: the overlap is thinner than a pixel and lies between the rays. Along a ray nothing is missed, up to
//! the rounding of depths, so hits are certain.
//! Cost: per layer and body two draws, and two pictures read back, 8 bytes per pixel; a sort per pixel.
//! Schedules: pair by pair only, because the number of layers differs from pair to pair.

use super::pass::{Outline, PassProgram, Read, Repeat, Rounds, Surface::*, Takes, Who::*};
use super::recording::FARTHEST;
use super::schedule::Found;
use super::winding::one_fragment;
use crate::detector::round_counts;

/// The lists of A, then those of B: one fragment of each side per turn.
#[rustfmt::skip]
pub const PROGRAM: PassProgram = PassProgram {
    rounds: Rounds::BuiltIn(&[
        &[
            one_fragment(Near(First)).depth_read().says("Read back the depth of A's next entry on each pixel, in drawing order"),
            one_fragment(Far(First)).depth_read().says("Read back the depth of A's next exit on each pixel, in drawing order"),
        ],
        &[
            one_fragment(Near(Second)).depth_read().says("Read back the depth of B's next entry on each pixel, in drawing order"),
            one_fragment(Far(Second)).depth_read().says("Read back the depth of B's next exit on each pixel, in drawing order"),
        ],
    ]),
    read: Read::Lists,
    symmetric: true,
    outline: Outline::True,
    repeat: Repeat::Layers,
    takes: Takes::Closed,
    turns: None,
};

/// The pictures of one body: for each layer the depths of one entry and of one exit per pixel. Depth 0 means that the
/// pixel has no further one.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// Pictures of entries.
    pub entries: Vec<Vec<u32>>,
    /// Pictures of exits.
    pub exits: Vec<Vec<u32>>,
}

/// The part of all rays that lies in both of two bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shared {
    /// Pixels whose ray has a point in both bodies.
    pub pixels: u32,
    /// Sum over the pixels of the length in both bodies, in the unit of the depths.
    pub length: f64,
}

/// The part of the rays of the first `pixels` pixels that lies in both bodies.
pub fn shared(lists: [&Lists; 2], pixels: usize) -> Shared {
    let mut all = Shared::default();
    let mut events = Vec::new();
    for pixel in 0..pixels {
        events.clear();
        for (body, lists) in lists.into_iter().enumerate() {
            for (pictures, turn) in [(&lists.entries, 1), (&lists.exits, -1)] {
                let depths = pictures.iter().map(|picture| picture[pixel]).filter(|depth| *depth > 0);
                events.extend(depths.map(|depth| Event { depth, turn, body }));
            }
        }
        if let Some(length) = shared_on_ray(&mut events) {
            all.pixels += 1;
            all.length += length as f64;
        }
    }
    all
}

/// The result of a table that reads lists, from the lists of A and B in a tile with sides of `side` pixels.
pub fn found(lists: &[Lists; 2], side: u32) -> Found {
    let Shared { pixels, length } = shared([&lists[0], &lists[1]], side.pow(2) as usize);
    Found { rounds: round_counts([Some(pixels)]), length: length / f64::from(FARTHEST) }
}

/// A point at which a ray enters or leaves a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Depth of the point.
    pub depth: u32,
    /// Change of the body's winding number: 1 for an entry, −1 for an exit.
    pub turn: i32,
    /// The body, 0 or 1.
    pub body: usize,
}

/// Length of the ray in both bodies; `None` if it has no point in both. Sorts the events. Bodies are closed: at equal
/// depths entries come before exits, so that touching bodies share a point.
pub fn shared_on_ray(events: &mut [Event]) -> Option<u64> {
    events.sort_unstable_by_key(|event| (event.depth, -event.turn));
    let (mut winding, mut length, mut is_shared, mut last) = ([0; 2], 0, false, 0);
    for event in events {
        let is_inside = winding.iter().all(|winding| *winding > 0);
        length += if is_inside { u64::from(event.depth - last) } else { 0 };
        winding[event.body] += event.turn;
        is_shared |= winding.iter().all(|winding| *winding > 0);
        last = event.depth;
    }
    is_shared.then_some(length)
}

/// Whether a ray passes through a part of a body that lies in another part of the same body: two entries without an
/// exit between them. `sides` are the depths of the body's surfaces and whether each is an entry, in any order.
pub fn overlaps_itself(sides: &mut [(u32, bool)]) -> bool {
    // At equal depths exits come first: parts of a body that only touch do not overlap.
    sides.sort_unstable();
    let windings = sides.iter().scan(0, |winding, (_, is_entry)| {
        *winding += if *is_entry { 1 } else { -1 };
        Some(*winding)
    });
    windings.max().unwrap_or(0) > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Events of bodies with these closed intervals, farthest first.
    fn events(bodies: [&[[u32; 2]]; 2]) -> Vec<Event> {
        let of = |(body, intervals): (usize, &[[u32; 2]])| {
            let both = intervals.iter().rev().flat_map(|[near, far]| [(*far, -1), (*near, 1)]);
            both.map(|(depth, turn)| Event { depth, turn, body }).collect::<Vec<_>>()
        };
        bodies.into_iter().enumerate().flat_map(of).collect()
    }

    #[test]
    fn the_shared_length_is_that_of_all_common_points() {
        let intervals: Vec<[u32; 2]> =
            (1..6).flat_map(|near| (near..7).map(move |far| [near, far])).collect();
        let mut bodies: Vec<Vec<[u32; 2]>> = vec![vec![]];
        for &first in &intervals {
            bodies.push(vec![first]);
            bodies.extend(intervals.iter().filter(|next| next[0] > first[1]).map(|&next| vec![first, next]));
        }
        for a in &bodies {
            for b in &bodies {
                // Whole and half depths, doubled: the halves count the length.
                let inside = |body: &Vec<[u32; 2]>, at: u32| {
                    body.iter().any(|[near, far]| (2 * near..=2 * far).contains(&at))
                };
                let common: Vec<u32> = (0..16).filter(|at| inside(a, *at) && inside(b, *at)).collect();
                let length = common.iter().filter(|at| *at % 2 == 1).count() as u64;
                let expected = (!common.is_empty()).then_some(length);
                assert_eq!(shared_on_ray(&mut events([a, b])), expected, "{a:?}, {b:?}");
            }
        }
    }

    #[test]
    fn a_body_overlaps_itself_where_it_is_entered_twice() {
        for (sides, expected) in [
            (&[(1, true), (4, false)][..], false),
            (&[(1, true), (2, false), (3, true), (4, false)], false),
            (&[(1, true), (2, false), (2, true), (4, false)], false),
            (&[(1, true), (3, false), (2, true), (4, false)], true),
            (&[(4, false), (2, true), (3, false), (1, true)], true),
            (&[], false),
        ] {
            assert_eq!(overlaps_itself(&mut sides.to_vec()), expected, "{sides:?}");
        }
    }
}

//! The contents of ordinary rooms. The ways from the middle to the four walls stay clear, 1.2 m to either side.

use std::f64::consts::{FRAC_PI_4, PI, TAU};

use rand::Rng;
use rand_pcg::Pcg64;

use super::site::{HALF, Part, Site};
use super::solids::{frustum, lying, ngon, prism, profile, rectangle};

/// The kind of an ordinary room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Pillars under beams.
    Hall,
    /// A ring of columns around a round dais of two steps.
    Rotunda,
    /// Obelisks and benches under an open sky.
    Court,
    /// Crates.
    Store,
    /// Fallen columns and broken walls.
    Ruin,
    /// Two narrow corridors that cross under arches.
    Crossing,
}

/// All kinds.
pub const ROOMS: [Room; 6] =
    [Room::Hall, Room::Rotunda, Room::Court, Room::Store, Room::Ruin, Room::Crossing];

/// The four quarters of a room, as signs of x and z.
const QUARTERS: [[f64; 2]; 4] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];

/// Builds the room around the origin of the site.
pub fn build(site: &mut Site, room: Room, random: &mut Pcg64) {
    match room {
        Room::Hall => hall(site, random),
        Room::Rotunda => rotunda(site, random),
        Room::Court => court(site, random),
        Room::Store => store(site, random),
        Room::Ruin => ruin(site, random),
        Room::Crossing => crossing(site, random),
    }
}

fn hall(site: &mut Site, random: &mut Pcg64) {
    let sides = random.random_range(3..=16);
    let deep = random.random_range(2.4..3.4);
    for z in [-deep, deep] {
        for x in [-4.2, -1.8, 1.8, 4.2] {
            site.pillar([x, z], sides, 0.28, 3.1);
        }
        site.block(Part::Pillar, [-HALF, 3.1, z - 0.25], [HALF, 3.5, z + 0.25]);
    }
}

fn rotunda(site: &mut Site, random: &mut Pcg64) {
    let (count, sides) = (8, random.random_range(5..=16));
    let angle = |i: u32| TAU * (f64::from(i) + 0.5) / f64::from(count);
    let at = |i: u32, radius: f64| [radius * angle(i).cos(), radius * angle(i).sin()];
    for i in 0..count {
        site.pillar(at(i, 4.3), sides, 0.22, 3.0);
        let ring = [at(i, 4.0), at(i, 4.6), at(i + 1, 4.6), at(i + 1, 4.0)];
        site.add(Part::Pillar, prism(&ring, [3.0, 3.4]));
    }
    let turn = random.random_range(0.0..PI);
    site.add(Part::Stair, prism(&ngon([0.0; 2], 12, 2.2, turn), [0.0, 0.2]));
    site.add(Part::Stair, prism(&ngon([0.0; 2], 12, 1.6, turn), [0.2, 0.4]));
}

fn court(site: &mut Site, random: &mut Pcg64) {
    let sides = random.random_range(3..=8);
    for [sx, sz] in QUARTERS {
        let place = [3.0 * sx, 3.0 * sz];
        site.add(Part::Object, prism(&rectangle(place, [0.8; 2], 0.0), [0.0, 0.4]));
        site.add(Part::Pillar, frustum(place, sides, [0.4, 3.4], [0.45, 0.22], 0.2));
        site.add(Part::Pillar, frustum(place, sides, [3.4, 3.9], [0.22, 0.01], 0.2));
        // A bench in the corner.
        let [x, z] = [5.2 * sx, 3.6 * sz];
        site.block(Part::Object, [x - 0.25, 0.0, z - 1.2], [x + 0.25, 0.45, z + 1.2]);
    }
}

fn store(site: &mut Site, random: &mut Pcg64) {
    for [sx, sz] in QUARTERS {
        for _ in 0..random.random_range(1..=3) {
            let half = random.random_range(0.35..0.7);
            let mut along = || random.random_range(2.3..4.6);
            let place = [along() * sx, along() * sz];
            let turn = random.random_range(0.0..FRAC_PI_4);
            site.add(Part::Object, prism(&rectangle(place, [half; 2], turn), [0.0, 2.0 * half]));
            if random.random_bool(0.5) {
                let less = 0.6 * half;
                let turn = random.random_range(0.0..FRAC_PI_4);
                let stacked = rectangle(place, [less; 2], turn);
                site.add(Part::Object, prism(&stacked, [2.0 * half, 2.0 * half + 2.0 * less]));
            }
        }
    }
}

fn ruin(site: &mut Site, random: &mut Pcg64) {
    for [sx, sz] in QUARTERS {
        let sides = random.random_range(5..=12);
        let place = [4.4 * sx, 4.4 * sz];
        site.add(Part::Pillar, prism(&ngon(place, sides, 0.4, 0.0), [0.0, random.random_range(0.6..2.8)]));
        if random.random_bool(0.6) {
            let turn = sx * sz * random.random_range(0.6..0.95);
            site.add(Part::Pillar, lying([2.9 * sx, 2.9 * sz], sides, 0.32, 1.2, turn));
        } else {
            // A ruined wall, lower towards the middle.
            let (high, low) = (random.random_range(1.4..3.0), random.random_range(0.3..1.0));
            let corners = [[1.5 * sx, 0.0], [HALF * sx, 0.0], [HALF * sx, high], [1.5 * sx, low]];
            let z = 2.4 * sz;
            site.add(Part::Wall, profile(true, &corners, [z - 0.2, z + 0.2]));
        }
    }
}

fn crossing(site: &mut Site, random: &mut Pcg64) {
    let (half, top) = (1.5, 3.2);
    for [sx, sz] in QUARTERS {
        let [x, z] = [[half * sx, HALF * sx], [half * sz, HALF * sz]];
        let sorted = |[a, b]: [f64; 2]| [a.min(b), a.max(b)];
        let ([x0, x1], [z0, z1]) = (sorted(x), sorted(z));
        site.block(Part::Wall, [x0, 0.0, z0], [x1, top, z1]);
    }
    let strips = random.random_range(4..=10);
    for side in [-1.0, 1.0] {
        for place in [1.8, 3.5, 5.2] {
            let thick = [side * place - 0.25, side * place + 0.25];
            site.arch(true, half, [1.5, top], strips, thick);
            site.arch(false, half, [1.5, top], strips, thick);
        }
    }
}

//! The plan of a level: rooms on a grid, their kinds, the openings in their walls, and paths through them.

use std::collections::VecDeque;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::rooms::{ROOMS, Room};
use super::walls::Wall;

/// The kind of a place in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// An ordinary room.
    Room(Room),
    /// Stairs and a gallery with a drop.
    Gallery,
    /// A ramp.
    Ramp,
}

/// The plan of a level.
pub struct Plan {
    /// Rooms along x and along z.
    pub size: [usize; 2],
    /// The kind of each room, row by row.
    pub places: Vec<Place>,
    /// The walls of each room towards +x and towards +z; at the far sides of the level these are outer
    /// walls.
    pub walls: Vec<[Wall; 2]>,
    /// The room where the tour starts, the room with the gallery, and the room with the ramp.
    pub landmarks: [usize; 3],
}

impl Plan {
    /// A plan with at least this many rooms, or exactly three if fewer than six are requested. All rooms
    /// are reachable.
    pub fn new(seed: u64, rooms: usize) -> Self {
        let mut random = Pcg64::seed_from_u64(seed);
        if rooms < 6 {
            return Self::in_a_row(&mut random);
        }
        let wide = (rooms as f64).sqrt().round() as usize;
        let deep = rooms.div_ceil(wide).max(3);
        let count = wide * deep;
        // The landmarks are at the wall towards +x, and the tour starts between them.
        let row = deep / 2 - 1;
        let at = |i: usize, j: usize| j * wide + i;
        let landmarks = [at(wide - 2, row + 1), at(wide - 1, row), at(wide - 1, row + 2)];
        let mut places: Vec<Place> =
            (0..count).map(|_| Place::Room(*ROOMS.choose(&mut random).unwrap_or(&Room::Hall))).collect();
        places[landmarks[0]] = Place::Room(Room::Hall);
        places[landmarks[1]] = Place::Gallery;
        places[landmarks[2]] = Place::Ramp;
        places[at(wide - 2, row)] = Place::Room(Room::Rotunda);
        places[at(wide - 2, row + 2)] = Place::Room(Room::Crossing);
        let mut plan = Self { size: [wide, deep], places, walls: vec![[Wall::Closed; 2]; count], landmarks };
        plan.open(&mut random);
        // The tour passes through an arch and between columns.
        plan.walls[at(wide - 2, row)] = [Wall::Door, Wall::Columns];
        plan.walls[at(wide - 2, row + 1)][1] = Wall::Arch;
        plan.walls[at(wide - 2, row + 2)][0] = Wall::Arch;
        plan
    }

    /// A plan of three rooms in a row: the tour starts in the room between the two landmarks.
    fn in_a_row(random: &mut Pcg64) -> Self {
        let places = vec![Place::Gallery, Place::Room(Room::Hall), Place::Ramp];
        let mut plan = Self { size: [1, 3], places, walls: vec![[Wall::Closed; 2]; 3], landmarks: [1, 0, 2] };
        plan.open(random);
        (plan.walls[0][1], plan.walls[1][1]) = (Wall::Columns, Wall::Arch);
        plan
    }

    /// Opens walls until every room is reachable, then opens some more walls at random.
    fn open(&mut self, random: &mut Pcg64) {
        let mut walls: Vec<(usize, usize)> =
            (0..self.places.len()).flat_map(|room| [(room, 0), (room, 1)]).collect();
        walls.shuffle(random);
        let mut group: Vec<usize> = (0..self.places.len()).collect();
        for (room, side) in walls {
            let Some(beyond) = self.beyond(room, side) else {
                self.walls[room][side] = Wall::Windows(random.random_range(2..=4));
                continue;
            };
            let [a, b] = [room, beyond].map(|of| root(&mut group, of));
            if a != b || random.random_bool(0.3) {
                group[a] = b;
                let kinds = [Wall::Door, Wall::Door, Wall::Arch, Wall::Arch, Wall::Columns, Wall::Low];
                self.walls[room][side] = *kinds.choose(random).unwrap_or(&Wall::Door);
            } else if random.random_bool(0.5) {
                self.walls[room][side] = Wall::Windows(random.random_range(1..=4));
            }
        }
    }

    /// The room behind the wall of `room` towards +x (0) or +z (1).
    pub fn beyond(&self, room: usize, side: usize) -> Option<usize> {
        let [wide, deep] = self.size;
        match side {
            0 => (room % wide + 1 < wide).then_some(room + 1),
            _ => (room / wide + 1 < deep).then_some(room + wide),
        }
    }

    /// The rooms on the shortest path from the room `from` to the room `to` through openings, including both of
    /// these.
    pub fn way(&self, from: usize, to: usize) -> Vec<usize> {
        let is_open = |wall: Wall| !matches!(wall, Wall::Closed | Wall::Windows(_));
        let mut neighbours = vec![vec![]; self.places.len()];
        for (room, walls) in self.walls.iter().enumerate() {
            for (side, wall) in walls.iter().enumerate() {
                if let Some(beyond) = self.beyond(room, side).filter(|_| is_open(*wall)) {
                    neighbours[room].push(beyond);
                    neighbours[beyond].push(room);
                }
            }
        }
        // The breadth-first search runs from the target, so that the path comes out in forward order.
        let mut next = vec![usize::MAX; self.places.len()];
        next[to] = to;
        let mut open = VecDeque::from([to]);
        while let Some(room) = open.pop_front() {
            for &neighbour in &neighbours[room] {
                if next[neighbour] == usize::MAX {
                    next[neighbour] = room;
                    open.push_back(neighbour);
                }
            }
        }
        let mut way = vec![from];
        while let Some(&last) = way.last().filter(|&&last| last != to && next[last] != usize::MAX) {
            way.push(next[last]);
        }
        way
    }
}

/// The representative of the group of connected rooms that contains `of` (union–find).
fn root(group: &mut [usize], mut of: usize) -> usize {
    while group[of] != of {
        group[of] = group[group[of]];
        of = group[of];
    }
    of
}

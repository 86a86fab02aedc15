//! Levels generated from a seed: rooms on a grid, with doors, arches, pillars, stairs, a ramp and a gallery,
//! and a tour through them.
//!
//! The rooms have no roofs, so that they are open to view from above; gallery, beams and arches are overhead.

mod landmarks;
mod plan;
mod rooms;
mod site;
mod solids;
mod tour;
mod walls;

pub use site::Part;
pub use tour::Tour;

use plan::{Place, Plan};
use rand::SeedableRng;
use rand_pcg::Pcg64;
use site::{PITCH, Site, THICK};

use super::compile::SplitRule;
use super::compiled::Level;
use super::error::LevelError;
use super::plane::Plane;
use crate::geometry::{Aabb, Point, Vector};

/// A generated level, not yet compiled.
pub struct Made {
    /// The planes of every brush.
    pub brushes: Vec<Vec<Plane>>,
    /// The part that each brush belongs to.
    pub parts: Vec<Part>,
    /// Start of a walk, on the floor.
    pub start: Point,
    /// Places on the floor, from the start in a loop back to it: past columns and arches, up stairs, along a
    /// gallery and down from it, up a ramp. Each place is reached from the one before in a straight line.
    pub path: Vec<Point>,
    /// The path of a driver, who climbs no stairs: a closed round on the floor and over the ramp.
    pub round: Vec<Point>,
    /// The box of the brushes, with room above for falling bodies.
    pub bounds: Aabb,
}

/// Average number of faces of a room, including its share of the walls.
const OF_ROOM: f64 = 235.0;

/// Generates a level with approximately this many faces, 1,000 to 1,000,000. Only whole rooms are built, so
/// small levels jump from 1,000 faces (three rooms) to 2,000 (six). Equal seeds and numbers give equal
/// levels.
pub fn make(seed: u64, faces: usize) -> Made {
    let plan = Plan::new(seed, (faces as f64 / OF_ROOM).round() as usize);
    let [wide, deep] = plan.size;
    let middle = |room: usize| {
        let along = |index: usize, count: usize| (index as f64 - 0.5 * (count - 1) as f64) * PITCH;
        Vector::new(along(room % wide, wide), 0.0, along(room / wide, deep))
    };
    let mut site = Site { brushes: vec![], origin: Vector::zeros() };
    let mut ways = [vec![], vec![]];
    for (room, place) in plan.places.iter().enumerate() {
        // Each room has its own random numbers, independent of the other rooms.
        let mut random = Pcg64::seed_from_u64(seed.wrapping_mul(0x9E37_79B9).wrapping_add(room as u64));
        site.origin = middle(room);
        let half = 0.5 * PITCH;
        site.block(Part::Floor, [-half, -0.5, -half], [half, 0.0, half]);
        match place {
            Place::Room(kind) => rooms::build(&mut site, *kind, &mut random),
            Place::Gallery => ways[0] = moved(&landmarks::gallery(&mut site), site.origin),
            Place::Ramp => ways[1] = moved(&landmarks::ramp(&mut site), site.origin),
        }
        around(&mut site, &plan, room);
    }
    let middle_of = |room: usize| Point::from(middle(room));
    let start = middle_of(plan.landmarks[0]);
    let mut path = vec![start];
    for (landmark, way) in plan.landmarks[1..].iter().zip(ways) {
        let there = plan.way(plan.landmarks[0], *landmark);
        path.extend(there.iter().map(|room| middle_of(*room)));
        path.extend(way);
        path.extend(there.iter().rev().map(|room| middle_of(*room)));
    }
    path.dedup();
    let round = tour::round(&plan, &middle);
    let size = Vector::new(wide as f64, 0.0, deep as f64) * (0.5 * PITCH) + Vector::repeat(2.0);
    let (low, high) = (Vector::new(size.x, 4.0, size.z), Vector::new(size.x, 8.0, size.z));
    let (parts, brushes) = site.brushes.into_iter().unzip();
    Made { brushes, parts, start, path, round, bounds: Aabb { min: (-low).into(), max: high.into() } }
}

impl Made {
    /// Compiles the level; `go_on` receives the finished and the total work, and cancels by returning false.
    pub fn compile(
        &self,
        rule: SplitRule,
        go_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Level, LevelError> {
        Level::of_brushes(&self.brushes, &self.bounds, rule, go_on)
    }
}

fn moved(way: &[[f64; 3]], by: Vector) -> Vec<Point> {
    way.iter().map(|p| Point::from(*p) + by).collect()
}

/// Builds the walls of a room on the sides +x and +z, the post between them, and outer walls on the other sides.
fn around(site: &mut Site, plan: &Plan, room: usize) {
    let ([wide, _], half) = (plan.size, 0.5 * PITCH);
    let middle = site.origin;
    let mut wall = |wall, along_x: bool, out: f64| {
        site.origin = middle + if along_x { Vector::z() } else { Vector::x() } * out;
        walls::build(site, wall, along_x);
    };
    wall(plan.walls[room][0], false, half);
    wall(plan.walls[room][1], true, half);
    let first = [room.is_multiple_of(wide), room < wide];
    if first[0] {
        wall(walls::Wall::Windows(3), false, -half);
    }
    if first[1] {
        wall(walls::Wall::Windows(2), true, -half);
    }
    let posts = [([half, half], true), ([-half, half], first[0]), ([half, -half], first[1])];
    site.origin = middle;
    for ([x, z], here) in posts.into_iter().chain([([-half, -half], first[0] && first[1])]) {
        if here {
            let wide = THICK + 0.05;
            site.block(Part::Wall, [x - wide, 0.0, z - wide], [x + wide, walls::HEIGHT + 0.3, z + wide]);
        }
    }
}

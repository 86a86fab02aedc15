//! The building site of a level: its brushes with their parts, the current room, and the lengths that all
//! rooms share.

use super::solids::{frustum, ngon, prism, profile};
use crate::geometry::{Point, Vector};
use crate::level::brush::Brush;
use crate::level::plane::Plane;

/// Distance between the middles of neighbouring rooms, metres.
pub const PITCH: f64 = 12.0;
/// Half the thickness of walls, metres.
pub const THICK: f64 = 0.3;
/// Distance from the middle of a room to its wall, metres.
pub const HALF: f64 = 0.5 * PITCH - THICK;

/// The part of the level that a brush belongs to; it determines the brush's colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The ground.
    Floor,
    /// Walls and posts.
    Wall,
    /// Arches over openings and corridors.
    Arch,
    /// Pillars with their bases and capitals, and the beams on them.
    Pillar,
    /// Steps.
    Stair,
    /// Slopes.
    Ramp,
    /// Platforms, and the rails on them.
    Gallery,
    /// Crates, benches, ruins.
    Object,
}

/// The unfinished level, and the position of the room under construction.
pub struct Site {
    /// The planes of every brush with the part that it belongs to.
    pub brushes: Vec<(Part, Vec<Plane>)>,
    /// The middle of the room.
    pub origin: Vector,
}

impl Site {
    /// Adds a brush in coordinates relative to the middle of the room.
    pub fn add(&mut self, part: Part, planes: Vec<Plane>) {
        let origin = self.origin;
        let moved = planes.into_iter().map(|plane| plane.shifted(plane.normal.dot(&origin)));
        self.brushes.push((part, moved.collect()));
    }

    /// Adds a box between two corners.
    pub fn block(&mut self, part: Part, min: [f64; 3], max: [f64; 3]) {
        self.add(part, Brush::planes_of_box(&Point::from(min), &Point::from(max)).to_vec());
    }

    /// Adds a pillar on a square base, with a capital that widens upwards.
    pub fn pillar(&mut self, place: [f64; 2], sides: u32, radius: f64, height: f64) {
        let [x, z] = place;
        let base = 1.5 * radius;
        self.block(Part::Pillar, [x - base, 0.0, z - base], [x + base, 0.2, z + base]);
        self.add(Part::Pillar, prism(&ngon(place, sides, radius, 0.3), [0.2, height - 0.35]));
        let capital = frustum(place, sides.max(4), [height - 0.35, height], [radius, 1.5 * radius], 0.3);
        self.add(Part::Pillar, capital);
    }

    /// Adds a part of a wall: a convex polygon whose corners are positions along the wall and heights, extruded over
    /// the range `thick` across the wall.
    pub fn slab(&mut self, part: Part, along_x: bool, corners: &[[f64; 2]], thick: [f64; 2]) {
        self.add(part, profile(along_x, corners, thick));
    }

    /// Adds a rectangular part of a wall.
    pub fn panel(&mut self, part: Part, along_x: bool, s: [f64; 2], y: [f64; 2], thick: [f64; 2]) {
        self.slab(part, along_x, &[[s[0], y[0]], [s[1], y[0]], [s[1], y[1]], [s[0], y[1]]], thick);
    }

    /// Adds the masonry over a round arch of half width `radius`, from the height `spring`, where the curve
    /// starts, to `top`.
    pub fn arch(
        &mut self,
        along_x: bool,
        radius: f64,
        [spring, top]: [f64; 2],
        strips: u32,
        thick: [f64; 2],
    ) {
        let at = |i: u32| {
            let (sin, cos) = (std::f64::consts::PI * f64::from(i) / f64::from(strips)).sin_cos();
            // The sine of π is not exactly 0 in floating point, so both ends are set to the springing height.
            let rise = if i == 0 || i == strips { 0.0 } else { sin };
            [-radius * cos, spring + radius * rise]
        };
        for i in 0..strips {
            let ([s, y], [t, v]) = (at(i), at(i + 1));
            self.slab(Part::Arch, along_x, &[[s, y], [t, v], [t, top], [s, top]], thick);
        }
    }
}

//! The walls between rooms: closed, with windows, with a door, an arch or a row of columns.

use super::site::{HALF, Part, Site, THICK};
use super::solids::{ngon, prism};

/// The kind of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wall {
    /// Closed.
    Closed,
    /// Closed, with this many windows.
    Windows(u32),
    /// A rectangular door in the middle.
    Door,
    /// A round arch in the middle.
    Arch,
    /// Open between two columns and on both sides of them.
    Columns,
    /// Low, with a gap in the middle.
    Low,
}

/// Height of walls, metres.
pub const HEIGHT: f64 = 3.6;
/// Half the width of doors, metres.
const DOOR: f64 = 1.0;
/// Half the width of arches, metres.
const ARCH: f64 = 1.4;

/// Builds the wall around the origin of the site, along x or along z.
pub fn build(site: &mut Site, wall: Wall, along_x: bool) {
    let thick = [-THICK, THICK];
    let ends = [-HALF, HALF];
    match wall {
        Wall::Closed => site.panel(Part::Wall, along_x, ends, [0.0, HEIGHT], thick),
        Wall::Windows(count) => windows(site, along_x, count),
        Wall::Door => {
            sides(site, along_x, DOOR, HEIGHT);
            site.panel(Part::Wall, along_x, [-DOOR, DOOR], [2.4, HEIGHT], thick);
        }
        Wall::Arch => {
            sides(site, along_x, ARCH, HEIGHT);
            site.arch(along_x, ARCH, [1.6, HEIGHT], 10, thick);
        }
        Wall::Columns => {
            sides(site, along_x, 4.2, HEIGHT);
            site.panel(Part::Pillar, along_x, [-4.2, 4.2], [3.0, HEIGHT], thick);
            for s in [-1.7, 1.7] {
                let place = if along_x { [s, 0.0] } else { [0.0, s] };
                site.add(Part::Pillar, prism(&ngon(place, 12, 0.25, 0.1), [0.0, 3.0]));
            }
        }
        Wall::Low => sides(site, along_x, 1.8, 1.1),
    }
}

/// Builds a wall on both sides of an opening of half width `half`.
fn sides(site: &mut Site, along_x: bool, half: f64, height: f64) {
    for s in [[-HALF, -half], [half, HALF]] {
        site.panel(Part::Wall, along_x, s, [0.0, height], [-THICK, THICK]);
    }
}

fn windows(site: &mut Site, along_x: bool, count: u32) {
    let thick = [-THICK, THICK];
    let (sill, lintel) = (1.3, 2.6);
    site.panel(Part::Wall, along_x, [-HALF, HALF], [0.0, sill], thick);
    site.panel(Part::Wall, along_x, [-HALF, HALF], [lintel, HEIGHT], thick);
    // Windows of 1 m, and the wall between them.
    let pitch = 2.0 * HALF / f64::from(count);
    let mut from = -HALF;
    for i in 0..count {
        let middle = -HALF + (f64::from(i) + 0.5) * pitch;
        site.panel(Part::Wall, along_x, [from, middle - 0.5], [sill, lintel], thick);
        from = middle + 0.5;
    }
    site.panel(Part::Wall, along_x, [from, HALF], [sill, lintel], thick);
}

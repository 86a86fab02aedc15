//! The two landmark rooms of a tour: one with stairs to a gallery with a drop, one with a ramp and stairs.
//!
//! Both have a closed wall towards +x, and a path of their own that starts and ends in the middle.

use super::site::{HALF, Part, Site};
use super::solids::{ngon, prism, profile};

/// Builds stairs along the wall up to an L-shaped gallery with a gap in its rail. Returns the path up, along
/// and down.
pub fn gallery(site: &mut Site) -> Vec<[f64; 3]> {
    let (high, under, edge) = (3.0, 2.7, 3.0);
    let steps = 12;
    for i in 0..steps {
        let z = -1.8 + 0.4 * f64::from(i);
        let top = 0.25 * f64::from(i + 1);
        site.block(Part::Stair, [4.1, 0.0, z], [HALF, top, z + 0.4]);
    }
    // One arm along the +z wall, one along the −x wall.
    site.block(Part::Gallery, [-HALF, under, edge], [HALF, high, HALF]);
    site.block(Part::Gallery, [-HALF, under, -HALF], [-3.2, high, edge]);
    for place in [[-3.5, 3.3], [-1.7, 3.3], [1.7, 3.3], [3.7, 3.3], [-3.5, -1.7], [-3.5, 1.7], [-3.5, -4.6]] {
        site.add(Part::Pillar, prism(&ngon(place, 8, 0.22, 0.2), [0.0, under]));
    }
    rail(site, true, [-3.2, -1.5], [edge, edge + 0.12], high);
    rail(site, true, [1.5, 4.1], [edge, edge + 0.12], high);
    rail(site, false, [-HALF, edge], [-3.32, -3.2], high);
    vec![
        [0.0, 0.0, 0.0],
        [2.2, 0.0, -3.4],
        [4.9, 0.0, -3.4],
        [4.9, high, 3.9],
        [-4.4, high, 4.3],
        [0.0, high, 4.2],
        [0.0, 0.0, 1.6],
        [0.0, 0.0, 0.0],
    ]
}

/// Builds balusters and a rail, along x or z.
fn rail(site: &mut Site, along_x: bool, s: [f64; 2], thick: [f64; 2], floor: f64) {
    let count = ((s[1] - s[0]) / 0.55).ceil() as u32;
    for i in 0..=count {
        let at = s[0] + (s[1] - s[0] - 0.12) * f64::from(i) / f64::from(count) + 0.06;
        let middle = 0.5 * (thick[0] + thick[1]);
        let place = if along_x { [at, middle] } else { [middle, at] };
        site.add(Part::Gallery, prism(&ngon(place, 6, 0.05, 0.0), [floor, floor + 0.85]));
    }
    site.panel(Part::Gallery, along_x, s, [floor + 0.85, floor + 0.95], thick);
}

/// Builds a ramp up to a platform, with stairs down on the other side. Returns the path up and down.
pub fn ramp(site: &mut Site) -> Vec<[f64; 3]> {
    let high = 1.5;
    let (x0, x1) = (2.8, HALF);
    let slope = [[-4.5, 0.0], [-1.0, 0.0], [-1.0, high]];
    site.add(Part::Ramp, profile(false, &slope, [3.4, 5.4]));
    site.block(Part::Gallery, [x0, 0.0, -1.0], [x1, high, 1.2]);
    rail(site, false, [-1.0, 1.2], [x0, x0 + 0.12], high);
    for i in 0..5 {
        let z = 1.2 + 0.4 * f64::from(i);
        let top = high - 0.3 * f64::from(i);
        site.block(Part::Stair, [3.4, 0.0, z], [5.4, top, z + 0.4]);
    }
    for place in [[-3.2, -3.2], [-3.2, 3.2]] {
        site.pillar(place, 16, 0.4, 3.4);
    }
    vec![
        [0.0, 0.0, 0.0],
        [1.6, 0.0, -4.9],
        [4.4, 0.0, -5.0],
        [4.4, high, -0.2],
        [4.4, 0.0, 4.6],
        [1.6, 0.0, 4.4],
        [0.0, 0.0, 0.0],
    ]
}

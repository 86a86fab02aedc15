//! The decisions of cloth depth maps, compared with the exact ones.

use super::depth_maps::solids;
use super::response::Way;
use crate::geometry::depth_maps::{DepthMaps, MapWindow};
use crate::geometry::{Mesh, Point};
use crate::solids::signed_distance::SignedDistance;

/// Signed distance from the obstacles; `None` if there are none, or if one is not closed.
pub fn exact(way: &Way) -> Option<SignedDistance> {
    let solids: Vec<Mesh> = solids(way).collect();
    SignedDistance::new(&solids).ok().filter(|_| !solids.is_empty())
}

/// Decisions of the maps about particles, compared with the exact ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Compared {
    /// Particles that are inside by both.
    pub hits: Vec<u32>,
    /// Particles inside the obstacle that the maps miss.
    pub missed: Vec<u32>,
    /// Particles outside the obstacle that are inside by the maps.
    pub false_hits: Vec<u32>,
    /// Wrong decisions farther from the surface than half a pixel's diagonal: the solid has a gap or a fold along the
    /// view, which two maps cannot represent.
    pub undercut: usize,
    /// Largest distance of a wrongly decided particle from the surface, metres.
    pub farthest_wrong: f64,
    /// Mean and largest error of the penetration depth of the hits, metres.
    pub depth_error: [f64; 2],
}

/// Half of a pixel's diagonal: the farthest that a pixel's centre is from a point of the pixel, metres.
pub fn half_diagonal(window: &MapWindow) -> f64 {
    window.pixel() * std::f64::consts::FRAC_1_SQRT_2
}

/// Decides all particles by the maps and exactly.
pub fn compare(maps: &DepthMaps, exact: &SignedDistance, positions: &[Point]) -> Compared {
    let mut compared = Compared::default();
    // Depths are stored in 24 bits.
    let bound = half_diagonal(&maps.window) + 1e-6 * maps.window.half_depth;
    let [mut sum, mut most] = [0.0_f64; 2];
    for (particle, place) in positions.iter().enumerate() {
        let (distance, inside) = (exact.of(place), maps.inside(place));
        let list = match (distance <= 0.0, inside) {
            (true, Some(inside)) => {
                let error = (inside.depth + distance).abs();
                (sum, most) = (sum + error, most.max(error));
                &mut compared.hits
            }
            (false, None) => continue,
            (is_inside, _) => {
                compared.undercut += usize::from(distance.abs() > bound);
                compared.farthest_wrong = compared.farthest_wrong.max(distance.abs());
                if is_inside { &mut compared.missed } else { &mut compared.false_hits }
            }
        };
        list.push(particle as u32);
    }
    compared.depth_error = [sum / compared.hits.len().max(1) as f64, most];
    compared
}

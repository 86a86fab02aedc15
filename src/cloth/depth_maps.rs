//! Obstacles of a cloth decided by depth maps, after Vassilev, Spanlang and Chrysanthou 2001, beside the exact
//! decision.
//!
//! The maps know which particles are inside an obstacle, and where to push them ([`keep_out`]). They know nothing of
//! edges and triangles of the cloth, which can cut through an obstacle between particles, and nothing of the path of a
//! particle in a step. [`compare`] decides every particle by the exact signed distance too. The geometry is in
//! `src/geometry/depth_maps/`, with errors and cost.

use super::response::Way;
use crate::geometry::depth_maps::{DepthMaps, MapWindow, twin};
use crate::geometry::signed_distance::SignedDistance;
use crate::geometry::{Mesh, Point};

/// View and resolution of the maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MapSettings {
    /// Axis of the view: 0, 1 or 2.
    pub axis: usize,
    /// Pixels along a side.
    pub side: u32,
}

impl Default for MapSettings {
    fn default() -> Self {
        // From above and below, because the cloths of the scenes fall. The paper's figures are dressed from front and
        // back.
        Self { axis: 1, side: 64 }
    }
}

/// The obstacles as one closed mesh that faces outwards; `None` if there are none.
pub fn solid(way: &Way) -> Option<Mesh> {
    let (mut points, mut faces): (Vec<Point>, Vec<[u32; 3]>) = Default::default();
    for mesh in solids(way) {
        let first = points.len() as u32;
        points.extend(mesh.vertices());
        faces.extend(mesh.triangles().iter().map(|face| face.map(|p| p + first)));
    }
    Mesh::new(points, faces).ok()
}

/// Each obstacle as a mesh that faces outwards.
fn solids(way: &Way) -> impl Iterator<Item = Mesh> {
    let meshes = way.obstacles.iter().filter_map(|o| Mesh::new(o.points.clone(), o.faces.clone()).ok());
    meshes.map(|mesh| if mesh.volume() < 0.0 { mesh.flipped() } else { mesh })
}

/// The window of the maps of a solid.
pub fn window(solid: &Mesh, settings: MapSettings) -> Option<MapWindow> {
    MapWindow::around(solid.vertices().iter().copied(), settings.axis, settings.side)
}

/// The maps of the obstacles, computed on the processor; `None` if there are no obstacles.
pub fn maps(way: &Way, settings: MapSettings) -> Option<DepthMaps> {
    let solid = solid(way)?;
    Some(twin::maps(window(&solid, settings)?, solid.vertices(), solid.triangles()))
}

/// Signed distance from the obstacles; `None` if there are none, or if one is not closed.
pub fn exact(way: &Way) -> Option<SignedDistance> {
    let solids: Vec<Mesh> = solids(way).collect();
    SignedDistance::new(&solids).ok().filter(|_| !solids.is_empty())
}

/// Moves particles out of the solid of the maps, as far as their margin around it, along the stored normals.
///
/// A particle undoes its own motion towards the surface since `before`, and moves out by at most `lift` more: a jump
/// would leave it with its speed. Its sliding is slowed by `friction` times the push.
pub fn keep_out(
    maps: &DepthMaps,
    margin: f64,
    (positions, before): (&mut [Point], &[Point]),
    ease: &[f64],
    [lift, friction]: [f64; 2],
) {
    for ((place, before), ease) in positions.iter_mut().zip(before).zip(ease) {
        if *ease <= 0.0 {
            continue;
        }
        let Some(inside) = maps.within(place, margin) else { continue };
        let inwards = inside.normal.dot(&(before - *place)).max(0.0);
        let by = inside.depth.min(inwards + lift);
        *place += inside.normal * by;
        let slide = *place - before;
        let slide = slide - inside.normal * inside.normal.dot(&slide);
        let length = slide.norm();
        if length > 0.0 {
            *place -= slide * (friction * by / length).min(1.0);
        }
    }
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

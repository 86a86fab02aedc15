//! Obstacles of a cloth decided by depth maps, after Vassilev, Spanlang and Chrysanthou 2001.
//!
//! The maps know which particles are inside an obstacle, and where to push them ([`keep_out`]). They know nothing of
//! edges and triangles of the cloth, which can cut through an obstacle between particles, and nothing of the path of a
//! particle in a step. The geometry is in [`crate::geometry::depth_maps`], with errors and cost.

use super::response::Way;
use crate::geometry::depth_maps::{DepthMaps, MapWindow, twin};
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
pub fn solids(way: &Way) -> impl Iterator<Item = Mesh> {
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

/// Moves particles out of the solid of the maps, as far as their margin around it, along the stored normals.
///
/// A particle undoes its own motion towards the surface since `before`, and moves out by at most `lift` more: more at
/// once would turn into velocity. Its sliding is slowed by `friction` times the push.
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

//! All lines of a scene: container, grid, boxes, hulls, pairs, windows, velocities.

use super::camera::Camera;
use super::floor::Floor;
use super::lines::{FromEye, Lines};
use super::marks;
use super::palette;
use super::scene::{Scene, VELOCITY_FRAMES};
use crate::geometry::Aabb;

/// The container's edges, and the grid on its floor.
pub fn container(lines: &mut Lines, view: &FromEye, container: &Aabb) {
    lines.box_edges(view, &container.corners(), 1.25, palette::CONTAINER);
    Floor::of(container).grid(lines, view);
}

/// The overlays that the scene's switches enable. `within` is depth-tested; `on_top` is drawn over everything.
pub fn overlays(within: &mut Lines, on_top: &mut Lines, view: &FromEye, scene: &Scene, camera: &Camera) {
    if scene.overlays.aabbs {
        for body in scene.shown() {
            within.box_edges(view, &body.aabb().corners(), 1.0, palette::AABB);
        }
    }
    if scene.overlays.hulls {
        for body in scene.shown() {
            for ends in body.shape.hull_edges() {
                within.segment(view, ends.map(|end| body.pose * end), 2.0, palette::HULL);
            }
        }
    }
    if scene.overlays.windows {
        for corners in scene.windows {
            within.box_edges(view, corners, 1.25, palette::WINDOW);
        }
    }
    pairs(on_top, view, scene);
    if scene.overlays.velocity {
        velocities(within, view, scene, camera);
    }
    marks::marks(on_top, view, scene, camera);
}

/// Lines from centre to centre with dots at the ends, drawn over everything because the centres lie inside the bodies.
/// Lines of candidate pairs are thin; those of colliding pairs are thick and drawn last. If a body is selected, its
/// pairs are highlighted and the others faded.
fn pairs(lines: &mut Lines, view: &FromEye, scene: &Scene) {
    let is_colliding = |index: usize| scene.verdicts.get(index).copied().unwrap_or(false);
    let (colliding, apart): (Vec<_>, Vec<_>) =
        scene.candidates.iter().enumerate().partition(|(index, _)| is_colliding(*index));
    for (index, pair) in apart.into_iter().chain(colliding) {
        let of_selected = scene.selected.is_some_and(|s| s == pair.a || s == pair.b);
        if !of_selected && !scene.overlays.candidates {
            continue;
        }
        let (Some(a), Some(b)) = (scene.bodies.get(pair.a), scene.bodies.get(pair.b)) else { continue };
        let ends = [a, b].map(|body| body.pose * body.shape.local_aabb().center());
        let strength = if of_selected || scene.selected.is_none() { 1.0 } else { 0.4 };
        let (color, width_px, dot_px) = if is_colliding(index) {
            (palette::COLLIDING_OUTLINE, 2.5, 7.0)
        } else {
            (palette::CANDIDATE, if of_selected { 2.0 } else { 1.25 }, 4.0)
        };
        for (more_px, color) in [(2.0, palette::MARK_SHADE.faded(0.6)), (0.0, color)] {
            lines.segment(view, ends, width_px + more_px, color.faded(strength));
            for end in ends {
                lines.segment(view, [end; 2], dot_px + more_px, color.faded(strength));
            }
        }
    }
}

/// An arrow from each body's centre, with a flat head that faces the viewer.
fn velocities(lines: &mut Lines, view: &FromEye, scene: &Scene, camera: &Camera) {
    for body in scene.shown() {
        let path = body.velocity * VELOCITY_FRAMES;
        let start = body.pose * body.shape.local_aabb().center();
        let tip = start + path;
        let across = path.cross(&(tip - camera.source())).try_normalize(0.0).unwrap_or_default();
        if across == nalgebra::Vector3::zeros() {
            continue;
        }
        lines.segment(view, [start, tip], 1.75, palette::VELOCITY);
        let head = (0.12 * body.shape.size()).min(0.5 * path.norm());
        for side in [-0.6, 0.6] {
            let barb = tip - path.normalize() * head + across * (side * head);
            lines.segment(view, [tip, barb], 1.75, palette::VELOCITY);
        }
    }
}

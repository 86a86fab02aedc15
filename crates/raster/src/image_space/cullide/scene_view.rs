//! The view of a whole scene: an orthographic window around all bodies of the set.

use crate::geometry::Aabb;
use crate::image_space::view::View;

/// Border around the scene on every side, as a share of its extent. It keeps all surfaces, enlarged ones too, off the
/// near and far plane, so that no depth equals the cleared one.
const BORDER: f64 = 0.025;

/// Rounding of a body's position in its box, as a share of the farthest coordinate.
const OF_PLACE: f64 = 16.0 * f64::EPSILON;

/// The view along `axis` of everything in these boxes, of which there is at least one. `resolution` is the number of
/// pixels along a side.
pub fn view_of<'a>(boxes: impl Iterator<Item = &'a Aabb>, axis: u8, resolution: u32) -> View {
    let scene = boxes.fold(Aabb::EMPTY, |scene, of_body| scene.union(of_body));
    let mut volume = scene;
    let farthest = scene.min.coords.amax().max(scene.max.coords.amax());
    // A flat scene gets some depth, and one without any extent a tiny window.
    let longest = scene.extents().max();
    let least = if longest > 0.0 { 1e-3 * longest } else { farthest.max(1.0) };
    // Enlarged surfaces reach a little more than half a pixel beyond the scene: at 64 pixels a side, 1 %.
    let border = BORDER.max(1.0 / f64::from(resolution));
    for i in 0..3 {
        let extent = (scene.max[i] - scene.min[i]).max(least);
        let margin = border * extent + OF_PLACE * farthest + 0.5 * (extent - (scene.max[i] - scene.min[i]));
        volume.min[i] -= margin;
        volume.max[i] += margin;
    }
    let along = usize::from(axis);
    View { axis, volume, shared: [scene.min[along], scene.max[along]] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    #[test]
    fn the_window_holds_the_scene_with_a_border_and_is_never_flat() {
        let boxes = [
            Aabb { min: Point::new(-1.0, 2.0, 3.0), max: Point::new(1.0, 2.0, 4.0) },
            Aabb::cube(Point::new(5.0, 2.0, 3.5), 0.0),
        ];
        for axis in 0..3 {
            let view = view_of(boxes.iter(), axis, 512);
            assert!(boxes.iter().all(|of_body| view.volume.contains(of_body, -1e-9)), "{view:?}");
            assert!(view.volume.extents().min() > 1e-3);
        }
        let point = [Aabb::cube(Point::new(7.0, 0.0, 0.0), 0.0)];
        assert!(view_of(point.iter(), 0, 64).volume.extents().min() > 0.0);
    }
}

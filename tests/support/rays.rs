//! Intersections of a tile's rays with a body, computed from its mesh.

use collidoscope::geometry::Vector;
use collidoscope::image_space::pixel_twin::Interval;
use collidoscope::image_space::view::View;
use collidoscope::world::Body;

/// The depths at which a ray through the tile enters and leaves a convex body: the ray clipped by the
/// half-spaces of its faces, in f64.
pub fn ray_interval(body: &Body, view: &View, side: u32, x_px: f64, y_px: f64) -> Interval {
    let extents = view.volume.extents();
    let [(across, right), (up, upwards), (along, _)] = view.axes();
    let mut eye = view.volume.center();
    eye[across] += right * extents[across] * (x_px / f64::from(side) - 0.5);
    eye[up] += upwards * extents[up] * (y_px / f64::from(side) - 0.5);
    eye[along] = view.volume.min[along];
    let mut direction = Vector::zeros();
    direction[along] = extents[along];
    let (eye, direction) = (body.pose.inverse() * eye, body.pose.inverse() * direction);
    let (mut near, mut far) = (f64::NEG_INFINITY, f64::INFINITY);
    let mesh = body.shape.mesh();
    for triangle in 0..mesh.triangles().len() {
        let Some(normal) = mesh.area_normal(triangle).try_normalize(0.0) else { continue };
        let (height, slope) = (normal.dot(&(eye - mesh.corners(triangle)[0])), normal.dot(&direction));
        if slope < 0.0 {
            near = near.max(height / -slope);
        } else if slope > 0.0 {
            far = far.min(height / -slope);
        } else if height > 0.0 {
            return None;
        }
    }
    (near < far).then_some([near, far])
}

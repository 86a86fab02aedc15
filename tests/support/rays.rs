//! Intersections of a tile's rays with a body, computed from its mesh.

use collidoscope::geometry::{Point, Vector};
use collidoscope::image_space::pixel_twin::Interval;
use collidoscope::image_space::view::View;
use collidoscope::world::Body;

/// The depths at which a ray through the tile crosses the body's surface, nearest first, in f64.
pub fn ray_crossings(body: &Body, view: &View, side: u32, x_px: f64, y_px: f64) -> Vec<f64> {
    let (eye, direction) = ray(body, view, side, x_px, y_px);
    let mesh = body.shape.mesh();
    let crossing = |triangle| {
        let [p, q, r] = mesh.corners(triangle).map(|corner| corner - eye);
        // Volumes of the tetrahedra of the ray and the edges: one sign if the ray passes between the edges.
        let [u, v, w] = [(q, r), (r, p), (p, q)].map(|(a, b)| direction.dot(&a.cross(&b)));
        let inside = (u > 0.0 && v > 0.0 && w > 0.0) || (u < 0.0 && v < 0.0 && w < 0.0);
        inside.then(|| (p * u + q * v + r * w).dot(&direction) / ((u + v + w) * direction.norm_squared()))
    };
    let mut depths: Vec<f64> = (0..mesh.triangles().len()).filter_map(crossing).collect();
    depths.sort_by(f64::total_cmp);
    depths
}

/// The depths at which a ray through the tile enters and leaves a convex body: the ray clipped by the
/// half-spaces of its faces, in f64.
pub fn ray_interval(body: &Body, view: &View, side: u32, x_px: f64, y_px: f64) -> Interval {
    let (eye, direction) = ray(body, view, side, x_px, y_px);
    let (mut near, mut far) = (f64::NEG_INFINITY, f64::INFINITY);
    let mesh = body.shape.mesh();
    for triangle in 0..mesh.triangles().len() {
        let Some(normal) = mesh.area_normal(triangle).try_normalize(0.0) else {
            continue;
        };
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

/// The ray through a point of the tile in the body's own frame: its point on the near plane, and the vector
/// from there to the far plane.
fn ray(body: &Body, view: &View, side: u32, x_px: f64, y_px: f64) -> (Point, Vector) {
    let extents = view.volume.extents();
    let [(across, right), (up, upwards), (along, _)] = view.axes();
    let mut eye = view.volume.center();
    eye[across] += right * extents[across] * (x_px / f64::from(side) - 0.5);
    eye[up] += upwards * extents[up] * (y_px / f64::from(side) - 0.5);
    eye[along] = view.volume.min[along];
    let mut direction = Vector::zeros();
    direction[along] = extents[along];
    (body.pose.inverse() * eye, body.pose.inverse() * direction)
}

//! The view window of a pair as an object in space: its box, the near plane, the eye in front of the plane, and the
//! ray of a pixel.

use crate::geometry::{Point, Vector};
use crate::image_space::view::View;
use crate::render::dissection::Dissection;
use crate::render::palette;
use crate::world::Body;

/// Distance of the drawn eye from the near plane, as a multiple of the window's longest side. The eye's rays are
/// parallel, so it has no true position.
const EYE_BEFORE: f64 = 0.33;

/// A view window in world coordinates: a corner and its three edges.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The lower left corner of the near plane, seen from the eye, metres.
    pub corner: Point,
    /// The edge along the width, to the eye's right, metres.
    pub across: Vector,
    /// The edge along the height, metres.
    pub up: Vector,
    /// The edge along the depth, away from the eye, metres.
    pub away: Vector,
}

impl Window {
    /// The window of a view, in world coordinates.
    pub fn of(view: &View) -> Self {
        let extents = view.volume.extents();
        let [across, up, away] = view.axes().map(|(axis, sign)| Vector::ith(axis, sign * extents[axis]));
        Self { corner: view.volume.center() - (across + up + away) * 0.5, across, up, away }
    }

    /// The centre of the near plane, in world coordinates, metres.
    pub fn near_center(&self) -> Point {
        self.corner + (self.across + self.up) * 0.5
    }

    /// The point at which the eye is drawn, in world coordinates, metres.
    pub fn eye(&self) -> Point {
        let sides = self.across.norm().max(self.up.norm()).max(self.away.norm());
        self.near_center() - self.away.normalize() * (EYE_BEFORE * sides)
    }

    /// The direction from the window to a camera that shows both the window and its eye.
    pub fn slant(&self) -> Vector {
        self.across.normalize() * 0.8 + self.up.normalize() * 0.38 - self.away.normalize() * 0.5
    }

    /// The centre of a pixel on the near plane and on the far plane.
    pub fn ray(&self, pixel: [u32; 2], side: usize) -> [Point; 2] {
        let [x, y] = pixel.map(|coordinate| (f64::from(coordinate) + 0.5) / side as f64);
        let start = self.corner + self.across * x + self.up * y;
        [start, start + self.away]
    }

    /// Draws the box, the near plane, and the eye with its parallel rays.
    pub fn draw(&self, dissection: &mut Dissection) {
        let corners: [Point; 8] = std::array::from_fn(|i| {
            let part = |bit: usize, side: Vector| if i >> bit & 1 == 1 { side } else { Vector::zeros() };
            self.corner + part(0, self.across) + part(1, self.up) + part(2, self.away)
        });
        dissection.box_edges(&corners, 1.25, palette::WINDOW);
        let near = [0, 1, 3, 2];
        for (start, end) in near.into_iter().zip([1, 3, 2, 0]) {
            dissection.line([corners[start], corners[end]], 3.0, palette::WINDOW);
        }
        let eye = self.eye();
        let back = eye - self.near_center();
        for corner in near {
            dissection.line([corners[corner] + back, corners[corner]], 1.0, palette::WINDOW.faded(0.4));
        }
        dissection.arrow([eye, self.near_center()], 0.12 * back.norm(), 2.0, palette::THOUGHT);
    }

    /// Draws the ray through a pixel, with the intervals of both bodies on it.
    pub fn draw_ray(&self, dissection: &mut Dissection, pixel: [u32; 2], side: usize, bodies: [&Body; 2]) {
        let ray = self.ray(pixel, side);
        let before = (self.eye() - self.near_center()) * 0.75;
        dissection.line_on_top([ray[0] + before, ray[1]], 1.25, palette::PICKED.faded(0.8));
        // Draws the pixel as a sheet on the near plane.
        let (width, height) = (self.across / side as f64, self.up / side as f64);
        let low = ray[0] - (width + height) * 0.5;
        let corners = [low, low + width, low + width + height, low + height];
        for (index, corner) in corners.into_iter().enumerate() {
            dissection.line_on_top([corner, corners[(index + 1) % 4]], 1.5, palette::PICKED);
        }
        // A has the wider bar, so that B's is visible on top of it.
        for (body, (width_px, color)) in bodies.into_iter().zip([(7.0, palette::A), (3.0, palette::B)]) {
            for ends in intervals(body, ray) {
                let [near, far] = ends.map(|share| ray[0] + (ray[1] - ray[0]) * share);
                dissection.line_on_top([near, far], width_px, color.faded(0.85));
                for end in [near, far] {
                    dissection.dot(end, 9.0, palette::MARK_SHADE);
                    dissection.dot(end, 6.0, color);
                }
            }
        }
    }
}

/// The parts of a ray inside a body, as fractions of its length, the nearest first.
fn intervals(body: &Body, ray: [Point; 2]) -> Vec<[f64; 2]> {
    if body.shape.convexity().is_ok() {
        interval(body, ray).into_iter().collect()
    } else {
        crossed(body, ray)
    }
}

/// Intervals of the ray inside a closed body of any shape: every second crossing of its surface leaves the body.
pub fn crossed(body: &Body, ray: [Point; 2]) -> Vec<[f64; 2]> {
    let [start, end] = ray.map(|p| body.pose.inverse_transform_point(&p));
    let way = end - start;
    let mesh = body.shape.mesh();
    let crossing = |triangle| {
        let [p, q, r] = mesh.corners(triangle).map(|corner| corner - start);
        // Volumes of the tetrahedra of the ray and an edge: all have one sign if the ray passes between the edges.
        let [u, v, w] = [(q, r), (r, p), (p, q)].map(|(a, b)| way.dot(&a.cross(&b)));
        // The two triangles at an edge run along it in opposite directions. So if the ray meets the edge, the order
        // of its vertices decides as if the ray passed next to it.
        let [i, j, k] = mesh.triangles()[triangle];
        let [a, b, c] = [(u, j < k), (v, k < i), (w, i < j)]
            .map(|(volume, up)| if volume == 0.0 { up } else { volume > 0.0 });
        let is_crossed = a == b && b == c && u + v + w != 0.0;
        is_crossed.then(|| (p * u + q * v + r * w).dot(&way) / ((u + v + w) * way.norm_squared()))
    };
    let mut shares: Vec<f64> = (0..mesh.triangles().len()).filter_map(crossing).collect();
    shares.sort_by(f64::total_cmp);
    shares.chunks_exact(2).map(|ends| [ends[0], ends[1]]).collect()
}

/// Points where the line through two points enters and leaves a convex body, as fractions of the distance between the
/// two points.
pub fn interval(body: &Body, ray: [Point; 2]) -> Option<[f64; 2]> {
    let [start, end] = ray.map(|p| body.pose.inverse_transform_point(&p));
    let way = end - start;
    let mesh = body.shape.mesh();
    let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    for triangle in 0..mesh.triangles().len() {
        let [p, q, r] = mesh.corners(triangle);
        let normal = (q - p).cross(&(r - p));
        let (speed, height) = (normal.dot(&way), normal.dot(&(start - p)));
        if speed < 0.0 {
            enter = enter.max(-height / speed);
        } else if speed > 0.0 {
            leave = leave.min(-height / speed);
        } else if height > 0.0 {
            return None;
        }
    }
    (enter <= leave && enter.is_finite() && leave.is_finite()).then_some([enter, leave])
}

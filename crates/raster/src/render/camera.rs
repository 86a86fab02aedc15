//! The camera: an orbit around a target, in f64 and relative to the scene's size.

use std::f64::consts::{FRAC_PI_2, TAU};
use std::hash::{DefaultHasher, Hash, Hasher};

use nalgebra::{Matrix3, Matrix4, Orthographic3, Perspective3};

use crate::geometry::{Aabb, Point, Vector};

/// Field of view across the view's shorter side, radians.
const FIELD_OF_VIEW: f64 = 0.6;
/// Radians of orbit per pixel of dragging.
const ORBIT_PER_PIXEL: f64 = 0.007;
/// Largest pitch, straight up or down. The yaw still defines "right" at this pitch.
const STEEPEST: f64 = FRAC_PI_2;
/// Smallest and largest distance from the camera to its target, in radii of the scene.
const DISTANCES: [f64; 2] = [1e-3, 20.0];
/// Near and far plane in perspective, where a ground may extend beyond the scene. The near plane is no farther than
/// the first number times the distance to the scene's centre, because a tall view shows the ground almost below the
/// eye. The far plane is behind the scene's centre by the second number, in scene radii. A 24-bit depth buffer then
/// resolves a millionth of the distance.
const GROUND: [f64; 2] = [0.1, 30.0];
/// Extra distance of a parallel camera from the scene, in scene radii, so that nothing of the scene is behind it.
const STEP_BACK: f64 = 4.0;

/// Projection of a camera.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Lens {
    /// Perspective: farther objects look smaller.
    #[default]
    Perspective,
    /// Parallel rays: an object at the target's depth is as large as in perspective.
    Parallel,
    /// Parallel rays, with near and far plane at the sides of this box of the world, metres.
    Window(Aabb),
}

/// A camera that orbits a target. All limits scale with the framed bounds, so that scenes of any size and
/// position behave the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    target: Point,
    distance: f64,
    yaw: f64,
    pitch: f64,
    lens: Lens,
    scene_center: Point,
    scene_radius: f64,
}

impl Camera {
    /// Frames `bounds`, seen from slightly above and to the right.
    pub fn framing(bounds: &Aabb) -> Self {
        let mut camera = Self {
            target: Point::origin(),
            distance: 1.0,
            yaw: 0.55,
            pitch: 0.38,
            lens: Lens::default(),
            scene_center: Point::origin(),
            scene_radius: 1.0,
        };
        camera.frame(bounds);
        camera
    }

    /// Frames `bounds` from another side: `back` points from the bounds to the eye.
    pub fn framing_from(bounds: &Aabb, back: &Vector) -> Self {
        let mut camera = Self::framing(bounds);
        camera.look_from(back);
        camera.frame(bounds);
        camera
    }

    /// Turns around the target so that `back` points from it to the eye; the length of `back` does not matter. If
    /// `back` is vertical, the yaw becomes 0; a zero or non-finite vector is ignored.
    pub fn look_from(&mut self, back: &Vector) {
        if back.iter().all(|part| part.is_finite()) && back.norm() > 0.0 {
            // Removes the sign of zero, which would turn a straight view down by 180°.
            let (x, z) = (back.x + 0.0, back.z + 0.0);
            self.yaw = x.atan2(z).rem_euclid(TAU);
            self.pitch = back.y.atan2(back.x.hypot(back.z));
            self.forget_window();
        }
    }

    /// The projection.
    pub fn lens(&self) -> Lens {
        self.lens
    }

    /// Changes the projection, without moving.
    pub fn set_lens(&mut self, lens: Lens) {
        self.lens = lens;
    }

    /// Called when the camera turns: replaces the projection of a window by an ordinary parallel one, because a window
    /// has a fixed direction.
    fn forget_window(&mut self) {
        if let Lens::Window(_) = self.lens {
            self.lens = Lens::Parallel;
        }
    }

    /// Moves the camera, without turning it, so that all of `bounds` fits a square view. Bounds without a finite,
    /// positive size are replaced by a unit cube.
    pub fn frame(&mut self, bounds: &Aabb) {
        let radius = 0.5 * bounds.extents().norm();
        let bounds =
            if radius.is_finite() && radius > 0.0 { *bounds } else { Aabb::cube(Point::origin(), 1.0) };
        self.scene_center = bounds.center();
        self.scene_radius = 0.5 * bounds.extents().norm();
        self.target = self.scene_center;
        self.distance = self.distance_to_show(&bounds);
    }

    /// Moves the camera and its limits together with the scene, metres.
    pub fn move_by(&mut self, shift: &Vector) {
        self.scene_center += shift;
        self.target += shift;
    }

    /// Moves close to `bounds`, a part of the scene, and targets its centre. The direction and the limits of the whole
    /// scene stay.
    pub fn approach(&mut self, bounds: &Aabb) {
        if bounds.extents().iter().all(|side| side.is_finite() && *side >= 0.0) {
            self.target = bounds.center();
            let [nearest, farthest] = DISTANCES.map(|d| d * self.scene_radius);
            self.distance = self.distance_to_show(bounds).clamp(nearest, farthest);
        }
    }

    fn distance_to_show(&self, bounds: &Aabb) -> f64 {
        // Let d be the distance of the camera. A corner at (x, y, z) along the camera's axes is visible if |x| and |y|
        // are at most (d − z)·tan; with parallel rays, if they are at most d·tan.
        let axes = self.axes();
        let tan = (0.5 * FIELD_OF_VIEW).tan() * 0.95;
        let depth = if self.lens == Lens::Perspective { 1.0 } else { 0.0 };
        bounds.corners().iter().fold(0.0, |farthest: f64, corner| {
            let p = axes * (corner - self.target);
            farthest.max(p.x.abs().max(p.y.abs()) / tan + depth * p.z)
        })
    }

    /// Sets the pose: `distance` metres from `target`, with `yaw` and `pitch` in radians, within the limits
    /// of the scene. Non-finite arguments are ignored.
    pub fn place(&mut self, target: Point, distance: f64, yaw: f64, pitch: f64) {
        let numbers = [distance, yaw, pitch].into_iter().chain(target.iter().copied());
        if !numbers.into_iter().all(f64::is_finite) {
            return;
        }
        let moved = target - self.scene_center;
        let limit = 2.0 * self.scene_radius;
        self.target =
            if moved.norm() > limit { self.scene_center + moved.cap_magnitude(limit) } else { target };
        let [nearest, farthest] = DISTANCES.map(|d| d * self.scene_radius);
        self.distance = distance.clamp(nearest, farthest);
        self.yaw = if (0.0..TAU).contains(&yaw) { yaw } else { yaw.rem_euclid(TAU) };
        self.pitch = pitch.clamp(-STEEPEST, STEEPEST);
    }

    /// Yaw and pitch, radians.
    pub fn angles(&self) -> (f64, f64) {
        (self.yaw, self.pitch)
    }

    /// Orbits the target for a drag of the scene in pixels (y points down).
    pub fn orbit(&mut self, dx_px: f64, dy_px: f64) {
        if dx_px != 0.0 || dy_px != 0.0 {
            self.forget_window();
        }
        self.yaw = (self.yaw - dx_px * ORBIT_PER_PIXEL).rem_euclid(TAU);
        self.pitch = (self.pitch + dy_px * ORBIT_PER_PIXEL).clamp(-STEEPEST, STEEPEST);
    }

    /// Moves the target for a drag by `dx_px` and `dy_px` pixels (y points down), so that objects at the target's
    /// depth follow the pointer. The target stays within two radii of the scene's centre.
    pub fn pan(&mut self, dx_px: f64, dy_px: f64, viewport_px: [f64; 2]) {
        let metres_per_px = self.metres_across() / viewport_px[0].min(viewport_px[1]).max(1.0);
        let [right, up, _] = self.directions();
        let moved = self.target + (up * dy_px - right * dx_px) * metres_per_px - self.scene_center;
        self.target = self.scene_center + moved.cap_magnitude(2.0 * self.scene_radius);
    }

    /// Zooms in: a `factor` of 2 halves the distance to the target, within the limits.
    pub fn zoom(&mut self, factor: f64) {
        let [nearest, farthest] = DISTANCES.map(|d| d * self.scene_radius);
        if factor.is_finite() && factor > 0.0 {
            self.distance = (self.distance / factor).clamp(nearest, farthest);
        }
    }

    /// Matrix from world coordinates (metres) to OpenGL's clip coordinates.
    pub fn view_projection(&self, aspect: f64) -> Matrix4<f64> {
        let from_eye = Matrix4::new_translation(&-self.eye().coords);
        self.projection(aspect, 1.0) * self.axes().to_homogeneous() * from_eye
    }

    /// Matrix to clip coordinates from coordinates relative to the eye, along the world's axes in units of
    /// [`Camera::distance`]. These are near 1 for every scene, so f32 is enough.
    pub fn relative_view_projection(&self, aspect: f64) -> Matrix4<f64> {
        self.projection(aspect, self.distance) * self.axes().to_homogeneous()
    }

    /// The ray through a point of the view, −1…1 from left to right and from bottom to top. It starts at the eye, or
    /// beside it if rays are parallel. The direction has unit length.
    pub fn ray(&self, x_ndc: f64, y_ndc: f64, aspect: f64) -> (Point, Vector) {
        let (tan_y, aspect) = vertical_tangent(aspect);
        let [right, up, back] = self.directions();
        let aside = right * (x_ndc * tan_y * aspect) + up * (y_ndc * tan_y);
        match self.lens {
            Lens::Perspective => (self.eye(), (aside - back).normalize()),
            _ => (self.eye() + aside * self.distance, -back),
        }
    }

    /// Position of the camera in the world, metres. With parallel rays it is farther back, in front of the
    /// whole scene.
    pub fn eye(&self) -> Point {
        let behind = if self.lens == Lens::Perspective { 0.0 } else { STEP_BACK * self.scene_radius };
        self.target + self.directions()[2] * (self.distance + behind)
    }

    /// Origin of the camera's rays: the eye, or a point so far away that rays are almost parallel.
    pub fn source(&self) -> Point {
        match self.lens {
            Lens::Perspective => self.eye(),
            _ => self.eye() + self.directions()[2] * (1e6 * (self.distance + self.scene_radius)),
        }
    }

    /// Distance in metres from which a perspective camera would show an object at `point` as large as it is shown now.
    /// With parallel rays this is the distance of the target, wherever the object is.
    pub fn apparent_distance(&self, point: &Point) -> f64 {
        match self.lens {
            Lens::Perspective => (point - self.eye()).norm(),
            _ => self.distance,
        }
    }

    /// Pixels per metre across the view at `point`, for a picture of `size` pixels.
    pub fn pixels_per_metre(&self, point: &Point, [width, height]: [u32; 2]) -> f64 {
        let (tan_y, _) = vertical_tangent(f64::from(width) / f64::from(height));
        0.5 * f64::from(height) / (tan_y * self.apparent_distance(point))
    }

    /// Hash of position, direction and projection; differs between different views of the same scene.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let [right, _, back] = self.directions();
        for place in [self.eye().coords, self.target.coords, right, back] {
            place.map(f64::to_bits).hash(&mut hasher);
        }
        self.depth_range().map(f64::to_bits).hash(&mut hasher);
        (self.lens == Lens::Perspective).hash(&mut hasher);
        hasher.finish()
    }

    /// Distance from the target to the eye of a perspective camera, metres; the scale of the view.
    pub fn distance(&self) -> f64 {
        self.distance
    }

    /// Width of the view's shorter side in metres, at the depth of the target.
    pub fn metres_across(&self) -> f64 {
        2.0 * self.distance * (0.5 * FIELD_OF_VIEW).tan()
    }

    /// The point that the camera orbits, in the world, metres.
    pub fn target(&self) -> Point {
        self.target
    }

    /// Unit vectors to the right, up and back (from the target to the eye).
    pub fn directions(&self) -> [Vector; 3] {
        let ((sin_yaw, cos_yaw), (sin_pitch, cos_pitch)) = (self.yaw.sin_cos(), self.pitch.sin_cos());
        let back = Vector::new(cos_pitch * sin_yaw, sin_pitch, cos_pitch * cos_yaw);
        let right = Vector::new(cos_yaw, 0.0, -sin_yaw);
        [right, back.cross(&right), back]
    }

    /// Nearest and farthest visible depth, metres from the eye: the framed bounds plus half a radius, never behind the
    /// eye; or those of the window projection. In perspective the range includes a ground that extends beyond the
    /// bounds.
    pub fn depth_range(&self) -> [f64; 2] {
        if let Lens::Window(volume) = self.lens {
            let (eye, back) = (self.eye(), self.directions()[2]);
            let depths = volume.corners().map(|corner| (eye - corner).dot(&back));
            return [
                depths.into_iter().fold(f64::INFINITY, f64::min),
                depths.into_iter().fold(0.0, f64::max),
            ];
        }
        let along = (self.eye() - self.scene_center).dot(&self.directions()[2]);
        let reach = 1.5 * self.scene_radius;
        let (nearest, farthest) = match self.lens {
            Lens::Perspective => {
                ((along - reach).min(GROUND[0] * along), along + GROUND[1] * self.scene_radius)
            }
            _ => (along - reach, along + reach),
        };
        let near = nearest.max(0.02 * self.distance.min(self.scene_radius));
        [near, farthest.max(2.0 * near)]
    }

    /// Rotation from the world to the camera's axes: right, up and back.
    fn axes(&self) -> Matrix3<f64> {
        let [right, up, back] = self.directions();
        Matrix3::from_rows(&[right.transpose(), up.transpose(), back.transpose()])
    }

    fn projection(&self, aspect: f64, unit: f64) -> Matrix4<f64> {
        let (tan_y, aspect) = vertical_tangent(aspect);
        let [near, far] = self.depth_range().map(|depth| depth / unit);
        if self.lens == Lens::Perspective {
            return Perspective3::new(aspect, 2.0 * tan_y.atan(), near, far).to_homogeneous();
        }
        let high = tan_y * self.distance / unit;
        let wide = high * aspect;
        Orthographic3::new(-wide, wide, -high, high, near, far).to_homogeneous()
    }
}

/// Tangent of half the vertical field of view for a view of `aspect` = width / height, and a valid aspect (that of a
/// minimised window is invalid).
fn vertical_tangent(aspect: f64) -> (f64, f64) {
    let aspect = if aspect.is_finite() && aspect > 0.0 { aspect.clamp(1e-3, 1e3) } else { 1.0 };
    ((0.5 * FIELD_OF_VIEW).tan() / aspect.min(1.0), aspect)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(center: Point, half: f64) -> Aabb {
        Aabb::cube(center, half)
    }

    fn to_ndc(camera: &Camera, p: Point, aspect: f64) -> Vector {
        let clip = camera.view_projection(aspect) * p.to_homogeneous();
        clip.xyz() / clip.w
    }

    #[test]
    fn approaching_shows_a_part_and_cuts_off_nothing_of_the_whole() {
        let whole = bounds(Point::new(5e4, 0.0, -3e3), 10.0);
        let part = bounds(whole.center() + Vector::new(6.0, -7.0, 8.0), 0.8);
        let mut camera = Camera::framing(&whole);
        camera.approach(&part);
        for corner in part.corners() {
            let ndc = to_ndc(&camera, corner, 1.0);
            assert!(ndc.iter().all(|c| c.abs() < 1.0), "{corner} is outside: {ndc}");
        }
        assert!(camera.distance() < 6.0);
        let [near, far] = camera.depth_range();
        let depths = whole.corners().map(|corner| (camera.eye() - corner).dot(&camera.directions()[2]));
        assert!(depths.iter().all(|depth| *depth < far));
        assert!(near < camera.distance() - 1.0);
        let before = camera;
        camera.approach(&Aabb::EMPTY);
        assert_eq!(camera, before, "there is nothing to look at");
    }

    #[test]
    fn a_ray_goes_through_the_point_that_it_is_asked_for() {
        let mut camera = Camera::framing(&bounds(Point::new(10.0, -4.0, 2.0), 3.0));
        camera.orbit(130.0, -420.0);
        camera.pan(40.0, 10.0, [800.0, 600.0]);
        camera.zoom(1.7);
        for aspect in [0.6, 1.5] {
            let (origin, direction) = camera.ray(0.3, -0.7, aspect);
            let ndc = to_ndc(&camera, origin + direction * camera.distance(), aspect);
            assert!((ndc.x - 0.3).abs() < 1e-9 && (ndc.y + 0.7).abs() < 1e-9, "{ndc}");
        }
    }

    #[test]
    fn panning_moves_the_target_with_the_pointer() {
        let mut camera = Camera::framing(&bounds(Point::origin(), 1.0));
        let before = camera.target();
        camera.pan(120.0, 50.0, [900.0, 600.0]);
        let ndc = to_ndc(&camera, before, 1.5);
        assert!((ndc.x * 450.0 - 120.0).abs() < 1e-6 && (ndc.y * 300.0 + 50.0).abs() < 1e-6, "{ndc}");
    }

    #[test]
    fn no_input_leaves_the_limits_or_gives_a_number_that_is_none() {
        let mut camera = Camera::framing(&Aabb::EMPTY);
        for step in 0..200 {
            camera.orbit(1e3, if step % 2 == 0 { 1e4 } else { -3e4 });
            camera.pan(1e5, -1e5, [0.0, 0.0]);
            camera.zoom(if step % 3 == 0 { 1e9 } else { 1e-9 });
            camera.zoom(f64::NAN);
            let [near, far] = camera.depth_range();
            assert!(0.0 < near && near < far);
            assert!(camera.view_projection(f64::NAN).iter().all(|v| v.is_finite()));
            assert!((camera.target() - Point::origin()).norm() <= 2.0 * 3f64.sqrt() * 1.0001);
        }
    }
}

//! Dragging of a body: its new pose after a pointer or key move, relative to the camera.

use nalgebra::UnitQuaternion;

use super::camera::Camera;
use crate::geometry::{Point, Pose, Vector};

/// Radians of rotation per point of dragging.
const TURN_PER_POINT: f64 = 0.007;
/// Smallest sine of the angle between a ray and an axis. At a smaller angle the point of the axis that is nearest to
/// the ray is ill-defined.
const STEEP: f64 = 0.05;

/// The object being dragged, in its state at the start of the drag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grip {
    /// Id within the lab.
    pub id: usize,
    /// The grabbed point, in the world, metres.
    pub at: Point,
    /// Pose in the world, metres.
    pub pose: Pose,
    /// Centre of rotation, in the world, metres.
    pub center: Point,
    /// Longest side of the object, metres. A small step by a key is a fixed fraction of it.
    pub size: f64,
}

/// Kind of a drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Moves in the plane through the grabbed point that faces the camera.
    Plane,
    /// Moves along one of the world's axes, 0 to 2.
    Axis(usize),
    /// Rotates around the centre.
    Turn,
}

/// A ray in the world: origin in metres, and direction.
pub type Ray = (Point, Vector);

impl Grip {
    /// The pose with the pointer at `ray`, dragged by `dragged` points to the right and down. `None` if the ray does
    /// not define a position: if it runs along the axis, or if the plane is behind it.
    pub fn dragged(&self, way: Way, camera: &Camera, ray: &Ray, dragged: [f64; 2]) -> Option<Pose> {
        match way {
            Way::Plane => Some(self.moved(&(in_plane(&self.at, &camera.directions()[2], ray)? - self.at))),
            Way::Axis(axis) => {
                let axis = Vector::ith(axis, 1.0);
                Some(self.moved(&(axis * along(&self.at, &axis, ray)?)))
            }
            Way::Turn => {
                let [right, up, _] = camera.directions();
                let angles = dragged.map(|points| TURN_PER_POINT * points);
                Some(self.turned(&(up * angles[0] + right * angles[1])))
            }
        }
    }

    /// The pose moved by a displacement in metres.
    pub fn moved(&self, by: &Vector) -> Pose {
        Pose::from_parts((self.pose.translation.vector + by).into(), self.pose.rotation)
    }

    /// The pose rotated around [`Grip::center`] by the rotation vector `by`: its direction is the axis in the world,
    /// its length is the angle in radians.
    pub fn turned(&self, by: &Vector) -> Pose {
        let turn = UnitQuaternion::from_scaled_axis(*by);
        let rotation = UnitQuaternion::new_normalize((turn * self.pose.rotation).into_inner());
        let from_center = self.pose.translation.vector - self.center.coords;
        Pose::from_parts((self.center.coords + turn * from_center).into(), rotation)
    }
}

/// Intersection of the ray with the plane through `point` with this `normal`.
fn in_plane(point: &Point, normal: &Vector, (origin, direction): &Ray) -> Option<Point> {
    let along = normal.dot(&(point - origin)) / normal.dot(direction);
    (along.is_finite() && along > 0.0).then(|| origin + direction * along)
}

/// The point nearest to the ray on the line through `point` along the unit vector `axis`, as a signed distance from
/// `point`. `None` if the ray is almost parallel to the line.
fn along(point: &Point, axis: &Vector, (origin, direction): &Ray) -> Option<f64> {
    let direction = direction.try_normalize(0.0)?;
    let cosine = axis.dot(&direction);
    let square = 1.0 - cosine * cosine;
    let between = point - origin;
    (square > STEEP * STEEP).then(|| (cosine * direction.dot(&between) - axis.dot(&between)) / square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Aabb;

    fn grip() -> Grip {
        let at = Point::new(0.4, 0.1, -0.2);
        let pose = Pose::new(Vector::new(0.3, 0.0, -0.1), Vector::new(0.2, -0.4, 0.9));
        Grip { id: 3, at, pose, center: pose * Point::new(0.1, 0.2, 0.0), size: 1.0 }
    }

    fn through(camera: &Camera, point: &Point) -> Ray {
        (camera.eye(), point - camera.eye())
    }

    #[test]
    fn what_is_dragged_stays_under_the_pointer_in_the_cameras_plane() {
        let (camera, grip) = (Camera::framing(&Aabb::cube(Point::origin(), 2.0)), grip());
        let [right, up, back] = camera.directions();
        let goal = grip.at + right * 0.7 - up * 0.3;
        let pose = grip.dragged(Way::Plane, &camera, &through(&camera, &goal), [0.0; 2]).unwrap();
        let moved = pose.translation.vector - grip.pose.translation.vector;
        assert!((grip.at + moved - goal).norm() < 1e-12 && moved.dot(&back).abs() < 1e-12);
        assert_eq!(pose.rotation, grip.pose.rotation);
        let behind = (camera.eye(), back);
        assert_eq!(grip.dragged(Way::Plane, &camera, &behind, [0.0; 2]), None, "the plane is behind the ray");
    }

    #[test]
    fn along_an_axis_it_comes_as_near_to_the_pointer_as_the_axis_allows() {
        let (camera, grip) = (Camera::framing(&Aabb::cube(Point::origin(), 2.0)), grip());
        for axis in 0..3 {
            let unit = Vector::ith(axis, 1.0);
            let goal = grip.at + unit * 0.6;
            // Perpendicular to the line and the ray, so that the line's nearest point to the ray does not change.
            let aside = unit.cross(&(goal - camera.eye())).normalize();
            let parallel = (camera.eye() + aside * 0.4, goal - camera.eye());
            let pose = grip.dragged(Way::Axis(axis), &camera, &parallel, [0.0; 2]).unwrap();
            let moved = pose.translation.vector - grip.pose.translation.vector;
            assert!((moved - unit * 0.6).norm() < 1e-12, "{axis}: {moved}");
        }
        let along_x = (Point::new(9.0, 0.0, 0.0), -Vector::x());
        assert_eq!(grip.dragged(Way::Axis(0), &camera, &along_x, [0.0; 2]), None, "seen end on");
    }

    #[test]
    fn turning_keeps_the_centre_and_lengths() {
        let (camera, grip) = (Camera::framing(&Aabb::cube(Point::origin(), 2.0)), grip());
        let pose = grip.dragged(Way::Turn, &camera, &(camera.eye(), Vector::x()), [120.0, -45.0]).unwrap();
        let center = grip.pose.inverse_transform_point(&grip.center);
        assert!((pose * center - grip.center).norm() < 1e-12);
        assert!(pose.rotation.angle_to(&grip.pose.rotation) > 0.5);
        assert!((pose.rotation.norm() - 1.0).abs() < 1e-15);
        // Dragging right turns the front to the right.
        let front = grip.center + camera.directions()[2];
        let there = grip.dragged(Way::Turn, &camera, &(camera.eye(), Vector::x()), [10.0, 0.0]).unwrap();
        let moved = there * grip.pose.inverse_transform_point(&front) - front;
        assert!(moved.dot(&camera.directions()[0]) > 0.0);
    }
}

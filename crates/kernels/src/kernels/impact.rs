//! The first contact of two parts that move rigidly.
//!
//! Conservative advancement (Mirtich 1996, "Impulse-based dynamic simulation of rigid body systems"): the distance of
//! the parts shrinks no faster than their points move, so they stay apart for as long as the bound of these speeds
//! needs for the distance. `docs/proofs/continuous.md` proves that no answer is late.
//! Cost: a distance query per step. A step takes a share off the remaining distance: the speed of approach, as a share
//! of that bound.

use super::error::{Error, FARTHEST, length, point};
use super::meshes::Pose;
use super::queries::{Closest, Queries, Tolerance};
use super::shapes::Part;
use crate::geometry::{self, Point, Vector};
use nalgebra::UnitQuaternion;

/// A rigid motion: a point of the body moves with constant velocity, and the body turns around it with constant spin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    start: Pose,
    velocity: Vector,
    spin: Vector,
    center: Point,
}

impl Motion {
    /// The motion that begins in this pose at time 0. The velocity, metres per unit of time, is that of the body's
    /// origin. The spin is a vector along the axis in the world, counter-clockwise; its length is radians per unit of
    /// time.
    pub fn new(start: Pose, velocity: [f64; 3], spin: [f64; 3]) -> Result<Self, Error> {
        let [velocity, spin] = [point(velocity, "velocity")?, point(spin, "spin")?].map(|v| v.coords);
        Ok(Self { start, velocity, spin, center: Point::origin() })
    }

    /// This motion with the velocity that of another point, such as the centre of mass, in the body's coordinates.
    pub fn about(self, center: [f64; 3]) -> Result<Self, Error> {
        Ok(Self { center: point(center, "center")?, ..self })
    }

    /// The motion from one pose at time 0 to another at time 1: the body's origin moves in a straight line, and the
    /// body turns by the least angle around a fixed axis (spherical linear interpolation).
    pub fn between(from: Pose, to: Pose) -> Self {
        let [a, b] = [from.inner(), to.inner()];
        let spin = (b.rotation * a.rotation.inverse()).scaled_axis();
        Self {
            start: from,
            velocity: b.translation.vector - a.translation.vector,
            spin,
            center: Point::origin(),
        }
    }

    /// A body that does not move.
    pub fn at_rest(pose: Pose) -> Self {
        Self { start: pose, velocity: Vector::zeros(), spin: Vector::zeros(), center: Point::origin() }
    }

    /// The pose at a time.
    pub fn at(&self, time: f64) -> Pose {
        let start = self.start.inner();
        let center = start * self.center + self.velocity * time;
        let rotation = UnitQuaternion::from_scaled_axis(self.spin * time) * start.rotation;
        let translation = center - rotation * self.center;
        Pose::of(geometry::Pose::from_parts(translation.into(), rotation))
    }

    /// The largest distance of the part's points from the axis of the spin, and from the centre.
    fn reach(&self, part: &Part) -> [f64; 2] {
        let tree = &part.core.0;
        let axis = self.start.inner().rotation.inverse() * self.spin;
        let axis = axis.try_normalize(0.0).unwrap_or_default();
        // The corners are rounded.
        let from = |v: Vector| [v.cross(&axis).norm() + 1e-15 * v.norm(), v.norm()];
        let corners = tree.obb(&tree.bounds).corners().map(|corner| from(corner - self.center));
        corners
            .into_iter()
            .fold([part.radius; 2], |[a, b], [c, d]| [a.max(c + part.radius), b.max(d + part.radius)])
    }
}

/// Limits of the search for an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Search {
    /// The end of the motions.
    pub until: f64,
    /// Distance at which the parts count as in contact, metres; raised to some roundings of the coordinates.
    pub tolerance: f64,
    /// The most distance queries.
    pub most_steps: u32,
}

/// The state of two moving parts when the search for their first contact ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// The parts share no point before this time.
    pub time: f64,
    /// Their closest parts at this time, in the coordinates of the world.
    pub closest: Closest,
    /// Whether they are within the tolerance at this time. Otherwise the search ended after its most steps, or where
    /// times have no more digits: too early, never late.
    pub is_contact: bool,
}

/// Error of a distance, as a share of all coordinates and ways: some 90 roundings, where the poses, their product and
/// the placing of a corner take less than 60.
const ROUNDED: f64 = 2e-14;
/// A factor that covers the rounding of the speed and of a quotient.
const SURELY: f64 = 1.0 - 1e-14;

impl Queries {
    /// A time, from 0 to the end of the search, at which two moving parts are within the tolerance and before which
    /// they share no point; `None` if there is none. Never late: the parts of motions without an impact share no point
    /// up to the end.
    ///
    /// Fails for an end or a tolerance that is not positive, and for parts that move beyond ±1e50.
    /// ```
    /// use collidoscope_kernels::{Motion, Pose, Queries, Search, Shape};
    ///
    /// let ball = Shape::sphere(0.5)?;
    /// let wall = Motion::at_rest(Pose::translation([4.0, 0.0, 0.0])?);
    /// let moving = Motion::new(Pose::identity(), [2.0, 0.0, 0.0], [0.0; 3])?;
    /// let search = Search { until: 5.0, tolerance: 1e-9, most_steps: 1000 };
    /// let impact = Queries::default().impact(&ball, &ball, [&moving, &wall], &search)?.unwrap();
    /// assert!(impact.is_contact && (impact.time - 1.5).abs() < 1e-8);
    /// # Ok::<(), collidoscope_kernels::Error>(())
    /// ```
    pub fn impact<'a>(
        &mut self,
        a: impl Into<Part<'a>>,
        b: impl Into<Part<'a>>,
        motions: [&Motion; 2],
        search: &Search,
    ) -> Result<Option<Impact>, Error> {
        let until = search.until;
        if !(until > 0.0 && until.is_finite()) {
            return Err(Error::Unsuitable("until must be a positive, finite time".into()));
        }
        let tolerance = length(search.tolerance, "tolerance")?;
        let parts: [Part; 2] = [a.into(), b.into()];
        let mut speed = (motions[0].velocity - motions[1].velocity).norm();
        let mut coordinates = 0.0;
        for (motion, part) in motions.iter().zip(&parts) {
            let [from_axis, from_center] = motion.reach(part);
            let turning = motion.spin.norm() * from_axis;
            speed += turning;
            let start = motion.start.inner().translation.vector.norm() + motion.center.coords.norm();
            coordinates += start + from_center + (motion.velocity.norm() + turning) * until;
        }
        if coordinates > 10.0 * FARTHEST || coordinates.is_nan() {
            return Err(Error::Unsuitable("motions: the parts move beyond ±1e50".into()));
        }
        let error = ROUNDED * coordinates;
        let tolerance = tolerance.max(4.0 * error);
        let mut time = 0.0;
        for step in 1_u64.. {
            let poses = motions.map(|motion| motion.at(time));
            let pose = Pose::relative(&poses[0], &poses[1]);
            let closest = self.closest(parts[0], parts[1], &pose, Tolerance::default());
            let is_contact = closest.distance <= tolerance;
            let next = time + (closest.distance - error) / speed * SURELY;
            let is_over = step >= u64::from(search.most_steps) || next <= time;
            if is_contact || time < until && is_over {
                return Ok(Some(Impact { time, closest: closest.placed(&poses[0]), is_contact }));
            }
            if time >= until {
                break;
            }
            time = next.min(until);
        }
        Ok(None)
    }
}

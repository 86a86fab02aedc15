//! The car in words and files, on the road and in a level: which wheel is picked, and a car as it stood.

use nalgebra::{Quaternion, UnitQuaternion};
use serde::{Deserialize, Serialize};

use crate::geometry::{Pose, Vector};
use crate::labs::lab::LabError;
use crate::labs::word_row::Row;
use crate::road::car::Car;
use crate::road::driver::Progress;
use crate::road::ray::LARGEST;

/// What is said of a wheel as a value.
pub const PICKED: &str = "The wheel whose ray is taken apart in the inspector.";
/// The wheels of the car.
pub const WHEELS: [Row; 4] = [
    ("front-left", "front left", PICKED),
    ("front-right", "front right", PICKED),
    ("rear-left", "rear left", PICKED),
    ("rear-right", "rear right", PICKED),
];
/// A car as it stood, on the road or in a level. Its clock and its metres are those of what holds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CarFile {
    /// The centre of mass, metres.
    pub position: [f64; 3],
    /// From the car's axes to the world's: a unit quaternion, x, y, z, w.
    pub rotation: [f64; 4],
    /// Velocity of the centre of mass in world axes, metres per second.
    pub velocity: [f64; 3],
    /// Angular velocity in world axes, radians per second.
    pub spin: [f64; 3],
    /// Angle of the front wheels, radians, positive to the left.
    pub steer: f64,
    /// How far each wheel has rolled, radians.
    pub rolled: [f64; 4],
    /// How far the car has come along its route, metres.
    pub along: f64,
    /// Seconds on side or roof, without ground, and without motion.
    pub trouble: [f64; 3],
}

impl CarFile {
    /// What is written of a car.
    pub fn of(car: &Car, progress: &Progress) -> Self {
        let Car { pose, velocity, spin, steer, rolled } = *car;
        Self {
            position: pose.translation.vector.into(),
            rotation: pose.rotation.coords.into(),
            velocity: velocity.into(),
            spin: spin.into(),
            steer,
            rolled,
            along: progress.along,
            trouble: progress.trouble,
        }
    }

    /// The car of a file, checked.
    pub fn read(&self) -> Result<(Car, Progress), LabError> {
        let &Self { position, rotation, velocity, spin, steer, rolled, along, trouble } = self;
        let pose = pose_of(position, rotation)?;
        let car = Car { pose, velocity: velocity.into(), spin: spin.into(), steer, rolled };
        Ok((car, Progress { along, trouble }))
    }
}

/// The pose of a car from a file, of its centre of mass and a unit quaternion x, y, z, w, which stays as it was written, to
/// the last bit. (No number of JSON is infinite or NaN.)
fn pose_of(position: [f64; 3], [x, y, z, w]: [f64; 4]) -> Result<Pose, LabError> {
    let quaternion = Quaternion::new(w, x, y, z);
    let is_unit = (quaternion.norm() - 1.0).abs() < 1e-6;
    let is_near = position.iter().all(|c| c.abs() <= LARGEST);
    if !is_unit || !is_near {
        let why = "\"state\": the rotation is a unit quaternion x, y, z, w, and no place is beyond 1e50 m";
        return Err(LabError(why.to_owned()));
    }
    Ok(Pose::from_parts(Vector::from(position).into(), UnitQuaternion::new_unchecked(quaternion)))
}

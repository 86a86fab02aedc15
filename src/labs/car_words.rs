//! Parameters and file format of the car, shared by the road and level labs: the selected wheel, and a saved
//! car state.

use nalgebra::{Quaternion, UnitQuaternion};
use serde::{Deserialize, Serialize};

use crate::geometry::{Pose, Vector};
use crate::labs::lab::LabError;
use crate::labs::word_row::Row;
use crate::road::car::Car;
use crate::road::driver::Progress;
use crate::road::ray::LARGEST;

/// Explanation of each wheel in the list of values.
pub const PICKED: &str = "Wheel whose ray the inspector shows.";
/// The wheels of the car as parameter values.
pub const WHEELS: [Row; 4] = [
    ("front-left", "front left", PICKED),
    ("front-right", "front right", PICKED),
    ("rear-left", "rear left", PICKED),
    ("rear-right", "rear right", PICKED),
];
/// Saved state of a car, on the road or in a level. The file that contains it defines the units of lengths
/// and times: metres and seconds of the world on the road, the car's own units in a level.
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
    /// Distance travelled along the route, metres.
    pub along: f64,
    /// Seconds for which the car has been on its side or roof, off the ground, and motionless.
    pub trouble: [f64; 3],
}

impl CarFile {
    /// Converts a car to its file form.
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

    /// Converts the file form back to a car, checking it.
    pub fn read(&self) -> Result<(Car, Progress), LabError> {
        let &Self { position, rotation, velocity, spin, steer, rolled, along, trouble } = self;
        let pose = pose_of(position, rotation)?;
        let car = Car { pose, velocity: velocity.into(), spin: spin.into(), steer, rolled };
        Ok((car, Progress { along, trouble }))
    }
}

/// Pose of a car from its file: centre of mass and unit quaternion x, y, z, w. The quaternion keeps its exact
/// bits. (JSON numbers are neither infinite nor NaN.)
fn pose_of(position: [f64; 3], [x, y, z, w]: [f64; 4]) -> Result<Pose, LabError> {
    let quaternion = Quaternion::new(w, x, y, z);
    let is_unit = (quaternion.norm() - 1.0).abs() < 1e-6;
    let is_near = position.iter().all(|c| c.abs() <= LARGEST);
    if !is_unit || !is_near {
        let why = "\"state\": the rotation must be a unit quaternion x, y, z, w, and positions must lie within 1e50 m";
        return Err(LabError(why.to_owned()));
    }
    Ok(Pose::from_parts(Vector::from(position).into(), UnitQuaternion::new_unchecked(quaternion)))
}

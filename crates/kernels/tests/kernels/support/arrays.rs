//! Points as arrays, as users of the interface have them, and random poses.

use collidoscope_kernels::Pose;
use parry3d_f64::math::{Pose as ParryPose, Vector as ParryVector};
use rand::Rng;
use rand_pcg::Pcg64;

pub type Array = [f64; 3];

pub fn vector(random: &mut Pcg64, reach: f64) -> Array {
    [0; 3].map(|_| random.random_range(-reach..reach))
}

pub fn plus(a: Array, b: Array) -> Array {
    [0, 1, 2].map(|i| a[i] + b[i])
}

pub fn times(a: Array, factor: f64) -> Array {
    a.map(|x| x * factor)
}

pub fn minus(a: Array, b: Array) -> Array {
    plus(a, times(b, -1.0))
}

pub fn dot(a: Array, b: Array) -> f64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

pub fn length(a: Array) -> f64 {
    dot(a, a).sqrt()
}

/// The pose that turns by a vector, radians, and then translates.
pub fn pose(turn: Array, shift: Array) -> Pose {
    let angle = length(turn);
    let share = if angle > 0.0 { (0.5 * angle).sin() / angle } else { 0.0 };
    let [x, y, z] = times(turn, share);
    Pose::from_quaternion([x, y, z, (0.5 * angle).cos()], shift).unwrap()
}

pub fn for_parry([x, y, z]: Array) -> ParryVector {
    ParryVector::new(x, y, z)
}

/// The same pose for another library.
pub fn parrys_pose(turn: Array, shift: Array) -> ParryPose {
    ParryPose::new(for_parry(shift), for_parry(turn))
}

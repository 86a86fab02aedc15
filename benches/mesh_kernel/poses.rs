//! Poses near contact.

use collidoscope::geometry::{Pose, Vector};
use nalgebra::{Quaternion, Translation3, UnitQuaternion, Vector4};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// `count` poses of B in A's coordinates. B approaches from a random direction with a random rotation until
/// it first touches; half of the poses then move farther in by up to 2 cm, the others back by as much.
pub fn near_contact(count: usize, seed: u64, mut touches: impl FnMut(&Pose) -> bool) -> Vec<Pose> {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut poses = vec![];
    for i in 0..count {
        let turn = loop {
            let q = Vector4::from_fn(|_, _| random.random_range(-1.0..1.0));
            if (0.01..=1.0).contains(&q.norm_squared()) {
                break UnitQuaternion::new_normalize(Quaternion::from(q));
            }
        };
        let direction = Vector::from_fn(|_, _| random.random_range(-1.0..1.0)).normalize();
        let at = |distance: f64| Pose::from_parts(Translation3::from(direction * distance), turn);
        let (mut outside, mut step) = (3.0, 0.05);
        while step > 1e-6 {
            while outside > 0.0 && !touches(&at(outside - step)) {
                outside -= step;
            }
            step *= 0.5;
        }
        let by = random.random_range(0.0..0.02);
        poses.push(at(if i % 2 == 0 { outside - by } else { outside + by }));
    }
    poses
}

/// The poses as CSV text, which every library reads.
pub fn csv(poses: &[Pose]) -> String {
    let mut text = "x,y,z,qx,qy,qz,qw\n".to_owned();
    for pose in poses {
        let (t, q) = (pose.translation.vector, pose.rotation.coords);
        text += &format!("{},{},{},{},{},{},{}\n", t.x, t.y, t.z, q.x, q.y, q.z, q.w);
    }
    text
}

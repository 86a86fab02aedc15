//! The effect of air on a cloth: drag and wind act along the normals of the faces.

use crate::cloth::mesh::ClothMesh;
use crate::geometry::{Point, Vector};

/// Rate at which air reduces the speed along a face's normal, per second.
const DRAG: f64 = 1.5;

/// Acceleration of every particle by the air, m/s². Speeds and wind are in m/s.
pub fn acceleration(mesh: &ClothMesh, positions: &[Point], speeds: &[Vector], wind: &Vector) -> Vec<Vector> {
    let mut air = vec![Vector::zeros(); positions.len()];
    let mut around = vec![0.0_f64; positions.len()];
    for face in &mesh.faces {
        let [a, b, c] = face.map(|p| p as usize);
        let [p, q, r] = [a, b, c].map(|p| positions[p]);
        let Some(normal) = (q - p).cross(&(r - p)).try_normalize(1e-30) else { continue };
        let speed = (speeds[a] + speeds[b] + speeds[c]) / 3.0;
        let across = normal * (DRAG * normal.dot(&(wind - speed)));
        for p in [a, b, c] {
            air[p] += across;
            around[p] += 1.0;
        }
    }
    air.iter_mut().zip(&around).for_each(|(air, around)| *air /= around.max(1.0));
    air
}

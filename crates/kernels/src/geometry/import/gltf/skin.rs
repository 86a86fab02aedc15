//! Meshes whose vertices are moved by morph targets and joints, at rest.
//!
//! A vertex of a skinned mesh is at Σ w · (joint's node to scene) · (inverse bind matrix) · p; the transform of the
//! mesh's own node does not matter (glTF 2.0, section 3.7.3).

use nalgebra::Matrix4;

use super::buffers::Buffers;
use super::document::{Document, Primitive};
use crate::geometry::import::soup::MEND;
use crate::geometry::{Point, Vector};

/// Weights of a vertex may sum to 1 up to this error of rounding and quantization.
const UNIT: f64 = 0.01;

/// Matrices from a skinned mesh to the scene, one per joint. `to_scene` has the transforms of the scene's nodes.
pub(super) fn joints(
    document: &Document,
    skin: usize,
    to_scene: &[Option<Matrix4<f64>>],
    buffers: &Buffers,
) -> Result<Vec<Matrix4<f64>>, String> {
    let named = |e: String| format!("skin {skin}: {e}");
    let skin = &document.skins[skin];
    let inverse = match skin.inverse_bind_matrices {
        Some(accessor) => buffers.numbers(accessor, "MAT4", 16).map_err(named)?,
        None => Matrix4::<f64>::identity().as_slice().repeat(skin.joints.len()),
    };
    if inverse.len() < 16 * skin.joints.len() {
        return Err(named(format!("has fewer inverse bind matrices than joints; {MEND}")));
    }
    let matrices = skin.joints.iter().zip(inverse.chunks_exact(16)).map(|(&node, inverse)| {
        let joint = to_scene[node];
        let joint =
            joint.ok_or_else(|| named(format!("its joint, node {node}, is not in the scene; {MEND}")))?;
        Ok(joint * Matrix4::from_column_slice(inverse))
    });
    matrices.collect()
}

/// Moves points to their places in the scene. Returns whether the joints mirror the mesh.
pub(super) fn place(
    points: &mut [Point],
    primitive: &Primitive,
    joints: &[Matrix4<f64>],
    buffers: &Buffers,
) -> Result<bool, String> {
    let mut sums = vec![(Matrix4::zeros(), 0.0); points.len()];
    for set in 0.. {
        let (numbers, weights) = (format!("JOINTS_{set}"), format!("WEIGHTS_{set}"));
        let (Some(numbers), Some(weights)) = (primitive.attribute(&numbers), primitive.attribute(&weights))
        else {
            if set == 0 {
                return Err(format!("its node has a skin, but it has no JOINTS_0 and WEIGHTS_0; {MEND}"));
            }
            break;
        };
        let numbers = buffers.whole_numbers(numbers, "VEC4", 4)?;
        let weights = buffers.numbers(weights, "VEC4", 4)?;
        if numbers.len() != 4 * points.len() || weights.len() != 4 * points.len() {
            return Err(format!("its vertices do not have four joints and weights each; {MEND}"));
        }
        for (i, (number, weight)) in numbers.into_iter().zip(weights).enumerate() {
            if weight == 0.0 {
                continue;
            }
            let joint = joints.get(number as usize);
            let joint =
                joint.ok_or_else(|| format!("vertex {} uses a joint that does not exist; {MEND}", i / 4))?;
            let (matrix, sum) = &mut sums[i / 4];
            *matrix += joint * weight;
            *sum += weight;
        }
    }
    let mut sides = [false; 2];
    for (i, (point, (matrix, sum))) in points.iter_mut().zip(sums).enumerate() {
        if (sum - 1.0_f64).abs() > UNIT || sum.is_nan() {
            return Err(format!("the weights of vertex {i} sum to {sum}, but must sum to 1; {MEND}"));
        }
        let matrix = matrix / sum;
        *point = matrix.transform_point(point);
        sides[usize::from(matrix.determinant() < 0.0)] = true;
    }
    match sides {
        [true, true] => Err(format!("its joints mirror some of its vertices and not others; {MEND}")),
        [_, is_mirrored] => Ok(is_mirrored),
    }
}

/// Adds the displacements of the morph targets that have a weight at rest.
pub(super) fn morph(
    points: &mut [Point],
    primitive: &Primitive,
    weights: &[f64],
    buffers: &Buffers,
) -> Result<(), String> {
    let moved = primitive.targets.iter().zip(weights).filter(|(_, weight)| **weight != 0.0);
    for (target, &weight) in moved {
        let Some(&accessor) = target.get("POSITION") else { continue };
        let displacements = buffers.numbers(accessor, "VEC3", 3)?;
        if displacements.len() != 3 * points.len() {
            return Err(format!("a morph target does not move each of its vertices; {MEND}"));
        }
        for (point, displacement) in points.iter_mut().zip(displacements.chunks_exact(3)) {
            *point += Vector::from_column_slice(displacement) * weight;
        }
    }
    Ok(())
}

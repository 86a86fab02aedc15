//! Ground truth for verdicts. Convex bodies are tested by the exact reference. Concave bodies are separated if their
//! pieces are, because the pieces cover them; if the pieces meet, the triangles of the meshes are tested, because
//! pieces may protrude. A round solid is tested against each triangle of a concave body.

use super::method::{Bodies, Method, Round};
use crate::combined::piecewise::{self, is_convex};
use crate::detector::{DetectError, Detector as _, Verdict};
use crate::geometry::{Aabb, Mesh, Point, Shape, Vector};
use crate::object_space::hybrid_boxes::{HybridBoxes, SETTINGS, Volumes};
use crate::object_space::reference;
use crate::settings::Settings;
use crate::world::{Body, Pair};

/// Whether two bodies share a point. There are two answers: with round bodies (balls, cones, cylinders) as exact
/// solids, and with round bodies as their inscribed meshes. A method is judged by the answer for the representation
/// that it uses.
pub struct Truth {
    solids: bool,
    meshes: bool,
}

impl Truth {
    /// Tests the pair, with round bodies as solids and as meshes.
    pub fn of(pair: &[Body; 2]) -> Result<Self, DetectError> {
        let meet = |[a, b]: &[Body; 2]| piecewise::distance(a, b) == 0.0;
        let any_round = pair.iter().any(Body::is_round);
        let drawn = pair.each_ref().map(Body::as_drawn);
        let mut solids = meet(pair);
        let mut meshes = if any_round { meet(&drawn) } else { solids };
        if !pair.iter().all(is_convex) && solids {
            meshes = by_triangles(&drawn, &[Pair::new(0, 1)])?[0];
            solids = meshes || any_round && solid_meets_surface(pair);
        }
        Ok(Self { solids, meshes })
    }

    /// The truth for the meshes that are drawn.
    pub fn of_meshes(&self) -> bool {
        self.meshes
    }

    /// The truth for a method's representation of round bodies.
    pub fn for_method(&self, method: &Method) -> bool {
        match method.round {
            Round::Solids => self.solids,
            Round::Meshes => self.meshes,
        }
    }
}

/// The truth about each pair, derived from the exact reference's `verdicts`, with round bodies as solids. If the
/// pieces of a concave body collide, the triangles decide. If the triangles give no result, because a body is open,
/// the verdict of the pieces stays.
pub fn of_verdicts(bodies: &[Body], pairs: &[Pair], verdicts: &[Verdict]) -> Vec<bool> {
    let mut truth: Vec<bool> = verdicts.iter().map(|verdict| verdict.colliding).collect();
    let concave = |pair: &Pair| !(is_convex(&bodies[pair.a]) && is_convex(&bodies[pair.b]));
    let unsure: Vec<usize> = (0..truth.len()).filter(|&i| truth[i] && concave(&pairs[i])).collect();
    let asked: Vec<Pair> = unsure.iter().map(|&i| pairs[i]).collect();
    if !asked.is_empty()
        && let Ok(found) = by_triangles(bodies, &asked)
    {
        for (i, meshes) in unsure.into_iter().zip(found) {
            let pair = [pairs[i].a, pairs[i].b].map(|index| bodies[index].clone());
            truth[i] = meshes || pair.iter().any(Body::is_round) && solid_meets_surface(&pair);
        }
    }
    truth
}

/// Whether the meshes share a point: two of their triangles do, or one mesh is inside the other.
fn by_triangles(bodies: &[Body], pairs: &[Pair]) -> Result<Vec<bool>, DetectError> {
    let mut trees = HybridBoxes::new(Volumes::None, &Settings::defaults(SETTINGS));
    let verdicts = trees.detect(bodies, pairs)?.verdicts;
    Ok(verdicts.iter().map(|verdict| verdict.colliding).collect())
}

/// Whether a round solid shares a point with a triangle of the concave body next to it.
///
/// This settles the pair if the solid's drawn mesh does not meet the concave body. The drawn mesh lies within the
/// solid, so if the solid were wholly inside the body, the mesh would be too. Any other solid that shares a point with
/// the body crosses its surface.
fn solid_meets_surface(pair: &[Body; 2]) -> bool {
    let [solid, concave] = if pair[0].is_round() { [&pair[0], &pair[1]] } else { [&pair[1], &pair[0]] };
    let axes = [Vector::x(), Vector::y(), Vector::z()];
    let around = Aabb::around(axes.iter().flat_map(|axis| [*axis, -axis]).map(|d| solid.shape.support(&d)));
    // Both the tolerance for touching and the rounding of the poses are far below this fraction of the size.
    let slack = 1e-9 * solid.shape.size().max(concave.shape.size());
    let near = Aabb { min: around.min.map(|c| c - slack), max: around.max.map(|c| c + slack) };
    // Positions are subtracted first, so that bodies far from the origin lose no digits.
    let back = solid.pose.rotation.inverse();
    let shift = concave.pose.translation.vector - solid.pose.translation.vector;
    let into_solid = |p: Point| Point::from(back * (concave.pose.rotation * p.coords + shift));
    let mesh = concave.shape.mesh();
    (0..mesh.triangles().len()).any(|index| {
        let corners = mesh.corners(index);
        near.overlaps(&Aabb::around(corners.map(into_solid)))
            && Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).is_ok_and(|triangle| {
                let triangle = Body::at_rest(Shape::polyhedron(triangle).into(), concave.pose);
                reference::distance(solid, &triangle) == 0.0
            })
    })
}

/// Representation of round bodies that a method uses for this pair, as a word for the evidence.
pub fn decided(method: &Method, settings: &Settings, pair: &[Body; 2]) -> &'static str {
    match (method.bodies_with(settings), method.round) {
        (Bodies::Convex, _) if !pair.iter().all(is_convex) => "pieces",
        (_, Round::Solids) => "solids",
        (_, Round::Meshes) => "meshes",
    }
}

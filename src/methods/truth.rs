//! What verdicts are held against. Convex bodies are decided by the exact reference. Concave ones that are apart by
//! their pieces are apart, because the pieces cover them; if the pieces meet, the triangles of the meshes decide, since
//! pieces may stick out.

use super::method::{Bodies, Method, Round};
use crate::combined::piecewise::{self, is_convex};
use crate::detector::{DetectError, Detector as _, Verdict};
use crate::object_space::hybrid_boxes::{HybridBoxes, SETTINGS, Volumes};
use crate::settings::Settings;
use crate::world::{Body, Pair};

/// Whether two bodies share a point, by what their round parts are taken for: like is compared with like.
pub struct Truth {
    solids: bool,
    meshes: bool,
}

impl Truth {
    /// Decides the pair, with round bodies as solids and as meshes.
    pub fn of(pair: &[Body; 2]) -> Result<Self, DetectError> {
        let meet = |[a, b]: &[Body; 2]| piecewise::distance(a, b) == 0.0;
        let any_round = pair.iter().any(Body::is_round);
        let drawn = pair.each_ref().map(Body::as_drawn);
        let mut solids = meet(pair);
        let mut meshes = if any_round { meet(&drawn) } else { solids };
        if !pair.iter().all(is_convex) && meshes {
            meshes = by_triangles(&drawn, &[Pair::new(0, 1)])?[0];
            // A round body beside a concave one: the solid decides only as far as the pieces allow.
            solids = if any_round { solids } else { meshes };
        }
        Ok(Self { solids, meshes })
    }

    /// What a method's verdict is held against.
    pub fn for_method(&self, method: &Method) -> bool {
        match method.round {
            Round::Solids => self.solids,
            Round::Meshes => self.meshes,
        }
    }
}

/// What is so of each pair, from the exact reference's verdicts on them. Round bodies are solids; beside a concave one
/// they are the meshes that are drawn of them. Where triangles cannot decide, since one of those bodies is open, the
/// pieces do.
pub fn of_verdicts(bodies: &[Body], pairs: &[Pair], verdicts: &[Verdict]) -> Vec<bool> {
    let mut truth: Vec<bool> = verdicts.iter().map(|verdict| verdict.colliding).collect();
    let concave = |pair: &Pair| !(is_convex(&bodies[pair.a]) && is_convex(&bodies[pair.b]));
    let unsure: Vec<usize> = (0..truth.len()).filter(|&i| truth[i] && concave(&pairs[i])).collect();
    let asked: Vec<Pair> = unsure.iter().map(|&i| pairs[i]).collect();
    if !asked.is_empty()
        && let Ok(found) = by_triangles(bodies, &asked)
    {
        unsure.into_iter().zip(found).for_each(|(i, collide)| truth[i] = collide);
    }
    truth
}

/// Whether the meshes share a point: any two of their triangles, or one is inside the other.
fn by_triangles(bodies: &[Body], pairs: &[Pair]) -> Result<Vec<bool>, DetectError> {
    let mut trees = HybridBoxes::new(Volumes::None, &Settings::defaults(SETTINGS));
    let verdicts = trees.detect(bodies, pairs)?.verdicts;
    Ok(verdicts.iter().map(|verdict| verdict.colliding).collect())
}

/// What a method decides of this pair, as a word for the evidence.
pub fn decided(method: &Method, pair: &[Body; 2]) -> &'static str {
    match (method.bodies, method.round) {
        (Bodies::Convex, _) if !pair.iter().all(is_convex) => "pieces",
        (_, Round::Solids) => "solids",
        (_, Round::Meshes) => "meshes",
    }
}

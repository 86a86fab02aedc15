//! What `query --check` holds verdicts against: like with like, a method that decides meshes against meshes.

use crate::combined::piecewise::{self, is_convex};
use crate::detector::{DetectError, Detector as _};
use crate::geometry::Shape;
use crate::methods::{Bodies, Method, Round};
use crate::object_space::hybrid_boxes::{HybridBoxes, SETTINGS, Volumes};
use crate::settings::Settings;
use crate::world::{Body, Pair};

/// Whether two bodies share a point, by what their round parts are taken for.
pub struct Truth {
    solids: bool,
    meshes: bool,
}

impl Truth {
    /// Convex bodies are decided by the exact reference. Concave ones that are apart by their pieces are apart, because
    /// the pieces cover them; if the pieces meet, the triangles of the meshes decide, since pieces may stick out.
    pub fn of(pair: &[Body; 2]) -> Result<Self, DetectError> {
        let meet = |[a, b]: &[Body; 2]| piecewise::distance(a, b) == 0.0;
        let any_round = pair.iter().any(is_round);
        let drawn = pair.each_ref().map(as_drawn);
        let mut solids = meet(pair);
        let mut meshes = if any_round { meet(&drawn) } else { solids };
        if !pair.iter().all(is_convex) && meshes {
            let mut trees = HybridBoxes::new(Volumes::None, &Settings::defaults(SETTINGS));
            meshes = trees.detect(&drawn, &[Pair::new(0, 1)])?.verdicts[0].colliding;
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

/// What a method decides of this pair, as a word for the evidence.
pub fn decided(method: &Method, pair: &[Body; 2]) -> &'static str {
    match (method.bodies, method.round) {
        (Bodies::Convex, _) if !pair.iter().all(is_convex) => "pieces",
        (_, Round::Solids) => "solids",
        (_, Round::Meshes) => "meshes",
    }
}

fn is_round(body: &Body) -> bool {
    body.shape.solid().is_round()
}

/// The body as the mesh that is drawn of it.
fn as_drawn(body: &Body) -> Body {
    if !is_round(body) {
        return body.clone();
    }
    Body { shape: Shape::polyhedron(body.shape.mesh().clone()).into(), ..body.clone() }
}

//! Names of feature pairs: `v12f34` is particle 12 with triangle 34, `e3e9` are edges 3 and 9.

use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::Features;

/// Parses the name of a pair; `None` if it is invalid.
pub fn read(word: &str) -> Option<Features> {
    let number = |text: &str| text.parse::<u32>().ok();
    if let Some(rest) = word.strip_prefix('v') {
        let (vertex, face) = rest.split_once('f')?;
        return Some(Features::VertexFace(number(vertex)?, number(face)?));
    }
    let (first, second) = word.strip_prefix('e')?.split_once('e')?;
    let (first, second) = (number(first)?, number(second)?);
    (first != second).then(|| Features::EdgeEdge(first.min(second), first.max(second)))
}

/// The name of a pair, as [`read`] parses it.
pub fn said(features: Features) -> String {
    match features {
        Features::VertexFace(vertex, face) => format!("v{vertex}f{face}"),
        Features::EdgeEdge(first, second) => format!("e{first}e{second}"),
    }
}

/// Whether a cloth has both features and they share no particle.
pub fn is_of(features: Features, mesh: &ClothMesh) -> bool {
    let has = match features {
        Features::VertexFace(vertex, face) => {
            (vertex as usize) < mesh.rest.len() && (face as usize) < mesh.faces.len()
        }
        Features::EdgeEdge(_, second) => (second as usize) < mesh.edges.len(),
    };
    has && !features.share(mesh)
}

//! The progress of every triangle in a step: the last stage that any pair with it reached.

use crate::cloth::detect::{Detect, Event, Outcome, Patch, Verdict};
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::{Features, Step};

/// The stages, from the first to the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reached {
    /// The triangle was only in pairs whose boxes were compared.
    #[default]
    Boxes,
    /// The triangle is in a patch that a cone of normals proves to be free of contacts.
    Cone,
    /// The triangle is in a patch that a cone and a simple contour prove to be free of contacts.
    Contour,
    /// The triangle is in a patch that has a certificate.
    Certificate,
    /// The triangle is in a pair of cells whose corners a direction separates.
    Corners,
    /// The triangle is in a pair of triangles or cells that nothing pruned; none of its features was tested.
    Leaf,
    /// The triangle is in a pair of triangles whose centroids were too far from each other.
    Centroids,
    /// A feature of the triangle is in a pair of features whose own boxes did not overlap.
    Features,
    /// A feature of the triangle is in a pair of features that stayed on one side of each other.
    SameSide,
    /// A feature of the triangle was tested exactly; no contact was found.
    Exact,
    /// A feature of the triangle was tested exactly; a contact was found.
    Contact,
}

/// The last stage of every triangle with this method, in the order of the mesh.
pub fn of(detect: &mut dyn Detect, mesh: &ClothMesh, step: &Step) -> Vec<Reached> {
    let mut reached = vec![Reached::default(); mesh.faces.len()];
    let of_edge = faces_of_edges(mesh);
    let of_vertex = faces_of_vertices(mesh);
    let cells = mesh.side.map_or(0, |side| side - 1);
    let mut raise = |face: usize, to: Reached| reached[face] = reached[face].max(to);
    detect.watch(step, &mut |event| match event {
        Event::Patches(a, b, outcome) => {
            let to = match outcome {
                Outcome::Boxes | Outcome::Opened => return,
                Outcome::Cone => Reached::Cone,
                Outcome::Contour => Reached::Contour,
                Outcome::Certificate => Reached::Certificate,
                Outcome::Corners => Reached::Corners,
                Outcome::Leaf => Reached::Leaf,
            };
            // A result for two patches holds for their pair and proves nothing about either patch, except
            // that both reached this stage.
            if a == b || matches!(outcome, Outcome::Corners | Outcome::Leaf) {
                for patch in [a, b] {
                    faces_of(patch, cells, |face| raise(face, to));
                }
            }
        }
        Event::Centroids(first, second) => {
            [first, second].into_iter().for_each(|face| raise(face as usize, Reached::Centroids));
        }
        Event::Features(features, verdict) => {
            let to = match verdict {
                Verdict::Boxes => Reached::Features,
                Verdict::SameSide => Reached::SameSide,
                Verdict::Exact(None) => Reached::Exact,
                Verdict::Exact(Some(_)) => Reached::Contact,
            };
            match features {
                // A particle or an edge counts for the triangles around it.
                Features::VertexFace(vertex, face) => {
                    raise(face as usize, to);
                    of_vertex[vertex as usize].iter().for_each(|face| raise(*face as usize, to));
                }
                Features::EdgeEdge(first, second) => {
                    for edge in [first, second] {
                        of_edge[edge as usize].iter().for_each(|face| raise(*face as usize, to));
                    }
                }
            }
        }
    });
    reached
}

/// The triangles of a patch; none for a node that corresponds to no region of the grid.
fn faces_of(patch: Patch, cells: usize, mut take: impl FnMut(usize)) {
    match patch {
        Patch::Cells { from, to } => {
            for v in from[1]..to[1] {
                for u in from[0]..to[0] {
                    let cell = usize::from(v) * cells + usize::from(u);
                    take(2 * cell);
                    take(2 * cell + 1);
                }
            }
        }
        Patch::Face(face) => take(face as usize),
        Patch::Node(_) => {}
    }
}

fn faces_of_vertices(mesh: &ClothMesh) -> Vec<Vec<u32>> {
    let mut of = vec![Vec::new(); mesh.rest.len()];
    for (index, face) in mesh.faces.iter().enumerate() {
        face.iter().for_each(|p| of[*p as usize].push(index as u32));
    }
    of
}

/// The triangles at both ends of an edge.
fn faces_of_edges(mesh: &ClothMesh) -> Vec<Vec<u32>> {
    let of_vertex = faces_of_vertices(mesh);
    let both = |[a, b]: &[u32; 2]| {
        let with_b = &of_vertex[*b as usize];
        of_vertex[*a as usize].iter().filter(|face| with_b.contains(face)).copied().collect()
    };
    mesh.edges.iter().map(both).collect()
}

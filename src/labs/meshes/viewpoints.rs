//! Where the meshes are worth looking at from: close to what the method in focus found.

use super::meshes_lab::MeshesLab;
use super::picture::pointed_at;
use crate::geometry::Aabb;
use crate::render::viewpoint::{Seen, Viewpoint};

/// Close to what touches, or to the closest points.
pub const CONTACT: &str = "contact";

/// The lab's viewpoints, in the order of the menu.
pub const VIEWPOINTS: &[Viewpoint] = &[Viewpoint {
    id: CONTACT,
    title: "At the contact",
    says: "Stays close to the triangles that touch, or to the closest points.",
    needs: "Nothing touches, and no distance is asked.",
}];

/// The least room around it, as a share of the meshes' size.
const ROOM: f64 = 0.08;

/// A viewpoint of [`VIEWPOINTS`] as it is now in a pane.
pub fn viewpoint(lab: &MeshesLab, id: &str, pane: usize) -> Option<Seen> {
    if id != CONTACT {
        return None;
    }
    let found = pointed_at(lab, pane)?;
    let half = 0.6 * found.extents().max() + ROOM * lab.meshes().size();
    Some(Seen { bounds: Aabb::cube(found.center(), half), back: None, lens: None })
}

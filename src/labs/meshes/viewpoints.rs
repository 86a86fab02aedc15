//! The lab's viewpoint: close to the contact or the closest points of a pane's answer.

use super::meshes_lab::MeshesLab;
use super::picture::pointed_at;
use crate::geometry::Aabb;
use crate::render::viewpoint::{Seen, Viewpoint};

/// Id of the viewpoint close to the contact or the closest points.
pub const CONTACT: &str = "contact";

/// The lab's viewpoints, in the order of the menu.
pub const VIEWPOINTS: &[Viewpoint] = &[Viewpoint {
    id: CONTACT,
    title: "At the contact",
    says: "Follows the touching triangles, or the closest points.",
    needs: "Nothing touches, and the query is not “Distance”.",
}];

/// Minimum margin around the framed points, as a fraction of the meshes' size.
const ROOM: f64 = 0.08;

/// The current pose of a viewpoint in [`VIEWPOINTS`] for a pane; `None` if there is nothing to look at.
pub fn viewpoint(lab: &MeshesLab, id: &str, pane: usize) -> Option<Seen> {
    if id != CONTACT {
        return None;
    }
    let found = pointed_at(lab, pane)?;
    let half = 0.6 * found.extents().max() + ROOM * lab.meshes().size();
    Some(Seen { bounds: Aabb::cube(found.center(), half), back: None, lens: None })
}

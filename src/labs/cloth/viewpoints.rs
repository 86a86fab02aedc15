//! The lab's viewpoints: the whole cloth, and close to a contact.

use super::cloth_lab::ClothLab;
use crate::geometry::{Aabb, Point, Vector};
use crate::render::viewpoint::{Seen, Viewpoint};

/// Id of the viewpoint close to a contact.
pub const CONTACT: &str = "contact";
const WHOLE: &str = "cloth";

/// The lab's viewpoints, in the order of the menu.
pub const VIEWPOINTS: &[Viewpoint] = &[
    Viewpoint {
        id: WHOLE,
        title: "The cloth",
        says: "Follows the cloth as it falls and folds.",
        needs: "There is no cloth.",
    },
    Viewpoint {
        id: CONTACT,
        title: "At a contact",
        says: "Follows the picked pair, the first contact of the active pane, or layers pushed apart by the response.",
        needs: "No pair is picked, and there are no contacts and no pushes in this step.",
    },
];

/// The current pose of a viewpoint in [`VIEWPOINTS`] for a pane; `None` if there is nothing to look at.
pub fn viewpoint(lab: &ClothLab, id: &str, pane: usize) -> Option<Seen> {
    let places = &lab.now().state.positions;
    let bounds = match id {
        WHOLE => Aabb::around(places.iter().copied()),
        CONTACT => {
            let found =
                || lab.contest.lanes.get(pane)?.answer()?.contacts.first().map(|contact| contact.features);
            let middle = match lab.settings.pair.or_else(found) {
                Some(features) => {
                    let all = features.particles(lab.mesh()).into_iter().map(|p| places[p as usize].coords);
                    Point::from(all.sum::<Vector>() / 4.0)
                }
                None => places[lab.now().state.pushed.iter().position(|is_pushed| *is_pushed)?],
            };
            Aabb::cube(middle, lab.mesh().longest_edge())
        }
        _ => return None,
    };
    Some(Seen { bounds, back: None, lens: None })
}

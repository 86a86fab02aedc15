//! The lab's viewpoints: behind the mover, from its eyes, from above, and close to the hit.

use super::level_lab::LevelLab;
use super::picture::lowest;
use crate::geometry::{Aabb, Point, Vector};
use crate::render::camera::Lens;
use crate::render::viewpoint::{Seen, Viewpoint};

/// Id of the viewpoint behind the mover.
pub const BEHIND: &str = "behind";
/// Id of the viewpoint from the mover's eyes.
pub const EYES: &str = "eyes";
const PLAN: &str = "plan";
const HIT: &str = "hit";

/// The lab's viewpoints, in the order of the menu.
pub const VIEWPOINTS: &[Viewpoint] = &[
    Viewpoint {
        id: BEHIND,
        title: "Behind the mover",
        says: "Follows the mover and turns with it, until the mouse turns the view.",
        needs: "There is no mover.",
    },
    Viewpoint {
        id: EYES,
        title: "From the mover's eyes",
        says: "Looks where the mover faces, until the mouse turns the view.",
        needs: "There is no mover.",
    },
    Viewpoint {
        id: PLAN,
        title: "Plan from above",
        says: "Stays above the mover and looks straight down, with parallel projection.",
        needs: "There is no mover.",
    },
    Viewpoint {
        id: HIT,
        title: "At the first hit",
        says: "Stays close to the end of the move ahead: the first hit, if there is one.",
        needs: "No method has answered yet.",
    },
];

/// Half the size of the box that the view from behind frames, metres.
const AROUND: f64 = 2.2;
/// Half the size of the box that the view from the mover's eyes frames, metres.
const EYE: f64 = 0.02;
/// Half the size of the box that the view from above frames, metres.
const PLAN_AROUND: f64 = 7.0;
/// Half the size of the box that the view of a hit frames, metres.
const AT_HIT: f64 = 0.6;

/// The current pose of a viewpoint in [`VIEWPOINTS`] for a pane; `None` if there is nothing to look at.
pub fn viewpoint(lab: &LevelLab, id: &str, pane: usize) -> Option<Seen> {
    let (figure, state) = (lab.figure(), &lab.walk().now().state);
    let foot = state.foot(&figure);
    let ahead = state.facing();
    // With keys, a walker is steered by the mouse too: the view then keeps its direction. A car is steered by
    // keys alone.
    let back = |back: Vector| (!lab.settings.by_keys || figure.is_car()).then_some(back);
    let around = if figure.is_car() { (3.0 * figure.radius).max(0.5) } else { AROUND };
    let up = |metres: f64| foot + Vector::y() * metres;
    let cube = |middle: Point, half: f64| Aabb::cube(middle, half);
    Some(match id {
        BEHIND => Seen {
            bounds: cube(up(0.7 * figure.tall()), around),
            back: back(Vector::y() * 0.45 - ahead),
            lens: None,
        },
        EYES => Seen { bounds: cube(up(figure.eye().max(0.3)), EYE), back: back(-ahead), lens: None },
        PLAN => {
            Seen { bounds: cube(up(0.0), PLAN_AROUND), back: Some(Vector::y()), lens: Some(Lens::Parallel) }
        }
        HIT => {
            let question = lab.question()?;
            let hit = lab.contest.lanes.get(pane)?.answer()?.hit;
            let place = question.a_move.from + question.a_move.path() * hit.map_or(1.0, |hit| hit.time);
            let contact = hit.map_or_else(Vector::zeros, |hit| lowest(&question.a_move.mover, &hit.normal));
            let contact = place + contact;
            Seen { bounds: cube(contact, AT_HIT), back: None, lens: None }
        }
        _ => return None,
    })
}

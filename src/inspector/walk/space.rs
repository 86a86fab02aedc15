//! A walk down two trees in space: the volumes of the two nodes at hand, the kind that was asked last the strongest.

use rust_i18n::t;

use crate::figures::volumes::great_circles;
use crate::geometry::{Sphere, Vector};
use crate::inspector::space::view::SpaceView;
use crate::object_space::hybrid_boxes::seen::Numbers;
use crate::object_space::hybrid_boxes::trace::{NodeVolumes, Step, Trace, What};
use crate::render::dissection::Dissection;
use crate::render::palette;
use crate::render::palette::Color;

/// Opacity of volumes that the last step did not test.
const FAINT: f32 = 0.3;

/// Which kind of volume.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Sphere,
    Aabb,
    Obb,
}

/// Adds what the trace has after `position` steps.
pub fn add(view: &mut SpaceView, trace: &Trace, position: usize) {
    let last = trace.steps.len().checked_sub(1);
    let Some(step) = position.checked_sub(1).and_then(|index| trace.steps.get(index.min(last?))) else {
        view.caption = t!("Nothing is asked yet.").into_owned();
        return;
    };
    let from = trace.origin.coords;
    let asked = last_asked(step);
    for (volumes, color) in step.volumes.iter().zip([palette::A, palette::B]) {
        draw(&mut view.dissection, volumes, from, color, asked);
    }
    view.caption = match &step.what {
        What::Nodes(_) => match asked {
            Some(Kind::Sphere) => t!("The two nodes at hand: their spheres were asked last."),
            Some(Kind::Aabb) => t!("The two nodes at hand: their axis-aligned boxes were asked last."),
            _ => t!("The two nodes at hand: their oriented boxes were asked last."),
        },
        What::Triangles { .. } => t!("The two triangles at hand."),
        What::Inside { .. } => t!("The point that is asked whether it lies inside the other body."),
    }
    .into_owned();
    match &step.what {
        What::Nodes(_) => {}
        What::Triangles { corners, .. } => {
            for (triangle, color) in corners.iter().zip([palette::A, palette::B]) {
                let triangle = triangle.map(|p| p + from);
                for (index, corner) in triangle.into_iter().enumerate() {
                    view.dissection.line_on_top([corner, triangle[(index + 1) % 3]], 3.0, color);
                }
            }
        }
        What::Inside { point, .. } => {
            view.dissection.dot(point + from, 11.0, palette::MARK_SHADE);
            view.dissection.dot(point + from, 8.0, palette::THOUGHT);
        }
    }
}

fn last_asked(step: &Step) -> Option<Kind> {
    Some(match step.asked().last()?.numbers {
        Numbers::Centers { .. } => Kind::Sphere,
        Numbers::Gaps(_) => Kind::Aabb,
        Numbers::Axes { .. } => Kind::Obb,
    })
}

/// `from`: the place from which the volumes are given.
fn draw(dissection: &mut Dissection, volumes: &NodeVolumes, from: Vector, color: Color, asked: Option<Kind>) {
    let pen = |kind: Kind| {
        let strong = asked == Some(kind);
        (if strong { 2.5 } else { 1.25 }, color.faded(if strong { 1.0 } else { FAINT }))
    };
    if let Some(sphere) = &volumes.sphere {
        let (width_px, color) = pen(Kind::Sphere);
        great_circles(dissection, &Sphere { center: sphere.center + from, ..*sphere }, width_px, color);
    }
    if let Some(aabb) = &volumes.aabb {
        let (width_px, color) = pen(Kind::Aabb);
        dissection.box_edges(&aabb.corners().map(|p| p + from), width_px, color);
    }
    let (width_px, color) = pen(Kind::Obb);
    dissection.box_edges(&volumes.obb.corners().map(|p| p + from), width_px, color);
}

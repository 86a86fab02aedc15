//! A walk over simplices in space: the points on both bodies, and the two that are nearest to each other so far.

use rust_i18n::t;

use crate::geometry::Point;
use crate::inspector::space::view::SpaceView;
use crate::object_space::simplices::Trace;
use crate::render::dissection::Dissection;
use crate::render::palette;
use crate::render::palette::Color;

/// The simplex' points on both bodies, and the two points that are nearest to each other so far.
pub fn add(view: &mut SpaceView, trace: &Trace, position: usize) {
    let Some(step) = position.checked_sub(1).and_then(|last| trace.steps.get(last).or(trace.steps.last()))
    else {
        view.caption = t!("Nothing is looked for yet.").into_owned();
        return;
    };
    let dissection = &mut view.dissection;
    for point in &step.simplex {
        dissection.line_on_top([point.on_a, point.on_b], 1.0, palette::PICKED.faded(0.45));
        mark(dissection, point.on_a, palette::A);
        mark(dissection, point.on_b, palette::B);
    }
    match step.nearest_points() {
        Some(ends) => {
            dissection.line_on_top(ends, 3.0, palette::THOUGHT);
            ends.into_iter().for_each(|end| mark(dissection, end, palette::THOUGHT));
            view.caption = t!(
                "The dots are the points of this simplex on A and on B; the thick line joins the nearest points so far."
            )
            .into_owned();
        }
        None => {
            view.caption = t!(
                "The dots are the points of this simplex on A and on B. Their differences enclose the origin: the bodies share a point."
            )
            .into_owned();
        }
    }
    if trace.radii.iter().any(|radius| *radius > 0.0) {
        view.caption += " ";
        view.caption += &t!("A ball takes part as its centre.");
    }
}

fn mark(dissection: &mut Dissection, at: Point, color: Color) {
    dissection.dot(at, 10.0, palette::MARK_SHADE);
    dissection.dot(at, 7.0, color);
}

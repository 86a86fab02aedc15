//! What is to be seen of a recording in space, by family of methods.

use std::sync::Arc;

use rust_i18n::t;

use super::{nodes, passes};
use crate::geometry::{Aabb, Point, Vector};
use crate::inspector::{Recording, Story};
use crate::object_space::simplices;
use crate::render::dissection::{Dissection, Part, Surface};
use crate::render::palette;
use crate::render::palette::Color;
use crate::world::Body;

/// A picture of the pair, and what is written upon it.
#[derive(Clone, Debug)]
pub struct SpaceView {
    /// What is drawn.
    pub dissection: Dissection,
    /// What is written.
    pub labels: Vec<Label>,
    /// In a sentence or two.
    pub caption: String,
    /// What is framed.
    pub bounds: Aabb,
    /// From the bounds to where they are first seen from.
    pub back: Vector,
    /// Where the method's eye is drawn, if it has one.
    pub eye: Option<Point>,
}

/// A few words in the picture.
#[derive(Clone, Debug)]
pub struct Label {
    /// The words.
    pub text: String,
    /// Of the words.
    pub color: Color,
    /// Where.
    pub place: Place,
}

/// Where a label stands.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// Below all of these.
    Under([Point; 4]),
    /// Over all of a box.
    Over(Aabb),
}

/// After `position` steps, with the ray of `pixel` where there are pixels.
pub fn view(recording: &Recording, position: usize, pixel: Option<[u32; 2]>) -> SpaceView {
    let bodies = &recording.bodies;
    let mut view = match recording.pass_at(position) {
        Some((table, index)) => return passes::view(recording, table, index, pixel),
        None => plain(recording),
    };
    match &recording.story {
        Story::Simplices(trace) => walk(&mut view, trace, position),
        Story::Trees(trace) => nodes::add(&mut view, trace, position),
        Story::Passes(_) => {}
        Story::Apart => {
            for body in bodies {
                view.dissection.box_edges(&body.aabb().corners(), 1.25, palette::PICKED.faded(0.6));
            }
            view.caption = t!("The boxes around the two are apart, so the bodies are.").into_owned();
        }
    }
    view
}

/// Both bodies as of glass, and their names.
fn plain(recording: &Recording) -> SpaceView {
    let [a, b] = &recording.bodies;
    SpaceView {
        dissection: Dissection {
            surfaces: vec![glass(a, palette::A), glass(b, palette::B)],
            ..Dissection::default()
        },
        labels: vec![name_of(recording, "A", 0, a, palette::A), name_of(recording, "B", 1, b, palette::B)],
        caption: t!("The two bodies.").into_owned(),
        bounds: a.aabb().union(&b.aabb()),
        back: Vector::new(0.5, 0.4, 0.8),
        eye: None,
    }
}

/// The simplex' points on both bodies, and the two points that are nearest to each other so far.
fn walk(view: &mut SpaceView, trace: &simplices::Trace, position: usize) {
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

/// A body that one sees through.
pub fn glass(body: &Body, color: Color) -> Surface {
    Surface { shape: Arc::clone(&body.shape), pose: body.pose, part: Part::Whole, color, see_through: true }
}

/// A letter, and which body of the world it is.
pub fn name_of(recording: &Recording, letter: &str, role: usize, body: &Body, color: Color) -> Label {
    let number = if role == 0 { recording.pair.a } else { recording.pair.b };
    let text = t!("%{letter} (body %{number})", letter = letter, number = number).into_owned();
    Label { text, color, place: Place::Over(body.aabb()) }
}

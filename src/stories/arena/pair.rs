//! The view of two bodies in space, without the steps of a method.

use std::sync::Arc;

use crate::geometry::Vector;
use crate::inspector::space::view::{Label, Place, SpaceView};
use crate::language::t;
use crate::render::Part;
use crate::render::dissection::{Dissection, Material, Surface};
use crate::render::palette::{self, Color};
use crate::stories::arena::case::Case;
use crate::world::Body;

/// The view in space of both bodies, transparent and with their names.
pub fn plain(case: &Case) -> SpaceView {
    let [a, b] = &case.bodies;
    SpaceView {
        dissection: Dissection {
            surfaces: vec![glass(a, palette::A), glass(b, palette::B)],
            ..Dissection::default()
        },
        labels: vec![name_of(case, "A", 0, a, palette::A), name_of(case, "B", 1, b, palette::B)],
        caption: t!("The two bodies.").into_owned(),
        bounds: a.aabb().union(&b.aabb()),
        back: Vector::new(0.5, 0.4, 0.8),
        eye: None,
        handles: handles(case),
        thing: case.thing(),
        place: case.place(),
    }
}

/// Both bodies with their numbers in the world, so that they can be dragged.
pub fn handles(case: &Case) -> Vec<(usize, Body)> {
    [0, 1].map(|role| (case.number(role), case.bodies[role].clone())).into()
}

/// The surface of a body, transparent.
pub fn glass(body: &Body, color: Color) -> Surface {
    Surface {
        shape: Arc::clone(&body.shape),
        pose: body.pose,
        part: Part::Whole,
        color,
        see_through: true,
        outlined: true,
        material: Material::Plain,
    }
}

/// A label over a body: its letter and its number in the world.
pub fn name_of(case: &Case, letter: &str, role: usize, body: &Body, color: Color) -> Label {
    let text = t!("%{letter} (body %{number})", letter = letter, number = case.number(role)).into_owned();
    Label { text, color, place: Place::Over(body.aabb()) }
}

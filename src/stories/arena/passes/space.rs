//! The view in space of a pass: both bodies as glass, the window, the surface that the pass drew, the buffer
//! on the near plane, and the ray of the selected pixel.

use std::sync::Arc;

use crate::geometry::push_out::PushOut;
use crate::geometry::{Aabb, Mesh, Shape, Vector};
use crate::image_space::framing;
use crate::image_space::pass::{Outline, Repeat, Surface as Drawn, Who};
use crate::image_space::recording::{PassRecording, Step};
use crate::inspector::space::picture::{self, Buffer};
use crate::inspector::space::view::{Label, Place, SpaceView};
use crate::inspector::space::window::Window;
use crate::language::t;
use crate::render::Part;
use crate::render::dissection::{Dissection, Material, Sheet, Surface};
use crate::render::palette;
use crate::stories::arena::case::Case;
use crate::stories::arena::case::{glass, handles, name_of};
use crate::ui::format::length;
use crate::world::Body;

/// Colour of the near plane's square while a pass draws a square over the whole buffer instead of a body.
const TILE: palette::Color = palette::PICKED.faded(0.16);
/// Colour of the plane of a slice.
const SLICE: palette::Color = palette::THOUGHT.faded(0.25);
/// Colour of the near plane's square before anything is drawn.
const PLANE: palette::Color = palette::WINDOW.faded(0.1);

/// The view after step `index` of the pass table `table`; with `None`, before its first step.
pub fn view(case: &Case, table: &PassRecording, index: Option<usize>, pixel: Option<[u32; 2]>) -> SpaceView {
    let step = index.and_then(|index| table.steps.get(index));
    let roles = table.roles.map(|role| &case.bodies[role.min(1)]);
    let window = Window::of(&table.view);
    let mut dissection = Dissection::default();
    for (body, color) in roles.into_iter().zip([palette::A, palette::B]) {
        dissection.surfaces.push(glass(body, color));
    }
    window.draw(&mut dissection);
    dissection.sheets.push(Sheet { corner: window.corner, sides: [window.across, window.up], color: PLANE });
    let drawn = [0, 1].map(|who| as_drawn(roles[who], table.margins[who]));
    if let Some(step) = step {
        dissection.sheets.extend(slice(table, step, &window));
        dissection.sheets.extend(picture::sheets(&window, table, step));
        dissection.surfaces.extend(highlighted(&drawn, &window, surface(table, step)));
        if step.pass.draw == Drawn::Tile {
            let sides = [window.across, window.up];
            dissection.sheets.push(Sheet { corner: window.corner, sides, color: TILE });
        }
    }
    if let Some(pixel) = pixel {
        window.draw_ray(&mut dissection, pixel, table.side(), [&drawn[0], &drawn[1]]);
    }
    let mut labels: Vec<Label> = ["A", "B"]
        .into_iter()
        .zip([(table.roles[0], palette::A), (table.roles[1], palette::B)])
        .zip(roles)
        .map(|((letter, (role, color)), body)| name_of(case, letter, role, body, color))
        .collect();
    labels.push(Label {
        text: near_plane(table, step),
        color: palette::WINDOW,
        place: Place::Under(
            [Vector::zeros(), window.across, window.up, window.across + window.up]
                .map(|to| window.corner + to),
        ),
    });
    SpaceView {
        bounds: bounds(roles, &window),
        back: window.slant(),
        caption: caption(table, step),
        eye: Some(window.eye()),
        handles: handles(case),
        thing: case.thing(),
        place: case.place(),
        dissection,
        labels,
    }
}

/// The plane of the step's slice, if the table cuts the bodies into slices.
fn slice(table: &PassRecording, step: &Step, window: &Window) -> Option<Sheet> {
    let plane = match table.table.repeat {
        Repeat::Once | Repeat::Layers => return None,
        Repeat::Slices => framing::turns(&table.table, &table.options, &table.view).get(step.turn)?.plane,
    };
    let corner = window.corner + window.away * f64::from(plane);
    Some(Sheet { corner, sides: [window.across, window.up], color: SLICE })
}

/// The surface that the pass drew. If the option of split culling is off, a pass for the near or far side of
/// a body draws the whole body.
fn surface(table: &PassRecording, step: &Step) -> Drawn {
    match step.pass.draw {
        Drawn::Near(who) | Drawn::Far(who) if !table.options.split_culling => Drawn::Whole(who),
        other => other,
    }
}

/// The surface that the pass drew, highlighted.
fn highlighted(drawn: &[Body; 2], window: &Window, surface: Drawn) -> Option<Surface> {
    let (who, part) = match surface {
        Drawn::Whole(who) | Drawn::Edges(who) => (who, Part::Whole),
        Drawn::Near(who) => (who, Part::Facing(window.away)),
        Drawn::Far(who) => (who, Part::Averted(window.away)),
        Drawn::Tile => return None,
    };
    let (body, color) = match who {
        Who::First => (&drawn[0], palette::A),
        Who::Second => (&drawn[1], palette::B),
    };
    Some(Surface {
        shape: Arc::clone(&body.shape),
        pose: body.pose,
        part,
        color,
        see_through: false,
        outlined: true,
        material: Material::Plain,
    })
}

/// The body with its surface offset by `margin` metres, negative for inwards, as in the vertex shader.
fn as_drawn(body: &Body, margin: f64) -> Body {
    if margin == 0.0 {
        return body.clone();
    }
    let push = PushOut::of(&body.shape);
    let mesh = body.shape.mesh();
    let moved = if margin > 0.0 {
        push.fatter(margin)
    } else {
        let left = 1.0 + (margin / push.inradius).max(-1.0);
        let vertices = mesh.vertices().iter().map(|v| push.inner + (v - push.inner) * left).collect();
        Mesh::new(vertices, mesh.triangles().to_vec())
    };
    match moved {
        Ok(mesh) => Body { shape: Arc::new(Shape::polyhedron(mesh)), ..body.clone() },
        // A body thinner than the margin would vanish; it is shown unchanged.
        Err(_) => body.clone(),
    }
}

/// A box around the window, the eye, and the parts of the bodies near the window.
fn bounds(bodies: [&Body; 2], window: &Window) -> Aabb {
    let far = window.corner + window.across + window.up + window.away;
    let of_window = Aabb::around([window.corner, far, window.eye()]);
    // If a body is much larger than the window, only its part around the window is framed.
    let around = Aabb::cube(of_window.center(), 1.2 * of_window.extents().max());
    let of_bodies = bodies[0].aabb().union(&bodies[1].aabb());
    of_window.union(&of_bodies.overlap(&around))
}

fn near_plane(table: &PassRecording, step: Option<&Step>) -> String {
    match (step, picture::buffer(table)) {
        (None, _) => t!("near plane").into_owned(),
        (Some(_), Buffer::Depth) => t!("near plane, with the depth buffer").into_owned(),
        (Some(_), Buffer::Stencil) => t!("near plane, with the stencil buffer").into_owned(),
    }
}

fn caption(table: &PassRecording, step: Option<&Step>) -> String {
    let Some(step) = step else {
        return t!("Before the first pass: the two bodies, and the view window in front of the eye.").into();
    };
    let letter = |who| if who == Who::First { "A" } else { "B" };
    let surface = surface(table, step);
    let drawn = match surface {
        Drawn::Whole(who) => t!("This pass draws both sides of %{body}.", body = letter(who)),
        Drawn::Near(who) => {
            t!("This pass draws %{body}'s near side, which faces the eye.", body = letter(who))
        }
        Drawn::Far(who) => {
            t!("This pass draws %{body}'s far side, which faces away from the eye.", body = letter(who))
        }
        Drawn::Edges(who) => t!("This pass draws the edges of %{body} as lines.", body = letter(who)),
        Drawn::Tile => {
            t!("This pass draws a square over the whole window, right before the eye, to count pixels.")
        }
    };
    let who = match surface {
        Drawn::Whole(who) | Drawn::Near(who) | Drawn::Far(who) | Drawn::Edges(who) => who,
        Drawn::Tile => return drawn.into_owned(),
    };
    let margin = table.margins[usize::from(who == Who::Second)].abs();
    let margin = length(margin);
    match table.table.outline {
        Outline::True => drawn.into_owned(),
        Outline::Fat => {
            format!("{drawn} {}", t!("The body is enlarged by %{length} on all sides.", length = margin))
        }
        Outline::Thin => {
            format!("{drawn} {}", t!("The body is shrunk slightly, by %{length}.", length = margin))
        }
    }
}

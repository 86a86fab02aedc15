//! The pair in space: the eye, the window, and the surfaces that the step at hand has drawn.

mod marks;
mod nodes;
mod passes;
mod picture;
mod view;
mod window;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use egui::{
    Color32, Id, Label, PointerButton, Rect, Response, RichText, Role, Sense, Ui, UiBuilder, WidgetInfo,
};
use egui::{pos2, vec2};
use rust_i18n::t;

pub(super) use marks::project;
pub use view::{SpaceView, view};

use crate::app::shell::Shell;
use crate::geometry::{Aabb, Vector};
use crate::inspector::Recording;
use crate::render::camera::Camera;
use crate::ui::theme;

/// Lower than this, in points, there is room for the picture only.
const ROOM_FOR_CAPTION: f32 = 110.0;
/// Most that the caption takes of the height.
const MOST_CAPTION: f32 = 0.4;

/// Where the pair is seen from, and which pair from which side that is.
#[derive(Clone, Copy)]
struct Standpoint {
    of: u64,
    camera: Camera,
}

/// A view that was made, and of what.
type Made = (u64, Arc<SpaceView>);

/// Fills `rect`. Dragging turns the view, the wheel zooms, a double click shows all.
pub fn show(ui: &mut Ui, shell: &mut Shell, recording: &Recording, position: usize, rect: Rect) {
    let id = ui.scope_id().with("pair in space");
    let pixel = shell.inspector.hovered.or(shell.inspector.pixel);
    let of = fingerprint(recording, position, pixel);
    let known = ui.data(|data| data.get_temp::<Made>(id)).filter(|known| known.0 == of);
    let (_, view) = known.unwrap_or_else(|| {
        let made = (of, Arc::new(view(recording, position, pixel)));
        ui.data_mut(|data| data.insert_temp(id, made.clone()));
        made
    });
    let (over, below) = rect.split_top_bottom_at_y(rect.bottom() - caption_height(ui, &view.caption, rect));
    picture(ui, shell, id, recording, of, &view, over);
    if below.height() > 0.0 {
        let inside = UiBuilder::new().id_salt("caption").max_rect(below.shrink2(vec2(4.0, 2.0)));
        ui.scope_builder(inside, |ui| {
            ui.shrink_clip_rect(below);
            let help = t!("Drag turns the view, the wheel zooms, a double click shows all.");
            let text = RichText::new(&view.caption).small().color(theme::TEXT);
            ui.add(Label::new(text).wrap()).on_hover_text(help);
        });
    }
}

/// What the caption needs, or nothing where there is no room for it.
fn caption_height(ui: &Ui, caption: &str, rect: Rect) -> f32 {
    if rect.height() < ROOM_FOR_CAPTION {
        return 0.0;
    }
    let font = egui::TextStyle::Small.resolve(ui.style());
    let width = (rect.width() - 8.0).max(20.0);
    let galley = ui.painter().layout(caption.to_owned(), font, theme::TEXT, width);
    (galley.size().y + 6.0).min(MOST_CAPTION * rect.height()).ceil()
}

/// The picture itself, and the mouse over it.
fn picture(ui: &Ui, shell: &mut Shell, id: Id, recording: &Recording, of: u64, view: &SpaceView, rect: Rect) {
    let pixels_per_point = ui.ctx().pixels_per_point();
    let size = [rect.width(), rect.height()].map(|side| (side * pixels_per_point).round().max(0.0) as u32);
    if size.contains(&0) {
        return;
    }
    let response = ui.interact(rect, id, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, t!("The pair in space")));
    let mut sight = DefaultHasher::new();
    identity(recording, &mut sight);
    view.back.map(f64::to_bits).hash(&mut sight);
    let camera = steer(ui, id, &response, sight.finish(), &view.bounds, &view.back);

    let still = !response.dragged();
    let mut edition = DefaultHasher::new();
    (of, still).hash(&mut edition);
    let [right, _, back] = camera.directions();
    for place in [camera.eye().coords, camera.target().coords, right, back] {
        place.map(f64::to_bits).hash(&mut edition);
    }
    let edition = edition.finish();
    let make = || view.dissection.clone();
    match shell.stage.dissection(id, size, pixels_per_point, still, edition, &camera, make) {
        // The picture's rows run from the bottom.
        Ok(texture) => {
            let upside_down = Rect::from_min_max(pos2(0.0, 1.0), pos2(1.0, 0.0));
            ui.painter().image(texture, rect, upside_down, Color32::WHITE);
            marks::paint(&ui.painter().with_clip_rect(rect), rect, &camera, &view.labels, view.eye);
        }
        Err(why) => {
            ui.painter().rect_filled(rect, 0.0, theme::SUNKEN);
            let font = egui::TextStyle::Body.resolve(ui.style());
            let text = t!("The pair cannot be drawn: %{why}", why = why);
            let galley = ui.painter().layout(text.into_owned(), font, theme::AMBER, rect.width() - 12.0);
            ui.painter().galley(rect.min + vec2(6.0, 6.0), galley, theme::AMBER);
        }
    }
}

/// Orbit, pan, zoom, show all. `of` tells one sight from another: a new one is seen from `back`.
pub(super) fn steer(ui: &Ui, id: Id, response: &Response, of: u64, bounds: &Aabb, back: &Vector) -> Camera {
    let known = ui.data(|data| data.get_temp::<Standpoint>(id)).filter(|known| known.of == of);
    let fresh = || Camera::framing_from(bounds, back);
    let mut camera = known.map_or_else(fresh, |known| known.camera);
    let drag = response.drag_delta();
    let (dx, dy) = (f64::from(drag.x), f64::from(drag.y));
    if response.dragged_by(PointerButton::Primary) && !ui.input(|input| input.modifiers.shift) {
        camera.orbit(dx, dy);
    } else if response.dragged() {
        let viewport = [response.rect.width(), response.rect.height()].map(f64::from);
        camera.pan(dx, dy, viewport);
    }
    if response.hovered() {
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        camera.zoom(f64::from(pinch) * (f64::from(scroll) * 0.004).exp());
    }
    if response.double_clicked() {
        camera = fresh();
    }
    ui.data_mut(|data| data.insert_temp(id, Standpoint { of, camera }));
    camera
}

/// Changes when there is something else to be seen.
fn fingerprint(recording: &Recording, position: usize, pixel: Option<[u32; 2]>) -> u64 {
    let mut hasher = DefaultHasher::new();
    identity(recording, &mut hasher);
    recording.method.id.hash(&mut hasher);
    (position, pixel, recording.len()).hash(&mut hasher);
    if let Some((table, _)) = recording.pass_at(position) {
        // What the buffers hold follows from the bodies, the method and this.
        format!("{:?} {:?} {:?}", table.options, table.view, table.roles).hash(&mut hasher);
    }
    rust_i18n::locale().hash(&mut hasher);
    hasher.finish()
}

/// Which bodies, and where.
fn identity(recording: &Recording, hasher: &mut impl Hasher) {
    (recording.pair.a, recording.pair.b).hash(hasher);
    for body in &recording.bodies {
        Arc::as_ptr(&body.shape).hash(hasher);
        let (place, turn) = (body.pose.translation.vector, body.pose.rotation.coords);
        place.map(f64::to_bits).hash(hasher);
        turn.map(f64::to_bits).hash(hasher);
    }
}

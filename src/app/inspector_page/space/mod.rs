//! The pair in space: the eye, the window, and the surfaces that the step at hand has drawn.

mod marks;
mod passes;
mod picture;
mod view;
mod window;

use std::hash::{DefaultHasher, Hash, Hasher};

use egui::{
    Color32, Id, Label, PointerButton, Rect, Response, RichText, Role, Sense, Ui, UiBuilder, WidgetInfo,
};
use egui::{pos2, vec2};
use rust_i18n::t;

pub(super) use marks::project;
pub use view::{SpaceView, view};

use crate::app::shell::Shell;
use crate::app::theme;
use crate::geometry::{Aabb, Vector};
use crate::inspector::Recording;
use crate::labs::arena::Camera;

/// Of the caption, points; two lines fit.
const CAPTION: f32 = 36.0;
/// Lower than this, in points, there is room for the picture only.
const ROOM_FOR_CAPTION: f32 = 110.0;

/// Where the pair is seen from, and which pair from which side that is.
#[derive(Clone, Copy)]
struct Standpoint {
    of: u64,
    camera: Camera,
}

/// Fills `rect`. Dragging turns the view, the wheel zooms, a double click shows all.
pub fn show(ui: &mut Ui, shell: &mut Shell, recording: &Recording, position: usize, rect: Rect) {
    let caption = if rect.height() < ROOM_FOR_CAPTION { 0.0 } else { CAPTION };
    let (over, below) = rect.split_top_bottom_at_y(rect.bottom() - caption);
    let pixels_per_point = ui.ctx().pixels_per_point();
    let size = [over.width(), over.height()].map(|side| (side * pixels_per_point).round().max(0.0) as u32);
    if size.contains(&0) {
        return;
    }
    let page = &shell.inspector;
    let pixel = page.hovered.or(page.pixel);
    // Light data and quickly made; what is drawn from it is kept.
    let view = view(recording, position, pixel);

    let id = ui.scope_id().with("pair in space");
    let response = ui.interact(over, id, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, t!("The pair in space")));
    let mut of = DefaultHasher::new();
    identity(recording, &mut of);
    view.back.map(f64::to_bits).hash(&mut of);
    let camera = steer(ui, id, &response, of.finish(), &view.bounds, &view.back);

    let still = !response.dragged();
    let edition = edition(recording, position, pixel, &camera, still);
    let dissection = view.dissection;
    let drawn = shell.stage.dissection(id, size, pixels_per_point, still, edition, &camera, || dissection);
    match drawn {
        // The picture's rows run from the bottom.
        Ok(texture) => {
            let upside_down = Rect::from_min_max(pos2(0.0, 1.0), pos2(1.0, 0.0));
            ui.painter().image(texture, over, upside_down, Color32::WHITE);
            marks::paint(&ui.painter().with_clip_rect(over), over, &camera, &view.labels, view.eye);
        }
        Err(why) => {
            ui.painter().rect_filled(over, 0.0, theme::SUNKEN);
            let text = t!("The pair cannot be drawn: %{why}", why = why);
            ui.put(over, Label::new(RichText::new(text).color(theme::AMBER)).wrap());
        }
    }
    if caption > 0.0 {
        let inside = UiBuilder::new().id_salt("caption").max_rect(below.shrink2(vec2(4.0, 2.0)));
        ui.scope_builder(inside, |ui| {
            let help = t!("Drag turns the view, the wheel zooms, a double click shows all.");
            let text = RichText::new(view.caption).small().color(theme::TEXT);
            ui.add(Label::new(text).wrap()).on_hover_text(help);
        });
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

/// Changes when the picture does.
fn edition(
    recording: &Recording,
    position: usize,
    pixel: Option<[u32; 2]>,
    camera: &Camera,
    still: bool,
) -> u64 {
    let mut hasher = DefaultHasher::new();
    identity(recording, &mut hasher);
    recording.method.id.hash(&mut hasher);
    (position, pixel, still, recording.len()).hash(&mut hasher);
    if let Some((table, index)) = recording.pass_at(position) {
        table.options.resolution.hash(&mut hasher);
        for corner in [table.view.volume.min, table.view.volume.max] {
            corner.coords.map(f64::to_bits).hash(&mut hasher);
        }
        if let Some(step) = index.and_then(|index| table.steps.get(index)) {
            (&step.depth, &step.stencil).hash(&mut hasher);
        }
    }
    let [right, _, back] = camera.directions();
    for place in [camera.eye().coords, camera.target().coords, right, back] {
        place.map(f64::to_bits).hash(&mut hasher);
    }
    hasher.finish()
}

/// Which bodies, and where.
fn identity(recording: &Recording, hasher: &mut impl Hasher) {
    (recording.pair.a, recording.pair.b).hash(hasher);
    for body in &recording.bodies {
        std::sync::Arc::as_ptr(&body.shape).hash(hasher);
        let (place, turn) = (body.pose.translation.vector, body.pose.rotation.coords);
        place.map(f64::to_bits).hash(hasher);
        turn.map(f64::to_bits).hash(hasher);
    }
}

//! The 3D view of a subject: the objects that the current step drew or queried, with a camera that the mouse turns.

pub mod picture;
pub mod stand;
pub mod view;
pub mod window;

pub use self::view::SpaceView;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use egui::epaint::QuadraticBezierShape;
use egui::text::LayoutJob;
use egui::{
    Align2, Color32, FontId, Id, Label, Painter, Pos2, Rect, Role, Sense, Stroke, Ui, UiBuilder, WidgetInfo,
    pos2, vec2,
};

use self::stand::Stand;
use self::view::Place;
use super::space::view::steer;
use crate::geometry::{Aabb, Point};
use crate::language::{Language, t};
use crate::render::camera::{Camera, Lens};
use crate::render::grip::Ray;
use crate::render::palette::Color;
use crate::render::picking::pick_at;
use crate::ui::drawing::{moved_into, project};
use crate::ui::format::with_units_kept;
use crate::ui::stage::Stage;
use crate::ui::{orbit, theme};

/// Size of the box that the camera frames, as a share of the view's bounds, whose corners are mostly empty.
const CLOSENESS: f64 = 0.78;
/// Minimum height, in points, for a caption below the 3D view.
const ROOM_FOR_CAPTION: f32 = 250.0;
/// Lines reserved for the caption, so that the 3D view does not move. Longer text is hover text.
const CAPTION_LINES: usize = 2;

/// Key of a view; another key means another view.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    /// Unique number of the story.
    pub story: u64,
    /// Number of steps that have been run.
    pub position: usize,
    /// The pixel whose ray is drawn, x and y from the lower left.
    pub pixel: Option<[u32; 2]>,
}

/// State of the 3D view that is kept between frames: its camera, and the view that was made last.
#[derive(Default)]
pub struct SpaceLook {
    /// The camera and its viewpoint.
    pub stand: Stand,
    made: Option<CachedView>,
    /// Widget id and camera of the 3D view shown last.
    shown: Option<(Id, Camera)>,
}

/// A cached view with its key, and the language of its captions.
struct CachedView {
    key: Key,
    language: Language,
    view: Arc<SpaceView>,
}

impl SpaceLook {
    /// Widget id and camera of the 3D view shown last.
    pub fn shown(&self) -> Option<(Id, Camera)> {
        self.shown
    }

    /// Called before each frame of the window, when no 3D view has been shown yet.
    pub fn begin_frame(&mut self) {
        self.shown = None;
    }

    /// The number of the body that this ray hits and that can be dragged, and the point where it hits.
    pub fn under(&self, (origin, direction): &Ray) -> Option<(usize, Point)> {
        let (numbers, bodies): (Vec<_>, Vec<_>) = self.made.as_ref()?.view.handles.iter().cloned().unzip();
        let (index, along) = pick_at(&bodies, *origin, *direction)?;
        Some((numbers[index], origin + direction * along))
    }

    /// The view of `key`, made if the key or the language has changed.
    fn view(&mut self, key: Key, make: impl FnOnce() -> SpaceView) -> Arc<SpaceView> {
        let language = Language::current();
        let known = self.made.take().filter(|made| made.key == key && made.language == language);
        let made = known.unwrap_or_else(|| CachedView { key, language, view: Arc::new(make()) });
        Arc::clone(&self.made.insert(made).view)
    }
}

/// Fills `rect` with the view of `key`, and its caption unless the text `said` contains it. Dragging turns the view
/// unless a body is held, the wheel zooms, a double click frames everything.
pub fn show(
    ui: &mut Ui,
    stage: &mut Stage,
    look: &mut SpaceLook,
    (key, said): (Key, &str),
    rect: Rect,
    make: impl FnOnce() -> SpaceView,
) {
    let id = ui.scope_id().with("pair in space");
    let view = look.view(key, make);
    let caption = if said.contains(&view.caption) { String::new() } else { with_units_kept(&view.caption) };
    let (over, below) = rect.split_top_bottom_at_y(rect.bottom() - caption_height(ui, rect));
    picture(ui, stage, look, id, key, &view, over);
    if below.height() > 0.0 {
        let inside = UiBuilder::new().id_salt("caption").max_rect(below.shrink2(vec2(4.0, 2.0)));
        ui.scope_builder(inside, |ui| {
            ui.shrink_clip_rect(below);
            let help = t!("Drag: turn the view or move a body. Wheel: zoom. Double click: show all.");
            let font = egui::TextStyle::Body.resolve(ui.style());
            let mut text = LayoutJob::simple(caption, font, theme::text(), ui.available_width());
            text.wrap.max_rows = CAPTION_LINES;
            let text = ui.painter().layout_job(text);
            let help = if text.elided { format!("{}\n\n{help}", text.text()) } else { help.into_owned() };
            ui.add(Label::new(text)).on_hover_text(help);
        });
    }
}

/// Height of the caption; 0 if there is no space for it.
fn caption_height(ui: &Ui, rect: Rect) -> f32 {
    if rect.height() < ROOM_FOR_CAPTION {
        return 0.0;
    }
    let line = ui.text_style_height(&egui::TextStyle::Body);
    (CAPTION_LINES as f32 * line + 6.0).ceil()
}

/// Adds the 3D view itself and handles the mouse over it.
fn picture(ui: &Ui, stage: &mut Stage, look: &mut SpaceLook, id: Id, key: Key, view: &SpaceView, rect: Rect) {
    let pixels_per_point = ui.ctx().pixels_per_point();
    let size = [rect.width(), rect.height()].map(|side| (side * pixels_per_point).round().max(0.0) as u32);
    if size.contains(&0) {
        return;
    }
    let response = ui.interact(rect, id, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, t!("The pair in space")));
    let of = [view.thing, view.place];
    let half = view.bounds.extents() * (0.5 * CLOSENESS);
    let bounds = Aabb { min: view.bounds.center() - half, max: view.bounds.center() + half };
    let camera = steer(ui, &response, &mut look.stand, of, &bounds, &view.back);
    look.shown = Some((id, camera));

    let still = !response.dragged();
    let mut edition = DefaultHasher::new();
    let see_through = look.stand.see_through;
    (key, still, see_through, camera.fingerprint()).hash(&mut edition);
    let edition = edition.finish();
    let make = || if see_through { view.dissection.as_glass() } else { view.dissection.clone() };
    match stage.dissection(id, size, pixels_per_point, still, edition, &camera, make) {
        // The texture's rows run from bottom to top.
        Ok(texture) => {
            let upside_down = Rect::from_min_max(pos2(0.0, 1.0), pos2(1.0, 0.0));
            ui.painter().image(texture, rect, upside_down, Color32::WHITE);
            let painter = ui.painter().with_clip_rect(rect);
            let mut eye = view.eye;
            if let Lens::Window(volume) = camera.lens() {
                orbit::paint(&painter, rect, &camera, &volume);
                // The camera looks through the method's eye, so the eye is not drawn.
                eye = None;
            }
            paint_marks(&painter, rect, &camera, &view.labels, eye);
        }
        Err(why) => {
            ui.painter().rect_filled(rect, 0.0, theme::sunken());
            let font = egui::TextStyle::Body.resolve(ui.style());
            let text = t!("The pair cannot be drawn: %{why}", why = why);
            let galley = ui.painter().layout(text.into_owned(), font, theme::amber(), rect.width() - 12.0);
            ui.painter().galley(rect.min + vec2(6.0, 6.0), galley, theme::amber());
        }
    }
}

/// Half the width of the eye symbol, points.
const EYE: f32 = 15.0;

/// Paints labels and the eye over the 3D view. Overlapping labels are moved apart.
fn paint_marks(painter: &Painter, rect: Rect, camera: &Camera, labels: &[view::Label], eye: Option<Point>) {
    if let Some(at) = eye.and_then(|eye| project(rect, camera, &eye)) {
        paint_eye(painter, at);
    }
    let mut taken: Vec<Rect> = Vec::new();
    for label in labels {
        let Some((at, anchor)) = anchor(rect, camera, &label.place) else { continue };
        let font = FontId::proportional(13.0);
        let galley = painter.layout_no_wrap(label.text.clone(), font, color(label.color));
        let place = anchor.anchor_size(at, galley.size()).expand2(vec2(4.0, 1.0));
        let mut place = moved_into(rect.shrink(3.0), place);
        while let Some(other) = taken.iter().find(|other| other.intersects(place)) {
            place = place.translate(vec2(0.0, other.bottom() - place.top() + 1.0));
        }
        painter.rect_filled(place, 3.0, theme::plate());
        painter.galley(place.min + vec2(4.0, 1.0), galley, theme::over_pictures().strong);
        taken.push(place);
    }
}

/// The position of a label, and the corner or side of the label that lies there.
fn anchor(rect: Rect, camera: &Camera, place: &Place) -> Option<(Pos2, Align2)> {
    match place {
        Place::Under(points) => {
            let seen: Vec<Pos2> = points.iter().filter_map(|p| project(rect, camera, p)).collect();
            let lowest = seen.iter().copied().max_by(|p, q| p.y.total_cmp(&q.y))?;
            Some((lowest + vec2(0.0, 26.0), Align2::CENTER_TOP))
        }
        Place::Over(aabb) => {
            let middle = project(rect, camera, &aabb.center())?;
            let corners = aabb.corners();
            let tops = corners.iter().filter_map(|p| project(rect, camera, p)).map(|at| at.y);
            let top = tops.fold(middle.y, f32::min);
            // Boxes extend beyond round and rotated bodies.
            let top = middle.y + 0.92 * (top - middle.y);
            Some((pos2(middle.x, top - 3.0), Align2::CENTER_BOTTOM))
        }
        Place::Beside(point) => Some((project(rect, camera, point)? + vec2(22.0, 0.0), Align2::LEFT_CENTER)),
    }
}

/// Paints an eye: two lids and a pupil.
fn paint_eye(painter: &Painter, at: Pos2) {
    let colors = theme::over_pictures();
    let line = Stroke::new(2.0, colors.strong);
    let ends = [at - vec2(EYE, 0.0), at + vec2(EYE, 0.0)];
    painter.circle_filled(at, 0.75 * EYE, theme::plate());
    for lid in [-1.1, 1.1] {
        let points = [ends[0], at + vec2(0.0, lid * EYE), ends[1]];
        let fill = Color32::TRANSPARENT;
        painter.add(QuadraticBezierShape::from_points_stroke(points, false, fill, line));
    }
    painter.circle(at, 0.36 * EYE, colors.strong, Stroke::NONE);
    painter.circle_filled(at, 0.16 * EYE, colors.sunken);
}

fn color(color: Color) -> Color32 {
    let [r, g, b] = color.line_in(theme::scheme()).rgb.map(|channel| (channel * 255.0).round() as u8);
    Color32::from_rgb(r, g, b)
}

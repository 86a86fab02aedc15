//! Shared parts of drawings: the colours of A and B, hatching, bars, arrows. Sizes are relative to the text size,
//! so that a drawing scales with its text.

use std::sync::Arc;

use egui::epaint::{Mesh, TextShape};
use egui::{
    Align2, Color32, ColorImage, Context, FontId, Id, Painter, Pos2, Rect, Shape, Stroke, StrokeKind,
    TextStyle, TextureHandle, TextureId, TextureOptions, TextureWrapMode, Ui, Vec2, pos2, vec2,
};

use super::theme;
use crate::geometry::Point;
use crate::render::camera::Camera;
use crate::render::palette::Scheme;

/// The colours of the bodies A and B in drawings that show both.
pub fn colors_of_both() -> [Color32; 2] {
    [theme::accent(), theme::second()]
}

/// The colours of areas that stand for the bodies A and B: those of their surfaces in the scenes, in the light theme
/// darker, so that they stand out from the background.
pub fn fills_of_both() -> [Color32; 2] {
    match theme::scheme() {
        Scheme::Dark => colors_of_both(),
        Scheme::Light => [Color32::from_rgb(0x3d, 0x8e, 0xe6), Color32::from_rgb(0xcf, 0xb5, 0x3b)],
    }
}

/// A pattern of lines or dots, so that drawings are readable without colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hatch {
    /// `///`, A in drawings.
    Rising,
    /// `\\\`, B in drawings.
    Falling,
    /// Horizontal lines, one above the other.
    Level,
    /// Points in a grid.
    Dots,
}

/// The look of one of the two bodies in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The letter on the bar: A or B.
    pub letter: &'static str,
    /// The colour of bar and hatching.
    pub color: Color32,
    /// The pattern of the hatching.
    pub hatch: Hatch,
}

/// The looks of the bodies A and B, in this order.
pub fn looks() -> [Look; 2] {
    let [of_a, of_b] = colors_of_both();
    [
        Look { letter: "A", color: of_a, hatch: Hatch::Rising },
        Look { letter: "B", color: of_b, hatch: Hatch::Falling },
    ]
}

/// The size of body text, points: the unit of a drawing.
pub fn em(ui: &Ui) -> f32 {
    TextStyle::Body.resolve(ui.style()).size
}

/// The proportional font at a size in points.
pub fn font(size: f32) -> FontId {
    FontId::proportional(size)
}

/// Fills `rects` with a pattern that continues from each rectangle to the next.
pub fn hatching(painter: &Painter, rects: impl IntoIterator<Item = Rect>, hatch: Hatch, color: Color32) {
    let mut mesh = Mesh::with_texture(texture(painter.ctx(), hatch));
    for rect in rects {
        let uv = Rect::from_min_max(
            (rect.min.to_vec2() / PERIOD).to_pos2(),
            (rect.max.to_vec2() / PERIOD).to_pos2(),
        );
        mesh.add_rect_with_uv(rect, uv, color);
    }
    if !mesh.is_empty() {
        painter.add(Shape::Mesh(Arc::new(mesh)));
    }
}

/// Fills `rects` with one colour, as a single mesh.
pub fn tint(painter: &Painter, rects: impl IntoIterator<Item = Rect>, color: Color32) {
    let mut mesh = Mesh::default();
    rects.into_iter().for_each(|rect| mesh.add_colored_rect(rect, color));
    if !mesh.is_empty() {
        painter.add(Shape::Mesh(Arc::new(mesh)));
    }
}

/// Draws a bar for a body's depth interval: tinted, hatched and framed. The body's letter is inside the bar or, if
/// there is no room, to its left.
pub fn bar(painter: &Painter, rect: Rect, look: Look) {
    bar_alone(painter, rect, look);
    letter_of_bar(painter, rect, look);
}

/// Draws such a bar without its letter.
pub fn bar_alone(painter: &Painter, rect: Rect, look: Look) {
    painter.rect_filled(rect, 2.0, look.color.gamma_multiply(0.30));
    hatching(painter, [rect], look.hatch, look.color.gamma_multiply(0.75));
    painter.rect_stroke(rect, 2.0, Stroke::new(1.4, look.color), StrokeKind::Inside);
}

/// Draws the letter of the bar that fills `rect`, over everything painted before.
pub fn letter_of_bar(painter: &Painter, rect: Rect, look: Look) {
    let size = (0.8 * rect.height()).clamp(8.0, 22.0);
    let (at, align) = if rect.width() > 1.6 * size {
        (rect.center(), Align2::CENTER_CENTER)
    } else {
        (rect.left_center() - vec2(3.0, 0.0), Align2::RIGHT_CENTER)
    };
    letter(painter, at, align, look, size);
}

/// Draws a body's letter on a dark background, so that it is legible everywhere.
fn letter(painter: &Painter, at: Pos2, align: Align2, look: Look, size: f32) {
    let galley = painter.layout_no_wrap(look.letter.to_owned(), font(size), theme::strong());
    let rect = align.anchor_size(at, galley.size());
    painter.rect_filled(rect.expand2(vec2(2.5, -0.5)), 3.0, theme::sunken().gamma_multiply(0.9));
    painter.galley(rect.min, galley, theme::strong());
}

/// Draws a line with a triangular head at `to`; `head` is the length of the head, points.
pub fn arrow(painter: &Painter, from: Pos2, to: Pos2, stroke: Stroke, head: f32) {
    let along = (to - from).normalized();
    let across = along.rot90();
    painter.line_segment([from, to - 0.7 * head * along], stroke);
    let corners = vec![to, to - head * along + 0.5 * head * across, to - head * along - 0.5 * head * across];
    painter.add(Shape::convex_polygon(corners, stroke.color, Stroke::NONE));
}

/// Draws an eye that looks to the right, `width` points wide around `center`.
pub fn eye(painter: &Painter, center: Pos2, width: f32, color: Color32) {
    let at = |t: f32, up: f32| {
        let bow = (t * std::f32::consts::PI).sin();
        center + vec2((t - 0.5) * width, -up * 0.34 * width * bow)
    };
    for up in [1.0, -1.0] {
        let lid = (0..=12).map(|i| at(i as f32 / 12.0, up)).collect();
        painter.add(Shape::line(lid, Stroke::new(1.3, color)));
    }
    painter.circle_filled(center + vec2(0.12 * width, 0.0), 0.17 * width, color);
}

/// Draws text wrapped at `width` with its upper left corner at `at`. Returns its size.
pub fn wrapped(painter: &Painter, at: Pos2, text: &str, size: f32, color: Color32, width: f32) -> Vec2 {
    let galley = painter.layout(text.to_owned(), font(size), color, width.max(1.0));
    let took = galley.size();
    painter.add(TextShape::new(at, galley, color));
    took
}

/// Height of `text` wrapped at `width`, points.
pub fn height_of(ui: &Ui, text: &str, size: f32, width: f32) -> f32 {
    ui.painter().layout(text.to_owned(), font(size), theme::text(), width.max(1.0)).size().y
}

/// The part of `rect` between two shares of its width, counted from the left.
pub fn between(rect: Rect, [from, to]: [f64; 2]) -> Rect {
    let x = |share: f64| rect.left() + share as f32 * rect.width();
    Rect::from_min_max(pos2(x(from), rect.top()), pos2(x(to), rect.bottom()))
}

/// Size of the tile that repeats in a hatching pattern, points.
const PERIOD: f32 = 8.0;

/// A texture with one tile of the pattern: bright with a dark edge, visible on every background.
fn texture(context: &Context, hatch: Hatch) -> TextureId {
    let id = Id::unique(("hatching", hatch));
    let known = context.data(|data| data.get_temp::<TextureHandle>(id));
    let handle = known.unwrap_or_else(|| {
        let options = TextureOptions { wrap_mode: TextureWrapMode::Repeat, ..TextureOptions::LINEAR };
        let handle = context.load_texture("hatching", tile(hatch), options);
        context.data_mut(|data| data.insert_temp(id, handle.clone()));
        handle
    });
    handle.id()
}

fn tile(hatch: Hatch) -> ColorImage {
    // Two texels per point, for high-resolution displays.
    const SIDE: usize = 2 * PERIOD as usize;
    let texel = |i: usize| {
        let (x, y) = (i % SIDE, i / SIDE);
        let distance = match hatch {
            Hatch::Rising => (x + y) % SIDE,
            Hatch::Falling => (x + SIDE - y) % SIDE,
            Hatch::Level => y % (SIDE / 2) + SIDE / 8,
            Hatch::Dots => {
                let to = |v: usize| (v % (SIDE / 2)).abs_diff(SIDE / 4);
                to(x).max(to(y)) + SIDE / 8 + 1
            }
        };
        match distance {
            2..=4 => Color32::WHITE,
            0..=1 | 5..=6 => Color32::from_black_alpha(0x70),
            _ => Color32::TRANSPARENT,
        }
    };
    ColorImage::new([SIDE, SIDE], (0..SIDE * SIDE).map(texel).collect())
}

/// Screen position of a world point in a view that fills `rect`; `None` behind the camera. For many points use
/// [`projection`].
pub fn project(rect: Rect, camera: &Camera, point: &Point) -> Option<Pos2> {
    projection(rect, camera)(point)
}

/// Returns a function that projects world points into the view; `None` behind the camera. The camera's matrix is
/// computed only once.
pub fn projection(rect: Rect, camera: &Camera) -> impl Fn(&Point) -> Option<Pos2> + use<> {
    let aspect = f64::from(rect.width() / rect.height());
    let (eye, distance) = (camera.eye(), camera.distance());
    let to_clip = camera.relative_view_projection(aspect);
    move |point| {
        // The point is taken relative to the camera, so that a pair far from the origin keeps its precision.
        let relative = (point - eye) / distance;
        let clip = to_clip * relative.push(1.0);
        (clip.w > 0.0).then(|| {
            let (x, y) = ((clip.x / clip.w) as f32, (clip.y / clip.w) as f32);
            rect.center() + vec2(0.5 * rect.width() * x, -0.5 * rect.height() * y)
        })
    }
}

/// The rectangle, moved as little as possible to lie inside `room`.
pub fn moved_into(room: Rect, rect: Rect) -> Rect {
    rect.translate(vec2(
        (room.left() - rect.left()).max(0.0) + (room.right() - rect.right()).min(0.0),
        (room.top() - rect.top()).max(0.0) + (room.bottom() - rect.bottom()).min(0.0),
    ))
}

/// Margin of a plate around its text, points.
const PLATE_MARGIN: Vec2 = vec2(6.0, 3.0);

/// Draws text on a plate over a picture. The plate's `anchor` is at `at`, but the plate is moved if necessary
/// to lie inside the picture's rectangle `room`. Returns the plate's rectangle.
pub fn plate(painter: &Painter, room: Rect, at: Pos2, anchor: Align2, text: String, color: Color32) -> Rect {
    let galley = painter.layout_no_wrap(text, FontId::proportional(13.0), color);
    let plate = anchor.anchor_size(at, galley.size()).expand2(PLATE_MARGIN);
    let plate = moved_into(room.shrink(4.0), plate);
    painter.rect_filled(plate, 3.0, theme::plate());
    painter.galley(plate.min + PLATE_MARGIN, galley, theme::over_pictures().strong);
    plate
}

/// Length of a sign, points.
const SIGN: f32 = 5.0;

/// Draws a small minus or plus sign centred on a point.
pub fn sign(painter: &Painter, at: Pos2, color: Color32, plus: bool) {
    let stroke = Stroke::new(1.6, color);
    painter.line_segment([at - vec2(0.5 * SIGN, 0.0), at + vec2(0.5 * SIGN, 0.0)], stroke);
    if plus {
        painter.line_segment([at - vec2(0.0, 0.5 * SIGN), at + vec2(0.0, 0.5 * SIGN)], stroke);
    }
}

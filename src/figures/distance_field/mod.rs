//! Figure of a distance field drawn by the depth test (Hoff and others 2001), in two dimensions: the Voronoi regions of
//! polygon B, and how deep polygon A is in B. Both polygons can be dragged; the result is printed beside the exact one.

pub mod field;

use std::sync::Arc;

use egui::{
    Color32, ColorImage, CursorIcon, DragValue, Id, Pos2, Rect, RichText, Role, Sense, Shape, Slider, Stroke,
    TextureHandle, TextureOptions, Ui, WidgetInfo, pos2, vec2,
};

use crate::language::t;
use crate::ui::drawing::{colors_of_both, em, font};
use crate::ui::theme;
use field::{Field, Point, Proximity};

/// Outlines of A and B around their middles, in sides of the picture; y points down.
pub const SHAPES: [&[Point]; 2] = [
    &[[-0.15, -0.11], [0.06, -0.16], [0.17, -0.02], [0.08, 0.14], [-0.12, 0.12]],
    &[[-0.21, -0.19], [0.20, -0.19], [0.20, 0.00], [0.01, 0.03], [0.03, 0.21], [-0.21, 0.21]],
];
/// Smallest and largest coordinate of a polygon's middle.
const PLACES: [f64; 2] = [0.15, 0.85];
/// Powers of two of the resolution.
const RESOLUTIONS: [u32; 2] = [3, 8];
/// Numbers of triangles of a cone.
const FACETS: [u32; 2] = [4, 64];
/// Width of the picture, and of the controls beside it, in em.
const WIDTH: f32 = 24.0;
const BESIDE: f32 = 15.0;
/// Distance between lines of equal distance in the picture.
const STEP: f64 = 0.05;

/// Middles of both polygons, and the settings of the field.
#[derive(Clone, Copy, PartialEq)]
struct Set {
    at: [Point; 2],
    /// The resolution is two to this power.
    power: u32,
    facets: u32,
}

impl Set {
    const START: Self = Self { at: [[0.36, 0.33], [0.58, 0.56]], power: 6, facets: 16 };

    fn side(&self) -> usize {
        1 << self.power
    }
}

/// The picture and the printed numbers, kept until a setting changes.
struct Prepared {
    of: Set,
    texture: TextureHandle,
    by_pixels: Option<Proximity>,
    exact: Proximity,
    /// Largest error of the stored distances.
    field_error: f64,
}

/// A shape at a place.
pub fn placed(shape: &[Point], at: Point) -> Vec<Point> {
    shape.iter().map(|p| [p[0] + at[0], p[1] + at[1]]).collect()
}

/// The field with both polygons, and its controls beside it or, in a narrow window, below.
pub fn show(ui: &mut Ui) {
    let memory = Id::unique("distance-field");
    let before = ui.data(|data| data.get_temp::<Set>(memory)).unwrap_or(Set::START);
    let mut set = before;
    let em = em(ui);
    let side = (WIDTH * em).min(ui.available_width());
    if ui.available_width() < side + BESIDE * em {
        picture(ui, side, &mut set);
        controls(ui, &mut set);
    } else {
        ui.horizontal_top(|ui| {
            picture(ui, side, &mut set);
            ui.add_space(em);
            ui.vertical(|ui| controls(ui, &mut set));
        });
    }
    if set != before {
        ui.data_mut(|data| data.insert_temp(memory, set));
    }
}

fn picture(ui: &mut Ui, side: f32, set: &mut Set) {
    let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::drag());
    let prepared = Prepared::of(ui, set);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, sentence(&prepared)));
    drag(ui, rect, &response, set);
    let under = response.hover_pos().is_some_and(|pos| held(set, from_screen(rect, pos)).is_some());
    if under {
        response.on_hover_cursor(CursorIcon::Grab);
    }
    let painter = ui.painter_at(rect);
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    painter.image(prepared.texture.id(), rect, whole, Color32::WHITE);
    let place = |p: Point| to_screen(rect, p);
    for (index, letter) in ["A", "B"].into_iter().enumerate() {
        let points: Vec<Pos2> = placed(SHAPES[index], set.at[index]).into_iter().map(place).collect();
        painter.add(Shape::closed_line(points.clone(), Stroke::new(4.0, Color32::BLACK)));
        painter.add(Shape::closed_line(points, Stroke::new(2.0, colors_of_both()[index])));
        let middle = place(set.at[index]);
        let size = font(1.1 * em(ui));
        painter.circle_filled(middle, 0.8 * em(ui), Color32::from_black_alpha(170));
        painter.text(middle, egui::Align2::CENTER_CENTER, letter, size, colors_of_both()[index]);
    }
    let ring = |p: Point, radius: f32, color: Color32| {
        painter.circle_stroke(place(p), radius, Stroke::new(4.0, Color32::BLACK));
        painter.circle_stroke(place(p), radius, Stroke::new(2.0, color));
    };
    ring(prepared.exact.at, 0.55 * em(ui), Color32::WHITE);
    if let Some(found) = prepared.by_pixels {
        painter.circle_filled(place(found.at), 0.3 * em(ui), Color32::BLACK);
        painter.circle_filled(place(found.at), 0.2 * em(ui), Color32::WHITE);
    }
}

fn to_screen(rect: Rect, p: Point) -> Pos2 {
    rect.min + vec2(p[0] as f32, p[1] as f32) * rect.width()
}

fn from_screen(rect: Rect, pos: Pos2) -> Point {
    let off = (pos - rect.min) / rect.width();
    [f64::from(off.x), f64::from(off.y)]
}

/// The polygon at a point: A is on top.
fn held(set: &Set, p: Point) -> Option<usize> {
    (0..2).find(|index| field::contains(&placed(SHAPES[*index], set.at[*index]), p))
}

fn drag(ui: &Ui, rect: Rect, response: &egui::Response, set: &mut Set) {
    let memory = response.id.with("held");
    let Some(now) = response.interact_pointer_pos() else { return };
    if response.drag_started() {
        // The press counts, because a drag starts a few points away from it.
        let from = ui.input(|input| input.pointer.press_origin()).unwrap_or(now);
        let from = from_screen(rect, from);
        let grip = held(set, from).map(|index| (index, [0, 1].map(|i| set.at[index][i] - from[i])));
        ui.data_mut(|data| data.insert_temp(memory, grip));
    }
    let grip = ui.data(|data| data.get_temp::<Option<(usize, Point)>>(memory)).flatten();
    if let Some((index, off)) = grip.filter(|_| response.dragged()) {
        let now = from_screen(rect, now);
        set.at[index] = [0, 1].map(|i| (now[i] + off[i]).clamp(PLACES[0], PLACES[1]));
    }
}

fn controls(ui: &mut Ui, set: &mut Set) {
    let side = t!("Resolution");
    let slider = Slider::new(&mut set.power, RESOLUTIONS[0]..=RESOLUTIONS[1])
        .custom_formatter(|power, _| format!("{0}×{0}", 1_u32 << power as u32))
        .custom_parser(|text| text.split('×').next()?.trim().parse::<f64>().ok().map(f64::log2));
    let label = ui.label(&*side);
    ui.add(slider).labelled_by(label.id).on_hover_text(t!("Pixels of the field."));
    let label = ui.label(t!("Triangles of a cone"));
    ui.add(Slider::new(&mut set.facets, FACETS[0]..=FACETS[1])).labelled_by(label.id).on_hover_text(t!(
        "A cone is drawn as a fan of flat triangles. With few of them, distances from corners are too large."
    ));
    for (index, letter) in ["A", "B"].into_iter().enumerate() {
        ui.horizontal(|ui| {
            ui.label(t!("Middle of %{letter}", letter = letter));
            for value in &mut set.at[index] {
                ui.add(DragValue::new(value).speed(0.005).range(PLACES[0]..=PLACES[1]).fixed_decimals(3))
                    .on_hover_text(t!("Across, then down, in sides of the picture."));
            }
        });
    }
    let prepared = Prepared::of(ui, set);
    ui.label(t!("Drag A or B."));
    ui.label(sentence(&prepared));
    ui.label(t!(
        "Largest error of a stored distance: %{error}.",
        error = format!("{:.5}", prepared.field_error)
    ));
    let key = t!(
        "Colours: the corner or edge of B that is nearest. Dark lines: equal distance. Red: pixels inside both. Dot: the pixel found. Ring: the exact place. Lengths are in sides of the picture. The depth test is computed on the processor, pixel by pixel."
    );
    ui.label(RichText::new(key).small().color(theme::weak()));
}

fn sentence(prepared: &Prepared) -> String {
    let number = |x: f64| format!("{x:.4}");
    let exact = prepared.exact;
    let Some(found) = prepared.by_pixels else {
        return t!("A covers no pixel's centre, so the field says nothing.").into_owned();
    };
    let error = number((found.distance - exact.distance).abs());
    let (distance, truly) = (number(found.distance), number(exact.distance));
    match (found.overlap, exact.overlap) {
        (true, true) => t!(
            "A and B overlap. Penetration by the pixels: %{distance}; exactly: %{truly}; error: %{error}.",
            distance = distance,
            truly = truly,
            error = error
        ),
        (false, false) => t!(
            "A and B are apart. Distance by the pixels: %{distance}; exactly: %{truly}; error: %{error}.",
            distance = distance,
            truly = truly,
            error = error
        ),
        (false, true) => t!(
            "A and B overlap by %{truly}, but no pixel's centre is inside both: the overlap is missed.",
            truly = truly
        ),
        (true, false) => t!("A and B touch. Penetration by the pixels: %{distance}.", distance = distance),
    }
    .into_owned()
}

impl Prepared {
    /// The prepared picture and numbers, kept in the memory of the window, where the texture is.
    fn of(ui: &Ui, set: &Set) -> Arc<Self> {
        let memory = Id::unique("distance-field prepared");
        let kept = ui.data(|data| data.get_temp::<Arc<Self>>(memory));
        if let Some(kept) = kept.as_ref().filter(|kept| kept.of == *set) {
            return Arc::clone(kept);
        }
        let [a, b] = [0, 1].map(|index| placed(SHAPES[index], set.at[index]));
        let field = Field::draw(&b, set.side(), set.facets);
        let covered = field::inside(&a, set.side());
        let image = picture_of(&field, &covered, b.len());
        let texture = match kept.map(|kept| kept.texture.clone()) {
            Some(mut texture) => {
                texture.set(image, TextureOptions::NEAREST);
                texture
            }
            None => ui.load_texture("distance-field", image, TextureOptions::NEAREST),
        };
        let error = |pixel: usize| {
            (field.distance(pixel) - field::exact_distance(&b, field::center(pixel, field.side))).abs()
        };
        let made = Arc::new(Self {
            of: *set,
            texture,
            by_pixels: field::of_pixels(&field, &covered),
            exact: field::exact(&a, &b),
            field_error: (0..covered.len()).map(error).fold(0.0, f64::max),
        });
        ui.data_mut(|data| data.insert_temp(memory, Arc::clone(&made)));
        made
    }
}

/// Hues of the Voronoi regions: neighbours differ in brightness too. None is red, which is for collisions.
const REGIONS: [[u8; 3]; 6] =
    [[92, 150, 214], [196, 182, 104], [90, 176, 150], [160, 138, 206], [120, 190, 220], [170, 178, 120]];

fn picture_of(field: &Field, a: &[bool], corners: usize) -> ColorImage {
    let level = |pixel: usize| (field.distance(pixel) / STEP) as u32;
    // A line passes between neighbouring pixels on different levels.
    let is_line = |pixel: usize| {
        let (column, row) = (pixel % field.side, pixel / field.side);
        column + 1 < field.side && level(pixel) != level(pixel + 1)
            || row + 1 < field.side && level(pixel) != level(pixel + field.side)
    };
    let texel = |pixel: usize| {
        if a[pixel] && field.inside[pixel] {
            return theme::colliding();
        }
        let feature = usize::from(field.feature[pixel]);
        // Corners come before edges; an edge lies between its two corners.
        let order = if feature < corners { 2 * feature } else { 2 * (feature - corners) + 1 };
        let distance = field.distance(pixel);
        let light = if is_line(pixel) { 0.45 } else { 1.0 - 0.7 * (distance / 0.7).min(1.0) };
        let light = if field.inside[pixel] { 0.75 * light } else { light };
        let [r, g, b] = REGIONS[order % REGIONS.len()].map(|channel| (f64::from(channel) * light) as u8);
        Color32::from_rgb(r, g, b)
    };
    ColorImage::new([field.side, field.side], (0..a.len()).map(texel).collect())
}

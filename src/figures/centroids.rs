//! Figure of the patent's centroid filter (CN101593367): two right-angled triangles of a stretched cloth that touch at
//! their tips, and a circle around the first centroid with the filter's threshold as radius. If the second centroid
//! lies outside the circle, the pair is dropped and the contact missed. The unit of length is a leg of a triangle at
//! rest, that is, a side of a cell of the cloth.

use egui::{Id, Pos2, Rect, Role, Sense, Shape, Slider, Stroke, Ui, WidgetInfo, vec2};

use crate::language::t;
use crate::ui::drawing::{colors_of_both, em};
use crate::ui::theme;

/// Longest edge of a triangle at rest: the diagonal of a cell.
pub const LONGEST: f64 = std::f64::consts::SQRT_2;
/// Largest stretch along one leg on the slider, per cent.
pub const MOST_STRETCH: f64 = 50.0;
/// Range of the threshold slider, as multiples of the longest edge at rest: the values tried in the patent.
pub const THRESHOLDS: [f64; 2] = [0.5, 1.5];
/// Width and height of the drawing, in legs of a triangle. The circles of all thresholds fit in it.
const FIELD: [f64; 2] = [4.9, 4.4];
const MIDDLE: [f64; 2] = [-0.8, 0.33];
/// Width of the drawing, and of the controls beside it, in em.
const WIDTH: f32 = 24.0;
const BESIDE: f32 = 13.0;
/// Number of straight segments of the circle.
const LINES: u32 = 90;

/// Values of the sliders: the stretch in per cent, and the threshold as a multiple of the longest edge at rest.
#[derive(Clone, Copy, PartialEq)]
struct Sliders {
    stretch: f64,
    threshold: f64,
}

/// The triangles and the threshold circle, with two sliders and the result beside them or, in a narrow window, below.
pub fn show(ui: &mut Ui) {
    let memory = Id::unique("centroids");
    let before = ui.data(|data| data.get_temp::<Sliders>(memory));
    let set = before.unwrap_or(Sliders { stretch: 0.0, threshold: 1.1 });
    let em = em(ui);
    let width = (WIDTH * em).min(ui.available_width());
    let scale = width / FIELD[0] as f32;
    let size = vec2(width, scale * FIELD[1] as f32);
    let drawn = |ui: &mut Ui| {
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, sentence(set)));
        picture(ui, rect, scale, set);
    };
    let mut edited = set;
    if ui.available_width() < width + BESIDE * em {
        drawn(ui);
        controls(ui, &mut edited);
    } else {
        ui.horizontal_top(|ui| {
            drawn(ui);
            ui.add_space(em);
            ui.vertical(|ui| controls(ui, &mut edited));
        });
    }
    if edited != set {
        ui.data_mut(|data| data.insert_temp(memory, edited));
    }
}

/// Both sliders, the result, and a legend.
fn controls(ui: &mut Ui, set: &mut Sliders) {
    let rows = [
        (
            t!("Triangle stretch"),
            t!("Stretch of both triangles relative to their rest length."),
            &mut set.stretch,
            0.0..=MOST_STRETCH,
            1.0,
            " %",
        ),
        (
            t!("Centroid threshold"),
            t!(
                "Centroid distance beyond which a pair of triangles is skipped, in longest edges of the cloth at rest."
            ),
            &mut set.threshold,
            THRESHOLDS[0]..=THRESHOLDS[1],
            0.05,
            " L",
        ),
    ];
    for (name, says, value, range, step, unit) in rows {
        let label = ui.label(name);
        let slider = ui.add(Slider::new(value, range).step_by(step).suffix(unit));
        slider.labelled_by(label.id).on_hover_text(says);
    }
    ui.label(sentence(*set));
    let key = t!(
        "Dots: the centroids. Dashed circle: threshold around the first centroid. Red dot: contact of the triangles."
    );
    ui.label(egui::RichText::new(key).small().color(theme::weak()));
}

fn picture(ui: &Ui, rect: Rect, scale: f32, set: Sliders) {
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4.0, theme::sunken());
    let place = |[x, y]: [f64; 2]| -> Pos2 {
        rect.center() + scale * vec2((x - MIDDLE[0]) as f32, (MIDDLE[1] - y) as f32)
    };
    let corners = corners(set.stretch);
    let middles = [1.0, -1.0].map(|sign| centroid(corners).map(|x| sign * x));
    for (sign, color) in [1.0, -1.0].into_iter().zip(colors_of_both()) {
        let points = corners.map(|corner| place(corner.map(|x| sign * x))).to_vec();
        painter.add(Shape::convex_polygon(points, color.gamma_multiply(0.55), Stroke::new(1.2, color)));
    }
    let around = |i: u32| {
        let (sine, cosine) = (std::f64::consts::TAU * f64::from(i) / f64::from(LINES)).sin_cos();
        let radius = LONGEST * set.threshold;
        place([middles[0][0] + radius * cosine, middles[0][1] + radius * sine])
    };
    let circle: Vec<Pos2> = (0..=LINES).map(around).collect();
    painter.extend(Shape::dashed_line(&circle, Stroke::new(1.4, theme::amber()), 6.0, 4.0));
    let ends = middles.map(place);
    painter.line_segment(ends, Stroke::new(1.4, theme::strong()));
    for end in ends {
        painter.circle_filled(end, 0.28 * em(ui), theme::strong());
    }
    painter.circle_filled(place([0.0; 2]), 0.3 * em(ui), theme::colliding());
}

/// The corners of the first triangle, with its tip at the origin; the second is its reflection through the origin.
fn corners(stretch: f64) -> [[f64; 2]; 3] {
    let leg = 1.0 + stretch / 100.0;
    [[0.0, 0.0], [-leg, 0.0], [-leg, 1.0]]
}

fn centroid(corners: [[f64; 2]; 3]) -> [f64; 2] {
    [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f64>() / 3.0)
}

/// Distance between the centroids, as a multiple of the longest edge at rest.
pub fn apart(stretch: f64) -> f64 {
    let [x, y] = centroid(corners(stretch));
    2.0 * x.hypot(y) / LONGEST
}

fn sentence(set: Sliders) -> String {
    let apart = apart(set.stretch);
    let [distance, threshold] = [format!("{apart:.3}"), format!("{:.2}", set.threshold)];
    let text = if apart > set.threshold {
        t!(
            "The triangles touch. Their centroids are %{distance} L apart, more than %{threshold} L: the pair is dropped and the contact is missed.",
            distance = distance,
            threshold = threshold
        )
    } else {
        t!(
            "The triangles touch. Their centroids are %{distance} L apart, within %{threshold} L: the pair is kept.",
            distance = distance,
            threshold = threshold
        )
    };
    text.into_owned()
}

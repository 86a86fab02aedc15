//! Figure of the coplanarity cubic and the convex hull of its four adjustable Bernstein coefficients: if all
//! have one sign, the cubic is never 0; if not, the signs prove nothing.

use egui::{DragValue, Id, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::language::t;
use crate::ui::drawing::{em, font};
use crate::ui::theme;

/// The cubic of a resting particle that a moving triangle hits twice: source 5's filter misses it.
pub const START: [f64; 4] = [12.0, 8.0 / 3.0, -13.0 / 3.0, 3.0];
/// Largest absolute value of a coefficient.
const MOST: f64 = 12.0;
/// Number of straight segments of the curve, and of intervals in which roots are searched.
const LINES: u32 = 240;

/// The curve with its hull, controls for the coefficients, and the result.
pub fn show(ui: &mut Ui) {
    let memory = Id::unique("signs of a cubic");
    let before = ui.data(|data| data.get_temp::<[f64; 4]>(memory)).unwrap_or(START);
    let mut set = before;
    let width = (30.0 * em(ui)).min(ui.available_width());
    let (rect, response) = ui.allocate_exact_size(vec2(width, 0.52 * width), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, sentence(&set)));
    picture(ui, rect, &set);
    ui.horizontal_wrapped(|ui| {
        for (index, coefficient) in set.iter_mut().enumerate() {
            ui.label(format!("b{index}"));
            let value = DragValue::new(coefficient).speed(0.05).range(-MOST..=MOST).max_decimals(2);
            let says = t!("A Bernstein coefficient of the cubic. Drag it, or click to type.");
            ui.add(value).on_hover_text(says);
        }
        if ui
            .button(t!("Reset"))
            .on_hover_text(t!("Reset to the example of a particle that is hit twice."))
            .clicked()
        {
            set = START;
        }
    });
    if set != before {
        ui.data_mut(|data| data.insert_temp(memory, set));
    }
    ui.label(sentence(&set));
    let key = t!(
        "Solid: the cubic over the time step. Tinted: the convex hull of its coefficients. Dots: its roots."
    );
    ui.label(egui::RichText::new(key).small().color(theme::weak()));
}

fn picture(ui: &Ui, rect: Rect, set: &[f64; 4]) {
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4.0, theme::sunken());
    let em = em(ui);
    let field = rect.shrink2(vec2(1.6 * em, 1.2 * em));
    let (low, high) =
        (set.iter().fold(0.0, |a: f64, b| a.min(*b)), set.iter().fold(0.0, |a: f64, b| a.max(*b)));
    let per_unit = field.height() / (high - low).max(1.0) as f32;
    let place = |time: f64, value: f64| -> Pos2 {
        pos2(field.left() + time as f32 * field.width(), field.bottom() - (value - low) as f32 * per_unit)
    };
    let corners: Vec<Pos2> = (0..4).map(|i| place(i as f64 / 3.0, set[i])).collect();
    painter.add(Shape::convex_polygon(
        hull(corners.clone()),
        theme::accent().gamma_multiply(0.22),
        Stroke::NONE,
    ));
    painter.hline(field.x_range(), place(0.0, 0.0).y, Stroke::new(1.2, theme::text()));
    painter.text(
        place(0.0, 0.0) - vec2(0.4 * em, 0.0),
        egui::Align2::RIGHT_CENTER,
        "0",
        font(0.85 * em),
        theme::weak(),
    );
    painter.extend(Shape::dashed_line(&corners, Stroke::new(1.0, theme::weak()), 4.0, 4.0));
    let curve = |i: u32| {
        let time = f64::from(i) / f64::from(LINES);
        place(time, value(set, time))
    };
    painter.add(Shape::line((0..=LINES).map(curve).collect(), Stroke::new(2.0, theme::strong())));
    for corner in &corners {
        painter.circle_filled(*corner, 0.25 * em, theme::accent());
    }
    for root in roots(set) {
        painter.circle_filled(place(root, 0.0), 0.32 * em, theme::amber());
    }
}

/// The convex hull of points with distinct x, which need not be in convex position.
fn hull(mut points: Vec<Pos2>) -> Vec<Pos2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    let half = |points: &mut dyn Iterator<Item = Pos2>| {
        let mut chain: Vec<Pos2> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..]
                && (b - a).x * (p - b).y - (b - a).y * (p - b).x <= 0.0
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let lower = half(&mut points.iter().copied());
    let upper = half(&mut points.iter().rev().copied());
    [lower, upper].concat()
}

/// Evaluates the cubic by de Casteljau's algorithm.
fn value(coefficients: &[f64; 4], time: f64) -> f64 {
    let mut c = *coefficients;
    for left in (1..4).rev() {
        (0..left).for_each(|i| c[i] += time * (c[i + 1] - c[i]));
    }
    c[0]
}

/// The times at which the cubic changes its sign.
pub fn roots(set: &[f64; 4]) -> Vec<f64> {
    let between = |i: u32| {
        let [mut from, mut to] = [i, i + 1].map(|i| f64::from(i) / f64::from(LINES));
        let sign = value(set, from) > 0.0;
        if (value(set, to) > 0.0) == sign {
            return None;
        }
        for _ in 0..50 {
            let middle = 0.5 * (from + to);
            if (value(set, middle) > 0.0) == sign { from = middle } else { to = middle }
        }
        Some(0.5 * (from + to))
    };
    (0..LINES).filter_map(between).collect()
}

fn sentence(set: &[f64; 4]) -> String {
    let one_sign = set.iter().all(|c| *c > 0.0) || set.iter().all(|c| *c < 0.0);
    let found: Vec<String> = roots(set).iter().map(|root| format!("{root:.2}")).collect();
    let text = match (one_sign, found.is_empty()) {
        (true, _) => t!("All coefficients have one sign: the cubic is never 0, so the pair is dropped."),
        (false, true) => {
            t!("Mixed signs: inconclusive. The exact test must show that there is no contact.")
        }
        (false, false) => t!(
            "Mixed signs: the exact test decides. The four points are coplanar at %{times}.",
            times = found.join(", ")
        ),
    };
    text.into_owned()
}

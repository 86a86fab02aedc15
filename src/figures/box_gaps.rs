//! Figure of inequalities (6) and (7) of Lin, Zou & Zhang (source 3), after their figure 2: the box U around a turned
//! rectangle, the box V, the line between their centres with its angle α to the vertical, and both projections.

use egui::{Align2, Id, Pos2, Rect, Role, Sense, Shape, Slider, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use crate::language::t;
use crate::ui::drawing::{bar_alone, em, font, looks};
use crate::ui::theme;

/// Half sides of the turned rectangle, and cosine and sine of its turn.
const RECTANGLE: [f64; 2] = [2.0, 1.0];
const TURN: [f64; 2] = [0.8, 0.6];
/// Half sides of V.
const HALF_V: [f64; 2] = [1.0, 0.5];
/// V's centre relative to U's when the figure opens: the centres are 5 apart.
pub const START: [f64; 2] = [3.0, 4.0];
/// Largest coordinate of V's centre.
const MOST: f64 = 5.0;
/// The drawing's lower left corner and its sides, in units of the boxes: bars lie below and left of the boxes.
const CORNER: [f64; 2] = [-4.0, -3.8];
const SIDES: [f64; 2] = [10.4, 9.6];
/// Gaps up to this size are rounding errors.
const NO_GAP: f64 = 1e-9;

/// Half sides of U: the reach of the turned rectangle along x and along y.
pub fn half_u() -> [f64; 2] {
    let ([a, b], [cosine, sine]) = (RECTANGLE, TURN.map(f64::abs));
    [a * cosine + b * sine, a * sine + b * cosine]
}

/// Gaps between the boxes along x and along y; negative where the projections overlap.
pub fn gaps(center: [f64; 2]) -> [f64; 2] {
    let half_u = half_u();
    [0, 1].map(|axis| center[axis].abs() - (half_u[axis] + HALF_V[axis]))
}

/// The boxes with their projections, a slider for each coordinate of V's centre, and both inequalities in numbers.
pub fn show(ui: &mut Ui) {
    let memory = Id::unique("gaps of boxes");
    let before = ui.data(|data| data.get_temp::<[f64; 2]>(memory)).unwrap_or(START);
    let mut center = before;
    let width = (24.0 * em(ui)).min(ui.available_width());
    let scale = width / SIDES[0] as f32;
    let (rect, response) = ui.allocate_exact_size(vec2(width, scale * SIDES[1] as f32), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, sentences(center).join(" ")));
    picture(ui, rect, scale, center);
    for (name, coordinate) in
        [t!("Centre of V, right of U's"), t!("Centre of V, above U's")].into_iter().zip(&mut center)
    {
        let label = ui.label(name);
        ui.add(Slider::new(coordinate, 0.0..=MOST).step_by(0.1)).labelled_by(label.id);
    }
    if center != before {
        ui.data_mut(|data| data.insert_temp(memory, center));
    }
    for sentence in sentences(center) {
        ui.label(sentence);
    }
    let key = t!(
        "Bars: projections of both boxes. Dashed: the turned rectangle in U. Triangle: the line of centres."
    );
    ui.label(egui::RichText::new(key).small().color(theme::weak()));
}

fn picture(ui: &Ui, rect: Rect, scale: f32, center: [f64; 2]) {
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4.0, theme::sunken());
    let place = |[x, y]: [f64; 2]| -> Pos2 {
        rect.left_bottom() + scale * vec2((x - CORNER[0]) as f32, (CORNER[1] - y) as f32)
    };
    let em = em(ui);
    let of_u = ("U", [0.0; 2], half_u());
    let of_v = ("V", center, HALF_V);
    for ((lane, (name, [x, y], [l, w])), look) in [of_u, of_v].into_iter().enumerate().zip(looks()) {
        let span = |low: [f64; 2], high: [f64; 2]| Rect::from_two_pos(place(low), place(high));
        let sides = span([x - l, y - w], [x + l, y + w]);
        painter.rect_filled(sides, 0.0, look.color.gamma_multiply(0.25));
        painter.rect_stroke(sides, 0.0, Stroke::new(1.6, look.color), StrokeKind::Middle);
        painter.text(
            sides.left_top() + vec2(0.3, 0.1) * em,
            Align2::LEFT_TOP,
            name,
            font(em),
            theme::strong(),
        );
        // The lanes of the bars lie 0.7 apart, outside all boxes.
        let from = -2.4 - 0.7 * lane as f64;
        bar_alone(&painter, span([x - l, from - 0.5], [x + l, from]), look);
        bar_alone(&painter, span([from - 0.8, y - w], [from - 0.3, y + w]), look);
    }
    let ([a, b], [cosine, sine]) = (RECTANGLE, TURN);
    let corners = [[a, b], [-a, b], [-a, -b], [a, -b], [a, b]];
    let turned = corners.map(|[x, y]| place([x * cosine - y * sine, x * sine + y * cosine]));
    painter.extend(Shape::dashed_line(&turned, Stroke::new(1.2, theme::text()), 5.0, 4.0));
    let corner = [0.0, center[1]];
    for (ends, width) in [([[0.0; 2], corner], 1.0), ([corner, center], 1.0), ([[0.0; 2], center], 2.0)] {
        painter.line_segment(ends.map(place), Stroke::new(width, theme::strong()));
    }
    // α is written on the bisector of its angle.
    let half_angle = 0.5 * center[0].atan2(center[1]);
    let at = place([1.3 * half_angle.sin(), 1.3 * half_angle.cos()]);
    painter.text(at, Align2::CENTER_CENTER, "α", font(em), theme::strong());
}

/// Inequality (6), inequality (7), and what both mean for the pair.
fn sentences(center: [f64; 2]) -> [String; 3] {
    let (half_u, gaps) = (half_u(), gaps(center));
    let names = [("(6)", "sin α", "lu + lv", "x"), ("(7)", "cos α", "wu + wv", "y")];
    let [first, second] = [0, 1].map(|axis| {
        let (number, part, sum, along) = names[axis];
        let (reach, gap) = (half_u[axis] + HALF_V[axis], gaps[axis]);
        let (sign, by) = (if gap < -NO_GAP { "<" } else { "≥" }, format!("{:.2}", gap.abs()));
        let means = match gap {
            gap if gap > NO_GAP => t!("a gap of %{by} along %{axis}.", by = by, axis = along),
            gap if gap < -NO_GAP => {
                t!("the projections onto %{axis} overlap by %{by}.", by = by, axis = along)
            }
            _ => t!("the projections onto %{axis} touch.", axis = along),
        };
        format!("{number} |UoVo| {part} = {:.2} {sign} {sum} = {reach:.2}: {means}", center[axis].abs())
    });
    let end = match gaps.into_iter().filter(|gap| *gap > NO_GAP).count() {
        2 => t!("Gaps along both axes: (6) and (7) together reject the pair."),
        1 => t!("One gap is proof enough, but (6) and (7) require two: the next test rejects the pair."),
        _ => t!("No gap: the boxes share a point."),
    };
    [first, second, end.into_owned()]
}

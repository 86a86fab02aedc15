//! The coplanarity cubic, a cubic polynomial in time that is 0 when the four points of two features are
//! coplanar. It is drawn over the time of the step as a curve, with its Bernstein coefficients and its roots.

use egui::{Align2, FontId, Pos2, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::sentences::digits;
use crate::continuous::cubic::Cubic;
use crate::language::t;
use crate::ui::theme;

/// Left margin of all drawings whose horizontal axis is the time of the step, points. The drawings are
/// stacked and share this axis.
pub const LEFT: f32 = 22.0;
/// Right margin of these drawings, points.
pub const RIGHT: f32 = 14.0;
/// Number of straight segments of the curve.
const PIECES: usize = 160;
/// Radius of the mark of a root, points.
const ROOT: f32 = 4.5;

/// A root of the cubic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Root {
    /// The time of the root, from 0 to 1, rounded down.
    pub time: f64,
    /// True if the features touch at that time.
    pub touches: bool,
    /// At that time, the coordinates of the closest points on the two features: see
    /// [`crate::continuous::naive::coordinates`].
    pub at: [f64; 2],
}

/// The contents of the drawing.
pub struct Curve<'a> {
    /// The cubic.
    pub cubic: &'a Cubic,
    /// The cubic's roots in the step, or other times at which contact can begin.
    pub roots: &'a [Root],
    /// Index of the root that is framed; `None` for no frame.
    pub framed: Option<usize>,
    /// The time that is marked; `None` for no mark.
    pub time: Option<f64>,
    /// The interval of time in which contact is not excluded yet; the rest of the step is shaded.
    pub left: [f64; 2],
}

/// The x coordinate of a time in a drawing.
pub fn x_of(rect: Rect, time: f64) -> f32 {
    rect.left() + LEFT + (rect.width() - LEFT - RIGHT) * time as f32
}

/// The time from 0 to 1 at an x coordinate in a drawing.
pub fn time_at(rect: Rect, x: f32) -> f64 {
    f64::from(((x - rect.left() - LEFT) / (rect.width() - LEFT - RIGHT).max(1.0)).clamp(0.0, 1.0))
}

/// Adds the curve, `height` points high. Returns the picked time if the mouse is pressed over it.
pub fn show(ui: &mut Ui, curve: &Curve, height: f32) -> Option<f64> {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click_and_drag());
    let painter = ui.painter();
    painter.rect_filled(rect, 2.0, theme::sunken());
    let coefficients = curve.cubic.coefficients;
    let span = |pick: fn(f64, f64) -> f64| coefficients.iter().copied().fold(0.0, pick);
    let (low, high) = match (span(f64::min), span(f64::max)) {
        (0.0, 0.0) => (-1.0, 1.0),
        other => other,
    };
    let size = (high - low).max(f64::MIN_POSITIVE);
    let plot = rect.shrink2(vec2(0.0, 16.0));
    let y = |value: f64| plot.bottom() - ((value - low) / size) as f32 * plot.height();
    let at = |time: f64, value: f64| pos2(x_of(rect, time), y(value));

    // The parts without contact are shaded.
    for [from, to] in [[0.0, curve.left[0]], [curve.left[1], 1.0]] {
        if to > from {
            let free = Rect::from_x_y_ranges(x_of(rect, from)..=x_of(rect, to), rect.y_range());
            painter.rect_filled(free, 0.0, theme::teal().gamma_multiply(0.16));
        }
    }
    let (begin, end) = (x_of(rect, 0.0), x_of(rect, 1.0));
    painter.hline(begin..=end, y(0.0), Stroke::new(1.0, theme::weak()));
    // The coefficients at 0, 1/3, 2/3 and 1, and the lines between them: the cubic lies in their hull.
    let corners: Vec<Pos2> = (0..4).map(|i| at(i as f64 / 3.0, coefficients[i])).collect();
    painter.extend(Shape::dashed_line(&corners, Stroke::new(1.0, theme::weak()), 4.0, 3.0));
    for corner in &corners {
        painter.rect_stroke(
            Rect::from_center_size(*corner, vec2(5.0, 5.0)),
            0.0,
            Stroke::new(1.0, theme::weak()),
            StrokeKind::Middle,
        );
    }
    let line = (0..=PIECES).map(|i| i as f64 / PIECES as f64).map(|t| at(t, curve.cubic.at(t))).collect();
    painter.add(Shape::line(line, Stroke::new(2.0, theme::accent())));
    if let Some(time) = curve.time {
        painter.vline(x_of(rect, time), rect.y_range(), Stroke::new(1.0, theme::strong()));
        painter.circle_filled(at(time, curve.cubic.at(time)), 3.0, theme::strong());
    }
    for (index, root) in curve.roots.iter().enumerate() {
        let place = at(root.time, 0.0);
        match root.touches {
            true => painter.circle_filled(place, ROOT, theme::colliding()),
            false => painter.circle_stroke(place, ROOT, Stroke::new(1.75, theme::text())),
        };
        if curve.framed == Some(index) {
            painter.circle_stroke(place, ROOT + 3.5, Stroke::new(1.5, theme::strong()));
        }
    }
    let font = FontId::proportional(11.0);
    let text = |place: Pos2, align: Align2, text: String| {
        painter.text(place, align, text, font.clone(), theme::weak());
    };
    text(pos2(begin, rect.bottom() - 1.0), Align2::LEFT_BOTTOM, "t = 0".to_owned());
    text(pos2(end, rect.bottom() - 1.0), Align2::RIGHT_BOTTOM, "1".to_owned());
    let top = if coefficients == [0.0; 4] { 0.0 } else { high };
    // The label of the scale is in the upper corner where the curve is lower.
    let (corner, align) = match coefficients[0] > coefficients[3] {
        true => (pos2(end, rect.top() + 1.0), Align2::RIGHT_TOP),
        false => (pos2(begin, rect.top() + 1.0), Align2::LEFT_TOP),
    };
    text(corner, align, format!("{} m³", digits(top)));

    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, says(curve)));
    let picked = response.is_pointer_button_down_on().then(|| response.interact_pointer_pos()).flatten();
    let picked = picked.map(|pointer| time_at(rect, pointer.x));
    response.on_hover_text(t!("Six times the volume spanned by the four points, over the step; at 0 they are coplanar. Dashed: its Bernstein coefficients, whose hull contains the curve. Filled: a root where the features touch; open: a root where they do not. Press to see that time in space."));
    picked
}

/// Describes the curve for a screen reader.
fn says(curve: &Curve) -> String {
    let times: Vec<String> = curve.roots.iter().map(|root| format!("{:.4}", root.time)).collect();
    t!("The coplanarity cubic; roots at: %{times}", times = times.join(", ")).into_owned()
}

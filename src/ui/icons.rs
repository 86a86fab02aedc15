//! Buttons with a drawn symbol, which looks the same on every machine, independent of installed
//! fonts.

use egui::{Color32, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::theme;
use crate::detector::Mistake;

/// The symbol on a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Icon {
    Play,
    Pause,
    Step,
    StepBack,
    First,
    Last,
    Reset,
    ErrorBefore,
    ErrorAfter,
    Deciding,
}

/// Shows a square button with a symbol. `name` is for screen readers, `help` is the hover text.
pub fn button(ui: &mut Ui, icon: Icon, name: &str, help: &str, enabled: bool) -> Response {
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(26.0), sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    let visuals = ui.style().interact(&response);
    let color = if enabled { visuals.fg_stroke.color } else { visuals.fg_stroke.color.gamma_multiply(0.35) };
    ui.painter().rect(
        rect.shrink(0.5),
        visuals.corner_radius,
        visuals.weak_bg_fill,
        visuals.bg_stroke,
        egui::StrokeKind::Inside,
    );
    ui.painter().extend(shapes(icon, rect.shrink(7.5), color));
    response.on_hover_text(help)
}

/// Id of the last frame for which waves were asked.
fn waves() -> egui::Id {
    egui::Id::unique("waves around badges")
}

/// Asks for waves around the badges of errors in a scene, in this frame and the next one.
pub fn send_waves(context: &egui::Context) {
    let frame = context.cumulative_frame_nr();
    context.data_mut(|data| data.insert_temp(waves(), frame));
}

/// Draws a ring that grows around the badge of an error and fades, once a second, if [`send_waves`] asked for it.
pub fn wave(painter: &egui::Painter, center: Pos2, error: Mistake) {
    let color = error_color(error);
    let context = painter.ctx();
    let asked: Option<u64> = context.data(|data| data.get_temp(waves()));
    if asked.is_none_or(|frame| frame + 1 < context.cumulative_frame_nr()) {
        return;
    }
    let phase = context.input(|input| input.time).fract() as f32;
    let stroke = Stroke::new(3.0 * (1.0 - phase) + 0.5, color.gamma_multiply(1.0 - phase));
    painter.circle_stroke(center, 8.0 + 34.0 * phase, stroke);
}

/// Draws a small disc around `center`, with a minus for a miss or a plus for a false hit.
pub fn badge(painter: &egui::Painter, center: Pos2, error: Mistake) {
    let color = error_color(error);
    painter.circle(center, 6.5, theme::sunken(), Stroke::new(1.5, color));
    let stroke = Stroke::new(1.8, color);
    painter.line_segment([center - vec2(3.5, 0.0), center + vec2(3.5, 0.0)], stroke);
    if error == Mistake::FalseHit {
        painter.line_segment([center - vec2(0.0, 3.5), center + vec2(0.0, 3.5)], stroke);
    }
}

/// Draws a check mark around `center`, the sign of right answers.
pub fn check(painter: &egui::Painter, center: Pos2) {
    let corners = [vec2(-5.0, 0.5), vec2(-1.5, 4.5), vec2(5.5, -4.5)].map(|corner| center + corner);
    painter.line(corners.to_vec(), Stroke::new(2.2, theme::teal()));
}

/// The colour of an error.
pub fn error_color(error: Mistake) -> Color32 {
    match error {
        Mistake::Missed => theme::amber(),
        Mistake::FalseHit => theme::violet(),
    }
}

fn shapes(icon: Icon, r: Rect, color: Color32) -> Vec<Shape> {
    let triangle = |tip: Pos2, base_x: f32| {
        let corners = vec![tip, pos2(base_x, r.bottom()), pos2(base_x, r.top())];
        Shape::convex_polygon(corners, color, Stroke::NONE)
    };
    let bar = |x: f32, width: f32| {
        Shape::rect_filled(Rect::from_min_size(pos2(x, r.top()), vec2(width, r.height())), 0.5, color)
    };
    match icon {
        Icon::Play => vec![triangle(r.right_center(), r.left() + 1.0)],
        Icon::Pause => vec![bar(r.left() + 1.5, 3.0), bar(r.right() - 4.5, 3.0)],
        Icon::Step => vec![triangle(r.right_center() - vec2(3.5, 0.0), r.left()), bar(r.right() - 2.5, 2.5)],
        Icon::StepBack => vec![triangle(r.left_center() + vec2(3.5, 0.0), r.right()), bar(r.left(), 2.5)],
        Icon::First => {
            let half = triangle(r.left_center() + vec2(3.5, 0.0), r.center().x + 2.0);
            vec![half, triangle(r.center() + vec2(2.0, 0.0), r.right() + 0.5), bar(r.left(), 2.5)]
        }
        Icon::Last => {
            let half = triangle(r.right_center() - vec2(3.5, 0.0), r.center().x - 2.0);
            vec![half, triangle(r.center() - vec2(2.0, 0.0), r.left() - 0.5), bar(r.right() - 2.5, 2.5)]
        }
        Icon::Deciding => {
            // A diamond in a ring, as on a target.
            let half = 0.28 * r.width();
            let corners = [vec2(0.0, -half), vec2(half, 0.0), vec2(0.0, half), vec2(-half, 0.0)];
            let diamond = corners.map(|corner| r.center() + corner).to_vec();
            vec![
                Shape::circle_stroke(r.center(), 0.58 * r.width(), Stroke::new(1.6, color)),
                Shape::convex_polygon(diamond, color, Stroke::NONE),
            ]
        }
        Icon::ErrorBefore | Icon::ErrorAfter => {
            // An exclamation mark beside an arrow.
            let (tip, base, mark) = match icon {
                Icon::ErrorAfter => (r.right_center() + vec2(1.5, 0.0), r.center().x + 0.5, r.left() + 1.0),
                _ => (r.left_center() - vec2(1.5, 0.0), r.center().x - 0.5, r.right() - 1.0),
            };
            let stroke = Stroke::new(2.2, color);
            let line = |from: f32, to: f32| {
                Shape::line_segment([pos2(mark, r.top() + from), pos2(mark, r.top() + to)], stroke)
            };
            vec![triangle(tip, base), line(0.0, 0.6 * r.height()), line(r.height() - 2.2, r.height())]
        }
        Icon::Reset => {
            // Three quarters of a circle, with an arrowhead at its end.
            let radius = 0.46 * r.width();
            let at = |turn: f32| r.center() + radius * Vec2::angled(turn * std::f32::consts::TAU);
            let arc: Vec<_> = (0..=18).map(|i| at(-0.16 - 0.74 * i as f32 / 18.0)).collect();
            let tip = at(-0.10);
            let head = vec![tip + vec2(2.6, -4.2), tip + vec2(1.6, 2.2), tip + vec2(-4.2, -0.4)];
            vec![Shape::line(arc, Stroke::new(1.6, color)), Shape::convex_polygon(head, color, Stroke::NONE)]
        }
    }
}

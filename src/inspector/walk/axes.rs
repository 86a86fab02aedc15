//! The 15 axes of two oriented boxes, a row each: both projections as bars, and the gap where there is one.

use egui::{
    Align, Align2, Color32, FontId, Layout, Pos2, Rect, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};
use rust_i18n::t;

use super::cascade::axis_name;
use super::look::{apart, metres, quiet};
use crate::hierarchies::axis_tests::AxisTest;
use crate::hierarchies::separating_axes::SeparatingAxis;
use crate::object_space::hybrid_boxes::seen::Stage;
use crate::object_space::hybrid_boxes::trace::{Step, Trace};
use crate::ui::drawing::colors_of_both;
use crate::ui::terms::explain_as;
use crate::ui::theme;
use crate::ui::widgets::heading;

/// Widths of the names on the left and of the gaps on the right, points.
const NAMES: f32 = 108.0;
const GAPS: f32 = 84.0;

/// The rows, as high as `room` for all of it allows.
pub fn show(ui: &mut Ui, trace: &Trace, step: Option<&Step>, room: f32) {
    explain_as(heading(ui, &t!("15 axes")), "separating-axis");
    let Some(step) = step else {
        quiet(ui, &t!("Each pair of oriented boxes is projected on 15 axes."));
        return;
    };
    let tests = step.axes(trace.slack);
    let asked = step.asked().iter().any(|asked| asked.stage == Stage::SeparatingAxes);
    summary(ui, &tests, asked);
    legend(ui);
    let reach = tests.iter().flat_map(|t| [t.a, t.b]).flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
    let low = tests.iter().flat_map(|t| [t.a[0], t.b[0]]).fold(f64::INFINITY, f64::min);
    let high = tests.iter().flat_map(|t| [t.a[1], t.b[1]]).fold(f64::NEG_INFINITY, f64::max);
    let scale = if reach > 0.0 { [low, high] } else { [-1.0, 1.0] };
    let first = tests.iter().position(|test| test.separates);
    ui.spacing_mut().item_spacing.y = 0.0;
    let height = ((room - 130.0) / 15.0).clamp(20.0, 34.0);
    for (index, test) in tests.iter().enumerate() {
        if matches!(index, 3 | 6) {
            ui.add_space(5.0);
        }
        let reached = asked && first.is_none_or(|first| index <= first);
        row(ui, height, test, scale, (reached, first == Some(index)));
    }
}

/// Which axes separate, in words.
fn summary(ui: &mut Ui, tests: &[AxisTest; 15], asked: bool) {
    let separating: Vec<_> = tests.iter().filter(|test| test.separates).collect();
    let text = match &separating[..] {
        [] => t!("No axis separates the oriented boxes: they intersect."),
        [only] => t!("Only %{axis} separates the oriented boxes.", axis = axis_name(only.axis)),
        [first, rest @ ..] => {
            t!("First to separate: %{axis}. Others: %{n}.", axis = axis_name(first.axis), n = rest.len())
        }
    };
    quiet(ui, &text);
    if !asked {
        quiet(ui, &t!("This step did not ask about them; shown for comparison."));
    }
}

fn legend(ui: &mut Ui) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(t!("gap, or − overlap")).small().color(theme::weak()))
                .on_hover_text(t!("How far the projections are apart; negative: how deep they overlap."));
            ui.with_layout(Layout::left_to_right(Align::Center), names);
        });
    });
}

fn names(ui: &mut Ui) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 10.0;
        for (side, name) in [t!("A, above"), t!("B, below")].into_iter().enumerate() {
            ui.label(RichText::new(name).small().color(colors_of_both()[side]))
                .on_hover_text(t!("The box's projection on the axis, all rows to one scale."));
        }
        ui.label(RichText::new(t!("gap")).small().color(apart())).on_hover_text(t!(
            "Where there is a gap, no plane across the axis meets both boxes: they are disjoint."
        ));
    });
}

fn row(ui: &mut Ui, height: f32, test: &AxisTest, [low, high]: [f64; 2], (reached, first): (bool, bool)) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let painter = ui.painter();
    if first {
        painter.rect(rect.shrink(0.5), 3.0, theme::sunken(), Stroke::new(1.5, apart()), StrokeKind::Inside);
    }
    let strength: f32 = if !reached || test.parallel { 0.45 } else { 1.0 };
    let font = FontId::proportional((0.6 * height).clamp(12.0, 15.0));
    let text_color = if first { theme::strong() } else { theme::text() };
    let at = rect.left_center() + vec2(6.0, 0.0);
    painter.text(at, Align2::LEFT_CENTER, axis_name(test.axis), font.clone(), text_color);

    let bars =
        Rect::from_min_max(pos2(rect.left() + NAMES, rect.top()), pos2(rect.right() - GAPS, rect.bottom()));
    let x = |along: f64| bars.left() + ((along - low) / (high - low)) as f32 * bars.width();
    let y = rect.center().y;
    painter.line_segment([pos2(bars.left(), y), pos2(bars.right(), y)], Stroke::new(0.5, theme::line()));
    for (interval, color, top) in
        [(test.a, colors_of_both()[0], y - 6.0), (test.b, colors_of_both()[1], y + 1.0)]
    {
        let bar = Rect::from_min_max(
            pos2(x(interval[0]), top),
            pos2(x(interval[1]).max(x(interval[0]) + 1.0), top + 5.0),
        );
        painter.rect_filled(bar, 1.0, color.gamma_multiply(strength));
    }
    if test.separates {
        let [from, to] = gap(test).map(x);
        mark_gap(ui, [pos2(from, y), pos2(to, y)], apart().gamma_multiply(strength.max(0.7)));
    }
    // Flat boxes that touch: what is left is rounding.
    let gap_shown = if test.gap.abs() < 1e-9 * (high - low) { 0.0 } else { test.gap };
    let text = if test.parallel { t!("parallel").into_owned() } else { metres(gap_shown) };
    let color = if test.separates { apart() } else { theme::text() };
    let at = rect.right_center() - vec2(6.0, 0.0);
    ui.painter().text(at, Align2::RIGHT_CENTER, text, font, color);
    let says = description(test, first);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &says));
    response.on_hover_text(says);
}

/// From where to where nothing is.
fn gap(test: &AxisTest) -> [f64; 2] {
    if test.b[0] > test.a[1] { [test.a[1], test.b[0]] } else { [test.b[1], test.a[0]] }
}

/// An upright line at each side and one between them: seen without its colour, too.
fn mark_gap(ui: &Ui, [from, to]: [Pos2; 2], color: Color32) {
    let painter = ui.painter();
    let stroke = Stroke::new(1.5, color);
    for end in [from, to] {
        painter.line_segment([end - vec2(0.0, 8.0), end + vec2(0.0, 8.0)], stroke);
    }
    painter.line_segment([from, to], stroke);
}

fn description(test: &AxisTest, first: bool) -> String {
    let kind = match test.axis {
        SeparatingAxis::FaceOfA(_) => t!("The normal of a face of A's box."),
        SeparatingAxis::FaceOfB(_) => t!("The normal of a face of B's box."),
        SeparatingAxis::Edges(..) => t!("Across an edge of A's box and an edge of B's box."),
    };
    let mut text = format!("{}: {kind}", axis_name(test.axis));
    let interval = |[low, high]: [f64; 2]| format!("[{}, {}]", metres(low), metres(high));
    text += &format!("\nA {}\nB {}\n", interval(test.a), interval(test.b));
    text += &match (test.separates, test.parallel) {
        (_, true) => t!("The edges are parallel: what this axis could say, a face has said."),
        (true, _) => t!("Gap: %{gap}. One such axis is proof.", gap = metres(test.gap)),
        (false, _) => t!("They overlap by %{depth}.", depth = metres(-test.gap)),
    };
    if first {
        text += "\n";
        text += &t!("The first in the order of the test, which ends here.");
    }
    text
}

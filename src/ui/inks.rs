//! Converts *inks*, the colours, strokes and markers of a chart's series, to egui's types in the current theme. And the
//! parts that charts share: a scale that seldom changes, and plots without mouse interaction.

use egui::{Color32, Painter, Pos2, Rect, Shape, Theme, vec2};
use egui_plot::{LineStyle, MarkerShape, Plot};

use super::theme;
use crate::render::ink::{Ink, Marker, Stroke};

/// The colour of the ink on the background of the current theme.
pub fn color(ink: &Ink) -> Color32 {
    let [r, g, b] = if theme::in_force() == Theme::Dark { ink.on_dark } else { ink.on_light };
    Color32::from_rgb(r, g, b)
}

/// The line pattern of a curve in a plot.
pub fn line_style(stroke: Stroke) -> LineStyle {
    match stroke {
        Stroke::Solid => LineStyle::Solid,
        Stroke::Dashed => LineStyle::Dashed { length: 10.0 },
        Stroke::Dotted => LineStyle::Dotted { spacing: 6.0 },
        Stroke::Short => LineStyle::Dashed { length: 5.0 },
    }
}

/// The marker of a curve's points in a plot.
pub fn marker_shape(marker: Marker) -> MarkerShape {
    match marker {
        Marker::Circle => MarkerShape::Circle,
        Marker::Square => MarkerShape::Square,
        Marker::Diamond => MarkerShape::Diamond,
        Marker::Up => MarkerShape::Up,
        Marker::Down => MarkerShape::Down,
        Marker::Cross => MarkerShape::Cross,
        Marker::Plus => MarkerShape::Plus,
    }
}

/// Draws a sample of the series' line, in this colour, across the middle of `rect`.
pub fn line(painter: &Painter, rect: Rect, ink: &Ink, color: Color32) {
    let ends = [rect.left_center(), rect.right_center()];
    let stroke = egui::Stroke::new(2.0, color);
    match ink.stroke {
        Stroke::Solid => painter.extend([Shape::line_segment(ends, stroke)]),
        Stroke::Dashed => painter.extend(Shape::dashed_line(&ends, stroke, 7.0, 4.0)),
        Stroke::Dotted => painter.extend(Shape::dotted_line(&ends, color, 4.5, 1.3)),
        Stroke::Short => painter.extend(Shape::dashed_line(&ends, stroke, 4.0, 3.0)),
    };
}

/// Draws the series' marker, in this colour, in the middle of `rect`.
pub fn marker(painter: &Painter, rect: Rect, ink: &Ink, color: Color32) {
    let middle = rect.center();
    let stroke = egui::Stroke::new(1.8, color);
    let corner = |dx: f32, dy: f32| middle + 4.5 * vec2(dx, dy);
    let filled = |corners: Vec<Pos2>| Shape::convex_polygon(corners, color, egui::Stroke::NONE);
    let shapes = match ink.marker {
        Marker::Circle => vec![Shape::circle_filled(middle, 4.0, color)],
        Marker::Square => {
            vec![Shape::rect_filled(Rect::from_center_size(middle, vec2(7.5, 7.5)), 0.0, color)]
        }
        Marker::Diamond => {
            vec![filled(vec![corner(0.0, -1.0), corner(1.0, 0.0), corner(0.0, 1.0), corner(-1.0, 0.0)])]
        }
        Marker::Up => vec![filled(vec![corner(0.0, -1.0), corner(1.0, 0.8), corner(-1.0, 0.8)])],
        Marker::Down => vec![filled(vec![corner(0.0, 1.0), corner(-1.0, -0.8), corner(1.0, -0.8)])],
        Marker::Cross => vec![
            Shape::line_segment([corner(-0.8, -0.8), corner(0.8, 0.8)], stroke),
            Shape::line_segment([corner(-0.8, 0.8), corner(0.8, -0.8)], stroke),
        ],
        Marker::Plus => vec![
            Shape::line_segment([corner(-1.0, 0.0), corner(1.0, 0.0)], stroke),
            Shape::line_segment([corner(0.0, -1.0), corner(0.0, 1.0)], stroke),
        ],
    };
    painter.extend(shapes);
}

/// Rounds up to 1, 2 or 5 times a power of ten, so that the scale seldom changes.
pub fn round_up(value: f64) -> f64 {
    let power = 10_f64.powf(value.max(1e-2).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0];
    steps.into_iter().map(|step| step * power).find(|top| *top >= value).unwrap_or(10.0 * power)
}

/// Makes a plot that cannot be dragged or zoomed with the mouse.
pub fn still(plot: Plot<'_>) -> Plot<'_> {
    plot.grid_color(theme::line())
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .allow_double_click_reset(false)
        .show_x(false)
        .show_y(false)
        .set_margin_fraction(egui::Vec2::ZERO)
        .sense(egui::Sense::hover())
}

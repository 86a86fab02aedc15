//! Shared parts of charts: a scale that seldom changes, and plots without mouse interaction.

use egui_plot::Plot;

use super::theme;

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

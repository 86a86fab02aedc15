//! The 15 axes of the oriented boxes at hand, in the cascade's order of tests.

use egui::Ui;
use rust_i18n::t;

use super::look::quiet;
use crate::figures::box_axes;
use crate::object_space::hybrid_boxes::seen::Stage;
use crate::object_space::hybrid_boxes::trace::{Step, Trace};
use crate::ui::terms::explain_as;
use crate::ui::widgets::heading;

/// The rows, as high as `room` for all of it allows.
pub fn show(ui: &mut Ui, trace: &Trace, step: Option<&Step>, room: f32) {
    explain_as(heading(ui, &t!("15 axes")), "separating-axis");
    let Some(step) = step else {
        quiet(ui, &t!("Each pair of oriented boxes is projected on 15 axes."));
        return;
    };
    let tests = step.axes(trace.slack);
    let asked = step.asked().iter().any(|asked| asked.stage == Stage::SeparatingAxes);
    quiet(ui, &box_axes::summary(&tests));
    if !asked {
        quiet(ui, &t!("This step did not ask about them; shown for comparison."));
    }
    box_axes::show(ui, &tests, asked, ((room - 130.0) / 15.0).clamp(20.0, 34.0));
}

//! The active pane's method and its settings.

use egui::{Label, RichText, Ui};

use crate::cloth::methods;
use crate::labs::cloth::cloth_lab::ClothLab;
use crate::labs::lab::Lab as _;
use crate::labs::pane_panels;
use crate::language::t;
use crate::settings::Settings;
use crate::ui::requests::PanelContext;
use crate::ui::theme;

/// Adds the choice of the method, its description and its settings.
pub fn show(ui: &mut Ui, lab: &mut ClothLab, panel: &mut PanelContext) {
    let help = t!(
        "Method of the active pane. The motion is the same for all methods, so all of them process the same step."
    );
    let idle = |settings: &Settings, id: &str| {
        let why = || t!("The threshold applies only if Centroids is set to Threshold.").into_owned();
        methods::is_idle(settings, id).then(why)
    };
    if !pane_panels::method(ui, lab, &help, panel, idle) {
        return;
    }
    if lab.breaks_promise(lab.contest.panes.focus()) {
        let text = t!("▲ With these settings the method can miss contacts.");
        ui.add(Label::new(RichText::new(text).small().color(theme::amber())).wrap());
    }
}

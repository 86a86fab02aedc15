//! Time on the inspector's pages: the scene's frame, one frame back or on, and what is followed from frame to frame.

use egui::{Align, Label, Layout, RichText, Ui};
use rust_i18n::t;

use crate::exhibit::Page;
use crate::labs::lab::Lab;
use crate::ui::icons::{self, Icon};
use crate::ui::requests::{PanelContext, Request};
use crate::ui::theme;

/// One line. The keys are in the inspector's table.
pub fn show(ui: &mut Ui, lab: &dyn Lab, panel: &mut PanelContext) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let help = t!("The scene one frame back; what is taken apart stays the same (P)");
        let back = lab.can_step_back();
        if icons::button(ui, Icon::StepBack, &t!("Previous frame"), &help, back).clicked() && back {
            panel.ask(Request::StepBack);
        }
        let help = t!("The scene one frame on; what is taken apart stays the same (N)");
        if icons::button(ui, Icon::Step, &t!("Next frame"), &help, true).clicked() {
            panel.ask(Request::Step);
        }
        // After both buttons, which must not move when the number gets longer.
        let frame = t!("Frame %{n}", n = lab.frame());
        ui.label(RichText::new(frame).monospace().color(theme::strong()))
            .on_hover_text(t!("Frames since the start of this world."));
        // The lab's own pages show all of a frame.
        if panel.page != Page::Inspector {
            return;
        }
        let Some(subject) = lab.subject() else { return };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let text = t!("Followed from frame to frame: %{what}", what = subject.title());
            let help =
                t!("The next frame and the one before are taken apart by the same method, at the same step.");
            ui.add(Label::new(RichText::new(text).small().color(theme::weak())).truncate())
                .on_hover_text(help);
        });
    });
}

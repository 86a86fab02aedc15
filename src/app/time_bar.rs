//! Time on the inspector's pages: the frame number, buttons for the previous and next frame, and the timeline.

use egui::{Align, Label, Layout, RichText, Ui};

use super::timeline;
use crate::exhibit::Page;
use crate::labs::lab::Lab;
use crate::language::t;
use crate::ui::icons::{self, Icon};
use crate::ui::requests::{PanelContext, Request};
use crate::ui::theme;

/// If less width than this is left after the buttons, in points, the frame is shown as a number without a word.
const TIGHT: f32 = 200.0;
/// If less width than this is left, in points, the name of the inspected subject is left out.
const LEAST_WORDS: f32 = 100.0;

/// Shows a line with the frame and the timeline. The keys for these buttons are in the inspector's table.
pub fn show(ui: &mut Ui, lab: &mut dyn Lab, panel: &mut PanelContext) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let help = t!("Previous frame, with the same pair and method (P)");
        let back = lab.can_step_back();
        if icons::button(ui, Icon::StepBack, &t!("Previous frame"), &help, back).clicked() && back {
            panel.ask(Request::StepBack);
        }
        let help = t!("Next frame, with the same pair and method (N)");
        if icons::button(ui, Icon::Step, &t!("Next frame"), &help, true).clicked() {
            panel.ask(Request::Step);
        }
        // The number is to the right of both buttons, so that they do not move when it gets longer.
        let n = lab.frame();
        let frame =
            if ui.available_width() < TIGHT { n.to_string() } else { t!("Frame %{n}", n = n).into_owned() };
        ui.label(RichText::new(frame).monospace().color(theme::strong()))
            .on_hover_text(t!("Frames since the start of this run."));
        // The lab's own pages show a whole frame, not one subject.
        let subject = if panel.page == Page::Inspector { lab.subject() } else { None };
        let room = ui.available_width();
        let words = if subject.is_some() { (0.45 * room).min(390.0) } else { 0.0 };
        let track = timeline::show(ui, lab, room - words - 12.0);
        if let Some(frame) = track.chosen {
            panel.ask(Request::GoTo(frame));
        }
        let Some(subject) = subject else { return };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.available_width() < LEAST_WORDS {
                return;
            }
            let text = t!("Inspecting: %{what}", what = subject.title());
            let help = t!("The inspector keeps method and step when the frame changes.");
            ui.add(Label::new(RichText::new(text).small().color(theme::weak())).truncate())
                .on_hover_text(help);
        });
    });
}

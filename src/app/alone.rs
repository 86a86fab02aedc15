//! What a slide shows instead of the whole page ([`Large`]): one view of the story, or a drawing.

use egui::{CentralPanel, Frame, Margin, ScrollArea, Ui};

use crate::exhibit::Page;
use crate::figures;
use crate::inspector::page::{self, InspectorPage};
use crate::labs::lab::Lab;
use crate::lessons::slide_head::Large;
use crate::ui::requests::PanelContext;
use crate::ui::theme;

/// Size of a drawing's letters, relative to those of the panels.
const FIGURE: f32 = 1.3;

/// Shows it in the room that is left in `ui`. Returns `false`, and shows nothing, where the page itself is to be shown.
pub fn show(
    ui: &mut Ui,
    large: &Large,
    lab: &mut dyn Lab,
    inspector: &mut InspectorPage,
    panel: &mut PanelContext,
) -> bool {
    let view = match large {
        Large::Figure(name) => {
            figure(ui, name);
            return true;
        }
        Large::View(word) => word,
        Large::Scene => "space",
        Large::Page => return false,
    };
    if panel.page != Page::Inspector || inspector.compare.is_some() {
        return false;
    }
    let Some(subject) = lab.subject() else { return false };
    page::show_view(ui, inspector, &*subject, view, panel);
    true
}

fn figure(ui: &mut Ui, name: &str) {
    let frame = Frame::new().fill(theme::panel()).inner_margin(Margin::same(16));
    CentralPanel::default().frame(frame).show(ui, |ui| {
        for font in ui.style_mut().text_styles.values_mut() {
            font.size = (FIGURE * font.size).round();
        }
        ScrollArea::vertical()
            .id_salt("figure")
            .auto_shrink([false, false])
            .show(ui, |ui| figures::show(ui, name));
    });
}

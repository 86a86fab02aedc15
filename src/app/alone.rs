//! The enlarged part of a page on a slide ([`Large`]): one view of the story, or a drawing.

use egui::{CentralPanel, Frame, Margin, ScrollArea, Ui};

use crate::exhibit::Page;
use crate::figures;
use crate::inspector::page::{self, InspectorPage};
use crate::labs::lab::Lab;
use crate::lessons::slide_head::Large;
use crate::ui::requests::PanelContext;

/// Letter sizes of a drawing, relative to those of the panels, largest first; the first that fits is used.
const FIGURE: [f32; 6] = [1.8, 1.65, 1.5, 1.3, 1.15, 1.0];

/// Shows the enlarged part in the remaining room of `ui`. Returns `false`, and shows nothing, if the slide shows the
/// page itself.
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
    if panel.page != Page::Inspector {
        return false;
    }
    let Some(subject) = lab.subject() else { return false };
    page::show_view(ui, inspector, &*subject, view, panel);
    true
}

fn figure(ui: &mut Ui, name: &str) {
    let frame = Frame::new().inner_margin(Margin::same(16));
    CentralPanel::default().frame(frame).show(ui, |ui| {
        // A drawing's size is known only after drawing: a drawing that does not fit is drawn again, smaller.
        let id = ui.scope_id().with(("size of letters", name));
        let room = ui.available_size().round();
        let kept = ui.data(|data| data.get_temp(id)).filter(|(of, _)| *of == room);
        let (_, mut size) = kept.unwrap_or((room, 0_usize));
        for font in ui.style_mut().text_styles.values_mut() {
            font.size = (FIGURE[size] * font.size).round();
        }
        let area = ScrollArea::vertical().id_salt("figure").auto_shrink([false, false]);
        let shown = area.show(ui, |ui| figures::show(ui, name));
        let over = (shown.content_size - shown.inner_rect.size()).max_elem();
        if over > 1.0 && size + 1 < FIGURE.len() {
            // Skip sizes that cannot fit: some parts of a drawing do not shrink with its letters.
            let share = (shown.inner_rect.size() / shown.content_size).min_elem();
            let fits = |index: &usize| FIGURE[*index] <= share * FIGURE[size];
            size = (size + 1..FIGURE.len()).find(fits).unwrap_or(FIGURE.len() - 1);
            ui.ctx().request_discard("the drawing is larger than its room");
        }
        ui.data_mut(|data| data.insert_temp(id, (room, size)));
    });
}

//! What the colours of the stages mean, and how many triangles came to each.

use egui::{Color32, Grid, RichText, Sense, Ui, vec2};
use rust_i18n::t;

use crate::labs::cloth::cloth_lab::ClothLab;
use crate::labs::cloth::reached::STAGES;
use crate::language::tr;
use crate::ui::format::grouped;
use crate::ui::theme;
use crate::ui::widgets::note;

/// A line per stage that any triangle of the pane in focus came to, the last stage first.
pub fn show(ui: &mut Ui, lab: &ClothLab) {
    let Some(reached) = lab.lanes()[lab.focus()].reached() else {
        note(ui, &t!("The method has not answered yet."));
        return;
    };
    let help = t!("How many triangles of the pane in focus came so far and no farther.");
    Grid::new("reached").num_columns(3).spacing([8.0, 1.0]).show(ui, |ui| {
        for (stage, name, color) in STAGES.iter().rev() {
            let count = reached.iter().filter(|reached| *reached == stage).count();
            if count == 0 {
                continue;
            }
            let (rect, _) = ui.allocate_exact_size(vec2(14.0, 10.0), Sense::hover());
            let [r, g, b] = color.rgb.map(|channel| (255.0 * channel).round() as u8);
            ui.painter().rect_filled(rect, 2.0, Color32::from_rgb(r, g, b));
            ui.label(RichText::new(tr(name)).small().color(theme::text())).on_hover_text(&*help);
            ui.label(RichText::new(grouped(count as u64)).small().monospace().color(theme::strong()))
                .on_hover_text(&*help);
            ui.end_row();
        }
    });
}

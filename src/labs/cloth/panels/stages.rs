//! What the colours of the stages mean, and how many triangles came to each.

use egui::{Color32, Grid, RichText, Sense, Ui, vec2};
use rust_i18n::t;

use crate::labs::cloth::cloth_lab::ClothLab;
use crate::labs::cloth::reached::{Reached, STAGES};
use crate::language::tr;
use crate::ui::format::grouped;
use crate::ui::theme;
use crate::ui::widgets::note;

/// A line per stage that any triangle came to in any pane, the last stage first, with a count per pane.
pub fn show(ui: &mut Ui, lab: &ClothLab) {
    let panes: Vec<_> = lab.lanes().iter().map(|lane| lane.reached()).collect();
    if panes.iter().all(Option::is_none) {
        note(ui, &t!("The method has not answered yet."));
        return;
    }
    let help = t!("How many triangles of each pane came so far and no farther.");
    Grid::new("reached").num_columns(2 + panes.len()).spacing([8.0, 1.0]).show(ui, |ui| {
        if panes.len() > 1 {
            ui.label("");
            ui.label(RichText::new(t!("Pane")).small().color(theme::weak())).on_hover_text(&*help);
            for pane in 1..=panes.len() {
                let color = if pane == lab.focus() + 1 { theme::accent() } else { theme::weak() };
                ui.label(RichText::new(pane.to_string()).small().monospace().color(color));
            }
            ui.end_row();
        }
        for (stage, name, color) in STAGES.iter().rev() {
            let count = |reached: &Vec<Reached>| reached.iter().filter(|reached| *reached == stage).count();
            let counts: Vec<_> = panes.iter().map(|reached| reached.map(|reached| count(reached))).collect();
            if counts.iter().all(|count| count.unwrap_or(0) == 0) {
                continue;
            }
            let (rect, _) = ui.allocate_exact_size(vec2(14.0, 10.0), Sense::hover());
            let [r, g, b] = color.rgb.map(|channel| (255.0 * channel).round() as u8);
            ui.painter().rect_filled(rect, 2.0, Color32::from_rgb(r, g, b));
            ui.label(RichText::new(tr(name)).small().color(theme::text())).on_hover_text(&*help);
            for count in counts {
                let text = count.map_or_else(|| "–".to_owned(), |count| grouped(count as u64));
                ui.label(RichText::new(text).small().monospace().color(theme::strong()))
                    .on_hover_text(&*help);
            }
            ui.end_row();
        }
    });
}

//! Legend of the stage colours, with the number of triangles that reached each stage and no further.

use egui::{Color32, FontId, Grid, Label, RichText, Sense, TextStyle, Ui, vec2};

use crate::cloth::reached::Reached;
use crate::figures::cloth::STAGES;
use crate::labs::cloth::cloth_lab::ClothLab;
use crate::language::{t, tr};
use crate::ui::format::grouped;
use crate::ui::theme;
use crate::ui::widgets::{note, text_width};

/// Gap between two columns, points.
const BETWEEN: f32 = 6.0;
/// Width of a colour sample, points.
const SWATCH: f32 = 14.0;
/// Minimum width for the name of a stage, which may wrap, points.
const NAME: f32 = 48.0;

/// Adds a line per stage reached in any pane, last stage first, with a count per pane.
pub fn show(ui: &mut Ui, lab: &ClothLab) {
    let panes: Vec<_> = lab.contest.lanes.iter().map(|lane| lane.reached()).collect();
    if panes.iter().all(Option::is_none) {
        note(ui, &t!("The method has not answered yet."));
        return;
    }
    let help = t!("Triangles of each pane for which this stage was the last.");
    let most = panes.iter().flatten().map(|reached| reached.len()).max().unwrap_or(0);
    let digits = FontId::monospace(TextStyle::Small.resolve(ui.style()).size);
    let numbers = panes.len() as f32 * (text_width(ui, &grouped(most as u64), digits) + BETWEEN);
    let name_room = (ui.available_width() - SWATCH - BETWEEN - numbers).max(NAME);
    let columns = Grid::new("reached").num_columns(2 + panes.len()).min_col_width(0.0);
    columns.spacing([BETWEEN, 1.0]).show(ui, |ui| {
        if panes.len() > 1 {
            ui.label("");
            ui.label(RichText::new(t!("Pane")).small().color(theme::weak())).on_hover_text(&*help);
            for pane in 1..=panes.len() {
                let color =
                    if pane == lab.contest.panes.focus() + 1 { theme::accent() } else { theme::weak() };
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
            let (rect, _) = ui.allocate_exact_size(vec2(SWATCH, 10.0), Sense::hover());
            let [r, g, b] = color.rgb.map(|channel| (255.0 * channel).round() as u8);
            ui.painter().rect_filled(rect, 2.0, Color32::from_rgb(r, g, b));
            ui.scope(|ui| {
                ui.set_max_width(name_room);
                let name = RichText::new(tr(name)).small().color(theme::text());
                ui.add(Label::new(name).wrap()).on_hover_text(&*help);
            });
            for count in counts {
                let text = count.map_or_else(|| "–".to_owned(), |count| grouped(count as u64));
                ui.label(RichText::new(text).small().monospace().color(theme::strong()))
                    .on_hover_text(&*help);
            }
            ui.end_row();
        }
    });
}

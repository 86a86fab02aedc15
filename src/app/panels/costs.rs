//! What every method drew, asked and read back in this frame.

use egui::{Grid, RichText, Ui};

use super::figures::grouped;
use super::methods::{aligned, swatch};
use crate::app::{shell::Shell, theme};
use crate::detector::Tally;

/// Column and explanation.
const COLUMNS: [(&str, &str); 7] = [
    ("Method", "Every method that is on."),
    ("Pairs", "Candidate pairs decided."),
    ("Draws", "Draw calls."),
    ("Triangles", "Triangles in those draws."),
    ("Queries", "Occlusion queries."),
    ("Tests", "Overlap tests of bounding volumes and triangles."),
    ("Bytes read", "What came back from the GPU to decide: 4 per query, and every pixel read."),
];

/// The tab.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    ui.spacing_mut().interact_size.y = 18.0;
    Grid::new("costs").num_columns(COLUMNS.len()).spacing([6.0, 2.0]).striped(true).show(ui, |ui| {
        for (column, (title, help)) in COLUMNS.into_iter().enumerate() {
            let text = if column == 0 { RichText::new(title).small() } else { aligned(title, 10) };
            ui.label(text.color(theme::WEAK)).on_hover_text(help);
        }
        ui.end_row();
        for answer in &shell.arena.found().answers {
            ui.horizontal(|ui| {
                swatch(ui, answer.method);
                ui.label(answer.method.title).on_hover_text(answer.method.says);
            });
            let cost = &answer.cost;
            let counts =
                [cost.pairs, cost.draws, cost.triangles, cost.queries, cost.tests.total(), cost.bytes_read];
            for (count, (title, _)) in counts.into_iter().zip(&COLUMNS[1..]) {
                let color = if count > 0 { theme::TEXT } else { theme::WEAK };
                let text = RichText::new(format!("{:>10}", grouped(count))).monospace().color(color);
                let label = ui.label(text);
                if *title == "Tests" && count > 0 {
                    label.on_hover_text(by_kind(&cost.tests));
                }
            }
            ui.end_row();
        }
    });
}

fn by_kind(tests: &Tally) -> String {
    tests.iter().map(|(kind, count)| format!("{kind} {}", grouped(count))).collect::<Vec<_>>().join("\n")
}

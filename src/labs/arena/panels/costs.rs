//! Table of the costs of every method in this frame: draws, queries, tests and bytes read back.

use std::borrow::Cow;

use egui::{Grid, RichText, Ui};

use super::method_marks::{aligned, swatch};
use crate::detector::Tally;
use crate::labs::arena::Arena;
use crate::language::{t, tr};
use crate::ui::format::grouped;
use crate::ui::theme;

/// Index of the column "Tests", whose hover text lists the kinds of overlap tests.
const TESTS: usize = 4;

/// Title and hover text of every column.
fn columns() -> [[Cow<'static, str>; 2]; 7] {
    [
        [t!("Method"), t!("All methods that are switched on.")],
        [t!("Pairs"), t!("Number of candidate pairs tested.")],
        [t!("Draws"), t!("Draw calls.")],
        [t!("Triangles"), t!("Triangles in all draw calls.")],
        [t!("Queries"), t!("Occlusion queries.")],
        [t!("Tests"), t!("Overlap tests of bounding volumes and triangles.")],
        [t!("Bytes read"), t!("Data read back from the GPU: 4 bytes per query, plus all pixels read.")],
    ]
}

/// A row per method that is on.
pub fn show(ui: &mut Ui, arena: &Arena) {
    ui.spacing_mut().interact_size.y = 18.0;
    let columns = columns();
    Grid::new("costs").num_columns(columns.len()).spacing([6.0, 2.0]).striped(true).show(ui, |ui| {
        for (column, [title, help]) in columns.into_iter().enumerate() {
            let text = if column == 0 { RichText::new(title).small() } else { aligned(&title, 10) };
            ui.label(text.color(theme::weak())).on_hover_text(help);
        }
        ui.end_row();
        for answer in &arena.found().answers {
            ui.horizontal(|ui| {
                swatch(ui, answer.method);
                ui.label(tr(answer.method.title)).on_hover_text(tr(answer.method.says));
            });
            let cost = &answer.cost;
            let counts =
                [cost.pairs, cost.draws, cost.triangles, cost.queries, cost.tests.total(), cost.bytes_read];
            for (column, count) in counts.into_iter().enumerate() {
                let color = if count > 0 { theme::text() } else { theme::weak() };
                let text = RichText::new(format!("{:>10}", grouped(count))).monospace().color(color);
                let label = ui.label(text);
                if column == TESTS && count > 0 {
                    label.on_hover_text(by_kind(&cost.tests));
                }
            }
            ui.end_row();
        }
    });
}

fn by_kind(tests: &Tally) -> String {
    tests
        .iter()
        .map(|(kind, count)| format!("{} {}", tr(kind), grouped(count)))
        .collect::<Vec<_>>()
        .join("\n")
}

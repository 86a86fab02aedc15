//! What is drawn over the scene, and what is not drawn of it.

use egui::Ui;
use rust_i18n::t;

use super::{heading, note};
use crate::app::shell::Shell;
use crate::labs::arena::BodyCounts;
use crate::labs::arena::scene::{Overlay, Overlays};
use crate::language::tr;

/// The section.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    heading(ui, &t!("Draw over the scene"));
    // The last one stands below the switches of other things.
    let [rows @ .., see_through] = &Overlays::ROWS;
    ui.columns(2, |columns| {
        for (index, row) in rows.iter().enumerate() {
            switch(&mut columns[index % 2], row, &mut shell.overlays);
        }
    });
    let strip = t!("The tiles with which the GPU decides each pair, below the scene.");
    ui.checkbox(&mut shell.strip.open, t!("Strip of tiles")).on_hover_text(strip);
    occlusion_culling(ui, shell);
    switch(ui, see_through, &mut shell.overlays);
}

fn switch(ui: &mut Ui, row: &Overlay, overlays: &mut Overlays) {
    ui.checkbox((row.of)(overlays), tr(row.setting.label)).on_hover_text(tr(row.setting.help));
}

/// The switch, and what has come of it.
fn occlusion_culling(ui: &mut Ui, shell: &mut Shell) {
    let help = t!(
        "Draws nearest bodies first and asks an occlusion query whether anything of the screen's rectangle around a \
         body would be seen; if not, the body is left out. The picture is the same. It pays in a dense crowd of many \
         bodies."
    );
    ui.checkbox(&mut shell.occlusion_culling, t!("Occlusion culling")).on_hover_text(help);
    if shell.occlusion_culling {
        let BodyCounts { drawn, hidden, outside } = shell.stage.body_counts();
        note(
            ui,
            &match outside {
                0 => t!("%{drawn} bodies drawn, %{hidden} hidden", drawn = drawn, hidden = hidden),
                _ => t!(
                    "%{drawn} bodies drawn, %{hidden} hidden, %{outside} out of view",
                    drawn = drawn,
                    hidden = hidden,
                    outside = outside
                ),
            },
        );
    }
}

//! What is drawn over the scene, and what is not drawn of it.

use egui::Ui;
use rust_i18n::t;

use super::strip::Strip;
use crate::render::occlusion_culling::BodyCounts;
use crate::render::scene::Overlays;
use crate::ui::group::group;
use crate::ui::setting;
use crate::ui::stage::Stage;
use crate::ui::widgets::note;

/// Switches of the overlays, of the strip of tiles and of occlusion culling.
pub fn show(ui: &mut Ui, overlays: &mut Overlays, strip: &mut Strip, culling: &mut bool, stage: &Stage) {
    if !group(ui, "overlays", &t!("Draw over the scene")) {
        return;
    }
    // The last one stands below the switches of other things.
    let [rows @ .., see_through] = &Overlays::ROWS;
    ui.columns(2, |columns| {
        for (index, row) in rows.iter().enumerate() {
            setting::switch(&mut columns[index % 2], &row.setting, (row.of)(overlays));
        }
    });
    let help = t!("The tiles with which the GPU decides each pair, below the scene.");
    ui.checkbox(&mut strip.open, t!("Strip of tiles")).on_hover_text(help);
    occlusion_culling(ui, culling, stage);
    setting::switch(ui, &see_through.setting, (see_through.of)(overlays));
}

/// The switch of occlusion culling, and how many bodies were drawn and left out in the last picture.
fn occlusion_culling(ui: &mut Ui, culling: &mut bool, stage: &Stage) {
    let help = t!(
        "Draws nearest bodies first and asks an occlusion query whether anything of the screen's rectangle around a \
         body would be seen; if not, the body is left out. The picture is the same. It pays in a dense crowd of many \
         bodies."
    );
    ui.checkbox(culling, t!("Occlusion culling")).on_hover_text(help);
    if *culling {
        let BodyCounts { drawn, hidden, outside } = stage.body_counts();
        note(
            ui,
            &match outside {
                0 => t!("Bodies drawn: %{drawn}, hidden: %{hidden}", drawn = drawn, hidden = hidden),
                _ => t!(
                    "Bodies drawn: %{drawn}, hidden: %{hidden}, out of view: %{outside}",
                    drawn = drawn,
                    hidden = hidden,
                    outside = outside
                ),
            },
        );
    }
}

//! Switches for overlays and for occlusion culling.

use egui::Ui;

use super::strip::Strip;
use crate::labs::arena::words::Config;
use crate::labs::controls::hover_text;
use crate::language::t;
use crate::render::occlusion_culling::BodyCounts;
use crate::render::scene::Overlays;
use crate::ui::group::group;
use crate::ui::setting;
use crate::ui::stage::Stage;
use crate::ui::terms::explain_as;
use crate::ui::widgets::{checkbox, note};

/// Adds the switches of the overlays, of the strip of tiles and of occlusion culling.
pub fn show(ui: &mut Ui, overlays: &mut Overlays, strip: &mut Strip, culling: &mut bool, stage: &Stage) {
    if !group(ui, "overlays", &t!("Overlays")) {
        return;
    }
    // The last two rows, X-ray and transparency, are shown below the other switches.
    let [rows @ .., x_ray, see_through] = &Overlays::ROWS;
    ui.columns(2, |columns| {
        for (index, row) in rows.iter().enumerate() {
            setting::switch(&mut columns[index % 2], &row.setting, (row.of)(overlays));
        }
    });
    let help = t!("Show the tile of each pair, as the GPU draws it, below the scene.");
    checkbox(ui, &t!("Strip of tiles"), &mut strip.open).on_hover_text(help);
    occlusion_culling(ui, culling, stage);
    for row in [x_ray, see_through] {
        setting::switch(ui, &row.setting, (row.of)(overlays));
    }
}

/// The switch of occlusion culling, and the numbers of bodies drawn and culled in the last frame.
fn occlusion_culling(ui: &mut Ui, culling: &mut bool, stage: &Stage) {
    let help = hover_text::<Config>("occlusion-culling");
    let name = t!("Occlusion culling");
    explain_as(checkbox(ui, &name, culling).on_hover_text(help), "occlusion-culling");
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

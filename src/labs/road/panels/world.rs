//! Controls for the terrain (a seed or a mesh file) and for the rule that determines the origins of the
//! wheels' rays.

use egui::Ui;

use crate::labs::controls::{all_free, controls};
use crate::labs::road::road_lab::RoadLab;
use crate::labs::road::words::Config;
use crate::labs::road::words::TerrainSource;
use crate::language::{t, tr};
use crate::road::wheel::SEARCH_RULES;
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::widgets::{Edit, note};

/// Adds seed and size of the terrain, and its number of triangles. A change builds another terrain.
pub fn show(ui: &mut Ui, lab: &mut RoadLab, panel: &mut PanelContext) {
    if !group(ui, "world", &t!("Terrain")) {
        return;
    }
    let (seed, triangles) = lab.draft;
    let mut next = Config { source: TerrainSource::Seeded { seed, triangles }, ..lab.config() };
    let edit = controls(ui, &mut next, "world", all_free);
    lab.draft = next.source.parameters();
    let is_seeded = matches!(lab.source(), TerrainSource::Seeded { .. });
    if edit == Edit::Done && (!is_seeded || lab.draft != lab.parameters()) {
        let (seed, triangles) = lab.draft;
        let name = t!("a terrain of %{n} triangles", n = grouped(triangles as u64));
        match lab.take_seed(seed, triangles, &name) {
            Ok(()) => panel.ask(Request::FrameAll),
            Err(why) => panel.ask(Request::Tell(why.0)),
        }
    }
    let count = grouped(lab.road.terrain().mesh().triangles().len() as u64);
    match lab.source() {
        TerrainSource::Seeded { .. } => {
            note(ui, &t!("%{n} triangles. Open (Ctrl+O) or drop a mesh to use it as terrain.", n = count))
        }
        TerrainSource::File(path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            note(
                ui,
                &t!(
                    "%{file}: %{n} triangles. Change the seed to return to a generated terrain.",
                    file = name,
                    n = count
                ),
            );
        }
    }
}

/// Adds the choice of the rule by which the origins of the wheels' rays are moved up from the wheels, with
/// its explanation.
pub fn rule(ui: &mut Ui, lab: &mut RoadLab) {
    if !group(ui, "rule", &t!("Origin of the rays")) {
        return;
    }
    let mut next = lab.config();
    for (index, row) in SEARCH_RULES.iter().enumerate() {
        ui.radio_value(&mut next.rule, index, tr(row.title)).on_hover_text(tr(row.says));
    }
    lab.apply(next, false);
    note(ui, &tr(lab.road.rule().row().says));
}

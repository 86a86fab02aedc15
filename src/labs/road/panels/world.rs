//! The terrain: its seed and size, or the mesh of a file.

use egui::{DragValue, Ui};
use rust_i18n::t;

use crate::labs::road::road_lab::{RoadLab, TerrainSource};
use crate::labs::road::terrain::FEWEST;
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::widgets::{Edit, note, row, slider};

/// The most triangles that the slider offers; links and the command line take more. Brute force tests each of them four
/// times a frame.
const MOST_IN_WINDOW: usize = 500_000;

/// Seed and size of the terrain, and how many triangles it has. A change begins another terrain.
pub fn show(ui: &mut Ui, lab: &mut RoadLab, panel: &mut PanelContext) {
    if !group(ui, "world", &t!("Terrain")) {
        return;
    }
    let (seed, triangles) = &mut lab.draft;
    let field = row(ui, &t!("Seed"), &t!("Moves hills and bumps; the plan of the route stays."), |ui| {
        let number = DragValue::new(seed).speed(0.05);
        ui.add_sized([ui.available_width(), ui.spacing().interact_size.y], number)
    });
    let help = t!("How finely the same terrain is cut, about.");
    let size =
        slider(ui, &t!("Triangles"), &help, triangles, FEWEST..=MOST_IN_WINDOW, |s| s.logarithmic(true));
    let is_seeded = matches!(lab.source(), TerrainSource::Seeded { .. });
    let is_asked = field.changed() || size == Edit::Done;
    if is_asked && size != Edit::Going && (!is_seeded || lab.draft != lab.parameters()) {
        let (seed, triangles) = lab.draft;
        let name = t!("a terrain of %{n} triangles", n = grouped(triangles as u64));
        match lab.take_seed(seed, triangles, &name) {
            Ok(()) => panel.ask(Request::FrameAll),
            Err(why) => panel.ask(Request::Tell(why.0)),
        }
    }
    let count = grouped(lab.road.terrain().mesh().triangles().len() as u64);
    match lab.source() {
        TerrainSource::Seeded { .. } => note(
            ui,
            &t!(
                "%{n} triangles. Ctrl+O opens a mesh to drive on; so does dropping it onto the window.",
                n = count
            ),
        ),
        TerrainSource::File(path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            note(ui, &t!("%{file}: %{n} triangles. Change the seed to come back.", file = name, n = count));
        }
    }
}

//! Controls on the left: the terrain, the driver, and the inspected wheel.

use egui::{Key, Label, RichText, Ui};

use crate::exhibit::Page;
use crate::labs::controls::{all_free, controls};
use crate::labs::road::road_lab::RoadLab;
use crate::labs::road::words::{Config, FROM_FILE, KEYS_DRIVE, TerrainSource};
use crate::language::{t, tr};
use crate::road::car::{Controls, HALF_BODY, WHEEL_NAMES};
use crate::road::driver::Driver;
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::levels::shows_all;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::theme;
use crate::ui::widgets::{Edit, heading, note};

/// Adds the driver, the speed, whether the view follows the car, and the origin of the wheels' rays.
pub fn driver(ui: &mut Ui, lab: &mut RoadLab) {
    if !group(ui, "driver", &t!("Driver")) {
        return;
    }
    let mut next = lab.config();
    if shows_all(ui) {
        controls(ui, &mut next, "steering", all_free);
        let by_keys = next.settings.by_keys;
        controls(ui, &mut next, "driver", |id, _| (id == "speed" && by_keys).then_some(KEYS_DRIVE));
        controls(ui, &mut next, "view", all_free);
    }
    lab.apply(next, false);
    rule(ui, lab);
}

/// Drives the car by held arrow keys while the scene page is open and no text is being edited.
pub fn listen(ui: &Ui, lab: &mut RoadLab, panel: &PanelContext) {
    if !lab.settings.by_keys {
        return;
    }
    let listens = panel.page == Page::Scene && !ui.ctx().text_edit_focused();
    let held = |key| f64::from(u8::from(listens && ui.input(|input| input.key_down(key))));
    let throttle = held(Key::ArrowUp) - held(Key::ArrowDown);
    let steer = held(Key::ArrowLeft) - held(Key::ArrowRight);
    let controls = Controls { throttle, steer };
    if controls != Controls::default() {
        // The first key starts playback. Pausing while a key is held keeps the car paused.
        if lab.road.driver() == Driver::Keys(Controls::default()) {
            lab.playback.playing = true;
        }
        // Take the keyboard focus from any slider: the arrow keys would move it while they drive.
        ui.memory_mut(|memory| memory.stop_text_input());
        ui.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
    }
    lab.drive(controls);
}

/// Smallest extent of a terrain on which the car can drive, in lengths of the car.
const ROOM_TO_DRIVE: f64 = 8.0;

/// Adds seed and size of the terrain, and its number of triangles. A change builds another terrain.
pub fn world(ui: &mut Ui, lab: &mut RoadLab, panel: &mut PanelContext) {
    if !group(ui, "world", &t!("Terrain")) {
        return;
    }
    let (seed, triangles) = lab.draft;
    let mut next = Config { source: TerrainSource::Seeded { seed, triangles }, ..lab.config() };
    let is_seeded = matches!(lab.source(), TerrainSource::Seeded { .. });
    let idle = |_: &str, _: &str| (!is_seeded).then_some(FROM_FILE);
    let seed = if shows_all(ui) { controls(ui, &mut next, "seed", idle) } else { Edit::None };
    let edit = seed.or(controls(ui, &mut next, "world", idle));
    lab.draft = next.source.parameters();
    if edit == Edit::Done && lab.draft != lab.parameters() {
        generate(lab, panel);
    }
    let count = grouped(lab.road.terrain().mesh().triangles().len() as u64);
    match lab.source() {
        TerrainSource::Seeded { .. } => {
            note(ui, &t!("%{n} triangles. Open (Ctrl+O) or drop a mesh to use it as terrain.", n = count))
        }
        TerrainSource::File(path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            note(ui, &t!("%{file}: %{n} triangles.", file = name, n = count));
            if let Some(hint) = too_small(lab) {
                ui.add(Label::new(RichText::new(hint).small().color(theme::amber())).wrap());
            }
            let help = t!("Drive on the terrain of the seed and the number of triangles above.");
            if ui.button(t!("Generated terrain")).on_hover_text(help).clicked() {
                generate(lab, panel);
            }
        }
    }
}

/// Builds the terrain of the panel's seed and number of triangles.
fn generate(lab: &mut RoadLab, panel: &mut PanelContext) {
    let (seed, triangles) = lab.draft;
    let name = t!("a terrain of %{n} triangles", n = grouped(triangles as u64));
    match lab.take_seed(seed, triangles, &name) {
        Ok(()) => panel.ask(Request::FrameAll),
        Err(why) => panel.ask(Request::Fail(why.0)),
    }
}

/// A hint that the terrain is too small for the car, with the factor that would make it large enough; `None` if the
/// car has room.
fn too_small(lab: &RoadLab) -> Option<String> {
    let bounds = lab.road.terrain().bounds();
    let [width, depth] = [0, 2].map(|axis| bounds.max[axis] - bounds.min[axis]);
    let (car, shorter) = (2.0 * HALF_BODY[2], width.min(depth));
    (shorter < ROOM_TO_DRIVE * car).then(|| {
        let factor = (ROOM_TO_DRIVE * car / shorter.max(f64::MIN_POSITIVE)).min(1e9);
        // A power of ten is easy to type, and leaves more room.
        let factor = 10_f64.powf(factor.log10().ceil());
        t!(
            "The terrain is only %{width} × %{depth} m, and the car is %{car} m long. Scale the mesh by %{n} and open it again.",
            width = format!("{width:.3}"),
            depth = format!("{depth:.3}"),
            car = format!("{car:.1}"),
            n = factor
        )
        .into_owned()
    })
}

/// Adds the choice of the rule by which the origins of the wheels' rays are moved up from the wheels, with
/// its explanation.
pub fn rule(ui: &mut Ui, lab: &mut RoadLab) {
    let mut next = lab.config();
    controls(ui, &mut next, "rule", all_free);
    lab.apply(next, false);
    note(ui, &tr(lab.road.rule().row().says));
}

/// Adds the choice of the wheel and the inspected frame, on the left of the inspector.
pub fn inspected(ui: &mut Ui, lab: &mut RoadLab) {
    heading(ui, &t!("Picked wheel"));
    ui.columns(2, |columns| {
        for (wheel, name) in WHEEL_NAMES.into_iter().enumerate() {
            let help = t!("Inspect this wheel's ray.");
            if columns[wheel % 2].radio(lab.settings.wheel == wheel, tr(name)).on_hover_text(help).clicked() {
                lab.settings.wheel = wheel;
            }
        }
    });
    note(ui, &t!("Paused at frame %{frame} of the drive while you inspect it.", frame = lab.road.frame()));
}

/// Adds the button that opens the inspector.
pub fn inspect_button(ui: &mut Ui, wheel: usize, panel: &mut PanelContext) {
    ui.add_space(8.0);
    let text = t!("Inspect the ray: %{wheel}", wheel = tr(WHEEL_NAMES[wheel]));
    if ui.button(text).on_hover_text(t!("Inspect the ray's path to the ground, node by node. (I)")).clicked()
    {
        panel.ask(Request::Turn(Page::Inspector));
    }
}

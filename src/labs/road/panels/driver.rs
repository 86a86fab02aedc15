//! Choice of the driver: the route, or the arrow keys.

use egui::{Key, Ui};

use crate::exhibit::Page;
use crate::labs::controls::controls;
use crate::labs::road::road_lab::RoadLab;
use crate::labs::road::words::{DRIVERS, KEYS_DRIVE};
use crate::language::{t, tr};
use crate::road::car::Controls;
use crate::road::driver::Driver;
use crate::ui::group::group;
use crate::ui::requests::PanelContext;

/// Adds the driver, the speed, and whether the view follows the car.
pub fn show(ui: &mut Ui, lab: &mut RoadLab) {
    if !group(ui, "driver", &t!("Driver")) {
        return;
    }
    let mut next = lab.config();
    ui.horizontal(|ui| {
        for ((_, title, says), by_keys) in DRIVERS.into_iter().zip([true, false]).rev() {
            ui.radio_value(&mut next.settings.by_keys, by_keys, tr(title)).on_hover_text(tr(says));
        }
    });
    let by_keys = next.settings.by_keys;
    controls(ui, &mut next, "driver", |id, _| (id == "speed" && by_keys).then_some(KEYS_DRIVE));
    lab.apply(next, false);
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

//! The choice of what steers the car: the route, or the arrow keys.

use egui::{Key, Ui};
use rust_i18n::t;

use crate::exhibit::Page;
use crate::labs::road::car::Controls;
use crate::labs::road::driver::DRIVING_SPEEDS;
use crate::labs::road::road_lab::RoadLab;
use crate::ui::group::group;
use crate::ui::requests::PanelContext;
use crate::ui::widgets::{Edit, note, slider};

/// Whether route or keys drive, how fast, and whether the view moves along.
pub fn show(ui: &mut Ui, lab: &mut RoadLab) {
    if !group(ui, "driver", &t!("Driver")) {
        return;
    }
    let by_keys = lab.by_keys();
    ui.horizontal(|ui| {
        let help = t!("The car follows the white line, slower in curves. (D)");
        if ui.radio(!by_keys, t!("By itself")).on_hover_text(help).clicked() {
            lab.set_by_keys(false);
        }
        let help = t!("Up drives on, down brakes and then reverses, left and right steer. (D)");
        if ui.radio(by_keys, t!("Arrow keys")).on_hover_text(help).clicked() {
            lab.set_by_keys(true);
        }
    });
    let mut speed = lab.speed();
    let help = t!("How fast it drives by itself where the route is straight, metres per second.");
    let edit = ui.add_enabled_ui(!by_keys, |ui| {
        slider(ui, &t!("Speed"), &help, &mut speed, DRIVING_SPEEDS, |s| s.fixed_decimals(1))
    });
    if edit.inner != Edit::None {
        lab.set_speed(speed);
    }
    let mut follows = lab.follows();
    if ui
        .checkbox(&mut follows, t!("Move along with the car"))
        .on_hover_text(t!("The view goes where the car goes. (V)"))
        .changed()
    {
        lab.set_follows(follows);
    }
    let kilometres = 3.6 * lab.road.car().speed();
    note(
        ui,
        &t!(
            "Now %{v} km/h, %{s} m along the route.",
            v = format!("{kilometres:.0}"),
            s = format!("{:.0}", lab.road.along())
        ),
    );
}

/// The arrow keys that are held drive the car, on the page of the scene and unless a text is being edited.
pub fn listen(ui: &Ui, lab: &mut RoadLab, panel: &PanelContext) {
    if !lab.by_keys() {
        return;
    }
    let listens = panel.page == Page::Scene && !ui.ctx().text_edit_focused();
    let held = |key| f64::from(u8::from(listens && ui.input(|input| input.key_down(key))));
    let throttle = held(Key::ArrowUp) - held(Key::ArrowDown);
    let steer = held(Key::ArrowLeft) - held(Key::ArrowRight);
    if throttle != 0.0 || steer != 0.0 {
        // They would move the slider that was touched last.
        ui.memory_mut(|memory| memory.stop_text_input());
        ui.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
    }
    lab.drive(Controls { throttle, steer });
}

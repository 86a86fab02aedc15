//! Steering of the mover, the method that stops it, and the length of the move ahead.

use std::borrow::Cow;

use egui::{Key, Ui};

use crate::exhibit::Page;
use crate::labs::controls::{all_free, controls};
use crate::labs::level::level_lab::LevelLab;
use crate::labs::level::words::STEERING;
use crate::language::{t, tr};
use crate::ui::group::group;
use crate::ui::requests::PanelContext;

/// Adds the steering, the speed, the method that stops the walk, and the length of the move about which the
/// methods are queried.
pub fn show(ui: &mut Ui, lab: &mut LevelLab) {
    if !group(ui, "walk", &t!("Walk")) {
        return;
    }
    let (is_car, mut next) = (lab.figure().is_car(), lab.config());
    ui.horizontal(|ui| {
        let says = [by_keys_says(is_car), by_path_says(is_car)];
        for (((_, title, _), by_keys), says) in STEERING.into_iter().zip([true, false]).zip(says).rev() {
            ui.radio_value(&mut next.settings.by_keys, by_keys, tr(title)).on_hover_text(says);
        }
    });
    for group in ["speed", "ahead", "driver"] {
        controls(ui, &mut next, group, all_free);
    }
    lab.apply(next, false);
}

fn by_path_says(is_car: bool) -> Cow<'static, str> {
    match is_car {
        true => t!("The car drives along the white line, slower in curves. (V)"),
        false => t!("The mover walks along the white line, up stairs and down from the gallery. (V)"),
    }
}

fn by_keys_says(is_car: bool) -> Cow<'static, str> {
    match is_car {
        true => t!(
            "W accelerates, S brakes and then reverses, A and D steer. Press any of these keys to take control. (V)"
        ),
        false => t!(
            "W walks forwards in the direction of view, S backwards, A and D sideways; the mouse turns the view. Press any of these keys to take control. (V)"
        ),
    }
}

/// Adds the control for the length of the move about which the methods are queried or, for a car, of the
/// wheels' rays.
pub fn ahead(ui: &mut Ui, lab: &mut LevelLab) {
    let mut next = lab.config();
    controls(ui, &mut next, "ahead", all_free);
    lab.apply(next, false);
}

/// Steers the mover by held keys while the scene page is open and no text is being edited. The first key
/// takes over from the path and starts playback. Pausing while a key is held keeps the walk paused.
pub fn listen(ui: &Ui, lab: &mut LevelLab, panel: &PanelContext) {
    let listens = panel.page == Page::Scene && !ui.ctx().text_edit_focused();
    let is_plain = ui.input(|input| !input.modifiers.any() || input.modifiers.shift_only());
    let held = |key| f64::from(u8::from(listens && is_plain && ui.input(|input| input.key_down(key))));
    let wish = [held(Key::D) - held(Key::A), held(Key::W) - held(Key::S)];
    if wish != [0.0; 2] && !lab.is_held() {
        lab.settings.by_keys = true;
        lab.playback.playing = true;
    }
    lab.hold(wish);
    if wish != [0.0; 2] {
        ui.ctx().request_repaint();
    }
}
